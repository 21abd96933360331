//! Measuring the product beside psql and other tools: whole processes, over the same verify-full TLS, on the same
//! server, in turns.
//!
//! Times depend on the machine and are never asserted: they are printed next to their targets. Asserted is that
//! every tool did the same work, and that round trips do not grow with the number of entries.

pub(crate) mod backfill;
mod folder;
mod ground;
pub(crate) mod import;
mod layout;
mod readiness;
mod report;
mod rounds;
mod scale;
pub(crate) mod scan;
mod statistics;
mod tool;
mod trips;

use crate::{
    failure::{At, Failure},
    product,
};
use folder::Folder;
use ground::Ground;
use layout::Layout;
use mosaic_lab::{
    drizzle::{Drizzle, Release},
    peers,
    proxy::{Mode, Proxy},
};
use report::{Target, Than};
use rounds::{Contender, Series, interleaved};
use std::{
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};
use tool::Tool;

/// As many as in the folder that the generated one follows.
const ENTRIES: usize = 197;
/// Each way: 4 ms a round trip, as between two cities.
const FAR: Duration = Duration::from_millis(2);
/// Short processes are measured this many times as often as long ones.
const OFTEN: usize = 7;

/// Why the figures would mean nothing.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("{program} ended with {status}: {words}")]
    Failed { program: String, status: std::process::ExitStatus, words: String },
    #[error("{tool} left {observed} tables in database {database}; the folder makes {expected}")]
    Tables { tool: &'static str, database: String, observed: i64, expected: usize },
    #[error("{tool} left {observed} rows in {table}; the source has {expected}")]
    Rows { tool: &'static str, table: &'static str, observed: i64, expected: u64 },
    #[error("a process ended before its memory was seen")]
    Unseen,
    #[error("an import did not say how long its phases took")]
    Unreported,
    #[error("only root can attest a target so that an import believes it")]
    NeedsRoot,
    #[error("the sessions in database {0} do not end")]
    Sessions(String),
    #[error("the number of round trips is not always the same: {0}")]
    RoundTrips(String),
    #[error("not two numbers of nanoseconds: {0}")]
    Unreadable(String),
}

struct Bench {
    ground: Ground,
    layout: Layout,
    folder: Folder,
    tools: Vec<Tool>,
    connect: PathBuf,
    rounds: usize,
}

/// Measures everything and prints it.
pub(crate) fn run(rounds: usize, profile: &str) -> Result<(), Failure> {
    let programs = product::build_with(profile, &["connect", "recheck"])?;
    let temporary = tempfile::Builder::new().prefix("mosaic-bench-").tempdir();
    let temporary = temporary.at("make a directory in", &std::env::temp_dir())?;
    let folder = Folder::of(ENTRIES);
    let ground = Ground::start(temporary.path(), &programs.join(product::NAME))?;
    let layout = Layout::write(&folder, &temporary.path().join("folder"))?;
    ground.build_manifest(&layout.drizzle())?;
    let connect = programs.join("examples/connect");
    let bench = Bench { ground, layout, folder, tools: tools(), connect, rounds };
    bench.connecting()?;
    bench.applying()?;
    bench.applying_far_away()?;
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("manifest");
    bench.proving(&manifest, &programs.join("examples/recheck"))?;
    scale::measure(&bench.ground, &temporary.path().join("wide"), rounds * OFTEN)?;
    trips::assert_constant(&bench.ground, &temporary.path().join("trips"))
}

/// psql, the product, and every peer that can be had here.
fn tools() -> Vec<Tool> {
    let mut tools = vec![Tool::Psql, Tool::Product];
    let peers = [
        ("dbmate", peers::dbmate().map(Tool::Dbmate)),
        ("drizzle-orm", Drizzle::find(Release::Classic).map(Tool::Drizzle)),
        ("node-pg-migrate", peers::node_pg_migrate().map(Tool::NodePgMigrate)),
    ];
    for (name, found) in peers {
        match found {
            Ok(tool) => tools.push(tool),
            Err(error) => println!("{name} is not measured: {error}"),
        }
    }
    tools
}

impl Bench {
    fn connecting(&self) -> Result<(), Failure> {
        self.ground.plain_database("connect")?;
        let seat = self.ground.peer("connect");
        let url = self.ground.secret("connect.url", &seat.url())?;
        let psql = |_| tool::psql_select_one(&seat);
        let product = |_| {
            let mut command = Command::new(&self.connect);
            command.arg(&url).arg(self.ground.cluster().ca_pem_path());
            // As the product itself does first of all: no time for roots that it does not trust.
            command.env_clear().envs([("SSL_CERT_FILE", "/dev/null"), ("SSL_CERT_DIR", "/dev/null")]);
            command
        };
        let contenders = [Contender::new("psql", &psql), Contender::new("the product's session", &product)];
        let series = interleaved(&contenders, self.rounds * OFTEN)?;
        let targets = [Target::new("the product's session", Than::Base, 1.1)];
        report::print("Connecting and SELECT 1", "psql", &series, &targets);
        Ok(())
    }

    /// With all entries pending, and then with none.
    fn applying(&self) -> Result<(), Failure> {
        let tools: Vec<&Tool> = self.tools.iter().collect();
        let series = self.apply("near", &tools, self.ground.port())?;
        let title = format!(
            "Applying {ENTRIES} entries, {} statements, {} KB",
            self.folder.statements(),
            self.folder.bytes() / 1_000
        );
        let product = Tool::Product.name();
        let mut targets = vec![Target::new(product, Than::Base, 0.85)];
        targets.extend(
            self.tools
                .iter()
                .filter(|tool| tool.is_peer())
                .map(|peer| Target::new(product, Than::Other(peer.name()), 1.0)),
        );
        report::print(&title, Tool::Psql.name(), &series, &targets);

        let done = |tool: &Tool| self.database("near", tool, self.rounds);
        let again = |tool: &Tool| tool.apply(&self.ground, &self.layout, &done(tool), self.ground.port());
        let commands: Vec<_> = tools
            .iter()
            .filter(|tool| !matches!(tool, Tool::Psql))
            .map(|tool| (tool.name(), move |_: usize| again(tool)))
            .collect();
        let contenders: Vec<_> =
            commands.iter().map(|(name, command)| Contender::new(name, command)).collect();
        let series = interleaved(&contenders, self.rounds * OFTEN)?;
        let base = if self.has_dbmate() { "dbmate" } else { product };
        let targets = [Target::new(product, Than::Other("dbmate"), 0.7)];
        report::print("Nothing pending", base, &series, &targets);
        Ok(())
    }

    fn applying_far_away(&self) -> Result<(), Failure> {
        let proxy = Proxy::to(self.ground.port())?;
        proxy.set(Mode::Delay(FAR));
        // Each takes many seconds here: the one peer with the product's own kind of process stands for all.
        let tools: Vec<_> = self
            .tools
            .iter()
            .filter(|tool| matches!(tool, Tool::Psql | Tool::Product | Tool::Dbmate(_)))
            .collect();
        let series = self.apply("far", &tools, proxy.port())?;
        let targets = [Target::new(Tool::Product.name(), Than::Base, 0.4)];
        let title = format!("Applying the same where a round trip takes {} ms more", 2 * FAR.as_millis());
        report::print(&title, Tool::Psql.name(), &series, &targets);
        Ok(())
    }

    /// The compiled-in bundle, beside what has the least to do.
    fn proving(&self, manifest: &Path, recheck: &Path) -> Result<(), Failure> {
        let dbmate = self.tools.iter().find(|tool| matches!(tool, Tool::Dbmate(_)));
        let done = |tool: &Tool| self.database("near", tool, self.rounds);
        let again = |tool: &Tool| tool.apply(&self.ground, &self.layout, &done(tool), self.ground.port());
        let least = dbmate.map(|tool| move |_: usize| again(tool));
        let least = least.as_ref().map(|least| Contender::new("dbmate, nothing pending", least));
        readiness::measure(&self.ground, manifest, least, recheck, self.rounds * OFTEN)
    }

    /// Each tool in each round on a database of its own. All are made beforehand and none is dropped: file systems
    /// are slow to reuse what was deleted a moment ago.
    fn apply(&self, place: &str, tools: &[&Tool], port: u16) -> Result<Vec<Series>, Failure> {
        for round in 0..=self.rounds {
            for tool in tools {
                let database = self.database(place, tool, round);
                if matches!(tool, Tool::Product) {
                    self.ground.bootstrapped_database(&database, &self.layout.drizzle())?;
                } else {
                    self.ground.plain_database(&database)?;
                }
            }
        }
        self.ground.settle()?;
        let commands: Vec<_> = tools
            .iter()
            .map(|tool| {
                let database = move |round| self.database(place, tool, round);
                (tool.name(), move |round| tool.apply(&self.ground, &self.layout, &database(round), port))
            })
            .collect();
        let contenders: Vec<_> =
            commands.iter().map(|(name, command)| Contender::new(name, command)).collect();
        let series = interleaved(&contenders, self.rounds)?;
        for tool in tools {
            for round in 0..=self.rounds {
                self.ground.expect_tables(
                    &self.database(place, tool, round),
                    tool.name(),
                    self.folder.tables(),
                )?;
            }
        }
        Ok(series)
    }

    fn database(&self, place: &str, tool: &Tool, round: usize) -> String {
        format!("{place}_{}_{round}", tool.name().replace('-', "_"))
    }

    fn has_dbmate(&self) -> bool {
        self.tools.iter().any(|tool| matches!(tool, Tool::Dbmate(_)))
    }
}
