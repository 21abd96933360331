use super::*;

fn decided(body: &str) -> Objects {
    conditional(body, &Routines::of(std::iter::once(body)))
}

fn named(names: &[&str]) -> Objects {
    Objects::Named(names.iter().map(|name| (*name).to_owned()).collect())
}

#[test]
fn only_no_objects_are_none() {
    assert!(Objects::None.is_none());
    assert!(!Objects::Any.is_none());
    assert!(!named(&["a"]).is_none());
}

#[test]
fn statements_do_what_they_say() {
    for body in [
        "",
        "CREATE TABLE a (id int); CREATE INDEX IF NOT EXISTS i ON a (id); DROP TABLE IF EXISTS b CASCADE;",
        "UPDATE a SET b = CASE WHEN c THEN 1 END WHERE d; INSERT INTO a SELECT f(x) FROM y;",
        "SELECT setval('s', (SELECT max(id) FROM a));",
        "CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN IF EXISTS (SELECT FROM a) THEN DROP TABLE b; END IF; END $$;",
    ] {
        assert_eq!(decided(body), Objects::None, "{body}");
    }
}

#[test]
fn what_the_catalog_decides_is_measured() {
    for block in [
        "BEGIN ALTER TABLE a ADD CONSTRAINT c CHECK (x > 0); EXCEPTION WHEN duplicate_object THEN null; END",
        "BEGIN CREATE TYPE t AS ENUM ('a'); EXCEPTION WHEN duplicate_object OR duplicate_table THEN NULL; WHEN undefined_table THEN NULL; END",
        "BEGIN IF NOT EXISTS (SELECT 1 FROM pg_type WHERE typname = 't') THEN CREATE TYPE t AS ENUM ('a'); END IF; END",
        "BEGIN IF EXISTS (SELECT FROM information_schema.columns c WHERE c.table_name = 'a') THEN ALTER TABLE a RENAME x TO y; END IF; END",
        "DECLARE r record; BEGIN FOR r IN SELECT c.conname FROM pg_catalog.pg_constraint c, pg_class t WHERE t.oid = c.conrelid \
         LOOP EXECUTE format('ALTER TABLE a DROP CONSTRAINT %I', r.conname); END LOOP; END",
        "BEGIN IF to_regclass('a') IS DISTINCT FROM b THEN DROP TABLE a; END IF; END",
        "BEGIN IF current_user <> 'x' THEN RAISE EXCEPTION 'no' USING HINT = 'a, b'; END IF; CREATE TABLE a (); END",
        "BEGIN IF EXISTS (SELECT FROM pg_class) THEN CREATE VIEW v AS SELECT x FROM users; END IF; UPDATE users SET x = 1; END",
        "BEGIN IF EXISTS (SELECT FROM pg_class c JOIN pg_type t ON coalesce(c.oid, t.oid) = 1) THEN CREATE VIEW v AS SELECT 1; END IF; END",
        "BEGIN IF EXISTS (SELECT FROM ONLY pg_class) THEN CREATE VIEW v AS SELECT 1; END IF; END",
        "BEGIN IF EXISTS (SELECT FROM (SELECT oid FROM pg_class) c) THEN CREATE VIEW v AS SELECT 1; END IF; END",
        "BEGIN IF EXISTS (SELECT FROM (pg_class c JOIN pg_type t ON true)) THEN CREATE VIEW v AS SELECT 1; END IF; END",
        "BEGIN IF EXISTS (SELECT FROM pg_class JOIN pg_type USING (oid, x)) THEN CREATE VIEW v AS SELECT 1; END IF; END",
        "BEGIN LOCK TABLE users; IF to_regclass('a') IS NULL THEN CREATE VIEW v AS SELECT 1; END IF; END",
        "DECLARE n int; BEGIN EXECUTE 'DROP TABLE ' || quote_ident('a'); SELECT 1 INTO n; END",
        "BEGIN DELETE FROM users WHERE id = 1; IF to_regclass('a') IS NULL THEN CREATE TABLE a (); END IF; END",
        "DECLARE o oid; BEGIN SELECT oid INTO o FROM pg_class; IF FOUND THEN CREATE VIEW v AS SELECT 1; END IF; END",
        "BEGIN PERFORM 1 FROM pg_class FOR UPDATE; IF FOUND THEN CREATE VIEW v AS SELECT 1; END IF; END",
        "BEGIN PERFORM 1 FROM pg_class FOR NO KEY UPDATE; IF FOUND THEN CREATE VIEW v AS SELECT 1; END IF; END",
    ] {
        assert_eq!(decided(&format!("DO $$ {block} $$;")), Objects::None, "{block}");
    }
}

#[test]
fn what_changes_rows_only_is_no_matter() {
    let block =
        "BEGIN FOR r IN SELECT id FROM users LOOP UPDATE users SET a = r.id WHERE id = r.id; END LOOP; END";
    assert_eq!(decided(&format!("DO $$ DECLARE r record; {block} $$;")), Objects::None);
    assert_eq!(decided("SELECT f() FROM users; CALL p(1);"), Objects::None);
}

#[test]
fn what_does_not_choose_is_measured() {
    for block in [
        "DECLARE n int; BEGIN SELECT count(*) INTO n FROM users; CREATE INDEX i ON users (x); END",
        "BEGIN UPDATE users SET a = 1 WHERE a IS NULL; ALTER TABLE users ALTER a SET NOT NULL; END",
        "BEGIN EXECUTE 'CREATE TABLE a (id int)'; EXECUTE 'UPDATE a SET id = $1' USING b; END",
    ] {
        assert_eq!(decided(&format!("DO $$ {block} $$;")), Objects::None, "{block}");
    }
}

#[test]
fn what_rows_decide_is_named() {
    for (block, names) in [
        (
            "BEGIN IF EXISTS (SELECT FROM users) THEN CREATE INDEX big ON public.users (x); END IF; END",
            &["big"][..],
        ),
        (
            "BEGIN IF (SELECT count(*) > 10 FROM pg_class c JOIN app.users u ON true) THEN \
             ALTER TABLE \"Users\" ADD COLUMN y int REFERENCES b ON DELETE CASCADE; DROP TABLE IF EXISTS d, e; END IF; END",
            &["Users", "d", "e"],
        ),
        ("BEGIN CREATE UNIQUE INDEX u ON a (b); EXCEPTION WHEN unique_violation THEN NULL; END", &["u"]),
        ("BEGIN CREATE UNIQUE INDEX u ON a (b); EXCEPTION WHEN OTHERS THEN NULL; END", &["u"]),
        (
            "BEGIN UPDATE a SET b = 1; IF FOUND THEN CREATE TRIGGER t BEFORE INSERT ON s.a EXECUTE FUNCTION f(); END IF; END",
            &["a.t"],
        ),
        (
            "BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'x') THEN GRANT SELECT ON TABLE a, s.b TO x; END IF; END",
            &["a", "b"],
        ),
        ("BEGIN IF now() > '2020-01-01' THEN CREATE POLICY p ON a; END IF; END", &["a.p"]),
        (
            "BEGIN IF (SELECT reltuples FROM pg_class WHERE oid = 'a'::regclass) > 9 THEN CREATE INDEX ON a (b); END IF; END",
            &["a"],
        ),
        (
            "DECLARE n int := (SELECT max(id) FROM a); BEGIN CASE WHEN n > 1 THEN CREATE VIEW v AS SELECT 1; ELSE NULL; END CASE; END",
            &["v"],
        ),
        (
            "BEGIN IF EXISTS (SELECT FROM (SELECT oid FROM pg_class WHERE true) c, users) THEN CREATE VIEW v AS SELECT 1; END IF; END",
            &["v"],
        ),
        ("BEGIN IF EXISTS (SELECT FROM ONLY (users)) THEN CREATE VIEW v AS SELECT 1; END IF; END", &["v"]),
        (
            "BEGIN IF EXISTS (SELECT FROM ((users u CROSS JOIN pg_class) JOIN pg_type ON true)) THEN CREATE VIEW v AS SELECT 1; END IF; END",
            &["v"],
        ),
        (
            "BEGIN DELETE FROM a USING users WHERE a.id = users.id; IF to_regclass('a') IS NULL THEN CREATE VIEW v AS SELECT 1; END IF; END",
            &["v"],
        ),
        (
            "BEGIN DELETE FROM a USING (users u JOIN pg_class ON true); IF to_regclass('a') IS NULL THEN CREATE VIEW v AS SELECT 1; END IF; END",
            &["v"],
        ),
        (
            "BEGIN MERGE INTO a USING pg_class c ON true WHEN MATCHED THEN DO NOTHING; IF FOUND THEN CREATE VIEW v AS SELECT 1; END IF; END",
            &["v"],
        ),
        ("BEGIN IF x THEN PERFORM 1 FROM; CREATE VIEW v AS SELECT 1; END IF; END", &["v"]),
        ("BEGIN <<l>> FOR r IN SELECT id FROM users LOOP CREATE TABLE t (); END LOOP; END", &["t"]),
        (
            "BEGIN INSERT INTO a VALUES (1) ON CONFLICT DO NOTHING; IF FOUND THEN CREATE VIEW v AS SELECT 1; END IF; END",
            &["v"],
        ),
        ("BEGIN IF EXISTS (TABLE a) THEN REFRESH MATERIALIZED VIEW m; END IF; END", &["m"]),
        (
            "BEGIN IF current_setting('x.y') = 'on' THEN DROP FUNCTION f(int, text), g(); END IF; END",
            &["f", "g"],
        ),
        (
            "DECLARE n int; BEGIN EXECUTE 'SELECT count(*) FROM a' INTO n; IF n > 0 THEN DROP INDEX CONCURRENTLY i; END IF; END",
            &["i"],
        ),
        (
            "BEGIN IF EXISTS (SELECT FROM pg_class, users) THEN CREATE RULE r AS ON INSERT TO a DO NOTHING; END IF; END",
            &["a.r"],
        ),
    ] {
        assert_eq!(decided(&format!("DO $body$ {block} $body$;")), named(names), "{block}");
    }
}

#[test]
fn what_rows_decide_and_the_text_does_not_name_may_be_anything() {
    for block in [
        "DECLARE r record; BEGIN FOR r IN SELECT slug FROM tenants LOOP EXECUTE format('CREATE SCHEMA %I', r.slug); END LOOP; END",
        "BEGIN EXECUTE (SELECT string_agg(statement, ';') FROM todo); END",
        "BEGIN IF EXISTS (SELECT FROM a) THEN DROP TABLE b CASCADE; END IF; END",
        "BEGIN IF EXISTS (SELECT FROM a) THEN ALTER TABLE b RENAME TO c; END IF; END",
        "BEGIN IF EXISTS (SELECT FROM a) THEN ALTER DEFAULT PRIVILEGES REVOKE ALL ON TABLES FROM b; END IF; END",
        "BEGIN IF EXISTS (SELECT FROM a) THEN EXECUTE 'DROP TABLE b' || suffix; END IF; END",
        "BEGIN FOR r IN EXECUTE 'SELECT ' || q LOOP CREATE VIEW v AS SELECT 1; END LOOP; END",
        "DECLARE n int; BEGIN EXECUTE 'SELECT ' || q INTO n; END",
        "BEGIN EXECUTE 'DO LANGUAGE plpgsql'; END",
    ] {
        assert_eq!(decided(&format!("DO $body$ {block} $body$;")), Objects::Any, "{block}");
    }
    assert_eq!(decided(r"DO E'BEGIN NULL; \n END'"), Objects::Any);
}

#[test]
fn routines_of_the_bundle_are_followed() {
    let routine =
        |body: &str| format!("CREATE FUNCTION f(n int) RETURNS int LANGUAGE plpgsql AS $f$ {body} $f$;");
    let acts = routine("BEGIN CREATE TABLE t (); RETURN 1; END");
    assert_eq!(decided(&format!("{acts} SELECT f(id) FROM users;")), named(&["t"]));
    assert_eq!(decided(&format!("{acts} SELECT f(1);")), Objects::None);
    let looks = routine("BEGIN RETURN (SELECT count(*) FROM users); END");
    assert_eq!(decided(&format!("{looks} SELECT f(id) FROM users;")), Objects::None);
    let block = "DO $$ BEGIN IF f(1) > 0 THEN CREATE TABLE t (); END IF; END $$;";
    assert_eq!(decided(&format!("{looks} {block}")), named(&["t"]));
    assert_eq!(decided(block), named(&["t"]), "a function that nobody knows may look at anything");
    let itself = routine("BEGIN RETURN f(n - 1); END");
    assert_eq!(decided(&format!("{itself} SELECT f(1);")), Objects::None);
}

#[test]
fn what_is_called_for_each_row_depends_on_rows() {
    let acts = "CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $f$ BEGIN CREATE TABLE t (); END $f$;";
    for statement in [
        "SELECT f() FROM users;",
        "SELECT f() WHERE now() > '2020-01-01';",
        "DO $$ BEGIN PERFORM f() FROM users; END $$;",
        "CREATE FUNCTION g() RETURNS void LANGUAGE plpgsql AS $g$ BEGIN PERFORM f() FROM users; END $g$; SELECT g();",
    ] {
        assert_eq!(decided(&format!("{acts} {statement}")), named(&["t"]), "{statement}");
    }
    for statement in ["SELECT f();", "SELECT f() FROM pg_class;", "SELECT x FROM users; SELECT f();"] {
        assert_eq!(decided(&format!("{acts} {statement}")), Objects::None, "{statement}");
    }
}

#[test]
fn no_entry_of_the_shipped_bundle_depends_on_rows() {
    let bundle = crate::bundle::Bundle::shipped().unwrap();
    let routines = Routines::of(bundle.entries().iter().map(crate::bundle::Entry::body));
    for entry in bundle.entries() {
        assert_eq!(conditional(entry.body(), &routines), Objects::None, "{}", entry.tag());
    }
}

mod any_text {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn reading_never_panics(text in r#"(do \$\$|if |execute |from |create |then |;|[a-z]|\PC|[-'"$\\.(),]){0,60}"#) {
            let _ = decided(&text);
            let _ = decided(&format!("do $x$ {text} $x$"));
        }
    }
}
