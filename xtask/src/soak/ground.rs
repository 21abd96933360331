//! The server of a part, the databases on it, and the product as it is started there.

use super::Error;
use crate::{
    failure::{At, Failure},
    product,
};
use mosaic_lab::{
    cluster::{Cluster, Options, SUPERUSER},
    error, password,
    postgres::{self, Major},
};
use std::{
    fs::OpenOptions,
    io::Write as _,
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// The logins that bootstrap gives a password.
const LOGINS: [&str; 3] = ["migrator", "runtime", "importer"];
/// How long to wait for what must happen.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Ground {
    cluster: Cluster,
    password: String,
    directory: PathBuf,
    programs: PathBuf,
}

impl Ground {
    /// Starts the server. `directory` is for files, `programs` has the product and its examples.
    pub(crate) fn start(directory: &Path, programs: &Path) -> Result<Self, Failure> {
        // Every run of a crowd has a session, and those who look on have one too.
        let settings = ["max_connections = 250", "log_connections = off"].map(str::to_owned).to_vec();
        let cluster =
            Cluster::start(&postgres::find(Major::V17)?, &Options { settings, ..Options::default() })?;
        let (directory, programs) = (directory.to_owned(), programs.to_owned());
        let ground = Self { cluster, password: password::generated(), directory, programs };
        for login in LOGINS {
            ground.secret(&format!("{login}.password"), &ground.password)?;
        }
        Ok(ground)
    }

    pub(crate) fn directory(&self) -> &Path {
        &self.directory
    }

    /// Makes a database, prepared for the bundle in this directory or for the one that is compiled in.
    pub(crate) fn prepare(&self, database: &str, bundle: Option<&Path>) -> Result<(), Failure> {
        let mut render = self.product();
        render.args(["bootstrap", "render", "--database", database]);
        for login in LOGINS {
            let file = self.directory.join(format!("{login}.password"));
            render.arg(format!("--{login}-password-file")).arg(file);
        }
        render.args(bundle.iter().flat_map(|bundle| ["--bundle".as_ref(), bundle.as_os_str()]));
        let script = finish(&mut render)?;
        let applied = self.cluster.run_psql(SUPERUSER, &String::from_utf8_lossy(&script), &[])?;
        if !applied.status.success() {
            let stderr = String::from_utf8_lossy(&applied.stderr).into_owned();
            return Err(Failure::Bootstrap { status: applied.status, stderr });
        }
        for (login, role) in [("migrator", "mosaic_migrator"), ("runtime", "mosaic_runtime")] {
            self.secret(&url_file(login, database), &self.cluster.url(role, &self.password, database))?;
        }
        Ok(())
    }

    /// The product with nothing in its environment.
    pub(crate) fn product(&self) -> Command {
        let mut command = Command::new(self.programs.join(product::NAME));
        command.env_clear().stdin(Stdio::null());
        command
    }

    /// `--run` as the migrator of a database, answering in JSON.
    pub(crate) fn run(&self, database: &str, bundle: Option<&Path>) -> Command {
        self.migrator("--run", database, bundle)
    }

    /// The product as the migrator of a database, answering in JSON.
    pub(crate) fn migrator(&self, argument: &str, database: &str, bundle: Option<&Path>) -> Command {
        let mut command = self.product();
        command.arg(argument).env("MOSAIC_OUTPUT", "json").env("MOSAIC_CONNECT_TIMEOUT_MS", "120000");
        command.env("DATABASE_MIGRATION_URL_FILE", self.directory.join(url_file("migrator", database)));
        command.env("DATABASE_TLS_CA_CERT_PATH", self.cluster.ca_pem_path());
        command.envs(bundle.map(|bundle| ("MOSAIC_BUNDLE_DIR", bundle)));
        command
    }

    /// The service in `examples/serve.rs` on a database, listening on this address.
    pub(crate) fn serve(&self, database: &str, address: &str) -> Command {
        let mut command = Command::new(self.programs.join("examples/serve"));
        command.arg(self.directory.join(url_file("runtime", database))).arg(self.cluster.ca_pem_path());
        command.arg(address).env_clear().stdin(Stdio::null());
        command
    }

    /// Writes the manifest of a folder anew.
    pub(crate) fn build_manifest(&self, folder: &Path) -> Result<(), Failure> {
        finish(self.product().args(["manifest", "build", "--history", "all"]).arg(folder)).map(drop)
    }

    /// A superuser's session.
    pub(crate) fn admin(&self, database: &str) -> Result<Admin, Failure> {
        Ok(Admin(self.cluster.admin(database)?))
    }

    fn secret(&self, name: &str, text: &str) -> Result<(), Failure> {
        let path = self.directory.join(name);
        let mut file =
            OpenOptions::new().create_new(true).write(true).mode(0o400).open(&path).at("make", &path)?;
        file.write_all(text.as_bytes()).at("write", &path)
    }
}

/// A superuser's session.
pub(crate) struct Admin(::postgres::Client);

impl Admin {
    pub(crate) fn execute(&mut self, sql: &str) -> Result<(), Failure> {
        Ok(self.0.batch_execute(sql).map_err(error::Error::from)?)
    }

    /// The number that a query gives.
    pub(crate) fn number(&mut self, sql: &str) -> Result<i64, Failure> {
        Ok(self.0.query_one(sql, &[]).map_err(error::Error::from)?.get(0))
    }

    /// The first column of a query, row by row.
    pub(crate) fn column(&mut self, sql: &str) -> Result<Vec<String>, Failure> {
        let rows = self.0.query(sql, &[]).map_err(error::Error::from)?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    /// Waits until a query gives 0.
    pub(crate) fn wait_for_none(&mut self, what: &'static str, sql: &str) -> Result<(), Failure> {
        let deadline = Instant::now() + PATIENCE;
        while self.number(sql)? > 0 {
            if Instant::now() > deadline {
                return Err(Error::Never { what, within: PATIENCE }.into());
            }
            thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }
}

/// Runs a program that must succeed, and gives its standard output.
fn finish(command: &mut Command) -> Result<Vec<u8>, Failure> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|source| Failure::Start { command: program.clone(), source })?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(Error::Failed { program, status: output.status, words }.into())
}

fn url_file(login: &str, database: &str) -> String {
    format!("{login}.{database}.url")
}
