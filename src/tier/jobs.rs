//! Several tables at a time, each in a transaction of its own with the row that says that it is finished. What is
//! finished stays: the next run compares it with a new snapshot of the source instead of copying it again.
//!
//! Every worker has a session of its own on both sides, which proved by itself what it is connected to; all of them
//! read in one snapshot.

use super::checkpoint::{self, Checkpoints};
use super::commit;
use super::error::{ImportError, Reached};
use super::plan::{Act, Plan, Transfer};
use super::run::{Done, Event, Moved, Phase, Report, Request, Tell, Took};
use super::source::Source;
use super::tally::Tally;
use super::target::{self, Target};
use super::transfer::{self, Failed, Side};
use futures_util::future::try_join_all;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::time::Instant;

/// What the workers share. They take turns on one thread.
struct Shared<'a, 'tell> {
    request: &'a Request<'a>,
    checkpoints: Checkpoints,
    queue: RefCell<VecDeque<&'a Transfer>>,
    moved: RefCell<Vec<Moved>>,
    took: Cell<Took>,
    tell: RefCell<&'a mut Tell<'tell>>,
}

/// Fills the tables wave by wave.
pub async fn fill(
    request: &Request<'_>,
    jobs: NonZeroUsize,
    source: &Source,
    target: &Target,
    plan: &Plan,
    report: &mut Report,
    tell: &mut Tell<'_>,
) -> Result<(), ImportError> {
    if !plan.deferred.is_empty() {
        return Err(ImportError::DeferredInJobs(plan.deferred.clone()));
    }
    let more = open(request, jobs, source).await?;
    let mut workers: Vec<(&Source, &Target)> = vec![(source, target)];
    workers.extend(more.iter().map(|(source, target)| (source, target)));
    let shared = Shared {
        request,
        checkpoints: Checkpoints::read(target).await?,
        queue: RefCell::default(),
        moved: RefCell::default(),
        took: Cell::default(),
        tell: RefCell::new(tell),
    };
    report.reached = Some(Reached::ByTable);
    let filling = async {
        for wave in &plan.waves {
            shared.queue.borrow_mut().extend(wave);
            try_join_all(workers.iter().map(|(source, target)| work(&shared, source, target))).await?;
        }
        let transaction = target.begin(plan).await?;
        target.set_sequences(plan, &source.sequence_values(plan).await?).await?;
        commit::commit(request, target, &transaction).await
    };
    let filled = tokio::select! {
        biased;
        filled = filling => filled,
        () = request.interrupt.requested() => Err(ImportError::Interrupted),
    };
    if filled.is_err() {
        for (source, target) in &workers {
            commit::roll_back(source, target).await;
        }
    } else {
        report.reached = Some(Reached::Committed);
    }
    report.tables.append(&mut shared.moved.take());
    report.took = shared.took.get();
    for (source, target) in more {
        source.close().await;
        target.close().await;
    }
    filled
}

/// The workers beside the first.
async fn open(
    request: &Request<'_>,
    jobs: NonZeroUsize,
    first: &Source,
) -> Result<Vec<(Source, Target)>, ImportError> {
    let mut more = Vec::new();
    if jobs.get() > 1 {
        let snapshot = first.export_snapshot().await?;
        for _ in 1..jobs.get() {
            let source = first.beside(request.source, &snapshot, request.application_name).await?;
            more.push((source, Target::open(request).await?));
        }
    }
    Ok(more)
}

/// Takes tables from the queue until it is empty.
async fn work(shared: &Shared<'_, '_>, source: &Source, target: &Target) -> Result<(), ImportError> {
    loop {
        let next = shared.queue.borrow_mut().pop_front();
        let Some(transfer) = next else { return Ok(()) };
        let began = Instant::now();
        let there = transfer.act == Act::Compare || shared.checkpoints.has(&transfer.name);
        let (done, tally) = if there {
            (Done::Compared, compare(shared, source, target, transfer).await?)
        } else {
            (Done::Copied, copy(shared, source, target, transfer).await?)
        };
        let (name, took) = (transfer.name.clone(), began.elapsed());
        shared.moved.borrow_mut().push(Moved { name, done, tally: tally.shown(), took });
    }
}

/// A table that an earlier run finished, or that the bundle fills.
async fn compare(
    shared: &Shared<'_, '_>,
    source: &Source,
    target: &Target,
    transfer: &Transfer,
) -> Result<Tally, ImportError> {
    target.begin_reading().await?;
    let there = read(shared, transfer, source, target, Side::Source).await?;
    let here = read(shared, transfer, source, target, Side::Target).await?;
    target.ask("COMMIT").await?;
    target::compare(transfer, there, here)?;
    Ok(there)
}

/// A table that is to be filled, with its checkpoint in the same transaction.
async fn copy(
    shared: &Shared<'_, '_>,
    source: &Source,
    target: &Target,
    transfer: &Transfer,
) -> Result<Tally, ImportError> {
    let transaction = target.begin_one(transfer).await?;
    let name = transfer.name.as_str();
    shared.tell(Event::Started { name, phase: Phase::Copying });
    let began = Instant::now();
    let mut passing = |tally: &Tally| shared.passed(name, tally);
    let copied = transfer::copy(source.client(), target.client(), transfer, &mut passing).await;
    let copied = copied.map_err(|failed| ImportError::of(name, failed))?;
    shared.add(|took| took.copying += began.elapsed());
    shared.tell(Event::Ended { name });
    let read_back = read(shared, transfer, source, target, Side::Target).await?;
    target::compare(transfer, copied, read_back)?;
    target.ask(&checkpoint::record(shared.checkpoints.import_id(), name, &copied.shown())).await?;
    commit::commit(shared.request, target, &transaction).await?;
    Ok(copied)
}

/// Reads a table of one side to be compared.
async fn read(
    shared: &Shared<'_, '_>,
    transfer: &Transfer,
    source: &Source,
    target: &Target,
    side: Side,
) -> Result<Tally, ImportError> {
    let name = transfer.name.as_str();
    shared.tell(Event::Started { name, phase: Phase::Comparing });
    let began = Instant::now();
    let client = match side {
        Side::Source => source.client(),
        Side::Target => target.client(),
    };
    let mut passing = |tally: &Tally| shared.passed(name, tally);
    let tally = transfer::read(client, side, transfer, &mut passing).await;
    let tally = tally.map_err(|failed: Failed| ImportError::of(name, failed))?;
    shared.add(|took| took.comparing += began.elapsed());
    shared.tell(Event::Ended { name });
    Ok(tally)
}

impl Shared<'_, '_> {
    fn tell(&self, event: Event<'_>) {
        (self.tell.borrow_mut())(event);
    }

    fn add(&self, add: impl Fn(&mut Took)) {
        let mut took = self.took.get();
        add(&mut took);
        self.took.set(took);
    }

    fn passed(&self, name: &str, tally: &Tally) {
        self.tell(Event::Passed { name, rows: tally.rows(), bytes: tally.bytes() });
    }
}
