//! `migrate-tier`: what can be said about an import on the command line. Credentials are files.

use super::Presentation;
use crate::tier::Constraints;
use mosaic_db::postgres::embedded::Address;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// More sessions than this help no server.
const MOST_JOBS: usize = 64;

/// `migrate-tier`.
#[derive(Debug, clap::Args)]
#[group(id = "source", required = true, multiple = false, args = ["source_url_file", "source_pglite"])]
pub struct MigrateTier {
    /// File of mode 0400 with the importer's database URL; the one that MOSAIC_TARGET_URL_FILE names when it is not
    /// given, /run/secrets/mosaic-migrate-target-url when neither is
    #[arg(long, value_name = "FILE")]
    pub target_url_file: Option<PathBuf>,
    /// The attestation of the target; its signature lies beside it, with .sig at the end of the name
    #[arg(long, value_name = "FILE", default_value = "/run/mosaic-attestations/migrate-target.v1.json")]
    pub target_attestation_file: PathBuf,
    /// File of mode 0400 with the database URL of a PostgreSQL server to read, 14 or newer
    #[arg(long, value_name = "FILE")]
    pub source_url_file: Option<PathBuf>,
    /// Where the socket server of an embedded database (PGlite) listens: the path of a socket, or a loopback address
    /// with a port. Whoever may bind it there is believed
    #[arg(long, value_name = "ADDRESS")]
    pub source_pglite: Option<Address>,
    /// The schema of the source to read
    #[arg(long, value_name = "NAME", default_value = "public")]
    pub source_schema: String,
    /// Move the rows; without it, everything is done but that
    #[arg(long)]
    pub yes: bool,
    /// Copy so many tables at a time, each in a transaction of its own: what is finished stays, and is compared instead of
    /// copied by the next run. Not with --constraints validate, which proves what is not committed yet
    #[arg(long, value_name = "N", value_parser = jobs, conflicts_with = "source_pglite")]
    pub jobs: Option<NonZeroUsize>,
    /// Who checks foreign keys: the server row by row (enforce), or this program at once before the commit, on PostgreSQL 17 or
    /// newer where that was granted (validate)
    #[arg(long, value_name = "HOW", value_enum, default_value_t, hide_possible_values = true)]
    pub constraints: Constraints,
    #[command(flatten)]
    pub presentation: Presentation,
}

fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    let refused = || format!("a number from 1 to {MOST_JOBS} is expected");
    let jobs: NonZeroUsize = text.parse().map_err(|_other| refused())?;
    if jobs.get() <= MOST_JOBS { Ok(jobs) } else { Err(refused()) }
}
