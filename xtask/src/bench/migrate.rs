//! Migrating: connecting, applying a folder, finding nothing pending, and proving what is there.

use super::{
    OFTEN, attest,
    course::Course,
    entries,
    figures::{Absent, Comparison, grouped},
    ground::Ground,
    peers,
    piece::Piece,
    readiness,
    record::Record,
    rounds::{Contender, Measured, interleaved},
    tables,
    tool::{self, Tool},
};
use crate::failure::Failure;
use mosaic_lab::proxy::{Mode, Proxy};
use std::{
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

/// As many as in the folder that the generated one follows.
const ENTRIES: usize = 197;
/// Each way: 4 ms a round trip, as between two cities.
const FAR: Duration = Duration::from_millis(2);

const NEAR_PLACE: &str = "near";
const FAR_PLACE: &str = "far";
/// Where everything has been applied.
const DONE_PLACE: &str = "done";

/// The pieces, in the order in which they are measured: what takes longest comes last.
pub(super) const PIECES: [Piece; 8] = [
    Piece::Connect,
    Piece::Apply,
    Piece::NothingPending,
    Piece::ApplyFar,
    Piece::Prove,
    Piece::Attest,
    Piece::Entries,
    Piece::Tables,
];

/// How much to measure.
pub(crate) struct Extent {
    pub(crate) rounds: usize,
    /// Numbers of entries over which to show how time grows.
    pub(crate) entries: Vec<usize>,
    /// Numbers of tables over which to show how time grows.
    pub(crate) tables: Vec<usize>,
}

struct Bench<'bench> {
    ground: &'bench Ground,
    course: Course<'bench>,
    tools: Vec<Tool>,
    absent: Vec<Absent>,
    rounds: usize,
}

/// Measures everything on one server.
pub(super) fn measure(record: &mut Record, programs: &Path, extent: &Extent) -> Result<(), Failure> {
    let Extent { rounds, entries, tables } = extent;
    let (tools, absent) = peers::find(record);
    let ground = Ground::start(programs)?;
    record.program("PostgreSQL", ground.version()?);
    let course = Course::of(&ground, ENTRIES, &ground.directory().join("folder"))?;
    let bench = Bench { ground: &ground, course, tools, absent, rounds: *rounds };
    let examples = programs.join("examples");
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("manifest");
    record.piece(Piece::Connect, |record| bench.connecting(record, &examples.join("connect")))?;
    record.piece(Piece::Apply, |record| bench.applying(record))?;
    if record.wants_any(&[Piece::NothingPending, Piece::Prove]) {
        bench.finish_once()?;
    }
    record.piece(Piece::NothingPending, |record| bench.nothing_pending(record))?;
    record.piece(Piece::ApplyFar, |record| bench.applying_far_away(record))?;
    record.piece(Piece::Prove, |record| bench.proving(record, &manifest, &examples.join("recheck")))?;
    record.piece(Piece::Attest, |record| attest::measure(record, &ground, &manifest, rounds * OFTEN))?;
    record
        .piece(Piece::Entries, |record| entries::measure(record, &ground, &bench.tools, entries, *rounds))?;
    record.piece(Piece::Tables, |record| tables::measure(record, &ground, tables, rounds * OFTEN))
}

impl Bench<'_> {
    fn connecting(&self, record: &mut Record, connect: &Path) -> Result<(), Failure> {
        const OURS: &str = "the product's session";
        self.ground.plain_database("connect")?;
        let seat = self.ground.peer("connect");
        let url = self.ground.secret("connect.url", &seat.url())?;
        let contenders = vec![
            Contender::theirs(Tool::Psql.name(), |_| Ok(tool::psql_select_one(&seat))),
            Contender::ours(OURS, |_| Ok(self.connect(connect, &url))),
        ];
        let measured = interleaved(contenders, self.rounds * OFTEN)?;
        let about = "A process that opens a session, asks the least there is to ask, and ends.";
        record.add(
            Comparison::new("connect", "Connecting and SELECT 1", Tool::Psql.name(), &measured, about).ratio(
                OURS,
                Tool::Psql.name(),
                1.1,
            ),
        );
        Ok(())
    }

    fn connect(&self, connect: &Path, url: &PathBuf) -> Command {
        let mut command = Command::new(connect);
        command.arg(url).arg(self.ground.cluster().ca_pem_path());
        // As the product itself does first of all: no time for roots that it does not trust.
        command.env_clear().envs([("SSL_CERT_FILE", "/dev/null"), ("SSL_CERT_DIR", "/dev/null")]);
        command
    }

    fn applying(&self, record: &mut Record) -> Result<(), Failure> {
        let tools: Vec<&Tool> = self.tools.iter().collect();
        let mut measured = self.apply(NEAR_PLACE, &tools, self.ground.port())?;
        measured.absent.extend(self.absent.clone());
        let folder = self.course.folder();
        let title = format!(
            "Applying {ENTRIES} entries, {} statements, {} KB",
            grouped(folder.statements() as u64),
            folder.bytes() / 1_000
        );
        let about = "A Drizzle folder like a real one that grew over two years, brought into the form of each tool. Each entry \
                     is a transaction of its own.";
        let product = Tool::Product.name();
        let comparison = Comparison::new("apply", title, Tool::Psql.name(), &measured, about);
        let comparison = comparison.ratio(product, Tool::Psql.name(), 0.85);
        let peers = self.tools.iter().filter(|tool| tool.is_peer());
        record.add(peers.fold(comparison, |comparison, peer| comparison.ratio(product, peer.name(), 1.0)));
        Ok(())
    }

    /// Applies everything with each tool, for what is measured where nothing is pending. Who fails here fails there too.
    fn finish_once(&self) -> Result<(), Failure> {
        let tools: Vec<&Tool> = self.tools.iter().filter(|tool| !matches!(tool, Tool::Psql)).collect();
        self.course.prepare(DONE_PLACE, &tools, 0)?;
        let contenders = tools
            .iter()
            .map(|tool| self.course.applying(tool.name(), DONE_PLACE, tool, self.ground.port()))
            .collect();
        interleaved(contenders, 0).map(drop)
    }

    fn nothing_pending(&self, record: &mut Record) -> Result<(), Failure> {
        const LEAST: &str = "dbmate";
        let tools = self.tools.iter().filter(|tool| !matches!(tool, Tool::Psql));
        let contenders = tools.map(|tool| self.course.again(tool.name(), DONE_PLACE, tool, 0)).collect();
        let mut measured = interleaved(contenders, self.rounds * OFTEN)?;
        measured.absent.extend(self.absent.clone());
        let about = "The same once more, where all has been applied.";
        record.add(Comparison::new("nothing-pending", "Nothing pending", LEAST, &measured, about).ratio(
            Tool::Product.name(),
            LEAST,
            0.7,
        ));
        Ok(())
    }

    fn applying_far_away(&self, record: &mut Record) -> Result<(), Failure> {
        let proxy = Proxy::to(self.ground.port())?;
        proxy.set(Mode::Delay(FAR));
        // Each takes many seconds here: the one peer with the product's own kind of process stands for all.
        let near = |tool: &&Tool| matches!(tool, Tool::Psql | Tool::Product | Tool::Dbmate(_));
        let tools: Vec<_> = self.tools.iter().filter(near).collect();
        let measured = self.apply(FAR_PLACE, &tools, proxy.port())?;
        let title = format!("Applying the same where a round trip takes {} ms more", 2 * FAR.as_millis());
        let about = "Through a proxy that holds back what passes, as the way between two cities does.";
        record.add(Comparison::new("apply-far", title, Tool::Psql.name(), &measured, about).ratio(
            Tool::Product.name(),
            Tool::Psql.name(),
            0.4,
        ));
        Ok(())
    }

    /// The compiled-in bundle, beside what has the least to do.
    fn proving(&self, record: &mut Record, manifest: &Path, recheck: &Path) -> Result<(), Failure> {
        let dbmate = self.tools.iter().find(|tool| matches!(tool, Tool::Dbmate(_)));
        let least = dbmate.map(|tool| self.course.again(readiness::LEAST, DONE_PLACE, tool, 0));
        readiness::measure(record, self.ground, manifest, least, recheck, self.rounds * OFTEN)
    }

    /// Each tool in each round on a database of its own.
    fn apply(&self, place: &'static str, tools: &[&Tool], port: u16) -> Result<Measured, Failure> {
        self.course.prepare(place, tools, self.rounds)?;
        let contenders =
            tools.iter().map(|tool| self.course.applying(tool.name(), place, tool, port)).collect();
        let mut measured = interleaved(contenders, self.rounds)?;
        for tool in tools {
            self.course.check(place, tool, self.rounds, tool.name(), &mut measured)?;
        }
        Ok(measured)
    }
}
