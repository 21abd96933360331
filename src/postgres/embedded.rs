//! The embedded database (PGlite) through its own socket server: one connection, no TLS, no password. It is only ever
//! read from, and only where no network is in between: a Unix socket, or a loopback address.

use super::pieces::Pieces;
use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, UnixStream};
use tokio::time::timeout;
use tokio_postgres::{Client, Config, NoTls};

/// Where the embedded database listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address(Place);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    Unix(PathBuf),
    Loopback(SocketAddr),
}

/// Not an address the embedded database may be read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("neither the absolute path of a socket nor a loopback address with a port")]
pub struct NotLocal;

/// Why there is no connection.
#[derive(Debug, thiserror::Error)]
pub enum EmbeddedError {
    /// Nothing listens there, or it is not a database.
    #[error("the embedded database at {address} cannot be reached")]
    Unreachable {
        /// The address.
        address: Address,
        /// What the operating system or the driver said.
        #[source]
        cause: Box<dyn std::error::Error + Send + Sync>,
    },
    /// No answer in time; it serves one connection, which may be another's.
    #[error("no session with the embedded database at {address} within {} ms", .bound.as_millis())]
    TimedOut {
        /// The address.
        address: Address,
        /// The bound that was set.
        bound: Duration,
    },
}

/// A connection to the embedded database.
pub struct Embedded {
    client: Client,
    task: tokio::task::JoinHandle<()>,
}

impl FromStr for Address {
    type Err = NotLocal;

    fn from_str(text: &str) -> Result<Self, NotLocal> {
        if text.starts_with('/') {
            return Ok(Self(Place::Unix(text.into())));
        }
        match text.parse::<SocketAddr>() {
            Ok(address) if address.ip().is_loopback() && address.port() != 0 => {
                Ok(Self(Place::Loopback(address)))
            }
            _ => Err(NotLocal),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Place::Unix(path) => path.display().fmt(f),
            Place::Loopback(address) => address.fmt(f),
        }
    }
}

impl Embedded {
    /// Opens the connection, within the bound for all of it together.
    ///
    /// # Errors
    /// [`EmbeddedError`].
    pub async fn open(
        address: &Address,
        application_name: &str,
        bound: Duration,
    ) -> Result<Self, EmbeddedError> {
        let opening = async {
            match &address.0 {
                Place::Unix(path) => {
                    let stream =
                        UnixStream::connect(path).await.map_err(|cause| unreachable(address, cause))?;
                    start(address, stream, application_name).await
                }
                Place::Loopback(socket) => {
                    let stream =
                        TcpStream::connect(socket).await.map_err(|cause| unreachable(address, cause))?;
                    start(address, stream, application_name).await
                }
            }
        };
        timeout(bound, opening)
            .await
            .unwrap_or_else(|_elapsed| Err(EmbeddedError::TimedOut { address: address.clone(), bound }))
    }

    /// The driver's client.
    #[must_use]
    pub const fn client(&self) -> &Client {
        &self.client
    }

    /// Ends the session in order: the server has no other connection to give.
    pub async fn close(self) {
        drop(self.client);
        let _ended_either_way = self.task.await;
    }
}

async fn start<S>(address: &Address, stream: S, application_name: &str) -> Result<Embedded, EmbeddedError>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let mut config = Config::new();
    // The user and the database that it makes by itself; it asks for no password.
    config.user("postgres").dbname("postgres").application_name(application_name);
    let (client, connection) =
        config.connect_raw(Pieces::of(stream), NoTls).await.map_err(|cause| unreachable(address, cause))?;
    let task = tokio::spawn(async move {
        let _reported_to_the_waiting_query = connection.await;
    });
    Ok(Embedded { client, task })
}

fn unreachable(address: &Address, cause: impl std::error::Error + Send + Sync + 'static) -> EmbeddedError {
    EmbeddedError::Unreachable { address: address.clone(), cause: Box::new(cause) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_no_network_lies_before() {
        for good in ["/run/pglite.sock", "127.0.0.1:5432", "127.9.9.9:1", "[::1]:5432"] {
            assert_eq!(good.parse::<Address>().map(|address| address.to_string()), Ok(good.to_owned()));
        }
        for bad in [
            "",
            "localhost:5432",
            "10.0.0.1:5432",
            "0.0.0.0:5432",
            "127.0.0.1",
            "127.0.0.1:0",
            "[::]:1",
            "x/y",
        ] {
            assert_eq!(bad.parse::<Address>(), Err(NotLocal), "{bad}");
        }
    }
}
