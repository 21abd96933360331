//! A server with one bootstrapped database, and the secret files of its logins.

use super::Migrator;
use mosaic_lab::cluster::{Cluster, Options};
use mosaic_lab::password;
use mosaic_lab::postgres::{Major, find};
use mosaic_lab::proxy::Proxy;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The name of the database.
pub const NAME: &str = "mosaic";

/// How long a test waits for something that must happen.
const PATIENCE: Duration = Duration::from_secs(60);

/// A bootstrapped database on a server of its own.
pub struct Database {
    cluster: Cluster,
    secrets: TempDir,
}

impl Database {
    /// On PostgreSQL 17.
    pub fn bootstrapped() -> Self {
        Self::on(Major::V17)
    }

    /// On this major version.
    pub fn on(major: Major) -> Self {
        let database = Self::bare(major);
        database.bootstrap();
        database
    }

    /// A server with an empty database and the secret files, without bootstrap.
    pub fn bare(major: Major) -> Self {
        Self::bare_with(major, &password::generated())
    }

    /// As [`Self::bare`], with this password for the migrator.
    pub fn bare_with(major: Major, migrator: &str) -> Self {
        Self::bare_with_both(major, migrator, &password::generated())
    }

    /// As [`Self::bare`], with these passwords for migrator and importer.
    pub fn bare_with_both(major: Major, migrator: &str, importer: &str) -> Self {
        Self::start(&Options::default(), major, migrator, importer)
    }

    /// Bootstrapped, on a server whose files may not grow beyond so many bytes.
    pub fn cramped(major: Major, largest_file: u64) -> Self {
        let options = Options { largest_file: Some(largest_file), ..Options::default() };
        let database = Self::start(&options, major, &password::generated(), &password::generated());
        database.bootstrap();
        database
    }

    fn start(options: &Options, major: Major, migrator: &str, importer: &str) -> Self {
        let installation = find(major).expect("an installation");
        // Tests look at what a session runs, and an entry's body stands far into its message.
        let settings =
            ["track_activity_query_size = 64kB", "max_prepared_transactions = 2"].map(str::to_owned).to_vec();
        let options = Options { settings, ..options.clone() };
        let cluster = Cluster::start(&installation, &options).expect("a server");
        cluster.create_database(NAME).expect("a database");
        let secrets = tempfile::tempdir().expect("a temporary directory");
        let database = Self { cluster, secrets };
        for (login, password) in [
            ("mosaic_migrator", migrator.to_owned()),
            ("mosaic_runtime", password::generated()),
            ("mosaic_data_importer", importer.to_owned()),
        ] {
            database.secret(&format!("{login}.password"), &password);
            database.secret(&format!("{login}.url"), &database.cluster.url(login, &password, NAME));
        }
        database
    }

    /// Renders bootstrap and runs it through the server's own psql.
    pub fn bootstrap(&self) {
        self.bootstrap_for(&[]);
    }

    /// The same with further options, such as the bundle to prepare for.
    pub fn bootstrap_for(&self, options: &[&str]) {
        let file = |login: &str| self.secrets.path().join(format!("{login}.password")).display().to_string();
        let (migrator, runtime) = (file("mosaic_migrator"), file("mosaic_runtime"));
        let importer = file("mosaic_data_importer");
        let passwords = [
            "--migrator-password-file",
            &migrator,
            "--runtime-password-file",
            &runtime,
            "--importer-password-file",
            &importer,
        ];
        self.render(&[&passwords, options].concat());
    }

    /// Renders bootstrap with these options and runs it through the server's own psql.
    pub fn render(&self, options: &[&str]) {
        let arguments = [&["bootstrap", "render", "--database", NAME], options].concat();
        let rendered = Migrator::new(&arguments).run();
        assert_eq!(rendered.status(), 0, "{}", rendered.stderr());
        let output = self.cluster.run_psql(NAME, rendered.stdout(), &[]).expect("psql runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// The server.
    pub const fn cluster(&self) -> &Cluster {
        &self.cluster
    }

    /// Ends the server at once and starts it again, on another port, which the secret files name from then on.
    pub fn crash(&mut self) {
        let before = format!(":{}/", self.cluster.port());
        self.cluster.crash().expect("a server that recovers");
        let after = format!(":{}/", self.cluster.port());
        for entry in fs::read_dir(self.secrets.path()).expect("the secret files") {
            let name = entry.expect("a secret file").file_name();
            let name = name.to_str().expect("UTF-8");
            if name.ends_with(".url") {
                self.secret(name, &self.reveal(name).replace(&before, &after));
            }
        }
    }

    /// A superuser's session.
    pub fn admin(&self) -> ::postgres::Client {
        self.cluster.admin(NAME).expect("a superuser's session")
    }

    /// Runs SQL as the superuser.
    pub fn execute(&self, sql: &str) {
        self.admin().batch_execute(sql).expect("the superuser may");
    }

    /// The first column of the first row of a query, as text.
    pub fn value(&self, sql: &str) -> String {
        let query = format!("SELECT ({sql})::text");
        self.admin().query_one(&query, &[]).expect("one row").get::<_, Option<String>>(0).unwrap_or_default()
    }

    /// The program as the migrator, with a folder as its bundle.
    pub fn migrator(&self, arguments: &[&str], bundle: &Path) -> Migrator {
        self.migrator_at(arguments, bundle, &self.secrets.path().join("mosaic_migrator.url"))
    }

    /// The program as the migrator, with the compiled-in bundle.
    pub fn shipped(&self, arguments: &[&str]) -> Migrator {
        Migrator::new(arguments)
            .env("DATABASE_MIGRATION_URL_FILE", self.secrets.path().join("mosaic_migrator.url"))
            .env("DATABASE_TLS_CA_CERT_PATH", self.cluster.ca_pem_path())
    }

    /// The program as the runtime, with the compiled-in bundle.
    pub fn runtime(&self, arguments: &[&str]) -> Migrator {
        Migrator::new(arguments)
            .env("DATABASE_URL_FILE", self.secrets.path().join("mosaic_runtime.url"))
            .env("DATABASE_TLS_CA_CERT_PATH", self.cluster.ca_pem_path())
    }

    /// The program as the importer, with the compiled-in bundle.
    pub fn importer(&self, arguments: &[&str]) -> Migrator {
        Migrator::new(arguments)
            .env("MOSAIC_TARGET_URL_FILE", self.secrets.path().join("mosaic_data_importer.url"))
            .env("DATABASE_TLS_CA_CERT_PATH", self.cluster.ca_pem_path())
    }

    /// As [`Self::migrator`], with another URL file.
    pub fn migrator_at(&self, arguments: &[&str], bundle: &Path, url: &Path) -> Migrator {
        self.connected(arguments, url).env("MOSAIC_BUNDLE_DIR", bundle)
    }

    fn connected(&self, arguments: &[&str], url: &Path) -> Migrator {
        Migrator::new(arguments)
            .env("DATABASE_MIGRATION_URL_FILE", url)
            .env("DATABASE_TLS_CA_CERT_PATH", self.cluster.ca_pem_path())
    }

    /// The same through a proxy.
    pub fn migrator_through(&self, proxy: &Proxy, arguments: &[&str], bundle: &Path) -> Migrator {
        let (server, proxy) = (format!(":{}/", self.cluster.port()), format!(":{}/", proxy.port()));
        let url = self.reveal("mosaic_migrator.url").replace(&server, &proxy);
        self.migrator_at(arguments, bundle, &self.secret("proxied.url", &url))
    }

    /// Writes a secret file and gives its path.
    pub fn secret(&self, name: &str, text: &str) -> PathBuf {
        self.secret_bytes(name, text.as_bytes())
    }

    /// The same for what is not text.
    pub fn secret_bytes(&self, name: &str, content: &[u8]) -> PathBuf {
        let path = self.secret_path(name);
        #[expect(clippy::disallowed_methods, reason = "a test's own file")]
        fs::write(&path, content).expect("a secret file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o400)).expect("its mode");
        path
    }

    /// The directory of the secret files.
    pub fn secrets(&self) -> &Path {
        self.secrets.path()
    }

    /// Where a secret file is, or would be.
    pub fn secret_path(&self, name: &str) -> PathBuf {
        self.secrets.path().join(name)
    }

    /// What a secret file holds.
    pub fn reveal(&self, name: &str) -> String {
        fs::read_to_string(self.secrets.path().join(name)).expect("a secret file")
    }

    /// Waits until a query is true.
    pub fn until(&self, what: &str, sql: &str) {
        let mut admin = self.admin();
        let query = format!("SELECT ({sql})::bool");
        wait_until(what, || {
            admin.query_one(&query, &[]).expect("one row").get::<_, Option<bool>>(0) == Some(true)
        });
    }

    /// A login that this line of the access rules lets in, without TLS as well if it says so, and how to connect as it.
    pub fn legacy(&self, line: &str) -> ::postgres::Config {
        self.execute(
            "CREATE ROLE legacy LOGIN PASSWORD 'a-legacy-password'; GRANT CONNECT ON DATABASE mosaic TO legacy",
        );
        self.cluster.admit(&[line]).expect("a line");
        let mut config = ::postgres::Config::new();
        config.host("127.0.0.1").port(self.cluster.port()).user("legacy").password("a-legacy-password");
        config.dbname("mosaic");
        config
    }

    /// The pid of the runner's server process, once its session waits for a lock.
    pub fn blocked_runner(&self) -> i32 {
        let waiting =
            "SELECT pid FROM pg_stat_activity WHERE usename = 'mosaic_migrator' AND wait_event_type = 'Lock'";
        self.until("a runner that waits for a lock", &format!("EXISTS ({waiting})"));
        self.value(waiting).parse().expect("a pid")
    }

    /// Waits until a run polls for the migration lock.
    pub fn polling_runner(&self) {
        let polling = "SELECT FROM pg_stat_activity WHERE usename = 'mosaic_migrator' AND state = 'idle' \
                       AND query LIKE '%pg_try_advisory_lock%'";
        self.until("a run that polls for the lock", &format!("EXISTS ({polling})"));
    }

    /// Makes every COMMIT from now on wait, after it was written, for a standby that does not exist. Reading does not
    /// wait.
    pub fn hold_commits(&self) {
        let lines = ["synchronous_commit = on", "synchronous_standby_names = 'nobody'"];
        self.cluster.configure(&lines).expect("a server that takes it");
    }

    /// Waits until the runner's session is in such a COMMIT.
    pub fn committing_runner(&self) {
        let waiting =
            "SELECT FROM pg_stat_activity WHERE usename = 'mosaic_migrator' AND wait_event = 'SyncRep'";
        self.until("a COMMIT that waits", &format!("EXISTS ({waiting})"));
    }

    /// Ends what [`Self::hold_commits`] began, for those that wait already too.
    pub fn let_commits_go(&self) {
        self.cluster.configure(&["synchronous_standby_names = ''"]).expect("a server that takes it");
    }

    /// Waits until no session of the runner is left, whoever ended it.
    pub fn until_no_runner(&self) {
        let sessions = "SELECT FROM pg_stat_activity WHERE usename = 'mosaic_migrator'";
        self.until("the end of the runner's session", &format!("NOT EXISTS ({sessions})"));
    }

    /// Catalog and ledger as text, for comparing two databases or two moments.
    pub fn dump(&self) -> String {
        let output = std::process::Command::new(self.cluster.installation().client("pg_dump"))
            .args(["--schema-only", "--no-comments", "--restrict-key=test"])
            .args(["--host", self.cluster.host(), "--port", &self.cluster.port().to_string()])
            .args(["--username", "postgres", NAME])
            .env("PGPASSWORD", self.cluster.superuser_password())
            .env("PGSSLMODE", "verify-full")
            .env("PGSSLROOTCERT", self.cluster.ca_pem_path())
            .output()
            .expect("pg_dump runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let ledger = self.value(
            "SELECT string_agg(format('%s %s', hash, created_at), E'\\n' ORDER BY created_at, hash) \
             FROM drizzle.__drizzle_migrations",
        );
        format!("{}\n{ledger}", String::from_utf8_lossy(&output.stdout))
    }
}

/// Polls until something is true, and fails the test if it never is.
pub fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < deadline, "never came: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
