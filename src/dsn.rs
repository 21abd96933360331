//! Database URLs, in the one form this product accepts:
//! `postgresql://user:password@host:port/database?sslmode=verify-full`.
//!
//! The parser is our own because the two in use disagree: libpq and the Rust driver cut the user at different
//! `@`, add or replace repeated hosts, keep or refuse bad escapes, and both take keys that redirect the
//! connection. Here what they could read differently is refused. The text never reaches another parser.
//!
//! Invariant: an error says what kind of mistake it is and at which byte; it holds no byte of the text.

pub mod host;

use crate::error::Code;
use crate::identifier::Identifier;
use crate::secret::Secret;
use std::fmt;
use zeroize::Zeroizing;

/// A URL is a line that somebody wrote or generated; anything longer is not one.
const MAX_BYTES: usize = 4096;
/// The longest role or database name, `NAMEDATALEN - 1` (PostgreSQL manual, 4.1.1).
const MAX_NAME_BYTES: usize = 63;
const DEFAULT_PORT: u16 = 5432;
const SCHEMES: [&str; 2] = ["postgresql://", "postgres://"];

/// Where to log in, as whom. `Debug` hides the password.
#[derive(Debug)]
pub struct Dsn {
    user: String,
    password: Secret,
    host: String,
    port: u16,
    database: String,
}

/// What is wrong with a database URL, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the database URL {kind} (byte {offset})")]
pub struct DsnError {
    /// The mistake.
    pub kind: Mistake,
    /// Where it starts, in bytes from the beginning of the text.
    pub offset: usize,
}

/// The mistakes a database URL can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// A control character, such as the newline an editor adds.
    ControlCharacter,
    /// The database name is empty or longer than PostgreSQL keeps.
    DatabaseLength,
    /// A query key that was already there.
    DuplicateKey,
    /// An escape that is not two hexadecimal digits.
    Escape,
    /// A fragment: a `#` that is not escaped.
    Fragment,
    /// Not a DNS name, an IPv4 address or an IPv6 address in brackets.
    Host,
    /// More bytes than any such URL has.
    Length,
    /// Not ASCII.
    NotAscii,
    /// Escapes that do not decode to UTF-8.
    NotUtf8,
    /// An escaped NUL, which no PostgreSQL name or password can hold.
    Nul,
    /// An empty or missing password.
    Password,
    /// Not a decimal number from 1 to 65535.
    Port,
    /// A character that stands for itself only when escaped.
    Reserved,
    /// Neither `postgresql://` nor `postgres://`.
    Scheme,
    /// More than one host.
    SeveralHosts,
    /// `sslmode=verify-full` is missing, or something else is asked for.
    SslMode,
    /// A query key other than `sslmode`.
    UnknownKey,
    /// Not 1 to 63 of the characters `a-z`, `0-9` and `_`.
    User,
}

impl DsnError {
    /// The catalogue code.
    #[must_use]
    pub const fn code(&self) -> Code {
        Code::DsnInvalid
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ControlCharacter => "holds a control character, such as a trailing newline",
            Self::DatabaseLength => "needs a database name of 1 to 63 bytes",
            Self::DuplicateKey => "repeats a query key",
            Self::Escape => "holds a percent sign that two hexadecimal digits do not follow",
            Self::Fragment => "holds a fragment; a # must be written %23",
            Self::Host => "needs one host: a DNS name, an IPv4 address or an IPv6 address in brackets",
            Self::Length => "is longer than 4096 bytes",
            Self::NotAscii => "holds a byte that must be percent-encoded",
            Self::NotUtf8 => "holds escapes that are not UTF-8",
            Self::Nul => "holds an escaped NUL",
            Self::Password => "needs a password",
            Self::Port => "needs a port from 1 to 65535",
            Self::Reserved => "holds a character that must be percent-encoded",
            Self::Scheme => "does not begin with postgresql://",
            Self::SeveralHosts => "names several hosts",
            Self::SslMode => "needs sslmode=verify-full, and no other mode",
            Self::UnknownKey => "holds a query key other than sslmode",
            Self::User => "needs a user of 1 to 63 characters out of a-z, 0-9 and _",
        })
    }
}

/// A part of the text that knows where it stands in it.
#[derive(Clone, Copy)]
struct Part<'a> {
    text: &'a str,
    offset: usize,
}

impl Dsn {
    /// Reads a database URL.
    ///
    /// # Errors
    /// [`DsnError`] for everything but the one accepted form.
    pub fn parse(text: &str) -> Result<Self, DsnError> {
        let whole = Part { text, offset: 0 };
        if text.len() > MAX_BYTES {
            return Err(whole.at(MAX_BYTES, Mistake::Length));
        }
        if let Some(at) = text.bytes().position(|byte| byte.is_ascii_control()) {
            return Err(whole.at(at, Mistake::ControlCharacter));
        }
        if let Some(at) = text.bytes().position(|byte| !byte.is_ascii()) {
            return Err(whole.at(at, Mistake::NotAscii));
        }
        if let Some(at) = text.find('#') {
            return Err(whole.at(at, Mistake::Fragment));
        }
        let scheme = SCHEMES.into_iter().find(|scheme| text.starts_with(scheme));
        let rest = whole.from(scheme.ok_or(whole.at(0, Mistake::Scheme))?.len());
        // RFC 3986, section 3.2: the authority ends at the first slash or question mark.
        let (authority, rest) = rest.cut_before(['/', '?']);
        let (path, query) = rest.cut_before(['?']);
        let (user, password, server) = authority.credentials()?;
        let (host, port) = server.host_and_port()?;
        let database = path.database()?;
        query.require_verify_full()?;
        Ok(Self { user: user.to_owned(), password, host, port, database })
    }

    /// The same login on another database of the server.
    #[must_use]
    pub fn in_database(self, database: &Identifier) -> Self {
        Self { database: database.as_str().to_owned(), ..self }
    }

    /// Another login on a database of the same server: one of this program's roles, or this one's own.
    #[must_use]
    pub fn of_login(&self, user: &str, password: &Secret, database: &Identifier) -> Self {
        Self {
            user: user.to_owned(),
            password: Secret::new(password.expose().to_owned()),
            host: self.host.clone(),
            port: self.port,
            database: database.as_str().to_owned(),
        }
    }

    /// The role to log in as.
    #[must_use]
    pub fn user(&self) -> &str {
        &self.user
    }

    /// Its password.
    #[must_use]
    pub const fn password(&self) -> &Secret {
        &self.password
    }

    /// The server's name, in lower case, or its IP address in its shortest form and without brackets.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The server's port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// The database to connect to.
    #[must_use]
    pub fn database(&self) -> &str {
        &self.database
    }
}

impl<'a> Part<'a> {
    const fn at(self, within: usize, kind: Mistake) -> DsnError {
        DsnError { kind, offset: self.offset + within }
    }

    fn from(self, within: usize) -> Self {
        Self { text: &self.text[within..], offset: self.offset + within }
    }

    /// The part before the first of these characters, and the part that begins with it.
    fn cut_before<const N: usize>(self, stops: [char; N]) -> (Self, Self) {
        let at = self.text.find(stops).unwrap_or(self.text.len());
        (Self { text: &self.text[..at], offset: self.offset }, self.from(at))
    }

    /// User, password and what follows the one `@`.
    fn credentials(self) -> Result<(&'a str, Secret, Self), DsnError> {
        let (credentials, server) = self.cut_before(['@']);
        let (user, password) = credentials.cut_before([':']);
        let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        if let Some(at) = user.text.bytes().position(|byte| !allowed(byte)) {
            return Err(user.at(at, Mistake::User));
        }
        if user.text.is_empty() || user.text.len() > MAX_NAME_BYTES {
            return Err(user.at(0, Mistake::User));
        }
        if password.text.len() < 2 || server.text.is_empty() {
            return Err(password.at(0, Mistake::Password));
        }
        let server = server.from(1);
        if let Some(at) = server.text.find('@') {
            return Err(server.at(at, Mistake::Reserved));
        }
        Ok((user.text, Secret::new(password.from(1).decoded()?), server))
    }

    fn host_and_port(self) -> Result<(String, u16), DsnError> {
        if let Some(at) = self.text.find(',') {
            return Err(self.at(at, Mistake::SeveralHosts));
        }
        // The colons of an IPv6 address are inside its brackets.
        let closed = self.text.find(']').map_or(0, |at| at + 1);
        let end = self.text[closed..].find(':').map_or(self.text.len(), |at| closed + at);
        let host = host::read(&self.text[..end]).ok_or(self.at(0, Mistake::Host))?;
        let port = match self.from(end) {
            Self { text: "", .. } => DEFAULT_PORT,
            part => part.from(1).port()?,
        };
        Ok((host, port))
    }

    fn port(self) -> Result<u16, DsnError> {
        let plain = self.text.bytes().all(|byte| byte.is_ascii_digit()) && !self.text.starts_with('0');
        let number = if plain { self.text.parse().ok() } else { None };
        number.ok_or(self.at(0, Mistake::Port))
    }

    fn database(self) -> Result<String, DsnError> {
        if self.text.len() < 2 {
            return Err(self.at(0, Mistake::DatabaseLength));
        }
        let name = self.from(1).decoded()?;
        if name.len() > MAX_NAME_BYTES {
            return Err(self.at(1, Mistake::DatabaseLength));
        }
        Ok(name)
    }

    fn require_verify_full(self) -> Result<(), DsnError> {
        let mut seen = false;
        let mut rest = self;
        while !rest.text.is_empty() {
            // Each pair begins with the ? or & before it.
            let (pair, next) = rest.from(1).cut_before(['&']);
            let (key, value) = pair.cut_before(['=']);
            match (key.text, value.text, seen) {
                ("sslmode", _, true) => return Err(key.at(0, Mistake::DuplicateKey)),
                ("sslmode", "=verify-full", false) => seen = true,
                ("sslmode", _, false) => return Err(value.at(0, Mistake::SslMode)),
                _ => return Err(key.at(0, Mistake::UnknownKey)),
            }
            rest = next;
        }
        if seen { Ok(()) } else { Err(self.at(0, Mistake::SslMode)) }
    }

    /// The text with its escapes replaced. Only RFC 3986's unreserved characters and sub-delimiters stand for
    /// themselves: what `:`, `@`, `/` and `?` mean depends on who reads them.
    fn decoded(self) -> Result<String, DsnError> {
        let bytes = self.text.as_bytes();
        // Decoding only shrinks: this buffer never grows and leaves no copy of a password behind.
        let mut decoded = Zeroizing::new(Vec::with_capacity(bytes.len()));
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'%' => {
                    let digits = bytes.get(at + 1..at + 3).ok_or(self.at(at, Mistake::Escape))?;
                    let value = hexadecimal(digits).ok_or(self.at(at, Mistake::Escape))?;
                    if value == 0 {
                        return Err(self.at(at, Mistake::Nul));
                    }
                    decoded.push(value);
                    at += 3;
                }
                _ if stands_for_itself(byte) => {
                    decoded.push(byte);
                    at += 1;
                }
                _ => return Err(self.at(at, Mistake::Reserved)),
            }
        }
        let text = std::str::from_utf8(&decoded).map_err(|_| self.at(0, Mistake::NotUtf8))?;
        Ok(text.to_owned())
    }
}

fn hexadecimal(digits: &[u8]) -> Option<u8> {
    digits.iter().try_fold(0, |value, digit| {
        let digit = char::from(*digit).to_digit(16)?;
        u8::try_from(digit).ok().map(|digit| value << 4 | digit)
    })
}

const fn stands_for_itself(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(
            byte,
            b'-' | b'.'
                | b'_'
                | b'~'
                | b'!'
                | b'$'
                | b'&'
                | b'\''
                | b'('
                | b')'
                | b'*'
                | b'+'
                | b','
                | b';'
                | b'='
        )
}

/// Whether a text could be a connection string, of this form or any other: a URL, or keys and values with a password.
/// What does is never repeated in an error.
#[must_use]
pub fn resembles_credential(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    text.contains("://") || text.contains("password=")
}

#[cfg(test)]
mod tests;
