//! The root of a container that signs attestations has next to no capabilities: it must get at the migrator's files all
//! the same.

use super::site::Site;
use crate::support::Migrator;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;

#[test]
fn root_with_three_capabilities_reads_what_was_rendered_for_the_migrator() {
    let site = Site::new();
    site.render().run().assert_reached();
    let attestations = site.within("attestations");
    fs::create_dir(&attestations).expect("a directory");
    fs::set_permissions(&attestations, fs::Permissions::from_mode(0o700)).expect("a mode");
    let verify = |capabilities: &str| {
        let keep = format!("--bounding-set=-all,{capabilities}");
        Migrator::new(&["--verify"])
            .env("DATABASE_MIGRATION_URL_FILE", site.path("migrator/database-migration-url"))
            .env("DATABASE_TLS_CA_CERT_PATH", site.path("migrator/ca.pem"))
            .env("MOSAIC_TARGET_URL_FILE", site.path("migrator/mosaic-migrate-target-url"))
            .env("MOSAIC_TARGET_CREDENTIAL_VERSION_FILE", site.path("migrator/mosaic-migrate-target-version"))
            .env("MOSAIC_TRUST_STORE_FILE", site.path("migrator/trust-store.v1.json"))
            .env("MOSAIC_ATTESTATION_SIGNING_KEY_FILE", site.within("keys/signing-key"))
            .env("MOSAIC_ATTESTATION_DIR", &attestations)
            .env("MOSAIC_CONNECT_TIMEOUT_MS", "1000")
            .through("setpriv", &["--inh-caps=-all", &keep])
            .run()
    };
    // It goes on to a server, which there is not.
    assert_eq!(
        verify("+setuid,+setgid,+chown").status(),
        69,
        "{}",
        verify("+setuid,+setgid,+chown").stderr()
    );
    verify("+setuid,+chown").assert_failed(78, "FILE_UNREADABLE");
}
