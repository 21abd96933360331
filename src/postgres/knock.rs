//! What a server shows to somebody who has not logged in: its certificate, and how it answers in plaintext.
//!
//! Neither is a session. The handshake verifies like every other and ends where verification ends; what was shown is
//! remembered all the same, so that it can be said what is wrong with it. The attempt in plaintext carries names that
//! stand in this program's documentation, and no credential.

use super::tls::{CaBundle, CaError};
use super::x509::{Certificate, Chain, store};
use crate::dsn::Dsn;
use crate::error::Code;
use openssl::error::ErrorStack;
use openssl::ssl::{HandshakeError, SslConnector, SslMethod, SslVerifyMode, SslVersion};
use openssl::x509::verify::X509VerifyFlags;
use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs as _};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Asks for TLS (PostgreSQL manual, "Message Formats", SSLRequest).
const SSL_REQUEST: [u8; 8] = [0, 0, 0, 8, 4, 210, 22, 47];
/// The protocol's version 3.0.
const VERSION_3: [u8; 4] = [0, 3, 0, 0];
/// The longest message that is listened to.
const LONGEST: usize = 8 * 1024;
/// How the server says that no rule lets somebody in (`invalid_authorization_specification`).
const NOT_LET_IN: &str = "28000";

/// What a handshake came to.
pub enum Handshake {
    /// It verified.
    Verified {
        /// What the server showed.
        chain: Chain,
        /// The version of TLS.
        version: &'static str,
    },
    /// The server showed a certificate that does not verify.
    Refused {
        /// What the server showed.
        chain: Chain,
    },
    /// There was none, or it ended before a certificate was shown.
    None {
        /// What stands in the way.
        reason: String,
    },
}

/// Who knocks in plaintext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visitor {
    /// Somebody who wants a session with the database of the URL.
    Client,
    /// Somebody who wants to replicate, for whom the rules of databases do not count.
    Replica,
}

/// How a server answers to a plaintext startup packet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// No rule lets anybody in.
    Refused,
    /// It goes on to authentication.
    Admitted,
    /// Something else, from which nothing follows.
    Unclear(String),
}

/// Nobody answers.
#[derive(Debug, thiserror::Error)]
pub enum KnockError {
    /// No connection.
    #[error("{host}:{port} cannot be reached")]
    Unreachable {
        /// The host of the URL.
        host: String,
        /// The port of the URL.
        port: u16,
        /// What the operating system said.
        #[source]
        cause: io::Error,
    },
    /// The TLS library does not take the authorities.
    #[error(transparent)]
    Authorities(#[from] CaError),
    /// The TLS library does not do as it is told.
    #[error("the TLS library refuses what a handshake needs")]
    Library(#[from] ErrorStack),
}

impl KnockError {
    /// The catalogue code.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::Unreachable { .. } => Code::ServerUnreachable,
            Self::Authorities(error) => error.code(),
            Self::Library(_) => Code::Internal,
        }
    }
}

/// Shakes hands with the server of this URL as every session does, within `bound`, and says goodbye.
///
/// # Errors
/// [`KnockError`] where there is nobody to shake hands with.
pub fn shake_hands(dsn: &Dsn, ca: &CaBundle, bound: Duration) -> Result<Handshake, KnockError> {
    let mut stream = reach(dsn, bound)?;
    let mut answer = [0];
    if let Err(cause) = stream.write_all(&SSL_REQUEST).and_then(|()| stream.read_exact(&mut answer)) {
        return Ok(Handshake::None { reason: format!("no answer to the request for TLS: {cause}") });
    }
    if answer != *b"S" {
        return Ok(Handshake::None { reason: "the server does not offer TLS".to_owned() });
    }
    let shown = Arc::new(Mutex::new(None));
    let ended = connector(ca, Arc::clone(&shown))?.connect(dsn.host(), stream);
    let chain = shown.lock().unwrap_or_else(PoisonError::into_inner).take();
    Ok(match (ended, chain) {
        (Ok(stream), Some(chain)) => Handshake::Verified { chain, version: stream.ssl().version_str() },
        (Err(_), Some(chain)) => Handshake::Refused { chain },
        (Ok(_), None) => Handshake::None { reason: "the server showed no certificate".to_owned() },
        (Err(HandshakeError::SetupFailure(error)), None) => return Err(error.into()),
        (Err(error), None) => Handshake::None { reason: format!("the handshake failed: {}", words(&error)) },
    })
}

/// A connector as that of a session ([`super::tls::Connector`]), which remembers what it was shown.
fn connector(ca: &CaBundle, shown: Arc<Mutex<Option<Chain>>>) -> Result<SslConnector, KnockError> {
    let mut builder = SslConnector::builder(SslMethod::tls())?;
    builder.set_cert_store(store(&ca.certificates()?, X509VerifyFlags::empty(), None)?);
    builder.set_min_proto_version(Some(SslVersion::TLS1_2))?;
    builder.set_verify_callback(SslVerifyMode::PEER, move |verified, context| {
        let mut all = context.chain().into_iter().flatten();
        if let Some(leaf) = all.next() {
            let others = all.map(|other| Certificate::of(other.to_owned())).collect();
            let chain = Chain::of(Certificate::of(leaf.to_owned()), others);
            *shown.lock().unwrap_or_else(PoisonError::into_inner) = Some(chain);
        }
        // What OpenSSL thinks of it stands.
        verified
    });
    Ok(builder.build())
}

fn words<S>(error: &HandshakeError<S>) -> String {
    let (HandshakeError::Failure(ended) | HandshakeError::WouldBlock(ended)) = error else {
        return "setup".to_owned();
    };
    let stack = ended.error().ssl_error().and_then(|stack| stack.errors().first());
    let reason = stack.and_then(openssl::error::Error::reason).map(str::to_owned);
    reason
        .or_else(|| ended.error().io_error().map(ToString::to_string))
        .unwrap_or_else(|| "no reason".to_owned())
}

/// Sends the server of this URL a startup packet without asking for TLS first, and listens to the first message.
///
/// # Errors
/// [`KnockError::Unreachable`].
pub fn knock_in_plaintext(
    dsn: &Dsn,
    visitor: Visitor,
    user: &str,
    bound: Duration,
) -> Result<Answer, KnockError> {
    let mut stream = reach(dsn, bound)?;
    let packet = startup_packet(dsn.database(), visitor, user);
    Ok(match stream.write_all(&packet).and_then(|()| message(&mut stream)) {
        Ok((kind, body)) => read_answer(kind, &body),
        Err(cause) => Answer::Unclear(format!("no answer: {cause}")),
    })
}

/// PostgreSQL manual, "Message Formats", StartupMessage.
fn startup_packet(database: &str, visitor: Visitor, user: &str) -> Vec<u8> {
    let (key, value) = match visitor {
        Visitor::Client => ("database", database),
        Visitor::Replica => ("replication", "true"),
    };
    let body = [&VERSION_3[..], format!("user\0{user}\0{key}\0{value}\0\0").as_bytes()].concat();
    let length = u32::try_from(body.len() + 4).unwrap_or(u32::MAX);
    [&length.to_be_bytes()[..], &body].concat()
}

fn message(stream: &mut impl Read) -> io::Result<(u8, Vec<u8>)> {
    let mut head = [0; 5];
    stream.read_exact(&mut head)?;
    let [kind, length @ ..] = head;
    let length = usize::try_from(u32::from_be_bytes(length)).unwrap_or(usize::MAX);
    let mut body = vec![0; length.saturating_sub(4).min(LONGEST)];
    stream.read_exact(&mut body)?;
    Ok((kind, body))
}

/// What arrives without TLS may come from anybody between, so none of its text is repeated but a SQLSTATE.
fn read_answer(kind: u8, body: &[u8]) -> Answer {
    match kind {
        b'R' => Answer::Admitted,
        b'E' => match sqlstate(body) {
            Some(NOT_LET_IN) => Answer::Refused,
            Some(other) => Answer::Unclear(format!("refused with {other}")),
            None => Answer::Unclear("an error without a SQLSTATE".to_owned()),
        },
        _ => Answer::Unclear("an answer of another protocol".to_owned()),
    }
}

/// The field C of an ErrorResponse.
fn sqlstate(body: &[u8]) -> Option<&str> {
    let field = body.split(|byte| *byte == 0).find(|field| field.first() == Some(&b'C'))?;
    let state = std::str::from_utf8(field.get(1..)?).ok()?;
    let plain =
        state.len() == 5 && state.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase());
    plain.then_some(state)
}

/// A connection on which every wait ends at the same moment.
struct Bounded {
    stream: TcpStream,
    deadline: Instant,
}

impl Bounded {
    fn left(&self) -> io::Result<Duration> {
        left(self.deadline)
    }
}

fn left(deadline: Instant) -> io::Result<Duration> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
}

impl Read for Bounded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(Some(self.left()?))?;
        self.stream.read(buffer)
    }
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(Some(self.left()?))?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// Tries every address of the host, like a session.
fn reach(dsn: &Dsn, bound: Duration) -> Result<Bounded, KnockError> {
    let unreachable =
        |cause| KnockError::Unreachable { host: dsn.host().to_owned(), port: dsn.port(), cause };
    let deadline = Instant::now() + bound;
    let mut last = io::ErrorKind::AddrNotAvailable.into();
    for address in (dsn.host(), dsn.port()).to_socket_addrs().map_err(unreachable)? {
        let connected = left(deadline).and_then(|left| TcpStream::connect_timeout(&address, left));
        match connected {
            Ok(stream) => return Ok(Bounded { stream, deadline }),
            Err(cause) => last = cause,
        }
    }
    Err(unreachable(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_startup_packet_asks_for_nothing_but_names() {
        let packet = startup_packet("mosaic", Visitor::Client, "mosaic_runtime");
        assert_eq!(packet, b"\0\0\0\x2d\0\x03\0\0user\0mosaic_runtime\0database\0mosaic\0\0");
        let packet = startup_packet("mosaic", Visitor::Replica, "r");
        assert!(packet.ends_with(b"replication\0true\0\0"));
    }

    #[test]
    fn only_the_refusal_of_the_rules_is_one() {
        let error = |code: &str| format!("SFATAL\0VFATAL\0C{code}\0Mno entry\0\0").into_bytes();
        assert_eq!(read_answer(b'E', &error("28000")), Answer::Refused);
        assert_eq!(read_answer(b'E', &error("53300")), Answer::Unclear("refused with 53300".to_owned()));
        assert_eq!(read_answer(b'R', &[0, 0, 0, 10]), Answer::Admitted);
        for (kind, body) in [(b'E', error("<em>")), (b'E', Vec::new()), (b'H', b"TTP/1.1".to_vec())] {
            let Answer::Unclear(text) = read_answer(kind, &body) else { panic!("it is clear") };
            assert!(!text.contains("TTP") && !text.contains('<'), "{text}");
        }
    }

    #[test]
    fn a_message_is_never_longer_than_what_is_listened_to() {
        let mut endless = [b'E', 0xff, 0xff, 0xff, 0xff].chain(io::repeat(b'x'));
        assert_eq!(message(&mut endless).unwrap().1.len(), LONGEST);
        assert!(message(&mut &b"E\0"[..]).is_err());
    }
}
