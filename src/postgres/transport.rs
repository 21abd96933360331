//! Opening one verified connection: our DSN, our CA, our settings, and an error that names what was refused.

use super::batch::ServerError;
use super::sqlstate;
use super::tls::{CaBundle, CaError, Connector, Leaf, TlsError};
use crate::digest::Digest;
use crate::dsn::Dsn;
use crate::error::Code;
use std::error::Error as _;
use std::fmt::Write as _;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio_postgres::config::{ChannelBinding, SslMode};
use tokio_postgres::error::Severity;
use tokio_postgres::{AsyncMessage, CancelToken, Client};

/// Where to connect, and what to believe there.
pub struct Endpoint {
    dsn: Dsn,
    connector: Connector,
    connect_timeout: Duration,
}

/// Settings that ride in the startup packet: they cost no round trip and `RESET ALL` returns to them.
#[derive(Clone, Debug, Default)]
pub struct StartupSettings {
    options: String,
}

/// A verified connection. Dropping it abandons it; [`Connection::close`] says goodbye to the server.
pub struct Connection {
    client: Client,
    leaf: Leaf,
    connector: Connector,
    warnings: Arc<Mutex<Vec<String>>>,
    task: tokio::task::JoinHandle<()>,
}

/// How many warnings are kept for whoever asks for them.
const WARNINGS_KEPT: usize = 100;

/// Why there is no connection.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// No TCP connection, or it ended before the session was up.
    #[error("{host}:{port} cannot be reached")]
    Unreachable {
        /// The host of the DSN.
        host: String,
        /// The port of the DSN.
        port: u16,
        /// What the operating system said.
        #[source]
        cause: Option<Box<dyn std::error::Error + Send + Sync>>,
    },
    /// Connecting took longer than allowed.
    #[error("no session with {host}:{port} within {} ms", .bound.as_millis())]
    TimedOut {
        /// The host of the DSN.
        host: String,
        /// The port of the DSN.
        port: u16,
        /// The bound that was set.
        bound: Duration,
    },
    /// The server does not offer TLS.
    #[error("{host}:{port} does not offer TLS")]
    TlsNotOffered {
        /// The host of the DSN.
        host: String,
        /// The port of the DSN.
        port: u16,
    },
    /// TLS was refused, before any user name was sent.
    #[error("TLS with {host}:{port} was refused")]
    Tls {
        /// The host of the DSN.
        host: String,
        /// The port of the DSN.
        port: u16,
        /// What was refused.
        #[source]
        cause: TlsError,
    },
    /// The server wanted a weaker authentication than SCRAM bound to the TLS channel; no password was sent.
    #[error("the server does not authenticate {user} with SCRAM and channel binding")]
    NotChannelBound {
        /// The user of the DSN.
        user: String,
    },
    /// The server refused the session.
    #[error("the server refused the session of {user} on database {database}: {cause}")]
    Refused {
        /// The user of the DSN.
        user: String,
        /// The database of the DSN.
        database: String,
        /// What the server said.
        cause: ServerError,
    },
}

impl ConnectError {
    /// The catalogue code.
    #[must_use]
    pub fn code(&self) -> Code {
        match self {
            Self::Unreachable { .. } | Self::TimedOut { .. } => Code::ServerUnreachable,
            Self::TlsNotOffered { .. } => Code::TlsNotOffered,
            Self::Tls { cause, .. } => match cause {
                TlsError::Verification { .. } | TlsError::Certificate => Code::TlsCertificateRefused,
                TlsError::Handshake { .. } => Code::TlsHandshakeFailed,
                TlsError::NoSubjectAlternativeName => Code::TlsSanMissing,
                TlsError::NoChannelBinding => Code::TlsNoChannelBinding,
                TlsError::Spki { .. } => Code::TlsKeyMismatch,
            },
            Self::NotChannelBound { .. } => Code::AuthenticationWeak,
            Self::Refused { cause, .. } if sqlstate::is_temporary_refusal(&cause.sqlstate) => {
                Code::ServerNotReady
            }
            Self::Refused { .. } => Code::AuthenticationFailed,
        }
    }
}

impl StartupSettings {
    /// Adds a setting. Names and values are this program's own, never an operator's text.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: &str) -> Self {
        // Spaces and backslashes are escaped as the server unescapes them (libpq, "options" parameter).
        let between = if self.options.is_empty() { "" } else { " " };
        let _infallible = write!(self.options, "{between}-c {name}=");
        for character in value.chars() {
            if character == ' ' || character == '\\' {
                self.options.push('\\');
            }
            self.options.push(character);
        }
        self
    }
}

impl Endpoint {
    /// An endpoint reached with `dsn`, trusting `ca` alone.
    ///
    /// # Errors
    /// [`CaError::Refused`] when the TLS library refuses the CA bundle.
    pub fn new(
        dsn: Dsn,
        ca: &CaBundle,
        expected_spki: Option<Digest>,
        connect_timeout: Duration,
    ) -> Result<Self, CaError> {
        Ok(Self { dsn, connector: Connector::new(ca, expected_spki)?, connect_timeout })
    }

    /// The same server, with the same trust, reached with another DSN.
    #[must_use]
    pub fn with(&self, dsn: Dsn) -> Self {
        Self { dsn, connector: self.connector.afresh(), connect_timeout: self.connect_timeout }
    }

    /// The DSN this endpoint was made from.
    #[must_use]
    pub const fn dsn(&self) -> &Dsn {
        &self.dsn
    }

    /// Opens a connection and authenticates, within the connect timeout for all of it together.
    ///
    /// # Errors
    /// [`ConnectError`], after which nothing is left open.
    pub async fn connect(
        &self,
        application_name: &str,
        settings: &StartupSettings,
    ) -> Result<Connection, ConnectError> {
        let mut config = tokio_postgres::Config::new();
        config
            .host(self.dsn.host())
            .port(self.dsn.port())
            .user(self.dsn.user())
            .password(self.dsn.password().expose())
            .dbname(self.dsn.database())
            .application_name(application_name)
            .options(&settings.options)
            .ssl_mode(SslMode::Require)
            .channel_binding(ChannelBinding::Require)
            .connect_timeout(self.connect_timeout)
            .tcp_user_timeout(Duration::from_secs(30))
            .keepalives_idle(Duration::from_secs(15))
            .keepalives_interval(Duration::from_secs(5))
            .keepalives_retries(3);
        let connector = self.connector.afresh();
        let connecting = config.connect(connector.clone());
        let (client, mut connection) = tokio::time::timeout(self.connect_timeout, connecting)
            .await
            .map_err(|_elapsed| self.timed_out())?
            .map_err(|error| self.classify(error))?;
        let leaf = connector.leaf().ok_or_else(|| ConnectError::Tls {
            host: self.dsn.host().to_owned(),
            port: self.dsn.port(),
            cause: TlsError::Certificate,
        })?;
        // What ends the connection reaches whoever waits for an answer; the task has nobody else to tell.
        let warnings = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&warnings);
        let task = tokio::spawn(async move {
            while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
                keep_warning(&kept, &message);
            }
        });
        Ok(Connection { client, leaf, connector, warnings, task })
    }

    fn timed_out(&self) -> ConnectError {
        ConnectError::TimedOut {
            host: self.dsn.host().to_owned(),
            port: self.dsn.port(),
            bound: self.connect_timeout,
        }
    }

    /// The driver's error kinds are private; what we need is told by the type of the cause.
    fn classify(&self, error: tokio_postgres::Error) -> ConnectError {
        let (host, port) = (self.dsn.host().to_owned(), self.dsn.port());
        if let Some(server) = error.as_db_error() {
            return ConnectError::Refused {
                user: self.dsn.user().to_owned(),
                database: self.dsn.database().to_owned(),
                cause: ServerError::from_driver(server),
            };
        }
        let shown = error.to_string();
        if error.source().is_some_and(|cause| cause.is::<std::io::Error>()) || error.is_closed() {
            return ConnectError::Unreachable { host, port, cause: error.into_source() };
        }
        let Some(cause) = error.into_source() else {
            return ConnectError::Unreachable { host, port, cause: None };
        };
        match cause.downcast::<TlsError>() {
            Ok(cause) => ConnectError::Tls { host, port, cause: *cause },
            Err(_) if shown.starts_with("error performing TLS") => ConnectError::TlsNotOffered { host, port },
            Err(_) if shown.starts_with("authentication error") => {
                ConnectError::NotChannelBound { user: self.dsn.user().to_owned() }
            }
            Err(cause) => ConnectError::Unreachable { host, port, cause: Some(cause) },
        }
    }
}

impl Connection {
    /// The driver's client. What may be done with it is the caller's contract: [`super::Session`] only reads.
    #[must_use]
    pub const fn client(&self) -> &Client {
        &self.client
    }

    /// The same for who begins a transaction: as long as it is open, nobody else has the client.
    pub(super) const fn client_mut(&mut self) -> &mut Client {
        &mut self.client
    }

    /// The server's certificate, as seen in this connection's handshake.
    #[must_use]
    pub const fn leaf(&self) -> Leaf {
        self.leaf
    }

    /// The SQLSTATEs of the warnings that came since this was last asked. A statement's warnings come before its end.
    #[must_use]
    pub fn take_warnings(&self) -> Vec<String> {
        std::mem::take(&mut self.warnings.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// What cancels a statement of this connection from outside, over TLS of the same strength.
    #[must_use]
    pub fn canceller(&self) -> Canceller {
        Canceller { token: self.client.cancel_token(), connector: self.connector.clone() }
    }

    /// Ends the session in order, so that the server does not log a lost client.
    pub async fn close(self) {
        drop(self.client);
        let _ended_either_way = self.task.await;
    }
}

fn keep_warning(kept: &Mutex<Vec<String>>, message: &AsyncMessage) {
    let AsyncMessage::Notice(notice) = message else { return };
    if notice.parsed_severity() != Some(Severity::Warning) {
        return;
    }
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    if kept.len() < WARNINGS_KEPT {
        kept.push(notice.code().code().to_owned());
    }
}

/// Cancels the statement that is running on a connection.
pub struct Canceller {
    token: CancelToken,
    connector: Connector,
}

impl Canceller {
    /// Asks the server to cancel. Whether it did shows only in what the cancelled statement returns.
    pub async fn cancel(&self) {
        let _seen_in_the_statement = self.token.cancel_query(self.connector.clone()).await;
    }
}
