//! What readiness costs: the whole command beside `--verify`, and the check of a service that serves.

use super::{
    Error,
    ground::Ground,
    report::{self, Target, Than},
    rounds::{self, Contender, Series, interleaved},
};
use crate::failure::Failure;
use std::{path::Path, process::Command, time::Duration};

const DATABASE: &str = "readiness";
const VERIFY: &str = "--verify";
const READINESS: &str = "readiness";
const SELECT: &str = "SELECT 1";
const RECHECK: &str = "a check, nothing new";
/// Round trips, not processes.
const CHECKS: usize = 2_000;

/// Measures the compiled-in bundle, which `manifest` is the source of, and prints the figures. `least` is what a migration
/// tool takes that looks at its ledger alone.
pub(super) fn measure(
    ground: &Ground,
    manifest: &Path,
    least: Option<Contender<'_>>,
    recheck: &Path,
    rounds: usize,
) -> Result<(), Failure> {
    ground.bootstrapped_database(DATABASE, manifest)?;
    let migrator = ground.migrator(DATABASE);
    let runtime = ground.runtime(DATABASE);
    let product = |argument: &str, variable: &str, url: String| {
        let mut command = Command::new(ground.product());
        command.arg(argument).env_clear().env(variable, url);
        command.env("DATABASE_TLS_CA_CERT_PATH", ground.cluster().ca_pem_path());
        command
    };
    rounds::finish(&mut product("--run", "DATABASE_MIGRATION_URL", migrator.url()))?;
    let verify = |_| product("--verify", "DATABASE_MIGRATION_URL", migrator.url());
    let readiness = |_| product("readiness", "DATABASE_URL", runtime.url());
    let mut contenders = vec![Contender::new(VERIFY, &verify), Contender::new(READINESS, &readiness)];
    contenders.extend(least);
    let series = interleaved(&contenders, rounds)?;
    let least = series.last().map_or(VERIFY, |series| series.name);
    let targets =
        [Target::new(VERIFY, Than::Other(least), 1.5), Target::new(READINESS, Than::Other(VERIFY), 1.1)];
    report::print("Proving the compiled-in bundle", least, &series, &targets);

    let url = ground.secret("runtime.url", &runtime.url())?;
    let mut command = Command::new(recheck);
    command.arg(url).arg(ground.cluster().ca_pem_path()).arg(CHECKS.to_string()).env_clear();
    let series = times(&rounds::finish(&mut command)?)?;
    let targets = [Target::new(RECHECK, Than::Base, 1.5)];
    report::print("Checking while serving, with nothing committed", SELECT, &series, &targets);
    Ok(())
}

/// Two numbers of nanoseconds a line.
fn times(output: &[u8]) -> Result<[Series; 2], Failure> {
    let mut series = [SELECT, RECHECK].map(Series::of);
    for line in String::from_utf8_lossy(output).lines() {
        let mut numbers = line.split(' ').map(|number| number.parse().map(Duration::from_nanos));
        let [least, check] = &mut series;
        match (numbers.next(), numbers.next()) {
            (Some(Ok(first)), Some(Ok(second))) => {
                least.times.push(first);
                check.times.push(second);
            }
            _ => return Err(Error::Unreadable(line.to_owned()).into()),
        }
    }
    Ok(series)
}
