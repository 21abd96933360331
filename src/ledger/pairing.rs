//! Which rows stand for which entries, among those of one hash.
//!
//! Most hashes have one entry and at most one row. Equal entries are normal all the same (two untouched custom
//! migrations, an undo and a redo), and then the other columns have to tell them apart.
//!
//! A row *claims* an entry by its name, or by a `created_at` that is the entry's `when`. Invariant: entries count as
//! applied only if no other reading of the rows is left. With as many rows as entries there is none, whatever the
//! rows claim; with fewer, every row must claim an entry, and the claims must leave no choice.

use super::known::Known;
use super::observed::Record;
use std::collections::{BTreeSet, HashMap};

/// What the rows of one hash say about its entries. Numbers are positions in the slices given.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Pairing {
    /// `(row, entry)`; entries in no pair have not run.
    Pairs(Vec<(usize, usize)>),
    /// More rows than entries, or more rows of one `created_at` than entries it could stand for: parallel runners.
    Duplicate,
    /// The rows can be read in two ways.
    Ambiguous,
}

/// Entries by what rows say about them.
pub(super) struct Claims<'a> {
    /// The entry of a name; `None` where several share it, so that it says nothing.
    by_name: HashMap<&'a str, Option<usize>>,
    by_when: HashMap<i64, Vec<usize>>,
    entries: &'a [Known<'a>],
}

/// What one row claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claim {
    Nothing,
    /// One entry, by name. `created_at` agrees, or is no entry's.
    Entry(usize),
    /// One of the entries of this `when`.
    Moment(i64),
    /// One entry by name and another by `created_at`.
    Torn,
}

impl<'a> Claims<'a> {
    /// Indexes the given entries of the slice.
    pub(super) fn of(entries: &'a [Known<'a>], positions: impl Iterator<Item = usize>) -> Self {
        let mut claims = Self { by_name: HashMap::new(), by_when: HashMap::new(), entries };
        for at in positions {
            claims.by_name.entry(entries[at].name).and_modify(|shared| *shared = None).or_insert(Some(at));
            claims.by_when.entry(entries[at].when).or_default().push(at);
        }
        claims
    }

    /// All of them, to be taken one by one.
    pub(super) fn supply(&'a self) -> Supply<'a> {
        Supply {
            claims: self,
            free: self.by_when.values().flatten().copied().collect(),
            by_when: self.by_when.iter().map(|(when, entries)| (*when, entries.iter())).collect(),
        }
    }

    fn named(&self, row: &Record<'_>) -> Option<usize> {
        self.by_name.get(row.name?).copied().flatten()
    }

    fn at(&self, when: i64) -> &[usize] {
        self.by_when.get(&when).map_or(&[], Vec::as_slice)
    }

    /// Whether the row claims any of the entries.
    pub(super) fn has_claim(&self, row: &Record<'_>) -> bool {
        self.claim(row) != Claim::Nothing
    }

    fn claim(&self, row: &Record<'_>) -> Claim {
        match (self.named(row), self.at(row.created_at)) {
            (None, []) => Claim::Nothing,
            (None, _) => Claim::Moment(row.created_at),
            (Some(entry), []) => Claim::Entry(entry),
            (Some(entry), _) if self.entries[entry].when == row.created_at => Claim::Entry(entry),
            (Some(_), _) => Claim::Torn,
        }
    }
}

/// Pairs the rows and entries at these positions, all of one hash. Rows are in canonical order, entries in the
/// bundle's.
pub(super) fn pair<'a>(
    entries: &'a [Known<'a>],
    entry_positions: &[usize],
    rows: &[Record<'_>],
    row_positions: &[usize],
) -> Pairing {
    match (entry_positions, row_positions) {
        (_, []) => return Pairing::Pairs(Vec::new()),
        ([entry], [row]) => return Pairing::Pairs(vec![(*row, *entry)]),
        _ if row_positions.len() > entry_positions.len() => return Pairing::Duplicate,
        _ => {}
    }
    let claims = Claims::of(entries, entry_positions.iter().copied());
    let claimed: Vec<(usize, Claim)> =
        row_positions.iter().map(|at| (*at, claims.claim(&rows[*at]))).collect();
    if has_repeated_moment(&claims, rows, &claimed) {
        return Pairing::Duplicate;
    }
    if row_positions.len() < entry_positions.len() && !leaves_no_choice(&claims, &claimed) {
        return Pairing::Ambiguous;
    }
    Pairing::Pairs(assign(&claims, rows, &claimed))
}

/// Whether more rows were written for one `when` than it has entries: only runners in parallel do that.
fn has_repeated_moment(claims: &Claims<'_>, rows: &[Record<'_>], claimed: &[(usize, Claim)]) -> bool {
    let mut written: HashMap<i64, usize> = HashMap::new();
    for (row, claim) in claimed {
        let created_at = rows[*row].created_at;
        let means_its_moment = match claim {
            Claim::Entry(entry) => claims.entries[*entry].when == created_at,
            Claim::Moment(_) => true,
            Claim::Torn | Claim::Nothing => false,
        };
        if means_its_moment {
            *written.entry(created_at).or_default() += 1;
        }
    }
    written.iter().any(|(when, count)| *count > claims.at(*when).len())
}

/// Whether the claims of fewer rows than entries can be met in one way only.
fn leaves_no_choice(claims: &Claims<'_>, claimed: &[(usize, Claim)]) -> bool {
    let mut by_name: HashMap<usize, usize> = HashMap::new();
    let mut by_moment: HashMap<i64, usize> = HashMap::new();
    for (_, claim) in claimed {
        match claim {
            Claim::Entry(entry) => *by_name.entry(*entry).or_default() += 1,
            Claim::Moment(when) => *by_moment.entry(*when).or_default() += 1,
            Claim::Torn | Claim::Nothing => return false,
        }
    }
    // Rows that claim a moment must use up what is left of it, or any of the left could be the one that has not run.
    by_name.values().all(|count| *count == 1)
        && by_moment.iter().all(|(when, count)| {
            let left = claims.at(*when).iter().filter(|entry| !by_name.contains_key(entry)).count();
            *count == left
        })
}

/// Gives every row its entry: claims by name first, then by moment, then what is left in order.
fn assign(claims: &Claims<'_>, rows: &[Record<'_>], claimed: &[(usize, Claim)]) -> Vec<(usize, usize)> {
    let mut supply = claims.supply();
    let mut pairs = Vec::with_capacity(claimed.len());
    let mut rest = Vec::new();
    let (by_name, others): (Vec<_>, Vec<_>) =
        claimed.iter().partition(|(_, claim)| matches!(claim, Claim::Entry(_)));
    for (row, _) in by_name.into_iter().chain(others) {
        match supply.take_claimed(&rows[row]) {
            Some(entry) => pairs.push((row, entry)),
            None => rest.push(row),
        }
    }
    pairs.extend(rest.into_iter().zip(supply.free));
    pairs
}

/// Entries that have no row yet.
pub(super) struct Supply<'a> {
    claims: &'a Claims<'a>,
    free: BTreeSet<usize>,
    /// What has not been looked at yet of each moment, so that equal ones are passed over once and not once a row.
    by_when: HashMap<i64, std::slice::Iter<'a, usize>>,
}

impl Supply<'_> {
    /// Takes the entry a row names, or else the first one left of its moment.
    pub(super) fn take_claimed(&mut self, row: &Record<'_>) -> Option<usize> {
        let named = self.claims.named(row).and_then(|entry| self.free.take(&entry));
        named.or_else(|| {
            let entry = self.by_when.get_mut(&row.created_at)?.find(|entry| self.free.contains(entry))?;
            self.free.take(entry)
        })
    }
}
