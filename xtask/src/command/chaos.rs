//! `cargo xtask chaos`: whether the product keeps its word whatever goes wrong.

use crate::{
    chaos::{self, Extent, NotACase, Plan, Wanted},
    failure::Failure,
};
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A few cases of each kind, which the seed picks
    #[arg(long)]
    short: bool,
    /// What picks places and times; the same number gives the same cases
    #[arg(long, value_name = "NUMBER", default_value = "1")]
    seed: u64,
    /// These cases alone: COMMAND, COMMAND/FAULT or COMMAND/FAULT/K
    #[arg(long, value_name = "CASE", value_parser = case)]
    only: Vec<Wanted>,
    /// Where to put the report; chaos in the target directory when it is not given
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let extent = if arguments.short { Extent::Short } else { Extent::Long };
    let plan = Plan { extent, seed: arguments.seed, wanted: arguments.only.clone() };
    let usual = || std::path::Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("target").join("chaos");
    chaos::run(&plan, &arguments.report.clone().unwrap_or_else(usual))
}

fn case(text: &str) -> Result<Wanted, NotACase> {
    text.parse()
}
