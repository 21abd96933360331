//! The command layer's clock. Decisions take `now` as a parameter.

use mosaic_db::attest::{Instant, NotAnInstant};
use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970, UTC; zero for a clock before that.
#[expect(clippy::disallowed_methods, reason = "the command layer reads the clock for everybody else")]
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// The second it is, UTC.
///
/// # Errors
/// A clock after the year 9999.
pub fn instant() -> Result<Instant, NotAnInstant> {
    Instant::from_unix(now() / 1000)
}
