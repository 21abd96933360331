//! The cut-over to TLS: drained first, closed then, proved last. From the moment the rules are closed there is no way back
//! but over TLS.

use super::document::{Document, Source};
use super::plan::{Plan, Sorted, Standing, Step, Terms};

/// The checks that show that the server can do TLS.
const OFFERED: [&str; 8] = [
    "handshake.verified",
    "leaf.signer",
    "leaf.names",
    "leaf.validity",
    "leaf.binding",
    "server.ssl",
    "server.protocol",
    "server.files",
];
/// That it lets nobody in without.
const CLOSED: [&str; 5] =
    ["rules.plaintext", "rules.errors", "rules.loaded", "plaintext.session", "plaintext.replication"];
/// That nobody is in without.
const DRAINED: [&str; 1] = ["sessions.plaintext"];

const CHECK: &str = "mosaic-db-migrator tls check --url-file FILE --output json";

/// The steps, and where each stands by the newest answer of `tls check`.
pub fn cut_over(documents: &[Document], terms: Terms<'_>, directory: &str) -> Plan {
    let sorted = Sorted::new(documents, terms);
    let newest = sorted.newest(Source::TlsCheck);
    let prove = |ids: &[&[&str]]| {
        let Some(document) = newest else { return Standing::open("there is no document of tls check") };
        let failing = document.posture().map(|posture| posture.failing(&ids.concat())).unwrap_or_default();
        if failing.is_empty() {
            Standing::done(document)
        } else {
            Standing::open(format!("{}: {}", document.name, failing.join(", ")))
        }
    };
    let whole = match sorted.reached(Source::TlsCheck) {
        Ok(document) => Standing::done(document),
        Err(reason) => Standing::open(reason),
    };
    let check = format!("{CHECK} > {directory}/tls-check.json");
    let steps = vec![
        Step {
            id: "offer",
            title: "The server offers TLS, with a certificate that clients accept",
            command: format!("psql: ALTER SYSTEM SET ssl = on; SELECT pg_reload_conf(); then {check}"),
            proof: "good in tls check: handshake.verified, leaf.*, server.*",
            back: "ALTER SYSTEM SET ssl = off; nobody depends on it yet",
            standing: prove(&[&OFFERED]),
        },
        Step {
            id: "drain",
            title: "Every client uses verify-full, and the others are stopped",
            command: format!("restart each client with sslmode=verify-full; then {check}"),
            proof: "good in tls check: sessions.plaintext",
            back: "restart a client as it was before",
            standing: prove(&[&OFFERED, &DRAINED]),
        },
        Step {
            id: "close",
            title: "The access rules let nobody in without TLS",
            command: format!(
                "pg_hba.conf: replace every host line by hostssl, replication too; psql: SELECT pg_reload_conf(); then {check}"
            ),
            proof: "good in tls check: rules.*, plaintext.*",
            back: "none to plaintext: mend the client, or start the release before over TLS",
            standing: prove(&[&OFFERED, &CLOSED]),
        },
        Step {
            id: "end",
            title: "Sessions from before are ended",
            command: format!(
                "psql: SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a JOIN pg_stat_ssl s USING (pid) \
                 WHERE a.client_addr IS NOT NULL AND NOT s.ssl; then {check}"
            ),
            proof: "good in one tls check: rules.*, plaintext.* and sessions.plaintext",
            back: "none needed: clients connect again, over TLS",
            standing: prove(&[&OFFERED, &CLOSED, &DRAINED]),
        },
        Step {
            id: "prove",
            title: "The whole posture is proved",
            command: check,
            proof: "an answer of tls check that ends with 0",
            back: "every way back from here on is over TLS",
            standing: whole,
        },
    ];
    sorted.plan(steps)
}
