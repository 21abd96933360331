//! What is to be played, and what may come of it: one table, and what follows from it and a seed.

use super::case::{At, Case, Fault, POOL_MODES, ROOMS, SERVERS, Subject, Wanted};
use crate::random::Random;
use mosaic_lab::proxy::{Direction, Place};
use std::collections::BTreeSet;

/// The status of a command that was killed, as a shell counts: 128 and the signal.
pub(super) const KILLED: i32 = 128 + 9;

/// The statuses that a command may end with, in the order of [`Subject::ALL`]. None at all: the fault is not played, because
/// it cannot reach the command.
type Statuses = [&'static [i32]; 4];

/// Which places a fault comes at.
#[derive(Clone, Copy)]
enum Places {
    /// At every record, in both directions.
    Records,
    /// So many of those after the login, where they take long or need a session.
    Later(usize),
    /// In these forms, and at no record.
    Forms(&'static [&'static str]),
}

/// A line of the table.
struct Row {
    fault: Fault,
    places: Places,
    /// How many places of each command the short form has, in the order of [`Subject::ALL`].
    short: [usize; 4],
    statuses: Statuses,
}

/// What a lost connection comes to. Reached all the same: it was lost after the last answer, or the command asked on a new
/// one what became of its COMMIT.
const LOST: Statuses = [&[0, 7, 69], &[0, 69], &[0, 7, 8, 69], &[0, 7, 69]];
/// The same with a server that says for a while that it starts or stops.
const LOST_OR_NOT_READY: Statuses = [&[0, 7, 69, 75], &[0, 69, 75], &[0, 7, 8, 69, 75], &[0, 7, 69, 75]];
const UNIMPRESSED: Statuses = [&[0]; 4];

/// Every fault, where it comes and what may come of it.
const TABLE: [Row; 15] = [
    Row { fault: Fault::Cut, places: Places::Records, short: [4, 2, 2, 1], statuses: LOST },
    Row { fault: Fault::HalfClose, places: Places::Records, short: [4, 2, 2, 1], statuses: LOST },
    Row { fault: Fault::Delay, places: Places::Records, short: [2, 1, 1, 1], statuses: UNIMPRESSED },
    Row { fault: Fault::Kill, places: Places::Records, short: [4, 1, 2, 1], statuses: [&[KILLED]; 4] },
    Row { fault: Fault::Pause, places: Places::Records, short: [2, 1, 1, 1], statuses: UNIMPRESSED },
    Row {
        fault: Fault::Freeze,
        places: Places::Later(1),
        short: [0; 4],
        // An import that stands still is given up after ten minutes.
        statuses: [&[0, 7, 69], &[69], &[], &[0, 7, 69]],
    },
    Row { fault: Fault::Terminate, places: Places::Later(usize::MAX), short: [3, 1, 1, 1], statuses: LOST },
    Row { fault: Fault::Restart, places: Places::Later(12), short: [1; 4], statuses: LOST_OR_NOT_READY },
    Row {
        fault: Fault::Immediate,
        places: Places::Later(12),
        short: [1, 1, 1, 0],
        statuses: LOST_OR_NOT_READY,
    },
    Row { fault: Fault::Promote, places: Places::Later(6), short: [1, 0, 1, 0], statuses: LOST_OR_NOT_READY },
    Row {
        fault: Fault::Reroute,
        places: Places::Forms(&SERVERS),
        short: [2, 1, 2, 1],
        // A verification changes nothing, so that it may be asked of a standby too.
        statuses: [&[69, 75], &[0, 69, 75], &[5, 69, 75], &[69, 75]],
    },
    Row { fault: Fault::Pooler, places: Places::Forms(&POOL_MODES), short: [1; 4], statuses: [&[69]; 4] },
    Row {
        fault: Fault::DiskFull,
        places: Places::Forms(&ROOMS),
        short: [1, 0, 1, 0],
        // A verification writes nothing. What has room enough is done. Without any there may be no session at all.
        statuses: [&[0, 6, 75], &[], &[0, 8, 75], &[0, 6, 75]],
    },
    Row { fault: Fault::ClockForth, places: Places::Later(8), short: [1, 0, 1, 0], statuses: UNIMPRESSED },
    Row { fault: Fault::ClockBack, places: Places::Later(8), short: [1, 0, 0, 1], statuses: UNIMPRESSED },
];

/// By this record to the server, and by this one to the client, there is a session.
const LOGGED_IN: [u64; 2] = [9, 13];

/// How many records an undisturbed command exchanges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Records {
    pub(super) to_server: u64,
    pub(super) to_client: u64,
}

/// How much is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// A few cases of each kind, which the seed picks.
    Short,
    /// Every case.
    Long,
}

/// The statuses that the command may end with. None: the fault is not played on it.
pub(super) fn expected(subject: Subject, fault: Fault) -> &'static [i32] {
    let row = TABLE.iter().find(|row| row.fault == fault);
    row.map_or(&[], |row| row.statuses[subject as usize])
}

/// The cases of this command, of which an undisturbed one exchanges so many records.
pub(super) fn cases(subject: Subject, records: Records, extent: Extent, seed: u64) -> Vec<Case> {
    let mut cases = Vec::new();
    for row in TABLE.iter().filter(|row| !row.statuses[subject as usize].is_empty()) {
        let all = match row.places {
            // The last one each way says good-bye, and nobody waits for the server's.
            Places::Records => places(Direction::ToServer, 1, records.to_server)
                .chain(places(Direction::ToClient, 1, records.to_client - 1))
                .collect::<Vec<_>>(),
            Places::Later(_) => places(Direction::ToServer, LOGGED_IN[0], records.to_server - 1)
                .chain(places(Direction::ToClient, LOGGED_IN[1], records.to_client - 1))
                .collect(),
            Places::Forms(forms) => forms.iter().map(|form| At::Form(form)).collect(),
        };
        let most = match (extent, row.places) {
            (Extent::Short, _) => row.short[subject as usize],
            (Extent::Long, Places::Later(most)) => most,
            (Extent::Long, Places::Records | Places::Forms(_)) => usize::MAX,
        };
        let salt = seed ^ ((row.fault as u64) << 40 | (subject as u64) << 32);
        let picked = picked(all.len(), most, salt);
        cases.extend(picked.into_iter().map(|index| Case { subject, fault: row.fault, at: all[index] }));
    }
    cases
}

/// The cases that are wanted. One that is named in full is played whether the seed picks it or not.
pub(super) fn wanted(cases: Vec<Case>, wanted: &[Wanted]) -> Vec<Case> {
    let named = wanted.iter().filter_map(|wanted| {
        let Wanted { subject, fault: Some(fault), at: Some(at) } = *wanted else { return None };
        Some(Case { subject, fault, at })
    });
    let all = cases.into_iter().filter(|case| wanted.is_empty() || wanted.iter().any(|w| w.wants(case)));
    let all: BTreeSet<_> = all.chain(named).collect();
    all.into_iter().collect()
}

fn places(direction: Direction, first: u64, last: u64) -> impl Iterator<Item = At> {
    (first..=last).map(move |number| At::Record(Place { direction, number }))
}

/// Indexes of at most so many of so many things: one from each of as many parts of the same size.
fn picked(of: usize, most: usize, seed: u64) -> Vec<usize> {
    if most >= of {
        return (0..of).collect();
    }
    let part = |number: usize| number * of / most;
    let mut random = Random::new(seed);
    (0..most).map(|number| part(number) + random.position(part(number + 1) - part(number))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORDS: Records = Records { to_server: 30, to_client: 40 };

    #[test]
    fn the_table_has_every_fault_once_and_each_has_a_way_to_end() {
        for fault in Fault::ALL {
            assert_eq!(TABLE.iter().filter(|row| row.fault == fault).count(), 1, "{}", fault.name());
            assert!(Subject::ALL.iter().any(|subject| !expected(*subject, fault).is_empty()));
        }
    }

    #[test]
    fn the_long_form_has_every_record_in_both_directions() {
        let cases = cases(Subject::Run, RECORDS, Extent::Long, 1);
        for fault in [Fault::Cut, Fault::HalfClose, Fault::Delay, Fault::Kill, Fault::Pause] {
            assert_eq!(cases.iter().filter(|case| case.fault == fault).count(), 69);
        }
        assert_eq!(cases.iter().filter(|case| case.fault == Fault::Pooler).count(), 3);
    }

    #[test]
    fn the_short_form_is_small_and_follows_the_seed() {
        let short = |seed| cases(Subject::Run, RECORDS, Extent::Short, seed);
        assert_eq!(short(1), short(1));
        assert_ne!(short(1), short(2));
        assert!(short(1).len() < 40);
        for row in &TABLE {
            let played = short(7).iter().filter(|case| case.fault == row.fault).count();
            assert_eq!(played, row.short[0], "{}", row.fault.name());
        }
    }

    #[test]
    fn what_is_named_in_full_is_played() {
        let named: Wanted = "run/cut/s29".parse().expect("a case");
        let played = wanted(cases(Subject::Run, RECORDS, Extent::Short, 1), &[named]);
        assert_eq!(played.iter().map(ToString::to_string).collect::<Vec<_>>(), ["run/cut/s29"]);
    }
}
