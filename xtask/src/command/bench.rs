//! `cargo xtask bench`: how fast the product is, next to psql and to other tools, on this machine.

use crate::{
    bench::{self, Piece, Publication, Suite, import, migrate},
    failure::Failure,
};
use std::{
    num::{NonZeroU32, NonZeroU64, NonZeroUsize},
    path::PathBuf,
};

/// Rounds of the long form.
const LONG: NonZeroUsize = NonZeroUsize::new(11).unwrap();

/// How much is measured when nothing is said.
struct Sizes {
    tables: &'static [usize],
    /// About what an import copies, and what it copies to show how time grows.
    megabytes: u64,
    growth: &'static [u64],
    /// Of the tree that `routes scan` reads, of about 20 KB each.
    files: usize,
    /// That `backfill run` brings over.
    tasks: u32,
}

/// Over which to show how time grows.
const ENTRIES: [usize; 3] = [10, 100, 1_000];

/// Of one suite alone: as much as is over soon.
const FEW: Sizes =
    Sizes { tables: &[40, 200, 1_000], megabytes: 60, growth: &[], files: 2_000, tasks: 20_000 };
/// Of a page, in half an hour on two cores.
const USUAL: Sizes = Sizes {
    tables: &[40, 200, 1_000],
    megabytes: 120,
    growth: &[60, 250, 1_000],
    files: 20_000,
    tasks: 100_000,
};
/// What is to be quoted.
const FULL: Sizes = Sizes {
    tables: &[40, 200, 1_000, 10_000],
    megabytes: 490,
    growth: &[60, 500, 2_000],
    files: 20_000,
    tasks: 1_000_000,
};

/// What to measure
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    migrating: Migrating,
    #[command(flatten)]
    amount: Amount,
}

#[derive(clap::Subcommand)]
enum What {
    /// Importing a tier, instead of migrating
    Import {
        #[command(flatten)]
        importing: Importing,
        #[command(flatten)]
        amount: Amount,
    },
    /// Scanning a repository for routes, instead of migrating
    Scan {
        #[command(flatten)]
        scanning: Scanning,
        #[command(flatten)]
        amount: Amount,
    },
    /// Bringing the rows of the release before over, instead of migrating
    Backfill {
        #[command(flatten)]
        backfilling: Backfilling,
        #[command(flatten)]
        amount: Amount,
    },
    /// Everything, and a page with all figures and charts
    All(All),
    /// Write the page anew from the figures that lie beside it, and measure nothing
    Page(Published),
}

#[derive(clap::Args)]
struct All {
    #[command(flatten)]
    migrating: Migrating,
    #[command(flatten)]
    importing: Importing,
    #[command(flatten)]
    scanning: Scanning,
    #[command(flatten)]
    backfilling: Backfilling,
    #[command(flatten)]
    amount: Amount,
    #[command(flatten)]
    published: Published,
    /// Measure these pieces alone, and keep all other figures as they are
    #[arg(long, value_name = "PIECES", value_delimiter = ',')]
    only: Vec<Piece>,
    /// Leave out the pieces that were measured before, on this machine and in this profile: go on where it was cut off
    #[arg(long)]
    resume: bool,
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
struct Migrating {
    /// Numbers of entries over which to show how time grows
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', default_values_t = ENTRIES)]
    entries: Vec<usize>,
    /// Numbers of tables over which to show how time grows; 40,200,1000 when none are given, up to 10000 with --long
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    tables: Vec<usize>,
}

#[derive(clap::Args)]
struct Importing {
    /// About what the rows take as binary COPY; 60 when it is not given, 120 with all, 490 with --long
    #[arg(long, value_name = "NUMBER")]
    megabytes: Option<NonZeroU64>,
    /// Sizes over which to show how time grows; 60,250,1000 with all, 60,500,2000 with --long
    #[arg(long, value_name = "MEGABYTES", value_delimiter = ',')]
    growth: Vec<NonZeroU64>,
}

#[derive(clap::Args)]
struct Scanning {
    /// Files of the tree, of about 20 KB each; 2000 when it is not given, 20000 with all and with --long
    #[arg(long, value_name = "NUMBER")]
    files: Option<NonZeroUsize>,
}

#[derive(clap::Args)]
struct Backfilling {
    /// Tasks to bring over, with everything around them; 20000 when it is not given, 100000 with all, 1000000 with --long
    #[arg(long, value_name = "NUMBER")]
    tasks: Option<NonZeroU32>,
}

#[derive(clap::Args)]
struct Published {
    /// The page; its charts and figures are in the directory beside it that has its name
    #[arg(long, value_name = "FILE", default_value = "docs/benchmarks.md")]
    page: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.what {
        None => arguments.amount.run(|amount| arguments.migrating.suite(amount, &FEW)),
        Some(What::Import { importing, amount }) => amount.run(|amount| importing.suite(amount, &FEW)),
        Some(What::Scan { scanning, amount }) => amount.run(|amount| scanning.suite(amount, &FEW)),
        Some(What::Backfill { backfilling, amount }) => amount.run(|amount| backfilling.suite(amount, &FEW)),
        Some(What::All(all)) => {
            let All { migrating, importing, scanning, backfilling, amount, published, only, resume } = all;
            let suites = [
                migrating.suite(amount, &USUAL),
                scanning.suite(amount, &USUAL),
                backfilling.suite(amount, &USUAL),
                importing.suite(amount, &USUAL),
            ];
            let publication = Publication { page: &published.page, only: only.clone(), resume: *resume };
            bench::publish(&suites, &amount.profile, &publication)
        }
        Some(What::Page(Published { page })) => bench::render(page),
    }
}

impl Amount {
    fn run(&self, suite: impl FnOnce(&Self) -> Suite) -> Result<(), Failure> {
        bench::run(&[suite(self)], &self.profile)
    }

    fn rounds(&self) -> usize {
        if self.long { LONG.get() } else { self.rounds.get() }
    }

    const fn sizes<'sizes>(&self, usual: &'sizes Sizes) -> &'sizes Sizes {
        if self.long { &FULL } else { usual }
    }
}

impl Migrating {
    fn suite(&self, amount: &Amount, usual: &Sizes) -> Suite {
        let usual = amount.sizes(usual).tables;
        let tables = if self.tables.is_empty() { usual.to_vec() } else { self.tables.clone() };
        Suite::Migrate(migrate::Extent { rounds: amount.rounds(), entries: self.entries.clone(), tables })
    }
}

impl Importing {
    fn suite(&self, amount: &Amount, usual: &Sizes) -> Suite {
        let usual = amount.sizes(usual);
        let growth = if self.growth.is_empty() {
            usual.growth.to_vec()
        } else {
            self.growth.iter().map(|size| size.get()).collect()
        };
        let megabytes = self.megabytes.map_or(usual.megabytes, NonZeroU64::get);
        Suite::Import(import::Extent { rounds: amount.rounds(), megabytes, growth })
    }
}

impl Scanning {
    fn suite(&self, amount: &Amount, usual: &Sizes) -> Suite {
        let usual = amount.sizes(usual).files;
        Suite::Scan { files: self.files.map_or(usual, NonZeroUsize::get), rounds: amount.rounds() }
    }
}

impl Backfilling {
    fn suite(&self, amount: &Amount, usual: &Sizes) -> Suite {
        // A million rows take minutes, so that fewer rounds say as much.
        let rounds = if amount.long { 1 } else { amount.rounds() };
        let usual = amount.sizes(usual).tasks;
        Suite::Backfill { tasks: self.tasks.map_or(usual, NonZeroU32::get), rounds }
    }
}
