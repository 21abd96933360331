//! Changes to a running server: another certificate, another way to authenticate, other settings.
//!
//! Each returns when every connection from then on sees the change; sessions that are open keep what they have.

use super::{Authentication, Cluster, SUPERUSER, settings};
use crate::{
    certificates::Identity,
    error::{At, Error},
};
use std::{
    fs, thread,
    time::{Duration, Instant, SystemTime},
};

impl Cluster {
    /// Makes the server present this certificate.
    ///
    /// # Errors
    /// When a file cannot be written, or the server does not take the change.
    pub fn present(&self, identity: &Identity) -> Result<(), Error> {
        self.site.layout.write_identity(identity)?;
        self.reload()
    }

    /// Makes the server authenticate logins over TLS in this way.
    ///
    /// # Errors
    /// As for [`Cluster::present`].
    pub fn authenticate(&self, authentication: Authentication) -> Result<(), Error> {
        self.site.layout.write("pg_hba.conf", &settings::access(authentication))?;
        self.reload()
    }

    /// Adds lines to the rules of access, after those that every server here has.
    ///
    /// # Errors
    /// As for [`Cluster::present`].
    pub fn admit(&self, lines: &[&str]) -> Result<(), Error> {
        let rules = settings::access(Authentication::ScramSha256);
        self.site.layout.write("pg_hba.conf", &format!("{rules}{}\n", lines.join("\n")))?;
        self.reload()
    }

    /// Adds lines to `postgresql.conf`, such as `ssl = off`. A later line wins over an earlier one.
    ///
    /// # Errors
    /// As for [`Cluster::present`].
    pub fn configure(&self, lines: &[&str]) -> Result<(), Error> {
        let path = self.site.layout.data().join("postgresql.conf");
        let before = fs::read_to_string(&path).at("read", &path)?;
        self.site.layout.write("postgresql.conf", &format!("{before}{}\n", lines.join("\n")))?;
        self.reload()
    }

    /// Every session inherits the load time of the postmaster it came from, which reads the settings first, then
    /// the access rules and the certificates, and starts no session in between.
    fn reload(&self) -> Result<(), Error> {
        const LOADED: &str = "SELECT pg_conf_load_time()";
        let loaded = || Ok::<SystemTime, Error>(self.admin(SUPERUSER)?.query_one(LOADED, &[])?.get(0));
        let before = loaded()?;
        self.admin(SUPERUSER)?.batch_execute("SELECT pg_reload_conf()")?;
        let deadline = Instant::now() + Duration::from_secs(30);
        while loaded()? == before {
            if Instant::now() > deadline {
                return Err(Error::NotReady { log: crate::process::tail(&self.log()) });
            }
            thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }
}
