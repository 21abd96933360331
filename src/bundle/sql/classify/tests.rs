//! Every command that matters, spelt as people spell it, and its harmless look-alikes.

use super::*;

fn class(statement: &str) -> Result<Class, Refusal> {
    classify(statement, &[Identifier::new("public").unwrap(), Identifier::new("App").unwrap()].into())
}

/// A statement of each refused kind in other case, with comments between its words, and quoted.
#[test]
fn refused_statements() {
    let cases: &[(Refusal, &[&str])] = &[
        (
            Refusal::Rollback("ROLLBACK"),
            &["rollback", "Rollback/**/Work", "rollback to savepoint a", "ROLLBACK PREPARED 'x'"],
        ),
        (Refusal::Rollback("ABORT"), &["abort", "ABORT TRANSACTION"]),
        (Refusal::PreparedTransaction("PREPARE TRANSACTION"), &["prepare -- x\n transaction 'x'"]),
        (Refusal::PreparedTransaction("COMMIT PREPARED"), &["commit prepared 'x'"]),
        (
            Refusal::TransactionMode("BEGIN with a mode"),
            &["begin isolation level serializable", "start transaction read only"],
        ),
        (
            Refusal::TransactionMode("COMMIT AND CHAIN"),
            &["commit and chain", "end work and chain", "commit transaction and chain"],
        ),
        (
            Refusal::TransactionMode("SET SESSION CHARACTERISTICS"),
            &["set session characteristics as transaction read only"],
        ),
        (Refusal::Discard, &["discard all", "DISCARD TEMP"]),
        (
            Refusal::Unlock,
            &[
                "select pg_advisory_unlock_all()",
                "select 1 from a where pg_catalog . \"pg_advisory_unlock\"(1, 2)",
                "SELECT PG_ADVISORY_UNLOCK_SHARED(1)",
                r#"select U&"pg_\0061dvisory_unlock"(1)"#,
                "create function f() returns bool begin atomic; select pg_advisory_unlock(1); end",
            ],
        ),
        (
            Refusal::Role,
            &[
                "set role x",
                "SET LOCAL ROLE x",
                "set session role none",
                "set/* */\"Role\" = 'x'",
                "set session_authorization to x",
                "set session authorization default",
                "set local session authorization x",
                "set session session authorization x",
                "reset role",
                "reset session authorization",
                "RESET SESSION_AUTHORIZATION",
                "select set_config('role', 'x', false)",
                "select pg_catalog.set_config($$Role$$, 'x', false)",
                "select set_config('role'::text, 'x', false)",
                "do nothing; select set_config(E'role','x',true)",
            ],
        ),
        (
            Refusal::ComputedSetting,
            &[
                "select set_config('ro' || 'le', 'x', false)",
                "select set_config(setting_name => 'role', new_value => 'x', is_local => false)",
                r"select set_config(E'r\x6fle', 'x', false)",
                "select set_config(name, setting, false) from saved",
            ],
        ),
        (
            Refusal::StringSyntax,
            &[
                "set standard_conforming_strings = off",
                "set local standard_conforming_strings to 'off'",
                "select set_config('standard_conforming_strings', 'off', false)",
            ],
        ),
        (Refusal::HiddenName, &[r#"select U&"d!0061ta" UESCAPE '!'"#]),
        (Refusal::Owned("REASSIGN OWNED"), &["reassign owned by a to b"]),
        (Refusal::Owned("DROP OWNED"), &["drop owned by a"]),
        (Refusal::Server("ALTER SYSTEM"), &["alter system set work_mem = '1MB'"]),
        (Refusal::Server("CREATE DATABASE"), &["create database a"]),
        (Refusal::Server("DROP DATABASE"), &["drop database if exists a"]),
        (Refusal::Server("CREATE TABLESPACE"), &["create tablespace a location '/x'"]),
        (Refusal::Server("DROP TABLESPACE"), &["drop tablespace a"]),
        (Refusal::Server("ALTER DATABASE SET TABLESPACE"), &["alter database a set tablespace b"]),
        (
            Refusal::CopyStream,
            &["copy a (b, c) from stdin", "COPY a FROM STDIN WITH (format csv)", "copy (select 1) to stdout"],
        ),
        (
            Refusal::ManagedSchema(Identifier::new("public").unwrap()),
            &["drop schema public cascade", "drop schema if exists x, Public"],
        ),
        (Refusal::ManagedSchema(Identifier::new("App").unwrap()), &["drop schema \"App\""]),
        (
            Refusal::UnnamedIndex,
            &["create index concurrently on a (b)", "create unique index concurrently on only a (b)"],
        ),
    ];
    for (refusal, statements) in cases {
        for statement in *statements {
            assert_eq!(class(statement), Err(refusal.clone()), "{statement}");
        }
    }
}

#[test]
fn what_only_looks_refused() {
    for statement in [
        "select 'set role x; rollback; pg_advisory_unlock_all()'",
        "comment on table a is 'reset role' /* discard all */ -- rollback",
        "do $$ begin perform set_config('role', 'x', false); end $$",
        "update users set role = 'admin'",
        "insert into a values (1) on conflict do update set role = excluded.role",
        "create table a (role text, set_config int)",
        "set local search_path = ''",
        "SELECT pg_catalog.set_config('search_path', '', false)",
        "set standard_conforming_strings = on",
        "set standard_conforming_strings to 'true'",
        "select set_config('standard_conforming_strings', 'on', false)",
        "reset all",
        "reset search_path",
        "set constraints all deferred",
        "set time zone 'utc'",
        "prepare x as select 1",
        "alter database a set timezone = 'utc'",
        "drop schema app",
        "drop table public",
        "alter role a rename to b",
        "copy a from '/tmp/stdin'",
        "copy (select stdin from stdin) to '/tmp/x'",
        "select pg_advisory_lock(1)",
    ] {
        assert_eq!(class(statement), Ok(Class::Transactional), "{statement}");
    }
}

#[test]
fn transaction_control() {
    for (control, statements) in [
        (Control::Begin, &["begin", "BEGIN WORK", "begin transaction", "start transaction"][..]),
        (Control::Commit, &["commit", "Commit Work", "end", "END TRANSACTION", "commit and no chain"]),
        (Control::Savepoint, &["savepoint a"]),
        (Control::Release, &["release savepoint a", "release a"]),
    ] {
        for statement in statements {
            assert_eq!(class(statement), Ok(Class::Control(control)), "{statement}");
        }
    }
}

#[test]
fn statements_that_refuse_a_transaction() {
    let object = |text: &str| Reader::new(text).object().unwrap();
    let name = |text: &str| Identifier::new(text).unwrap();
    let reindexed = |target| Postcondition::Reindexed { target };
    let valid =
        |index: &str, table: &str| Postcondition::IndexValid { index: name(index), table: object(table) };
    let cases: &[(Postcondition, &[&str])] = &[
        (
            valid("i", "s.t"),
            &[
                "create index concurrently i on s.t (a)",
                "CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS I ON ONLY S.T(a)",
            ],
        ),
        (valid("My i", "\"T\""), &["create index /**/ concurrently \"My i\" on \"T\" using gin (a)"]),
        (
            Postcondition::IndexAbsent { index: object("s.i") },
            &["drop index concurrently if exists s.i cascade", "drop index concurrently s.i"],
        ),
        (
            reindexed(ReindexTarget::Index(object("i"))),
            &["reindex index concurrently i", "reindex (concurrently, verbose) index i"],
        ),
        (reindexed(ReindexTarget::Table(object("s.t"))), &["reindex (verbose, concurrently true) table s.t"]),
        (reindexed(ReindexTarget::Schema(name("s"))), &["reindex schema s", "reindex schema concurrently s"]),
        (reindexed(ReindexTarget::Database), &["reindex database d", "reindex database"]),
        (reindexed(ReindexTarget::System), &["reindex system d"]),
        (Postcondition::Vacuumed, &["vacuum", "VACUUM (analyze) a"]),
        (Postcondition::Clustered, &["cluster", "cluster verbose", "cluster (verbose)"]),
        (
            Postcondition::PartitionDetached { table: object("p"), partition: object("s.c") },
            &["alter table if exists p detach partition s.c concurrently"],
        ),
    ];
    for (proof, statements) in cases {
        for statement in *statements {
            assert_eq!(class(statement), Ok(Class::Alone(proof.clone())), "{statement}");
        }
    }
}

#[test]
fn their_transactional_relatives() {
    for statement in [
        "create index i on t (a)",
        "create table concurrently (a int)",
        "drop index i",
        "reindex table t",
        "reindex (concurrently false) index i",
        "cluster t using i",
        "cluster verbose t",
        "analyze",
        "alter table p detach partition c",
        "alter table p detach partition c finalize",
        "refresh materialized view concurrently v",
        "alter type e add value 'x'",
        "",
    ] {
        assert_eq!(class(statement), Ok(Class::Transactional), "{statement}");
    }
}
