//! A TLS server that says what a test wants it to say.

use mosaic_lab::certificates::{Authority, Identity as Certificate};
use native_tls::{Identity, TlsAcceptor, TlsStream};
use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

/// Listens until the process ends.
pub struct Pretender {
    port: u16,
    heard: Arc<Mutex<String>>,
    said: Arc<AtomicUsize>,
}

impl Pretender {
    /// Answers each request with one text, behind a certificate of this authority.
    pub fn saying(authority: &Authority, answer: impl Into<String>) -> Self {
        let answer = answer.into();
        Self::start(authority, move |client| {
            client.say(answer.as_bytes());
        })
    }

    /// Answers each request with a status and a whole document.
    pub fn answering(authority: &Authority, status: u16, document: &str) -> Self {
        let head = format!("HTTP/1.1 {status} Status\r\nContent-Length: {}\r\n\r\n", document.len());
        Self::saying(authority, head + document)
    }

    /// Answers each request like this.
    pub fn start(authority: &Authority, answer: impl Fn(&mut Client) + Send + 'static) -> Self {
        Self::behind(&authority.server().expect("a certificate"), answer)
    }

    /// The same behind this certificate.
    pub fn behind(certificate: &Certificate, answer: impl Fn(&mut Client) + Send + 'static) -> Self {
        let Certificate { certificate, key } = certificate;
        let identity = Identity::from_pkcs8(certificate.as_bytes(), key.as_bytes()).expect("an identity");
        let acceptor = TlsAcceptor::new(identity).expect("an acceptor");
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let (heard, said) = (Arc::<Mutex<String>>::default(), Arc::<AtomicUsize>::default());
        let pretender = Self { port, heard: Arc::clone(&heard), said: Arc::clone(&said) };
        thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                // A client that refuses the certificate ends here.
                let Ok(stream) = acceptor.accept(connection) else { continue };
                let mut client = Client { stream, said: Arc::clone(&said) };
                heard.lock().expect("a record").push_str(&client.request());
                answer(&mut client);
            }
        });
        pretender
    }

    pub fn address(&self) -> String {
        format!("https://localhost:{}", self.port)
    }

    /// What clients sent so far.
    pub fn heard(&self) -> String {
        self.heard.lock().expect("a record").clone()
    }

    /// How many bytes went out so far.
    pub fn said(&self) -> usize {
        self.said.load(Ordering::SeqCst)
    }
}

/// Somebody who sent a request.
pub struct Client {
    stream: TlsStream<TcpStream>,
    said: Arc<AtomicUsize>,
}

impl Client {
    /// Sends bytes, as long as the client takes any.
    pub fn say(&mut self, bytes: &[u8]) -> bool {
        let sent = self.stream.write_all(bytes).and_then(|()| self.stream.flush()).is_ok();
        self.said.fetch_add(if sent { bytes.len() } else { 0 }, Ordering::SeqCst);
        sent
    }

    /// Waits until the client hangs up.
    pub fn wait(&mut self) {
        let mut buffer = [0; 1024];
        while matches!(self.stream.read(&mut buffer), Ok(1..)) {}
    }

    /// A request without a body, or the beginning of one with.
    fn request(&mut self) -> String {
        let (mut request, mut buffer) = (Vec::new(), [0; 4096]);
        while !request.windows(4).any(|window| window == b"\r\n\r\n") {
            match self.stream.read(&mut buffer) {
                Ok(length @ 1..) => request.extend_from_slice(&buffer[..length]),
                _ => break,
            }
        }
        String::from_utf8_lossy(&request).into_owned()
    }
}
