//! `handoff`: an attestation, carried from the identity that made it to the one that acts on it.

use super::Presentation;
use std::path::PathBuf;

/// `handoff`.
#[derive(Debug, clap::Args)]
pub struct Handoff {
    /// What is expected: generation, version and digest of the importer's URL, as secrets render writes it
    #[arg(long, value_name = "FILE")]
    pub descriptor: PathBuf,
    /// The trust store that says who may sign
    #[arg(long, value_name = "FILE")]
    pub trust_store: PathBuf,
    /// The directory that attestations are published in, MOSAIC_ATTESTATION_DIR of the verification; not trusted
    #[arg(long, value_name = "DIR")]
    pub from: PathBuf,
    /// The directory that the importer reads: its generations get there, and the producer must not
    #[arg(long, value_name = "DIR")]
    pub to: PathBuf,
    #[command(flatten)]
    pub presentation: Presentation,
}
