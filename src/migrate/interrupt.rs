//! SIGINT and SIGTERM as a fact that can be asked for and waited for. The first one ends the run at the next safe
//! place: a running statement is cancelled on the server, a COMMIT that was sent is awaited.

use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

/// Whether the operator asked to stop.
#[derive(Clone, Debug)]
pub(crate) struct Interrupt(watch::Receiver<bool>);

impl Interrupt {
    /// Listens for both signals from now on.
    pub(crate) fn listen() -> std::io::Result<Self> {
        let mut interrupt = signal(SignalKind::interrupt())?;
        let mut terminate = signal(SignalKind::terminate())?;
        let (requested, receiver) = watch::channel(false);
        tokio::spawn(async move {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            let _nobody_left_to_tell = requested.send(true);
            // The channel stays open, so that waiting on it never ends by accident.
            requested.closed().await;
        });
        Ok(Self(receiver))
    }

    pub(crate) fn is_requested(&self) -> bool {
        *self.0.borrow()
    }

    /// Returns when a stop is asked for; never otherwise.
    pub(crate) async fn requested(&self) {
        let mut receiver = self.0.clone();
        if receiver.wait_for(|requested| *requested).await.is_err() {
            std::future::pending().await
        }
    }
}
