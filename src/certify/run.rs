//! From a login to evidence: who the session is, what the database has, every attempt, and for the migrator everything
//! that can be verified beside.

use super::error::CertifyError;
use super::probe::{Actor, Attempt, Probe, Refusal};
use super::session::{Answer, Role, Session, failed};
use super::table;
use super::targets::{Targets, may_be_absent};
use mosaic_db::allowance::InForce;
use mosaic_db::attest::Instant;
use mosaic_db::bundle::{Bundle, EntryGrants, IMMUTABLE, Object};
use mosaic_db::certificate::{
    Database, EVIDENCE_SCHEMA, Evidence, Login, Observation, Outcome, Person, Relation, Remark, Tls,
    Verified, printable,
};
use mosaic_db::checks::require_good;
use mosaic_db::digest::Digest;
use mosaic_db::error::Code;
use mosaic_db::inspect::{self, Standing, Verification};
use mosaic_db::postgres::{Endpoint, Identity};
use std::collections::BTreeMap;

/// Whom to probe, and against which bundle.
pub(crate) struct Request<'a> {
    pub(crate) endpoint: &'a Endpoint,
    pub(crate) bundle: &'a Bundle,
    pub(crate) allowances: InForce<'a>,
    pub(crate) login: Login,
    pub(crate) application_name: &'a str,
}

/// What was seen.
#[derive(Debug)]
pub(crate) struct Probed {
    pub(crate) identity: Identity,
    pub(crate) database_id: String,
    leaf_spki: Digest,
    observations: Vec<Observation>,
    immutable: BTreeMap<String, Relation>,
    verified: Option<Verified>,
}

/// What is known of a run beside what it saw.
#[derive(Clone, Debug)]
pub(crate) struct Circumstances {
    /// Who answers for what is signed.
    pub(crate) by: Option<Person>,
    /// Name and version of the program.
    pub(crate) program: &'static str,
    pub(crate) invocation: String,
    pub(crate) issued: Instant,
    pub(crate) bundle: Digest,
    /// The trusted certificate authorities.
    pub(crate) authorities: Vec<Digest>,
}

/// Attempts as this login everything that it must be denied.
pub(crate) async fn probe(request: &Request<'_>) -> Result<Probed, CertifyError> {
    let verification = match request.login {
        Login::Migrator => {
            let Request { endpoint, bundle, allowances, application_name, .. } = *request;
            Some(inspect::verify(endpoint, bundle, allowances, application_name).await?)
        }
        Login::Runtime | Login::Importer => None,
    };
    let session = Session::open(request.endpoint, request.application_name).await?;
    let probed = on(&session, request, verification).await;
    session.close().await;
    probed
}

async fn on(
    session: &Session,
    request: &Request<'_>,
    verification: Option<Verification>,
) -> Result<Probed, CertifyError> {
    let identity = session.identify().await?;
    identity.require_session(request.login.role())?;
    if let Some(verification) = &verification {
        let same = |identity: &Identity| (identity.system_identifier.clone(), identity.database_oid.clone());
        if same(&verification.identity) != same(&identity) {
            return Err(CertifyError::OtherDatabase);
        }
    }
    let database_id = database_id(session, request.login).await?;
    let what = "the objects of the database";
    let answer = session.ask(Role::Login, what, &Targets::question(request.bundle)).await?;
    let targets = Targets::from_answer(answer.set(0)).ok_or(CertifyError::Unreadable { what })?;
    let mut observations = Vec::new();
    for actor in actors(request.login) {
        if *actor == Actor::Migrator {
            session.lock().await?;
        }
        for probe in table::of(*actor).filter(|probe| !is_given(probe, *actor, request.bundle)) {
            for attempt in probe.attempts(&targets) {
                observations.push(observe(session, request.login, *actor, probe, attempt).await?);
            }
        }
    }
    Ok(Probed {
        immutable: immutable(request.bundle, &targets),
        leaf_spki: session.leaf_spki(),
        verified: verification.map(|verification| verified(request.bundle, verification)),
        identity,
        database_id,
        observations,
    })
}

async fn database_id(session: &Session, login: Login) -> Result<String, CertifyError> {
    let what = "the database id (mosaic_control.identity)";
    let role = match login {
        Login::Migrator => Role::SchemaOwner,
        Login::Runtime | Login::Importer => Role::Login,
    };
    let answer = session.ask(role, what, "SELECT database_id FROM mosaic_control.identity").await?;
    answer.set(0).get(0, 0).map(str::to_owned).ok_or(CertifyError::Unreadable { what })
}

/// As whom this login attempts, in order. The guard is attempted first: the lock, once taken, is kept.
const fn actors(login: Login) -> &'static [Actor] {
    match login {
        Login::Runtime => &[Actor::Runtime],
        Login::Importer => &[Actor::Importer],
        Login::Migrator => &[Actor::Unlocked, Actor::Migrator, Actor::Owner],
    }
}

fn is_given(probe: &Probe, actor: Actor, bundle: &Bundle) -> bool {
    let given = bundle.manifest().needs().database_create();
    actor == Actor::Owner && given && table::DATABASE_CREATE.contains(&probe.id)
}

async fn observe(
    session: &Session,
    login: Login,
    actor: Actor,
    probe: &Probe,
    attempt: Attempt,
) -> Result<Observation, CertifyError> {
    let role = match actor {
        Actor::Runtime | Actor::Importer | Actor::Migrator => Role::Login,
        Actor::Owner | Actor::Unlocked => Role::SchemaOwner,
    };
    let (observed, outcome) = match &attempt.sql {
        None if may_be_absent(probe.statement) => ("no object".to_owned(), Outcome::NoObject),
        None => ("no object".to_owned(), Outcome::Unproven),
        Some(sql) => {
            let answer: Answer = session
                .attempt(role, attempt.frame, sql)
                .await
                .map_err(|stop| failed(&format!("the attempt {}", attempt.id), stop))?;
            (answer.shown(), answer.judge(attempt.refusal))
        }
    };
    Ok(Observation {
        id: attempt.id.to_owned(),
        role: role.name(login.role()).to_owned(),
        on: printable(&attempt.on),
        statement: printable(attempt.sql.as_deref().unwrap_or_default()),
        expected: match attempt.refusal {
            Refusal::Error(sqlstate) => sqlstate.to_owned(),
            Refusal::Warning(sqlstate) => format!("warning {sqlstate}"),
        },
        observed,
        outcome,
        allows: probe.allows.to_owned(),
    })
}

/// The relations whose rows are evidence, as far as bundle and database know them.
fn immutable(bundle: &Bundle, targets: &Targets) -> BTreeMap<String, Relation> {
    let listed = |name: &str| {
        let of_entry = bundle.entries().iter().filter_map(|entry| bundle.grants().entry(entry.tag()));
        of_entry.flat_map(EntryGrants::granted).any(|grant| match grant.object() {
            Object::Table { schema, name: table } => schema.as_str() == "mosaic" && table.as_str() == name,
            _ => false,
        })
    };
    let is_there = |name: &str| {
        targets.all("immutable").iter().any(|target| target.label.strip_prefix("mosaic.") == Some(name))
    };
    let state = |name: &str| match (listed(name), is_there(name)) {
        (false, _) => Relation::Unlisted,
        (true, false) => Relation::Absent,
        (true, true) => Relation::Attempted,
    };
    IMMUTABLE.into_iter().map(|name| (name.to_owned(), state(name))).collect()
}

fn verified(bundle: &Bundle, verification: Verification) -> Verified {
    let Verification { checks, standing, .. } = verification;
    let entries = bundle.entries().len();
    let mut verified = Verified {
        refused: String::new(),
        schema: None,
        applied: 0,
        pending: 0,
        allowed: Vec::new(),
        checks: checks.iter().map(|check| (check.id.clone(), check.verdict.word().to_owned())).collect(),
    };
    match standing {
        Standing::Sound(inspection) => {
            let waiting = inspection.assessment.plan().steps().len();
            let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
            verified.schema = inspection.snapshot.fingerprint().ok();
            verified.allowed =
                inspection.shape.allowed.iter().map(|allowance| printable(&allowance.to_string())).collect();
            verified.applied = count(entries - waiting);
            verified.pending = if inspection.assessment.hold().is_some() { 0 } else { count(waiting) };
        }
        Standing::Refused(error) => error.code().entry().code.clone_into(&mut verified.refused),
        Standing::Unseen => Code::CheckFailed.entry().code.clone_into(&mut verified.refused),
    }
    if verified.refused.is_empty() && require_good(&checks).is_err() {
        Code::CheckFailed.entry().code.clone_into(&mut verified.refused);
    }
    verified
}

impl Probed {
    pub(crate) fn into_evidence(self, login: Login, circumstances: Circumstances) -> Evidence {
        let Circumstances { by, program, invocation, issued, bundle, authorities } = circumstances;
        let remark = |(id, what): (&str, &str)| Remark { id: id.to_owned(), what: what.to_owned() };
        Evidence {
            schema: EVIDENCE_SCHEMA.to_owned(),
            login,
            invocation,
            by,
            program: program.to_owned(),
            issued,
            bundle,
            database: Database::of(&self.identity, &self.database_id),
            tls: Tls { leaf_spki: self.leaf_spki, authorities },
            observations: self.observations,
            immutable: self.immutable,
            verified: self.verified,
            not_claimed: table::NOT_CLAIMED.into_iter().map(remark).collect(),
        }
    }
}
