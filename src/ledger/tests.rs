//! A folder and its ledger in a few words, for the cases and the properties.

mod cases;
mod properties;
mod shapes;

use super::*;
use crate::bundle::Phase;
use crate::digest::Digest;

/// One entry; its tag is also what a `name` column holds for it.
#[derive(Clone, Debug)]
struct File {
    tag: String,
    when: i64,
    sql: String,
    phase: Phase,
}

fn history(tag: &str, when: i64, sql: &str) -> File {
    File { tag: tag.into(), when, sql: sql.into(), phase: Phase::History }
}

fn application(tag: &str, when: i64, sql: &str) -> File {
    File { phase: Phase::Application, ..history(tag, when, sql) }
}

impl File {
    fn known(&self) -> Known<'_> {
        Known {
            tag: &self.tag,
            name: &self.tag,
            when: self.when,
            sha256: Digest::of(self.sql.as_bytes()),
            phase: self.phase,
            sql: self.sql.as_bytes(),
        }
    }
}

fn against(folder: &[File], observed: &Observed) -> Reconciliation {
    reconcile(&folder.iter().map(File::known).collect::<Vec<_>>(), observed)
}

fn column(name: &str, data_type: &str) -> Column {
    Column { name: name.into(), data_type: data_type.into(), not_null: false, has_default: false }
}

/// The three columns every release of Drizzle makes.
fn three_columns() -> Vec<Column> {
    let id = Column { not_null: true, has_default: true, ..column("id", "integer") };
    let hash = Column { not_null: true, ..column("hash", "text") };
    vec![id, hash, column("created_at", "bigint")]
}

/// The five columns of the newer releases.
fn five_columns() -> Vec<Column> {
    let applied_at = Column { has_default: true, ..column("applied_at", "timestamp with time zone") };
    [three_columns(), vec![column("name", "text"), applied_at]].concat()
}

fn row(id: i64, sql: &str, created_at: i64) -> Row {
    Row {
        id,
        hash: Digest::of(sql.as_bytes()).to_string(),
        created_at: Some(created_at.to_string()),
        name: None,
    }
}

fn named(id: i64, sql: &str, created_at: i64, name: &str) -> Row {
    Row { name: Some(name.into()), ..row(id, sql, created_at) }
}

fn three(rows: Vec<Row>) -> Observed {
    Observed::Table { columns: three_columns(), rows }
}

fn five(rows: Vec<Row>) -> Observed {
    Observed::Table { columns: five_columns(), rows }
}

const NEXT: EntryState = EntryState::Pending(Turn::Next);
const LATE: EntryState = EntryState::Pending(Turn::Late);

const fn applied(row: i64) -> EntryState {
    EntryState::Applied { row }
}

/// Every reason, as code words.
fn codes(reconciliation: &Reconciliation) -> Vec<&'static str> {
    match plan(reconciliation) {
        Ok(_) => Vec::new(),
        Err(refused) => refused.refusals().map(|refusal| refusal.code().entry().code).collect(),
    }
}

fn refusals(reconciliation: &Reconciliation) -> Vec<Refusal> {
    plan(reconciliation).map_or_else(|refused| refused.refusals().cloned().collect(), |_| Vec::new())
}
