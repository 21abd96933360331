//! The one place where asynchronous code begins, and where a second thread does: a single one is all a session needs.

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

/// Does two things at once that do not need each other, and gives what came of both.
pub fn both<A, B: Send>(here: impl FnOnce() -> A, beside: impl FnOnce() -> B + Send) -> (A, B) {
    std::thread::scope(|scope| {
        let beside = scope.spawn(beside);
        let here = here();
        // Whoever catches a panic of this thread catches that of the other.
        (here, beside.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}
