//! `readiness`: proves, as the runtime and read-only, that a gateway may serve from the database.

use super::super::Context;
use super::super::args::Readiness;
use super::super::exit::Failure;
use super::super::output::{Answer, Ending, Reply};
use super::super::resolve::ProofConfig;
use super::super::runtime;
use crate::environment::Process;
use mosaic_db::checks::granted_for_a_while;
use mosaic_db::gateway::{Prober, Proof, Unready};
use serde_json::json;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout_at};

/// The first pause between two checks; each is twice as long as the one before.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

pub fn readiness(args: &Readiness, context: &Context<'_>) -> Result<Reply, Failure> {
    let config = ProofConfig::resolve(context.environment, Process::Runtime)?;
    let bundle = config.bundle.load()?;
    let endpoint = config.login.endpoint(config.connect_timeout)?;
    let prober = Prober::new(endpoint, bundle, context.output.application_name())?;
    let mut prober = prober.with_allowances(config.allowances.allowances);
    let wait = args.wait.map(u64::from).map(Duration::from_secs);
    let outcome = runtime::block_on(async {
        Ok(match wait {
            None => prober.prove().await,
            Some(bound) => prove_within(&mut prober, bound).await,
        })
    })?;
    let Proof { standing, .. } = outcome?;
    let (bundle, applied) = (prober.bundle(), standing.applied);
    let entries = bundle.entries().len();
    let held = standing.held.as_ref();
    let waiting = held.map(|hold| format!("; {} waiting: {hold}", entries - applied)).unwrap_or_default();
    let sentence = format!("ready: {applied} of {entries} entries are applied{waiting}");
    let result = json!({
        "bundle": bundle.fingerprint(),
        "database": super::database(&standing.identity, Some(&standing.database_id)),
        "schema": standing.schema,
        "entries": entries,
        "held": held.map(|hold| super::held(bundle, hold)),
        "allowed": super::allowed(&standing.allowed),
        "checks": standing.checks,
    });
    let text = format!("{sentence}\n");
    let mut notes: Vec<String> = standing.allowed.iter().map(ToString::to_string).collect();
    notes.extend(granted_for_a_while(&standing.checks));
    Ok(Reply::Answer(Answer { ending: Ending::Reached(sentence), text, result, notes }))
}

/// Checks until the database is ready, the bound is over, or there is a reason that does not pass by itself. The last
/// reason that was found is the answer.
async fn prove_within(prober: &mut Prober, bound: Duration) -> Result<Proof, Unready> {
    let deadline = Instant::now() + bound;
    let mut reason = Unready::TimedOut(bound);
    let mut pause = FIRST_PAUSE;
    loop {
        match timeout_at(deadline, prober.prove()).await {
            Err(_elapsed) => return Err(reason),
            Ok(Err(unready)) if unready.may_pass() => reason = unready,
            Ok(outcome) => return outcome,
        }
        if Instant::now() + pause > deadline {
            return Err(reason);
        }
        sleep(pause).await;
        pause = LONGEST_PAUSE.min(pause * 2);
    }
}
