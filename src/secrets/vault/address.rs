//! Where the server is: one host, one port, TLS.

use mosaic_db::dsn::host;
use mosaic_db::error::Code;
use std::fmt;

/// The port that a URL of this scheme means when it names none (RFC 9110, section 4.2.2).
const DEFAULT_PORT: u16 = 443;

/// `https://HOST` or `https://HOST:PORT`. Prints as that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// A name, or an address without brackets.
    host: String,
    port: u16,
}

/// The text is something else: another scheme, a user, a path, a query, or no host at all. It may hold a token, so it is
/// not repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the address is not of the form https://HOST or https://HOST:PORT, with nothing after it")]
pub struct NotAnAddress;

impl NotAnAddress {
    /// The catalogue code.
    pub const fn code(self) -> Code {
        Code::VaultAddressInvalid
    }
}

impl Address {
    /// Reads an address.
    ///
    /// # Errors
    /// [`NotAnAddress`].
    pub fn parse(text: &str) -> Result<Self, NotAnAddress> {
        let authority = text.strip_prefix("https://").ok_or(NotAnAddress)?;
        // The colons of an IPv6 address are inside its brackets.
        let closed = authority.find(']').map_or(0, |at| at + 1);
        let (host, port) = match authority[closed..].find(':') {
            Some(at) => (&authority[..closed + at], port(&authority[closed + at + 1..])?),
            None => (authority, DEFAULT_PORT),
        };
        let host = host::read(host).ok_or(NotAnAddress)?;
        Ok(Self { host, port })
    }

    /// The name that its certificate must have; an IPv6 address has no brackets.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The TCP port.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Host and port as a request names them (RFC 9110, section 7.2).
    pub fn authority(&self) -> String {
        let Self { host, port } = self;
        if host.contains(':') { format!("[{host}]:{port}") } else { format!("{host}:{port}") }
    }
}

fn port(text: &str) -> Result<u16, NotAnAddress> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    if plain { text.parse().map_err(|_| NotAnAddress) } else { Err(NotAnAddress) }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "https://{}", self.authority())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_host_and_one_port() {
        for (text, read) in [
            ("https://vault.example", "https://vault.example:443"),
            ("https://VAULT.example:8200", "https://vault.example:8200"),
            ("https://192.0.2.1:8200", "https://192.0.2.1:8200"),
            ("https://[2001:DB8::1]:8200", "https://[2001:db8::1]:8200"),
            ("https://[2001:db8::1]", "https://[2001:db8::1]:443"),
        ] {
            assert_eq!(
                Address::parse(text).map(|address| address.to_string()),
                Ok(read.to_owned()),
                "{text}"
            );
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "",
            "vault.example",
            "http://vault.example",
            "HTTPS://vault.example",
            "https://",
            "https://:8200",
            "https://vault.example/",
            "https://vault.example/v1",
            "https://vault.example:8200/",
            "https://vault.example?x",
            "https://vault.example#x",
            "https://user@vault.example",
            "https://user:word@vault.example",
            "https://vault.example:",
            "https://vault.example:0",
            "https://vault.example:08200",
            "https://vault.example:+8200",
            "https://vault.example:65536",
            "https://vault.example:8200\n",
            "https://vault.example.",
            "https://2001:db8::1",
            "https://a,b",
        ] {
            assert_eq!(Address::parse(text), Err(NotAnAddress), "{text}");
        }
    }
}
