//! The Debian package: built by cargo-deb from what `Cargo.toml` says, then installed, used and removed in an empty root.

use super::{Error, Workshop, printed};
use crate::{
    digest,
    failure::{At, Failure},
    product, step,
};
use mosaic_lab::cache;
use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::Command,
};

/// The release that was tried. Another one might place files elsewhere.
const CARGO_DEB: &str = "3.8.0";

/// What is installed where, and the file of the repository that it is. Those that are compressed have no such file.
const FILES: [(&str, Option<&str>); 10] = [
    ("usr/bin/mosaic-db-migrator", None),
    ("usr/bin/mosaic", None),
    // bash-completion, fish and zsh of Debian look here.
    ("usr/share/bash-completion/completions/mosaic-db-migrator", Some("completions/mosaic-db-migrator.bash")),
    (
        "usr/share/fish/vendor_completions.d/mosaic-db-migrator.fish",
        Some("completions/mosaic-db-migrator.fish"),
    ),
    ("usr/share/zsh/vendor-completions/_mosaic-db-migrator", Some("completions/_mosaic-db-migrator")),
    ("usr/share/man/man1/mosaic-db-migrator.1.gz", None),
    ("usr/share/doc/mosaic-db-migrator/copyright", None),
    ("usr/share/doc/mosaic-db-migrator/README.md", Some("README.md")),
    ("usr/share/doc/mosaic-db-migrator/docs/attestation.md", Some("docs/attestation.md")),
    ("usr/share/doc/mosaic-db-migrator/examples/compose.yml", Some("deploy/compose.yml")),
];

/// Builds it and checks it.
pub(crate) fn run(profile: &str) -> Result<(), Failure> {
    let workshop = Workshop::here()?;
    let package = build(&workshop, profile)?;
    check(&package, &workshop.source)?;
    let bytes = fs::read(&package).at("read", &package)?;
    println!("{}  {}, {} bytes", digest::sha256(&bytes), package.display(), bytes.len());
    Ok(())
}

fn build(workshop: &Workshop, profile: &str) -> Result<PathBuf, Failure> {
    let tools = cargo_deb()?;
    // Built by us, so that it is what `reproduce` compares: with another environment some of it would be built anew.
    workshop.build(profile)?;
    let out = workshop.target.join("debian");
    if out.exists() {
        fs::remove_dir_all(&out).at("remove", &out)?;
    }
    let mut build = workshop.cargo();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(tools).chain(std::env::split_paths(&path)));
    build.env("PATH", path.unwrap_or_default());
    build
        .args(["deb", "--package", "mosaic-db", "--locked", "--no-build", "--profile", profile, "--output"])
        .arg(&out);
    step::run(&mut build)?;
    let mut made = fs::read_dir(&out).at("read", &out)?.flatten().map(|file| file.path());
    made.find(|path| path.extension().is_some_and(|extension| extension == "deb"))
        .ok_or_else(|| Error::Missing(out.join("*.deb")).into())
}

/// The directory of cargo-deb, which is built once.
fn cargo_deb() -> Result<PathBuf, Failure> {
    let home = cache::root().join(format!("cargo-deb-{CARGO_DEB}"));
    if !home.join("bin/cargo-deb").exists() {
        let mut install = step::cargo();
        install.args(["install", "--quiet", "--locked", "--debug", "--root"]).arg(&home);
        step::run(install.arg(format!("cargo-deb@{CARGO_DEB}")))?;
    }
    Ok(home.join("bin"))
}

/// Installs, uses and removes it where nothing else is.
fn check(package: &Path, repository: &Path) -> Result<(), Failure> {
    let temporary = tempfile::Builder::new().prefix("mosaic-root-").tempdir();
    let temporary = temporary.at("make a directory in", &std::env::temp_dir())?;
    let root = temporary.path();
    for directory in ["var/lib/dpkg/info", "var/lib/dpkg/updates"] {
        let directory = root.join(directory);
        fs::create_dir_all(&directory).at("make", &directory)?;
    }
    let status = root.join("var/lib/dpkg/status");
    fs::write(&status, "").at("write", &status)?;
    // Nothing is in this root, so that nothing the package depends on is. There are no scripts to run.
    dpkg(root, &["--force-depends", "--install"], package.as_os_str())?;
    for (installed, original) in FILES {
        let path = root.join(installed);
        let found = fs::read(&path).map_err(|_none| Error::Missing(path.clone()))?;
        let original = original.map(|original| repository.join(original));
        let original = original.map(|path| fs::read(&path).at("read", &path)).transpose()?;
        if original.is_some_and(|original| original != found) {
            return Err(Error::Differs(path).into());
        }
    }
    check_programs(root)?;
    check_control(package)?;
    let name = product::NAME.as_ref();
    dpkg(root, &["--purge"], name)?;
    let remains = below(&root.join("usr"));
    if remains.is_empty() { Ok(()) } else { Err(Error::Remains(remains).into()) }
}

/// They run, one of them finds the other, and the manual is found by who looks for it.
fn check_programs(root: &Path) -> Result<(), Failure> {
    let expected = format!("{} {}", product::NAME, env!("CARGO_PKG_VERSION"));
    let program = root.join("usr/bin").join(product::NAME);
    let said = printed(Command::new(&program).arg("--version").env_clear())?;
    if said != expected {
        return Err(Error::Says { program, said, expected }.into());
    }
    let platform = root.join("usr/bin/mosaic");
    printed(Command::new(&platform).args(["storage", "migrate-tier", "--help"]).env_clear())?;
    for program in [program, platform] {
        let mode = fs::metadata(&program).at("look at", &program)?.permissions().mode() & 0o7777;
        if mode != 0o755 {
            return Err(Error::Mode(program, mode).into());
        }
    }
    let manuals = root.join("usr/share/man");
    let mut man = Command::new("man");
    man.arg("-M").arg(&manuals).args(["--where", product::NAME]);
    let page = manuals.join("man1/mosaic-db-migrator.1.gz");
    let found = printed(&mut man)?;
    if Path::new(&found) == page { Ok(()) } else { Err(Error::Missing(page).into()) }
}

/// What dpkg is told: what it depends on, and that nothing of it is the operator's to change.
fn check_control(package: &Path) -> Result<(), Failure> {
    let depends = printed(Command::new("dpkg-deb").arg("--field").arg(package).arg("Depends"))?;
    println!("depends on {depends}");
    for needed in ["libc6", "libssl3"] {
        if !depends.contains(needed) {
            return Err(Error::Missing(PathBuf::from(needed)).into());
        }
    }
    let asked = Command::new("dpkg-deb").arg("--info").arg(package).arg("conffiles").output();
    let asked = asked.map_err(|source| Failure::Start { command: "dpkg-deb".to_owned(), source })?;
    // It fails where there is no such list.
    if asked.status.success() {
        let files = String::from_utf8_lossy(&asked.stdout).trim().to_owned();
        return Err(Error::ConfigurationFiles(files).into());
    }
    Ok(())
}

fn dpkg(root: &Path, act: &[&str], what: &std::ffi::OsStr) -> Result<(), Failure> {
    let mut command = if rustix::process::geteuid().is_root() {
        Command::new("dpkg")
    } else {
        let mut command = Command::new("fakeroot");
        command.arg("dpkg");
        command
    };
    command
        .arg(format!("--root={}", root.display()))
        .args(act)
        .arg(what)
        .env("DEBIAN_FRONTEND", "noninteractive");
    step::quietly(&mut command)
}

/// All files below a directory.
fn below(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.flat_map(|path| if path.is_dir() { below(&path) } else { vec![path] }).collect()
}
