//! The one place where asynchronous code begins: a single thread is all a session needs.

use super::exit::Failure;
use std::future::Future;

pub fn block_on<T>(work: impl Future<Output = std::io::Result<T>>) -> Result<T, Failure> {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Failure::Runtime)?;
    runtime.block_on(work).map_err(Failure::Runtime)
}

/// The same, with other work done meanwhile by a second thread.
pub fn block_on_beside<T>(
    beside: impl FnOnce() + Send,
    work: impl Future<Output = std::io::Result<T>>,
) -> Result<T, Failure> {
    std::thread::scope(|scope| {
        scope.spawn(beside);
        block_on(work)
    })
}
