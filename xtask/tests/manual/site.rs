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
/// Where the manual has the laboratory.
const LAB: &str = "/tmp/lab";
/// What a person takes from the answer before, or from where the page does not see: on which page, what, and what is there.
const COPIED: [(&str, &str, &str); 1] = [(
    "docs/attestation.md",
    "--key ID",
    "--key $(mosaic-db-migrator attest inspect /etc/mosaic/trust-store.v1.json | sed -n '2s/ .*//p')",
)];
const XTASK: &str = env!("CARGO_BIN_EXE_xtask");

/// Where a page is followed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Machine {
    /// In a checkout of this repository.
    Checkout,
    /// On an operator's machine.
    Desk,
    /// The same, with a server.
    Server,
}

/// What a command of the manual finds on this machine.
pub(crate) struct Site {
    root: TempDir,
    machine: Machine,
    server: Option<Cluster>,
}

impl Site {
    /// With the operator's directories; `cargo xtask` is the one that was just built, and so is what `cargo run` runs. With a
    /// server come the file of its authority and a superuser's URL in a file.
    pub(crate) fn new(machine: Machine) -> Self {
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--package", "mosaic-db", "--bin", "mosaic-db-migrator"]);
        assert!(build.status().unwrap().success());
        let server = (machine == Machine::Server)
            .then(|| Cluster::start(&find(Major::V17).unwrap(), &Options::default()).unwrap());
        let site = Self { root: tempfile::tempdir().unwrap(), machine, server };
        for place in PLACES.into_iter().chain(["home", "bin"]) {
            fs::create_dir_all(site.path(place)).unwrap();
        }
        let cargo = site.path("bin/cargo");
        let program = programs().join("mosaic-db-migrator").display().to_string();
        let script = format!(
            "#!/bin/sh\ncase $1 in\nxtask) shift; exec {XTASK} \"$@\" ;;\nrun) shift 2; exec {program} \"$@\" ;;\n\
             *) echo \"cargo $1 is not tried here\" >&2; exit 1 ;;\nesac\n"
        );
        fs::write(&cargo, script).unwrap();
        fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).unwrap();
        if let Some(server) = &site.server {
            fs::copy(server.ca_pem_path(), site.path("/etc/mosaic/ca.pem")).unwrap();
            site.secret(
                "/run/secrets/admin-url",
                &server.url(SUPERUSER, server.superuser_password(), "postgres"),
            );
        }
        site
    }

    /// What a page says is there before its first command: what the script of its name makes, where there is one.
    pub(crate) fn prepare(&self, page: &str) {
        let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let name = Path::new(page).file_stem().unwrap().display().to_string();
        let script = repository.join("xtask/tests/manual/prepare").join(name).with_extension("sh");
        let Ok(script) = fs::read_to_string(script) else { return };
        let script = placed(&script, &self.places(page));
        let repository = repository.display();
        let (status, printed) =
            self.session().run(&format!("set -e\nrepository='{repository}'\n{script}\nset +e"));
        assert_eq!(status, 0, "{page}: {printed}");
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

    /// What stands for what on a page.
    pub(crate) fn places(&self, page: &str) -> Vec<(&'static str, String)> {
        let copied = COPIED.into_iter().filter(|(known, ..)| *known == page);
        let copied = copied.map(|(_, what, there)| (what, there.to_owned()));
        let server =
            self.server.as_ref().map(|server| (SERVER, format!("{}:{}", server.host(), server.port())));
        let places = PLACES.into_iter().chain([LAB]).map(|place| (place, self.path(place)));
        copied.chain(places).chain(server).collect()
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
        let directory = match self.machine {
            Machine::Checkout => Path::new(env!("CARGO_MANIFEST_DIR")).join(".."),
            Machine::Desk | Machine::Server => self.root.path().join("home"),
        };
        Session::start(&directory, &variables)
    }
}

/// Where the programs of this checkout are built.
fn programs() -> PathBuf {
    Path::new(XTASK).parent().unwrap().to_owned()
}

/// A command with what is here in the place of what is on the page.
pub(crate) fn placed(command: &str, places: &[(&str, String)]) -> String {
    places.iter().fold(command.to_owned(), |command, (from, to)| command.replace(from, to))
}

/// A laboratory is taken down also when a step of its page fails.
impl Drop for Site {
    fn drop(&mut self) {
        let lab = self.path(LAB);
        if Path::new(&lab).exists() {
            let _first_failure_counts = Command::new(XTASK).args(["lab", "down", "--dir", &lab]).status();
        }
    }
}
