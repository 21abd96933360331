//! `bootstrap render` through psql, and `bootstrap check`, against real servers.

mod guard;
mod omissions;
mod refusals;
mod tampering;
pub mod target;

use crate::support::Migrator;
use mosaic_lab::cluster::SUPERUSER;
use mosaic_lab::postgres::Major;
use target::{LOGINS, Target};

/// Render, psql, check; then the same script again, which changes nothing.
fn prepares_once_and_only_once(major: Major) {
    let target = Target::bare(major);
    let script = target.rendered(&[]);
    target.psql(&script).succeeded();
    let ended = target.check();
    assert_eq!(ended.status(), 0, "{}", ended.stdout());
    assert_eq!(ended.json()["result"]["database"]["id"], target.database_id());
    let once = target.catalog();
    target.psql(&script).succeeded();
    assert_eq!(once, target.catalog());
    assert_eq!(target.check().status(), 0);
}

#[test]
fn postgresql_16_is_prepared_once_and_only_once() {
    prepares_once_and_only_once(Major::V16);
}

#[test]
fn postgresql_17_is_prepared_once_and_only_once() {
    prepares_once_and_only_once(Major::V17);
}

#[test]
fn postgresql_18_is_prepared_once_and_only_once() {
    prepares_once_and_only_once(Major::V18);
}

/// The passwords that the verifiers were made from are the ones that let in, over TLS and with SCRAM.
#[test]
fn the_logins_get_in_with_their_passwords() {
    let target = Target::prepared(Major::V17);
    for login in LOGINS {
        let url = target.cluster.url(login, &target.password(login), target::DATABASE);
        let psql = std::process::Command::new(target.cluster.psql())
            .args(["-X", "-At", "-c", "SELECT session_user"])
            .env("PGSSLROOTCERT", target.cluster.ca_pem_path())
            .arg(url.replace("verify-full", "verify-full&channel_binding=require"))
            .output()
            .expect("psql");
        let (said, failed) = (String::from_utf8_lossy(&psql.stdout), String::from_utf8_lossy(&psql.stderr));
        assert_eq!(said.trim(), login, "{failed}");
    }
}

#[test]
fn the_script_is_deterministic_and_holds_no_password() {
    let target = Target::bare(Major::V17);
    for login in LOGINS {
        target.write(login, "canary @:/?#%' \\ pass \"word\" $1");
    }
    let render = |seed: &[&str]| target.rendered(seed);
    let fixed = render(&["--salt-seed", "a"]);
    assert_eq!(fixed, render(&["--salt-seed", "a"]));
    assert_ne!(fixed, render(&["--salt-seed", "b"]));
    assert_ne!(render(&[]), render(&[]), "salts are random unless asked otherwise");
    assert!(!fixed.contains("canary"));
    assert_eq!(fixed.matches("SCRAM-SHA-256$4096:").count(), 3);
}

#[test]
fn short_and_unsafe_password_files_are_refused() {
    let target = Target::bare(Major::V17);
    for (text, code) in [
        ("only-twenty-one-chars", "PASSWORD_TOO_SHORT"),
        ("twenty-two-characters-and-a-newline\n", "FILE_CONTENT"),
    ] {
        target.write("mosaic_runtime", text);
        let ended = target.render(&[]);
        assert_eq!(ended.status(), 78);
        assert!(ended.stderr().contains(code), "{}", ended.stderr());
        assert!(ended.stdout().is_empty());
    }
}

/// A login makes nothing anywhere, whatever it tries.
#[test]
fn logins_can_make_nothing() {
    let target = Target::prepared(Major::V17);
    let nothing = [
        "CREATE SCHEMA own",
        "CREATE TABLE mosaic.own (id integer)",
        "CREATE TABLE public.own (id integer)",
        "CREATE TABLE drizzle.own (id integer)",
        "CREATE TABLE mosaic_control.own (id integer)",
        "CREATE TABLE mosaic_extensions.own (id integer)",
        "CREATE TEMPORARY TABLE own (id integer)",
        "CREATE FUNCTION mosaic.own() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
        "CREATE ROLE own",
        "CREATE DATABASE own",
        "SELECT lo_create(0)",
        "SELECT lo_creat(-1)",
        "SELECT lo_from_bytea(0, 'x')",
        "SELECT lo_import('/etc/hostname')",
        "SET ROLE mosaic_extension_owner",
        "SET ROLE mosaic_platform_database_owner",
        "SET ROLE mosaic_runtime_capability",
        "INSERT INTO drizzle.__drizzle_migrations (hash) VALUES ('x')",
        "UPDATE mosaic_control.identity SET database_id = gen_random_uuid()",
        "ALTER EXTENSION vector SET SCHEMA public",
        "DROP EXTENSION vector",
        "COMMENT ON SCHEMA mosaic IS 'own'",
        "ALTER SCHEMA mosaic OWNER TO CURRENT_USER",
        "GRANT USAGE ON SCHEMA mosaic TO PUBLIC",
        "ALTER EVENT TRIGGER mosaic_guard_drop DISABLE",
        "DROP FUNCTION mosaic_control.guard_drop() CASCADE",
    ];
    for login in LOGINS {
        for statement in nothing {
            let refused = target.as_login(login, &[statement]).expect_err(statement);
            // The guard stops the migrator before PostgreSQL looks at privileges, and a GRANT without effect, which
            // PostgreSQL only warns about, after it.
            assert!(["42501", "MG001"].contains(&refused.as_str()), "{login}: {statement}: {refused}");
        }
    }
    for login in ["mosaic_runtime", "mosaic_data_importer"] {
        let reads = ["SELECT FROM drizzle.__drizzle_migrations", "SELECT '[1,2]'::mosaic_extensions.vector"];
        assert_eq!(target.as_login(login, &reads), Ok(()));
        assert_eq!(target.as_login(login, &["SET ROLE mosaic_schema_owner"]), Err("42501".to_owned()));
    }
}

/// Migrations move what is in the database, not what bootstrap promised, and the script may run again after them.
#[test]
fn a_migrated_database_is_still_as_promised() {
    let target = Target::prepared(Major::V17);
    let run = target.run_as_migrator(concat!(env!("CARGO_MANIFEST_DIR"), "/manifest"));
    assert_eq!(run.status(), 0, "{}", run.stderr());
    assert_eq!(target.check().status(), 0);
    let migrated = target.catalog();
    // Other salts, so other verifiers; nothing else may differ.
    let roles =
        |catalog: Vec<String>| catalog.into_iter().filter(|fact| !fact.contains("rolpassword")).collect();
    let before: Vec<String> = roles(migrated);
    target.psql(&target.rendered(&[])).succeeded();
    assert_eq!(before, roles(target.catalog()));
    assert_eq!(target.check().status(), 0);
}

/// A folder of somebody else: a schema that an entry creates, another ledger, another extension.
#[test]
fn a_foreign_bundle_gets_what_it_needs() {
    let target = Target::bare(Major::V17);
    let folder = target.folder(
        "CREATE SCHEMA \"app\";\n--> statement-breakpoint\nCREATE TABLE \"app\".\"items\" (\"id\" serial PRIMARY KEY, \"v\" vector(3));\n",
    );
    let build = ["manifest", "build", &folder, "--ledger", "records.done", "--extension", "vector"];
    assert_eq!(Migrator::new(&build).run().status(), 0);
    target.psql(&target.rendered(&["--bundle", &folder])).succeeded();
    let bundle = ["--bundle", folder.as_str()];
    assert_eq!(target.check_with(&bundle).status(), 0, "{}", target.check_with(&bundle).stdout());
    let run = target.run_as_migrator(&folder);
    assert_eq!(run.status(), 0, "{}", run.stderr());
    assert_eq!(target.check_with(&bundle).status(), 0, "{}", target.check_with(&bundle).stdout());
    let after = Migrator::new(&["bootstrap", "render", "--database", "shop", "--after"]).run();
    let taken = target.cluster.run_psql(target::DATABASE, after.stdout(), &[]).expect("psql");
    assert!(taken.status.success());
    assert_eq!(target.check_with(&bundle).status(), 0, "CREATE is not needed any more");
    assert_eq!(target.check().status(), 2, "another bundle has another ledger");
}

/// What entries need to create schemas, and no longer than they do.
#[test]
fn create_on_the_database_is_taken_back_afterwards() {
    let target = Target::prepared(Major::V17);
    target.sql("GRANT CREATE ON DATABASE shop TO mosaic_schema_owner");
    assert_eq!(target.findings().get("database.privileges").map(String::as_str), Some("violation"));
    let after = Migrator::new(&["bootstrap", "render", "--database", "shop", "--after"]).run();
    assert_eq!(after.status(), 0, "{}", after.stderr());
    target.psql(after.stdout()).refused("BOOTSTRAP_TARGET");
    let in_target = target.cluster.run_psql(target::DATABASE, after.stdout(), &[]).expect("psql");
    assert!(in_target.status.success());
    assert_eq!(target.check().status(), 0);
}

#[test]
fn other_databases_are_closed_to_public_where_asked() {
    let target = Target::prepared(Major::V17);
    let warned = [("other_databases.public_connect".to_owned(), "warning".to_owned())];
    assert_eq!(target.findings(), warned.into());
    target.psql(&target.rendered(&["--revoke-public-connect"])).succeeded();
    assert_eq!(target.findings(), [].into());
    assert!(target.cluster.admin(SUPERUSER).is_ok());
}
