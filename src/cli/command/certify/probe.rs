//! `certify probe`: attempts what a deployed login must be denied, and puts down what came of it.

use super::super::super::Context;
use super::super::super::args::certify as args;
use super::super::super::clock;
use super::super::super::exit::Failure;
use super::super::super::output::{Answer, Ending};
use super::super::super::resolve::ProofConfig;
use super::super::super::runtime;
use super::{PROGRAM, published};
use crate::certify::{self, CertifyError, Circumstances, Request};
use crate::environment::Process;
use mosaic_db::attest::{Purpose, canonical};
use mosaic_db::certificate::{Evidence, Login, Observation, Outcome, Relation};
use mosaic_db::digest::Digest;
use mosaic_db::postgres::CaBundle;
use serde_json::json;
use std::fmt::Write as _;

pub fn probe(args: &args::Probe, context: &Context<'_>) -> Result<Answer, Failure> {
    let (login, process) = match args.login {
        args::Login::Importer => (Login::Importer, Process::Importer),
        args::Login::Migrator => (Login::Migrator, Process::Runner),
        args::Login::Runtime => (Login::Runtime, Process::Runtime),
    };
    let config = ProofConfig::resolve(context.environment, process)?;
    let bundle = config.bundle.load()?;
    let authorities = CaBundle::from_pem(&config.login.ca)?.digests().to_vec();
    let endpoint = config.login.endpoint(config.connect_timeout)?;
    let application_name = context.output.application_name();
    let request = Request {
        endpoint: &endpoint,
        bundle: &bundle,
        allowances: config.allowances.in_force(),
        login,
        application_name: &application_name,
    };
    let probed = runtime::block_on(async { Ok(certify::probe(&request).await) })??;
    let database = super::super::database(&probed.identity, Some(&probed.database_id));
    let circumstances = Circumstances {
        by: args.by.clone(),
        program: PROGRAM,
        invocation: context.output.invocation().to_string(),
        issued: clock::instant().map_err(CertifyError::Clock)?,
        bundle: bundle.digest()?,
        authorities,
    };
    let evidence = probed.into_evidence(login, circumstances);
    let bytes = canonical::to_bytes(&evidence).map_err(CertifyError::Unwritable)?;
    let mut text = text(&evidence);
    let part = match (&args.signing_key_file, &args.out) {
        (Some(key), Some(out)) => Some(certify::publish(&evidence, Purpose::Certify, key, out)?),
        (Some(_), None) | (None, _) => None,
    };
    if let Some(part) = &part {
        let _infallible = writeln!(text, "signed part: {}", part.directory.display());
    }
    let result = json!({
        "database": database,
        "evidence": evidence,
        "sha256": Digest::of(&bytes),
        "published": part.as_ref().map(published),
    });
    let ending = match evidence.require_sufficient() {
        Ok(()) => Ending::Reached(sentence(&evidence)),
        Err(insufficient) => Ending::NotReached(insufficient.into()),
    };
    if let Ending::Reached(sentence) = &ending {
        let _infallible = writeln!(text, "{sentence}");
    }
    Ok(Answer { ending, text, result, notes: notes(&evidence) })
}

fn sentence(evidence: &Evidence) -> String {
    let role = evidence.login.role();
    let made = evidence.observations.iter().filter(|made| made.outcome == Outcome::Denied).count();
    let verified = if evidence.verified.is_some() { "; the database is verified" } else { "" };
    format!("{role} was denied all {made} attempts, and each was rolled back{verified}")
}

/// One line for each probe that was denied, and one for each attempt that was not.
fn text(evidence: &Evidence) -> String {
    let mut text = String::new();
    let mut rest = &evidence.observations[..];
    while let Some(first) = rest.first() {
        let same = |other: &&Observation| {
            (&other.id, &other.role, other.outcome) == (&first.id, &first.role, first.outcome)
        };
        let count = if first.outcome.fails() { 1 } else { rest.iter().take_while(same).count() };
        let Observation { id, role, observed, .. } = first;
        let _infallible = match first.outcome {
            Outcome::Denied => writeln!(text, "denied    {id} as {role}: {observed}{}", times(count)),
            Outcome::NoObject => writeln!(text, "no object {id} as {role}"),
            Outcome::Allowed => writeln!(text, "ALLOWED   {first}"),
            Outcome::Unproven => writeln!(text, "UNPROVEN  {first}"),
        };
        rest = &rest[count..];
    }
    text
}

fn times(count: usize) -> String {
    if count == 1 { String::new() } else { format!(", {count} times") }
}

fn notes(evidence: &Evidence) -> Vec<String> {
    let missing: Vec<&str> = evidence
        .immutable
        .iter()
        .filter(|(_, relation)| **relation != Relation::Attempted)
        .map(|(name, _)| name.as_str())
        .collect();
    if missing.is_empty() {
        return Vec::new();
    }
    vec![format!(
        "immutability is not proved yet: the bundle's grants or the database do not have {}",
        missing.join(", ")
    )]
}
