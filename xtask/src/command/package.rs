//! `cargo xtask package`: what is given to others, and whether it is what it should be.

use crate::{failure::Failure, package};
use std::path::PathBuf;

/// What to make
#[derive(clap::Subcommand)]
pub(crate) enum Action {
    /// Build the Debian package, install it into an empty root, use it there and remove it again
    Deb(Build),
    /// Build twice in different places, and compare
    Reproduce(Build),
    /// Build with OpenSSL inside instead of beside it, and use that on a real server
    Portable(Build),
    /// Write what the program is made of, as CycloneDX
    Sbom(Sbom),
}

/// How to build
#[derive(clap::Args)]
pub(crate) struct Build {
    /// The cargo profile; any other than release is for trying things out
    #[arg(long, value_name = "NAME", default_value = "release")]
    profile: String,
}

#[derive(clap::Args)]
pub(crate) struct Sbom {
    /// Where to write it; standard output when it is not given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn run(action: &Action) -> Result<(), Failure> {
    match action {
        Action::Deb(build) => package::deb::run(&build.profile),
        Action::Reproduce(build) => package::reproduce::run(&build.profile),
        Action::Portable(build) => package::portable::run(&build.profile),
        Action::Sbom(sbom) => package::sbom::run(sbom.out.as_deref()),
    }
}
