//! Who may be the migrator, and what must be true of the database before it is touched: each rule broken by a superuser,
//! as somebody who meant well would, and mended again.

use crate::support::{Database, Folder, Migrator};

/// The migrator's commands against a database that is prepared for one entry.
struct Case {
    database: Database,
    folder: Folder,
    /// With one entry more, which a run would apply.
    longer: Folder,
}

const FIRST: (&str, &str) = ("0000_first", "CREATE TABLE a (id int);");

impl Case {
    fn new() -> Self {
        let case = Self {
            database: Database::bootstrapped(),
            folder: Folder::history(&[FIRST]),
            longer: Folder::history(&[FIRST, ("0001_second", "CREATE TABLE b (id int);")]),
        };
        case.database.migrator(&["--run"], case.folder.write()).run().assert_reached();
        case
    }

    fn as_login(&self, command: &str, user: &str, database: &str) -> Migrator {
        let password = self.database.reveal(&format!("{user}.password"));
        let url = self.database.cluster().url(user, &password, database);
        let url = self.database.secret("login.url", &url);
        self.database.migrator_at(&[command], self.folder.write(), &url)
    }

    /// What a run is refused over must matter to it: with nothing pending it looks no further than the ledger.
    fn bundle_of(&self, command: &str) -> &std::path::Path {
        if command == "--run" { self.longer.write() } else { self.folder.write() }
    }

    /// After each change every command refuses with this status and code and names the fact; after its undoing none does.
    /// Verification goes on with a login that may do too much, and tells that beside everything else.
    fn assert_refused(&self, status: i32, code: &str, changes: &[(&str, &str, &str)]) {
        for (change, undo, fact) in changes {
            self.database.execute(change);
            let as_check =
                if code.starts_with("LOGIN_") { (2, "CHECK_FAILED", "") } else { (status, code, *fact) };
            let refusal = (status, code, *fact);
            for (command, (status, code, fact)) in
                [("--run", refusal), ("--verify", as_check), ("status", refusal)]
            {
                let ended = self.database.migrator(&[command], self.bundle_of(command)).run();
                let shown = ended.stderr();
                assert!(
                    ended.status() == status
                        && shown.contains(&format!("error[{code}]"))
                        && shown.contains(fact),
                    "{command} after {change}: {shown}"
                );
            }
            self.database.execute(undo);
            self.database.migrator(&["--run"], self.folder.write()).run().assert_reached();
        }
    }
}

#[test]
fn another_login_than_the_migrators_is_refused() {
    let case = Case::new();
    for user in ["mosaic_runtime", "mosaic_data_importer"] {
        for command in ["--run", "--verify", "status"] {
            let ended = case.as_login(command, user, "mosaic").run();
            ended.assert_failed(77, "LOGIN_WRONG");
            assert!(ended.stderr().contains(user), "{}", ended.stderr());
        }
    }
}

#[test]
fn a_migrator_that_can_do_more_is_refused() {
    let case = Case::new();
    let attributes = ["SUPERUSER", "INHERIT", "CREATEROLE", "CREATEDB", "REPLICATION", "BYPASSRLS"];
    for attribute in attributes {
        let change = format!("ALTER ROLE mosaic_migrator {attribute}");
        let undo = format!("ALTER ROLE mosaic_migrator NO{attribute}");
        case.assert_refused(77, "LOGIN_PRIVILEGED", &[(&change, &undo, attribute)]);
    }
}

#[test]
fn a_migrator_of_other_memberships_is_refused() {
    let case = Case::new();
    let good = "GRANT mosaic_schema_owner TO mosaic_migrator WITH ADMIN FALSE, INHERIT FALSE, SET TRUE";
    case.database.execute("CREATE ROLE other NOLOGIN; GRANT mosaic_schema_owner TO other WITH ADMIN TRUE");
    case.assert_refused(
        77,
        "LOGIN_MEMBERSHIPS",
        &[
            ("GRANT other TO mosaic_migrator", "REVOKE other FROM mosaic_migrator", "other ("),
            (
                "GRANT pg_read_all_data TO mosaic_migrator",
                "REVOKE pg_read_all_data FROM mosaic_migrator",
                "pg_read_all_data (",
            ),
            ("GRANT mosaic_schema_owner TO mosaic_migrator WITH ADMIN TRUE", good, "admin true"),
            ("GRANT mosaic_schema_owner TO mosaic_migrator WITH INHERIT TRUE", good, "inherit true"),
            ("GRANT mosaic_schema_owner TO mosaic_migrator WITH SET FALSE", good, "set false"),
            ("REVOKE mosaic_schema_owner FROM mosaic_migrator", good, "are none"),
            (
                "GRANT mosaic_schema_owner TO mosaic_migrator WITH INHERIT FALSE GRANTED BY other",
                "REVOKE mosaic_schema_owner FROM mosaic_migrator GRANTED BY other",
                "set true); mosaic_schema_owner (",
            ),
        ],
    );
}

#[test]
fn settings_that_wait_for_the_migrator_are_refused() {
    let case = Case::new();
    case.assert_refused(
        77,
        "LOGIN_STORED_SETTINGS",
        &[
            (
                "ALTER ROLE mosaic_migrator SET search_path = public",
                "ALTER ROLE mosaic_migrator RESET ALL",
                "search_path",
            ),
            (
                "ALTER ROLE mosaic_migrator IN DATABASE mosaic SET work_mem = '1MB'",
                "ALTER ROLE mosaic_migrator IN DATABASE mosaic RESET ALL",
                "work_mem",
            ),
            (
                "ALTER DATABASE mosaic SET check_function_bodies = off",
                "ALTER DATABASE mosaic RESET ALL",
                "(for the database)",
            ),
            ("ALTER ROLE ALL SET statement_timeout = 1000", "ALTER ROLE ALL RESET ALL", "(for every role)"),
        ],
    );
    // What is stored for others, or elsewhere, is not a run's business.
    case.database.execute(
        "ALTER ROLE mosaic_runtime SET work_mem = '1MB'; ALTER DATABASE postgres SET work_mem = '1MB'",
    );
    case.database.migrator(&["--run"], case.folder.write()).run().assert_reached();
}

#[test]
fn a_database_of_another_encoding_or_without_bootstrap_is_refused() {
    let case = Case::new();
    case.database.execute("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
    case.database.execute("CREATE DATABASE bare");
    for command in ["--run", "--verify", "status"] {
        case.as_login(command, "mosaic_migrator", "latin").run().assert_failed(77, "DATABASE_ENCODING");
        case.as_login(command, "mosaic_migrator", "bare").run().assert_failed(77, "BOOTSTRAP_MISSING");
    }
}

#[test]
fn objects_of_another_owner_are_left_to_bootstrap() {
    let case = Case::new();
    for (create, drop, fact) in [
        ("CREATE TABLE public.t (id int)", "DROP TABLE public.t", "table public.t belongs to postgres"),
        ("CREATE VIEW mosaic.v AS SELECT 1", "DROP VIEW mosaic.v", "view mosaic.v belongs to postgres"),
        ("CREATE SEQUENCE drizzle.s", "DROP SEQUENCE drizzle.s", "sequence drizzle.s belongs to postgres"),
        ("CREATE TYPE public.e AS ENUM ('a')", "DROP TYPE public.e", "type public.e belongs to postgres"),
        (
            "CREATE FUNCTION public.f() RETURNS int LANGUAGE sql AS 'SELECT 1'",
            "DROP FUNCTION public.f()",
            "routine public.f() belongs to postgres",
        ),
        (
            "ALTER SCHEMA mosaic OWNER TO postgres",
            "ALTER SCHEMA mosaic OWNER TO mosaic_schema_owner",
            "schema mosaic belongs to postgres",
        ),
    ] {
        case.assert_refused(2, "OBJECTS_OF_ANOTHER_OWNER", &[(create, drop, fact)]);
    }
    case.database.execute("CREATE TABLE public.t (id int)");
    let ended = case.database.migrator(&["--run"], case.bundle_of("--run")).run();
    assert!(ended.stderr().contains("bootstrap"), "it says who can help: {}", ended.stderr());
}

#[test]
fn privileges_that_somebody_added_are_refused() {
    let case = Case::new();
    for (change, undo, fact) in [
        (
            "GRANT SELECT ON public.a TO mosaic_runtime",
            "REVOKE ALL ON public.a FROM mosaic_runtime",
            "mosaic_runtime holds SELECT on table public.a",
        ),
        (
            "GRANT UPDATE (id) ON public.a TO PUBLIC",
            "REVOKE UPDATE (id) ON public.a FROM PUBLIC",
            "PUBLIC holds UPDATE on column public.a.id",
        ),
        (
            "GRANT INSERT ON drizzle.__drizzle_migrations TO mosaic_data_importer",
            "REVOKE INSERT ON drizzle.__drizzle_migrations FROM mosaic_data_importer",
            "mosaic_data_importer holds INSERT",
        ),
        (
            "GRANT CREATE ON SCHEMA mosaic TO PUBLIC",
            "REVOKE CREATE ON SCHEMA mosaic FROM PUBLIC",
            "PUBLIC holds CREATE on schema mosaic",
        ),
        (
            "ALTER DEFAULT PRIVILEGES FOR ROLE mosaic_schema_owner GRANT SELECT ON TABLES TO PUBLIC",
            "ALTER DEFAULT PRIVILEGES FOR ROLE mosaic_schema_owner REVOKE SELECT ON TABLES FROM PUBLIC",
            "on default privilege",
        ),
        (
            "CREATE FUNCTION mosaic.f() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'; \
             ALTER FUNCTION mosaic.f() OWNER TO mosaic_schema_owner; REVOKE ALL ON FUNCTION mosaic.f() FROM PUBLIC",
            "DROP FUNCTION mosaic.f()",
            "routine mosaic.f() is SECURITY DEFINER",
        ),
    ] {
        case.assert_refused(2, "PRIVILEGES_UNLISTED", &[(change, undo, fact)]);
    }
}

#[test]
fn a_missing_extension_is_refused() {
    let database = Database::bootstrapped();
    database.execute("DROP EXTENSION vector");
    for command in ["--run", "--verify"] {
        // The bundle that is compiled in needs it.
        let ended = Migrator::new(&[command])
            .env(
                "DATABASE_MIGRATION_URL_FILE",
                database.secret("url", &database.reveal("mosaic_migrator.url")),
            )
            .env("DATABASE_TLS_CA_CERT_PATH", database.cluster().ca_pem_path())
            .run();
        ended.assert_failed(2, "EXTENSION_MISSING");
        assert!(ended.stderr().contains("vector"), "{}", ended.stderr());
    }
}
