//! A store of secrets with everything that an environment needs, and a directory to render into.

use crate::support::{Ended, Migrator};
use mosaic_lab::certificates::Authority;
use mosaic_lab::openbao::OpenBao;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::io::Write as _;
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// What no output may hold: every secret has it.
pub const CANARY: &str = "c%40n%3Ary%20%2Fcanary%22canary";

pub struct Site {
    bao: OpenBao,
    place: TempDir,
    /// Tokens and keys, which no output may hold either.
    secrets: RefCell<Vec<String>>,
}

/// Mode, owner, time of change, bytes.
pub type Facts = (u32, u32, (i64, i64), Vec<u8>);

/// The facts of every path.
pub type Everything = BTreeMap<PathBuf, Facts>;

/// Where the provider has a record.
pub fn path(kind: &str) -> String {
    format!("mosaic-stack/database/{kind}")
}

impl Site {
    /// With version 1 of everything, and nothing rendered.
    pub fn new() -> Self {
        let place = tempfile::tempdir_in("/dev/shm").expect("a directory");
        fs::set_permissions(place.path(), Permissions::from_mode(0o711)).expect("a mode");
        let bao = OpenBao::start().expect("a store");
        let site = Self { bao, place, secrets: RefCell::default() };
        fs::create_dir(site.out()).expect("a directory");
        fs::set_permissions(site.out(), Permissions::from_mode(0o711)).expect("a mode");
        for kind in ["importer", "migrator", "runtime"] {
            site.rotate(kind, 1);
        }
        let authority = Authority::new().expect("an authority");
        let server = authority.server().expect("a certificate");
        site.put("tls-ca", &json!({ "certificate": authority.pem() }));
        site.put("tls-server", &json!({ "certificate": server.certificate, "key": server.key }));
        site.secrets.borrow_mut().push(server.key);
        site.bao.policy_to_read("render", "mosaic-stack/database").expect("a policy");
        let token = site.bao.token("render").expect("a token");
        site.secret_file("token", &token);
        let role = site.bao.approle("render", "render").expect("a role");
        site.secret_file("role-id", &role.role_id);
        site.secret_file("secret-id", &role.secret_id);
        let keys = site.within("keys");
        let out = keys.to_str().expect("a path");
        Migrator::new(&["attest", "keygen", "--purpose", "migrate-target", "--out", out])
            .run()
            .assert_reached();
        site
    }

    pub const fn bao(&self) -> &OpenBao {
        &self.bao
    }

    /// The URL of a record in a version.
    pub fn url(&self, kind: &str, version: u32) -> String {
        let role =
            if kind == "importer" { "mosaic_data_importer".to_owned() } else { format!("mosaic_{kind}") };
        format!("postgresql://{role}:{CANARY}{version}@localhost:1/mosaic?sslmode=verify-full")
    }

    /// Stores a new version of a record, and gives its number.
    pub fn put(&self, kind: &str, data: &Value) -> u64 {
        self.bao.put(&path(kind), data).expect("stored")
    }

    /// Stores the URL of this version.
    pub fn rotate(&self, kind: &str, version: u32) {
        assert_eq!(self.put(kind, &json!({ "url": self.url(kind, version) })), u64::from(version));
    }

    /// The directory of the generations.
    pub fn out(&self) -> PathBuf {
        self.within("out")
    }

    pub fn within(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    /// Has consumers given another trust store.
    pub fn trust(&self, store: &[u8]) {
        let path = self.within("keys/trust-store.v1.json");
        fs::remove_file(&path).expect("a file");
        let new = fs::OpenOptions::new().write(true).create_new(true).open(path);
        new.expect("a new file").write_all(store).expect("written");
    }

    /// Renders for Compose, with a token.
    pub fn render(&self) -> Migrator {
        self.render_with(&[])
    }

    pub fn render_with(&self, options: &[&str]) -> Migrator {
        let token = self.within("token");
        let login = ["--vault-token-file", token.to_str().expect("a path")];
        self.rendering("compose", &[&login, options].concat())
    }

    pub fn render_for(&self, orchestrator: &str) -> Migrator {
        let token = self.within("token");
        self.rendering(orchestrator, &["--vault-token-file", token.to_str().expect("a path")])
    }

    /// Renders for Compose, with an AppRole.
    pub fn render_as_role(&self) -> Migrator {
        let [role, secret] = ["role-id", "secret-id"].map(|name| self.within(name).display().to_string());
        self.rendering("compose", &["--vault-role-id-file", &role, "--vault-secret-id-file", &secret])
    }

    /// The same with another AppRole.
    pub fn render_as(&self, role_id: &str, secret_id: &str) -> Migrator {
        let [role, secret] = [role_id, secret_id].map(|text| self.another_secret_file(text));
        self.rendering("compose", &["--vault-role-id-file", &role, "--vault-secret-id-file", &secret])
    }

    /// Renders for Compose, with another token.
    pub fn render_holding(&self, token: &str) -> Migrator {
        self.rendering("compose", &["--vault-token-file", &self.another_secret_file(token)])
    }

    /// Renders for Compose from another server, which this authority vouches for.
    pub fn render_from(&self, address: &str, authority: &Authority) -> Migrator {
        let (ca, token) = (self.public_file("other-ca.pem", authority.pem()), self.within("token"));
        let login = ["--vault-token-file", token.to_str().expect("a path")];
        self.rendering_from((address, &ca), "compose", &login)
    }

    fn rendering(&self, orchestrator: &str, options: &[&str]) -> Migrator {
        self.rendering_from((&self.bao.address(), &self.bao.ca_pem_path()), orchestrator, options)
    }

    fn rendering_from(&self, (address, ca): (&str, &Path), orchestrator: &str, options: &[&str]) -> Migrator {
        let (out, ca) = (self.out().display().to_string(), ca.display().to_string());
        let trust = self.within("keys/trust-store.v1.json").display().to_string();
        let arguments = [
            ["secrets", "render"],
            ["--env", "test"],
            ["--for", orchestrator],
            ["--out", &out],
            ["--vault-address", address],
            ["--vault-ca-file", &ca],
            ["--trust-store-file", &trust],
        ];
        Migrator::new(&[arguments.as_flattened(), options].concat()).env("MOSAIC_OUTPUT", "json")
    }

    pub fn status(&self, options: &[&str]) -> Migrator {
        let out = self.out().display().to_string();
        Migrator::new(&[&["secrets", "status", "--out", &out], options].concat()).env("MOSAIC_OUTPUT", "json")
    }

    /// The current generation.
    pub fn current(&self) -> PathBuf {
        self.out().join(fs::read_to_string(self.out().join("current")).expect("a pointer"))
    }

    pub fn path(&self, file: &str) -> PathBuf {
        self.current().join(file)
    }

    pub fn file(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    }

    /// A copy of what a consumer was given, as it would come out of a container.
    pub fn held(&self, consumer: &str) -> PathBuf {
        let copy = self.within(&format!("held-{consumer}"));
        fs::copy(self.path(&format!("{consumer}/generation.v1.json")), &copy).expect("a copy");
        copy
    }

    /// The names in the directory of the generations.
    pub fn generations(&self) -> Vec<String> {
        let entries = fs::read_dir(self.out()).expect("a directory");
        let mut names: Vec<_> = entries
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
            .collect();
        names.sort_unstable();
        names
    }

    /// Every file and directory of the generations, with whatever tells of a change.
    pub fn everything(&self) -> Everything {
        everything(&self.out())
    }

    /// That an answer shows nothing that it must not, in whatever spelling.
    pub fn require_no_secret(&self, ended: &Ended) {
        let all = format!("{}{}", ended.stdout(), ended.stderr());
        for secret in ["canary", "c%40n", "c@n:ry"] {
            assert!(!all.contains(secret), "{all}");
        }
        for secret in self.secrets.borrow().iter() {
            assert!(!all.contains(secret.trim()), "{all}");
        }
    }

    /// A file that everybody may read, written now.
    pub fn public_file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.within(name);
        let file = fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o444).open(&path);
        file.expect("a file").write_all(text.as_bytes()).expect("written");
        path
    }

    fn another_secret_file(&self, text: &str) -> String {
        let name = format!("secret-{}", self.secrets.borrow().len());
        self.secret_file(&name, text);
        self.within(&name).display().to_string()
    }

    fn secret_file(&self, name: &str, text: &str) {
        let new = fs::OpenOptions::new().write(true).create_new(true).mode(0o400).open(self.within(name));
        new.expect("a new file").write_all(text.as_bytes()).expect("written");
        self.secrets.borrow_mut().push(text.to_owned());
    }
}

fn everything(directory: &Path) -> Everything {
    let mut found = BTreeMap::new();
    let mut left = vec![directory.to_owned()];
    while let Some(path) = left.pop() {
        let facts = fs::symlink_metadata(&path).expect("something");
        let bytes = if facts.is_file() { fs::read(&path).expect("bytes") } else { Vec::new() };
        if facts.is_dir() {
            let entries = fs::read_dir(&path).expect("entries");
            left.extend(entries.map(|entry| entry.expect("an entry").path()));
        }
        found.insert(path, (facts.mode(), facts.uid(), (facts.mtime(), facts.mtime_nsec()), bytes));
    }
    found
}
