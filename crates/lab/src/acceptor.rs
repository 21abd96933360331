//! A listening socket on the loopback interface with a thread that takes its connections.

use crate::error::{At, Error};
use std::{
    net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
};

/// Stops to accept when it is dropped.
pub(crate) struct Acceptor {
    address: SocketAddr,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    closed: AtomicBool,
    accepted: AtomicUsize,
}

impl Acceptor {
    /// Listens on a free port and hands each connection to `take`, one after the other.
    pub(crate) fn open(take: impl Fn(TcpStream) + Send + 'static) -> Result<Self, Error> {
        let listen = || {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
            Ok((listener.local_addr()?, listener))
        };
        let (address, listener) = listen().at("listen on", "127.0.0.1".as_ref())?;
        let state = Arc::new(State::default());
        let of_thread = Arc::clone(&state);
        thread::spawn(move || {
            while let Ok((stream, _)) = listener.accept() {
                if of_thread.closed.load(Ordering::SeqCst) {
                    break;
                }
                of_thread.accepted.fetch_add(1, Ordering::SeqCst);
                take(stream);
            }
        });
        Ok(Self { address, state })
    }

    pub(crate) fn port(&self) -> u16 {
        self.address.port()
    }

    /// How many connections there have been.
    pub(crate) fn accepted(&self) -> usize {
        self.state.accepted.load(Ordering::SeqCst)
    }
}

impl Drop for Acceptor {
    fn drop(&mut self) {
        self.state.closed.store(true, Ordering::SeqCst);
        // Only a connection wakes the thread.
        let _ = TcpStream::connect(self.address);
    }
}
