//! Importing a tier: the product, which compares what it copied, beside tools that only copy. One source, a target for
//! each on the same server, all of it over verify-full TLS.

mod attested;
pub(super) mod memory;
mod peer;
mod tier;

use super::{
    Error,
    figures::{Absence, Absent, Comparison, Curve, Growth, Unit, grouped},
    ground::{Ground, temporary_directory},
    piece::Piece,
    record::Record,
    rounds::{Contender, Measured, Series, Whose, interleaved},
    tool::Seat,
};
use crate::failure::Failure;
use attested::{Constraints, Desk};
use memory::Taken;
use peer::Peer;
use std::{path::Path, process::Command, time::Duration};

const SOURCE: &str = "tier";
const ENFORCED: &str = Constraints::Enforced.name();
const VALIDATED: &str = Constraints::Validated.name();
/// What only copies is compared with this part of what does more.
const COPIED: &str = "the copy alone, keys off";
/// In KiB.
const MOST_MEMORY: u64 = 16 * 1_024;

/// The pieces, in the order in which they are measured.
pub(super) const PIECES: [Piece; 2] = [Piece::Import, Piece::ImportGrowth];

/// How much to measure.
pub(crate) struct Extent {
    pub(crate) rounds: usize,
    /// About what the tables take as binary COPY.
    pub(crate) megabytes: u64,
    /// The sizes over which to show how time grows.
    pub(crate) growth: Vec<u64>,
}

struct Bench<'bench> {
    ground: &'bench Ground,
    source: Seat,
    enforced: attested::Target<'bench>,
    validated: attested::Target<'bench>,
    peers: Vec<Peer>,
    absent: Vec<Absent>,
    work: tempfile::TempDir,
}

/// Measures everything on one server.
pub(super) fn measure(record: &mut Record, programs: &Path, extent: &Extent) -> Result<(), Failure> {
    record.ask_version("pgcopydb", &mut Command::new("pgcopydb"));
    let ground = Ground::start(programs)?;
    record.program("PostgreSQL", ground.version()?);
    let source = plain(&ground, SOURCE, tier::Keys::Enforced)?;
    let desk = Desk::new(&ground, &ground.directory().join("desk"), &source)?;
    let (peers, absent): (Vec<_>, Vec<_>) =
        [Peer::Pipes, Peer::DumpAndRestore, Peer::Pgcopydb].into_iter().partition(|peer| peer.is_here());
    for peer in &peers {
        plain(&ground, peer.database(), peer.keys())?;
    }
    let absent = absent.iter().map(|peer| Absent { name: peer.name().into(), why: Absence::NotInstalled });
    let absent = absent.collect();
    let work = temporary_directory()?;
    let (enforced, validated) = (desk.target(Constraints::Enforced)?, desk.target(Constraints::Validated)?);
    let bench = Bench { ground: &ground, source, enforced, validated, peers, absent, work };
    record.piece(Piece::Import, |record| bench.copying(record, extent))?;
    record.piece(Piece::ImportGrowth, |record| bench.growing(record, &extent.growth))
}

/// The same imports without what they say that comparing and proving took: from the start of the process on, and with
/// the commit.
fn copied(imports: &Series) -> Result<Series, Failure> {
    let without = |(time, printed): (&Duration, &Vec<u8>)| {
        let report: serde_json::Value = serde_json::from_slice(printed).unwrap_or_default();
        let took = |phase: &str| report["result"]["milliseconds"][phase].as_u64().ok_or(Error::Unreported);
        Ok(time.saturating_sub(Duration::from_millis(took("comparing")? + took("proving")?)))
    };
    let times = imports.times.iter().zip(&imports.printed).map(without).collect::<Result<_, Failure>>()?;
    Ok(Series { times, ..Series::of(COPIED, Whose::Ours) })
}

/// A database of the peers' login with the tables in `public`.
fn plain(ground: &Ground, database: &str, keys: tier::Keys) -> Result<Seat, Failure> {
    ground.plain_database(database)?;
    let seat = ground.peer(database);
    let extension = "CREATE SCHEMA mosaic_extensions; CREATE EXTENSION vector SCHEMA mosaic_extensions; \
                     GRANT USAGE ON SCHEMA mosaic_extensions TO PUBLIC";
    let shape = tier::shape("public", keys);
    ground.execute_in(database, &format!("{extension}; SET ROLE {}; {shape}", seat.user))?;
    Ok(seat)
}

impl Bench<'_> {
    fn copying(&self, record: &mut Record, extent: &Extent) -> Result<(), Failure> {
        let Extent { rounds, megabytes, .. } = *extent;
        self.fill(megabytes)?;
        let mut contenders: Vec<_> = self
            .peers
            .iter()
            .map(|peer| Contender::theirs(peer.name(), |round| self.copy(*peer, round)))
            .collect();
        contenders.push(Contender::ours(ENFORCED, |_| self.import(&self.enforced)));
        contenders.push(Contender::ours(VALIDATED, |_| self.import(&self.validated)));
        let mut measured = interleaved(contenders, rounds)?;
        measured.absent.extend(self.absent.clone());
        let copied = measured.series(VALIDATED).map(copied).transpose()?;
        measured.series.extend(copied);
        for peer in &self.peers {
            self.check(*peer, megabytes, &mut measured);
        }
        for target in [&self.enforced, &self.validated] {
            self.expect_imported(target, megabytes)?;
        }
        let rows: u64 = tier::rows(megabytes).iter().sum();
        let title = format!("Copying {} rows of about {megabytes} MB", grouped(rows));
        let about = "Into tables with keys and indexes. The product also proves the target and compares all it copied, row by row; \
                     the others copy. With keys validated, foreign keys are checked all at once before the commit. \
                     The copy alone is that import without comparing and proving, to be seen beside pgcopydb, whose target has no \
                     foreign keys.";
        let mut comparison = Comparison::new("import", title, Peer::Pipes.name(), &measured, about)
            .ratio(ENFORCED, Peer::Pipes.name(), 1.2)
            .ratio(VALIDATED, Peer::Pipes.name(), 0.65)
            // Its rows are loaded without the triggers behind keys, too.
            .ratio(COPIED, Peer::Pgcopydb.name(), 1.0);
        for target in [&self.enforced, &self.validated] {
            let what = format!("peak memory of {}", target.constraints().name());
            comparison = comparison.goal(memory::goal(
                what,
                MOST_MEMORY,
                memory::watch(&mut self.import(target)?)?.peak,
            ));
        }
        record.add(comparison);
        Ok(())
    }

    fn growing(&self, record: &mut Record, sizes: &[u64]) -> Result<(), Failure> {
        let curve = |name, whose, unit| Curve::new(name, whose, unit);
        let mut pipes = curve(Peer::Pipes.name(), Whose::Theirs, Unit::Milliseconds);
        let mut imports = curve(ENFORCED, Whose::Ours, Unit::Milliseconds);
        let mut peaks = curve("peak memory", Whose::Ours, Unit::Kibibytes);
        let mut measured = Vec::new();
        for megabytes in sizes {
            record.part(&format!("copying {megabytes} MB"), |_| {
                let [piped, imported] = self.at_size(*megabytes)?;
                measured.push(*megabytes);
                for (curve, value) in [
                    (&mut pipes, piped.time.as_secs_f64() * 1e3),
                    (&mut imports, imported.time.as_secs_f64() * 1e3),
                    #[expect(clippy::cast_precision_loss, reason = "less than a float holds")]
                    (&mut peaks, imported.peak as f64),
                ] {
                    curve.values.push(vec![value.round()]);
                }
                Ok(())
            });
        }
        if measured.is_empty() {
            return Ok(());
        }
        let about = "Each size once, as above.";
        record.add(
            Growth::new("import-growth", "Copying more", "MB", measured, about)
                .curve(pipes)
                .curve(imports)
                .curve(peaks)
                .no_faster(ENFORCED),
        );
        Ok(())
    }

    /// The pipes, and the product.
    fn at_size(&self, megabytes: u64) -> Result<[Taken; 2], Failure> {
        self.fill(megabytes)?;
        let piped = memory::watch(&mut self.copy(Peer::Pipes, 0)?)?;
        let imported = memory::watch(&mut self.import(&self.enforced)?)?;
        self.expect_imported(&self.enforced, megabytes)?;
        // The next size is not to run out of disk because of this one.
        self.empty(self.enforced.constraints().database(), attested::SCHEMA)?;
        self.empty(Peer::Pipes.database(), "public")?;
        Ok([piped, imported])
    }

    fn copy(&self, peer: Peer, round: usize) -> Result<Command, Failure> {
        self.empty(peer.database(), "public")?;
        let work = self.work.path().join(format!("{}-{round}", peer.database()));
        Ok(peer.copy(self.ground, &self.source, work))
    }

    /// Leaves out who did not copy everything.
    fn check(&self, peer: Peer, megabytes: u64, measured: &mut Measured) {
        if measured.series(peer.name()).is_none() {
            return;
        }
        if let Err(failure) = self.expect_rows(peer.name(), peer.database(), "public", megabytes) {
            eprintln!("{} is left out: {}", peer.name(), failure.chain());
            measured.dismiss(peer.name(), Absence::OtherWork);
        }
    }

    /// Puts so many megabytes into the source.
    fn fill(&self, megabytes: u64) -> Result<(), Failure> {
        self.empty(SOURCE, "public")?;
        self.ground.execute_in(SOURCE, &tier::fill(megabytes))?;
        self.ground.execute_in(SOURCE, "VACUUM ANALYZE")
    }

    fn import(&self, target: &attested::Target<'_>) -> Result<Command, Failure> {
        self.empty(target.constraints().database(), attested::SCHEMA)?;
        target.import()
    }

    fn expect_imported(&self, target: &attested::Target<'_>, megabytes: u64) -> Result<(), Failure> {
        let constraints = target.constraints();
        self.expect_rows(constraints.name(), constraints.database(), attested::SCHEMA, megabytes)
    }

    /// Empties the tables and writes out what that left in memory, so that no run pays for it.
    fn empty(&self, database: &str, schema: &str) -> Result<(), Failure> {
        let tables = tier::TABLES.map(|table| format!("{schema}.{table}")).join(", ");
        self.ground.execute_in(database, &format!("TRUNCATE {tables}"))?;
        self.ground.settle()
    }

    fn expect_rows(
        &self,
        tool: &'static str,
        database: &'static str,
        schema: &str,
        megabytes: u64,
    ) -> Result<(), Failure> {
        for (table, expected) in tier::TABLES.iter().zip(tier::rows(megabytes)) {
            let observed = self.ground.count(database, &format!("SELECT count(*) FROM {schema}.{table}"))?;
            if u64::try_from(observed) != Ok(expected) {
                return Err(Error::Rows { tool, table, observed, expected }.into());
            }
        }
        Ok(())
    }
}
