//! What is refused, and how far it got: no connection at all, a connection without a change, or a rollback.

use super::ground::{Ground, TIER};
use super::{ROWS, TASKS};
use crate::support::{Database, Ended};
use mosaic_db::attest::{Decimal, SecretVersion, Statement, Text};
use mosaic_db::digest::Digest;
use mosaic_lab::listener::{Listener, NO_TLS};
use mosaic_lab::postgres::Major;

#[test]
fn an_attestation_is_acted_on_once() {
    let ground = Ground::new(Major::V17, TASKS);
    ground.source(&[TASKS, ROWS]);
    let source = ground.target.secret_path("source.url");
    let source = ["--source-url-file", source.to_str().expect("UTF-8")];
    let path = ground.attest(0, |_| {});
    ground.import_under(&path, &source, &[]).run().assert_reached();
    ground.import_under(&path, &source, &["--yes"]).run().assert_failed(5, "ATTESTATION_REPLAYED");
    assert_eq!(ground.count("tasks"), 0);
    // Without a memory there is no telling.
    let path = ground.attest(1, |_| {});
    let forgetful = ground.import_under(&path, &source, &["--yes"]).env("MOSAIC_REPLAY_DIR", "/nowhere");
    forgetful.run().assert_failed(5, "REPLAY_DIRECTORY");
    assert_eq!(ground.count("tasks"), 0);
}

/// What is not as it was when the target was attested.
type Change = fn(&mut Statement);

/// How far a refused import got, as it says itself.
pub fn reached(ended: &Ended) -> String {
    ended.json()["result"]["reached"].as_str().unwrap_or("nothing").to_owned()
}

/// The next transaction id of the target's cluster: it does not move when nothing is written.
pub fn next_transaction(database: &Database) -> String {
    database.value("SELECT pg_snapshot_xmax(pg_current_snapshot())")
}

#[test]
fn nothing_is_connected_to_before_the_files_agree() {
    let ground = Ground::new(Major::V17, TASKS);
    let listener = Listener::answering(NO_TLS).expect("a listener");
    let (server, nobody) =
        (format!(":{}/", ground.target.cluster().port()), format!(":{}/", listener.port()));
    let good = ground.target.reveal("mosaic_data_importer.url");
    let elsewhere = good.replace(&server, &nobody);
    let source = ground.target.secret("source.url", &elsewhere.replace("mosaic_data_importer", "postgres"));
    let source = ["--source-url-file", source.to_str().expect("UTF-8")];
    let attestation = ground.attest(0, |_| {});

    // The URL of another server than the attested one, and of another role or password there.
    let weak = "postgresql://mosaic_data_importer:short@db.test/mosaic?sslmode=verify-full".to_owned();
    let urls = [
        (5, "TARGET_PORT_DIFFERS", elsewhere.clone()),
        (5, "TARGET_HOST_DIFFERS", elsewhere.replace(ground.target.cluster().host(), "elsewhere.test")),
        (5, "TARGET_USER_DIFFERS", good.replace("mosaic_data_importer", "mosaic_runtime")),
        (5, "TARGET_DATABASE_DIFFERS", good.replace("/mosaic?", "/other?")),
        (5, "TARGET_PASSWORD_WEAK", weak),
        (78, "DSN_INVALID", elsewhere.replace("verify-full", "require")),
    ];
    for (status, code, url) in urls {
        let file = ground.target.secret("mosaic_data_importer.url", &url);
        ground.import_under(&attestation, &source, &["--yes"]).run().assert_failed(status, code);
        assert!(file.exists());
    }
    ground.target.secret("mosaic_data_importer.url", &elsewhere);

    // An attestation that agrees with that URL, but not with something else.
    let agreeing = |number: u8, change: Change| {
        ground.target.secret("mosaic_data_importer.url", &good);
        let port = listener.port();
        let sha256 = Digest::of(elsewhere.as_bytes());
        let path = ground.attest(number, move |statement| {
            statement.port = port.try_into().expect("a port");
            statement.target_sha256 = sha256;
            change(statement);
        });
        ground.target.secret("mosaic_data_importer.url", &elsewhere);
        path
    };
    let cases: [(&str, Change); 5] = [
        ("ATTESTATION_EXPIRED", |statement| statement.expires_at = statement.issued_at),
        ("TARGET_SECRET_VERSION_DIFFERS", |statement| {
            statement.secret_version = SecretVersion::new(2).expect("a version");
        }),
        ("TARGET_SECRET_DIFFERS", |statement| statement.target_sha256 = Digest::of(b"another")),
        ("TARGET_AUTHORITIES_DIFFER", |statement| statement.ca_sha256.clear()),
        ("TARGET_MANIFEST_DIFFERS", |statement| statement.manifest_sha256 = Digest::of(b"another")),
    ];
    for (number, (code, change)) in (10..).zip(cases) {
        let path = agreeing(number, change);
        let ended = ground.import_under(&path, &source, &["--yes"]).run();
        ended.assert_failed(5, code);
        assert_eq!(reached(&ended), "zero_connections", "{code}");
    }

    // Files that are missing or not as they must be, and ways around them.
    let good_one = agreeing(20, |_| {});
    let missing = good_one.with_file_name("nowhere");
    ground.import_under(&missing, &source, &["--yes"]).run().assert_failed(78, "FILE_UNREADABLE");
    let with_fallback = ground.import_under(&good_one, &source, &["--yes"]).env("DATABASE_URL", &elsewhere);
    with_fallback.run().assert_failed(78, "FOREIGN_CREDENTIAL");
    let raw = ground.import_under(&good_one, &source, &["--yes", "--target-url", &elsewhere]);
    raw.run().assert_failed(64, "CREDENTIAL_IN_ARGUMENTS");
    ground.import_under(&good_one, &source, &["--target-url", "x"]).run().assert_failed(64, "USAGE");

    assert_eq!(listener.connections(), 0);
    // The listener can be reached: what was refused was not refused by the network.
    let reached = ground.import_under(&good_one, &source, &["--yes"]).run();
    reached.assert_failed(69, "TLS_NOT_OFFERED");
    assert!(listener.connections() > 0);
}

#[test]
fn nothing_is_written_where_the_target_is_another() {
    let ground = Ground::new(Major::V17, TASKS);
    ground.source(&[TASKS, ROWS]);
    let source = ground.target.secret_path("source.url");
    let source = ["--source-url-file", source.to_str().expect("UTF-8")];
    let before = next_transaction(&ground.target);
    let cases: [(&str, Change); 5] = [
        ("TARGET_CLUSTER_DIFFERS", |statement| {
            statement.system_identifier = Decimal::new("1").expect("a number")
        }),
        ("TARGET_TIMELINE_DIFFERS", |statement| statement.timeline = Decimal::new("2").expect("a number")),
        ("TARGET_DATABASE_OID_DIFFERS", |statement| {
            statement.database_oid = Decimal::new("1").expect("a number")
        }),
        ("TARGET_DATABASE_ID_DIFFERS", |statement| {
            statement.database_id = Text::new("another").expect("text")
        }),
        ("TARGET_SCHEMA_DIFFERS", |statement| statement.schema_sha256 = Digest::of(b"another")),
    ];
    for (number, (code, change)) in (30..).zip(cases) {
        let path = ground.attest(number, change);
        ground.import_under(&path, &source, &["--yes"]).run().assert_failed(5, code);
    }
    let path = ground.attest(40, |statement| statement.leaf_spki_sha256 = Digest::of(b"another"));
    ground.import_under(&path, &source, &["--yes"]).run().assert_failed(69, "TLS_KEY_MISMATCH");
    assert_eq!(next_transaction(&ground.target), before);

    // What the importer could do beyond its task, each found by itself.
    let excess = [
        (
            "GRANT UPDATE ON mosaic.tasks TO mosaic_data_importer",
            "REVOKE UPDATE ON mosaic.tasks FROM mosaic_data_importer",
        ),
        ("GRANT TEMPORARY ON DATABASE mosaic TO PUBLIC", "REVOKE TEMPORARY ON DATABASE mosaic FROM PUBLIC"),
        (
            "GRANT CREATE ON SCHEMA mosaic TO mosaic_data_importer",
            "REVOKE CREATE ON SCHEMA mosaic FROM mosaic_data_importer",
        ),
    ];
    for (number, (grant, revoke)) in (50..).zip(excess) {
        // The attestation is of the good state: it is what came later that is found.
        let path = ground.attest(number, |_| {});
        ground.target.execute(grant);
        let before = next_transaction(&ground.target);
        ground.import_under(&path, &source, &["--yes"]).run().assert_failed(77, "IMPORTER_EXCESS");
        assert_eq!(next_transaction(&ground.target), before, "{grant}");
        ground.target.execute(revoke);
    }

    // Sides that do not fit.
    let shapes = [
        ("CREATE TABLE public.more (id integer)", "DROP TABLE public.more", "IMPORT_SHAPE"),
        (
            "ALTER TABLE public.projects ALTER name TYPE varchar(50)",
            "ALTER TABLE public.projects ALTER name TYPE text",
            "IMPORT_SHAPE",
        ),
    ];
    for (change, back, code) in shapes {
        ground.on_source(change);
        let before = next_transaction(&ground.target);
        let ended = ground.import(&["--yes"]).run();
        ended.assert_failed(8, code);
        assert_eq!(reached(&ended), "zero_dml");
        assert_eq!(next_transaction(&ground.target), before, "{change}");
        ground.on_source(back);
    }
    let itself = ["--source-url-file", &ground.superuser_url("mosaic"), "--source-schema", "mosaic"];
    ground.import_from(&itself, &["--yes"]).run().assert_failed(8, "IMPORT_ITSELF");
    ground.import(&["--yes", "--source-schema", "nowhere"]).run().assert_failed(77, "SOURCE_UNFIT");
}

#[test]
fn a_row_hidden_from_the_reader_is_found() {
    let ground = Ground::new(Major::V17, TASKS);
    ground.source(&[TASKS, ROWS]);
    // Who reads is none that row-level security does not apply to.
    ground.on_source(
        "CREATE ROLE reader LOGIN PASSWORD 'reader'; GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader;
         ALTER TABLE public.tasks ENABLE ROW LEVEL SECURITY;
         CREATE POLICY a_few ON public.tasks FOR SELECT USING (id < 10);",
    );
    let reader = ground.target.cluster().url("reader", "reader", TIER);
    let reader = ground.target.secret("reader.url", &reader).display().to_string();
    let ended = ground.import_from(&["--source-url-file", &reader], &["--yes"]).run();
    ended.assert_failed(8, "SOURCE_HIDDEN");
    assert_eq!((reached(&ended).as_str(), ground.count("projects")), ("rolled_back", 0));
}
