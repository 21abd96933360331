use super::super::tests::{database, logins};
use super::super::{OtherDatabases, Request};
use super::*;
use serde_json::{Value, json};

fn document() -> Value {
    let owned = |name: &str| json!({ "name": name, "oid": "1", "owner": "app", "owner_is_superuser": false, "privileges": [] });
    let table = json!({
        "class": "pg_class", "oid": "16400", "kind": "TABLE", "schema": "public", "name": "t", "described": "table public.t",
        "owner": "app", "follows": false, "definer": false, "text_body": false, "privileges": [],
    });
    json!({
        "version": 1,
        "scope": {
            "owned_schemas": ["drizzle", "mosaic", "public"], "ledger_schema": "drizzle", "ledger_table": "__drizzle_migrations",
        },
        "owner": { "name": "app", "oid": "16384", "superuser": false },
        "database": owned("mosaic"),
        "ledger_digest": "00",
        "schemas": [owned("drizzle"), owned("public")],
        "objects": [table],
        "extensions": [{
            "name": "vector", "version": "0.8.0", "schema": "public", "owner": "mosaic_extension_owner", "relocatable": true,
            "in_managed_schema": true, "member_owners": ["mosaic_extension_owner"],
        }],
        "settings": [], "default_privileges": [], "elsewhere": [],
    })
}

fn eligible(document: &Value) -> Result<Eligible, ExistingError> {
    Eligible::new(Snapshot::parse(document.to_string().as_bytes())?, &database(), &Scope::base())
}

/// Everything that is rendered about a database in use.
pub fn rendered() -> String {
    let (database, scope) = (database(), Scope::base());
    let eligible = eligible(&document()).unwrap_or_else(|error| panic!("{error}"));
    let owner = Identifier::new("app").expect("a name");
    let logins = logins("seed");
    let request = Request {
        database: &database,
        scope: &scope,
        logins: &logins,
        other_databases: OtherDatabases::ClosedToPublic,
    };
    let rollback = Rollback { database: &database, scope: &scope, eligible: &eligible };
    [render(&request, &eligible), render_rollback(&rollback), render_snapshot(&database, &owner, &scope)]
        .concat()
}

#[test]
fn nothing_is_given_away_at_once_or_taken_along() {
    let rendered = rendered().to_uppercase();
    for never in [
        "REASSIGN",
        "CASCADE",
        "DROP OWNED",
        "ALLOW_SYSTEM_TABLE_MODS",
        "UPDATE PG_",
        "INSERT INTO PG_",
        "DELETE FROM PG_",
    ] {
        assert!(!rendered.contains(never), "{never}");
    }
}

#[test]
fn the_same_snapshot_gives_the_same_bytes() {
    assert_eq!(rendered(), rendered());
}

/// One change to an eligible snapshot each, and the words by which it is refused.
#[test]
fn whatever_is_in_the_way_is_named() {
    let privilege = json!([{ "grantee": "b", "privilege": "SELECT", "column": null, "grantable": false, "passed_on_by": "a" }]);
    for (place, value, code, named) in [
        ("/version", json!(2), Code::BootstrapSnapshotInvalid, "version"),
        ("/database/name", json!("other"), Code::BootstrapSnapshotInvalid, "other"),
        ("/scope/ledger_table", json!("other"), Code::BootstrapSnapshotInvalid, "ledger"),
        ("/extensions/0/owner", json!("app"), Code::BootstrapExtensionOwner, "vector"),
        ("/extensions/0/owner", json!("postgres"), Code::BootstrapExtensionOwner, "postgres"),
        ("/extensions/0/relocatable", json!(false), Code::BootstrapExistingRefused, "vector"),
        ("/extensions/0/member_owners", json!(["app"]), Code::BootstrapExistingRefused, "app"),
        ("/extensions/0/name", json!("hstore"), Code::BootstrapExistingRefused, "hstore"),
        ("/database/owner", json!("else"), Code::BootstrapExistingRefused, "else"),
        (
            "/database/owner",
            json!("mosaic_platform_database_owner"),
            Code::BootstrapExistingRefused,
            "already",
        ),
        ("/owner/name", json!("mosaic_runtime"), Code::BootstrapExistingRefused, "mosaic_runtime"),
        ("/schemas/0/owner", json!("else"), Code::BootstrapExistingRefused, "schema drizzle"),
        ("/schemas/0/privileges", privilege.clone(), Code::BootstrapExistingRefused, "passed on"),
        ("/ledger_digest", json!(""), Code::BootstrapExistingRefused, "__drizzle_migrations"),
        ("/objects/0/kind", Value::Null, Code::BootstrapExistingRefused, "public.t"),
        ("/objects/0/owner", json!("else"), Code::BootstrapExistingRefused, "else"),
        ("/objects/0/definer", json!(true), Code::BootstrapExistingRefused, "SECURITY DEFINER"),
        ("/objects/0/privileges", privilege, Code::BootstrapExistingRefused, "passed on"),
        (
            "/settings",
            json!([{ "everywhere": true, "setting": "role=x" }]),
            Code::BootstrapExistingRefused,
            "role=x",
        ),
        ("/default_privileges", json!([{ "role": "else" }]), Code::BootstrapExistingRefused, "else"),
        ("/elsewhere", json!(["function f()"]), Code::BootstrapExistingRefused, "function f()"),
    ] {
        let mut document = document();
        *document.pointer_mut(place).unwrap_or_else(|| panic!("{place}")) = value;
        let Err(refused) = eligible(&document) else { panic!("{place} was accepted") };
        assert_eq!(refused.code(), code, "{place}");
        let said = format!("{refused} {}", refused.notes().join(" "));
        assert!(said.contains(named), "{place}: {said}");
    }
}

/// What is listed for a reader cannot become a statement.
#[test]
fn names_stay_in_their_comment() {
    let mut document = document();
    document["objects"][0]["described"] = json!("table public.\"a\nDROP TABLE b;\"");
    let eligible = eligible(&document).unwrap_or_else(|error| panic!("{error}"));
    assert!(eligible.snapshot.facts().listed().lines().all(|line| line.starts_with("--")));
}
