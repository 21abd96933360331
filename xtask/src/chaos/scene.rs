//! The servers, databases and files that cases are played on. Every command of the product reaches its server through the
//! proxy, whichever server that leads to.

mod bundles;
mod look;
mod prepare;

use super::{
    Error,
    case::{Case, Subject},
    judge::{Course, Ended},
    matrix::Records,
};
use crate::{
    failure::{At, Failure},
    lab::{Attestation, Directory},
};
use mosaic_lab::{
    cluster::{Cluster, SUPERUSER},
    error,
    proxy::Proxy,
};
use std::{
    collections::BTreeMap,
    fs::{self, File},
    os::unix::process::ExitStatusExt as _,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

/// How long anything may take that has to come.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);
/// The tablespace on the small disk.
const SMALL: &str = "chaos_small";

/// Where a database is put.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Disk {
    Large,
    Small,
}

pub(super) struct Scene {
    directory: Directory,
    program: PathBuf,
    /// Where the report goes.
    report: PathBuf,
    pub(super) cluster: Cluster,
    /// Why there is no small disk, if there is none.
    pub(super) without_disk: Option<error::Error>,
    /// What serves in its place since it was promoted.
    pub(super) successor: Option<Cluster>,
    /// Another server under another authority, once it was needed.
    pub(super) stranger: Option<Cluster>,
    pub(super) proxy: Proxy,
    pub(super) passwords: Vec<(&'static str, String)>,
    attestation: Attestation,
    /// What is imported from.
    source: Cluster,
    /// The entries that are run, and the shape that is imported into.
    folder: PathBuf,
    tier: PathBuf,
    backlog_project: String,
    courses: BTreeMap<Subject, (Course, Records)>,
    /// The files around all of it. They go last.
    _temporary: tempfile::TempDir,
}

/// A command that runs.
pub(super) struct Running {
    pub(super) child: Child,
    printed: PathBuf,
}

impl Scene {
    /// What an undisturbed command leads through, and how many records that takes.
    pub(super) fn course(&self, subject: Subject) -> Result<&(Course, Records), Failure> {
        self.courses.get(&subject).ok_or_else(|| Error::NotPrepared(subject.name()).into())
    }

    pub(super) fn path(&self) -> &Path {
        self.directory.path()
    }

    /// The server that the proxy leads to when nothing is wrong.
    pub(super) fn serving(&self) -> &Cluster {
        self.successor.as_ref().unwrap_or(&self.cluster)
    }

    /// Puts the database where an undisturbed command begins.
    pub(super) fn fresh(&self, subject: Subject, disk: Disk) -> Result<(), Failure> {
        let database = subject.database();
        if disk == Disk::Small {
            let place = self.cluster.small_disk();
            self.execute(&format!("CREATE TABLESPACE {SMALL} LOCATION '{}'", place.display()))?;
        }
        self.copy(&template(subject), database, disk)
    }

    /// Takes a database off the small disk, and the tablespace with it.
    pub(super) fn leave_small_disk(&self, subject: Subject) -> Result<(), Failure> {
        self.execute(&format!("DROP DATABASE {} WITH (FORCE)", subject.database()))?;
        self.execute(&format!("DROP TABLESPACE {SMALL}"))
    }

    /// Makes a copy of a database in which nobody is. The server copies all but privileges on the database itself.
    fn copy(&self, from: &str, to: &str, disk: Disk) -> Result<(), Failure> {
        let place = match disk {
            Disk::Large => String::new(),
            Disk::Small => format!(" TABLESPACE {SMALL}"),
        };
        self.execute(&format!("DROP DATABASE IF EXISTS {to} WITH (FORCE)"))?;
        self.until_empty(&self.cluster, from)?;
        self.execute(&format!(
            "CREATE DATABASE {to} TEMPLATE {from} STRATEGY FILE_COPY OWNER mosaic_platform_database_owner{place}"
        ))?;
        self.execute(&format!(
            "REVOKE ALL ON DATABASE {to} FROM PUBLIC; \
             GRANT CONNECT ON DATABASE {to} TO mosaic_migrator, mosaic_runtime, mosaic_data_importer"
        ))
    }

    /// Waits until the server has seen the end of all sessions in the database.
    pub(super) fn until_empty(&self, cluster: &Cluster, database: &str) -> Result<(), Failure> {
        let sessions =
            format!("SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE datname = '{database}')");
        let mut admin = cluster.admin(SUPERUSER)?;
        let deadline = Instant::now() + PATIENCE;
        while !admin.query_one(&sessions, &[]).map_err(error::Error::from)?.get::<_, bool>(0) {
            if Instant::now() > deadline {
                return Err(Error::Sessions(database.to_owned()).into());
            }
            thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }

    /// The command that cases are about. An import is attested first.
    pub(super) fn command(&self, subject: Subject) -> Result<Command, Failure> {
        let mut command = match subject {
            Subject::Run => self.migrator(subject, &["--run"]),
            Subject::Verify => self.migrator(subject, &["--verify"]),
            Subject::Backfill => {
                self.migrator(subject, &["backfill", "run", "--backlog-project", &self.backlog_project])
            }
            Subject::Import => self.import()?,
        };
        command.env("MOSAIC_OUTPUT", "json");
        Ok(command)
    }

    /// The program as the migrator of this command's database.
    pub(super) fn migrator(&self, subject: Subject, arguments: &[&str]) -> Command {
        let mut command = self.program();
        command.args(arguments).env("MOSAIC_OUTPUT", "json");
        command.env("DATABASE_MIGRATION_URL_FILE", self.directory.secret_path(&url_file(subject)));
        match subject {
            Subject::Run | Subject::Verify => command.env("MOSAIC_BUNDLE_DIR", &self.folder),
            Subject::Import => command.env("MOSAIC_BUNDLE_DIR", &self.tier),
            // The one that is compiled in.
            Subject::Backfill => &mut command,
        };
        command
    }

    fn import(&self) -> Result<Command, Failure> {
        let mut verify = self.migrator(Subject::Import, &["--verify"]);
        verify.envs(self.attestation.of_verification());
        let attested = self.finish(verify)?;
        if attested.status != 0 {
            return Err(Error::Preparing { what: "attesting the target", ended: attested }.into());
        }
        let published = self.path().join("attestations");
        let current = published.join("current");
        let generation = fs::read_to_string(&current).at("read", &current)?;
        let mut command = self.program();
        command.args(["migrate-tier", "--yes", "--target-attestation-file"]);
        command.arg(published.join(generation.trim_end()).join("migrate-target.v1.json"));
        command.arg("--target-url-file").arg(self.directory.secret_path("importer.url"));
        command.arg("--source-url-file").arg(self.directory.secret_path("source.url"));
        command.env("MOSAIC_BUNDLE_DIR", &self.tier).envs(self.attestation.of_import());
        Ok(command)
    }

    fn program(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.env_clear().env("DATABASE_TLS_CA_CERT_PATH", self.cluster.ca_pem_path());
        command
    }

    pub(super) fn start(&self, mut command: Command) -> Result<Running, Failure> {
        // Files, not pipes: it is not to wait for anybody to read.
        let printed = self.path().join("printed.json");
        let output = File::create(&printed).at("make", &printed)?;
        command.stdin(Stdio::null()).stdout(output).stderr(Stdio::null());
        let start = |source| Failure::Start { command: "the product".to_owned(), source };
        Ok(Running { child: command.spawn().map_err(start)?, printed })
    }

    /// Runs a command to its end.
    pub(super) fn finish(&self, command: Command) -> Result<Ended, Failure> {
        let mut running = self.start(command)?;
        running.end(PATIENCE * 3)?.ok_or_else(|| Error::Hung.into())
    }

    /// Runs a command to its end, and gives what it printed when it reached what it was for.
    pub(super) fn answer(&self, command: Command) -> Result<(Ended, serde_json::Value), Failure> {
        let mut running = self.start(command)?;
        let ended = running.end(PATIENCE * 3)?.ok_or(Error::Hung)?;
        Ok((ended, running.printed()))
    }

    /// Keeps what the last command printed, for whoever wants to know why a case failed.
    pub(super) fn keep_printed(&self, case: Case) -> Result<(), Failure> {
        let (from, name) =
            (self.path().join("printed.json"), format!("{}.json", case.to_string().replace('/', "-")));
        fs::create_dir_all(&self.report).at("make", &self.report)?;
        fs::copy(&from, self.report.join(name)).at("copy", &from).map(drop)
    }

    /// Runs statements as the superuser.
    pub(super) fn execute(&self, sql: &str) -> Result<(), Failure> {
        self.execute_in(SUPERUSER, sql)
    }

    fn execute_in(&self, database: &str, sql: &str) -> Result<(), Failure> {
        Ok(self.cluster.admin(database)?.batch_execute(sql).map_err(error::Error::from)?)
    }
}

impl Running {
    /// Waits for its end, and kills it when it does not come.
    pub(super) fn end(&mut self, most: Duration) -> Result<Option<Ended>, Failure> {
        let deadline = Instant::now() + most;
        loop {
            if let Some(status) = self.status()? {
                let code = self.printed()["code"].as_str().map(str::to_owned);
                let status = status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or_default());
                return Ok(Some(Ended { status, code }));
            }
            if Instant::now() > deadline {
                self.child.kill().at("kill", "the product".as_ref())?;
                self.child.wait().at("wait for", "the product".as_ref())?;
                return Ok(None);
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// How it ended, if it has.
    pub(super) fn status(&mut self) -> Result<Option<ExitStatus>, Failure> {
        self.child.try_wait().at("look at", "the product".as_ref())
    }

    fn printed(&self) -> serde_json::Value {
        serde_json::from_slice(&fs::read(&self.printed).unwrap_or_default()).unwrap_or_default()
    }
}

/// What is copied for each case of this command.
fn template(subject: Subject) -> String {
    format!("{}_template", subject.database())
}

fn url_file(subject: Subject) -> String {
    format!("{}.url", subject.name())
}
