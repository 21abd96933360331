//! Reads records out of a Vault KV-v2 store (HashiCorp Vault or OpenBao), one answer each.
//!
//! - **One server.** [`Address`] is a host and a port. The certificate must come from the one CA file that was named;
//!   redirects are not followed, proxies not asked, and no variable of the environment counts.
//! - **One answer.** Values and version of a [`Record`] are from the same response, which is judged whole ([`answer`]):
//!   two requests could see two versions.
//! - **Bounded.** An answer has a time and a size ([`Limits`]); what is larger is not kept.
//!
//! Invariant: no error and no `Debug` holds a token, a value, or any text that a server or a library chose. What they say
//! is turned into facts of our own where it arrives.

mod address;
mod answer;
mod error;
mod login;
mod request;
mod transport;

#[cfg(test)]
mod tests;

pub use address::{Address, NotAnAddress};
pub use error::Error;
pub use login::Login;

use super::Environment;
use super::record::{Kind, Record};
use mosaic_db::attest::SecretVersion;
use mosaic_db::postgres::CaBundle;
use mosaic_db::secret::Secret;
use std::fmt;
use std::time::Duration;
use transport::Transport;

/// Which version of a record is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The newest one there is.
    Newest,
    /// This one and no other.
    Exactly(SecretVersion),
}

/// What an exchange may take.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// From the first packet to the last byte of the answer.
    time: Duration,
    /// Of an answer's head, and of its body.
    bytes: usize,
}

/// A chain of certificates and a key are some 10 KiB.
const LIMITS: Limits = Limits { time: Duration::from_secs(15), bytes: 256 * 1024 };

/// Somebody whom the server knows, and the store he asks about.
pub struct Client {
    transport: Transport,
    token: Secret,
    environment: Environment,
}

impl Client {
    /// Logs in. What a token is worth shows when something is read with it.
    ///
    /// # Errors
    /// [`Error`] when an AppRole gets no token.
    pub async fn open(
        address: &Address,
        ca: &CaBundle,
        login: Login,
        environment: &Environment,
    ) -> Result<Self, Error> {
        Self::open_within(LIMITS, address, ca, login, environment).await
    }

    async fn open_within(
        limits: Limits,
        address: &Address,
        ca: &CaBundle,
        login: Login,
        environment: &Environment,
    ) -> Result<Self, Error> {
        let transport = Transport::new(address, ca, limits)?;
        let token = login.token(&transport).await?;
        Ok(Self { transport, token, environment: environment.clone() })
    }

    /// Reads one record.
    ///
    /// # Errors
    /// [`Error`] when there is no such version, or the server did not show it.
    pub async fn read(&self, kind: Kind, wanted: Wanted) -> Result<Record, Error> {
        let address = self.transport.address();
        let request = request::read(address, &self.token, &self.environment, kind, wanted)?;
        answer::record(&self.transport.exchange(request).await?, kind, wanted)
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Client({}, {})", self.transport.address(), self.environment)
    }
}
