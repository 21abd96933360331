//! One request, one connection, one answer. There is no pool, no redirect, no proxy, no cookie and no decompression to
//! switch off, because what would do such a thing is not linked.

use super::answer::Answer;
use super::{Address, Error};
use http_body_util::BodyExt as _;
use hyper::Request;
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use mosaic_db::postgres::CaBundle;
use mosaic_db::postgres::tls::{Leaf, TlsError};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;
use zeroize::Zeroizing;

/// From the first packet to the last byte of the answer.
const TIME: Duration = Duration::from_secs(10);
/// Of an answer's head, and of its body. A chain of certificates and a key are some 10 KiB.
const BYTES: usize = 256 * 1024;

pub(super) struct Transport {
    address: Address,
    tls: tokio_native_tls::TlsConnector,
}

impl Transport {
    pub(super) fn new(address: &Address, ca: &CaBundle) -> Result<Self, Error> {
        Ok(Self { address: address.clone(), tls: ca.connector().map_err(Error::Ca)?.into() })
    }

    pub(super) const fn address(&self) -> &Address {
        &self.address
    }

    /// Sends the request and reads the whole answer, if it is in time and not too large.
    pub(super) async fn exchange(&self, request: Request<String>) -> Result<Answer, Error> {
        let late = |_| Error::Timeout { limit: TIME };
        timeout(TIME, self.converse(request)).await.map_err(late)?
    }

    async fn converse(&self, request: Request<String>) -> Result<Answer, Error> {
        let stream = self.connect().await?;
        let mut http = http1::Builder::new();
        // The head of an answer is kept in memory as its body is.
        http.max_buf_size(BYTES);
        let (mut sender, connection) =
            http.handshake(TokioIo::new(stream)).await.map_err(|_| Error::CutOff)?;
        // It ends when the sender does, or the answer.
        let _on_its_own = tokio::spawn(connection);
        let response = sender.send_request(request).await.map_err(|_| Error::CutOff)?;
        let status = response.status().as_u16();
        Ok(Answer { status, body: whole(response.into_body()).await? })
    }

    /// A connection to the server that was meant, proved before it is told anything.
    async fn connect(&self) -> Result<tokio_native_tls::TlsStream<TcpStream>, Error> {
        let (host, port) = (self.address.host(), self.address.port());
        let unreachable = |error: std::io::Error| Error::Unreachable(error.kind());
        let stream = TcpStream::connect((host, port)).await.map_err(unreachable)?;
        let stream =
            self.tls.connect(host, stream).await.map_err(|error| Error::Tls(TlsError::of(&error)))?;
        Leaf::of(&stream).map_err(Error::Tls)?;
        Ok(stream)
    }
}

async fn whole(mut body: Incoming) -> Result<Zeroizing<Vec<u8>>, Error> {
    // A buffer that grew would leave copies of a secret behind.
    let mut whole = Zeroizing::new(Vec::with_capacity(BYTES));
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(|_| Error::CutOff)?.into_data() else { continue };
        if data.len() > BYTES - whole.len() {
            return Err(Error::TooLarge { limit: BYTES });
        }
        whole.extend_from_slice(&data);
    }
    Ok(whole)
}
