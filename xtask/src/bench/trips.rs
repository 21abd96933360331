//! Round trips, counted by a proxy from the first byte to the last. There must be as many for what is large as for what is
//! small.

use super::{
    Error,
    figures::{Curve, Unit, grouped},
    ground::Ground,
    rounds::{self, Whose},
};
use crate::failure::Failure;
use mosaic_lab::proxy::Proxy;
use std::process::Command;

/// How often each is counted.
const COUNTED: usize = 5;

/// The round trips of the command, which is made for the port it is to connect to.
///
/// A client that speaks twice in a row can be answered in between, by what the server sends unasked after the handshake:
/// a count can be too high and never too low, so the least of a few is the number.
pub(super) fn least(
    ground: &Ground,
    database: &str,
    command: impl Fn(u16) -> Command,
) -> Result<usize, Failure> {
    let count = || -> Result<usize, Failure> {
        let proxy = Proxy::to(ground.port())?;
        rounds::finish(&mut command(proxy.port()))?;
        // Only then has the proxy passed on, and counted, the last message.
        ground.wait_until_empty(database)?;
        Ok(proxy.turns())
    };
    (1..COUNTED).try_fold(count()?, |least, _| Ok(least.min(count()?)))
}

/// The counts beside the times.
pub(super) fn curve(name: &str, counts: &[usize]) -> Curve {
    #[expect(clippy::cast_precision_loss, reason = "a handful")]
    let values = counts.iter().map(|count| vec![*count as f64]).collect();
    Curve { values, ..Curve::new(name, Whose::Ours, Unit::RoundTrips) }
}

/// Fails when they differ.
pub(super) fn assert_equal(sizes: &[usize], counts: &[usize]) -> Result<(), Failure> {
    if counts.windows(2).all(|pair| pair[0] == pair[1]) {
        return Ok(());
    }
    let pairs =
        sizes.iter().zip(counts).map(|(size, trips)| format!("{trips} for {}", grouped(*size as u64)));
    Err(Error::RoundTrips(pairs.collect::<Vec<_>>().join(", ")).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trips_may_not_grow() {
        assert!(assert_equal(&[10, 1_000], &[9, 9]).is_ok());
        assert!(assert_equal(&[10, 1_000], &[9, 10]).is_err());
        assert!(assert_equal(&[], &[]).is_ok());
    }
}
