//! A standby: a second server that follows the first and accepts no writes.

use super::{Cluster, Durability, Options, SUPERUSER, site::Site};
use crate::{error::Error, process};
use std::{process::Command, sync::Arc};

impl Cluster {
    /// Starts a hot standby of this cluster, which ends like any other. It has the same logins, databases,
    /// certificates and authority.
    ///
    /// # Errors
    /// When a program, a file or the server itself fails.
    pub fn standby(&self) -> Result<Self, Error> {
        let mut site = Site::temporary(Durability::Volatile)?;
        let mut copy = Command::new(self.installation.client("pg_basebackup"));
        copy.args(["--write-recovery-conf", "--checkpoint=fast", "--no-sync", "--username", SUPERUSER])
            .arg("--host")
            .arg(self.site.layout.socket())
            .args(["--port", &self.port().to_string(), "--pgdata"])
            .arg(site.layout.data())
            .current_dir("/");
        process::run(site.layout.account().runs(&mut copy))?;
        site.layout.write_authority(&self.authority)?;
        let options = Options::default();
        let server = site.launch(&self.installation, &options)?;
        Ok(Self {
            installation: self.installation.clone(),
            options,
            authority: Arc::clone(&self.authority),
            superuser_password: self.superuser_password.clone(),
            site,
            server,
        })
    }
}
