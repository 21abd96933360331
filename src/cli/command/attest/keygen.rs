//! `attest keygen`: a key pair and its entry in a trust store.

use super::super::super::args::attest::Keygen;
use super::super::super::exit::Failure;
use super::super::super::output::{Answer, Ending};
use super::{AttestCommandError, StoreFile, now};
use crate::safe_fs;
use crate::sign::{SigningKey, new_seed};
use mosaic_db::attest::{Grade, State, TrustStore, TrustedKey, Window, verify_signature};
use serde_json::json;

const KEY: &str = "signing-key";
const PUBLIC_KEY: &str = "public-key";
const TRUST_STORE: &str = "trust-store.v1.json";
/// How long a key may sign when nothing is said.
const YEAR: u64 = 365 * 86_400;

pub fn keygen(args: &Keygen) -> Result<Answer, Failure> {
    let not_before = match args.not_before {
        Some(instant) => instant,
        None => now()?,
    };
    let not_after = args.not_after.unwrap_or(not_before.plus(YEAR));
    let window = Window::new(not_before, not_after).ok_or(AttestCommandError::Window)?;
    // What can be refused is, before anything is made.
    let existing = args.trust_store.as_deref().map(StoreFile::read).transpose()?;
    let seed = new_seed()?;
    let public_key = *SigningKey::of(&seed)?.public_key();
    let key = TrustedKey {
        public_key,
        purpose: args.purpose.into(),
        window,
        state: State::Active,
        grade: if args.development { Grade::Development } else { Grade::Production },
    };
    safe_fs::create_directory(&args.out)?;
    let path = args.out.join(KEY);
    safe_fs::publish(&path, &*seed)?;
    prove(&SigningKey::read(&path)?, key)?;
    safe_fs::replace(&args.out, PUBLIC_KEY, public_key.to_string().as_bytes())?;
    // The key is durable before anybody is told to trust it.
    let (store_path, store) = match (&args.trust_store, existing) {
        (Some(path), Some(file)) => (path.clone(), file.replace(|store| store.with_key(key))?),
        _ => {
            let store = TrustStore::of(key);
            safe_fs::replace(&args.out, TRUST_STORE, &store.encode()?)?;
            (args.out.join(TRUST_STORE), store)
        }
    };
    let id = public_key.id().to_string();
    Ok(Answer {
        ending: Ending::Reached(format!("{} holds a new key", path.display())),
        text: format!(
            "key          {id}\npurpose      {}\nvalid from   {not_before}\nvalid until  {not_after}\n\
             key file     {}\ntrust store  {} (serial {})\n",
            key.purpose.name(),
            path.display(),
            store_path.display(),
            store.serial(),
        ),
        result: json!({
            "key_id": id,
            "public_key": public_key.to_string(),
            "purpose": key.purpose,
            "grade": key.grade,
            "not_before": not_before,
            "not_after": not_after,
            "key_file": path,
            "trust_store": store_path,
            "serial": store.serial(),
        }),
        notes: Vec::new(),
    })
}

/// The key as it will be read is one whose signatures hold under the entry that is about to be believed.
fn prove(read: &SigningKey, key: TrustedKey) -> Result<(), Failure> {
    const PROBE: &str = "application/vnd.mosaic.key-probe";
    let signature = read.sign(PROBE, b"");
    let trust = TrustStore::of(key);
    verify_signature(b"", &signature, PROBE, key.purpose, &trust, key.window.not_before())?;
    Ok(())
}
