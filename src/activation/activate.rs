//! The way to a runtime that serves: what has to be proved, in which order, and what undoes what.

use super::document::{Document, More, Source};
use super::plan::{Plan, Sorted, Standing, Step, Terms};
use mosaic_db::postgres::identity::role;

/// The way back, last step first.
pub const ROLLBACK: [&str; 6] = [
    "runtime: stop the gateways, wait until tls check sees no session of mosaic_runtime, and start the release before, over TLS",
    "certify: put the certificate aside; it is of a state that is about to end",
    "verify: mosaic-db-migrator attest revoke, so that nothing is imported under the attestation",
    "run: migrations do not run backwards; go forward with a new entry, or restore the backup taken before the run",
    "tls: stays; every way back is over TLS",
    "bootstrap: stays; roles and grants harm no earlier release that connects with a login of its own",
];

/// The steps, and where each stands. `directory` is where the documents are, for the commands.
pub fn activate(documents: &[Document], terms: Terms<'_>, directory: &str) -> Plan {
    let mut sorted = Sorted::new(documents, terms);
    let disagreement = disagreement(&sorted);
    sorted.contradictions.extend(disagreement);
    let reached = |source| sorted.reached(source);
    let run = reached(Source::Run);
    // What a run changes was not there when an earlier proof was made.
    let after_run = |source| {
        let proof = reached(source)?;
        match sorted.newest(Source::Run) {
            Some(run) if run.at > proof.at => {
                Err(format!("{} is stale: the run of {} came later", proof.name, run.name))
            }
            Some(_) | None => Ok(proof),
        }
    };
    let attested = after_run(Source::Verify).and_then(|verified| match verified.more {
        More::Attested(true) => Ok(verified),
        More::Attested(false) | More::Nothing | More::Tls(_) => {
            Err(format!("{} is not attested: set the MOSAIC_ATTESTATION_ variables", verified.name))
        }
    });
    let certified = after_run(Source::Certificate);
    let serving = serving(&sorted, &certified);
    let steps = [
        Row {
            id: "bootstrap",
            title: "The database is prepared",
            command: "mosaic-db-migrator bootstrap check --admin-url-file FILE --output json",
            file: "bootstrap-check.json",
            proof: "an answer of bootstrap check that ends with 0",
            back: "leave it: it changes nothing for a release that has a login of its own",
            found: reached(Source::BootstrapCheck),
        },
        Row {
            id: "tls",
            title: "Nobody is in, or gets in, without TLS",
            command: "mosaic-db-migrator tls check --url-file FILE --output json",
            file: "tls-check.json",
            proof: "an answer of tls check that ends with 0",
            back: "none: every way back is over TLS",
            found: reached(Source::TlsCheck),
        },
        Row {
            id: "run",
            title: "The migrations are applied",
            command: "MOSAIC_OUTPUT=json mosaic-db-migrator --run",
            file: "run.json",
            proof: "an answer of --run that ends with 0, or its receipt",
            back: "go forward with a new entry, or restore the backup taken before the run",
            found: run,
        },
        Row {
            id: "verify",
            title: "The state is proved and attested",
            command: "MOSAIC_OUTPUT=json mosaic-db-migrator --verify",
            file: "verify.json",
            proof: "an attested answer of --verify that ends with 0 and is not older than the last run",
            back: "mosaic-db-migrator attest revoke",
            found: attested,
        },
        Row {
            id: "readiness",
            title: "A gateway may serve",
            command: "mosaic-db-migrator readiness --output json",
            file: "readiness.json",
            proof: "an answer of readiness that ends with 0 and is not older than the last run",
            back: "none needed: it changes nothing",
            found: after_run(Source::Readiness),
        },
        Row {
            id: "certify",
            title: "What the logins are denied is certified",
            command: "mosaic-db-migrator certify assemble foundation --parts DIR... --trust-store FILE --out",
            file: "certificate.json",
            proof: "a certificate that rests on nothing older than the last run",
            back: "put the certificate aside",
            found: certified,
        },
        Row {
            id: "runtime",
            title: "The gateways serve as the runtime",
            command: "mosaic-db-migrator tls check --url-file FILE --output json",
            file: "tls-check-serving.json",
            proof: "with the gateways started as mosaic_runtime: an answer of tls check that ends with 0, is not older than the \
                    certificate, and sees sessions of mosaic_runtime over TLS",
            back: "stop the gateways and start the release before, over TLS",
            found: serving,
        },
    ];
    let steps = steps.into_iter().map(|row| row.step(directory)).collect();
    sorted.plan(steps)
}

/// A step as it is written down.
struct Row<'a> {
    id: &'static str,
    title: &'static str,
    command: &'static str,
    /// Where its answer is kept.
    file: &'static str,
    proof: &'static str,
    back: &'static str,
    found: Result<&'a Document, String>,
}

impl Row<'_> {
    fn step(self, directory: &str) -> Step {
        let Self { id, title, command, file, proof, back, found } = self;
        // The certificate is written by its command.
        let into = if command.ends_with("--out") { "" } else { "> " };
        let standing = match found {
            Ok(document) => Standing::done(document),
            Err(reason) => Standing::open(reason),
        };
        Step { id, title, command: format!("{command} {into}{directory}/{file}"), proof, back, standing }
    }
}

/// The sessions that prove the switch were seen after everything that allows it.
fn serving<'a>(sorted: &Sorted<'a>, certified: &Result<&Document, String>) -> Result<&'a Document, String> {
    let Ok(certificate) = certified else { return Err("certify is open".to_owned()) };
    let seen = sorted.reached(Source::TlsCheck)?;
    if seen.at < certificate.at {
        return Err(format!("{} is older than {}", seen.name, certificate.name));
    }
    let sessions = seen.posture().and_then(|posture| posture.over_tls.get(role::RUNTIME));
    match sessions {
        Some(1..) => Ok(seen),
        Some(0) | None => Err(format!("{} sees no session of {}", seen.name, role::RUNTIME)),
    }
}

/// Proofs made after the same run, of another bundle or another schema.
fn disagreement(sorted: &Sorted<'_>) -> Vec<String> {
    let after = sorted.newest(Source::Run).map_or(0, |run| run.at);
    let sources = [Source::Run, Source::Verify, Source::Readiness, Source::Certificate];
    let newest = sources.into_iter().filter_map(|source| sorted.reached(source).ok());
    let proofs: Vec<&Document> = newest.filter(|proof| proof.at >= after).collect();
    let differing = |what: &str, of: fn(&Document) -> Option<&String>| {
        let mut stated = proofs.iter().filter_map(|proof| Some((&proof.name, of(proof)?)));
        let (first, stated_first) = stated.next()?;
        let (other, _) = stated.find(|(_, stated)| *stated != stated_first)?;
        Some(format!("{first} and {other} are of another {what}"))
    };
    let bundle = differing("bundle", |proof| proof.bundle.as_ref());
    let schema = differing("schema", |proof| proof.schema.as_ref());
    bundle.into_iter().chain(schema).collect()
}
