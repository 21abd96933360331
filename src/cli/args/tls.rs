//! `tls`: whether a server lets nobody in without TLS, and the way there.

use super::Presentation;
use super::activate::Plan;
use std::path::PathBuf;

/// `tls ACTION`.
#[derive(Debug, clap::Subcommand)]
pub enum Tls {
    /// Prove, read-only, that a server lets nobody in without TLS, has nobody in without it, and shows a certificate that lasts
    Check(Check),
    /// Show the steps of a change of TLS, which of them answers of tls check prove done, and the way back; connects to nothing
    #[command(subcommand)]
    Plan(Change),
}

/// `tls plan CHANGE`.
#[derive(Debug, clap::Subcommand)]
pub enum Change {
    /// From sessions without TLS to none
    CutOver(Plan),
    /// From one certificate authority to another
    RotateCa(Plan),
}

impl Tls {
    /// The name in the JSON output.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Check(_) => "tls check",
            Self::Plan(Change::CutOver(_)) => "tls plan cut-over",
            Self::Plan(Change::RotateCa(_)) => "tls plan rotate-ca",
        }
    }

    /// How the answer is to be shown.
    pub const fn presentation(&self) -> Presentation {
        match self {
            Self::Check(args) => args.presentation,
            Self::Plan(Change::CutOver(args) | Change::RotateCa(args)) => args.presentation,
        }
    }
}

/// `tls check`.
#[derive(Debug, clap::Args)]
pub struct Check {
    /// File of mode 0400 with the database URL of a login that sees every session, every setting and the access rules: a
    /// superuser, or a member of pg_monitor with SELECT on pg_hba_file_rules and EXECUTE on its function
    #[arg(long, value_name = "FILE")]
    pub url_file: PathBuf,
    /// Warn of certificates that end within so many days
    #[arg(long, value_name = "DAYS", default_value_t = 30, value_parser = clap::value_parser!(u32).range(0..=3650))]
    pub warn_days: u32,
    /// PEM file with the certificate that the server is to show next: judge it too, by the CA file that clients have now
    #[arg(long, value_name = "FILE")]
    pub next_certificate_file: Option<PathBuf>,
    #[command(flatten)]
    pub presentation: Presentation,
}
