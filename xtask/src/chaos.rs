//! The fault matrix: every command that changes or proves a database, disturbed at every place by everything that goes wrong
//! in production.
//!
//! A case proves that its fault happened, and then what the product promises whatever happens: the status told the truth,
//! what is left is whole, and the same command, undisturbed, reaches what it would have reached. What is found is compared
//! with a database that nobody disturbed, by the superuser, before the product is asked.

mod case;
mod judge;
mod matrix;
mod play;
mod report;
mod scene;
mod stage;

pub(crate) use case::{NotACase, Subject, Wanted};
pub(crate) use matrix::Extent;

use crate::{
    failure::{At, Failure},
    product, system,
};
use case::{Case, Fault};
use judge::Ended;
use report::{Played, Report, Verdict};
use scene::Scene;
use std::{fs, path::Path};

/// Why nothing, or nothing good, can be said.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("{0} was not prepared")]
    NotPrepared(&'static str),
    #[error("{what} ended with {ended}")]
    Preparing { what: &'static str, ended: Ended },
    #[error("a command of the preparation does not end")]
    Hung,
    #[error("the sessions in database {0} do not end")]
    Sessions(String),
    #[error("two undisturbed databases of {0} differ")]
    NotTheSame(&'static str),
    #[error("a standby does not catch up")]
    StandbyBehind,
    #[error("libfaketime is not installed")]
    NoFakeTime,
    #[error("only root can attest a target so that an import believes it, and make a small disk")]
    NeedsRoot,
    #[error("{failed} of {played} cases failed, and of {unproved} kinds nothing was proved")]
    Failed { failed: usize, played: usize, unproved: usize },
}

/// What is to be played.
pub(crate) struct Plan {
    pub(crate) extent: Extent,
    pub(crate) seed: u64,
    /// Everything, when it is empty.
    pub(crate) wanted: Vec<Wanted>,
}

/// Plays all of it, and writes the report into this directory.
pub(crate) fn run(plan: &Plan, directory: &Path) -> Result<(), Failure> {
    if !rustix::process::geteuid().is_root() {
        return Err(Error::NeedsRoot.into());
    }
    let program = product::build()?.join(product::NAME);
    system::set_up(system::FOR_CHAOS)?;
    let subjects: Vec<Subject> = Subject::ALL
        .into_iter()
        .filter(|subject| {
            plan.wanted.is_empty() || plan.wanted.iter().any(|wanted| wanted.subject == *subject)
        })
        .collect();
    println!("Seed {}. Preparing databases.", plan.seed);
    let mut scene = Scene::prepare(&subjects, &program, directory)?;
    let mut cases = Vec::new();
    for subject in subjects {
        let (_, records) = *scene.course(subject)?;
        println!(
            "{}: {} records to the server, {} to the client",
            subject.name(),
            records.to_server,
            records.to_client
        );
        cases.extend(matrix::cases(subject, records, plan.extent, plan.seed));
    }
    let mut cases = matrix::wanted(cases, &plan.wanted);
    let mut report = Report { seed: plan.seed, played: Vec::new(), not_played: None };
    if let Some(refused) = &scene.without_disk {
        cases.retain(|case| case.fault != Fault::DiskFull);
        report.not_played = Some(format!("{}: {refused} is not permitted here", Fault::DiskFull.name()));
    }
    for (number, case) in cases.iter().enumerate() {
        let played = match plan.extent {
            Extent::Short => play_near(&mut scene, *case, plan.seed)?,
            Extent::Long => play::play(&mut scene, *case, plan.seed ^ salt(case))?,
        };
        println!("{:>5}/{}  {}", number + 1, cases.len(), played.line());
        if let Verdict::Failed(_) = played.verdict {
            println!("             the fault: {}", played.proof.as_deref().unwrap_or("not seen"));
        }
        report.played.push(played);
    }
    conclude(&report, directory)
}

/// How many records before the one of a case another may take its place.
const NEAR: usize = 2;

/// Plays a case. How many records a command exchanges is not always the same: where it has ended before there was anything to
/// hit, the record before is taken, so that a few cases prove as much as they promise.
fn play_near(scene: &mut Scene, case: Case, seed: u64) -> Result<Played, Failure> {
    let mut played = play::play(scene, case, seed ^ salt(&case))?;
    for _ in 0..NEAR {
        let (Verdict::Missed, Some(before)) = (&played.verdict, played.case.before()) else { break };
        played = play::play(scene, before, seed ^ salt(&before))?;
    }
    Ok(played)
}

/// Of its own for each case, so that it is the same when the case is played alone.
fn salt(case: &Case) -> u64 {
    case.to_string().bytes().fold(0, |salt, byte| salt.rotate_left(7) ^ u64::from(byte))
}

fn conclude(report: &Report, directory: &Path) -> Result<(), Failure> {
    let text = report.text();
    fs::create_dir_all(directory).at("make", directory)?;
    let json = format!("{:#}\n", report.json());
    for (name, content) in [("report.txt", &text), ("report.json", &json)] {
        let path = directory.join(name);
        fs::write(&path, content).at("write", &path)?;
    }
    println!("\n{text}\nThe report is in {}.", directory.display());
    let (failed, unproved) = (report.failed(), report.unproved().len());
    if failed + unproved == 0 {
        return Ok(());
    }
    Err(Error::Failed { failed, played: report.played.len(), unproved }.into())
}
