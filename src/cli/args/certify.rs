//! `certify`: evidence of what deployed logins are denied, and what it is merged into.

use super::Presentation;
use clap::ValueEnum;
use mosaic_db::certificate::{NotAPerson, Person};
use std::path::PathBuf;

/// `certify ACTION`.
#[derive(Debug, clap::Subcommand)]
pub enum Certify {
    /// Attempt as a deployed login, each time in a transaction that is rolled back, what it must be denied
    Probe(Probe),
    /// Vouch for what no probe can show, bound to the file that it rests on
    #[command(subcommand)]
    Slot(Slot),
    /// Merge signed parts and slots into one certificate, or say every reason why they are none; connects to nothing
    Assemble(Assemble),
}

impl Certify {
    /// The name in the JSON output.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Probe(_) => "certify probe",
            Self::Slot(Slot::Rotation(_)) => "certify slot rotation",
            Self::Slot(Slot::Rollback(_)) => "certify slot rollback",
            Self::Slot(Slot::Review(_)) => "certify slot review",
            Self::Assemble(_) => "certify assemble",
        }
    }

    /// How the answer is to be shown.
    pub const fn presentation(&self) -> Presentation {
        match self {
            Self::Probe(args) => args.presentation,
            Self::Slot(Slot::Rotation(word) | Slot::Rollback(word)) => word.presentation,
            Self::Slot(Slot::Review(args)) => args.word.presentation,
            Self::Assemble(args) => args.presentation,
        }
    }
}

/// `certify probe`.
#[derive(Debug, clap::Args)]
pub struct Probe {
    /// The login to attempt as; its URL is the only one the process may see
    #[arg(long = "as", value_enum, value_name = "LOGIN")]
    pub login: Login,
    /// File with a key for certify, which signs what was seen; needs --out and --by
    #[arg(long, value_name = "FILE", requires = "out", requires = "by")]
    pub signing_key_file: Option<PathBuf>,
    /// Directory in which the signed part is published, whole or not at all
    #[arg(long, value_name = "DIR", requires = "signing_key_file")]
    pub out: Option<PathBuf>,
    /// Who answers for the part
    #[arg(long, value_name = "NAME", requires = "signing_key_file", value_parser = person)]
    pub by: Option<Person>,
    #[command(flatten)]
    pub presentation: Presentation,
}

/// The logins that can be probed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Login {
    Importer,
    Migrator,
    Runtime,
}

/// `certify slot KIND`.
#[derive(Debug, clap::Subcommand)]
pub enum Slot {
    /// Vouch that credentials were rotated
    Rotation(Word),
    /// Vouch that the way back was rehearsed
    Rollback(Word),
    /// Vouch, as somebody who made none of them, for the other documents
    Review(Review),
}

/// Somebody's word.
#[derive(Debug, clap::Args)]
pub struct Word {
    /// The file that the word rests on; its SHA-256 becomes part of the document
    #[arg(long, value_name = "FILE")]
    pub evidence: PathBuf,
    /// Who vouches
    #[arg(long, value_name = "NAME", value_parser = person)]
    pub by: Person,
    /// The random id of the database, as status and certify probe show it
    #[arg(long, value_name = "ID")]
    pub database_id: String,
    /// File with the key that signs: one for certify, for a review one for review
    #[arg(long, value_name = "FILE")]
    pub signing_key_file: PathBuf,
    /// Directory in which the signed document is published, whole or not at all
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    #[command(flatten)]
    pub presentation: Presentation,
}

/// `certify slot review`.
#[derive(Debug, clap::Args)]
pub struct Review {
    #[command(flatten)]
    pub word: Word,
    /// Directories with the documents that were reviewed
    #[arg(long, value_name = "DIR", num_args = 1.., required = true)]
    pub reviewed: Vec<PathBuf>,
}

/// `certify assemble`.
#[derive(Debug, clap::Args)]
pub struct Assemble {
    /// What is to be certified
    #[arg(value_enum, value_name = "KIND")]
    pub kind: Kind,
    /// Directories in which parts and slots were published
    #[arg(long, value_name = "DIR", num_args = 1.., required = true)]
    pub parts: Vec<PathBuf>,
    /// The keys that are believed
    #[arg(long, value_name = "FILE")]
    pub trust_store: PathBuf,
    /// The certificate to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    #[command(flatten)]
    pub presentation: Presentation,
}

/// What is to be certified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// That every deployed login is denied what it must be
    Foundation,
    /// That besides nobody who is deployed can change the rows that are evidence
    Immutability,
}

fn person(typed: &str) -> Result<Person, NotAPerson> {
    Person::new(typed)
}
