//! A server, the three passwords, and the operator's steps: render, psql, check.

use crate::support::{Ended, Migrator};
use mosaic_lab::cluster::{Cluster, Options, SUPERUSER};
use mosaic_lab::password;
use mosaic_lab::postgres::{Major, find};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Output;
use tempfile::TempDir;

pub const DATABASE: &str = "shop";
pub const LOGINS: [&str; 3] = ["mosaic_migrator", "mosaic_runtime", "mosaic_data_importer"];
const OPTIONS: [&str; 3] =
    ["--migrator-password-file", "--runtime-password-file", "--importer-password-file"];

pub struct Target {
    pub cluster: Cluster,
    secrets: TempDir,
}

/// What psql made of a script.
pub struct Psql(Output);

impl Target {
    /// A server as it comes.
    pub fn bare(major: Major) -> Self {
        let installation = find(major).expect("a server of this version");
        let cluster = Cluster::start(&installation, &Options::default()).expect("a running server");
        let target = Self { cluster, secrets: tempfile::tempdir().expect("a directory") };
        for login in LOGINS {
            target.write(login, &password::generated());
        }
        let admin = target.cluster.url(SUPERUSER, target.cluster.superuser_password(), SUPERUSER);
        target.write("admin", &admin);
        target
    }

    /// A server on which the script ran.
    pub fn prepared(major: Major) -> Self {
        let target = Self::bare(major);
        target.psql(&target.rendered(&[])).succeeded();
        target
    }

    pub fn write(&self, name: &str, text: &str) -> String {
        let path = self.secrets.path().join(name);
        // A file of mode 0400 is replaced, not opened for writing.
        let _absent_at_first = fs::remove_file(&path);
        #[expect(clippy::disallowed_methods, reason = "a test's own file")]
        fs::write(&path, text).expect("a new file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o400)).expect("a mode");
        path.into_os_string().into_string().expect("a UTF-8 path")
    }

    pub fn password(&self, login: &str) -> String {
        fs::read_to_string(self.secrets.path().join(login)).expect("a password")
    }

    pub fn path(&self, name: &str) -> String {
        self.secrets.path().join(name).display().to_string()
    }

    fn password_options(&self) -> Vec<String> {
        let path = |login| self.secrets.path().join(login).display().to_string();
        OPTIONS.into_iter().zip(LOGINS).flat_map(|(option, login)| [option.to_owned(), path(login)]).collect()
    }

    pub fn render(&self, more: &[&str]) -> Ended {
        let passwords = self.password_options();
        let mut arguments = vec!["bootstrap", "render", "--database", DATABASE];
        arguments.extend(passwords.iter().map(String::as_str));
        arguments.extend(more);
        Migrator::new(&arguments).run()
    }

    pub fn rendered(&self, more: &[&str]) -> String {
        let ended = self.render(more);
        assert_eq!(ended.status(), 0, "{}", ended.stderr());
        ended.stdout().to_owned()
    }

    /// Runs a script as the superuser, connected to another database than the one it is for.
    pub fn psql(&self, script: &str) -> Psql {
        Psql(self.cluster.run_psql(SUPERUSER, script, &[]).expect("psql"))
    }

    pub fn check(&self) -> Ended {
        self.check_with(&[])
    }

    pub fn check_with(&self, more: &[&str]) -> Ended {
        self.check_as("admin", more)
    }

    /// With the URL in this file.
    pub fn check_as(&self, admin: &str, more: &[&str]) -> Ended {
        let admin = self.path(admin);
        let passwords = self.password_options();
        let mut arguments = vec!["bootstrap", "check", "--database", DATABASE, "--admin-url-file", &admin];
        arguments.extend(passwords.iter().map(String::as_str));
        arguments.extend(more);
        Migrator::new(&arguments)
            .env("DATABASE_TLS_CA_CERT_PATH", self.cluster.ca_pem_path())
            .env("MOSAIC_OUTPUT", "json")
            .run()
    }

    /// `--run` with this bundle.
    pub fn run_as_migrator(&self, bundle: &str) -> Ended {
        let url = self.cluster.url("mosaic_migrator", &self.password("mosaic_migrator"), DATABASE);
        Migrator::new(&["--run"])
            .env("DATABASE_MIGRATION_URL_FILE", self.write("url", &url))
            .env("DATABASE_TLS_CA_CERT_PATH", self.cluster.ca_pem_path())
            .env("MOSAIC_BUNDLE_DIR", bundle)
            .run()
    }

    /// A migration folder with this one entry.
    pub fn folder(&self, entry: &str) -> String {
        let folder = self.secrets.path().join("folder");
        fs::create_dir_all(folder.join("meta")).expect("a directory");
        let journal = r#"{"version":"7","dialect":"postgresql","entries":[{"idx":0,"version":"7","when":1700000000000,"tag":"0000_first","breakpoints":true}]}"#;
        for (name, text) in [("0000_first.sql", entry), ("meta/_journal.json", journal)] {
            #[expect(clippy::disallowed_methods, reason = "a test's own file")]
            fs::write(folder.join(name), text).expect("a new file");
        }
        folder.display().to_string()
    }

    /// The ids of checks that did not come out good, with their verdicts.
    pub fn findings(&self) -> BTreeMap<String, String> {
        let ended = self.check();
        let json = ended.json();
        let checks = json["result"]["checks"].as_array().unwrap_or_else(|| panic!("{json}"));
        let text = |check: &serde_json::Value, key: &str| check[key].as_str().expect("text").to_owned();
        checks
            .iter()
            .filter(|check| check["verdict"] != "good")
            .map(|check| (text(check, "id"), text(check, "verdict")))
            .collect()
    }

    /// As the superuser.
    pub fn sql(&self, text: &str) {
        self.cluster.admin(DATABASE).and_then(|mut admin| Ok(admin.batch_execute(text)?)).expect(text);
    }

    /// Runs the statements one by one as this login, as far as they succeed. Logging in is not what is tested here,
    /// so it happens through the superuser's socket.
    pub fn as_login(&self, login: &str, statements: &[&str]) -> Result<(), String> {
        let mut session = self.cluster.admin(DATABASE).expect("a session");
        session.batch_execute(&format!("SET SESSION AUTHORIZATION {login}")).expect("an existing login");
        for statement in statements {
            session.batch_execute(statement).map_err(|error| {
                let code = error.code().unwrap_or_else(|| panic!("{statement}: {error}"));
                code.code().to_owned()
            })?;
        }
        Ok(())
    }

    /// The random id that the script gave the database.
    pub fn database_id(&self) -> String {
        let mut admin = self.cluster.admin(DATABASE).expect("a session");
        let row = admin.query_one("SELECT database_id::text FROM mosaic_control.identity", &[]);
        row.expect("one row").get(0)
    }

    /// Everything that the script makes or changes, as text without what every write changes (OIDs, xmin).
    pub fn catalog(&self) -> Vec<String> {
        let mut admin = self.cluster.admin(DATABASE).expect("a session");
        let rows = admin.query(include_str!("catalog.sql"), &[]).expect("the catalog");
        rows.iter().map(|row| row.get(0)).collect()
    }
}

impl Psql {
    pub fn succeeded(&self) {
        assert!(self.0.status.success(), "{}", self.stderr());
    }

    fn stderr(&self) -> String {
        String::from_utf8_lossy(&self.0.stderr).into_owned()
    }

    /// psql ended with its status for an error in a script, and the error begins with this code.
    pub fn refused(&self, code: &str) {
        assert_eq!(self.0.status.code(), Some(3), "{code} expected: {}", self.stderr());
        assert!(self.stderr().contains(&format!("ERROR:  {code}: ")), "{code} expected: {}", self.stderr());
    }
}
