//! The product under its usual load, for long: a gateway that is asked a thousand times a second while its database
//! drifts and recovers, run after run on a bundle that grows, and many runs at once.
//!
//! Nothing here breaks the product; what does is elsewhere. Looked for is what only time shows: an answer that outlives the
//! truth, memory, files or sessions that add up, a count that is one off.

mod answers;
mod crowd;
mod folder;
mod gateway;
mod ground;
mod ledger;
mod process;
mod report;
mod runs;
mod trend;

use crate::{
    failure::{At, Failure},
    product,
};
pub(crate) use ground::Ground;
use report::Report;
use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// What there is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Part {
    /// A gateway that is asked whether it is ready
    Gateway,
    /// One run after the other
    Runs,
    /// Many runs at once
    Crowd,
}

impl Part {
    pub(crate) const ALL: [Self; 3] = [Self::Gateway, Self::Runs, Self::Crowd];

    const fn name(self) -> &'static str {
        match self {
            Self::Gateway => "gateway",
            Self::Runs => "runs",
            Self::Crowd => "crowd",
        }
    }
}

/// How much of it.
pub(crate) struct Extent {
    pub(crate) parts: Vec<Part>,
    pub(crate) seed: u64,
    /// How long the gateway is asked.
    pub(crate) time: Duration,
    /// How often in a second.
    pub(crate) rate: u32,
    pub(crate) runs: u32,
    /// After how many runs there is another entry.
    pub(crate) every: u32,
    pub(crate) runners: usize,
    pub(crate) databases: usize,
    pub(crate) rounds: u32,
}

/// What was not as promised, or could not be seen.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("{0} promises were broken")]
    Broken(usize),
    #[error("{program} ended with {status}: {words}")]
    Failed { program: String, status: std::process::ExitStatus, words: String },
    #[error("the gateway did not come up")]
    NotUp,
    #[error("{what} did not happen within {} s", within.as_secs())]
    Never { what: &'static str, within: Duration },
    #[error("process {0} cannot be looked at")]
    Unseen(u32),
    #[error("{0} is no answer of a service")]
    NoAnswer(String),
    #[error("the log has a line that is no JSON: {0}")]
    Unreadable(String),
}

/// A number for [`Extent::seed`].
pub(crate) fn any_seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_secs() ^ u64::from(since.subsec_nanos()) << 20
}

/// Does it all, shows what came of it, and fails if a promise was broken.
pub(crate) fn run(extent: &Extent, profile: &str, report: Option<&Path>) -> Result<(), Failure> {
    let programs = product::build_with(profile, &["serve"])?;
    println!("seed {}", extent.seed);
    let mut done = Report::new(extent.seed, profile);
    for part in &extent.parts {
        let temporary = tempfile::Builder::new().prefix("mosaic-soak-").tempdir();
        let temporary = temporary.at("make a directory in", &std::env::temp_dir())?;
        let ground = Ground::start(temporary.path(), &programs)?;
        println!("\n{} …", part.name());
        let case = match part {
            Part::Gateway => gateway::soak(&ground, extent)?,
            Part::Runs => runs::soak(&ground, extent)?,
            Part::Crowd => crowd::soak(&ground, extent)?,
        };
        print!("{}", case.text());
        done.add(case);
    }
    if let Some(path) = report {
        fs::write(path, format!("{:#}\n", done.json())).at("write", path)?;
    }
    match done.broken() {
        0 => Ok(()),
        broken => Err(Error::Broken(broken).into()),
    }
}

/// Where everything of a part lies.
fn below(ground: &Ground, name: &str) -> Result<PathBuf, Failure> {
    let path = ground.directory().join(name);
    fs::create_dir(&path).at("make", &path)?;
    Ok(path)
}
