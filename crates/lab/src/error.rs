//! What can go wrong in the laboratory, as facts for the person whose test did not start.

use crate::postgres::Major;
use std::path::{Path, PathBuf};

/// A failure of the laboratory itself, never of the product under test.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file or directory could not be made, read or removed.
    #[error("{act} {}", path.display())]
    File {
        /// What was tried, as in "read".
        act: &'static str,
        /// On what.
        path: PathBuf,
        /// The system's answer.
        source: std::io::Error,
    },
    /// The account of the servers cannot get to where it has to.
    #[error("{} is closed to the account the servers run under", directory.display())]
    Closed {
        /// The directory that would have to let others enter.
        directory: PathBuf,
    },
    /// This system lets nobody mount a file system, as most containers do not.
    #[error("mount a file system on {}", path.display())]
    Mount {
        /// Where.
        path: PathBuf,
        /// The system's answer.
        source: std::io::Error,
    },
    /// A program could not be started at all.
    #[error("start {program}")]
    Start {
        /// The program.
        program: String,
        /// The system's answer.
        source: std::io::Error,
    },
    /// A program ended with an error.
    #[error("{program} ended with {status}: {stderr}")]
    Failed {
        /// The program.
        program: String,
        /// How it ended.
        status: std::process::ExitStatus,
        /// The end of what it said.
        stderr: String,
    },
    /// No usable server of this version, and no way to get one here.
    #[error("no PostgreSQL {major} with pgvector: {why}; name one with {}", major.variable())]
    NoServer {
        /// The version.
        major: Major,
        /// What was tried.
        why: String,
    },
    /// No package can be fetched here.
    #[error("this system's package sources name no Debian archive")]
    NoArchive,
    /// A directory was named, but what is in it is not the version asked for.
    #[error("{} is not PostgreSQL {major}: it says {said:?}", bin.display())]
    WrongServer {
        /// The version asked for.
        major: Major,
        /// The directory with the executables.
        bin: PathBuf,
        /// What `postgres --version` printed.
        said: String,
    },
    /// The server did not accept connections in time; its log says why.
    #[error("the server did not start: {log}")]
    NotReady {
        /// The end of the server log.
        log: String,
    },
    /// A statement of the laboratory's own failed.
    #[error("the server refused an administrative statement")]
    Sql(#[from] ::postgres::Error),
    /// A request of the laboratory's own to a store of secrets failed.
    #[error("the server answered {request} with {status}: {document}")]
    Answer {
        /// The method and the path.
        request: String,
        /// The HTTP status.
        status: String,
        /// The rest of the answer.
        document: String,
    },
    /// A certificate could not be made.
    #[error("certificate not made")]
    Certificate(#[from] rcgen::Error),
}

/// Attaches what was tried, and on what, to an input or output error.
pub(crate) trait At<T> {
    fn at(self, act: &'static str, path: &Path) -> Result<T, Error>;
}

impl<T> At<T> for std::io::Result<T> {
    fn at(self, act: &'static str, path: &Path) -> Result<T, Error> {
        self.map_err(|source| Error::File { act, path: path.to_owned(), source })
    }
}
