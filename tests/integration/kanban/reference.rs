//! The reference page says what is there: every column with its type, every rule, every vocabulary, and nothing else.

use super::migrated;
use mosaic_lab::postgres::Major;
use std::collections::BTreeSet;

const PAGE: &str = include_str!("../../../docs/kanban.md");

/// What the page lists, as `kind place name more`.
fn listed() -> BTreeSet<String> {
    let mut lines = BTreeSet::new();
    let (mut section, mut heading) = ("", "");
    for line in PAGE.lines() {
        if let Some(name) = line.strip_prefix("### ") {
            section = name;
        } else if let Some(name) = line.strip_prefix("## ") {
            section = name;
        }
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, first, cells @ ..] = &cells[..] else { continue };
        if first.starts_with('`') {
            let first = first.trim_matches('`');
            lines.insert(match heading {
                "column" => {
                    format!("column {section}.{first} {}", cells[0].replace(['`', '*'], ""))
                }
                "type" => format!("type {first} {}", cells[0].replace(['`', ','], "")),
                _ => format!("rule {first}"),
            });
        } else if !first.starts_with("---") {
            heading = first;
        }
    }
    lines
}

const CATALOG: &str = "
WITH new_tables AS (
    SELECT c.oid, c.relname FROM pg_class AS c WHERE c.relnamespace = 'mosaic'::regnamespace AND c.relkind = 'r'
        AND c.relname = ANY ($1)
)
SELECT format('column %s.%s %s%s', relname, attname,
        replace(replace(format_type(atttypid, NULL), 'mosaic.', ''), 'timestamp with time zone', 'timestamptz'),
        CASE WHEN attnotnull THEN '' ELSE ', optional' END)
    FROM new_tables JOIN pg_attribute ON attrelid = new_tables.oid AND attnum > 0 AND NOT attisdropped
    -- Of the tables of the history, what was added: their columns from before stand in no entry of this schema.
    WHERE format('%s.%s', relname, attname) <> ALL ($2)
UNION ALL
SELECT format('rule %s', conname) FROM new_tables JOIN pg_constraint ON conrelid = new_tables.oid
    WHERE contype <> 'n' AND conname <> ALL ($3) AND contype <> 't'
UNION ALL
SELECT format('rule %s', tgname) FROM pg_trigger JOIN pg_class AS c ON c.oid = tgrelid
    WHERE NOT tgisinternal AND c.relnamespace = 'mosaic'::regnamespace
UNION ALL
SELECT format('type %s %s', typname, (SELECT string_agg(enumlabel, ' ' ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = t.oid))
    FROM pg_type AS t WHERE typnamespace = 'mosaic'::regnamespace AND typtype = 'e' AND typname <> ALL ($4)";

#[test]
fn the_page_is_the_catalog() {
    let (before, database) = (super::previous::relocated(), migrated(Major::V17));
    let mut admin = database.admin();
    let names = |sql: &str| {
        let rows = before.admin().query(sql, &[]).expect("names");
        rows.iter().map(|row| row.get(0)).collect::<Vec<String>>()
    };
    let tables = names(
        "SELECT relname::text FROM pg_class WHERE relnamespace = 'mosaic'::regnamespace AND relkind = 'r'",
    );
    let columns = names(
        "SELECT format('%s.%s', relname, attname) FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid \
         WHERE relnamespace = 'mosaic'::regnamespace AND attnum > 0",
    );
    let constraints =
        names("SELECT conname::text FROM pg_constraint WHERE connamespace = 'mosaic'::regnamespace");
    let types = names(
        "SELECT typname::text FROM pg_type WHERE typnamespace = 'mosaic'::regnamespace AND typtype = 'e'",
    );
    // Every table: of those from before, nothing is left but what was added.
    let every: Vec<String> = admin
        .query("SELECT relname::text FROM pg_class WHERE relnamespace = 'mosaic'::regnamespace AND relkind = 'r'", &[])
        .expect("tables")
        .iter()
        .map(|row| row.get(0))
        .collect();
    assert!(every.len() >= tables.len() + 20, "{} {}", every.len(), tables.len());
    let rows = admin.query(CATALOG, &[&every, &columns, &constraints, &types]).expect("the catalog");
    let found: BTreeSet<String> = rows.iter().map(|row| row.get(0)).collect();
    let listed = listed();
    let missing: Vec<_> = found.difference(&listed).collect();
    let stale: Vec<_> = listed.difference(&found).collect();
    assert!(
        missing.is_empty() && stale.is_empty(),
        "not on the page: {missing:#?}\nonly on the page: {stale:#?}"
    );
    assert!(found.len() > 400, "{}", found.len());
}
