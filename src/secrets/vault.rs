//! Reads records out of a Vault KV-v2 store (HashiCorp Vault or OpenBao), one answer each.
//!
//! - **One server.** [`Address`] is a host and a port. The certificate must come from the one CA file that was named;
//!   redirects are not followed, proxies not asked, and no variable of the environment counts.
//! - **One answer.** Values and version of a [`Record`] are from the same response, which is judged whole ([`answer`]):
//!   two requests could see two versions.
//! - **Bounded.** An answer has a time and a size ([`transport`]); what is larger is not kept.
//!
//! Invariant: no error and no `Debug` holds a token, a value, or any text that whoever answered chose. What was said
//! becomes facts of our own where it arrives.

mod address;
mod answer;
mod error;
mod login;
mod request;
mod transport;

pub use address::{Address, NotAnAddress};
pub use error::Error;
pub use login::Login;

use super::Environment;
use super::record::{Kind, Record};
use mosaic_db::attest::SecretVersion;
use mosaic_db::postgres::CaBundle;
use mosaic_db::secret::Secret;
use std::fmt;
use transport::Transport;

/// Which version of a record is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The newest one there is.
    Newest,
    /// This one and no other.
    Exactly(SecretVersion),
}

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
        let transport = Transport::new(address, ca)?;
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
