//! The comparison itself: entries and rows, in groups of equal hash.

use super::known::Known;
use super::note::Note;
use super::observed::{Record, Shape};
use super::pairing::{Claims, Pairing, pair};
use super::reconcile::{EntryState, Turn};
use super::refusal::Refusal;
use crate::bundle::{Phase, Variant};
use crate::digest::Digest;
use std::collections::HashMap;

/// What came out.
pub(super) struct Findings {
    pub(super) states: Vec<EntryState>,
    pub(super) notes: Vec<Note>,
    pub(super) refusals: Vec<Refusal>,
}

/// Compares entries, in the bundle's order, with rows in canonical order.
pub(super) fn compare(entries: &[Known<'_>], rows: &[Record<'_>], shape: Shape) -> Findings {
    let mut groups = Groups::of(entries, rows);
    let mut edits = groups.release_edited(entries, rows);
    let mut standing =
        Standing { entries, rows, states: vec![EntryState::Pending(Turn::Next); entries.len()] };
    standing.mark_edited(&edits);
    let mut notes = Vec::new();
    let mut contested = Vec::new();
    for group in &groups.list {
        match pair(entries, &group.entries, rows, &group.rows) {
            Pairing::Pairs(pairs) => {
                for (row, entry) in pairs {
                    standing.states[entry] = EntryState::Applied { row: rows[row].id };
                    notes.extend(differences(&entries[entry], &rows[row], shape).map(|note| (entry, note)));
                }
            }
            Pairing::Duplicate => {
                let (rows, tags) = standing.contest(group);
                contested.push(Refusal::Duplicate { rows, tags });
            }
            Pairing::Ambiguous => {
                let (rows, tags) = standing.contest(group);
                contested.push(Refusal::Ambiguous { rows, tags });
            }
        }
    }
    let unknown = standing.match_strangers(&groups.strangers, &mut edits);
    standing.mark_edited(&edits);
    standing.mark_late();
    notes.extend(standing.late_times());
    notes.sort_by_key(|(entry, _)| *entry);

    edits.sort_unstable_by_key(|(_, entry)| *entry);
    let mut refusals: Vec<Refusal> =
        edits.iter().map(|(row, entry)| edited(&entries[*entry], &rows[*row])).collect();
    refusals.extend(contested);
    refusals.extend(standing.refuse_unknown(&unknown));
    refusals.extend(standing.history_after_application());
    Findings { states: standing.states, notes: notes.into_iter().map(|(_, note)| note).collect(), refusals }
}

/// The entries and rows of one hash, by position.
#[derive(Default)]
struct Group {
    entries: Vec<usize>,
    rows: Vec<usize>,
}

struct Groups {
    /// In the order of their first entries.
    list: Vec<Group>,
    /// Rows whose hash is no entry's.
    strangers: Vec<usize>,
}

impl Groups {
    fn of(entries: &[Known<'_>], rows: &[Record<'_>]) -> Self {
        let mut place: HashMap<Digest, usize> = HashMap::with_capacity(entries.len());
        let mut list: Vec<Group> = Vec::with_capacity(entries.len());
        for (at, entry) in entries.iter().enumerate() {
            let group = *place.entry(entry.sha256).or_insert(list.len());
            if group == list.len() {
                list.push(Group::default());
            }
            list[group].entries.push(at);
        }
        let mut strangers = Vec::new();
        for (at, row) in rows.iter().enumerate() {
            match place.get(&row.hash) {
                Some(group) => list[*group].rows.push(at),
                None => strangers.push(at),
            }
        }
        Self { list, strangers }
    }

    /// Takes out the rows that are too many for their hash because they belong to an entry that has been edited:
    /// when it ran it had the same bytes as another one (two untouched custom migrations, say), now it has a hash
    /// of its own and no row with it. Returns `(row, entry)`.
    fn release_edited(&mut self, entries: &[Known<'_>], rows: &[Record<'_>]) -> Vec<(usize, usize)> {
        let mut edits = Vec::new();
        let crowded = |group: &Group| group.rows.len() > group.entries.len();
        if !self.list.iter().any(crowded) {
            return edits;
        }
        let without_rows = self.list.iter().filter(|group| group.rows.is_empty());
        let elsewhere = Claims::of(entries, without_rows.flat_map(|group| group.entries.iter().copied()));
        let mut supply = elsewhere.supply();
        for group in self.list.iter_mut().filter(|group| crowded(group)) {
            let own = Claims::of(entries, group.entries.iter().copied());
            group.rows.retain(|row| {
                let edited = if own.has_claim(&rows[*row]) { None } else { supply.take_claimed(&rows[*row]) };
                edits.extend(edited.map(|entry| (*row, entry)));
                edited.is_none()
            });
        }
        edits
    }
}

/// The states as they become known.
struct Standing<'a> {
    entries: &'a [Known<'a>],
    rows: &'a [Record<'a>],
    states: Vec<EntryState>,
}

impl Standing<'_> {
    fn mark_edited(&mut self, edits: &[(usize, usize)]) {
        for (row, entry) in edits {
            self.states[*entry] = EntryState::Edited { row: self.rows[*row].id };
        }
    }

    /// Leaves the entries of a group open, and names both sides for the refusal.
    fn contest(&mut self, group: &Group) -> (Vec<i64>, Vec<String>) {
        for entry in &group.entries {
            self.states[*entry] = EntryState::Unclear;
        }
        let rows = group.rows.iter().map(|row| self.rows[*row].id).collect();
        (rows, group.entries.iter().map(|entry| self.entries[*entry].tag.to_owned()).collect())
    }

    /// Finds the entries that rows of unknown hashes name or were written for, and returns the rows without one.
    fn match_strangers(&self, strangers: &[usize], edits: &mut Vec<(usize, usize)>) -> Vec<usize> {
        let pending =
            (0..self.states.len()).filter(|entry| matches!(self.states[*entry], EntryState::Pending(_)));
        let claims = Claims::of(self.entries, pending);
        let mut supply = claims.supply();
        let mut unknown = Vec::new();
        for row in strangers {
            match supply.take_claimed(&self.rows[*row]) {
                Some(entry) => edits.push((*row, entry)),
                None => unknown.push(*row),
            }
        }
        unknown
    }

    fn mark_late(&mut self) {
        let mut later_has_run = false;
        for state in self.states.iter_mut().rev() {
            match state {
                EntryState::Applied { .. } | EntryState::Edited { .. } => later_has_run = true,
                EntryState::Pending(turn) if later_has_run => *turn = Turn::Late,
                EntryState::Pending(_) | EntryState::Unclear => {}
            }
        }
    }

    fn pending(&self) -> impl Iterator<Item = (usize, &Known<'_>)> {
        let states = self.states.iter().zip(self.entries).enumerate();
        states
            .filter(|(_, (state, _))| matches!(state, EntryState::Pending(_)))
            .map(|(at, (_, entry))| (at, entry))
    }

    /// Pending entries that Drizzle, which goes by the newest `created_at`, would never run.
    fn late_times(&self) -> Vec<(usize, Note)> {
        let Some(newest) = self.rows.iter().map(|row| row.created_at).max() else { return Vec::new() };
        let late = self.pending().filter(|(_, entry)| entry.when <= newest);
        late.map(|(at, entry)| (at, Note::LateWhen { tag: entry.tag.to_owned(), when: entry.when, newest }))
            .collect()
    }

    fn refuse_unknown(&self, unknown: &[usize]) -> Vec<Refusal> {
        let all_applied = self.states.iter().all(|state| matches!(state, EntryState::Applied { .. }));
        let rows = unknown.iter().map(|row| &self.rows[*row]);
        if all_applied && !unknown.is_empty() {
            return vec![Refusal::BundleOlder { rows: rows.map(|row| row.id).collect() }];
        }
        rows.map(|row| Refusal::Unknown { row: row.id, hash: row.hash }).collect()
    }

    /// A history entry runs with the legacy path: once the objects have moved it would create new ones beside them.
    fn history_after_application(&self) -> Vec<Refusal> {
        let applied = self.states.iter().zip(self.entries).find(|(state, entry)| {
            entry.phase == Phase::Application && matches!(state, EntryState::Applied { .. })
        });
        let Some((_, after)) = applied else { return Vec::new() };
        let history = self.pending().filter(|(_, entry)| entry.phase == Phase::History);
        let refuse = |entry: &Known<'_>| Refusal::HistoryAfterApplication {
            tag: entry.tag.to_owned(),
            after: after.tag.to_owned(),
        };
        history.map(|(_, entry)| refuse(entry)).collect()
    }
}

fn edited(entry: &Known<'_>, row: &Record<'_>) -> Refusal {
    Refusal::Edited {
        tag: entry.tag.to_owned(),
        row: row.id,
        shipped: entry.sha256,
        recorded: row.hash,
        variant: Variant::explain(entry.sql, row.hash),
    }
}

/// In what a row differs from the one this program would write for its entry.
fn differences(entry: &Known<'_>, row: &Record<'_>, shape: Shape) -> impl Iterator<Item = Note> {
    let tag = entry.tag;
    let time = (row.created_at != entry.when).then(|| Note::CreatedAtDiffers {
        tag: tag.to_owned(),
        row: row.id,
        when: entry.when,
        created_at: row.created_at,
    });
    let name = match row.name {
        Some(name) if name != entry.name => {
            Some(Note::NameDiffers { tag: tag.to_owned(), row: row.id, name: name.to_owned() })
        }
        None if shape.has_name() => Some(Note::NameMissing { tag: tag.to_owned(), row: row.id }),
        Some(_) | None => None,
    };
    time.into_iter().chain(name)
}
