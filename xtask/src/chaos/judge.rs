//! Whether what a disturbed command left is what it said, and what it may leave.

use super::{
    case::{Case, Fault, Subject},
    matrix,
};

/// What is in a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// The digests of the applied entries, in order.
    pub(super) ledger: Vec<String>,
    /// Whether an entry of several steps is between two of them.
    pub(super) between_steps: bool,
    /// A digest of what the command is about: the shape with the numbers of rows, or the rows.
    pub(super) content: String,
    /// Whether every batch is there with its place.
    pub(super) batches_whole: bool,
}

/// What an undisturbed command leads through.
#[derive(Debug)]
pub(super) struct Course {
    /// The states that may be left, in order; the last one is what is asked for.
    pub(super) states: Vec<State>,
    pub(super) between: Between,
}

/// What may be left between two of these states.
#[derive(Clone, Copy, Debug)]
pub(super) enum Between {
    /// Nothing.
    Nothing,
    /// The steps of the entry that comes after so many.
    Steps { after: usize },
    /// Batches, each with its place.
    Batches,
}

/// How a command ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    /// As a shell counts it: 128 and the signal, if one ended it.
    pub(super) status: i32,
    /// The code that it gave, if it gave one.
    pub(super) code: Option<String>,
}

/// Why a case failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Wrong {
    #[error("it hung, and was killed")]
    Hung,
    #[error("it ended with {}, which nothing of this kind may", .0)]
    Unexpected(Ended),
    #[error("it ended with {}, and the fault had not happened", .0)]
    Unmet(Ended),
    #[error("it said that the state is reached, and it is not")]
    Untrue,
    #[error("it said {}, and something of it is there", .0)]
    NotRolledBack(Ended),
    #[error("it left neither a whole entry nor none")]
    Partial,
    #[error("the undisturbed command after it ended with {}", .0)]
    NotRecovered(Ended),
    #[error("after the undisturbed command it is not what an undisturbed database is")]
    Differs,
    #[error("the backfill's retained proof does not hold")]
    NotRetained,
    #[error("{command} ended with {ended} after everything was done")]
    NotProved { command: &'static str, ended: Ended },
}

impl Ended {
    /// What counts say of it.
    pub(super) fn label(&self) -> &str {
        match (self.status, &self.code) {
            (0, _) => "reached",
            (matrix::KILLED, _) => "killed",
            (_, Some(code)) => code,
            (_, None) => "no code",
        }
    }
}

impl std::fmt::Display for Ended {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.status, self.label())
    }
}

impl Course {
    pub(super) fn begin(&self) -> Option<&State> {
        self.states.first()
    }

    pub(super) fn end(&self) -> Option<&State> {
        self.states.last()
    }

    fn allows(&self, state: &State) -> bool {
        if self.states.contains(state) {
            return true;
        }
        match self.between {
            Between::Nothing => false,
            Between::Steps { after } => {
                state.between_steps
                    && self.states.get(after).is_some_and(|before| before.ledger == state.ledger)
            }
            Between::Batches => state.batches_whole,
        }
    }
}

/// Judges what is there right after the disturbed command.
pub(super) fn left(case: Case, course: &Course, ended: &Ended, state: &State) -> Result<(), Wrong> {
    if !matrix::expected(case.subject, case.fault).contains(&ended.status) {
        return Err(Wrong::Unexpected(ended.clone()));
    }
    if ended.status == 0 {
        return if Some(state) == course.end() { Ok(()) } else { Err(Wrong::Untrue) };
    }
    if promises_nothing(case, ended) && Some(state) != course.begin() {
        return Err(Wrong::NotRolledBack(ended.clone()));
    }
    if course.allows(state) { Ok(()) } else { Err(Wrong::Partial) }
}

/// Judges what is there after the command was run again, undisturbed.
pub(super) fn recovered(course: &Course, ended: &Ended, state: &State) -> Result<(), Wrong> {
    if ended.status != 0 {
        return Err(Wrong::NotRecovered(ended.clone()));
    }
    if Some(state) == course.end() { Ok(()) } else { Err(Wrong::Differs) }
}

/// Whether such an end says that nothing has changed.
fn promises_nothing(case: Case, ended: &Ended) -> bool {
    match (case.subject, case.fault) {
        (_, Fault::Reroute | Fault::Pooler) | (Subject::Verify, _) => true,
        // All in one transaction. Killed, it says nothing; uncertain, it says so.
        (Subject::Import, _) => !matches!(ended.status, 7 | matrix::KILLED),
        (Subject::Run | Subject::Backfill, _) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{super::case::Wanted, *};

    fn case(name: &str) -> Case {
        let wanted: Wanted = name.parse().expect("a case");
        Case {
            subject: wanted.subject,
            fault: wanted.fault.expect("a fault"),
            at: wanted.at.expect("a place"),
        }
    }

    fn state(entries: usize) -> State {
        State {
            ledger: (0..entries).map(|entry| entry.to_string()).collect(),
            between_steps: false,
            content: format!("with {entries}"),
            batches_whole: true,
        }
    }

    fn course(between: Between) -> Course {
        Course { states: (0..3).map(state).collect(), between }
    }

    fn ended(status: i32) -> Ended {
        Ended { status, code: (status > 0).then(|| "CODE".to_owned()) }
    }

    #[test]
    fn success_is_only_true_at_the_end() {
        let course = course(Between::Nothing);
        assert_eq!(left(case("run/cut/s1"), &course, &ended(0), &state(2)), Ok(()));
        assert_eq!(left(case("run/cut/s1"), &course, &ended(0), &state(1)), Err(Wrong::Untrue));
        assert_eq!(recovered(&course, &ended(0), &state(1)), Err(Wrong::Differs));
        assert!(matches!(recovered(&course, &ended(4), &state(2)), Err(Wrong::NotRecovered(_))));
    }

    #[test]
    fn whole_entries_may_be_left_and_nothing_between_them() {
        let mut half = state(1);
        "with one and a half".clone_into(&mut half.content);
        let nothing = course(Between::Nothing);
        assert_eq!(left(case("run/cut/s1"), &nothing, &ended(69), &state(1)), Ok(()));
        assert_eq!(left(case("run/cut/s1"), &nothing, &ended(69), &half), Err(Wrong::Partial));
        half.between_steps = true;
        let steps = |after| course(Between::Steps { after });
        assert_eq!(left(case("run/cut/s1"), &steps(1), &ended(69), &half), Ok(()));
        assert_eq!(left(case("run/cut/s1"), &steps(0), &ended(69), &half), Err(Wrong::Partial));
        half.batches_whole = false;
        assert_eq!(
            left(case("backfill/cut/s1"), &course(Between::Batches), &ended(7), &half),
            Err(Wrong::Partial)
        );
    }

    #[test]
    fn what_says_that_nothing_changed_has_to_be_right() {
        let course = course(Between::Nothing);
        let wrong = left(case("migrate-tier/cut/s1"), &course, &ended(8), &state(1));
        assert!(matches!(wrong, Err(Wrong::NotRolledBack(_))));
        assert_eq!(left(case("migrate-tier/cut/s1"), &course, &ended(7), &state(1)), Ok(()));
        let wrong = left(case("run/pooler/session"), &course, &ended(69), &state(1));
        assert!(matches!(wrong, Err(Wrong::NotRolledBack(_))));
    }

    #[test]
    fn a_status_that_is_not_in_the_table_is_wrong_whatever_is_left() {
        let wrong = left(case("run/cut/s1"), &course(Between::Nothing), &ended(2), &state(0));
        assert!(matches!(wrong, Err(Wrong::Unexpected(_))));
    }
}
