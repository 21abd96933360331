//! `cargo xtask bench`: how fast the product is, next to psql and to other tools, on this machine.

use crate::{
    bench::{self, import::Extent},
    failure::Failure,
};
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};

/// Rounds of the long form.
const LONG: NonZeroUsize = NonZeroUsize::new(11).unwrap();
/// About the megabytes of an import that takes long enough to be quoted, and of one that is over soon.
const FULL: u64 = 490;
const SMALL: u64 = 60;
/// The megabytes over which the long form shows how time grows.
const GROWTH: [u64; 3] = [60, 500, 2_000];

/// Files of the tree that `routes scan` is measured on, of about 20 KB each.
const TREE: usize = 20_000;
const SMALL_TREE: usize = 2_000;

/// Tasks that `backfill run` is measured on.
const MANY_TASKS: u32 = 1_000_000;
const FEW_TASKS: u32 = 20_000;

/// What to measure
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    suite: Option<Suite>,
    #[command(flatten)]
    amount: Amount,
}

#[derive(clap::Subcommand)]
enum Suite {
    /// Importing a tier, instead of migrating
    Import(Import),
    /// Scanning a repository for routes, instead of migrating
    Scan(Scan),
    /// Bringing the rows of the release before over, instead of migrating
    Backfill(Backfill),
}

/// How much to measure
#[derive(clap::Args)]
struct Amount {
    /// How often everything is measured; one round more comes first and does not count
    #[arg(long, value_name = "NUMBER", default_value = "3", conflicts_with = "long")]
    rounds: NonZeroUsize,
    /// Eleven rounds, for figures to quote
    #[arg(long)]
    long: bool,
    /// The cargo profile of the product; figures of any other than release mean little
    #[arg(long, value_name = "NAME", default_value = "release")]
    profile: String,
}

#[derive(clap::Args)]
struct Import {
    #[command(flatten)]
    amount: Amount,
    /// About what the rows take as binary COPY; 60 when it is not given, 490 with --long
    #[arg(long, value_name = "NUMBER")]
    megabytes: Option<NonZeroU64>,
    /// Sizes over which to show how time grows; 60,500,2000 with --long
    #[arg(long, value_name = "MEGABYTES", value_delimiter = ',', conflicts_with = "long")]
    growth: Vec<NonZeroU64>,
}

#[derive(clap::Args)]
struct Scan {
    #[command(flatten)]
    amount: Amount,
    /// Files of the tree, of about 20 KB each; 2000 when it is not given, 20000 with --long
    #[arg(long, value_name = "NUMBER")]
    files: Option<NonZeroUsize>,
}

#[derive(clap::Args)]
struct Backfill {
    #[command(flatten)]
    amount: Amount,
    /// Tasks to bring over, with everything around them; 20000 when it is not given, 1000000 with --long
    #[arg(long, value_name = "NUMBER")]
    tasks: Option<NonZeroU32>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.suite {
        None => bench::run(arguments.amount.rounds(), &arguments.amount.profile),
        Some(Suite::Import(import)) => bench::import::run(&import.extent(), &import.amount.profile),
        Some(Suite::Scan(scan)) => {
            let usual = if scan.amount.long { TREE } else { SMALL_TREE };
            let files = scan.files.map_or(usual, NonZeroUsize::get);
            bench::scan::run(files, scan.amount.rounds(), &scan.amount.profile)
        }
        Some(Suite::Backfill(backfill)) => {
            // A million rows take minutes, so that fewer rounds say as much.
            let (usual, rounds) =
                if backfill.amount.long { (MANY_TASKS, 1) } else { (FEW_TASKS, backfill.amount.rounds()) };
            let tasks = backfill.tasks.map_or(usual, NonZeroU32::get);
            bench::backfill::run(tasks, rounds, &backfill.amount.profile)
        }
    }
}

impl Amount {
    fn rounds(&self) -> usize {
        if self.long { LONG.get() } else { self.rounds.get() }
    }
}

impl Import {
    fn extent(&self) -> Extent {
        let long = self.amount.long;
        let megabytes = self.megabytes.map_or(if long { FULL } else { SMALL }, NonZeroU64::get);
        let growth = if long { GROWTH.to_vec() } else { self.growth.iter().map(|size| size.get()).collect() };
        Extent { rounds: self.amount.rounds(), megabytes, growth }
    }
}
