//! Which tables an import finished, as `mosaic_control.import_checkpoint` has it.

use super::error::ImportError;
use super::tally::Shown;
use super::target::Target;
use mosaic_db::postgres::Literal;
use std::collections::BTreeSet;

/// The tables that are finished, and the import they belong to.
pub struct Checkpoints {
    import_id: String,
    finished: BTreeSet<String>,
}

/// The newest import, or a new one with a random id. All sessions of an import agree on it before they write.
const QUESTION: &str = "WITH newest AS (SELECT import_id FROM mosaic_control.import_checkpoint \
     ORDER BY finished_at DESC LIMIT 1) \
     SELECT coalesce((SELECT import_id FROM newest), gen_random_uuid())::text, c.table_name \
     FROM (SELECT 1) one LEFT JOIN mosaic_control.import_checkpoint c \
     ON c.import_id = (SELECT import_id FROM newest)";

impl Checkpoints {
    /// Reads them.
    pub async fn read(target: &Target) -> Result<Self, ImportError> {
        let answers = target.ask(QUESTION).await?;
        let set = answers.set(0);
        let import_id = set.get(0, 0).ok_or(ImportError::TargetUnreadable)?.to_owned();
        let finished = (0..set.rows().len()).filter_map(|row| set.get(row, 1)).map(str::to_owned).collect();
        Ok(Self { import_id, finished })
    }

    /// The import that goes on.
    pub fn import_id(&self) -> &str {
        &self.import_id
    }

    /// Whether a table is finished.
    pub fn has(&self, table: &str) -> bool {
        self.finished.contains(table)
    }
}

/// The statement that says that a table is finished.
pub fn record(import_id: &str, table: &str, tally: &Shown) -> String {
    let (import_id, table, digest) = (Literal(import_id), Literal(table), Literal(&tally.digest));
    let Shown { rows, bytes, .. } = tally;
    format!(
        "INSERT INTO mosaic_control.import_checkpoint (import_id, table_name, row_count, byte_count, digest) \
         VALUES ({import_id}, {table}, {rows}, {bytes}, {digest})"
    )
}
