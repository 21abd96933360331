//! What readiness costs: the whole command beside `--verify`, and the check of a service that serves.

use super::{
    Error,
    figures::Comparison,
    ground::Ground,
    record::Record,
    rounds::{self, Contender, Measured, Series, Whose, interleaved},
};
use crate::failure::Failure;
use std::{path::Path, process::Command, time::Duration};

/// What a migration tool takes that looks at its ledger alone.
pub(super) const LEAST: &str = "dbmate, nothing pending";
const DATABASE: &str = "readiness";
const VERIFY: &str = "--verify";
const READINESS: &str = "readiness";
const SELECT: &str = "SELECT 1";
const RECHECK: &str = "a check, nothing new";
/// Round trips, not processes.
const CHECKS: usize = 500;

/// Measures the compiled-in bundle, which `manifest` is the source of. `least` is [`LEAST`], if it can be had.
pub(super) fn measure(
    record: &mut Record,
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
    let mut contenders = vec![
        Contender::ours(VERIFY, |_| Ok(product("--verify", "DATABASE_MIGRATION_URL", migrator.url()))),
        Contender::ours(READINESS, |_| Ok(product("readiness", "DATABASE_URL", runtime.url()))),
    ];
    contenders.extend(least);
    let measured = interleaved(contenders, rounds)?;
    let about = "Every fact about the schema and about privileges is compared, beside a tool that looks at its ledger alone.";
    record.add(
        Comparison::new("prove", "Proving the compiled-in bundle", LEAST, &measured, about)
            .ratio(VERIFY, LEAST, 1.5)
            .ratio(READINESS, VERIFY, 1.1),
    );

    let url = ground.secret("runtime.url", &runtime.url())?;
    let mut command = Command::new(recheck);
    command.arg(url).arg(ground.cluster().ca_pem_path()).arg(CHECKS.to_string()).env_clear();
    let measured = Measured::all(times(&rounds::finish(&mut command)?)?);
    let about = "In a session that stays open: what a service pays before it answers, when nothing was committed since.";
    record.add(
        Comparison::new("recheck", "Checking while serving", SELECT, &measured, about)
            .ratio(RECHECK, SELECT, 1.5),
    );
    Ok(())
}

/// Two numbers of nanoseconds a line.
fn times(output: &[u8]) -> Result<[Series; 2], Failure> {
    let mut series =
        [(SELECT, Whose::Theirs), (RECHECK, Whose::Ours)].map(|(name, whose)| Series::of(name, whose));
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
