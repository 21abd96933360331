//! A store of secrets, what its operator holds, and what is rendered from it.

use crate::support::{Ended, Migrator};
use mosaic_lab::certificates::Authority;
use mosaic_lab::openbao::OpenBao;
use mosaic_lab::password;
use serde_json::json;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The logins, by the name of their record and of their role.
pub const LOGINS: [(&str, &str); 3] =
    [("migrator", "mosaic_migrator"), ("runtime", "mosaic_runtime"), ("importer", "mosaic_data_importer")];

pub struct Provider {
    bao: OpenBao,
    pub place: TempDir,
}

/// What belongs to one database.
pub struct Credentials {
    pub authority: Authority,
    /// The directory of the passwords, by record.
    pub passwords: PathBuf,
}

impl Provider {
    pub fn start() -> Self {
        let place = tempfile::tempdir_in("/dev/shm").expect("a directory");
        fs::set_permissions(place.path(), Permissions::from_mode(0o711)).expect("a mode");
        let bao = OpenBao::start().expect("a store");
        bao.policy_to_read("render", "mosaic-stack/database").expect("a policy");
        let provider = Self { bao, place };
        file(&provider.within("token"), &provider.bao.token("render").expect("a token"));
        let keys = provider.within("keys").display().to_string();
        Migrator::new(&["attest", "keygen", "--purpose", "migrate-target", "--out", &keys])
            .run()
            .assert_reached();
        provider
    }

    pub fn within(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    /// Stores what belongs to a database on this host, made now.
    pub fn store(&self, host: &str, port: u16) -> Credentials {
        let passwords = directory(&self.within(&format!("passwords-{host}")), 0o700);
        let put =
            |kind: &str, data| self.bao.put(&format!("mosaic-stack/database/{kind}"), &data).expect("stored");
        for (kind, login) in LOGINS {
            let password = password::generated();
            file(&passwords.join(kind), &password);
            let url = format!("postgresql://{login}:{password}@{host}:{port}/mosaic?sslmode=verify-full");
            put(kind, json!({ "url": url }));
        }
        let authority = Authority::new().expect("an authority");
        let server = authority.server_for(&[host]).expect("a certificate");
        put("tls-ca", json!({ "certificate": authority.pem() }));
        put("tls-server", json!({ "certificate": server.certificate, "key": server.key }));
        Credentials { authority, passwords }
    }

    /// Renders what is stored now.
    pub fn render(&self, orchestrator: &str, out: &Path) -> Ended {
        directory(out, 0o711);
        let [out, ca, token, trust] = [
            out.to_owned(),
            self.bao.ca_pem_path(),
            self.within("token"),
            self.within("keys/trust-store.v1.json"),
        ]
        .map(|path| path.display().to_string());
        let arguments = [
            ["secrets", "render"],
            ["--env", "test"],
            ["--for", orchestrator],
            ["--out", &out],
            ["--vault-address", &self.bao.address()],
            ["--vault-ca-file", &ca],
            ["--vault-token-file", &token],
            ["--trust-store-file", &trust],
        ];
        let ended = Migrator::new(arguments.as_flattened()).env("MOSAIC_OUTPUT", "json").run();
        ended.assert_reached();
        ended
    }
}

/// A directory with this mode.
pub fn directory(path: &Path, mode: u32) -> PathBuf {
    fs::create_dir_all(path).expect("a directory");
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("a mode");
    path.to_owned()
}

/// A file of mode 0400.
pub fn file(path: &Path, text: &str) {
    fs::write(path, text).expect("a file");
    fs::set_permissions(path, Permissions::from_mode(0o400)).expect("a mode");
}
