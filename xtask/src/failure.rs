//! Why a command did not do what it was asked.

use std::path::{Path, PathBuf};

/// Everything that ends a command early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("these are missing, and only root can install them through apt:\n  {}", .0.join("\n  "))]
    Missing(Vec<String>),
    #[error("{command} ended with {status}")]
    Step { command: String, status: std::process::ExitStatus },
    #[error("start {command}")]
    Start { command: String, source: std::io::Error },
    #[error("{act} {}", path.display())]
    File { act: &'static str, path: PathBuf, source: std::io::Error },
    #[error("{} is neither new nor an empty directory", .0.display())]
    Occupied(PathBuf),
    #[error("{} is neither a file nor a directory", .0.display())]
    NotAFile(PathBuf),
    #[error("{} has characters that a plain NAME=value line cannot carry", .0.display())]
    OddPath(PathBuf),
    #[error("the bootstrap SQL ended psql with {status}:\n{stderr}")]
    Bootstrap { status: std::process::ExitStatus, stderr: String },
    #[error("the manual")]
    Unreadable(#[from] mosaic_manual::Unreadable),
    #[error("the program does not say what the manual is made of")]
    Absent(#[from] mosaic_manual::generated::Absent),
    #[error("the answer of {command} is no JSON")]
    Answer { command: String, source: serde_json::Error },
    #[error("the manual does not hold together:\n  {}", .0.join("\n  "))]
    Book(Vec<String>),
    #[error("the figures would mean nothing")]
    Bench(#[from] crate::bench::Error),
    #[error("what was promised is not proved")]
    Chaos(#[from] crate::chaos::Error),
    #[error("the soak found something")]
    Soak(#[from] crate::soak::Error),
    #[error("this is not what should be given away")]
    Package(#[from] crate::package::Error),
    #[error("the laboratory")]
    Laboratory(#[from] mosaic_lab::error::Error),
}

impl Failure {
    /// It and all its causes, on one line.
    pub(crate) fn chain(&self) -> String {
        let causes = std::iter::successors(std::error::Error::source(self), |cause| cause.source());
        causes.fold(self.to_string(), |told, cause| format!("{told}: {cause}"))
    }
}

/// Attaches what was tried, and on what, to an input or output error.
pub(crate) trait At<T> {
    fn at(self, act: &'static str, path: &Path) -> Result<T, Failure>;
}

impl<T> At<T> for std::io::Result<T> {
    fn at(self, act: &'static str, path: &Path) -> Result<T, Failure> {
        self.map_err(|source| Failure::File { act, path: path.to_owned(), source })
    }
}
