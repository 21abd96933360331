//! What is in a database, as the superuser sees it: none of it is asked of the product.

use super::Scene;
use crate::{
    chaos::{case::Subject, judge::State},
    failure::Failure,
};
use mosaic_lab::{cluster::Cluster, error, legacy::CANONICAL};

const LEDGER: &str =
    "SELECT coalesce(array_agg(hash ORDER BY created_at, id), '{}') FROM drizzle.__drizzle_migrations";

const BETWEEN_STEPS: &str = "SELECT EXISTS (SELECT FROM mosaic_control.progress)";

/// Every relation of a managed schema with its owner, privileges, columns, keys, and number of rows.
const SHAPE: &str = "
WITH managed AS (
    SELECT c.* FROM pg_class c WHERE c.relnamespace IN ('public'::regnamespace, 'mosaic'::regnamespace)
)
SELECT md5(coalesce(string_agg(line, E'\\n' ORDER BY line COLLATE \"C\"), '')) FROM (
    SELECT format('%s %s %s %s', c.oid::regclass, c.relkind, c.relowner::regrole, c.relacl) FROM managed c
    UNION ALL
    SELECT format('%s %s %s %s %s', c.oid::regclass, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attacl)
        FROM managed c JOIN pg_attribute a ON a.attrelid = c.oid WHERE a.attnum > 0 AND NOT a.attisdropped
    UNION ALL
    SELECT format('%s %s', pg_get_indexdef(i.indexrelid), i.indisvalid) FROM managed c JOIN pg_index i ON i.indrelid = c.oid
    UNION ALL
    SELECT format('%s %s', c.oid::regclass, pg_get_constraintdef(k.oid)) FROM managed c JOIN pg_constraint k ON k.conrelid = c.oid
    UNION ALL
    SELECT format('%s %s', c.oid::regclass, query_to_xml(format('SELECT count(*) FROM %s', c.oid::regclass), false, false, ''))
        FROM managed c WHERE c.relkind = 'r'
) AS s (line)";

/// Every batch with the place it got to: a task is brought over if and only if it is recorded as gone through.
const BATCHES_WHOLE: &str = "
SELECT coalesce(bool_and(t.id <= (p.cursor ->> 0)::uuid), true) FROM mosaic.tasks t, mosaic.backfill_progress p
    WHERE p.step = 'tasks' AND p.state = 'running' AND t.tags_digest IS NOT NULL";

/// The number of rows and a sum of digests, which no order changes.
fn digest(rows: &str) -> String {
    format!(
        "(SELECT format('%s %s', count(*), sum(hashtextextended(r::text, 0)::numeric)) FROM ({rows}) AS s (r))"
    )
}

/// What is compared: of an import the rows, in this schema.
fn content(subject: Subject, schema: &str) -> String {
    let rows = match subject {
        Subject::Run | Subject::Verify => return SHAPE.to_owned(),
        Subject::Import => {
            ["projects", "tasks"].map(|table| format!("SELECT t FROM {schema}.{table} t")).to_vec()
        }
        Subject::Backfill => CANONICAL.map(str::to_owned).to_vec(),
    };
    format!("SELECT {}", rows.iter().map(|rows| digest(rows)).collect::<Vec<_>>().join(" || ' ' || "))
}

impl Scene {
    /// What is in the database of this command.
    pub(in crate::chaos) fn look(&self, subject: Subject) -> Result<State, Failure> {
        let mut admin = self.serving().admin(subject.database())?;
        let mut ask = |query: &str| admin.query_one(query, &[]).map_err(error::Error::from);
        let batches_whole = match subject {
            Subject::Backfill => ask(BATCHES_WHOLE)?.get(0),
            Subject::Run | Subject::Verify | Subject::Import => true,
        };
        Ok(State {
            ledger: ask(LEDGER)?.get(0),
            between_steps: ask(BETWEEN_STEPS)?.get(0),
            content: ask(&content(subject, "mosaic"))?.get(0),
            batches_whole,
        })
    }

    /// What an import is to make of the target.
    pub(super) fn look_at_source(source: &Cluster) -> Result<String, Failure> {
        let query = content(Subject::Import, "public");
        let row = source.admin(super::prepare::TIER)?.query_one(&query, &[]);
        Ok(row.map_err(error::Error::from)?.get(0))
    }
}
