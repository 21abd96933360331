//! From nothing to databases that can be copied for each case, and the states that an undisturbed command leads through.

use super::{
    Disk, Scene,
    bundles::{self, BEFORE_STEPS, ENTRIES},
    template, url_file,
};
use crate::{
    chaos::{
        Error,
        case::Subject,
        judge::{Between, Course, State},
        matrix::Records,
    },
    failure::{At, Failure},
    lab::{self, Attestation, Directory, IMPORTER, MIGRATOR, RUNTIME, VERSION},
};
use mosaic_lab::{
    cluster::{Cluster, Options},
    error,
    legacy::{BACKLOG_PROJECT, Legacy, mend, release_before},
    password,
    postgres::{self, Major},
    proxy::{Direction, Proxy},
};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::Command,
};

/// The database that is imported from.
pub(super) const TIER: &str = "tier";
/// For databases with rows in them, some of which a case adds.
const SMALL_DISK: u64 = 96 << 20;
/// One batch for each step.
const ROWS: Legacy = Legacy { tasks: 60, seed: 7 };
/// How often an undisturbed command is watched: records that come by chance do not count.
const WATCHED: usize = 3;

impl Scene {
    /// Prepares everything that these commands need.
    pub(in crate::chaos) fn prepare(
        subjects: &[Subject],
        program: &Path,
        report: &Path,
    ) -> Result<Self, Failure> {
        let temporary = tempfile::Builder::new().prefix("mosaic-chaos-").tempdir();
        let temporary = temporary.at("make a directory in", &std::env::temp_dir())?;
        let directory = Directory::new(temporary.path())?;
        let installation = postgres::find(Major::V17)?;
        // What was committed is to be there after an immediate shutdown: what the product commits, and what we do.
        let settings = ["autovacuum = off", "synchronous_commit = on"].map(str::to_owned).to_vec();
        let options = Options { settings, ..Options::default() };
        let with_small_disk = Options { small_disk: Some(SMALL_DISK), ..options.clone() };
        let (cluster, without_disk) = match Cluster::start(&installation, &with_small_disk) {
            Err(refused @ error::Error::Mount { .. }) => {
                (Cluster::start(&installation, &options)?, Some(refused))
            }
            started => (started?, None),
        };
        let source = cluster.start_beside(&installation, &Options::default())?;
        let proxy = Proxy::to(cluster.port())?;
        let mut passwords = Vec::new();
        for identity in [MIGRATOR, RUNTIME, IMPORTER] {
            let password = password::generated();
            directory.secret(&format!("{}.password", identity.name), &password)?;
            passwords.push((identity.role, password));
        }
        let attestation = Attestation::prepare(&directory, program)?;
        directory.secret(VERSION, "1")?;
        let (folder, tier) = (directory.path().join("folder"), directory.path().join("tier"));
        let mut scene = Self {
            directory,
            program: program.to_owned(),
            report: report.to_owned(),
            cluster,
            without_disk,
            successor: None,
            stranger: None,
            proxy,
            passwords,
            attestation,
            source,
            folder,
            tier,
            backlog_project: String::new(),
            courses: BTreeMap::new(),
            _temporary: temporary,
        };
        bundles::write_entries(&scene.folder, ENTRIES.len())?;
        scene.build(&scene.folder, &["--history", "all"])?;
        scene.write_urls()?;
        for subject in subjects {
            let course = match subject {
                Subject::Run => scene.prepare_run()?,
                Subject::Verify => scene.prepare_verify()?,
                Subject::Import => scene.prepare_import()?,
                Subject::Backfill => scene.prepare_backfill()?,
            };
            let records = scene.watch(*subject, &course)?;
            scene.courses.insert(*subject, (course, records));
        }
        Ok(scene)
    }

    fn write_urls(&self) -> Result<(), Failure> {
        let port = self.proxy.port();
        let password = |role: &str| {
            let found = self.passwords.iter().find(|(login, _)| *login == role);
            found.map(|(_, password)| password.as_str()).unwrap_or_default()
        };
        let url = |role: &str, database: &str| self.cluster.url_through(port, role, password(role), database);
        for subject in Subject::ALL {
            self.directory.secret(&url_file(subject), &url(MIGRATOR.role, subject.database()))?;
        }
        self.directory.secret("importer.url", &url(IMPORTER.role, Subject::Import.database()))?;
        let source = self.source.url("postgres", self.source.superuser_password(), TIER);
        self.directory.secret("source.url", &source).map(drop)
    }

    /// Makes the product's own files beside those of a folder.
    fn build(&self, folder: &Path, options: &[&str]) -> Result<(), Failure> {
        let mut build = self.program();
        build.args(["manifest", "build"]).args(options).arg(folder);
        self.succeed("building a bundle", build)
    }

    fn succeed(&self, what: &'static str, command: Command) -> Result<(), Failure> {
        let ended = self.finish(command)?;
        if ended.status == 0 { Ok(()) } else { Err(Error::Preparing { what, ended }.into()) }
    }

    /// A database that is prepared for this bundle, or for the one that is compiled in.
    fn bootstrap(&self, database: &str, bundle: Option<&Path>) -> Result<(), Failure> {
        lab::apply_bootstrap(&self.directory, &self.cluster, &self.program, database, bundle)
    }

    /// Has a database be what cases copy.
    fn keep_as_template(&self, subject: Subject) -> Result<(), Failure> {
        let (database, template) = (subject.database(), template(subject));
        self.until_empty(&self.cluster, database)?;
        self.execute(&format!("ALTER DATABASE {database} RENAME TO {template}"))
    }

    fn prepare_run(&self) -> Result<Course, Failure> {
        self.bootstrap(Subject::Run.database(), Some(&self.folder))?;
        self.keep_as_template(Subject::Run)?;
        // What each entry does to a catalog is measured, so that a verification compares with it.
        self.fresh(Subject::Run, Disk::Large)?;
        let url = self.directory.secret_path(&url_file(Subject::Run)).display().to_string();
        self.build(&self.folder, &["--history", "all", "--scratch-url-file", &url])?;
        let mut states = Vec::new();
        for entries in 0..=ENTRIES.len() {
            self.fresh(Subject::Run, Disk::Large)?;
            if entries > 0 {
                let folder = self.prefix(entries)?;
                let mut run = self.migrator(Subject::Run, &["--run"]);
                run.env("MOSAIC_BUNDLE_DIR", folder);
                self.succeed("running some entries", run)?;
            }
            states.push(self.look(Subject::Run)?);
        }
        Ok(Course { states, between: Between::Steps { after: BEFORE_STEPS } })
    }

    /// A folder with the first so many entries.
    fn prefix(&self, entries: usize) -> Result<PathBuf, Failure> {
        let folder = self.path().join(format!("first-{entries}"));
        bundles::write_entries(&folder, entries)?;
        self.build(&folder, &["--history", "all"])?;
        Ok(folder)
    }

    fn prepare_verify(&self) -> Result<Course, Failure> {
        self.bootstrap(Subject::Verify.database(), Some(&self.folder))?;
        self.succeed("running all entries", self.migrator(Subject::Verify, &["--run"]))?;
        self.keep_as_template(Subject::Verify)?;
        self.fresh(Subject::Verify, Disk::Large)?;
        Ok(Course { states: vec![self.look(Subject::Verify)?], between: Between::Nothing })
    }

    fn prepare_import(&self) -> Result<Course, Failure> {
        bundles::write_tier(&self.tier)?;
        self.build(
            &self.tier,
            &["--history", "none", "--managed-schema", "mosaic", "--extension", "vector"],
        )?;
        self.bootstrap(Subject::Import.database(), Some(&self.tier))?;
        self.succeed("making the tier's tables", self.migrator(Subject::Import, &["--run"]))?;
        self.keep_as_template(Subject::Import)?;
        self.source.create_database(TIER)?;
        let rows = [&bundles::tier("public"), bundles::ROWS].concat();
        self.source.admin(TIER)?.batch_execute(&rows).map_err(error::Error::from)?;
        self.fresh(Subject::Import, Disk::Large)?;
        let empty = self.look(Subject::Import)?;
        let filled = State { content: Self::look_at_source(&self.source)?, ..empty.clone() };
        Ok(Course { states: vec![empty, filled], between: Between::Nothing })
    }

    /// Filled by the release before, brought to where a backfill may begin, and without rows that somebody has to decide
    /// about: those are mended with what a first backfill finds out.
    fn prepare_backfill(&mut self) -> Result<Course, Failure> {
        const SUBJECT: Subject = Subject::Backfill;
        const QUARANTINE: &str =
            "SELECT coalesce(jsonb_agg(to_jsonb(q)), '[]')::text FROM mosaic.backfill_quarantine q";
        let database = SUBJECT.database();
        let (before, shipped) =
            (self.path().join("before"), Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("manifest"));
        release_before(&shipped, &before)?;
        self.bootstrap(database, None)?;
        let mut run = self.migrator(SUBJECT, &["--run"]);
        run.env("MOSAIC_BUNDLE_DIR", &before);
        self.succeed("running the release before", run)?;
        self.execute_in(database, &ROWS.sql())?;
        self.succeed("running up to the backfill", self.migrator(SUBJECT, &["--run"]))?;
        self.keep_as_template(SUBJECT)?;
        self.fresh(SUBJECT, Disk::Large)?;
        self.backlog_project = self.value(database, BACKLOG_PROJECT)?;
        let first = self.finish(self.command(SUBJECT)?)?;
        if ![0, 3].contains(&first.status) {
            return Err(Error::Preparing { what: "a first backfill", ended: first }.into());
        }
        let waiting = self.value(database, QUARANTINE)?.replace('\'', "''");
        let mended = format!(
            "INSERT INTO mosaic.backfill_quarantine OVERRIDING SYSTEM VALUE \
             SELECT * FROM jsonb_populate_recordset(NULL::mosaic.backfill_quarantine, '{waiting}'); \
             {}; DELETE FROM mosaic.backfill_quarantine",
            mend()
        );
        self.execute_in(&template(SUBJECT), &mended)?;
        self.fresh(SUBJECT, Disk::Large)?;
        let begin = self.look(SUBJECT)?;
        self.succeed("an undisturbed backfill", self.command(SUBJECT)?)?;
        Ok(Course { states: vec![begin, self.look(SUBJECT)?], between: Between::Batches })
    }

    /// How many records an undisturbed command exchanges at least.
    fn watch(&self, subject: Subject, course: &Course) -> Result<Records, Failure> {
        let mut least = Records { to_server: u64::MAX, to_client: u64::MAX };
        for _ in 0..WATCHED {
            self.fresh(subject, Disk::Large)?;
            let command = self.command(subject)?;
            self.proxy.count_records();
            self.succeed("an undisturbed command", command)?;
            if Some(&self.look(subject)?) != course.end() {
                return Err(Error::NotTheSame(subject.name()).into());
            }
            self.until_empty(&self.cluster, subject.database())?;
            least.to_server = least.to_server.min(self.proxy.records(Direction::ToServer));
            least.to_client = least.to_client.min(self.proxy.records(Direction::ToClient));
        }
        Ok(least)
    }

    /// What a query of the superuser's gives.
    fn value(&self, database: &str, query: &str) -> Result<String, Failure> {
        let row = self.cluster.admin(database)?.query_one(&format!("SELECT ({query})::text"), &[]);
        Ok(row.map_err(error::Error::from)?.get(0))
    }
}
