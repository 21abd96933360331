//! What happens during a run, as data; the command line decides how it looks.

use mosaic_db::precondition::Hold;
use std::time::Duration;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// The lock is held and the plan is known.
    Planned { pending: usize, entries: usize },
    /// An entry may not run yet, and this is where the run ends.
    Held { hold: Hold },
    /// An entry whose preconditions are not met runs all the same, on a scratch database, to be measured.
    UnmetMeasured { hold: Hold },
    /// An entry begins.
    EntryStarted { tag: String, number: usize, of: usize },
    /// One step of an entry that is not one transaction.
    StepStarted { tag: String, step: usize, of: usize, line: usize },
    /// A step was found to be done by an earlier run.
    StepAlreadyDone { tag: String, step: usize },
    /// What an earlier attempt of this program left behind was removed.
    RemainsRemoved { tag: String, what: String },
    /// A lock could not be had in time; the entry was rolled back and will be tried again.
    Retrying { tag: String, attempt: u32, pause: Duration },
    /// A statement that cannot run in a transaction waits for other sessions.
    Waiting { tag: String, pids: String },
    /// An entry is committed with its ledger row.
    EntryApplied { tag: String, took: Duration },
    /// The connection was lost around a commit; what became of it was found out.
    CommitResolved { tag: String, committed: Committed },
}

/// What became of a transaction whose COMMIT was not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Committed {
    Yes,
    No,
}
