//! What a gateway links: readiness while it serves, and the guard of its connection pool.

mod lease;
mod write;

use crate::support::{Database, wait_until};
use mosaic_db::allowance::{self, Allowance, Draft, PAYLOAD_TYPE};
use mosaic_db::attest::{
    Grade, Instant, PublicKey, Purpose, State, Text, TrustStore, TrustedKey, Window, pae,
};
use mosaic_db::bundle::Bundle;
use mosaic_db::dsn::Dsn;
use mosaic_db::error::Code;
use mosaic_db::gateway::{Basis, Prober, Readiness, Unready, pool};
use mosaic_db::postgres::{CaBundle, Endpoint};
use mosaic_lab::proxy::{Mode, Proxy};
use std::time::Duration;
use tokio::runtime::Runtime;

/// A migrated database on a server on which nothing happens by itself.
fn migrated() -> Database {
    let database = Database::bootstrapped();
    // Autovacuum uses transaction ids, and every one of them is something that may have changed.
    database
        .cluster()
        .configure(&["autovacuum = off", "log_statement = 'all'"])
        .expect("a server that takes it");
    database.shipped(&["--run"]).run().assert_reached();
    let workers = "SELECT FROM pg_stat_activity WHERE backend_type = 'autovacuum worker'";
    database.until("the end of autovacuum", &format!("NOT EXISTS ({workers})"));
    database.until_no_runner();
    database
}

fn endpoint(database: &Database, port: u16) -> Endpoint {
    let (server, port) = (format!(":{}/", database.cluster().port()), format!(":{port}/"));
    let dsn = Dsn::parse(&database.reveal("mosaic_runtime.url").replace(&server, &port)).expect("a URL");
    let pem = std::fs::read(database.cluster().ca_pem_path()).expect("the CA file");
    let ca = CaBundle::from_pem(&pem).expect("a certificate");
    Endpoint::new(dsn, &ca, None, Duration::from_secs(10)).expect("an endpoint")
}

fn prober_at(database: &Database, port: u16) -> Prober {
    let bundle = Bundle::shipped().expect("a bundle");
    Prober::new(endpoint(database, port), bundle, "gateway".to_owned()).expect("a bundle that can be read")
}

fn prober(database: &Database) -> Prober {
    prober_at(database, database.cluster().port())
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
}

/// What an administrator does while the test is in the middle of something: their sessions block, and so have a thread.
fn aside<T: Send>(act: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|threads| threads.spawn(act).join().expect("a thread that ends"))
}

/// A gateway that does nothing but look at its database, when the test says so.
struct Gateway {
    prober: Prober,
    runtime: Runtime,
}

impl Gateway {
    fn of(database: &Database) -> Self {
        Self { prober: prober(database), runtime: runtime() }
    }

    fn probe(&mut self) -> Result<Basis, Code> {
        let proved = self.runtime.block_on(self.prober.prove());
        proved.map(|proof| proof.basis).map_err(|unready| unready.code())
    }
}

/// How often everything was read, as the server's log has it.
fn full_checks(database: &Database) -> usize {
    let log = database.cluster().log();
    log.matches("SELECT database_id::text FROM mosaic_control.identity").count()
}

#[test]
fn while_nothing_is_committed_nothing_is_read_again() {
    let database = migrated();
    let before = full_checks(&database);
    let mut gateway = Gateway::of(&database);
    assert_eq!(gateway.probe(), Ok(Basis::Full));
    for _ in 0..20 {
        assert_eq!(gateway.probe(), Ok(Basis::Unchanged));
    }
    database.execute("UPDATE mosaic_control.import_checkpoint SET row_count = 0");
    assert_eq!(gateway.probe(), Ok(Basis::Unchanged), "it has no row, so nothing was written");
    database.execute("BEGIN; CREATE TABLE elsewhere (id integer); DROP TABLE elsewhere; COMMIT");
    assert_eq!(gateway.probe(), Ok(Basis::Full), "something was committed");
    assert_eq!(gateway.probe(), Ok(Basis::Unchanged), "the new snapshot is the baseline");
    assert_eq!(full_checks(&database) - before, 2);
}

#[test]
fn what_is_changed_by_another_route_is_seen_by_the_next_probe() {
    let database = migrated();
    let changes = [
        (
            "ALTER TABLE mosaic.tasks ADD COLUMN extra text",
            Code::SchemaDrift,
            "ALTER TABLE mosaic.tasks DROP COLUMN extra",
        ),
        (
            "REVOKE SELECT ON mosaic.tasks FROM mosaic_runtime_capability",
            Code::SchemaDrift,
            "GRANT SELECT ON mosaic.tasks TO mosaic_runtime_capability",
        ),
        (
            "GRANT mosaic_schema_owner TO mosaic_runtime",
            Code::RuntimeCanAssumeRole,
            "REVOKE mosaic_schema_owner FROM mosaic_runtime",
        ),
        // An entry whose row is gone is pending, and later ones are not.
        ("DELETE FROM drizzle.__drizzle_migrations WHERE id = 17", Code::HistoryAfterApplication, ""),
    ];
    let mut gateway = Gateway::of(&database);
    for (change, code, back) in changes {
        assert_eq!(gateway.probe(), Ok(Basis::Full), "before: {change}");
        assert_eq!(gateway.probe(), Ok(Basis::Unchanged), "before: {change}");
        database.execute(change);
        assert_eq!(gateway.probe(), Err(code), "{change}");
        assert_eq!(gateway.probe(), Err(code), "it stays so: {change}");
        database.execute(back);
    }
}

/// A transaction that was open while everything was read is seen when it commits.
#[test]
fn what_was_under_way_during_a_check_is_seen_when_it_commits() {
    let database = migrated();
    let mut other = database.admin();
    other.batch_execute("BEGIN; GRANT TEMPORARY ON DATABASE mosaic TO PUBLIC").expect("an open transaction");
    let mut gateway = Gateway::of(&database);
    assert_eq!(gateway.probe(), Ok(Basis::Full));
    assert_eq!(gateway.probe(), Ok(Basis::Unchanged));
    other.batch_execute("COMMIT").expect("a commit");
    assert_eq!(gateway.probe(), Err(Code::RuntimeTemporary));
}

#[test]
fn many_callers_share_one_check_and_its_answer() {
    let database = migrated();
    let before = full_checks(&database);
    runtime().block_on(async {
        let readiness = Readiness::new(prober(&database), Duration::from_secs(30));
        let callers: Vec<_> = (0..50)
            .map(|_| {
                let readiness = readiness.clone();
                tokio::spawn(async move { readiness.check().await })
            })
            .collect();
        for caller in callers {
            assert!(caller.await.expect("an answer").is_ready());
        }
        let report = readiness.check().await;
        assert!(report.is_ready() && report.age <= Duration::from_secs(2));
    });
    assert_eq!(full_checks(&database) - before, 1);
    let log = database.cluster().log();
    assert_eq!(log.matches("pg_current_snapshot").count(), 1, "nobody asked a second time");
}

#[test]
fn a_session_that_the_server_ended_is_opened_anew() {
    let database = migrated();
    let mut gateway = Gateway::of(&database);
    assert_eq!(gateway.probe(), Ok(Basis::Full));
    let end = "pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE usename = 'mosaic_runtime'";
    assert_eq!(database.value(&format!("SELECT {end}")), "true");
    assert_eq!(gateway.probe(), Ok(Basis::Full), "another session proves everything anew");
}

#[test]
fn what_cannot_be_asked_is_not_ready() {
    let database = migrated();
    let proxy = Proxy::to(database.cluster().port()).expect("a proxy");
    runtime().block_on(async {
        let bound = Duration::from_secs(1);
        let readiness = Readiness::new(prober_at(&database, proxy.port()), bound);
        let ready = readiness.check().await;
        assert!(ready.is_ready(), "{}", ready.to_json());

        proxy.set(Mode::Mute);
        tokio::time::sleep(Duration::from_millis(2_100)).await;
        let silent = readiness.check().await;
        assert_eq!(silent.to_json()["code"], "READINESS_TIMED_OUT");

        proxy.set(Mode::Refuse);
        proxy.cut();
        tokio::time::sleep(Duration::from_millis(2_100)).await;
        let refused = readiness.check().await;
        assert_eq!(refused.to_json()["code"], "SERVER_UNREACHABLE");
        assert!(refused.outcome.expect_err("not ready").may_pass());

        proxy.set(Mode::Forward);
        tokio::time::sleep(Duration::from_millis(2_100)).await;
        assert!(readiness.check().await.is_ready());
    });
}

#[test]
fn a_report_names_what_is_wrong() {
    let database = migrated();
    database.execute("GRANT mosaic_schema_owner TO mosaic_runtime");
    runtime().block_on(async {
        let readiness = Readiness::new(prober(&database), Duration::from_secs(30));
        let report = readiness.check().await;
        let json = report.to_json();
        assert_eq!(json["ready"], false);
        assert_eq!(json["code"], "RUNTIME_CAN_ASSUME_ROLE");
        let unready = report.outcome.expect_err("not ready");
        assert_eq!(unready.facts()["findings"][0]["what"], "mosaic_schema_owner");
        assert!(matches!(&*unready, Unready::Access(findings) if findings.len() > 1), "{unready}");
    });
}

#[test]
fn a_poisoned_connection_is_discarded() {
    let database = migrated();
    database.execute(
        "GRANT mosaic_schema_owner TO mosaic_runtime WITH INHERIT FALSE; GRANT TEMPORARY ON DATABASE mosaic TO mosaic_runtime;
         GRANT SET ON PARAMETER session_replication_role TO mosaic_runtime",
    );
    let endpoint = endpoint(&database, database.cluster().port());
    let poisons = [
        ("SET ROLE mosaic_schema_owner", Code::RuntimeSession),
        ("SET search_path = public, mosaic", Code::RuntimeSearchPath),
        ("CREATE TEMPORARY TABLE tasks (id integer)", Code::RuntimeSearchPath),
        ("SET row_security = on", Code::RuntimeSession),
        ("SET session_replication_role = replica", Code::RuntimeSession),
        ("BEGIN", Code::RuntimeSession),
        ("BEGIN; SELECT 1/0", Code::ConnectionLost),
        ("ALTER ROLE mosaic_runtime SET work_mem = '1MB'", Code::RuntimeStoredSettings),
    ];
    runtime().block_on(async {
        for (poison, code) in poisons {
            let connection = endpoint.connect("pool", &pool::settings()).await.expect("a connection");
            for _ in 0..2 {
                assert!(pool::prove(connection.client()).await.is_ok(), "it is as it was opened");
            }
            let _a_division_by_zero_fails = connection.client().batch_execute(poison).await;
            let discard = pool::prove(connection.client()).await.expect_err(poison);
            assert_eq!(discard.code(), code, "{poison}: {discard}");
            connection.close().await;
        }
        let plain = endpoint.connect("pool", &Default::default()).await.expect("a connection");
        assert!(pool::prove(plain.client()).await.is_err(), "opened without the pool's settings");
        plain.close().await;
    });
}

/// Allowances for one index, which end so many seconds after the server's clock, under a key that is trusted for them.
fn allowances(database: &Database, seconds: u64) -> allowance::Allowances {
    use ed25519_dalek::{Signer as _, SigningKey};
    let now: u64 = database.value("extract(epoch FROM now())::bigint").parse().expect("a number");
    let now = Instant::from_unix(now).expect("a time");
    let definition = database.value("pg_get_indexdef('mosaic.extra'::regclass)");
    let allowance = Allowance {
        class: mosaic_db::catalog::Class::Index,
        expires: now.plus(seconds),
        fields: [("definition".to_owned(), definition)].into(),
        name: Text::new("mosaic.extra").expect("a text"),
        owner: Text::new("search team").expect("a text"),
        reason: Text::new("slow report").expect("a text"),
    };
    let id = database.value("SELECT database_id FROM mosaic_control.identity");
    let bytes = Draft::new(&id, now, vec![allowance]).and_then(|draft| draft.encode()).expect("a draft");
    let key = SigningKey::from_bytes(&[7; 32]);
    let trust = TrustStore::of(TrustedKey {
        public_key: PublicKey::from_bytes(key.verifying_key().as_bytes()).expect("a key"),
        purpose: Purpose::Allowance,
        window: Window::new(now, now.plus(60)).expect("a window"),
        state: State::Active,
        grade: Grade::Production,
    });
    let signature = key.sign(&pae(PAYLOAD_TYPE, &bytes)).to_bytes();
    allowance::verify(&bytes, &signature, &trust, now).expect("allowances")
}

#[test]
fn an_allowance_ends_while_nothing_is_committed() {
    let database = migrated();
    database.execute("CREATE INDEX extra ON mosaic.users (name)");
    assert_eq!(Gateway::of(&database).probe(), Err(Code::SchemaDrift));
    let allowances = allowances(&database, 5);
    let prober = prober(&database).with_allowances(allowances);
    let mut gateway = Gateway { prober, runtime: runtime() };
    assert_eq!(gateway.probe(), Ok(Basis::Full));
    assert_eq!(gateway.probe(), Ok(Basis::Unchanged));
    wait_until("the end of the allowance", || gateway.probe() == Err(Code::SchemaDrift));
}
