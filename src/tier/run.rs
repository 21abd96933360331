//! The import, step by step: prove both sides, plan, show, and only then write.

use super::error::{ImportError, Reached};
use super::plan::{self, Act, Plan};
use super::proof::Constraints;
use super::source::{Location, Source};
use super::tally::{Shown, Tally};
use super::target::{self, Target};
use super::{jobs, whole};
use crate::migrate::Interrupt;
use mosaic_db::allowance::InForce;
use mosaic_db::attest::VerifiedTarget;
use mosaic_db::bundle::Bundle;
use mosaic_db::postgres::Endpoint;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::time::Duration;

/// What is asked for.
pub struct Request<'a> {
    /// Where rows are read.
    pub source: &'a Location,
    /// The schema they are in.
    pub source_schema: &'a str,
    /// Where they are written.
    pub target: &'a Endpoint,
    /// What was attested of it.
    pub attested: &'a VerifiedTarget,
    /// The bundle it must be in the state of.
    pub bundle: &'a Bundle,
    /// What may be there beside what the bundle makes.
    pub allowances: InForce<'a>,
    /// Whether rows move, and how.
    pub extent: Extent,
    /// Who checks foreign keys. Only the whole in one transaction can be proved before it is committed.
    pub constraints: Constraints,
    /// The name the sessions have on their servers.
    pub application_name: &'a str,
    /// The operator's wish to stop.
    pub interrupt: &'a Interrupt,
}

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Everything but DML.
    DryRun,
    /// All of it, in one transaction.
    Whole,
    /// All of it, each table in a transaction of its own, so many at a time; what is finished stays.
    Jobs(NonZeroUsize),
}

/// What was found and done, filled as it happens.
#[derive(Debug, Default)]
pub struct Report {
    /// What the source says of itself.
    pub source: Option<super::source::Facts>,
    /// What was proved about the target.
    pub target: Option<mosaic_db::inspect::Importable>,
    /// What was decided.
    pub plan: Option<Plan>,
    /// Tables that got through so far.
    pub tables: Vec<Moved>,
    /// Foreign keys that were proved at once.
    pub proved: Vec<String>,
    /// How long each phase took that came to its end.
    pub took: Took,
    /// How far it got.
    pub reached: Option<Reached>,
}

/// How long the phases took. Of several tables at a time, all sessions together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Took {
    /// Copying.
    pub copying: Duration,
    /// Reading back and comparing.
    pub comparing: Duration,
    /// Proving foreign keys.
    pub proving: Duration,
}

/// A table that got through.
#[derive(Debug)]
pub struct Moved {
    /// Its name.
    pub name: String,
    /// What was done.
    pub done: Done,
    /// What its rows add up to.
    pub tally: Shown,
    /// How long that took.
    pub took: Duration,
}

/// What was done with a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// Its rows were copied.
    Copied,
    /// They were there, and compared: the bundle's own, or an earlier run's.
    Compared,
}

/// What happens meanwhile.
#[derive(Debug)]
pub enum Event<'a> {
    /// It is known what there is to do.
    Planned(&'a Plan),
    /// The turn of a table, or of a foreign key.
    Started {
        /// Its name.
        name: &'a str,
        /// What is done.
        phase: Phase,
    },
    /// Some of its rows passed.
    Passed {
        /// Its name.
        name: &'a str,
        /// Rows in this phase so far.
        rows: u64,
        /// Bytes in this phase so far.
        bytes: u64,
    },
    /// It is through.
    Ended {
        /// Its name.
        name: &'a str,
    },
}

/// What is done, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// A table's rows are copied.
    Copying,
    /// They are read back.
    Comparing,
    /// Of a foreign key it is asked whether all rows hold it.
    Proving,
}

/// Who is told.
pub type Tell<'a> = dyn FnMut(Event<'_>) + 'a;

/// Imports the tier, or shows what an import would do.
///
/// # Errors
/// [`ImportError`]; what it means for the target is in [`Report::reached`].
pub async fn import(
    request: &Request<'_>,
    report: &mut Report,
    tell: &mut Tell<'_>,
) -> Result<(), ImportError> {
    let preparing = prepare(request, report, tell);
    let (source, target, plan) = tokio::select! {
        biased;
        prepared = preparing => prepared?,
        () = request.interrupt.requested() => return Err(ImportError::Interrupted),
    };
    let outcome = match request.extent {
        Extent::DryRun => target.require_empty(&plan).await,
        Extent::Whole => whole::fill(request, &source, &target, &plan, report, tell).await,
        Extent::Jobs(jobs) => jobs::fill(request, jobs, &source, &target, &plan, report, tell).await,
    };
    source.close().await;
    target.close().await;
    outcome
}

/// Everything that writes nothing: both sides proved, and what is to be done.
async fn prepare(
    request: &Request<'_>,
    report: &mut Report,
    tell: &mut Tell<'_>,
) -> Result<(Source, Target, Plan), ImportError> {
    // From here on somebody is spoken to, whoever it turns out to be.
    report.reached = Some(Reached::ZeroDml);
    let target = Target::open(request).await?;
    report.target = Some(target.importable.clone());
    let source = Source::open(request.source, request.source_schema, request.application_name).await?;
    report.source = Some(source.facts.clone());
    if source.facts.running.as_ref() == Some(&target.running) {
        return Err(ImportError::Itself);
    }
    let mut plan = plan::plan(&source.side, &target.side, &seeded(request.bundle))?;
    if request.constraints == Constraints::Validate {
        target.plan_proof(request.bundle, &mut plan).await?;
    }
    tell(Event::Planned(&plan));
    report.plan = Some(plan.clone());
    Ok((source, target, plan))
}

/// Tells what passes of a table, without a word of where it comes from.
pub fn passing<'a>(name: &'a str, tell: &'a mut Tell<'_>) -> impl FnMut(&Tally) + 'a {
    move |tally| tell(Event::Passed { name, rows: tally.rows(), bytes: tally.bytes() })
}

fn seeded(bundle: &Bundle) -> BTreeSet<String> {
    let schema = target::schema(bundle);
    let tables = bundle.manifest().seeded_tables().iter();
    let of_schema = tables.filter(|table| Some(&table.schema) == schema);
    of_schema.map(|table| table.name.as_str().to_owned()).collect()
}

impl Done {
    /// What is done with a table the first time.
    pub const fn of(act: Act) -> Self {
        match act {
            Act::Copy => Self::Copied,
            Act::Compare => Self::Compared,
        }
    }
}
