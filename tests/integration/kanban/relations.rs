//! Every foreign key, found in the catalog and tried with a row that exists: it takes no row of another workspace or
//! project, and lets none be deleted that is referred to.

use super::{inhabited, refusal, refused};
use crate::support::Database;
use mosaic_lab::postgres::Major;
use postgres::Client;
use std::collections::BTreeSet;

/// A foreign key. The history names its own `…_id_fk`, this schema none.
struct Reference {
    name: String,
    table: String,
    columns: Vec<String>,
    target: String,
    target_columns: Vec<String>,
    restricts: bool,
}

fn references(admin: &mut Client) -> Vec<Reference> {
    let names = |relation: &str, key: &str| {
        format!(
            "ARRAY(SELECT quote_ident(attname) FROM unnest(c.{key}) WITH ORDINALITY AS k (attnum, place) \
             JOIN pg_attribute a USING (attnum) WHERE a.attrelid = c.{relation} ORDER BY place)"
        )
    };
    let (columns, targets) = (names("conrelid", "conkey"), names("confrelid", "confkey"));
    let question = format!(
        "SELECT conname::text, conrelid::regclass::text, {columns}::text[], confrelid::regclass::text, {targets}::text[], \
         confdeltype = 'r' FROM pg_constraint c WHERE contype = 'f' AND connamespace = 'mosaic'::regnamespace \
         AND conname NOT LIKE '%\\_id\\_fk' ORDER BY conname COLLATE \"C\""
    );
    let rows = admin.query(&question, &[]).expect("foreign keys");
    rows.iter()
        .map(|row| Reference {
            name: row.get(0),
            table: row.get(1),
            columns: row.get(2),
            target: row.get(3),
            target_columns: row.get(4),
            restricts: row.get(5),
        })
        .collect()
}

impl Reference {
    /// Has only this key of the schema, and no trigger but those of foreign keys, in this transaction.
    fn alone(&self) -> String {
        format!(
            "DO $alone$ DECLARE item record; BEGIN \
             FOR item IN SELECT conname, conrelid::regclass AS relation FROM pg_constraint \
               WHERE contype = 'f' AND connamespace = 'mosaic'::regnamespace AND conname <> '{}' LOOP \
               EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', item.relation, item.conname); END LOOP; \
             FOR item IN SELECT DISTINCT tgrelid::regclass AS relation FROM pg_trigger WHERE NOT tgisinternal LOOP \
               EXECUTE format('ALTER TABLE %s DISABLE TRIGGER USER', item.relation); END LOOP; END $alone$;",
            self.name
        )
    }

    /// The pairs of columns without those that are named.
    fn pairs<'a>(&'a self, without: &'a [&str]) -> Vec<(&'a String, &'a String)> {
        let pairs = self.columns.iter().zip(&self.target_columns);
        pairs.filter(|(column, _)| !without.contains(&column.as_str())).collect()
    }

    /// An UPDATE that makes one row refer to a row that differs in `elsewhere`, and agrees in what `kept` names.
    fn stray(&self, kept: &[&str], elsewhere: &str) -> String {
        let pairs = self.pairs(kept);
        let set: Vec<String> =
            pairs.iter().map(|(column, target)| format!("{column} = other.{target}")).collect();
        let full: Vec<String> = self.columns.iter().map(|column| format!("{column} IS NOT NULL")).collect();
        format!(
            "UPDATE {table} SET {set} FROM (SELECT child.ctid AS place, parent.* FROM (SELECT ctid, * FROM {table} \
             WHERE workspace_id = md5('a')::uuid AND {full} LIMIT 1) AS child, {target} AS parent \
             WHERE parent.{elsewhere} IS DISTINCT FROM child.{elsewhere} {same} LIMIT 1) AS other \
             WHERE {table}.ctid = other.place",
            table = self.table,
            target = self.target,
            set = set.join(", "),
            full = full.join(" AND "),
            same = if kept.contains(&"project_id") {
                "AND parent.workspace_id = child.workspace_id"
            } else {
                ""
            },
        )
    }
}

fn affected(database: &Database, reference: &Reference, sql: &str) -> (String, String) {
    let mut admin = database.admin();
    let mut transaction = admin.transaction().expect("a transaction");
    transaction.batch_execute(&reference.alone()).expect("the others go");
    refusal(
        transaction
            .execute(sql, &[])
            .map(|rows| assert!(rows > 0, "{}: no row to try: {sql}", reference.name)),
    )
}

fn no_row_of_another_workspace_or_project(major: Major) {
    let database = inhabited(major);
    let references = references(&mut database.admin());
    assert!(references.len() > 70, "{}", references.len());
    let (mut workspaces, mut projects) = (0, 0);
    for reference in &references {
        let expected = ("23503".to_owned(), reference.name.clone());
        if reference.columns.len() == 1 {
            // Of one column are those to workspaces and users, which belong to nobody.
            assert!(
                ["mosaic.workspaces", "mosaic.users"].contains(&reference.target.as_str()),
                "{}",
                reference.name
            );
            continue;
        }
        assert_eq!(reference.columns[0], "workspace_id", "{}", reference.name);
        let stray = reference.stray(&["workspace_id"], "workspace_id");
        assert_eq!(affected(&database, reference, &stray), expected, "another workspace: {stray}");
        workspaces += 1;
        let binds_project = reference.columns.len() > 2 && reference.columns[1] == "project_id";
        if binds_project {
            let stray = reference.stray(&["workspace_id", "project_id"], "project_id");
            assert_eq!(affected(&database, reference, &stray), expected, "another project: {stray}");
            projects += 1;
        }
    }
    assert!(workspaces > 60 && projects == 6, "{workspaces} {projects}");
}

#[test]
fn no_row_of_another_workspace_or_project_is_referred_to() {
    no_row_of_another_workspace_or_project(Major::V17);
}

#[test]
fn nor_on_16() {
    no_row_of_another_workspace_or_project(Major::V16);
}

/// 18 says `restrict_violation` where 17 says `foreign_key_violation`.
fn restricts(major: Major, code: &str) {
    let database = inhabited(major);
    for reference in &references(&mut database.admin()) {
        assert!(reference.restricts, "{} does more than refuse", reference.name);
        let same: Vec<String> = reference
            .pairs(&[])
            .iter()
            .map(|(column, target)| format!("child.{column} = {target}"))
            .collect();
        let delete = format!(
            "DELETE FROM {} WHERE EXISTS (SELECT FROM {} AS child WHERE {})",
            reference.target,
            reference.table,
            same.iter()
                .map(|pair| pair.replace("= ", &format!("= {}.", reference.target)))
                .collect::<Vec<_>>()
                .join(" AND ")
        );
        let refused = affected(&database, reference, &delete);
        assert_eq!(refused, (code.to_owned(), reference.name.clone()), "{delete}");
    }
}

#[test]
fn nothing_that_is_referred_to_is_deleted() {
    restricts(Major::V17, "23503");
}

#[test]
fn nor_on_18() {
    restricts(Major::V18, "23001");
}

/// The foreign keys of the history would set these to NULL, or delete them along.
#[test]
fn the_history_does_not_delete_behind_it() {
    let database = inhabited(Major::V17);
    let mut admin = database.admin();
    for (parent, referring) in [
        ("projects", "missions_workspace_project_fk"),
        ("missions", "tasks_workspace_mission_fk"),
        ("teams", "team_members_workspace_team_fk"),
    ] {
        let sql = format!("DELETE FROM mosaic.{parent}");
        assert_eq!(refused(&mut admin, &sql), ("23001".to_owned(), referring.to_owned()));
    }
    // Without missions, and then without tasks, whoever else refers to them.
    let gone = "SET session_replication_role = replica; DELETE FROM mosaic.missions; UPDATE mosaic.tasks SET mission_id = NULL; ";
    let back = "SET session_replication_role = origin; DELETE FROM mosaic.projects";
    for (more, referring) in
        [("", "tasks_workspace_project_fk"), ("DELETE FROM mosaic.tasks; ", "agents_workspace_project_fk")]
    {
        let sql = format!("{gone}{more}{back}");
        assert_eq!(refused(&mut admin, &sql), ("23001".to_owned(), referring.to_owned()));
    }
}

/// Without an index on its own columns, a foreign key reads the whole table for each row that somebody tries to delete.
#[test]
fn every_foreign_key_has_an_index() {
    let database = inhabited(Major::V17);
    let unindexed = "SELECT string_agg(conname, ' ') FROM pg_constraint c WHERE contype = 'f' \
        AND connamespace = 'mosaic'::regnamespace AND conname NOT LIKE '%\\_id\\_fk' AND NOT EXISTS ( \
          SELECT FROM pg_index WHERE indrelid = conrelid AND indisvalid AND ( \
            SELECT array_agg(k ORDER BY k) FROM unnest((string_to_array(indkey::text, ' ')::smallint[])[1:cardinality(conkey)]) k \
          ) = (SELECT array_agg(k ORDER BY k) FROM unnest(conkey) k))";
    assert_eq!(database.value(unindexed), "");
}

#[test]
fn a_row_stays_in_its_workspace() {
    let database = inhabited(Major::V17);
    let mut admin = database.admin();
    let tables: BTreeSet<&str> = ["teams", "team_members", "agents", "projects", "missions", "tasks"].into();
    for table in tables {
        let sql = format!(
            "UPDATE mosaic.{table} SET workspace_id = md5('b')::uuid WHERE workspace_id = md5('a')::uuid"
        );
        assert_eq!(refused(&mut admin, &sql), ("23001".to_owned(), format!("{table}_workspace_stays")));
    }
}
