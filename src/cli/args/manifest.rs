//! `manifest`: what a bundle directory consists of, recorded once and compared ever after.

use super::Presentation;
use mosaic_db::bundle::{LedgerName, Tag};
use mosaic_db::identifier::{Identifier, NotAnIdentifier, QualifiedName};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// `manifest ACTION`.
#[derive(Debug, clap::Subcommand)]
pub enum Manifest {
    /// Write manifest.v1.json for a directory; what an earlier one says is kept where no option says otherwise
    Build(Box<Build>),
    /// Report everything that is wrong with a directory and its manifest
    Check(Check),
    /// Show a recorded manifest
    Show(Show),
    /// Show what building would change in a directory's manifest, or how two directories' manifests differ
    Diff(Diff),
}

impl Manifest {
    /// The name in the JSON output.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Build(_) => "manifest build",
            Self::Check(_) => "manifest check",
            Self::Show(_) => "manifest show",
            Self::Diff(_) => "manifest diff",
        }
    }

    /// How the answer is to be shown.
    pub const fn presentation(&self) -> Presentation {
        match self {
            Self::Build(args) => args.presentation,
            Self::Check(args) => args.presentation,
            Self::Show(args) => args.presentation,
            Self::Diff(args) => args.presentation,
        }
    }
}

/// `manifest build`.
#[derive(Debug, clap::Args)]
pub struct Build {
    /// The directory with the migrations
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
    /// The last entry that is history, or all, or none
    #[arg(long, value_name = "TAG", value_parser = history)]
    pub history: Option<History>,
    /// A schema that history entries find their objects in, beside the legacy ones; may be repeated, in search order
    #[arg(long, value_name = "SCHEMA", value_parser = identifier)]
    pub history_schema: Vec<Identifier>,
    /// A schema whose objects are the bundle's business; may be repeated; those its entries create always are
    #[arg(long, value_name = "SCHEMA", value_parser = identifier)]
    pub managed_schema: Vec<Identifier>,
    /// The ledger; drizzle.__drizzle_migrations when neither this nor an earlier manifest says otherwise
    #[arg(long, value_name = "SCHEMA.TABLE", value_parser = ledger)]
    pub ledger: Option<LedgerName>,
    /// An extension the entries need, with the versions that will do; may be repeated
    #[arg(long, value_name = "NAME[=VERSION,…]", value_parser = extension)]
    pub extension: Vec<Extension>,
    /// A table whose rows the entries insert; may be repeated
    #[arg(long, value_name = "SCHEMA.TABLE", value_parser = qualified)]
    pub seeded_table: Vec<QualifiedName>,
    /// A precondition of an entry, requires/NAME.sql; may be repeated
    #[arg(long, value_name = "TAG=NAME", value_parser = requirement)]
    pub requires: Vec<(Tag, Tag)>,
    /// A file with the migrator's URL of a bootstrapped scratch database with an empty ledger: runs the entries there and
    /// writes effects.v1.json, what each was measured to do
    #[arg(long, value_name = "FILE")]
    pub scratch_url_file: Option<PathBuf>,
    #[command(flatten)]
    pub presentation: Presentation,
}

/// `manifest check`.
#[derive(Debug, clap::Args)]
pub struct Check {
    /// The directory with the migrations
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
    #[command(flatten)]
    pub presentation: Presentation,
}

/// `manifest show`.
#[derive(Debug, clap::Args)]
pub struct Show {
    /// The directory with the migrations; the platform's own bundle when it is not given
    #[arg(value_name = "DIR")]
    pub directory: Option<PathBuf>,
    #[command(flatten)]
    pub presentation: Presentation,
}

/// `manifest diff`.
#[derive(Debug, clap::Args)]
pub struct Diff {
    /// The directory with the manifest to compare from
    #[arg(value_name = "DIR")]
    pub old: PathBuf,
    /// The directory with the manifest to compare to
    #[arg(value_name = "OTHER")]
    pub new: Option<PathBuf>,
    #[command(flatten)]
    pub presentation: Presentation,
}

/// The value of `--history`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum History {
    All,
    None,
    Through(Tag),
}

/// The value of `--extension`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extension {
    pub name: Identifier,
    pub versions: BTreeSet<String>,
}

fn history(text: &str) -> Result<History, mosaic_db::bundle::NotATag> {
    match text {
        "all" => Ok(History::All),
        "none" => Ok(History::None),
        tag => Tag::new(tag).map(History::Through),
    }
}

fn identifier(text: &str) -> Result<Identifier, NotAnIdentifier> {
    Identifier::new(text)
}

fn qualified(text: &str) -> Result<QualifiedName, NotAnIdentifier> {
    let (schema, name) = text.split_once('.').ok_or(NotAnIdentifier)?;
    Ok(QualifiedName { schema: Identifier::new(schema)?, name: Identifier::new(name)? })
}

fn ledger(text: &str) -> Result<LedgerName, NotAnIdentifier> {
    qualified(text).map(|found| LedgerName { schema: found.schema, table: found.name })
}

fn extension(text: &str) -> Result<Extension, NotAnIdentifier> {
    let (name, versions) = text.split_once('=').unwrap_or((text, ""));
    let versions = versions.split(',').filter(|version| !version.is_empty()).map(str::to_owned).collect();
    Ok(Extension { name: Identifier::new(name)?, versions })
}

fn requirement(text: &str) -> Result<(Tag, Tag), mosaic_db::bundle::NotATag> {
    let (tag, name) = text.split_once('=').ok_or(mosaic_db::bundle::NotATag)?;
    Ok((Tag::new(tag)?, Tag::new(name)?))
}
