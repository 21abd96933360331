//! Round trips with nothing pending. They are counted by a proxy, and there must be as many for a thousand entries
//! as for ten.

use super::{Error, folder::Folder, ground::Ground, layout::Layout, rounds, tool};
use crate::failure::Failure;
use mosaic_lab::proxy::Proxy;
use std::path::Path;

const ENTRIES: [usize; 3] = [10, 197, 1_000];

/// Counts and prints them, and fails when they differ.
pub(super) fn assert_constant(ground: &Ground, directory: &Path) -> Result<(), Failure> {
    println!("\nRound trips with nothing pending, from the first byte to the last");
    let mut counts = Vec::new();
    for entries in ENTRIES {
        let trips = count(ground, &directory.join(entries.to_string()), entries)?;
        println!("  {entries:>5} entries{trips:>18}");
        counts.push(trips);
    }
    if counts.iter().all(|trips| *trips == counts[0]) {
        return Ok(());
    }
    let pairs: Vec<_> =
        ENTRIES.iter().zip(counts).map(|(entries, trips)| format!("{trips} for {entries}")).collect();
    Err(Error::RoundTrips(pairs.join(", ")).into())
}

fn count(ground: &Ground, directory: &Path, entries: usize) -> Result<usize, Failure> {
    let bundle = Layout::write(&Folder::of(entries), directory)?.drizzle();
    ground.build_manifest(&bundle)?;
    let database = format!("trips_{entries}");
    ground.bootstrapped_database(&database, &bundle)?;
    rounds::finish(&mut tool::run_product(ground, &bundle, &database, ground.port()))?;
    let proxy = Proxy::to(ground.port())?;
    rounds::finish(&mut tool::run_product(ground, &bundle, &database, proxy.port()))?;
    // Only then has the proxy passed on, and counted, the last message.
    ground.wait_until_empty(&database)?;
    Ok(proxy.turns())
}
