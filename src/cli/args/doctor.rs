//! `doctor`: whether the program itself can be relied on.

use super::Presentation;
use std::path::PathBuf;

/// `doctor --self-test`.
#[derive(Debug, clap::Args)]
pub struct Doctor {
    /// Make every known defect, one by one, and see that it is found and that it is gone when it is taken back
    #[arg(long, required = true)]
    pub self_test: bool,
    /// A file with the URL of a superuser on a scratch server, one that holds nothing yet; roles and a database are made,
    /// broken and removed there
    #[arg(long, value_name = "FILE")]
    pub scratch_url_file: PathBuf,
    #[command(flatten)]
    pub presentation: Presentation,
}
