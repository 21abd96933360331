//! The server that everything is measured on: commits wait for the disk, every session is verify-full TLS with
//! SCRAM, and databases are made before the clock runs.

use super::{Error, rounds, tool::Seat};
use crate::{
    failure::{At, Failure},
    product,
};
use mosaic_lab::{
    cluster::{Cluster, Durability, Options, SUPERUSER},
    error, password,
    postgres::{self, Major},
};
use std::{
    fs::OpenOptions,
    io::Write as _,
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// The login of the peers; it owns their databases.
const PEER: &str = "bench_peer";
/// The login of the product.
const MIGRATOR: &str = "mosaic_migrator";
/// The login of a gateway.
const RUNTIME: &str = "mosaic_runtime";
/// The login of an import.
const IMPORTER: &str = "mosaic_data_importer";
/// Those of the product's logins that bootstrap gives a password.
const LOGINS: [&str; 3] = ["migrator", "runtime", "importer"];
/// How long a server may take to notice that a client has gone.
const PATIENCE: Duration = Duration::from_secs(10);

/// A directory that goes when it is dropped.
pub(super) fn temporary_directory() -> Result<TempDir, Failure> {
    let made = tempfile::Builder::new().prefix("mosaic-bench-").tempdir();
    made.at("make a directory in", &std::env::temp_dir())
}

pub(super) struct Ground {
    cluster: Cluster,
    password: String,
    /// For small files.
    directory: TempDir,
    product: PathBuf,
}

impl Ground {
    /// Starts the server. `programs` is where the program is that is measured.
    pub(super) fn start(programs: &Path) -> Result<Self, Failure> {
        let directory = temporary_directory()?;
        let settings = ["shared_buffers = '256MB'", "max_wal_size = '4GB'", "log_connections = off"];
        let options = Options {
            durability: Durability::Durable,
            settings: settings.map(str::to_owned).to_vec(),
            ..Options::default()
        };
        let cluster = Cluster::start(&postgres::find(Major::V17)?, &options)?;
        let password = password::generated();
        let ground = Self { cluster, password, directory, product: programs.join(product::NAME) };
        ground.execute(&format!("CREATE ROLE {PEER} LOGIN PASSWORD '{}'", ground.password))?;
        for login in LOGINS {
            ground.secret(&format!("{login}.password"), &ground.password)?;
        }
        Ok(ground)
    }

    /// Makes the product's own files beside those of a Drizzle folder.
    pub(super) fn build_manifest(&self, folder: &Path) -> Result<(), Failure> {
        let mut build = Command::new(&self.product);
        build.args(["manifest", "build", "--history", "all"]).arg(folder).env_clear();
        rounds::finish(&mut build).map(drop)
    }

    /// Runs the bundle on a database that is prepared for it and for nothing else, and records what it does.
    pub(super) fn measure_effects(&self, bundle: &Path, scratch: &str) -> Result<(), Failure> {
        let url = self.secret(&format!("{scratch}.url"), &self.migrator(scratch).url())?;
        let mut build = Command::new(&self.product);
        build.args(["manifest", "build", "--scratch-url-file"]).arg(url).arg(bundle).env_clear();
        build.env("DATABASE_TLS_CA_CERT_PATH", self.cluster.ca_pem_path());
        rounds::finish(&mut build).map(drop)
    }

    /// A database in which the peers' login may do everything.
    pub(super) fn plain_database(&self, name: &str) -> Result<(), Failure> {
        self.execute(&format!("CREATE DATABASE {name} OWNER {PEER}"))
    }

    /// A database prepared for the product and this bundle, by the product's own script.
    pub(super) fn bootstrapped_database(&self, name: &str, bundle: &Path) -> Result<(), Failure> {
        let mut render = Command::new(&self.product);
        render.args(["bootstrap", "render", "--database", name, "--bundle"]).arg(bundle).env_clear();
        for login in LOGINS {
            let file = self.directory().join(format!("{login}.password"));
            render.arg(format!("--{login}-password-file")).arg(file);
        }
        self.apply(SUPERUSER, &mut render)
    }

    /// Gives a database in which nobody is another name.
    pub(super) fn rename_database(&self, from: &str, to: &str) -> Result<(), Failure> {
        self.wait_until_empty(from)?;
        self.execute(&format!("ALTER DATABASE {from} RENAME TO {to}"))
    }

    /// Makes a copy of a database in which nobody is, in the place of what has this name. The server copies all but
    /// privileges on the database itself.
    pub(super) fn copy_database(&self, from: &str, to: &str) -> Result<(), Failure> {
        self.wait_until_empty(to)?;
        self.execute(&format!("DROP DATABASE IF EXISTS {to}"))?;
        self.wait_until_empty(from)?;
        self.execute(&format!(
            "CREATE DATABASE {to} TEMPLATE {from} STRATEGY FILE_COPY OWNER mosaic_platform_database_owner"
        ))?;
        self.execute(&format!(
            "REVOKE ALL ON DATABASE {to} FROM PUBLIC; GRANT CONNECT ON DATABASE {to} TO {MIGRATOR}, {RUNTIME}, {IMPORTER}"
        ))
    }

    /// Lets an import into a migrated database prove foreign keys by itself.
    pub(super) fn grant_fast_load(&self, database: &str) -> Result<(), Failure> {
        let mut render = Command::new(&self.product);
        render.args(["bootstrap", "render", "--importer-fast-load", "--database", database]).env_clear();
        self.apply(database, &mut render)
    }

    /// Runs what the product renders, as the superuser.
    fn apply(&self, database: &str, render: &mut Command) -> Result<(), Failure> {
        let script = rounds::finish(render)?;
        let applied = self.cluster.run_psql(database, &String::from_utf8_lossy(&script), &[])?;
        if applied.status.success() {
            return Ok(());
        }
        let stderr = String::from_utf8_lossy(&applied.stderr).into_owned();
        Err(Failure::Bootstrap { status: applied.status, stderr })
    }

    /// Writes out what making the databases left in memory, so that no run pays for it.
    pub(super) fn settle(&self) -> Result<(), Failure> {
        self.execute("CHECKPOINT")
    }

    /// Waits until the server has seen the end of all sessions in the database.
    pub(super) fn wait_until_empty(&self, database: &str) -> Result<(), Failure> {
        let deadline = Instant::now() + PATIENCE;
        let sessions = format!("SELECT count(*) FROM pg_stat_activity WHERE datname = '{database}'");
        while self.count(SUPERUSER, &sessions)? > 0 {
            if Instant::now() > deadline {
                return Err(Error::Sessions(database.to_owned()).into());
            }
            thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }

    /// Fails unless the tool has left this many tables in the database, not counting its own ledger.
    pub(super) fn expect_tables(
        &self,
        database: &str,
        tool: &'static str,
        expected: usize,
    ) -> Result<(), Failure> {
        let observed = self.count(
            database,
            "SELECT count(*) FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace \
             AND relname NOT IN ('schema_migrations', 'pgmigrations', '_sqlx_migrations', 'refinery_schema_history', \
             'databasechangelog', 'databasechangeloglock')",
        )?;
        if usize::try_from(observed) == Ok(expected) {
            return Ok(());
        }
        Err(Error::Tables { tool, database: database.to_owned(), observed, expected }.into())
    }

    /// The place of a peer in a database.
    pub(super) fn peer(&self, database: &str) -> Seat {
        self.seat(PEER, database)
    }

    /// The place of the product in a database.
    pub(super) fn migrator(&self, database: &str) -> Seat {
        self.seat(MIGRATOR, database)
    }

    /// The place of a gateway in a database.
    pub(super) fn runtime(&self, database: &str) -> Seat {
        self.seat(RUNTIME, database)
    }

    /// The place of an import in a database.
    pub(super) fn importer(&self, database: &str) -> Seat {
        self.seat(IMPORTER, database)
    }

    fn seat(&self, user: &'static str, database: &str) -> Seat {
        Seat {
            host: self.cluster.host(),
            port: self.cluster.port(),
            user,
            password: self.password.clone(),
            database: database.to_owned(),
            ca: self.cluster.ca_pem_path(),
            psql: self.cluster.psql(),
        }
    }

    /// Where small files are put.
    pub(super) fn directory(&self) -> &Path {
        self.directory.path()
    }

    /// The server's own version.
    pub(super) fn version(&self) -> Result<String, Failure> {
        let row = self.cluster.admin(SUPERUSER)?.query_one("SHOW server_version", &[]);
        Ok(row.map_err(error::Error::from)?.get(0))
    }

    pub(super) fn cluster(&self) -> &Cluster {
        &self.cluster
    }

    pub(super) fn port(&self) -> u16 {
        self.cluster.port()
    }

    pub(super) fn product(&self) -> &Path {
        &self.product
    }

    /// Writes a file for its owner to read, and gives its path.
    pub(super) fn secret(&self, name: &str, text: &str) -> Result<PathBuf, Failure> {
        let path = self.directory().join(name);
        let mut file =
            OpenOptions::new().create_new(true).write(true).mode(0o400).open(&path).at("make", &path)?;
        file.write_all(text.as_bytes()).at("write", &path)?;
        Ok(path)
    }

    fn execute(&self, sql: &str) -> Result<(), Failure> {
        self.execute_in(SUPERUSER, sql)
    }

    /// Runs statements as the superuser.
    pub(super) fn execute_in(&self, database: &str, sql: &str) -> Result<(), Failure> {
        Ok(self.cluster.admin(database)?.batch_execute(sql).map_err(error::Error::from)?)
    }

    /// The number that a query gives.
    pub(super) fn count(&self, database: &str, sql: &str) -> Result<i64, Failure> {
        Ok(self.cluster.admin(database)?.query_one(sql, &[]).map_err(error::Error::from)?.get(0))
    }
}
