//! A socket that pretends to be a server and writes down what clients send: proof that nobody connected, or that
//! somebody who did gave nothing away.

use crate::{acceptor::Acceptor, error::Error};
use std::{
    io::{Read, Write},
    net::TcpStream,
    sync::{Arc, Mutex, PoisonError},
    thread,
};

/// The answer of a server without TLS to the request for it (the PostgreSQL manual, "SSL Session Encryption").
pub const NO_TLS: &[u8] = b"N";

/// Listens until it is dropped.
pub struct Listener {
    acceptor: Acceptor,
    received: Arc<Mutex<Vec<u8>>>,
}

impl Listener {
    /// Listens on a free port of 127.0.0.1 and answers the first bytes of each client with `answer`.
    ///
    /// # Errors
    /// When no port can be had.
    pub fn answering(answer: &'static [u8]) -> Result<Self, Error> {
        let received = Arc::new(Mutex::new(Vec::new()));
        let record = Arc::clone(&received);
        let acceptor = Acceptor::open(move |client| {
            let record = Arc::clone(&record);
            thread::spawn(move || converse(client, answer, &record));
        })?;
        Ok(Self { acceptor, received })
    }

    /// The port.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.acceptor.port()
    }

    /// How many clients connected so far.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.acceptor.accepted()
    }

    /// All bytes that clients sent so far.
    #[must_use]
    pub fn received(&self) -> Vec<u8> {
        self.received.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn converse(mut client: TcpStream, answer: &[u8], record: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 4096];
    let mut answered = false;
    while let Ok(length @ 1..) = client.read(&mut buffer) {
        record.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(&buffer[..length]);
        if !answered && client.write_all(answer).is_err() {
            break;
        }
        answered = true;
    }
}
