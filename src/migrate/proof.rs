//! What the catalog shows of a statement that could not run in a transaction, and what to do about its remains.

use super::error::StepFact;
use mosaic_db::bundle::sql::{Postcondition, ReindexTarget};
use mosaic_db::postgres::{Literal, ResultSet};

/// What the catalog shows.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Proof {
    /// What the statement is to bring about is there.
    Holds,
    /// It is not.
    Fails(StepFact),
    /// An attempt that was cut off left something behind; the statement that removes it.
    Remains { what: String, remedy: String },
}

/// Whether [`Proof::Holds`] shows that the statement has run. The others are harmless to run again, and are.
pub(super) const fn is_decisive(postcondition: &Postcondition) -> bool {
    match postcondition {
        Postcondition::IndexValid { .. }
        | Postcondition::IndexAbsent { .. }
        | Postcondition::PartitionDetached { .. } => true,
        Postcondition::Reindexed { .. } | Postcondition::Vacuumed | Postcondition::Clustered => false,
    }
}

const INDEXES: &str = "SELECT format('%I.%I', n.nspname, c.relname), (i.indisvalid AND i.indisready)::text \
     FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid \
     JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE";

/// One statement that asks for it. Names resolve under the entry's own search path.
pub(super) fn question(postcondition: &Postcondition) -> String {
    match postcondition {
        Postcondition::IndexValid { index, table } => format!(
            "{INDEXES} i.indrelid = to_regclass({}) AND c.relname = {}",
            Literal(&table.to_string()),
            Literal(index.as_str())
        ),
        Postcondition::IndexAbsent { index } => {
            format!("SELECT to_regclass({})::text", Literal(&index.to_string()))
        }
        // REINDEX CONCURRENTLY builds beside the old index under the first name and drops it under the second (manual,
        // REINDEX, "Rebuilding Indexes Concurrently").
        Postcondition::Reindexed { target } => {
            format!(
                "{INDEXES} NOT (i.indisvalid AND i.indisready) AND c.relname ~ '_cc(new|old)[0-9]*$' AND {}",
                within(target)
            )
        }
        Postcondition::Vacuumed | Postcondition::Clustered => "SELECT".to_owned(),
        Postcondition::PartitionDetached { table, partition } => format!(
            "SELECT inhdetachpending FROM pg_catalog.pg_inherits \
             WHERE inhparent = to_regclass({}) AND inhrelid = to_regclass({})",
            Literal(&table.to_string()),
            Literal(&partition.to_string())
        ),
    }
}

fn within(target: &ReindexTarget) -> String {
    match target {
        ReindexTarget::Index(index) => format!(
            "i.indrelid = (SELECT indrelid FROM pg_catalog.pg_index WHERE indexrelid = to_regclass({}))",
            Literal(&index.to_string())
        ),
        ReindexTarget::Table(table) => format!("i.indrelid = to_regclass({})", Literal(&table.to_string())),
        ReindexTarget::Schema(schema) => format!("n.nspname = {}", Literal(schema.as_str())),
        ReindexTarget::Database | ReindexTarget::System => "true".to_owned(),
    }
}

/// Judges the answer.
pub(super) fn judge(postcondition: &Postcondition, answer: &ResultSet) -> Proof {
    match postcondition {
        Postcondition::IndexValid { index, .. } => match (answer.get(0, 0), answer.get(0, 1)) {
            (Some(_), Some("true")) => Proof::Holds,
            (Some(name), _) => invalid_index(name),
            (None, _) => Proof::Fails(StepFact::IndexMissing(index.as_str().to_owned())),
        },
        Postcondition::IndexAbsent { index } => match answer.get(0, 0) {
            None => Proof::Holds,
            Some(_) => Proof::Fails(StepFact::IndexStillThere(index.to_string())),
        },
        Postcondition::Reindexed { .. } => answer.get(0, 0).map_or(Proof::Holds, invalid_index),
        Postcondition::Vacuumed | Postcondition::Clustered => Proof::Holds,
        Postcondition::PartitionDetached { table, partition } => match answer.get(0, 0) {
            None => Proof::Holds,
            Some("t") => Proof::Remains {
                what: format!("the unfinished detachment of {partition}"),
                remedy: format!("ALTER TABLE {table} DETACH PARTITION {partition} FINALIZE"),
            },
            Some(_) => Proof::Fails(StepFact::StillAttached(partition.to_string())),
        },
    }
}

fn invalid_index(name: &str) -> Proof {
    Proof::Remains {
        what: format!("invalid index {name}"),
        remedy: format!("DROP INDEX CONCURRENTLY {name}"),
    }
}
