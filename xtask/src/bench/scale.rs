//! What `--verify` costs as a schema grows: time in proportion to it, and the same number of round trips.

use super::{
    folder::Folder,
    ground::Ground,
    layout::Layout,
    report::{self, Target, Than},
    rounds::{self, Contender, interleaved},
    tool, trips,
};
use crate::failure::Failure;
use mosaic_lab::proxy::Proxy;
use std::path::Path;

/// Tables of twelve columns and three indexes; each step is as large as the one before five times over.
const SIZES: [(usize, &str); 3] = [(40, "40 tables"), (200, "200 tables"), (1_000, "1,000 tables")];

/// Measures and prints, and fails when round trips differ. Each bundle is measured, so that the snapshot is compared.
pub(super) fn measure(ground: &Ground, directory: &Path, rounds: usize) -> Result<(), Failure> {
    let mut subjects = Vec::new();
    let mut counts = Vec::new();
    for (tables, name) in SIZES {
        let bundle = Layout::write(&Folder::wide(tables), &directory.join(tables.to_string()))?.drizzle();
        ground.build_manifest(&bundle)?;
        let (scratch, database) = (format!("wide_{tables}_scratch"), format!("wide_{tables}"));
        ground.bootstrapped_database(&scratch, &bundle)?;
        ground.measure_effects(&bundle, &scratch)?;
        ground.bootstrapped_database(&database, &bundle)?;
        rounds::finish(&mut tool::run_product(ground, &bundle, &database, ground.port()))?;
        ground.expect_tables(&database, "--run", tables)?;
        counts.push((name, trips::least(|| count(ground, &bundle, &database))?));
        subjects.push((name, bundle, database));
    }
    ground.settle()?;
    let commands: Vec<_> = subjects
        .iter()
        .map(|(name, bundle, database)| {
            (*name, move |_: usize| tool::verify_product(ground, bundle, database, ground.port()))
        })
        .collect();
    let contenders: Vec<_> = commands.iter().map(|(name, command)| Contender::new(name, command)).collect();
    let series = interleaved(&contenders, rounds)?;
    let [(_, small), (_, middle), (_, large)] = SIZES;
    let targets = [
        Target::new(large, Than::Milliseconds, 400.0),
        Target::new(middle, Than::Other(small), 5.0),
        Target::new(large, Than::Base, 5.0),
    ];
    report::print("--verify of tables with twelve columns and three indexes each", middle, &series, &targets);
    trips::assert_equal("Round trips of --verify, from the first byte to the last", &counts)
}

fn count(ground: &Ground, bundle: &Path, database: &str) -> Result<usize, Failure> {
    let proxy = Proxy::to(ground.port())?;
    rounds::finish(&mut tool::verify_product(ground, bundle, database, proxy.port()))?;
    // Only then has the proxy passed on, and counted, the last message.
    ground.wait_until_empty(database)?;
    Ok(proxy.turns())
}
