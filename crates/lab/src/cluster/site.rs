//! Where a server lives, and until when.

use super::{Options, layout::Layout, server::Server, watchdog::Watchdog};
use crate::{
    account::Account,
    error::{At, Error},
    postgres::Installation,
};

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
    pub(super) fn temporary() -> Result<Self, Error> {
        let layout = layout()?;
        let watchdog = Watchdog::over(layout.directory())?;
        Ok(Self { layout, lifetime: Lifetime::Scoped(watchdog) })
    }

    /// A directory that stays until somebody removes it.
    pub(super) fn lasting() -> Result<Self, Error> {
        Ok(Self { layout: layout()?, lifetime: Lifetime::Lasting })
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

fn layout() -> Result<Layout, Error> {
    let parent = std::env::temp_dir();
    let directory =
        tempfile::Builder::new().prefix("mosaic-lab-").tempdir().at("make a directory in", &parent)?;
    let layout = Layout::make(directory.path().to_owned(), Account::for_servers()?)?;
    // From here on it is the watchdog's, or whoever stops a lasting server.
    let _ = directory.keep();
    Ok(layout)
}
