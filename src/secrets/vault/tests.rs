//! What a real server says, and what one says that lies.

mod impostor;
mod pretender;
mod store;

use super::*;
use mosaic_lab::certificates::Authority;
use serde_json::json;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use tempfile::TempDir;

fn environment() -> Environment {
    Environment::parse("test").unwrap()
}

fn version(number: u64) -> SecretVersion {
    SecretVersion::new(u32::try_from(number).unwrap()).unwrap()
}

fn token(text: &str) -> Login {
    Login::Token(Secret::new(text.to_owned()))
}

/// One record, as the command reads it.
fn read_within(
    limits: Limits,
    (address, ca): (&str, &str),
    login: Login,
    kind: Kind,
    wanted: Wanted,
) -> Result<Record, Error> {
    let address = Address::parse(address).unwrap();
    let ca = CaBundle::from_pem(ca.as_bytes()).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        Client::open_within(limits, &address, &ca, login, &environment()).await?.read(kind, wanted).await
    })
}

/// The code of a refusal, which shows nothing that is marked as secret.
fn code(read: Result<Record, Error>) -> &'static str {
    match read {
        Ok(record) => {
            assert_silent(&record, &["canary"]);
            "read"
        }
        Err(error) => {
            assert_silent(&error, &["canary", "localhost"]);
            let causes =
                std::iter::successors(Some(&error as &dyn std::error::Error), |error| error.source());
            let told: String = causes.map(ToString::to_string).collect();
            assert!(!told.contains("canary") && !told.contains("localhost"), "{told}");
            error.code().entry().code
        }
    }
}

/// That no form in which something may be printed holds one of these.
fn assert_silent(shown: &(impl fmt::Debug + ?Sized), secrets: &[&str]) {
    let text = format!("{shown:?} {shown:#?}");
    for secret in secrets {
        assert!(!text.contains(secret), "a secret shows");
    }
}

/// A file of mode 0400.
fn file(directory: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = directory.path().join(name);
    std::fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&path)
        .and_then(|mut file| std::io::Write::write_all(&mut file, text.as_bytes()))
        .unwrap();
    std::fs::set_permissions(&path, Permissions::from_mode(0o400)).unwrap();
    path
}
