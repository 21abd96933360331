//! The files of one cluster: who owns them, who may read them.
//!
//! The directory itself stays ours, since a program that reads the authority's certificate may ask that nobody
//! else can swap it. Everybody may enter it; the data directory and the socket belong to the server's account and
//! are closed.

use crate::{
    account::Account,
    certificates::{Authority, Identity},
    error::{At, Error},
};
use rustix::mount::{MountFlags, UnmountFlags, mount, unmount};
use std::{
    ffi::CString,
    fs::{self, DirBuilder, File, OpenOptions, Permissions},
    io::Write as _,
    os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
};

pub(super) struct Layout {
    directory: PathBuf,
    account: Account,
}

impl Layout {
    /// Prepares an existing empty directory.
    pub(super) fn make(directory: PathBuf, account: Account) -> Result<Self, Error> {
        fs::set_permissions(&directory, Permissions::from_mode(0o755))
            .at("change the mode of", &directory)?;
        account.reaches(&directory)?;
        let layout = Self { directory, account };
        for closed in [layout.socket(), layout.data()] {
            DirBuilder::new().mode(0o700).create(&closed).at("make", &closed)?;
            account.owns(&closed)?;
        }
        Ok(layout)
    }

    pub(super) fn directory(&self) -> &Path {
        &self.directory
    }

    /// Whom the server runs as.
    pub(super) fn account(&self) -> Account {
        self.account
    }

    pub(super) fn data(&self) -> PathBuf {
        self.directory.join("data")
    }

    /// The directory of the Unix socket.
    pub(super) fn socket(&self) -> PathBuf {
        self.directory.join("socket")
    }

    pub(super) fn ca(&self) -> PathBuf {
        self.directory.join("ca.pem")
    }

    /// Where a file system of its own is, if there is one.
    pub(super) fn small_disk(&self) -> PathBuf {
        self.directory.join("small")
    }

    /// Makes that file system, in memory, for the server to write to. The watchdog knows of it.
    pub(super) fn mount_small_disk(&self, bytes: u64) -> Result<(), Error> {
        let disk = self.small_disk();
        DirBuilder::new().mode(0o700).create(&disk).at("make", &disk)?;
        let options = CString::new(format!("size={bytes},mode=0700")).unwrap_or_default();
        let mounted = mount("tmpfs", &disk, "tmpfs", MountFlags::empty(), options.as_c_str());
        mounted.map_err(|source| Error::Mount { path: disk.clone(), source: source.into() })?;
        self.account.owns(&disk)
    }

    pub(super) fn unmount_small_disk(&self) {
        if self.small_disk().exists() {
            // What is still in use goes when it no longer is.
            let _ = unmount(self.small_disk(), UnmountFlags::DETACH);
        }
    }

    pub(super) fn log(&self) -> PathBuf {
        self.directory.join("server.log")
    }

    pub(super) fn log_text(&self) -> String {
        fs::read(self.log()).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
    }

    /// The log, open for the server to append to.
    pub(super) fn open_log(&self) -> Result<File, Error> {
        let log = self.log();
        OpenOptions::new().create(true).append(true).open(&log).at("open", &log)
    }

    /// Publishes the authority's certificate for clients.
    pub(super) fn write_authority(&self, authority: &Authority) -> Result<(), Error> {
        let ca = self.ca();
        fs::write(&ca, authority.pem()).at("write", &ca)
    }

    /// Puts a certificate and its key where the server expects them.
    pub(super) fn write_identity(&self, identity: &Identity) -> Result<(), Error> {
        self.write("server.crt", &identity.certificate)?;
        self.write("server.key", &identity.key)
    }

    /// Writes a file of the data directory, for the server only.
    pub(super) fn write(&self, name: &str, text: &str) -> Result<(), Error> {
        let path = self.data().join(name);
        let mut file = OpenOptions::new()
            .create(true)
            .write(true)
            .truncate(true)
            .mode(0o600)
            .open(&path)
            .at("open", &path)?;
        file.write_all(text.as_bytes()).at("write", &path)?;
        self.account.owns(&path)
    }
}
