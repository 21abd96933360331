//! `cargo xtask bench`: how fast the product is, next to psql and to other tools, on this machine.

use crate::{bench, failure::Failure};
use std::num::NonZeroUsize;

/// Rounds of the long form.
const LONG: NonZeroUsize = NonZeroUsize::new(11).unwrap();

/// How much to measure.
#[derive(clap::Args)]
pub(crate) struct Arguments {
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

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let rounds = if arguments.long { LONG } else { arguments.rounds };
    bench::run(rounds.get(), &arguments.profile)
}
