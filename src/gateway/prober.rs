//! One session that proves, again and again, that the database is in the state of a bundle.
//!
//! A full check is one round trip and one transaction. The next one asks the server for the text of its snapshot: equal
//! text means the same set of committed transactions (PostgreSQL manual, "pg_snapshot Components"), and so the same
//! ledger, grants, roles and schema. What no snapshot shows is outside both: configuration files and pg_hba.conf.

use super::question::{self, COLUMNS, COUNT};
use super::{access, unready::Unready};
use crate::allowance::{Allowance, Allowances};
use crate::assess;
use crate::attest::Instant;
use crate::bundle::{Bundle, BundleError};
use crate::catalog::{self, Snapshot};
use crate::checks::prepared::Scope;
use crate::checks::{Check, proof, require_good};
use crate::digest::Digest;
use crate::postgres::identity::{self, IdentityError, OLDEST_SERVER};
use crate::postgres::{Batch, Endpoint, Identity, Session, Stop, StopCause, sqlstate};
use crate::precondition::Hold;
use crate::roles;
use crate::survey::{self, Survey, SurveyError};
use serde::Serialize;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// What was proved.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Who the session was, and where.
    pub identity: Identity,
    /// The random id of the database.
    pub database_id: String,
    /// The fingerprint of the schema, the same that verification finds.
    pub schema: Digest,
    /// How many entries are applied: all of the bundle, or those before the held one.
    pub applied: usize,
    /// The first entry that is not applied, if it requires something before it may run. The runtime does not ask
    /// whether that is met: a backfill that ends must not stop those who serve.
    pub held: Option<Hold>,
    /// What is there beside what the bundle makes, by signed allowances. It is no part of the schema's fingerprint.
    pub allowed: Vec<Allowance>,
    /// What was found good of roles, privileges, settings, extensions and the guard.
    pub checks: Vec<Check>,
}

/// How it was proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// Everything was read.
    Full,
    /// Nothing was committed since everything was read.
    Unchanged,
}

/// A database that is ready.
#[derive(Clone, Debug)]
pub struct Proof {
    /// What was proved.
    pub standing: Arc<Standing>,
    /// How.
    pub basis: Basis,
}

/// Checks one database against one bundle, as the runtime.
pub struct Prober {
    endpoint: Endpoint,
    expected: Expected,
    application_name: String,
    open: Option<Open>,
}

/// What the database is compared with.
struct Expected {
    bundle: Bundle,
    scope: Scope,
    allowances: Allowances,
}

/// A session, and what it proved last.
struct Open {
    session: Session,
    version: u32,
    baseline: Option<Baseline>,
}

/// A standing and the snapshot it was read in, as text.
struct Baseline {
    snapshot: String,
    standing: Arc<Standing>,
}

impl Prober {
    /// Opens nothing yet.
    ///
    /// # Errors
    /// [`BundleError`] for an entry that cannot be read.
    pub fn new(endpoint: Endpoint, bundle: Bundle, application_name: String) -> Result<Self, BundleError> {
        let scope = Scope::of(&bundle)?;
        let expected = Expected { bundle, scope, allowances: Allowances::NONE };
        Ok(Self { endpoint, expected, application_name, open: None })
    }

    /// The same, going by these allowances: what they name is no drift until it expires.
    #[must_use]
    pub fn with_allowances(mut self, allowances: Allowances) -> Self {
        self.expected.allowances = allowances;
        self
    }

    /// The bundle it checks against.
    #[must_use]
    pub const fn bundle(&self) -> &Bundle {
        &self.expected.bundle
    }

    /// Proves that the database is ready, now. Dropping the future ends the session.
    ///
    /// # Errors
    /// [`Unready`]: the first reason, in the order in which an operator would clear them up.
    pub async fn prove(&mut self) -> Result<Proof, Unready> {
        if let Some(open) = self.open.take() {
            match self.prove_on(open).await {
                // The server ended a session that was idle: that says nothing about a new one.
                Err(Unready::Survey(SurveyError::Lost)) => {}
                outcome => return outcome,
            }
        }
        let open = self.connect().await?;
        self.prove_on(open).await
    }

    async fn prove_on(&mut self, mut open: Open) -> Result<Proof, Unready> {
        let outcome = open.prove(&self.expected).await;
        if outcome.as_ref().err().is_none_or(Unready::leaves_session) {
            self.open = Some(open);
        }
        outcome
    }

    /// The version decides how the catalog is asked, so it is asked for first.
    async fn connect(&self) -> Result<Open, Unready> {
        let session = Session::open_as_runtime(&self.endpoint, &self.application_name).await?;
        let question = "SELECT current_setting('server_version_num'), current_setting('server_version')";
        let answer = session.ask(question).await.map_err(|stop| refused("the server's version", stop))?;
        let number = answer.set(0).get(0, 0).and_then(|number| number.parse().ok());
        let version = number.ok_or(IdentityError::Unreadable)?;
        if version < OLDEST_SERVER {
            let version = answer.set(0).get(0, 1).unwrap_or_default().to_owned();
            return Err(IdentityError::Version { version }.into());
        }
        Ok(Open { session, version, baseline: None })
    }
}

impl Open {
    async fn prove(&mut self, expected: &Expected) -> Result<Proof, Unready> {
        let now = now();
        // An allowance ends without anything being committed.
        if let Some(baseline) = self.baseline.take().filter(|baseline| baseline.holds_at(now)) {
            let question = snapshot_question();
            let answer = self.session.ask(&question).await.map_err(|stop| refused("this session", stop))?;
            if snapshot_of(&answer, 0)? == baseline.snapshot {
                let standing = Arc::clone(&baseline.standing);
                self.baseline = Some(baseline);
                return Ok(Proof { standing, basis: Basis::Unchanged });
            }
        }
        let baseline = self.read_everything(expected, now).await?;
        let standing = Arc::clone(&baseline.standing);
        self.baseline = Some(baseline);
        Ok(Proof { standing, basis: Basis::Full })
    }

    async fn read_everything(&self, expected: &Expected, now: Instant) -> Result<Baseline, Unready> {
        let Expected { bundle, scope, allowances } = expected;
        let manifest = bundle.manifest();
        let mut statements: Vec<String> = identity::QUESTIONS.map(str::to_owned).into();
        let own_place = statements.len();
        statements.push(snapshot_question());
        // From here on names are printed as verification prints them: qualified.
        statements.push("SET LOCAL search_path = pg_catalog".to_owned());
        let access_place = statements.len();
        statements.push(access::question());
        let survey_place = statements.len();
        statements.extend(survey::questions_of_runtime(manifest));
        let catalog_place = statements.len();
        statements.extend(catalog::questions(manifest, self.version));
        let proof_place = statements.len();
        statements.extend(proof::questions(scope));

        let statements: Vec<&str> = statements.iter().map(String::as_str).collect();
        let mut outcome = self.session.read(&statements).await;
        let proofs = outcome.as_mut().map(|answers| answers.split_off(proof_place)).unwrap_or_default();
        let answers = match &outcome {
            Ok(answers) => answers,
            Err(stop) => still_to_judge(stop)?,
        };
        // What was answered is judged even where a later question was refused: it may say why.
        if answers.completed() < survey_place {
            return Err(outcome
                .err()
                .map_or(IdentityError::Unreadable.into(), |stop| refused("this session", stop)));
        }
        let identity = Identity::from_batch(answers)?;
        identity.require_runtime()?;
        let findings = access::judge(answers.set(access_place));
        if !findings.is_empty() {
            return Err(Unready::Access(findings));
        }
        identity.require_membership(&access::membership())?;
        let text = snapshot_of(answers, own_place)?;
        let snapshot =
            outcome.as_ref().ok().map(|answers| Snapshot::from_batch(answers, catalog_place)).transpose()?;
        let objects = roles::scope::within(proof::objects(&proofs), manifest);
        let survey = Survey::from_outcome(outcome, survey_place)?.with_scope(objects);
        let assessment = assess::assess(bundle, &survey)?;
        let hold = assessment.next_requiring(bundle).map(Hold::unasked);
        let assessment = assessment.with_hold(hold);
        let snapshot = snapshot.unwrap_or_default().without(&manifest.ledger().to_string());
        let admitted = assess::admit(bundle, &survey, snapshot, allowances.as_of(now))?;
        let shape = assess::assess_shape(bundle, &assessment, &admitted)?;
        let checks = proof::evaluate(&proofs, None, scope);
        require_good(&checks)?;
        assessment.require_settled()?;
        let standing = Standing {
            identity,
            database_id: survey.database_id,
            schema: admitted.snapshot.fingerprint()?,
            applied: bundle.entries().len() - assessment.plan().steps().len(),
            held: assessment.hold().cloned(),
            allowed: shape.allowed,
            checks,
        };
        Ok(Baseline { snapshot: text, standing: Arc::new(standing) })
    }
}

impl Baseline {
    fn holds_at(&self, now: Instant) -> bool {
        self.standing.allowed.iter().all(|allowance| now < allowance.expires)
    }
}

/// The time by which allowances end.
#[expect(
    clippy::disallowed_methods,
    reason = "a service asks again for as long as it serves, and nobody else for it"
)]
fn now() -> Instant {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // After the year 9999 everything has ended.
    Instant::from_unix(since.as_secs()).unwrap_or(Instant::default().plus(u64::MAX))
}

fn snapshot_question() -> String {
    format!("SELECT {COLUMNS}, pg_catalog.pg_current_snapshot()")
}

/// The snapshot's text, from a session that is as it was opened.
fn snapshot_of(answers: &Batch, place: usize) -> Result<String, Unready> {
    let rows = answers.set(place).exact::<{ COUNT + 1 }>().unwrap_or_default();
    let [[facts @ .., snapshot]] = &rows[..] else { return Err(IdentityError::Unreadable.into()) };
    let deviations = question::judge(facts);
    if deviations.is_empty() { Ok((*snapshot).to_owned()) } else { Err(Unready::Session(deviations)) }
}

/// The answers before a stop, unless the stop itself is all there is to say.
fn still_to_judge(stop: &Stop) -> Result<&Batch, Unready> {
    match &stop.cause {
        StopCause::Lost(_) => Err(SurveyError::Lost.into()),
        StopCause::Server(error) if error.is(sqlstate::LOCK_NOT_AVAILABLE) => Err(Unready::Busy),
        StopCause::Server(error) if sqlstate::ends_session(&error.sqlstate) => Err(SurveyError::Lost.into()),
        StopCause::Server(_) => Ok(&stop.completed),
    }
}

fn refused(what: &'static str, stop: Stop) -> Unready {
    SurveyError::unanswered(what, stop.cause).into()
}
