//! Where a server lives, and until when.

use super::{Durability, Options, layout::Layout, server::Server};
use crate::{
    account::Account,
    error::{At, Error},
    postgres::Installation,
    watchdog::Watchdog,
};
use std::path::{Path, PathBuf};

/// The last words of a server that got no port.
const PORT_TAKEN: &str = "could not create any TCP/IP sockets";

/// statfs(2).
const TMPFS_MAGIC: rustix::fs::FsWord = 0x0102_1994;

pub(super) struct Site {
    pub(super) layout: Layout,
    pub(super) lifetime: Lifetime,
}

pub(super) enum Lifetime {
    /// With the process; dropping the watchdog without dismissing it counts as the end of the process.
    Scoped(Watchdog),
    /// When somebody stops it.
    Lasting,
}

impl Site {
    /// A directory that goes with the process.
    pub(super) fn temporary(durability: Durability) -> Result<Self, Error> {
        let layout = layout(&match durability {
            Durability::Volatile => memory().unwrap_or_else(std::env::temp_dir),
            Durability::Durable => std::env::temp_dir(),
        })?;
        let watchdog = Watchdog::over(layout.directory())?;
        Ok(Self { layout, lifetime: Lifetime::Scoped(watchdog) })
    }

    /// A directory that stays until somebody removes it.
    pub(super) fn lasting() -> Result<Self, Error> {
        Ok(Self { layout: layout(&std::env::temp_dir())?, lifetime: Lifetime::Lasting })
    }

    /// Starts a server on the data directory that has been put here, and waits until it answers.
    pub(super) fn launch(&mut self, installation: &Installation, options: &Options) -> Result<Server, Error> {
        let mut attempts = 5;
        loop {
            let mut server = Server::start(installation, options, &self.layout)?;
            if let Lifetime::Scoped(watchdog) = &mut self.lifetime {
                watchdog.watch(server.id())?;
            }
            match server.wait_until_ready(&self.layout) {
                // Somebody else took the port between our look at it and the server's.
                Err(Error::NotReady { log }) if attempts > 1 && log.contains(PORT_TAKEN) => attempts -= 1,
                ready => return ready.map(|()| server),
            }
        }
    }
}

/// A file system in memory with room for several servers: filling a data directory there takes a tenth of the time.
fn memory() -> Option<PathBuf> {
    const ROOM: u64 = 2 << 30;
    let shared = Path::new("/dev/shm");
    let in_memory = rustix::fs::statfs(shared).ok()?.f_type == TMPFS_MAGIC;
    let space = rustix::fs::statvfs(shared).ok()?;
    (in_memory && space.f_bavail * space.f_frsize >= ROOM).then(|| shared.to_owned())
}

fn layout(parent: &Path) -> Result<Layout, Error> {
    let directory = tempfile::Builder::new().prefix("mosaic-lab-").tempdir_in(parent);
    let directory = directory.at("make a directory in", parent)?;
    let layout = Layout::make(directory.path().to_owned(), Account::for_servers()?)?;
    // From here on it is the watchdog's, or whoever stops a lasting server.
    let _ = directory.keep();
    Ok(layout)
}
