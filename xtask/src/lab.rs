//! A lasting laboratory: one directory with a server's files for the operator, and the server itself.
//!
//! The server keeps its own files in a directory of its own, under its own account; `cluster` in the operator's
//! directory names it.

mod attestation;
mod directory;
pub(crate) mod tier;

pub(crate) use attestation::{Attestation, VERSION};
pub(crate) use directory::Directory;

use crate::{
    failure::{At, Failure},
    product,
};
use mosaic_lab::{
    cache,
    cluster::{self, Cluster, Durability, Options, SUPERUSER},
    password,
    postgres::{self, Major},
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The database that bootstrap prepares.
pub(crate) const DATABASE: &str = "mosaic";

/// An identity with a login: whom its files are for, and the role.
pub(crate) struct Identity {
    pub(crate) name: &'static str,
    pub(crate) role: &'static str,
    /// The variable that names the file with its URL.
    url_variable: &'static str,
}

pub(crate) const MIGRATOR: Identity =
    Identity { name: "migrator", role: "mosaic_migrator", url_variable: "DATABASE_MIGRATION_URL_FILE" };
pub(crate) const RUNTIME: Identity =
    Identity { name: "runtime", role: "mosaic_runtime", url_variable: "DATABASE_URL_FILE" };
pub(crate) const IMPORTER: Identity =
    Identity { name: "importer", role: "mosaic_data_importer", url_variable: "MOSAIC_TARGET_URL_FILE" };

/// Whether the database is prepared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bootstrap<'a> {
    /// For the product's own bundle.
    Applied,
    /// For the bundle in this directory.
    AppliedFor(&'a Path),
    LeftOut,
}

/// A laboratory that is up.
pub(crate) struct Laboratory {
    pub(crate) directory: Directory,
    pub(crate) port: u16,
    /// The directory of the built program.
    pub(crate) programs: PathBuf,
}

/// Starts a server and writes everything that is needed to use it. On failure nothing stays.
pub(crate) fn up(path: &Path, major: Major, bootstrap: Bootstrap<'_>) -> Result<Laboratory, Failure> {
    let programs = product::build()?;
    let program = programs.join(product::NAME);
    println!(
        "Looking for PostgreSQL {major}; what is not installed is fetched once into {}.",
        cache::root().display()
    );
    let installation = postgres::find(major)?;
    let directory = Directory::new(path)?;
    let options = Options { durability: Durability::Durable, ..Options::default() };
    let cluster = Cluster::start_lasting(&installation, &options)?;
    let filled = fill(&directory, &cluster, &program).and_then(|()| match bootstrap {
        Bootstrap::LeftOut => Ok(()),
        Bootstrap::Applied => apply_bootstrap(&directory, &cluster, &program, DATABASE, None),
        Bootstrap::AppliedFor(bundle) => {
            apply_bootstrap(&directory, &cluster, &program, DATABASE, Some(bundle))
        }
    });
    if filled.is_err() {
        // The first failure is the one to report.
        let _ = cluster::stop_lasting(cluster.directory());
        let _ = fs::remove_dir_all(directory.path());
    }
    filled.map(|()| Laboratory { directory, port: cluster.port(), programs })
}

/// Ends the server and removes both directories.
pub(crate) fn down(directory: &Directory) -> Result<(), Failure> {
    cluster::stop_lasting(&directory.cluster()?)?;
    fs::remove_dir_all(directory.path()).at("remove", directory.path())
}

fn fill(directory: &Directory, cluster: &Cluster, program: &Path) -> Result<(), Failure> {
    directory.set_cluster(cluster.directory())?;
    let ca = directory
        .publish("ca.pem", &fs::read_to_string(cluster.ca_pem_path()).at("read", &cluster.ca_pem_path())?)?;
    let attestation = Attestation::prepare(directory, program)?;
    for Identity { name, role, url_variable } in [MIGRATOR, RUNTIME, IMPORTER] {
        let password = password::generated();
        directory.secret(&format!("{name}.password"), &password)?;
        let url = directory.secret(&format!("{name}.url"), &cluster.url(role, &password, DATABASE))?;
        let mut variables = vec![(url_variable, url), ("DATABASE_TLS_CA_CERT_PATH", ca.clone())];
        if name == MIGRATOR.name {
            variables.extend(attestation.of_verification());
            variables.push(("MOSAIC_RECEIPT_DIR", directory.private("receipts")?));
        }
        if name == IMPORTER.name {
            directory.secret(VERSION, "1")?;
            variables.extend(attestation.of_import());
        }
        directory.set_env(name, &variables)?;
    }
    let admin = cluster.superuser_password();
    let url = directory.secret("admin.url", &cluster.url(SUPERUSER, admin, SUPERUSER))?;
    let passwords = directory.secret("admin.pgpass", &format!("*:*:*:{SUPERUSER}:{admin}\n"))?;
    let path = directory::search_path(&cluster.psql());
    directory.set_env(
        "admin",
        &[
            ("MOSAIC_LAB_ADMIN_URL_FILE", url),
            ("PATH", path),
            ("PGDATABASE", SUPERUSER.to_owned()),
            ("PGHOST", cluster.host().to_owned()),
            ("PGPASSFILE", passwords),
            ("PGPORT", cluster.port().to_string()),
            ("PGSSLMODE", "verify-full".to_owned()),
            ("PGSSLROOTCERT", ca),
            ("PGUSER", SUPERUSER.to_owned()),
        ],
    )
}

/// What an operator does by hand: render, then run through psql.
pub(crate) fn apply_bootstrap(
    directory: &Directory,
    cluster: &Cluster,
    program: &Path,
    database: &str,
    bundle: Option<&Path>,
) -> Result<(), Failure> {
    let mut render = Command::new(program);
    render.args(render_arguments(directory, database)).env_clear();
    if let Some(bundle) = bundle {
        render.arg("--bundle").arg(bundle);
    }
    let shown = format!("{} bootstrap render", product::NAME);
    let rendered = render.output().map_err(|source| Failure::Start { command: shown.clone(), source })?;
    if !rendered.status.success() {
        eprint!("{}", String::from_utf8_lossy(&rendered.stderr));
        return Err(Failure::Step { command: shown, status: rendered.status });
    }
    let applied = cluster.run_psql(SUPERUSER, &String::from_utf8_lossy(&rendered.stdout), &[])?;
    if applied.status.success() {
        return Ok(());
    }
    Err(Failure::Bootstrap {
        status: applied.status,
        stderr: String::from_utf8_lossy(&applied.stderr).into_owned(),
    })
}

/// The arguments that make the product render bootstrap for this laboratory.
pub(crate) fn render_arguments(directory: &Directory, database: &str) -> Vec<String> {
    let mut arguments = vec!["bootstrap".to_owned(), "render".into(), "--database".into(), database.into()];
    for Identity { name, .. } in [MIGRATOR, RUNTIME, IMPORTER] {
        arguments.push(format!("--{name}-password-file"));
        arguments.push(directory.secret_path(&format!("{name}.password")).display().to_string());
    }
    arguments
}
