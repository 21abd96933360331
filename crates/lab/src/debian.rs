//! Packages of Debian's newest stable suite, unpacked into the cache and made to run in place.
//!
//! They come with the C library they were built for, so that they run on an older Debian. Everything apt needs to remember
//! lies in the cache: the system's package state is neither read nor changed, and no privileges are needed.

mod sources;

use crate::{
    error::{At, Error},
    process,
};
use sources::{Archive, from_lines, from_stanzas};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The suite, which has the reference version of PostgreSQL.
pub(crate) const SUITE: &str = "trixie";

/// Unpacks these packages into a directory, with those of their dependencies that are needed.
pub(crate) fn unpack(root: &Path, wanted: &[String], needed: fn(&str) -> bool) -> Result<(), Error> {
    let archive = system_archive().ok_or(Error::NoArchive)?;
    let apt = Apt::new(&root.join("apt"), &archive)?;
    for package in apt.download(wanted, needed)? {
        process::run(Command::new("dpkg-deb").arg("--extract").arg(package).arg(root))?;
    }
    fs::remove_dir_all(&apt.home).at("remove", &apt.home)
}

/// Whether a package has shared libraries. LLVM and Z3 are for just-in-time compilation, which stays off, and are half of
/// the download of a server.
pub(crate) fn is_library(name: &str) -> bool {
    let library = name.starts_with("lib") && !name.ends_with("-perl");
    let unused = ["libllvm", "libz3", "libperl"].iter().any(|prefix| name.starts_with(prefix));
    (library && !unused) || name == "zlib1g"
}

/// The dynamic loader among the unpacked files, and the directory of the libraries.
pub(crate) fn loader(root: &Path) -> Result<(PathBuf, PathBuf), Error> {
    let lib = root.join("usr/lib");
    let entries = |directory: &Path| {
        fs::read_dir(directory).map(|entries| entries.flatten().map(|e| e.path()).collect::<Vec<_>>())
    };
    let named = |path: &Path, start: &str| {
        path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with(start))
    };
    let found = entries(&lib).at("read", &lib)?.into_iter().find_map(|directory| {
        let loader = entries(&directory).ok()?.into_iter().find(|path| named(path, "ld-linux"))?;
        Some((loader, directory))
    });
    found.ok_or_else(|| Error::File {
        act: "find the dynamic loader in",
        path: lib,
        source: std::io::ErrorKind::NotFound.into(),
    })
}

/// The archive this Debian installs from.
fn system_archive() -> Option<Archive> {
    let os_release = fs::read_to_string("/etc/os-release").ok()?;
    let value =
        |name| os_release.lines().find_map(|line: &str| line.strip_prefix(name)).map(|v| v.trim_matches('"'));
    if value("ID=") != Some("debian") {
        return None;
    }
    let codename = value("VERSION_CODENAME=")?;
    let in_directory =
        fs::read_dir("/etc/apt/sources.list.d").into_iter().flatten().flatten().map(|e| e.path());
    std::iter::once(PathBuf::from("/etc/apt/sources.list")).chain(in_directory).find_map(|path| {
        let text = fs::read_to_string(&path).ok()?;
        match path.extension()?.to_str()? {
            "list" => from_lines(&text, codename),
            "sources" => from_stanzas(&text, codename),
            _ => None,
        }
    })
}

/// apt with a home of its own.
struct Apt {
    home: PathBuf,
}

impl Apt {
    fn new(home: &Path, archive: &Archive) -> Result<Self, Error> {
        for directory in ["state/lists/partial", "cache/archives/partial", "sources", "packages"] {
            let directory = home.join(directory);
            fs::create_dir_all(&directory).at("make", &directory)?;
        }
        for (file, text) in
            [("state/status", String::new()), ("sources/archive.sources", archive.stanza(SUITE))]
        {
            let file = home.join(file);
            fs::write(&file, text).at("write", &file)?;
        }
        let apt = Self { home: home.to_owned() };
        process::run(apt.command().arg("update"))?;
        Ok(apt)
    }

    fn command(&self) -> Command {
        let home = self.home.display();
        let mut command = Command::new("apt-get");
        command.args(["--quiet", "--yes", "--no-install-recommends", "--option", "Acquire::Languages=none"]);
        for (option, value) in [
            ("Dir::State", format!("{home}/state")),
            ("Dir::State::status", format!("{home}/state/status")),
            ("Dir::Cache", format!("{home}/cache")),
            ("Dir::Etc::sourcelist", "/dev/null".into()),
            ("Dir::Etc::sourceparts", format!("{home}/sources")),
            ("Dir::Etc::preferences", "/dev/null".into()),
            ("Dir::Etc::preferencesparts", "/dev/null".into()),
            // The unprivileged download user could not write into a root-owned cache.
            ("APT::Sandbox::User", "root".into()),
        ] {
            command.arg("--option").arg(format!("{option}={value}"));
        }
        command
    }

    /// Downloads these packages and those they need; apt checks the signature and the digests.
    fn download(&self, packages: &[String], needed: fn(&str) -> bool) -> Result<Vec<PathBuf>, Error> {
        let plan = process::run(self.command().args(["--simulate", "install"]).args(packages))?;
        let chosen = plan
            .lines()
            .filter_map(|line| line.strip_prefix("Inst ")?.split_whitespace().next())
            .filter(|name| packages.iter().any(|wanted| wanted == name) || needed(name));
        let directory = self.home.join("packages");
        process::run(self.command().arg("download").args(chosen).current_dir(&directory))?;
        let entries = fs::read_dir(&directory).at("read", &directory)?;
        Ok(entries.flatten().map(|entry| entry.path()).collect())
    }
}
