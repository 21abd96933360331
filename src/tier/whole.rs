//! All tables in one transaction: copied, then read back and compared, then committed. Nothing of it is visible to
//! anybody before.

use super::commit;
use super::error::{ImportError, Reached};
use super::plan::{Act, Plan};
use super::run::{Done, Event, Moved, Phase, Report, Request, Tell, passing};
use super::source::Source;
use super::tally::Tally;
use super::target::{self, Target};
use super::transfer::{self, Side};
use std::time::{Duration, Instant};

/// Everything between BEGIN and COMMIT.
pub async fn fill(
    request: &Request<'_>,
    source: &Source,
    target: &Target,
    plan: &Plan,
    report: &mut Report,
    tell: &mut Tell<'_>,
) -> Result<(), ImportError> {
    report.reached = Some(Reached::RolledBack);
    let filling = async {
        let transaction = target.begin(plan).await?;
        target.require_empty(plan).await?;
        let mut phase = Instant::now();
        let copied = copy(source, target, plan, report, tell).await?;
        target.check_deferred(plan).await?;
        report.took.copying = lap(&mut phase);
        compare(target, plan, &copied, tell).await?;
        report.took.comparing = lap(&mut phase);
        report.proved = target.prove(plan, tell).await?;
        report.took.proving = lap(&mut phase);
        target.set_sequences(plan, &source.sequence_values(plan).await?).await?;
        Ok(transaction)
    };
    let filled = tokio::select! {
        biased;
        filled = filling => filled,
        () = request.interrupt.requested() => Err(ImportError::Interrupted),
    };
    let committed = match filled {
        Ok(transaction) => commit::commit(request, target, &transaction).await,
        Err(error) => {
            commit::roll_back(source, target).await;
            Err(error)
        }
    };
    report.reached = Some(match &committed {
        Ok(()) => Reached::Committed,
        Err(ImportError::CommitUncertain) => Reached::Uncertain,
        Err(_) => Reached::RolledBack,
    });
    committed
}

/// How long it is since then; from now on it is since now.
fn lap(since: &mut Instant) -> Duration {
    let now = Instant::now();
    now - std::mem::replace(since, now)
}

async fn copy(
    source: &Source,
    target: &Target,
    plan: &Plan,
    report: &mut Report,
    tell: &mut Tell<'_>,
) -> Result<Vec<Tally>, ImportError> {
    let mut tallies = Vec::new();
    for transfer in plan.transfers() {
        let name = transfer.name.as_str();
        tell(Event::Started { name, phase: Phase::Copying });
        let began = Instant::now();
        let tally = match transfer.act {
            Act::Copy => {
                transfer::copy(source.client(), target.client(), transfer, &mut passing(name, tell)).await
            }
            Act::Compare => {
                transfer::read(source.client(), Side::Source, transfer, &mut passing(name, tell)).await
            }
        };
        let tally = tally.map_err(|failed| ImportError::of(name, failed))?;
        tell(Event::Ended { name });
        let (done, took) = (Done::of(transfer.act), began.elapsed());
        report.tables.push(Moved { name: name.to_owned(), done, tally: tally.shown(), took });
        tallies.push(tally);
    }
    Ok(tallies)
}

/// After all of them, because what is written later can change what was written before.
async fn compare(
    target: &Target,
    plan: &Plan,
    copied: &[Tally],
    tell: &mut Tell<'_>,
) -> Result<(), ImportError> {
    for (transfer, copied) in plan.transfers().zip(copied) {
        let name = transfer.name.as_str();
        tell(Event::Started { name, phase: Phase::Comparing });
        let read = transfer::read(target.client(), Side::Target, transfer, &mut passing(name, tell)).await;
        let read = read.map_err(|failed| ImportError::of(name, failed))?;
        target::compare(transfer, *copied, read)?;
        tell(Event::Ended { name });
    }
    Ok(())
}
