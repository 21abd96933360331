//! The commands of the manual that are not run from its pages, each with the reason. An entry that fits no command any more
//! fails a test, and so does a path in a reason that leads nowhere.

/// A command, or several that begin alike.
pub(crate) struct Excuse {
    /// The page.
    pub(crate) page: &'static str,
    /// How its words begin.
    pub(crate) begins: &'static str,
    /// Why it is not run from the page.
    pub(crate) reason: &'static str,
}

const fn excuse(page: &'static str, begins: &'static str, reason: &'static str) -> Excuse {
    Excuse { page, begins, reason }
}

const PIPELINE: &str = "a step of .ci/run by itself";
const LONG: &str =
    "takes longer than a test may; its options are read by a test, and its short form is a step of .ci/run";
const MEASURES: &str = "measures for minutes; its options are read by a test";
const RELEASE: &str = "builds for release, for minutes; its options are read by a test";
const BOOK: &str = "takes mdBook; its pages and links are checked in tests/integration/documents.rs";
const TIER: &str = "takes another terminal and an embedded database; moved by the demonstration, and in tests/integration/import/embedded.rs";
const IMPORT: &str =
    "takes a tier and a fresh attestation for each command; done in tests/integration/import.rs";
const FAST: &str = "takes a tier and a grant of a superuser; done in tests/integration/import/validate.rs";
const TAKEOVER: &str = "takes a database in use; done in tests/integration/takeover.rs";
const BACKFILL: &str = "takes a database of the release before; done in tests/integration/backfill.rs";
const CERTIFY: &str = "takes three deployed logins and people's words; done in tests/integration/certify.rs";
const HANDOFF: &str = "takes two users and a generation; done in tests/integration/handoff.rs";
const OFFLINE: &str = "takes an attestation and what is expected of it; done in tests/integration/attest.rs";
const VAULT: &str = "takes a provider of secrets; done in tests/integration/secrets.rs";
const CONTAINERS: &str = "takes an engine for containers; the files are checked, and their commands run, in tests/integration/deployment.rs";
const KUBERNETES: &str = "takes a cluster of Kubernetes; its YAML and its command line are read by a test";

/// All of them.
pub(crate) const EXCUSED: &[Excuse] = &[
    excuse("README.md", "cargo xtask test", PIPELINE),
    excuse("README.md", "cargo xtask chaos --short", PIPELINE),
    excuse("README.md", "cargo xtask bench", MEASURES),
    excuse("README.md", "cargo xtask book", BOOK),
    excuse("README.md", "cargo xtask lab tier", TIER),
    excuse("README.md", "as importer migrate-tier", TIER),
    excuse("README.md", "cat /tmp/lab/attestations/current", TIER),
    excuse("docs/adopting.md", "mosaic-db-migrator bootstrap snapshot", TAKEOVER),
    excuse("docs/adopting.md", "psql", TAKEOVER),
    excuse("docs/adopting.md", "mosaic-db-migrator bootstrap render", TAKEOVER),
    excuse("docs/attestation.md", "mosaic-db-migrator attest inspect /run/mosaic-attestations", OFFLINE),
    excuse("docs/attestation.md", "mosaic-db-migrator attest check", OFFLINE),
    excuse("docs/backfill.md", "mosaic-db-migrator --run", BACKFILL),
    excuse("docs/backfill.md", "mosaic-db-migrator backfill", BACKFILL),
    excuse("docs/backfill.md", "mosaic-db-migrator --verify", BACKFILL),
    excuse("docs/certificates.md", "mosaic-db-migrator certify", CERTIFY),
    excuse("docs/chaos.md", "cargo xtask chaos --short", PIPELINE),
    excuse("docs/chaos.md", "cargo xtask chaos", LONG),
    excuse("docs/ci.md", "/usr/local/bin/mosaic-db-migrator", KUBERNETES),
    excuse("docs/deploy.md", "mosaic-db-migrator bootstrap render", CONTAINERS),
    excuse("docs/deploy.md", "docker compose", CONTAINERS),
    excuse("docs/handoff.md", "mosaic-db-migrator handoff", HANDOFF),
    excuse("docs/import.md", "mosaic-db-migrator migrate-tier", IMPORT),
    excuse("docs/import.md", "mosaic-db-migrator bootstrap render", FAST),
    excuse("docs/import.md", "psql", FAST),
    excuse("docs/packaging.md", "cargo xtask package sbom", PIPELINE),
    excuse("docs/packaging.md", "cargo xtask package", RELEASE),
    excuse("docs/secrets.md", "install -d", VAULT),
    excuse("docs/secrets.md", "mosaic-db-migrator secrets", VAULT),
    excuse("docs/secrets.md", "docker", CONTAINERS),
    excuse("docs/secrets.md", "cat /srv/mosaic", CONTAINERS),
    excuse("docs/secrets.md", "export MOSAIC_SECRETS", CONTAINERS),
    excuse("docs/soak.md", "cargo xtask soak --short", PIPELINE),
    excuse("docs/soak.md", "cargo xtask soak", LONG),
    excuse("docs/transitions.md", "mosaic-db-migrator", TAKEOVER),
    excuse("docs/transitions.md", "psql", TAKEOVER),
];
