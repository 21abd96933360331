//! What holds for every ledger: against an oracle that tries all pairings, and against simulated migrators.

use super::*;
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::{BTreeSet, HashSet};

/// Few contents, times and names, so that everything collides with everything.
fn content(others: u8) -> impl Strategy<Value = u8> {
    prop_oneof![4 => Just(0u8), 1 => 1..=others]
}

fn folder(max: usize) -> impl Strategy<Value = Vec<File>> {
    vec((content(2), 0..4i64), 0..=max).prop_map(|entries| {
        let file = |(at, (sql, when)): (usize, (u8, i64))| history(&format!("e{at}"), when, &sql.to_string());
        entries.into_iter().enumerate().map(file).collect()
    })
}

/// As [`folder`], but nothing with the same bytes has the same time: such entries cannot be told apart.
fn distinct_folder(max: usize) -> impl Strategy<Value = Vec<File>> {
    folder(max).prop_map(|mut files| {
        let mut seen = HashSet::new();
        files.retain(|file| seen.insert((file.sql.clone(), file.when)));
        files
    })
}

fn rows(max: usize) -> impl Strategy<Value = Vec<Row>> {
    vec((content(3), 0..5i64, proptest::option::of(0..6u8)), 0..=max).prop_map(|rows| {
        let build = |(at, (sql, when, name)): (usize, (u8, i64, Option<u8>))| Row {
            name: name.map(|name| format!("e{name}")),
            ..row(i64::try_from(at).unwrap(), &sql.to_string(), when)
        };
        rows.into_iter().enumerate().map(build).collect()
    })
}

/// The entries of one hash that have run, or `None` where the rows leave a choice: by trying every pairing.
fn oracle(entries: &[(usize, &File)], rows: &[&Row]) -> Option<BTreeSet<usize>> {
    let time = |row: &Row| row.created_at.as_ref().unwrap().parse::<i64>().unwrap();
    let names = |row: &Row, file: &File| row.name.as_ref() == Some(&file.tag);
    let named = |row: &Row| entries.iter().find(|(_, file)| names(row, file));
    let of_time = |when: i64| entries.iter().filter(move |(_, file)| file.when == when);
    let torn = |row: &Row| {
        named(row).is_some_and(|(_, file)| file.when != time(row)) && of_time(time(row)).count() > 0
    };
    let repeated = |when: i64| {
        let written = rows.iter().filter(|row| time(row) == when && !torn(row));
        of_time(when).count() > 0 && written.count() > of_time(when).count()
    };
    if rows.len() > entries.len() || rows.iter().any(|row| repeated(time(row))) {
        return None;
    }
    if rows.len() == entries.len() {
        return Some(entries.iter().map(|(at, _)| *at).collect());
    }
    if rows.iter().any(|row| torn(row)) {
        return None;
    }
    let fits = |row: &Row, file: &File| match named(row) {
        Some((_, named)) => named.tag == file.tag,
        None => time(row) == file.when,
    };
    let mut covers = vec![BTreeSet::new()];
    for row in rows {
        let mut grown: Vec<BTreeSet<usize>> = Vec::new();
        for cover in &covers {
            for (at, _) in entries.iter().filter(|(at, file)| !cover.contains(at) && fits(row, file)) {
                grown.push(cover.iter().copied().chain([*at]).collect());
            }
        }
        covers = grown;
    }
    covers.dedup();
    let first = covers.first()?.clone();
    covers.iter().all(|cover| *cover == first).then_some(first)
}

/// [`oracle`] for every hash of a folder.
fn oracle_of_all(folder: &[File], rows: &[Row]) -> Option<BTreeSet<usize>> {
    let hash = |file: &File| Digest::of(file.sql.as_bytes()).to_string();
    let hashes: BTreeSet<String> = folder.iter().map(hash).collect();
    if rows.iter().any(|row| !hashes.contains(&row.hash)) {
        return None;
    }
    let mut applied = BTreeSet::new();
    for wanted in hashes {
        let entries: Vec<_> = folder.iter().enumerate().filter(|(_, file)| hash(file) == wanted).collect();
        applied.extend(oracle(&entries, &rows.iter().filter(|row| row.hash == wanted).collect::<Vec<_>>())?);
    }
    Some(applied)
}

fn applied_positions(found: &Reconciliation) -> BTreeSet<usize> {
    let states = found.entries().iter().enumerate();
    states.filter(|(_, state)| matches!(state, EntryState::Applied { .. })).map(|(at, _)| at).collect()
}

/// Who migrates, and how it decides what to run.
#[derive(Clone, Copy, Debug)]
enum Migrator {
    /// Everything above the newest `created_at`.
    Drizzle,
    /// Everything whose name has no row.
    NewerDrizzle,
    Ours,
}

impl Migrator {
    fn run(self, folder: &[File], observed: &mut Observed) -> Vec<String> {
        let Observed::Table { columns, rows } = &*observed else { unreachable!() };
        let has_name = Shape::of(columns).unwrap().has_name();
        let newest = rows.iter().map(|row| row.created_at.as_ref().unwrap().parse::<i64>().unwrap()).max();
        let to_run: Vec<&File> = match self {
            Self::Drizzle => {
                folder.iter().filter(|file| newest.is_none_or(|newest| newest < file.when)).collect()
            }
            Self::NewerDrizzle => folder
                .iter()
                .filter(|file| rows.iter().all(|row| row.name.as_ref() != Some(&file.tag)))
                .collect(),
            Self::Ours => {
                let found = against(folder, observed);
                let plan = plan(&found).unwrap_or_else(|refused| panic!("{refused}: {observed:?}"));
                plan.steps().iter().map(|step| &folder[step.position()]).collect()
            }
        };
        let name = |file: &File| (has_name && !matches!(self, Self::Drizzle)).then(|| file.tag.clone());
        let Observed::Table { rows, .. } = observed else { unreachable!() };
        for file in &to_run {
            let id = i64::try_from(rows.len()).unwrap() + 1;
            rows.push(Row { name: name(file), ..row(id, &file.sql, file.when) });
        }
        to_run.into_iter().map(|file| file.tag.clone()).collect()
    }
}

/// A ledger's form with the migrators that get along on it: a newer Drizzle runs again what an older one recorded.
fn crews() -> impl Strategy<Value = (Observed, Vec<Migrator>)> {
    let crew = |observed: Observed, drizzle: Migrator| {
        vec(prop_oneof![Just(drizzle), Just(Migrator::Ours)], 1..5)
            .prop_map(move |crew| (observed.clone(), crew))
    };
    prop_oneof![
        crew(three(vec![]), Migrator::Drizzle),
        crew(five(vec![]), Migrator::Drizzle),
        crew(five(vec![]), Migrator::NewerDrizzle),
    ]
}

fn text() -> impl Strategy<Value = String> {
    let digest = "[0-9a-f]{64}";
    prop_oneof![
        any::<String>(),
        digest.prop_map(|text| text),
        "-?[0-9]{1,25}(\\.[0-9]{0,3})?".prop_map(|text| text)
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_oracle_agrees(folder in folder(5), rows in rows(5)) {
        let found = against(&folder, &five(rows.clone()));
        match oracle_of_all(&folder, &rows) {
            Some(applied) => {
                prop_assert_eq!(codes(&found), Vec::<&str>::new());
                prop_assert_eq!(applied_positions(&found), applied);
            }
            None => prop_assert_ne!(codes(&found), Vec::<&str>::new()),
        }
    }

    #[test]
    fn where_rows_lie_makes_no_difference(
        (folder, rows, shuffled) in (folder(6), rows(8)).prop_flat_map(|(folder, rows)| {
            (Just(folder), Just(rows.clone()), Just(rows).prop_shuffle())
        }),
    ) {
        prop_assert_eq!(fingerprint(&rows), fingerprint(&shuffled));
        prop_assert_eq!(against(&folder, &five(rows)), against(&folder, &five(shuffled)));
    }

    #[test]
    fn no_row_stands_for_two_entries(folder in folder(6), rows in rows(8)) {
        let found = against(&folder, &five(rows));
        let used: Vec<i64> = found.entries().iter().filter_map(|state| match state {
            EntryState::Applied { row } | EntryState::Edited { row } => Some(*row),
            EntryState::Pending(_) | EntryState::Unclear => None,
        }).collect();
        prop_assert_eq!(used.len(), used.iter().collect::<HashSet<_>>().len());
    }

    /// Entries arrive in any order, late ones before applied ones; whoever runs, the ledger stays readable.
    #[test]
    fn migrators_in_turns_leave_a_ledger_that_is_never_refused(
        folder in distinct_folder(7),
        arrivals in vec(0..5usize, 7),
        (mut observed, crew) in crews(),
    ) {
        let mut ran = BTreeSet::new();
        for (turn, migrator) in crew.iter().enumerate() {
            let arrived = folder.iter().zip(&arrivals).filter(|(_, arrival)| **arrival <= turn);
            let arrived: Vec<File> = arrived.map(|(file, _)| file.clone()).collect();
            ran.extend(migrator.run(&arrived, &mut observed));
        }
        let found = against(&folder, &observed);
        prop_assert_eq!(codes(&found), Vec::<&str>::new());
        let ran: BTreeSet<usize> = (0..folder.len()).filter(|at| ran.contains(&folder[*at].tag)).collect();
        prop_assert_eq!(applied_positions(&found), ran);
    }

    #[test]
    fn without_one_row_exactly_its_entry_is_pending(
        (folder, removed) in distinct_folder(6)
            .prop_filter("an entry", |folder| !folder.is_empty())
            .prop_flat_map(|folder| { let len = folder.len(); (Just(folder), 0..len) }),
    ) {
        let mut observed = three(vec![]);
        Migrator::Ours.run(&folder, &mut observed);
        let Observed::Table { rows, .. } = &mut observed else { unreachable!() };
        rows.remove(removed);
        let found = against(&folder, &observed);
        let plan = plan(&found).unwrap();
        prop_assert_eq!(plan.steps().iter().map(|step| step.position()).collect::<Vec<_>>(), vec![removed]);
        let late = removed + 1 < folder.len();
        prop_assert_eq!(plan.steps()[0].turn(), if late { Turn::Late } else { Turn::Next });
    }
}

proptest! {
    #[test]
    fn hostile_rows_never_panic(
        folder in folder(4),
        rows in vec((any::<i64>(), text(), proptest::option::of(text()), proptest::option::of(text())), 0..6),
    ) {
        let rows: Vec<Row> =
            rows.into_iter().map(|(id, hash, created_at, name)| Row { id, hash, created_at, name }).collect();
        let _ = fingerprint(&rows);
        let found = against(&folder, &five(rows));
        for refusal in refusals(&found) {
            prop_assert!(refusal.to_string().chars().all(|c| !c.is_control()));
        }
        for note in found.notes() {
            prop_assert!(note.to_string().chars().all(|c| !c.is_control()));
        }
    }
}

/// A quadratic step would take minutes here.
#[test]
fn thousands_of_equal_entries_are_no_trouble() {
    let count = 5000;
    let folder: Vec<File> = (0..count).map(|at| history(&format!("e{at}"), 1, "same")).collect();
    let ledger: Vec<Row> = (1..=count).map(|id| row(id, "same", 1)).collect();
    let whole = against(&folder, &three(ledger));
    assert_eq!(plan(&whole).unwrap().require_empty(), Ok(()));
    let strange = (1..=count).map(|id| row(id, "other", 1)).collect();
    assert_eq!(codes(&against(&folder, &three(strange))).len(), folder.len());
    let distinct: Vec<File> = (0..count).map(|at| history(&format!("e{at}"), at, &at.to_string())).collect();
    let half = (0..count / 2).map(|at| row(at, &at.to_string(), at)).collect();
    assert_eq!(plan(&against(&distinct, &three(half))).unwrap().steps().len(), folder.len() / 2);
}
