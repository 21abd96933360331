//! `cargo xtask soak`: the product under its usual load, for long.

use crate::{
    failure::Failure,
    soak::{self, Extent, Part},
};
use std::{
    num::{NonZeroU32, NonZeroU64, NonZeroUsize},
    path::PathBuf,
    time::Duration,
};

/// What to do, and for how long
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The form for CI: under a minute
    #[arg(long)]
    short: bool,
    /// Only these parts; may be repeated
    #[arg(long, value_name = "PART")]
    only: Vec<Part>,
    /// What chance decides is decided by this number; another one each time when it is not given
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// How long the gateway is asked; 300 when it is not given, 10 with --short
    #[arg(long, value_name = "NUMBER")]
    seconds: Option<NonZeroU64>,
    /// How often the gateway is asked in a second
    #[arg(long, value_name = "NUMBER", default_value = "1000")]
    rate: NonZeroU32,
    /// How often one database is brought up to date; 1000 when it is not given, 40 with --short
    #[arg(long, value_name = "NUMBER")]
    runs: Option<NonZeroU32>,
    /// After how many of those runs the bundle has another entry
    #[arg(long, value_name = "NUMBER", default_value = "10")]
    every: NonZeroU32,
    /// Runs at once; 100 when it is not given, 24 with --short
    #[arg(long, value_name = "NUMBER")]
    runners: Option<NonZeroUsize>,
    /// The databases they share; 20 when it is not given, 6 with --short
    #[arg(long, value_name = "NUMBER")]
    databases: Option<NonZeroUsize>,
    /// How often they come together, each time for more entries; 5 when it is not given, 1 with --short
    #[arg(long, value_name = "NUMBER")]
    rounds: Option<NonZeroU32>,
    /// The cargo profile of the product
    #[arg(long, value_name = "NAME", default_value = "dev")]
    profile: String,
    /// Where to write the report as JSON
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    soak::run(&arguments.extent(), &arguments.profile, arguments.report.as_deref())
}

/// How much there is where nothing else is said.
struct Usual {
    seconds: u64,
    runs: u32,
    runners: usize,
    databases: usize,
    rounds: u32,
}

const LONG: Usual = Usual { seconds: 300, runs: 1_000, runners: 100, databases: 20, rounds: 5 };
const SHORT: Usual = Usual { seconds: 10, runs: 40, runners: 24, databases: 6, rounds: 1 };

impl Arguments {
    fn extent(&self) -> Extent {
        let usual = if self.short { SHORT } else { LONG };
        Extent {
            parts: if self.only.is_empty() { Part::ALL.to_vec() } else { self.only.clone() },
            seed: self.seed.unwrap_or_else(soak::any_seed),
            time: Duration::from_secs(self.seconds.map_or(usual.seconds, NonZeroU64::get)),
            rate: self.rate.get(),
            runs: self.runs.map_or(usual.runs, NonZeroU32::get),
            every: self.every.get(),
            runners: self.runners.map_or(usual.runners, NonZeroUsize::get),
            databases: self.databases.map_or(usual.databases, NonZeroUsize::get),
            rounds: self.rounds.map_or(usual.rounds, NonZeroU32::get),
        }
    }
}
