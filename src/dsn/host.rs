//! The host of a database URL: one name or one address, in one spelling.

use std::net::{Ipv4Addr, Ipv6Addr};

/// The longest DNS name in text form (RFC 1035, section 2.3.4).
const MAX_NAME: usize = 253;
const MAX_LABEL: usize = 63;

/// The host in the spelling used from here on, or nothing if it is none.
#[must_use]
pub fn read(text: &str) -> Option<String> {
    if let Some(inner) = text.strip_prefix('[') {
        let address: Ipv6Addr = inner.strip_suffix(']')?.parse().ok()?;
        return Some(address.to_string());
    }
    let labels_are_good = text.len() <= MAX_NAME && text.split('.').all(is_label);
    let last = text.rsplit('.').next()?;
    // A name whose last label begins with a digit is an address or a mistake: no top-level domain does, and
    // resolvers disagree about `127.1` and `127.0.0.0x1`. A single label (`1db`) may be a container's name.
    let numeric = last.bytes().all(|byte| byte.is_ascii_digit());
    let ends_in_number =
        numeric || (text.contains('.') && last.starts_with(|first: char| first.is_ascii_digit()));
    match (labels_are_good, ends_in_number) {
        (false, _) => None,
        (true, true) => text.parse::<Ipv4Addr>().ok().map(|address| address.to_string()),
        (true, false) => Some(text.to_ascii_lowercase()),
    }
}

/// Letters, digits, and inside them hyphens (RFC 1123, section 2.1); underscores too, as container networks
/// name services with them (RFC 2181, section 11).
fn is_label(label: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    !label.is_empty()
        && label.len() <= MAX_LABEL
        && label.bytes().all(allowed)
        && !label.starts_with('-')
        && !label.ends_with('-')
}
