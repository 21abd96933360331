//! `backfill`: the rows of the release before, in the columns of this one.

use super::Presentation;
use crate::backfill::{NotASlug, NotATitle, Slug, Title};
use mosaic_db::uuid::{NotAUuid, Uuid};

/// `backfill ACTION`.
#[derive(Debug, clap::Subcommand)]
pub enum Backfill {
    /// Bring the rows over, batch by batch, beside whoever goes on writing; stopped anywhere, it goes on there
    Run(Run),
    /// Say how far each step is and which rows wait for a decision, changing nothing
    Status(Presentation),
}

/// `backfill run`.
#[derive(Debug, clap::Args)]
pub struct Run {
    /// How the first workspace is called in addresses; as it is when it is not given, default at first
    #[arg(long, value_name = "SLUG", value_parser = slug)]
    pub workspace_slug: Option<Slug>,
    /// How it is called on pages; as it is when it is not given, Default at first
    #[arg(long, value_name = "NAME", value_parser = title)]
    pub workspace_name: Option<Title>,
    /// The project whose tasks the old backlog becomes; the one it was before when it is not given
    #[arg(long, value_name = "ID", value_parser = project)]
    pub backlog_project: Option<Uuid>,
    #[command(flatten)]
    pub presentation: Presentation,
}

impl Backfill {
    /// The name in the JSON output.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Run(_) => "backfill run",
            Self::Status(_) => "backfill status",
        }
    }

    /// How the answer is to be shown.
    pub const fn presentation(&self) -> Presentation {
        match self {
            Self::Run(args) => args.presentation,
            Self::Status(presentation) => *presentation,
        }
    }
}

fn slug(text: &str) -> Result<Slug, NotASlug> {
    Slug::new(text)
}

fn title(text: &str) -> Result<Title, NotATitle> {
    Title::new(text)
}

fn project(text: &str) -> Result<Uuid, NotAUuid> {
    Uuid::parse(text)
}
