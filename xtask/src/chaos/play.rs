//! One case from a fresh database to a verdict.

use super::{
    case::{Case, Fault, Subject},
    judge::{self, Course, Ended, State, Wrong},
    report::{Played, Verdict},
    scene::{Disk, PATIENCE, Scene},
    stage::Stage,
};
use crate::failure::Failure;
use std::time::Instant;

/// How a command ended that had to be killed.
const HUNG: Ended = Ended { status: super::matrix::KILLED, code: None };

/// What a disturbed command came to, and what shows that it was disturbed.
struct Disturbed {
    ended: Option<Ended>,
    proof: Option<String>,
}

pub(super) fn play(scene: &mut Scene, case: Case, seed: u64) -> Result<Played, Failure> {
    let begun = Instant::now();
    let disk = if case.fault == Fault::DiskFull { Disk::Small } else { Disk::Large };
    scene.fresh(case.subject, disk)?;
    let Disturbed { ended, proof } = disturb(scene, case, seed)?;
    let verdict = match &ended {
        None => Verdict::Failed(Wrong::Hung),
        Some(ended) if proof.is_none() => {
            if ended.status == 0 {
                Verdict::Missed
            } else {
                Verdict::Failed(Wrong::Unmet(ended.clone()))
            }
        }
        Some(ended) => match judge_all(scene, case, ended)? {
            Ok(()) => Verdict::Passed,
            Err(wrong) => Verdict::Failed(wrong),
        },
    };
    if let Verdict::Failed(_) = verdict {
        scene.keep_printed(case)?;
    }
    if scene.successor.take().is_some() {
        scene.proxy.retarget(scene.cluster.port());
    }
    if disk == Disk::Small {
        scene.leave_small_disk(case.subject)?;
    }
    Ok(Played { case, proof, ended: ended.unwrap_or(HUNG), verdict, took: begun.elapsed() })
}

fn disturb(scene: &mut Scene, case: Case, seed: u64) -> Result<Disturbed, Failure> {
    let mut command = scene.command(case.subject)?;
    let mut stage = Stage::set(scene, case, seed, &mut command)?;
    let mut running = scene.start(command)?;
    let acted = stage.act(scene, &mut running)?;
    let ended = running.end(2 * PATIENCE)?;
    let proof = acted.or_else(|| stage.seen(scene));
    stage.clear(scene)?;
    Ok(Disturbed { ended, proof })
}

/// What is left, what an undisturbed command makes of it, and whether that is proved.
fn judge_all(scene: &Scene, case: Case, ended: &Ended) -> Result<Result<(), Wrong>, Failure> {
    let left = scene.look(case.subject)?;
    let (course, _) = scene.course(case.subject)?;
    let judged = judge::left(case, course, ended, &left);
    if judged.is_err() {
        return Ok(judged);
    }
    let judged = recover(scene, case.subject, course, &left)?;
    if judged.is_err() {
        return Ok(judged);
    }
    prove(scene, case.subject)
}

fn recover(
    scene: &Scene,
    subject: Subject,
    course: &Course,
    left: &State,
) -> Result<Result<(), Wrong>, Failure> {
    // An import wants empty tables. One that is whole is not repeated.
    if subject == Subject::Import && Some(left) == course.end() {
        return Ok(Ok(()));
    }
    let again = scene.finish(scene.command(subject)?)?;
    Ok(judge::recovered(course, &again, &scene.look(subject)?))
}

/// That the product itself finds everything in order.
fn prove(scene: &Scene, subject: Subject) -> Result<Result<(), Wrong>, Failure> {
    let proved =
        |command: &'static str, arguments: &[&str]| -> Result<Result<serde_json::Value, Wrong>, Failure> {
            let (ended, printed) = scene.answer(scene.migrator(subject, arguments))?;
            Ok(if ended.status == 0 { Ok(printed) } else { Err(Wrong::NotProved { command, ended }) })
        };
    if subject == Subject::Backfill {
        match proved("backfill status", &["backfill", "status"])? {
            Ok(status) if status["result"]["retained"] == true => {}
            Ok(_) => return Ok(Err(Wrong::NotRetained)),
            Err(wrong) => return Ok(Err(wrong)),
        }
        // What waited for the backfill.
        if let Err(wrong) = proved("--run", &["--run"])? {
            return Ok(Err(wrong));
        }
    }
    Ok(proved("--verify", &["--verify"])?.map(drop))
}
