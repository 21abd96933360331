//! `attest revoke`: takes a key or versions of the secret out of use.

use super::super::super::args::attest::Revoke;
use super::super::super::exit::Failure;
use super::super::super::output::{Answer, Ending};
use super::StoreFile;
use mosaic_db::attest::TrustStore;
use serde_json::json;

pub fn revoke(args: &Revoke) -> Result<Answer, Failure> {
    let versions = args.secret_version.iter().copied();
    let store = StoreFile::read(&args.trust_store)?.replace(|store: TrustStore| {
        let store = match args.key {
            Some(key) => store.without_key(key)?,
            None => store,
        };
        if args.secret_version.is_empty() { Ok(store) } else { store.without_versions(versions) }
    })?;
    let path = args.trust_store.display();
    Ok(Answer {
        ending: Ending::Reached(format!("{path} has serial {}", store.serial())),
        text: format!("{path} has serial {}; it counts where it is distributed to\n", store.serial()),
        result: json!({
            "trust_store": args.trust_store,
            "serial": store.serial(),
            "key_id": args.key,
            "revoked_secret_versions": store.revoked_secret_versions(),
        }),
        notes: Vec::new(),
    })
}
