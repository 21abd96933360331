//! What is evidence is written and read, and stays: by grant for the runtime, by trigger for its owner.

use super::{inhabited, refused, runtime};
use mosaic_db::bundle::IMMUTABLE;
use mosaic_lab::postgres::Major;

fn stays(major: Major) {
    let database = inhabited(major);
    database.execute(
        "INSERT INTO mosaic.connector_lease_audit_log (event, tenant_id, logical_agent_id, connector_id, correlation_id) \
         VALUES ('acquire', 't', 'a', 'c', 'x')",
    );
    let (mut client, mut owner) = (runtime(&database), database.admin());
    owner.batch_execute("SET ROLE mosaic_schema_owner").expect("its owner");
    for table in IMMUTABLE.into_iter().chain(["approval_decisions"]) {
        let rows: i64 =
            client.query_one(&format!("SELECT count(*) FROM mosaic.{table}"), &[]).expect("it reads").get(0);
        assert!(rows > 0, "{table}");
        let key = format!(
            "SELECT attname::text FROM pg_attribute WHERE attrelid = 'mosaic.{table}'::regclass AND attnum > 0 AND NOT attisdropped LIMIT 1"
        );
        let column = database.value(&key);
        let change = [
            format!("UPDATE mosaic.{table} SET {column} = DEFAULT"),
            format!("DELETE FROM mosaic.{table}"),
            format!("TRUNCATE mosaic.{table} CASCADE"),
        ];
        for sql in &change {
            assert_eq!(refused(&mut client, sql).0, "42501", "{sql}");
            let stays = ("23001".to_owned(), format!("{table}_immutable"));
            // Everything that refers to a table is truncated with it, and its own trigger may be the first to refuse.
            let answer = refused(&mut owner, sql);
            assert!(
                answer == stays || sql.starts_with("TRUNCATE") && answer.1.ends_with("_immutable"),
                "{sql}: {answer:?}"
            );
        }
        for sql in [
            format!("ALTER TABLE mosaic.{table} DISABLE TRIGGER ALL"),
            format!("ALTER TABLE mosaic.{table} ADD COLUMN x integer"),
            format!("DROP TRIGGER {table}_immutable ON mosaic.{table}"),
            format!(
                "CREATE TRIGGER x BEFORE INSERT ON mosaic.{table} FOR EACH ROW EXECUTE FUNCTION mosaic.refuse('x')"
            ),
        ] {
            assert_eq!(refused(&mut client, &sql).0, "42501", "{sql}");
        }
        let privileges = format!(
            "SELECT string_agg(privilege_type, ' ' ORDER BY privilege_type) FROM pg_class, aclexplode(relacl) AS acl \
             WHERE oid = 'mosaic.{table}'::regclass AND grantee <> relowner \
             AND pg_get_userbyid(grantee) = 'mosaic_runtime_capability'"
        );
        assert_eq!(database.value(&privileges), "INSERT SELECT", "{table}");
    }
}

#[test]
fn evidence_stays() {
    stays(Major::V17);
}

#[test]
fn evidence_stays_on_16() {
    stays(Major::V16);
}

#[test]
fn evidence_stays_on_18() {
    stays(Major::V18);
}

/// What the runtime may delete at all: joins that carry no history.
#[test]
fn the_runtime_deletes_joins_alone() {
    let database = inhabited(Major::V17);
    let deletable = "SELECT string_agg(relname, ' ' ORDER BY relname) FROM pg_class \
        WHERE relnamespace = 'mosaic'::regnamespace AND relkind = 'r' \
        AND relname IN (SELECT DISTINCT conrelid::regclass::text FROM (SELECT conrelid FROM pg_constraint \
          WHERE contype = 'f' AND conname NOT LIKE '%\\_id\\_fk') AS new) \
        AND relname NOT IN ('agents', 'missions', 'projects', 'tasks', 'team_members', 'teams') \
        AND has_table_privilege('mosaic_runtime', oid, 'DELETE')";
    let mut client = runtime(&database);
    let names: Option<String> = client.query_one(deletable, &[]).expect("one row").get(0);
    assert_eq!(
        names.unwrap_or_default(),
        "mission_milestones project_current_milestones task_dependencies task_tags"
    );
    for table in ["backfill_progress", "backfill_quarantine", "kanban_switch"] {
        client.batch_execute(&format!("SELECT FROM mosaic.{table}")).expect("it reads");
        assert_eq!(refused(&mut client, &format!("DELETE FROM mosaic.{table}")).0, "42501", "{table}");
        assert_eq!(
            refused(&mut client, &format!("INSERT INTO mosaic.{table} DEFAULT VALUES")).0,
            "42501",
            "{table}"
        );
    }
}
