//! What `--verify` costs as a schema grows: time in proportion to it, and the same number of round trips.

use super::{
    figures::{Curve, Growth},
    folder::Folder,
    ground::Ground,
    layout::Layout,
    record::Record,
    rounds::{self, Contender, Measured, Whose, interleaved},
    tool, trips,
};
use crate::failure::Failure;
use std::path::PathBuf;

const VERIFY: &str = "--verify";
/// What has more tables takes seconds, and is measured once.
const LARGE: usize = 1_000;

/// A database with so many tables, and the bundle that made them.
struct Subject {
    tables: usize,
    bundle: PathBuf,
    database: String,
    trips: usize,
}

/// Measures these sizes, and fails when round trips differ. Each bundle is measured, so that the snapshot is compared.
pub(super) fn measure(
    record: &mut Record,
    ground: &Ground,
    sizes: &[usize],
    rounds: usize,
) -> Result<(), Failure> {
    let mut subjects = Vec::new();
    for tables in sizes {
        record.part(&format!("preparing {tables} tables"), |_| {
            subjects.push(Subject::prepare(ground, *tables)?);
            Ok(())
        });
    }
    ground.settle()?;
    let (large, small): (Vec<_>, Vec<_>) = subjects.iter().partition(|subject| subject.tables > LARGE);
    let contenders = small.iter().map(|subject| subject.verifying(ground)).collect();
    let mut measured = vec![interleaved(contenders, rounds)?];
    for subject in large {
        record.part(&format!("--verify of {} tables", subject.tables), |_| {
            measured.push(interleaved(vec![subject.verifying(ground)], 1)?);
            Ok(())
        });
    }
    let sizes: Vec<_> = subjects.iter().map(|subject| subject.tables).collect();
    let counts: Vec<_> = subjects.iter().map(|subject| subject.trips).collect();
    let times = subjects
        .iter()
        .map(|subject| measured.iter().find_map(|measured: &Measured| measured.series(&subject.database)));
    let about =
        "Tables of twelve columns and three indexes each; every fact about them is compared with the bundle.";
    record.add(
        Growth::new(
            "tables",
            "Proving a schema with --verify",
            "tables",
            sizes.iter().map(|size| *size as u64),
            about,
        )
        .curve(Curve::of_times(VERIFY, Whose::Ours, times))
        .curve(trips::curve(VERIFY, &counts))
        .at_most(VERIFY, 1_000, 400.0)
        .no_faster(VERIFY),
    );
    trips::assert_equal(&sizes, &counts)
}

impl Subject {
    fn prepare(ground: &Ground, tables: usize) -> Result<Self, Failure> {
        let directory = ground.directory().join(format!("wide_{tables}"));
        let bundle = Layout::write(&Folder::wide(tables), &directory)?.drizzle();
        ground.build_manifest(&bundle)?;
        let (scratch, database) = (format!("wide_{tables}_scratch"), format!("wide_{tables}"));
        ground.bootstrapped_database(&scratch, &bundle)?;
        ground.measure_effects(&bundle, &scratch)?;
        ground.bootstrapped_database(&database, &bundle)?;
        rounds::finish(&mut tool::run_product(ground, &bundle, &database, ground.port()))?;
        ground.expect_tables(&database, "--run", tables)?;
        let trips =
            trips::least(ground, &database, |port| tool::verify_product(ground, &bundle, &database, port))?;
        Ok(Self { tables, bundle, database, trips })
    }

    fn verifying<'bench>(&'bench self, ground: &'bench Ground) -> Contender<'bench> {
        Contender::ours(&self.database, |_| {
            Ok(tool::verify_product(ground, &self.bundle, &self.database, ground.port()))
        })
    }
}
