//! Finding a TCP port for a server that takes a number only.

use crate::error::{At, Error};
use std::net::{Ipv4Addr, TcpListener};

/// A port of 127.0.0.1 that was free a moment ago. Somebody else may take it before the server does.
pub(crate) fn free() -> Result<u16, Error> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0));
    let address = listener.and_then(|listener| listener.local_addr());
    Ok(address.at("listen on", "127.0.0.1".as_ref())?.port())
}
