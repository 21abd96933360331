//! The rows that the other tests begin with.

use super::ground;
use mosaic_lab::legacy::{Legacy, ODDITIES};

const LEGACY: Legacy = Legacy { tasks: 400, seed: 1 };

/// Digests of what the tables hold.
fn filled(legacy: Legacy) -> Vec<String> {
    let database = ground::legacy(legacy);
    for (table, rows) in legacy.rows() {
        assert_eq!(
            database.value(&format!("SELECT count(*) FROM mosaic.{table}")),
            rows.to_string(),
            "{table}"
        );
    }
    for oddity in ODDITIES {
        let found = database.value(&format!("SELECT count(*) > 0 FROM {}", oddity.rows));
        assert_eq!(found, "true", "there are no {}", oddity.what);
    }
    let tables =
        ["users", "team_members", "agents", "projects", "missions", "tasks", "mission_tasks", "backlog"];
    let digest = |table| format!("SELECT sum(hashtextextended(to_jsonb(t)::text, 0)) FROM mosaic.{table} t");
    tables.map(|table| database.value(&digest(table))).to_vec()
}

#[test]
fn a_seed_gives_the_same_rows_of_every_kind_each_time() {
    let first = filled(LEGACY);
    assert_eq!(filled(LEGACY), first);
    let other = filled(Legacy { seed: 2, ..LEGACY });
    assert!(other.iter().zip(&first).all(|(other, first)| other != first), "{other:?} {first:?}");
}
