//! The only place that knows the database driver and the TLS library.
//!
//! Every session is verify-full: our CA only, host name checked, SAN required, TLS 1.2 or newer, SCRAM bound to
//! the TLS channel. There is no constructor for anything weaker. A [`Session`] only ever reads. A
//! [`transaction::Transaction`] may write, on a connection that whoever links this opened.

pub mod batch;
pub mod copy;
pub mod embedded;
pub mod identity;
pub mod knock;
pub mod literal;
mod pieces;
pub mod session;
pub mod sqlstate;
pub mod statement;
pub mod tls;
pub mod transaction;
pub mod transport;
pub mod x509;

pub use batch::{Batch, More, ResultSet, ServerError, Stop, StopCause};
pub use copy::{CopyIn, CopyOut};
pub use identity::Identity;
pub use literal::Literal;
pub use session::Session;
pub use tls::CaBundle;
pub use transport::{ConnectError, Connection, Endpoint};
