//! Rows in bulk: COPY out of one connection and into another (PostgreSQL manual, "COPY Operations", message flow).
//! Back-pressure is the connection's: a message is taken only when the one before has gone. No message is long, whatever
//! the rows are.

use super::batch::{StopCause, cause};
use bytes::{Bytes, BytesMut};
use futures_util::{SinkExt as _, StreamExt as _};
use std::pin::Pin;
use tokio_postgres::{Client, CopyInSink, CopyOutStream};

/// What is sent at a time: below this, the cost of a message shows, and the driver keeps a second copy of it meanwhile.
const BATCH: usize = 64 * 1024;

/// Rows coming out.
pub struct CopyOut {
    stream: Pin<Box<CopyOutStream>>,
}

impl CopyOut {
    /// Starts `COPY … TO STDOUT`.
    ///
    /// # Errors
    /// [`StopCause`].
    pub async fn start(client: &Client, sql: &str) -> Result<Self, StopCause> {
        let stream = client.copy_out(sql).await.map_err(|error| cause(&error))?;
        Ok(Self { stream: Box::pin(stream) })
    }

    /// The next message, or `None` after the last one.
    ///
    /// # Errors
    /// [`StopCause`].
    pub async fn next(&mut self) -> Result<Option<Bytes>, StopCause> {
        self.stream.next().await.transpose().map_err(|error| cause(&error))
    }
}

/// Rows going in. Dropped before [`CopyIn::finish`], the COPY fails on the server.
pub struct CopyIn {
    sink: Pin<Box<CopyInSink<Bytes>>>,
    batch: BytesMut,
}

impl CopyIn {
    /// Starts `COPY … FROM STDIN`.
    ///
    /// # Errors
    /// [`StopCause`].
    pub async fn start(client: &Client, sql: &str) -> Result<Self, StopCause> {
        let sink = client.copy_in(sql).await.map_err(|error| cause(&error))?;
        Ok(Self { sink: Box::pin(sink), batch: BytesMut::with_capacity(2 * BATCH) })
    }

    /// Sends what arrived, or keeps it for the next time. The server takes a row in as many messages as it comes in.
    ///
    /// # Errors
    /// [`StopCause`].
    pub async fn send(&mut self, message: &[u8]) -> Result<(), StopCause> {
        self.batch.extend_from_slice(message);
        if self.batch.len() >= BATCH { self.pass_on().await } else { Ok(()) }
    }

    /// Ends the stream and gives the number of rows the server took.
    ///
    /// # Errors
    /// [`StopCause`]: the server may refuse rows as late as here.
    pub async fn finish(mut self) -> Result<u64, StopCause> {
        self.pass_on().await?;
        self.sink.as_mut().finish().await.map_err(|error| cause(&error))
    }

    async fn pass_on(&mut self) -> Result<(), StopCause> {
        if self.batch.is_empty() {
            return Ok(());
        }
        let batch = self.batch.split().freeze();
        match self.sink.feed(batch).await {
            Ok(()) => Ok(()),
            // The connection is gone; what the server said before, if anything, is in the answer to the COPY.
            Err(_closed) => Err(match self.sink.as_mut().finish().await {
                Err(error) => cause(&error),
                Ok(_) => StopCause::Lost(None),
            }),
        }
    }
}
