//! The program with OpenSSL inside, for systems that have another one or none: the distribution's own static library, so
//! that neither a feature nor another dependency is needed and the code is the same.

use super::{Error, PROGRAMS, Workshop, printed, sbom};
use crate::{
    failure::{At, Failure},
    soak::Ground,
    step,
};
use std::{
    path::Path,
    process::{Command, Stdio},
};

/// What may be needed at run time: the C library, and the compiler's for unwinding.
const ALLOWED: [&str; 4] = ["libc.so.6", "libm.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2"];
const DATABASE: &str = "portable";

/// Builds it, looks at what it needs, and has it migrate and verify a database.
pub(crate) fn run(profile: &str) -> Result<(), Failure> {
    let mut workshop = Workshop::here()?;
    // Of its own: cargo would build everything anew each time that the way of linking changes.
    workshop.target = workshop.source.join("target/portable");
    let ask = |argument: &str| printed(Command::new("pkg-config").args([argument, "openssl"]));
    let (libraries, headers) = (ask("--variable=libdir")?, ask("--variable=includedir")?);
    let version = ask("--modversion")?;
    // openssl-sys, "Manual configuration".
    let variables =
        [("OPENSSL_STATIC", "1"), ("OPENSSL_LIB_DIR", &*libraries), ("OPENSSL_INCLUDE_DIR", &*headers)];
    let programs = workshop.build_with(&variables, profile)?;
    for program in PROGRAMS {
        check_needs(&programs.join(program))?;
    }
    let bill = programs.join("portable.cdx.json");
    sbom::write(&sbom::with_openssl(&workshop, &version)?, &bill)?;
    use_it(&programs)?;
    println!(
        "{} with OpenSSL {version} inside, and what it is made of in {}",
        programs.display(),
        bill.display()
    );
    Ok(())
}

/// That the loader looks for nothing but the system's C library.
fn check_needs(program: &Path) -> Result<(), Failure> {
    let dynamic = printed(Command::new("readelf").args(["--dynamic", "--wide"]).arg(program))?;
    let needed = dynamic.lines().filter(|line| line.contains("(NEEDED)"));
    let needed: Vec<&str> = needed.filter_map(|line| line.split(['[', ']']).nth(1)).collect();
    println!("{} needs {}", program.display(), needed.join(", "));
    match needed.iter().find(|library| !ALLOWED.contains(*library)) {
        Some(library) => Err(Error::Needs(program.to_owned(), (*library).to_owned()).into()),
        None => Ok(()),
    }
}

/// Sessions over TLS, from a bare server to a verified database.
fn use_it(programs: &Path) -> Result<(), Failure> {
    let temporary = tempfile::Builder::new().prefix("mosaic-portable-").tempdir();
    let temporary = temporary.at("make a directory in", &std::env::temp_dir())?;
    let ground = Ground::start(temporary.path(), programs)?;
    ground.prepare(DATABASE, None)?;
    for argument in ["--run", "--verify"] {
        let mut command = ground.migrator(argument, DATABASE, None);
        step::run(command.stdout(Stdio::null()).stderr(Stdio::null()))?;
    }
    Ok(())
}
