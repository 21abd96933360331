//! `--verify`: proves, read-only, that the database is in the state of the bundle. With the attestation variables set
//! a witness does so, and what it saw is signed ([`attested`]).

mod attested;
mod testimony;

pub use testimony::testify;

use super::super::Context;
use super::super::exit::Failure;
use super::super::output::{Answer, Ending, Reply};
use super::super::resolve::{AttestationConfig, Login, Permits, ProofConfig};
use super::super::runtime;
use crate::environment::Process;
use crate::witness::Claims;
use mosaic_db::assess::Extent;
use mosaic_db::attest::{Decimal, Text};
use mosaic_db::bundle::Bundle;
use mosaic_db::checks::{Failed, granted_for_a_while, require_good};
use mosaic_db::digest::Digest;
use mosaic_db::inspect::{Inspection, Standing, Verification, verify as verify_database};
use mosaic_db::postgres::tls::CaError;
use mosaic_db::postgres::{CaBundle, Endpoint};
use serde_json::json;
use std::num::NonZeroU16;
use std::time::Duration;

pub fn verify(context: &Context<'_>) -> Result<Reply, Failure> {
    if let Some(config) = AttestationConfig::resolve(context.environment)? {
        return Ok(Reply::Answer(attested::verify(config, context)?));
    }
    let config = ProofConfig::resolve(context.environment, Process::Verifier)?;
    let (login, connect_timeout) = (config.login, config.connect_timeout);
    let (bundle, server) = runtime::both(|| config.bundle.load(), || Server::of(login, connect_timeout));
    let (bundle, server) = (bundle?, server?);
    let application_name = context.output.application_name();
    let proof = prove(&server, &bundle, &config.allowances, &application_name)?;
    Ok(Reply::Answer(proof.answer))
}

/// Where to prove, and whom to believe there.
struct Server {
    ca: CaBundle,
    endpoint: Endpoint,
}

impl Server {
    fn of(login: Login, connect_timeout: Duration) -> Result<Self, CaError> {
        let ca = CaBundle::from_pem(&login.ca)?;
        let endpoint = Endpoint::new(login.dsn, &ca, None, connect_timeout)?;
        Ok(Self { ca, endpoint })
    }
}

/// What came of a verification.
struct Proof {
    answer: Answer,
    /// What was seen, if everything was proved.
    claims: Option<Claims>,
}

fn prove(
    server: &Server,
    bundle: &Bundle,
    permits: &Permits,
    application_name: &str,
) -> Result<Proof, Failure> {
    let allowances = permits.in_force();
    // What the answers are compared with takes as long to read as the session to open.
    let read = || drop(bundle.effects());
    let proof = runtime::block_on_beside(read, async {
        Ok(verify_database(&server.endpoint, bundle, allowances, application_name).await)
    })??;
    let inspection = match &proof.standing {
        Standing::Sound(inspection) => Some(&**inspection),
        Standing::Refused(_) | Standing::Unseen => None,
    };
    let assessment = inspection.map(|inspection| &inspection.assessment);
    let schema = inspection.and_then(|inspection| inspection.snapshot.fingerprint().ok());
    let result = json!({
        "bundle": bundle.fingerprint(),
        "database": super::database(&proof.identity, inspection.map(|it| &*it.survey.database_id)),
        "schema": schema,
        "entries": bundle.entries().len(),
        "pending": assessment.map(|it| super::pending(bundle, it)),
        "held": assessment.and_then(|it| it.hold()).map(|hold| super::held(bundle, hold)),
        "allowed": inspection.map(|it| super::allowed(&it.shape.allowed)),
        "checks": proof.checks,
        "attestation": null,
    });
    let (sentence, mut notes) = inspection.map(|it| described(bundle, it)).unwrap_or_default();
    notes.extend(granted_for_a_while(&proof.checks));
    let text = super::shown(&proof.checks, |check| check.verdict.fails());
    let seen = inspection.zip(schema).and_then(|(it, schema)| claims(server, bundle, &proof, it, schema));
    let ended = conclude(proof.standing, require_good(&proof.checks));
    Ok(match ended {
        Ok(()) => {
            let text = format!("{sentence}\n");
            Proof { answer: Answer { ending: Ending::Reached(sentence), text, result, notes }, claims: seen }
        }
        Err(failure) => {
            let ending = Ending::NotReached(failure);
            Proof { answer: Answer { ending, text, result, notes }, claims: None }
        }
    })
}

fn claims(
    Server { ca, endpoint }: &Server,
    bundle: &Bundle,
    proof: &Verification,
    inspection: &Inspection,
    schema: Digest,
) -> Option<Claims> {
    let (dsn, identity) = (endpoint.dsn(), &proof.identity);
    Some(Claims {
        login: identity.login.clone(),
        host: dsn.host().to_owned(),
        port: NonZeroU16::new(dsn.port())?,
        database: identity.database.clone(),
        ca_sha256: ca.digests().iter().copied().collect(),
        manifest_sha256: bundle.fingerprint(),
        leaf_spki_sha256: proof.leaf.spki,
        system_identifier: Decimal::new(&*identity.system_identifier).ok()?,
        timeline: Decimal::new(&*identity.timeline).ok()?,
        database_oid: Decimal::new(&*identity.database_oid).ok()?,
        database_id: Text::new(&*inspection.survey.database_id).ok()?,
        schema_sha256: schema,
    })
}

/// What a sound database amounts to, and what is worth knowing beside it.
fn described(bundle: &Bundle, inspection: &Inspection) -> (String, Vec<String>) {
    let entries = bundle.entries().len();
    let mut notes = inspection.assessment.notes();
    notes.extend(inspection.shape.notes());
    let proved = match inspection.shape.extent {
        Extent::Compared => "roles, catalog, owners and privileges are",
        Extent::NotMeasured | Extent::Open => "roles, owners and privileges are",
    };
    let sentence = match inspection.assessment.hold() {
        None => format!("verified: all {entries} entries are applied, and {proved} as they must be"),
        Some(hold) => {
            let waiting = inspection.assessment.plan().steps().len();
            let applied = entries - waiting;
            format!(
                "verified: {applied} of {entries} entries are applied, and {proved} as they must be; \
                 {waiting} waiting: {hold}"
            )
        }
    };
    (sentence, notes)
}

/// What is known most closely comes first: why the state was refused, then what else failed, then what is pending.
fn conclude(standing: Standing, good: Result<(), Failed>) -> Result<(), Failure> {
    match standing {
        Standing::Refused(error) => Err(error.into()),
        Standing::Unseen => Ok(good?),
        Standing::Sound(inspection) => {
            good?;
            Ok(inspection.require_settled()?)
        }
    }
}
