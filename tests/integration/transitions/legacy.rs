//! An installation as it was made before there were roles: one login owns the database and everything in it, Drizzle migrated it as
//! that login, and rows are in it.

use crate::support::{Database, Ended, Migrator, NAME};
use mosaic_lab::cluster::SUPERUSER;
use mosaic_lab::drizzle::{Drizzle, Release};
use mosaic_lab::password;
use mosaic_lab::postgres::Major;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use tempfile::TempDir;

/// What an application is called that nobody thought about.
pub const OWNER: &str = "mosaic";

/// How many entries are history.
const HISTORY: usize = 17;

pub struct Legacy {
    pub database: Database,
    pub owner: String,
    password: String,
}

impl Legacy {
    /// Migrated by Drizzle as this login, with the extension of the approved owner in `public`, and filled.
    pub fn of(major: Major, owner: &str) -> Self {
        let legacy = Self::empty(major, owner);
        legacy.database.execute("SET ROLE mosaic_extension_owner; CREATE EXTENSION vector SCHEMA public");
        legacy.fill(major);
        legacy
    }

    pub fn new(major: Major) -> Self {
        Self::of(major, OWNER)
    }

    /// Migrated to this entry and no further; no rows.
    pub fn half_way(entries: usize) -> Self {
        let legacy = Self::empty(Major::V17, OWNER);
        legacy.database.execute("SET ROLE mosaic_extension_owner; CREATE EXTENSION vector SCHEMA public");
        legacy.drizzle(entries);
        legacy
    }

    /// Migrated to the last entry that needs no extension, on a server that was upgraded from times when everybody could make
    /// something in `public`.
    pub fn before_the_extension() -> Self {
        let legacy = Self::empty(Major::V17, OWNER);
        legacy
            .database
            .execute("ALTER SCHEMA public OWNER TO postgres; GRANT CREATE, USAGE ON SCHEMA public TO PUBLIC");
        legacy.drizzle(1);
        legacy
    }

    /// The login is a superuser, as in an image that makes one, and has made the extension itself.
    pub fn of_a_superuser(major: Major) -> Self {
        let legacy = Self::empty(major, OWNER);
        legacy
            .database
            .execute("ALTER ROLE mosaic SUPERUSER; SET ROLE mosaic; CREATE EXTENSION vector SCHEMA public");
        legacy.fill(major);
        legacy
    }

    fn empty(major: Major, owner: &str) -> Self {
        let database = Database::bare(major);
        if owner == SUPERUSER {
            database.execute("CREATE ROLE mosaic_extension_owner NOLOGIN SUPERUSER");
            let password = database.cluster().superuser_password().to_owned();
            return Self { database, owner: owner.to_owned(), password };
        }
        let password = password::generated();
        let quoted = quoted(owner);
        database.execute(&format!(
            "CREATE ROLE mosaic_extension_owner NOLOGIN SUPERUSER; \
             CREATE ROLE {quoted} LOGIN PASSWORD '{password}'; ALTER DATABASE {NAME} OWNER TO {quoted}"
        ));
        Self { database, owner: owner.to_owned(), password }
    }

    /// Before 17, a value that an entry added to an enum can be used only after a commit.
    fn fill(&self, major: Major) {
        if major == Major::V16 {
            self.drizzle(10);
        }
        self.drizzle(HISTORY);
        self.database.execute(include_str!("rows.sql"));
    }

    /// Drizzle's own migrator over the first entries, logged in as the login.
    pub fn drizzle(&self, entries: usize) {
        let folder = history(entries);
        let drizzle = Drizzle::find(Release::Classic).expect("an installed Drizzle");
        let mut node = drizzle.migrate(self.database.cluster(), NAME, folder.path(), "");
        node.env("PGUSER", &self.owner).env("PGPASSWORD", &self.password);
        let ended = node.output().expect("Node starts");
        assert!(ended.status.success(), "Drizzle: {}", String::from_utf8_lossy(&ended.stderr));
    }

    pub fn drizzle_has_nothing_to_do(&self) {
        let ledger = || self.database.value("SELECT count(*) FROM drizzle.__drizzle_migrations");
        let before = ledger();
        self.drizzle(HISTORY);
        assert_eq!(ledger(), before);
    }

    /// Runs SQL over TLS as the login itself.
    pub fn as_owner(&self, sql: &str) -> Output {
        self.psql(&self.owner, &self.password, &["-c", sql]).output().expect("psql starts")
    }

    /// Over TLS as the superuser, to be killed: `psql` reads the script from a file.
    pub fn start_script(&self, script: &str) -> Child {
        self.start_script_at(self.database.cluster().port(), script)
    }

    /// The same at another port than the server's.
    pub fn start_script_at(&self, port: u16, script: &str) -> Child {
        let path = self.database.secret("script.sql", script);
        let password = self.database.cluster().superuser_password();
        let path = path.to_str().expect("UTF-8");
        let mut psql = self.psql(SUPERUSER, password, &["-f", path]);
        psql.env("PGPORT", port.to_string());
        psql.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("psql starts")
    }

    /// A session of the login that has nothing to do.
    pub fn start_session(&self) -> Child {
        let mut psql = self.psql(&self.owner, &self.password, &[]);
        psql.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("psql starts")
    }

    fn psql(&self, user: &str, password: &str, arguments: &[&str]) -> Command {
        let cluster = self.database.cluster();
        let mut psql = Command::new(cluster.psql());
        psql.args(["-X", "-At", "-v", "ON_ERROR_STOP=1", "--host", cluster.host(), "--dbname", NAME]);
        psql.args(["--username", user]).args(arguments);
        psql.env("PGPORT", cluster.port().to_string())
            .env("PGPASSWORD", password)
            .env("PGSSLMODE", "verify-full")
            .env("PGSSLROOTCERT", cluster.ca_pem_path());
        psql.stdin(Stdio::null());
        psql
    }

    /// The snapshot, as an operator makes it: the SQL through `psql`, its output into a file.
    pub fn snapshot(&self) -> PathBuf {
        let sql = Migrator::new(&["bootstrap", "snapshot", "--database", NAME, "--owner", &self.owner]).run();
        assert_eq!(sql.status(), 0, "{}", sql.stderr());
        let printed = self.run(sql.stdout());
        assert!(printed.status.success(), "{}", String::from_utf8_lossy(&printed.stderr));
        self.database.secret_bytes("snapshot.json", &printed.stdout)
    }

    /// What it says.
    pub fn facts(&self) -> Value {
        let path = self.snapshot();
        serde_json::from_slice(&fs::read(path).expect("a snapshot")).expect("JSON")
    }

    pub fn render(&self, snapshot: &Path, more: &[&str]) -> Ended {
        let secret =
            |login: &str| self.database.secret_path(&format!("{login}.password")).display().to_string();
        let (migrator, runtime, importer) =
            (secret("mosaic_migrator"), secret("mosaic_runtime"), secret("mosaic_data_importer"));
        let snapshot = snapshot.to_str().expect("UTF-8");
        let mut arguments = vec!["bootstrap", "render", "--database", NAME, "--existing", snapshot];
        if !more.contains(&"--rollback") {
            arguments.extend(["--migrator-password-file", &migrator, "--runtime-password-file", &runtime]);
            arguments.extend(["--importer-password-file", &importer]);
        }
        arguments.extend(more);
        Migrator::new(&arguments).run()
    }

    /// The script that takes it over as it is now.
    pub fn takeover(&self) -> String {
        let rendered = self.render(&self.snapshot(), &[]);
        assert_eq!(rendered.status(), 0, "{}", rendered.stderr());
        rendered.stdout().to_owned()
    }

    /// Both scripts.
    pub fn scripts(&self) -> (String, String) {
        let takeover = self.takeover();
        let rollback = self.render(&self.database.secret_path("snapshot.json"), &["--rollback"]);
        assert_eq!(rollback.status(), 0, "{}", rollback.stderr());
        (takeover, rollback.stdout().to_owned())
    }

    pub fn run(&self, script: &str) -> Output {
        self.database.cluster().run_psql(NAME, script, &[]).expect("psql runs")
    }

    pub fn succeeds(&self, script: &str) {
        let output = self.run(script);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// The script ended with an error that begins with this code, and the database is as it was.
    pub fn refused(&self, script: &str, code: &str) {
        let before = self.facts();
        let output = self.run(script);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{code} expected: {said}");
        assert!(said.contains(&format!("ERROR:  {code}: ")), "{code} expected: {said}");
        assert_eq!(self.facts(), before);
    }

    pub fn check(&self) -> Ended {
        let cluster = self.database.cluster();
        let url = cluster.url("postgres", cluster.superuser_password(), NAME);
        let url = self.database.secret("admin.url", &url);
        Migrator::new(&[
            "bootstrap",
            "check",
            "--admin-url-file",
            url.to_str().expect("UTF-8"),
            "--output",
            "json",
        ])
        .env("DATABASE_TLS_CA_CERT_PATH", cluster.ca_pem_path())
        .run()
    }

    /// Each table with the number of its rows and a digest over them, wherever it is.
    pub fn rows(&self) -> Vec<String> {
        rows_of(&self.database)
    }

    /// Each sequence that was used, with where it stands, wherever it is. A crash lets it leap.
    pub fn sequences(&self) -> Vec<String> {
        let mut sequences = said(&self.database, "S", "SELECT concat(last_value, is_called) FROM {}");
        sequences.retain(|sequence| !sequence.ends_with(" 1f"));
        sequences
    }

    /// Catalog rows that the script makes or changes.
    pub fn catalog(&self) -> Vec<String> {
        let rows =
            self.database.admin().query(include_str!("../bootstrap/catalog.sql"), &[]).expect("the catalog");
        rows.iter().map(|row| row.get(0)).collect()
    }
}

/// Each table that has rows, with their number and a digest over them, in whichever of the two schemas it is; without what
/// later entries put beside it, which is NULL or a constant.
pub fn rows_of(database: &Database) -> Vec<String> {
    let mut rows = said(
        database,
        "r",
        "SELECT concat(count(*), ' ', md5(string_agg(j::text, '' ORDER BY j::text))) FROM (SELECT \
         jsonb_strip_nulls(to_jsonb(t)) - '{version,lifecycle,roles,acceptance_criteria,fencing_counter}'::text[] \
         - CASE WHEN t.tableoid::regclass::text LIKE '%projects' THEN 'priority' ELSE '' END AS j FROM {} t) AS old",
    );
    rows.retain(|table| !table.ends_with(" 0 "));
    rows
}

fn said(database: &Database, kind: &str, query: &str) -> Vec<String> {
    let mut admin = database.admin();
    let relations = format!(
        "SELECT c.relname, c.oid::regclass::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
         WHERE c.relkind = '{kind}' AND n.nspname IN ('public', 'mosaic') ORDER BY 1"
    );
    let relations = admin.query(&relations, &[]).expect("relations");
    let mut one = |name: String, relation: String| {
        let said: String = admin.query_one(&query.replace("{}", &relation), &[]).expect("a row").get(0);
        format!("{name} {said}")
    };
    relations.iter().map(|row| one(row.get(0), row.get(1))).collect()
}

pub fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// The first entries of the shipped bundle, as Drizzle wants a folder.
fn history(entries: usize) -> TempDir {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("manifest");
    let folder = tempfile::tempdir().expect("a directory");
    fs::create_dir(folder.path().join("meta")).expect("a directory");
    let journal = fs::read(shipped.join("meta/_journal.json")).expect("the journal");
    let mut journal: Value = serde_json::from_slice(&journal).expect("JSON");
    let list = journal["entries"].as_array_mut().expect("entries");
    list.truncate(entries);
    for entry in list {
        let name = format!("{}.sql", entry["tag"].as_str().expect("a tag"));
        fs::copy(shipped.join(&name), folder.path().join(&name)).expect("an entry");
    }
    #[expect(clippy::disallowed_methods, reason = "a test's own file")]
    fs::write(folder.path().join("meta/_journal.json"), journal.to_string()).expect("a journal");
    folder
}
