//! What may be in the way of the entries that could run now: who holds what they need, what they will wait for, and the
//! room they take.
//!
//! An entry's relations are known from what it was measured to do. Of one that was not measured, or that only writes
//! rows, nothing is known, so every lock may be in its way. Nothing here is a refusal.

use crate::assess::Assessment;
use crate::bundle::{Bundle, EntryEffects, Tag, Transaction};
use crate::catalog::Effect;
use crate::postgres::{Batch, Literal};
use crate::survey::Survey;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A transaction that has been open for this long, in seconds, is named whatever is pending.
const LONG: u64 = 60;

/// One thing that may be in the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Blocker {
    /// Somebody holds a lock on a relation that entries change.
    Lock {
        /// The process id with login and application, or the identifier of a prepared transaction.
        who: String,
        /// The relation.
        relation: String,
        /// The lock mode.
        mode: String,
        /// The entries.
        entries: Vec<Tag>,
    },
    /// A prepared transaction: it stays until somebody ends it by name.
    PreparedTransaction {
        /// Its identifier.
        gid: String,
        /// The role that prepared it.
        owner: String,
        /// Since when, in seconds.
        age_seconds: u64,
    },
    /// An open transaction that is old, or of which this login may not see how old it is while an entry is pending that
    /// waits for every transaction (CREATE INDEX CONCURRENTLY and its like).
    Transaction {
        /// The process id.
        pid: String,
        /// The role.
        login: String,
        /// What the session calls itself.
        application: String,
        /// Since when, in seconds, where this login may see it.
        age_seconds: Option<u64>,
    },
    /// An index that an earlier attempt left behind.
    InvalidIndex {
        /// Its name.
        index: String,
    },
    /// A table that an entry writes anew: it is locked meanwhile, and takes its size once more.
    Rewrite {
        /// The entry.
        entry: Tag,
        /// The table.
        table: String,
        /// Its size with indexes and TOAST; `None` where it could not be read.
        bytes: Option<u64>,
    },
    /// A table that an entry reads whole.
    Scan {
        /// The entry.
        entry: Tag,
        /// The table.
        table: String,
        /// Its size with indexes and TOAST; `None` where it could not be read.
        bytes: Option<u64>,
    },
}

/// The entries that could run now, with what they were measured to do.
struct Next<'a> {
    tag: &'a Tag,
    transaction: Transaction,
    effects: Option<&'a EntryEffects>,
}

fn next<'a>(bundle: &'a Bundle, assessment: &Assessment) -> Vec<Next<'a>> {
    let measured = bundle.effects().ok().flatten();
    let steps = if assessment.hold().is_some() { &[][..] } else { assessment.plan().steps() };
    let entries = steps.iter().filter_map(|step| bundle.entries().get(step.position()));
    let next = entries.map(|entry| Next {
        tag: entry.tag(),
        transaction: entry.transaction(),
        effects: measured.and_then(|effects| effects.entry(entry.tag())),
    });
    next.collect()
}

/// How many questions there are.
pub const QUESTION_COUNT: usize = 3;

/// What to ask, as the login role; `None` where no entry could run now. The last question may fail: a table can be locked
/// so that not even its size can be read.
#[must_use]
pub fn questions(bundle: &Bundle, assessment: &Assessment) -> Option<[String; QUESTION_COUNT]> {
    let next = next(bundle, assessment);
    if next.is_empty() {
        return None;
    }
    let effects = next.iter().filter_map(|entry| entry.effects.as_ref());
    let tables: BTreeSet<&String> =
        effects.flat_map(|effects| effects.rewrites.iter().chain(&effects.scans)).collect();
    let tables: Vec<String> = tables.into_iter().map(|table| Literal(table).to_string()).collect();
    Some([
        "SELECT gid, owner, greatest(0, extract(epoch FROM now() - prepared))::bigint \
         FROM pg_catalog.pg_prepared_xacts WHERE database = current_database() ORDER BY 3 DESC, 1"
            .to_owned(),
        "SELECT l.pid, pg_get_userbyid(a.usesysid), a.application_name, \
         coalesce(abs(extract(epoch FROM clock_timestamp() - a.xact_start))::bigint::text, '') \
         FROM pg_catalog.pg_locks l CROSS JOIN LATERAL pg_catalog.pg_stat_get_activity(l.pid) a \
         WHERE l.locktype = 'virtualxid' AND l.granted AND l.pid <> pg_backend_pid() \
         AND a.datid = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database()) ORDER BY 1"
            .to_owned(),
        format!(
            "SELECT n.nspname || '.' || c.relname, pg_catalog.pg_total_relation_size(c.oid) \
             FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace \
             WHERE c.relkind IN ('r', 'm') AND n.nspname || '.' || c.relname = ANY (ARRAY[{}]::text[])",
            tables.join(", ")
        ),
    ])
}

/// What follows from the survey and from the answers to [`questions`], as far as there are any.
#[must_use]
pub fn blockers(bundle: &Bundle, assessment: &Assessment, survey: &Survey, answers: &Batch) -> Vec<Blocker> {
    let next = next(bundle, assessment);
    let mut found: Vec<Blocker> = locks(&next, survey);
    found.extend(prepared(answers));
    found.extend(transactions(&next, answers));
    let indexes = survey.invalid_indexes.iter().cloned();
    found.extend(indexes.map(|index| Blocker::InvalidIndex { index }));
    found.extend(work(&next, answers));
    found
}

fn locks(next: &[Next<'_>], survey: &Survey) -> Vec<Blocker> {
    let mut found = Vec::new();
    for holder in &survey.lock_holders {
        let touching = next.iter().filter(|entry| entry.may_touch(&holder.relation));
        let entries: Vec<Tag> = touching.map(|entry| entry.tag.clone()).collect();
        if !entries.is_empty() {
            let (who, relation) = (holder.who.clone(), holder.relation.clone());
            found.push(Blocker::Lock { who, relation, mode: holder.mode.clone(), entries });
        }
    }
    found
}

impl Next<'_> {
    fn may_touch(&self, relation: &str) -> bool {
        let Some(effects) = &self.effects else { return true };
        if effects.delta.is_empty() {
            return true;
        }
        let of_relation = |name: &str| {
            name.strip_prefix(relation).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        // The table of an index, and the one a foreign key refers to, stand in the definition.
        let mentions = |effect: &Effect| match effect {
            Effect::Created(fields) => fields.values().any(|value| value.contains(relation)),
            Effect::Changed(_) | Effect::Dropped => false,
        };
        effects.delta.effects().any(|(_, name, effect)| of_relation(name) || mentions(effect))
            || effects.rewrites.iter().chain(&effects.scans).any(|table| table == relation)
    }
}

fn prepared(answers: &Batch) -> impl Iterator<Item = Blocker> {
    let rows = answers.set(0).exact::<3>().unwrap_or_default();
    rows.into_iter().map(|[gid, owner, age]| Blocker::PreparedTransaction {
        gid: gid.to_owned(),
        owner: owner.to_owned(),
        age_seconds: age.parse().unwrap_or_default(),
    })
}

fn transactions(next: &[Next<'_>], answers: &Batch) -> impl Iterator<Item = Blocker> {
    let waits_for_all = next.iter().any(|entry| entry.transaction == Transaction::None);
    let rows = answers.set(1).exact::<4>().unwrap_or_default();
    rows.into_iter().filter_map(move |[pid, login, application, age]| {
        let age_seconds = age.parse().ok();
        let named = age_seconds.map_or(waits_for_all, |age: u64| age >= LONG || waits_for_all);
        named.then(|| Blocker::Transaction {
            pid: pid.to_owned(),
            login: login.to_owned(),
            application: application.to_owned(),
            age_seconds,
        })
    })
}

fn work(next: &[Next<'_>], answers: &Batch) -> Vec<Blocker> {
    let rows = answers.set(2).exact::<2>().unwrap_or_default();
    let sizes: BTreeMap<&str, u64> =
        rows.into_iter().filter_map(|[table, bytes]| Some((table, bytes.parse().ok()?))).collect();
    let mut found = Vec::new();
    for entry in next {
        let Some(effects) = &entry.effects else { continue };
        let of = |table: &String| (entry.tag.clone(), table.clone(), sizes.get(table.as_str()).copied());
        found.extend(effects.rewrites.iter().map(of).map(|(entry, table, bytes)| Blocker::Rewrite {
            entry,
            table,
            bytes,
        }));
        found.extend(effects.scans.iter().map(of).map(|(entry, table, bytes)| Blocker::Scan {
            entry,
            table,
            bytes,
        }));
    }
    found
}

impl fmt::Display for Blocker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = |bytes: &Option<u64>| match bytes {
            Some(bytes) => format!("{bytes} bytes"),
            None => "of unknown size".to_owned(),
        };
        match self {
            Self::Lock { who, relation, mode, entries } => {
                let entries: Vec<&str> = entries.iter().map(Tag::as_str).collect();
                write!(f, "{who} holds {mode} on {relation}, which {} may need", entries.join(", "))
            }
            Self::PreparedTransaction { gid, owner, age_seconds } => write!(
                f,
                "prepared transaction '{gid}' of {owner}, {age_seconds} s old; COMMIT PREPARED or ROLLBACK PREPARED ends it"
            ),
            Self::Transaction { pid, login, application, age_seconds } => {
                let age = age_seconds.map_or_else(
                    || "of an age this login may not see".to_owned(),
                    |age| format!("{age} s old"),
                );
                write!(f, "pid {pid} ({login}, application '{application}') has an open transaction {age}")
            }
            Self::InvalidIndex { index } => write!(f, "index {index} is not valid or not ready"),
            Self::Rewrite { entry, table, bytes } => {
                write!(f, "{entry} writes {table} anew ({}, needed once more on disk)", size(bytes))
            }
            Self::Scan { entry, table, bytes } => write!(f, "{entry} reads all of {table} ({})", size(bytes)),
        }
    }
}
