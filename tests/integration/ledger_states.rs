//! Every state a ledger can be in, as `--run` and `--verify` see it. A refusal comes before anything is changed.

use crate::support::{Database, Folder};
use mosaic_db::digest::Digest;

const LEDGER: &str = "drizzle.__drizzle_migrations";

/// Two entries that create a table each; on a database where both have run.
struct Case {
    database: Database,
    folder: Folder,
}

const FIRST: &str = "0000_first";
const SECOND: &str = "0001_second";
const FIRST_SQL: &str = "CREATE TABLE a (\n  id int\n);\n";

impl Case {
    fn applied() -> Self {
        let case = Self::of(Folder::history(&[(FIRST, FIRST_SQL), (SECOND, "CREATE TABLE b (id int);")]));
        case.database.migrator(&["--run"], case.folder.write()).run().assert_reached();
        case
    }

    fn of(folder: Folder) -> Self {
        Self { database: Database::bootstrapped(), folder }
    }

    /// A row as Drizzle would have written it.
    fn row(&self, tag: &str) -> String {
        format!("('{}', {})", self.folder.hash(tag), self.folder.when(tag))
    }

    /// The ledger holds these rows and no others.
    fn ledger(&self, rows: &[String]) {
        self.database.execute(&format!("TRUNCATE {LEDGER} RESTART IDENTITY"));
        if !rows.is_empty() {
            self.database
                .execute(&format!("INSERT INTO {LEDGER} (hash, created_at) VALUES {}", rows.join(", ")));
        }
    }

    /// Neither command accepts the ledger, and nothing changes. Gives the message of the run.
    fn assert_refused(&self, code: &str) -> String {
        let before = self.database.dump();
        self.assert_refused_without_ledger(code, || assert_eq!(self.database.dump(), before))
    }

    fn assert_refused_without_ledger(&self, code: &str, unchanged: impl Fn()) -> String {
        let bundle = self.folder.write();
        self.database.migrator(&["--verify"], bundle).run().assert_failed(2, code);
        self.database.migrator(&["status"], bundle).run().assert_failed(2, code);
        let run = self.database.migrator(&["--run"], bundle).run();
        run.assert_failed(2, code);
        unchanged();
        run.stderr().to_owned()
    }

    /// Both commands find nothing to do and nothing wrong. Gives the remarks.
    fn assert_healthy(&self) -> String {
        let before = self.database.dump();
        let bundle = self.folder.write();
        let verify = self.database.migrator(&["--verify"], bundle).run();
        verify.assert_reached();
        self.database.migrator(&["--run"], bundle).run().assert_reached();
        assert_eq!(self.database.dump(), before);
        verify.stderr().to_owned()
    }
}

fn other_hash() -> String {
    Digest::of(b"of another bundle").to_string()
}

#[test]
fn a_pending_entry_runs_even_where_a_later_one_has_run() {
    let case = Case::of(Folder::history(&[(FIRST, FIRST_SQL), (SECOND, "CREATE TABLE b (id int);")]));
    case.ledger(&[case.row(SECOND)]);
    let bundle = case.folder.write();
    let verify = case.database.migrator(&["--verify"], bundle).run();
    verify.assert_failed(3, "ENTRIES_PENDING");
    assert!(verify.stderr().contains("1 of 2 entries are pending"), "{}", verify.stderr());
    case.database.migrator(&["--run"], bundle).run().assert_reached();
    assert_eq!(case.database.value("SELECT to_regclass('public.a')"), "a");
    assert_eq!(case.database.value("SELECT to_regclass('public.b')"), "", "its row says that it has run");
    case.assert_healthy();
}

#[test]
fn a_row_of_another_bundle_is_refused() {
    let case = Case::applied();
    let unknown = format!("('{}', 1)", other_hash());
    case.ledger(&[case.row(FIRST), unknown.clone()]);
    let message = case.assert_refused("LEDGER_ROW_UNKNOWN");
    assert!(message.contains(&other_hash()), "{message}");
    // With every entry applied, the bundle is merely the older one.
    case.ledger(&[case.row(FIRST), case.row(SECOND), unknown]);
    case.assert_refused("BUNDLE_OLDER_THAN_DATABASE");
}

#[test]
fn an_edited_entry_is_refused_with_both_digests() {
    let case = Case::applied();
    let recorded = |bytes: &str| {
        let hash = Digest::of(bytes.as_bytes()).to_string();
        case.ledger(&[format!("('{hash}', {})", case.folder.when(FIRST)), case.row(SECOND)]);
        let message = case.assert_refused("LEDGER_ENTRY_EDITED");
        assert!(message.contains(&hash) && message.contains(&case.folder.hash(FIRST)), "{message}");
        message
    };
    let message = recorded("CREATE TABLE something_else ();");
    assert!(!message.contains("CR LF"), "{message}");
    // The same text as Windows would have checked it out.
    let message = recorded(&FIRST_SQL.replace('\n', "\r\n"));
    assert!(message.contains("with CR LF line ends"), "{message}");
}

#[test]
fn more_rows_than_entries_are_refused() {
    let case = Case::applied();
    case.ledger(&[case.row(FIRST), case.row(FIRST), case.row(SECOND)]);
    case.assert_refused("LEDGER_ROW_DUPLICATE");
}

#[test]
fn rows_that_could_stand_for_either_of_two_entries_are_refused() {
    let same = "SELECT 1;";
    let case = Case::of(Folder::history(&[(FIRST, same), (SECOND, same)]));
    case.ledger(&[format!("('{}', 42)", case.folder.hash(FIRST))]);
    case.assert_refused("LEDGER_AMBIGUOUS");
    // Their times tell them apart.
    case.ledger(&[case.row(SECOND)]);
    let bundle = case.folder.write();
    case.database.migrator(&["--verify"], bundle).run().assert_failed(3, "ENTRIES_PENDING");
    case.database.migrator(&["--run"], bundle).run().assert_reached();
    case.assert_healthy();
}

#[test]
fn rows_that_no_migrator_writes_are_refused() {
    let case = Case::applied();
    let (hash, when) = (case.folder.hash(FIRST), case.folder.when(FIRST));
    for row in [
        format!("('', {when})"),
        format!("('{}', {when})", &hash[..63]),
        format!("('{}', {when})", hash.to_uppercase()),
        format!("('{}', {when})", hash.replace(char::is_alphabetic, "g")),
        format!("('{hash}', NULL)"),
    ] {
        case.ledger(&[row.clone(), case.row(SECOND)]);
        let message = case.assert_refused("LEDGER_CORRUPT");
        assert!(message.contains("row 1"), "{row}: {message}");
    }
    case.database.execute(&format!("ALTER TABLE {LEDGER} ALTER created_at TYPE numeric"));
    case.ledger(&[format!("('{hash}', {when}.5)"), case.row(SECOND)]);
    case.assert_refused("LEDGER_CORRUPT");
}

#[test]
fn a_table_of_another_shape_is_refused() {
    let case = Case::applied();
    case.ledger(&[]);
    for (change, back) in [
        ("ADD note text NOT NULL", "DROP note"),
        ("ADD name integer", "DROP name"),
        ("ALTER hash DROP NOT NULL", "ALTER hash SET NOT NULL"),
        ("ALTER hash TYPE varchar(64)", "ALTER hash TYPE text"),
        ("ALTER id DROP DEFAULT", "ALTER id SET DEFAULT nextval('drizzle.__drizzle_migrations_id_seq')"),
        ("ALTER created_at TYPE timestamptz USING now()", "ALTER created_at TYPE bigint USING 0"),
        ("RENAME created_at TO at", "RENAME at TO created_at"),
    ] {
        case.database.execute(&format!("ALTER TABLE {LEDGER} {change}"));
        let bundle = case.folder.write();
        for command in ["--run", "--verify"] {
            let ended = case.database.migrator(&[command], bundle).run();
            let shown = ended.stderr();
            assert!(ended.status() == 2 && shown.contains("error[LEDGER_CORRUPT]"), "{change}: {shown}");
        }
        case.database.execute(&format!("ALTER TABLE {LEDGER} {back}"));
    }
    case.ledger(&[case.row(FIRST), case.row(SECOND)]);
    case.assert_healthy();
}

#[test]
fn what_is_no_table_is_refused() {
    let case = Case::applied();
    let owner = "ALTER TABLE drizzle.__drizzle_migrations OWNER TO mosaic_schema_owner; \
         GRANT SELECT ON drizzle.__drizzle_migrations TO mosaic_runtime_capability, mosaic_data_importer";
    case.database.execute(&format!(
        "ALTER TABLE {LEDGER} RENAME TO kept; ALTER TABLE drizzle.kept SET SCHEMA mosaic; \
         CREATE VIEW {LEDGER} AS SELECT * FROM mosaic.kept; {owner}"
    ));
    case.assert_refused("LEDGER_CORRUPT");
    case.database.execute(&format!(
        "DROP VIEW {LEDGER}; CREATE TABLE {LEDGER} (id serial, hash text NOT NULL, created_at bigint) PARTITION BY RANGE (id); {owner}"
    ));
    case.assert_refused("LEDGER_CORRUPT");
    case.database.execute(&format!("DROP TABLE {LEDGER}"));
    let tables = "SELECT string_agg(oid::regclass::text, ' ' ORDER BY oid) FROM pg_class WHERE relkind = 'r'";
    let before = case.database.value(tables);
    case.assert_refused_without_ledger("LEDGER_MISSING", || assert_eq!(case.database.value(tables), before));
}

#[test]
fn history_does_not_run_after_the_application_has_begun() {
    let case = Case::of(
        Folder::history(&[(FIRST, FIRST_SQL), (SECOND, "CREATE TABLE b (id int);")])
            .with_application("0002_application", "CREATE TABLE mosaic.c (id int);"),
    );
    case.ledger(&[case.row(FIRST), case.row("0002_application")]);
    let message = case.assert_refused("HISTORY_AFTER_APPLICATION");
    assert!(message.contains(SECOND) && message.contains("0002_application"), "{message}");
}

#[test]
fn a_late_time_is_run_and_remarked_on() {
    let first = Folder::history(&[(FIRST, FIRST_SQL)]);
    let case = Case::of(
        Folder::history(&[(FIRST, FIRST_SQL), (SECOND, "CREATE TABLE b (id int);")]).at(1_600_000_000_000),
    );
    case.database.migrator(&["--run"], first.write()).run().assert_reached();
    let run = case.database.migrator(&["--run"], case.folder.write()).run();
    run.assert_reached();
    assert!(run.stderr().contains("Drizzle would pass it over"), "{}", run.stderr());
    assert_eq!(case.database.value("SELECT to_regclass('public.b')"), "b");
    case.assert_healthy();
}

#[test]
fn what_real_folders_look_like_is_healthy() {
    let same = "SELECT 1;";
    let case = Case::of(
        Folder::history(&[(FIRST, same), (SECOND, FIRST_SQL)])
            .with("0007_gap", same)
            .numbered(7)
            .with("0008_same", same),
    );
    case.database.migrator(&["--run"], case.folder.write()).run().assert_reached();
    assert_eq!(case.database.value(&format!("SELECT count(*) FROM {LEDGER}")), "4");
    case.assert_healthy();
    // A restamped journal, and rows in another order.
    let moved = format!("('{}', 1)", case.folder.hash(SECOND));
    case.ledger(&[case.row("0008_same"), moved, case.row(FIRST), case.row("0007_gap")]);
    let remarks = case.assert_healthy();
    assert!(remarks.contains("created_at 1 where the journal says"), "{remarks}");
}

#[test]
fn the_known_forms_of_the_table_are_healthy() {
    let case = Case::of(Folder::history(&[(FIRST, FIRST_SQL), (SECOND, "CREATE TABLE b (id int);")]));
    case.database.execute(&format!(
        "ALTER TABLE {LEDGER} ALTER created_at TYPE numeric, ADD name text, \
         ADD applied_at timestamptz DEFAULT now(), ADD note text, ADD checked boolean NOT NULL DEFAULT false"
    ));
    case.database.migrator(&["--run"], case.folder.write()).run().assert_reached();
    let names = case.database.value(&format!(
        "SELECT string_agg(name, ' ' ORDER BY id) FROM {LEDGER} WHERE applied_at IS NOT NULL"
    ));
    assert!(names.ends_with("_second") && names.contains("_first "), "{names}");
    case.assert_healthy();
    // An older Drizzle leaves the name out.
    case.database.execute(&format!("UPDATE {LEDGER} SET name = NULL WHERE id = 1"));
    let remarks = case.assert_healthy();
    assert!(remarks.contains("without a name"), "{remarks}");
}
