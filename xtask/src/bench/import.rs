//! Importing a tier: the product, which compares what it copied, beside tools that only copy. One source, a target for
//! each on the same server, all of it over verify-full TLS.

mod attested;
pub(super) mod memory;
mod peer;
mod tier;

use super::{
    Error,
    ground::Ground,
    report::{self, Target, Than},
    rounds::{Contender, Series, interleaved},
    tool::Seat,
};
use crate::{
    failure::{At, Failure},
    product,
};
use attested::{Constraints, Desk};
use memory::Taken;
use peer::Peer;
use std::{process::Command, time::Duration};

const SOURCE: &str = "tier";
const ENFORCED: &str = Constraints::Enforced.name();
const VALIDATED: &str = Constraints::Validated.name();
/// What only copies is compared with this part of what does more.
const COPIED: &str = "the copy alone, keys off";
/// In KiB.
const MOST_MEMORY: u64 = 16 * 1_024;

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
    work: tempfile::TempDir,
}

/// Measures everything and prints it.
pub(crate) fn run(extent: &Extent, profile: &str) -> Result<(), Failure> {
    let programs = product::build_with(profile, &[])?;
    let temporary = tempfile::Builder::new().prefix("mosaic-bench-").tempdir();
    let temporary = temporary.at("make a directory in", &std::env::temp_dir())?;
    let ground = Ground::start(temporary.path(), &programs.join(product::NAME))?;
    let source = plain(&ground, SOURCE, tier::Keys::Enforced)?;
    let desk = Desk::new(&ground, &temporary.path().join("desk"), &source)?;
    let (here, absent): (Vec<_>, Vec<_>) =
        [Peer::Pipes, Peer::DumpAndRestore, Peer::Pgcopydb].into_iter().partition(|peer| peer.is_here());
    for peer in &here {
        plain(&ground, peer.database(), peer.keys())?;
    }
    for peer in absent {
        println!("{} is not measured: it is not installed", peer.name());
    }
    let work = tempfile::tempdir().at("make a directory in", &std::env::temp_dir())?;
    let (enforced, validated) = (desk.target(Constraints::Enforced)?, desk.target(Constraints::Validated)?);
    let bench = Bench { ground: &ground, source, enforced, validated, peers: here, work };
    bench.copying(extent)?;
    bench.growing(&extent.growth)
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
    Ok(Series { times, ..Series::of(COPIED) })
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
    fn copying(&self, extent: &Extent) -> Result<(), Failure> {
        self.fill(extent.megabytes)?;
        let copies: Vec<_> = self
            .peers
            .iter()
            .map(|peer| {
                let copy = move |round: usize| {
                    self.empty(peer.database(), "public")?;
                    let work = self.work.path().join(format!("{}-{round}", peer.database()));
                    Ok(peer.copy(self.ground, &self.source, work))
                };
                (peer.name(), copy)
            })
            .collect();
        let enforced = |_| self.import(&self.enforced);
        let validated = |_| self.import(&self.validated);
        let mut contenders: Vec<_> =
            copies.iter().map(|(name, copy)| Contender::prepared(name, copy)).collect();
        contenders.push(Contender::prepared(ENFORCED, &enforced));
        contenders.push(Contender::prepared(VALIDATED, &validated));
        let mut series = interleaved(&contenders, extent.rounds)?;
        let copied = series.iter().find(|series| series.name == VALIDATED).map(copied).transpose()?;
        series.extend(copied);
        for peer in &self.peers {
            self.expect_rows(peer.name(), peer.database(), "public", extent.megabytes)?;
        }
        for target in [&self.enforced, &self.validated] {
            self.expect_imported(target, extent.megabytes)?;
        }
        let rows: u64 = tier::rows(extent.megabytes).iter().sum();
        let title = format!("Copying {rows} rows of about {} MB", extent.megabytes);
        let targets = [
            Target::new(ENFORCED, Than::Base, 1.2),
            Target::new(VALIDATED, Than::Base, 0.65),
            // Its rows are loaded without the triggers behind keys, too.
            Target::new(COPIED, Than::Other(Peer::Pgcopydb.name()), 1.0),
        ];
        report::print(&title, Peer::Pipes.name(), &series, &targets);
        for target in [&self.enforced, &self.validated] {
            let peak = memory::watch(&mut self.import(target)?)?.peak;
            let verdict = if peak < MOST_MEMORY { "reached" } else { "NOT reached" };
            let name = target.constraints().name();
            println!("  target: peak memory of {name} under {MOST_MEMORY} KiB: {verdict}, {peak} KiB");
        }
        Ok(())
    }

    fn growing(&self, sizes: &[u64]) -> Result<(), Failure> {
        if sizes.is_empty() {
            return Ok(());
        }
        println!("\nHow it grows (1 round)");
        println!("  {:>6}{:>14}{:>14}{:>8}{:>14}", "MB", "pipes, ms", "imported, ms", "ratio", "peak, KiB");
        for megabytes in sizes {
            self.fill(*megabytes)?;
            self.empty(Peer::Pipes.database(), "public")?;
            let mut pipes = Peer::Pipes.copy(self.ground, &self.source, self.work.path().to_owned());
            let pipes = memory::watch(&mut pipes)?.time.as_secs_f64();
            let Taken { time, peak, .. } = memory::watch(&mut self.import(&self.enforced)?)?;
            self.expect_imported(&self.enforced, *megabytes)?;
            let time = time.as_secs_f64();
            let ratio = time / pipes;
            println!("  {megabytes:>6}{:>14.0}{:>14.0}{ratio:>8.2}{peak:>14}", pipes * 1e3, time * 1e3);
            // The next size is not to run out of disk because of this one.
            self.empty(self.enforced.constraints().database(), attested::SCHEMA)?;
            self.empty(Peer::Pipes.database(), "public")?;
        }
        Ok(())
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
