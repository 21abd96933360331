//! Round trips, counted by a proxy. With nothing pending there must be as many for a thousand entries as for ten.

use super::{Error, folder::Folder, ground::Ground, layout::Layout, rounds, tool};
use crate::failure::Failure;
use mosaic_lab::proxy::Proxy;
use std::path::Path;

const ENTRIES: [(usize, &str); 3] = [(10, "10 entries"), (197, "197 entries"), (1_000, "1,000 entries")];

/// How often each is counted.
const COUNTED: usize = 5;

/// Counts and prints them, and fails when they differ.
pub(super) fn assert_constant(ground: &Ground, directory: &Path) -> Result<(), Failure> {
    let mut counts = Vec::new();
    for (entries, name) in ENTRIES {
        counts.push((name, count(ground, &directory.join(entries.to_string()), entries)?));
    }
    assert_equal("Round trips with nothing pending, from the first byte to the last", &counts)
}

/// A client that speaks twice in a row can be answered in between, by what the server sends unasked after the handshake:
/// a count can be too high and never too low, so the least of a few is the number.
pub(super) fn least(count: impl Fn() -> Result<usize, Failure>) -> Result<usize, Failure> {
    let mut least = count()?;
    for _ in 1..COUNTED {
        least = least.min(count()?);
    }
    Ok(least)
}

/// Prints the counts, and fails when they differ.
pub(super) fn assert_equal(title: &str, counts: &[(&str, usize)]) -> Result<(), Failure> {
    println!("\n{title}");
    for (name, trips) in counts {
        println!("  {name:<24}{trips:>10}");
    }
    if counts.iter().all(|(_, trips)| *trips == counts[0].1) {
        return Ok(());
    }
    let pairs: Vec<_> = counts.iter().map(|(name, trips)| format!("{trips} for {name}")).collect();
    Err(Error::RoundTrips(pairs.join(", ")).into())
}

fn count(ground: &Ground, directory: &Path, entries: usize) -> Result<usize, Failure> {
    let bundle = Layout::write(&Folder::of(entries), directory)?.drizzle();
    ground.build_manifest(&bundle)?;
    let database = format!("trips_{entries}");
    ground.bootstrapped_database(&database, &bundle)?;
    rounds::finish(&mut tool::run_product(ground, &bundle, &database, ground.port()))?;
    least(|| {
        let proxy = Proxy::to(ground.port())?;
        rounds::finish(&mut tool::run_product(ground, &bundle, &database, proxy.port()))?;
        // Only then has the proxy passed on, and counted, the last message.
        ground.wait_until_empty(&database)?;
        Ok(proxy.turns())
    })
}
