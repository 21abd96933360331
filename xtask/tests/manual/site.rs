//! The machine of an operator, as far as the manual needs one: directories in the place of the real ones, and a server.

use super::session::Session;
use mosaic_lab::cluster::{Cluster, Options, SUPERUSER};
use mosaic_lab::postgres::{Major, find};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The manual's places on the operator's machine.
const PLACES: [&str; 4] = ["/etc/mosaic", "/run/secrets", "/srv/mosaic", "/var/lib/mosaic"];
/// The manual's server.
const SERVER: &str = "db.example:5432";
/// A prepared database whose bundle is in the repository of a pipeline.
const PREPARED: &str = r#"
mosaic-db-migrator manifest build drizzle --history all --managed-schema public
cd ..
for login in migrator runtime importer; do printf 'the-password-of-the-%s' $login >$login; chmod 400 $login; done
mosaic-db-migrator bootstrap render --database shop --bundle home/drizzle --migrator-password-file "$PWD/migrator" \
    --runtime-password-file "$PWD/runtime" --importer-password-file "$PWD/importer" >bootstrap.sql
psql --no-psqlrc --quiet --file=bootstrap.sql
"#;
const XTASK: &str = env!("CARGO_BIN_EXE_xtask");

/// What a command of the manual finds on this machine.
pub(crate) struct Site {
    root: TempDir,
    server: Option<Cluster>,
}

impl Site {
    /// Without a server; `cargo xtask` is the one that was just built, and so is what `cargo run` runs.
    pub(crate) fn new() -> Self {
        let site = Self { root: tempfile::tempdir().unwrap(), server: None };
        let cargo = site.root.path().join("bin/cargo");
        fs::create_dir_all(site.root.path().join("home")).unwrap();
        fs::create_dir_all(cargo.parent().unwrap()).unwrap();
        let program = programs().join("mosaic-db-migrator").display().to_string();
        let script = format!(
            "#!/bin/sh\ncase $1 in\nxtask) shift; exec {XTASK} \"$@\" ;;\nrun) shift 2; exec {program} \"$@\" ;;\n\
             *) echo \"cargo $1 is not tried here\" >&2; exit 1 ;;\nesac\n"
        );
        fs::write(&cargo, script).unwrap();
        fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).unwrap();
        site
    }

    /// With a server, the file of its authority, and a superuser's URL in a file.
    pub(crate) fn with_server() -> Self {
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--package", "mosaic-db", "--bin", "mosaic-db-migrator"]);
        assert!(build.status().unwrap().success());
        let server = Cluster::start(&find(Major::V17).unwrap(), &Options::default()).unwrap();
        let site = Self { server: Some(server), ..Self::new() };
        for place in PLACES {
            fs::create_dir_all(site.path(place)).unwrap();
        }
        let server = site.server.as_ref().unwrap();
        fs::copy(server.ca_pem_path(), site.path("/etc/mosaic/ca.pem")).unwrap();
        site.secret(
            "/run/secrets/admin-url",
            &server.url(SUPERUSER, server.superuser_password(), "postgres"),
        );
        site
    }

    /// What a page says is there before its first command.
    pub(crate) fn prepare(&self, page: &str) {
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/manual");
        let home = self.root.path().join("home");
        let bring = |from: &Path, file: &str| {
            let to = home.join(file);
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::copy(from.join(file), to).unwrap();
        };
        if page != "docs/runbook.md" {
            for file in ["drizzle/0000_accounts.sql", "drizzle/0001_notes.sql", "drizzle/meta/_journal.json"]
            {
                bring(&fixtures, file);
            }
        }
        if page == "docs/ci.md" {
            let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
            ["deploy/compose.yml", "deploy/Dockerfile"].iter().for_each(|file| bring(&repository, file));
            bring(&fixtures, "routes.toml");
            fs::copy(self.path("/etc/mosaic/ca.pem"), home.join("deploy/ca.pem")).unwrap();
            let (status, printed) = self.session().run(&format!("set -e\n{PREPARED}"));
            assert_eq!(status, 0, "{printed}");
        }
    }

    fn secret(&self, place: &str, text: &str) {
        let path = self.path(place);
        fs::write(&path, text).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o400)).unwrap();
    }

    /// What stands here for an absolute path of the manual.
    pub(crate) fn path(&self, place: &str) -> String {
        self.root.path().join(place.trim_start_matches('/')).display().to_string()
    }

    /// What stands for what.
    pub(crate) fn places(&self) -> Vec<(&'static str, String)> {
        let server =
            self.server.as_ref().map(|server| (SERVER, format!("{}:{}", server.host(), server.port())));
        PLACES.into_iter().map(|place| (place, self.path(place))).chain(server).collect()
    }

    /// A person's shell, in a directory of this site.
    pub(crate) fn session(&self) -> Session {
        let kept = ["HOME", "CARGO_HOME", "RUSTUP_HOME", "CARGO_TARGET_DIR", "XDG_CACHE_HOME"];
        let mut variables: Vec<(&str, String)> =
            kept.into_iter().filter_map(|name| Some((name, std::env::var(name).ok()?))).collect();
        let mut path = vec![self.path("bin"), programs().display().to_string()];
        if let Some(server) = &self.server {
            path.extend(server.psql().parent().map(|directory| directory.display().to_string()));
            variables.extend([
                // What the secret store of a pipeline has.
                ("MIGRATION_URL", server.url("mosaic_migrator", "the-password-of-the-migrator", "shop")),
                ("PGHOST", server.host().to_owned()),
                ("PGPORT", server.port().to_string()),
                ("PGUSER", SUPERUSER.to_owned()),
                ("PGDATABASE", SUPERUSER.to_owned()),
                ("PGPASSWORD", server.superuser_password().to_owned()),
                ("PGSSLMODE", "verify-full".to_owned()),
                ("PGSSLROOTCERT", server.ca_pem_path().display().to_string()),
            ]);
        }
        path.extend(std::env::var("PATH"));
        variables.extend([("PATH", path.join(":")), ("CARGO", env!("CARGO").to_owned())]);
        // Whoever has no server of the operator's yet is in a checkout.
        let directory = match &self.server {
            Some(_) => self.root.path().join("home"),
            None => Path::new(env!("CARGO_MANIFEST_DIR")).join(".."),
        };
        Session::start(&directory, &variables)
    }
}

/// Where the programs of this checkout are built.
fn programs() -> PathBuf {
    Path::new(XTASK).parent().unwrap().to_owned()
}

/// Takes a laboratory down also when a step of its page fails.
pub(crate) struct Down(pub(crate) PathBuf);

impl Drop for Down {
    fn drop(&mut self) {
        if self.0.exists() {
            let _first_failure_counts =
                Command::new(XTASK).args(["lab", "down", "--dir"]).arg(&self.0).status();
        }
    }
}
