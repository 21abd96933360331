//! The operator's directory of a laboratory, and the modes of what is in it.

use crate::failure::{At, Failure};
use std::{
    fs::{self, DirBuilder, OpenOptions},
    io::Write as _,
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::{Path, PathBuf},
};

/// The file that names the server's own directory, and marks ours.
const CLUSTER: &str = "cluster";

pub(crate) struct Directory(PathBuf);

impl Directory {
    /// A new one, or an empty one that is there.
    pub(crate) fn new(path: &Path) -> Result<Self, Failure> {
        fs::create_dir_all(path).at("make", path)?;
        if fs::read_dir(path).at("read", path)?.next().is_some() {
            return Err(Failure::Occupied(path.to_owned()));
        }
        let directory = Self::existing(path)?;
        let secrets = directory.0.join("secrets");
        DirBuilder::new().mode(0o700).create(&secrets).at("make", &secrets)?;
        Ok(directory)
    }

    /// The directory of a laboratory that is up.
    pub(crate) fn existing(path: &Path) -> Result<Self, Failure> {
        let absolute = fs::canonicalize(path).at("find", path)?;
        if is_plain(&absolute.to_string_lossy()) {
            Ok(Self(absolute))
        } else {
            Err(Failure::OddPath(absolute))
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// The file with the variables of an identity.
    pub(crate) fn env(&self, identity: &str) -> PathBuf {
        self.0.join(format!("{identity}.env"))
    }

    pub(crate) fn secret_path(&self, name: &str) -> PathBuf {
        self.0.join("secrets").join(name)
    }

    /// The server's own directory.
    pub(super) fn cluster(&self) -> Result<PathBuf, Failure> {
        let file = self.0.join(CLUSTER);
        Ok(fs::read_to_string(&file).at("read", &file)?.trim_end().into())
    }

    pub(super) fn set_cluster(&self, cluster: &Path) -> Result<(), Failure> {
        self.publish(CLUSTER, &format!("{}\n", cluster.display())).map(drop)
    }

    /// Makes a directory for its owner to write to, and gives its path.
    pub(crate) fn private(&self, name: &str) -> Result<String, Failure> {
        let path = self.0.join(name);
        DirBuilder::new().mode(0o700).create(&path).at("make", &path)?;
        Ok(path.display().to_string())
    }

    /// Writes a file for everybody to read, and gives its path.
    pub(crate) fn publish(&self, name: &str, text: &str) -> Result<String, Failure> {
        write(self.0.join(name), text, 0o444)
    }

    /// Writes a file for its owner to read, and gives its path.
    pub(crate) fn secret(&self, name: &str, text: &str) -> Result<String, Failure> {
        write(self.secret_path(name), text, 0o400)
    }

    /// Writes the variables of an identity, to be sourced by a shell or read as plain lines.
    pub(super) fn set_env(&self, identity: &str, variables: &[(&str, String)]) -> Result<(), Failure> {
        let lines: String = variables.iter().map(|(name, value)| format!("{name}={value}\n")).collect();
        write(self.env(identity), &lines, 0o444).map(drop)
    }
}

/// PATH with the directory of this psql first. What a plain line cannot carry is left out.
pub(super) fn search_path(psql: &Path) -> String {
    let now = std::env::var_os("PATH").unwrap_or_default();
    let own = psql.parent().map(PathBuf::from).into_iter();
    let all: Vec<_> = own.chain(std::env::split_paths(&now)).map(|path| path.display().to_string()).collect();
    all.into_iter().filter(|path| is_plain(path)).collect::<Vec<_>>().join(":")
}

/// Whether a shell and a reader of plain lines take the text for the same.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/._-+@".contains(&byte))
}

fn write(path: PathBuf, text: &str, mode: u32) -> Result<String, Failure> {
    let mut file =
        OpenOptions::new().create_new(true).write(true).mode(mode).open(&path).at("make", &path)?;
    file.write_all(text.as_bytes()).at("write", &path)?;
    Ok(path.display().to_string())
}
