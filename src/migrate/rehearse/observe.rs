//! What an open transaction holds and has written anew, told from what was there when it began.

use super::super::connection::Writer;
use super::super::error::MigrateError;
use super::super::evidence::message;
use super::{Lock, Other, Rehearsed, Rewrite, State};
use mosaic_db::bundle::Bundle;
use mosaic_db::postgres::{Literal, ResultSet};
use mosaic_db::survey::{HOLDER, HOLDER_JOINS};
use std::collections::BTreeMap;
use std::time::Duration;

/// The modes, from the weakest to the strongest (PostgreSQL manual, "Explicit Locking").
const MODES: [&str; 8] = [
    "AccessShareLock",
    "RowShareLock",
    "RowExclusiveLock",
    "ShareUpdateExclusiveLock",
    "ShareLock",
    "ShareRowExclusiveLock",
    "ExclusiveLock",
    "AccessExclusiveLock",
];

/// A relation that was there when the transaction began.
struct Relation {
    name: String,
    file: String,
    /// The strongest lock so far, as a place in [`MODES`].
    strongest: Option<usize>,
}

/// The relations, by OID.
pub(super) struct Observer(BTreeMap<String, Relation>);

impl Observer {
    /// Looks at what is there, and begins the transaction.
    pub(super) async fn begin(writer: &Writer, bundle: &Bundle) -> Result<Self, MigrateError> {
        let managed: Vec<String> = bundle
            .manifest()
            .managed_schemas()
            .iter()
            .map(|name| Literal(name.as_str()).to_string())
            .collect();
        let ledger = Literal(&bundle.manifest().ledger().to_string()).to_string();
        let question = format!(
            "SELECT c.oid, n.nspname || '.' || c.relname, c.relfilenode FROM pg_catalog.pg_class c \
             JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ANY (ARRAY[{}]::name[]) \
             AND c.relkind IN ('r', 'p', 'm', 'v', 'f', 'S') AND n.nspname || '.' || c.relname <> {ledger}",
            managed.join(", ")
        );
        let answer = ask(writer, &["RESET ALL", &question, "BEGIN"]).await?;
        let rows = answer[1].exact::<3>().unwrap_or_default();
        let relations = rows.into_iter().map(|[oid, name, file]| {
            (oid.to_owned(), Relation { name: name.to_owned(), file: file.to_owned(), strongest: None })
        });
        Ok(Self(relations.collect()))
    }

    /// What has changed since the last look. Asked as the login role, which sees more of other sessions.
    pub(super) async fn look(
        &mut self,
        writer: &Writer,
        tag: String,
        took: Duration,
    ) -> Result<Rehearsed, MigrateError> {
        let answers = ask(writer, &["RESET ALL", "RESET ROLE", OWN, STORAGE, &others()]).await?;
        let (locks, rewrites) = (self.locks(&answers[2]), self.rewrites(&answers[3]));
        let others = self.others(&answers[4]);
        Ok(Rehearsed { tag, took, locks, rewrites, others })
    }

    fn locks(&mut self, answer: &ResultSet) -> Vec<Lock> {
        let mut taken: BTreeMap<&str, usize> = BTreeMap::new();
        for [oid, mode] in answer.exact::<2>().unwrap_or_default() {
            let Some(strength) = MODES.iter().position(|known| *known == mode) else { continue };
            let strongest = taken.entry(oid).or_default();
            *strongest = strength.max(*strongest);
        }
        let mut locks = Vec::new();
        for (oid, strength) in taken {
            let Some(relation) = self.0.get_mut(oid) else { continue };
            if relation.strongest.is_none_or(|before| before < strength) {
                relation.strongest = Some(strength);
                locks.push(Lock { relation: relation.name.clone(), mode: MODES[strength].to_owned() });
            }
        }
        locks.sort_by(|a, b| a.relation.cmp(&b.relation));
        locks
    }

    fn rewrites(&mut self, answer: &ResultSet) -> Vec<Rewrite> {
        let mut rewrites = Vec::new();
        for [oid, file, bytes] in answer.exact::<3>().unwrap_or_default() {
            let Some(relation) = self.0.get_mut(oid).filter(|relation| relation.file != file) else {
                continue;
            };
            relation.file = file.to_owned();
            let bytes = bytes.parse().unwrap_or_default();
            rewrites.push(Rewrite { table: relation.name.clone(), bytes });
        }
        rewrites
    }

    fn others(&self, answer: &ResultSet) -> Vec<Other> {
        let rows = answer.exact::<4>().unwrap_or_default();
        let others = rows.into_iter().filter_map(|[oid, who, mode, granted]| {
            let relation = self.0.get(oid)?.name.clone();
            let state = if granted == "t" { State::Holds } else { State::Waits };
            Some(Other { who: who.to_owned(), relation, mode: mode.to_owned(), state })
        });
        others.collect()
    }
}

async fn ask(writer: &Writer, statements: &[&str]) -> Result<Vec<ResultSet>, MigrateError> {
    let answer = writer.message(&message(statements.iter().copied())).await;
    let batch = answer.map_err(|stop| MigrateError::stopped(writer.interrupt(), stop))?;
    Ok((0..statements.len()).map(|place| batch.set(place).clone()).collect())
}

const OWN: &str = "SELECT relation, mode FROM pg_catalog.pg_locks WHERE pid = pg_catalog.pg_backend_pid() \
     AND locktype = 'relation' AND granted \
     AND database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())";

/// A table that was written anew is locked by this session alone, so that measuring it waits for nobody.
const STORAGE: &str = "SELECT c.oid, c.relfilenode, pg_catalog.pg_total_relation_size(c.oid) \
     FROM pg_catalog.pg_class c WHERE c.relkind IN ('r', 'm') AND EXISTS (SELECT FROM pg_catalog.pg_locks l \
     WHERE l.pid = pg_catalog.pg_backend_pid() AND l.relation = c.oid AND l.mode = 'AccessExclusiveLock' \
     AND l.database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())) ORDER BY c.relname";

fn others() -> String {
    format!(
        "SELECT l.relation, {HOLDER}, l.mode, l.granted FROM pg_catalog.pg_locks l {HOLDER_JOINS} \
         WHERE l.locktype = 'relation' AND l.pid IS DISTINCT FROM pg_backend_pid() \
         AND EXISTS (SELECT FROM pg_catalog.pg_locks mine WHERE mine.pid = pg_backend_pid() \
         AND mine.locktype = 'relation' AND mine.relation = l.relation AND mine.database = l.database) ORDER BY 1, 2, 3"
    )
}
