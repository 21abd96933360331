//! Where a server lives, and until when.

use super::{Options, layout::Layout, server::Server, watchdog::Watchdog};
use crate::{
    account::Account,
    error::{At, Error},
    postgres::Installation,
};
use std::{fs, path::Path};

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
    /// A temporary directory that goes with the process.
    pub(super) fn temporary() -> Result<Self, Error> {
        let parent = std::env::temp_dir();
        let directory =
            tempfile::Builder::new().prefix("mosaic-lab-").tempdir().at("make a directory in", &parent)?;
        let layout = Layout::make(directory.keep(), Account::for_servers()?)?;
        let watchdog = Watchdog::over(&layout)?;
        Ok(Self { layout, lifetime: Lifetime::Scoped(watchdog) })
    }

    /// A new directory that stays.
    pub(super) fn lasting(directory: &Path) -> Result<Self, Error> {
        fs::create_dir(directory).at("make", directory)?;
        let layout = Layout::make(directory.to_owned(), Account::for_servers()?)?;
        Ok(Self { layout, lifetime: Lifetime::Lasting })
    }

    /// Starts a server on the data directory that has been put here, and waits until it answers.
    pub(super) fn launch(&mut self, installation: &Installation, options: &Options) -> Result<Server, Error> {
        let mut server = Server::start(installation, options, &self.layout)?;
        if let Lifetime::Scoped(watchdog) = &mut self.lifetime {
            watchdog.watch(server.id())?;
        }
        server.wait_until_ready(&self.layout)?;
        Ok(server)
    }
}
