//! `attest`: the keys that sign statements and the store that says which of them are believed.

use super::Presentation;
use mosaic_db::attest::{Instant, KeyId, NotASecretVersion, NotAnInstant, Purpose, SecretVersion};
use mosaic_db::digest::NotADigest;
use std::path::PathBuf;

/// `attest ACTION`.
#[derive(Debug, clap::Subcommand)]
pub enum Attest {
    /// Make a signing key, and a trust store that lists it or the next serial of one that exists
    Keygen(Keygen),
    /// Show what an attestation or a trust store says
    Inspect(Inspect),
    /// Decide offline whether an attestation would be acted on, and record nothing
    Check(Check),
    /// Take a key or versions of the secret out of use, under the next serial of a trust store
    Revoke(Revoke),
}

impl Attest {
    /// The name in the JSON output.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Keygen(_) => "attest keygen",
            Self::Inspect(_) => "attest inspect",
            Self::Check(_) => "attest check",
            Self::Revoke(_) => "attest revoke",
        }
    }

    /// How the answer is to be shown.
    pub const fn presentation(&self) -> Presentation {
        match self {
            Self::Keygen(args) => args.presentation,
            Self::Inspect(args) => args.presentation,
            Self::Check(args) => args.presentation,
            Self::Revoke(args) => args.presentation,
        }
    }
}

/// `attest keygen`.
#[derive(Debug, clap::Args)]
pub struct Keygen {
    /// The directory to make; it gets the key (mode 0400), the public key and the trust store
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// What the key may sign
    #[arg(long, value_enum, value_name = "PURPOSE")]
    pub purpose: Signs,
    /// A trust store that exists: the key is added to it, and its serial rises; the new directory gets none then
    #[arg(long, value_name = "FILE")]
    pub trust_store: Option<PathBuf>,
    /// Mark the key as a development key: what it signs is refused wherever none is expected
    #[arg(long)]
    pub development: bool,
    /// When the key may begin to sign, as YYYY-MM-DDTHH:MM:SSZ; now when it is not given
    #[arg(long, value_name = "TIME", value_parser = instant)]
    pub not_before: Option<Instant>,
    /// When the key may sign no more; a year after its beginning when it is not given
    #[arg(long, value_name = "TIME", value_parser = instant)]
    pub not_after: Option<Instant>,
    #[command(flatten)]
    pub presentation: Presentation,
}

/// `attest inspect`.
#[derive(Debug, clap::Args)]
pub struct Inspect {
    /// The attestation, with its signature beside it in FILE.sig, or a trust store
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// A trust store: who signed is proved with it, and what nobody signed is refused
    #[arg(long, value_name = "FILE")]
    pub trust_store: Option<PathBuf>,
    #[command(flatten)]
    pub presentation: Presentation,
}

/// `attest check`.
#[derive(Debug, clap::Args)]
pub struct Check {
    /// The attestation, with its signature beside it in FILE.sig
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The trust store
    #[arg(long, value_name = "FILE")]
    pub trust_store: PathBuf,
    /// What the attestation must say, in JSON; the manual lists the fields
    #[arg(long, value_name = "FILE")]
    pub expect: PathBuf,
    /// File of mode 0400 with the importer's URL; what it names takes the place of what the expectations say of the target
    #[arg(long, value_name = "FILE")]
    pub target_url_file: Option<PathBuf>,
    #[command(flatten)]
    pub presentation: Presentation,
}

/// `attest revoke`.
#[derive(Debug, clap::Args)]
#[group(id = "revoked", required = true, multiple = true, args = ["key", "secret_version"])]
pub struct Revoke {
    /// The trust store to change
    #[arg(long, value_name = "FILE")]
    pub trust_store: PathBuf,
    /// The id of a key that nothing is believed of any more, whenever it was signed
    #[arg(long, value_name = "ID", value_parser = key_id)]
    pub key: Option<KeyId>,
    /// A version of the importer's URL that nothing is attested for any more; may be repeated
    #[arg(long, value_name = "NUMBER", value_parser = secret_version)]
    pub secret_version: Vec<SecretVersion>,
    #[command(flatten)]
    pub presentation: Presentation,
}

/// The value of `--purpose`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Signs {
    Allowance,
    Certify,
    MigrateTarget,
    Review,
}

impl From<Signs> for Purpose {
    fn from(signs: Signs) -> Self {
        match signs {
            Signs::Allowance => Self::Allowance,
            Signs::Certify => Self::Certify,
            Signs::MigrateTarget => Self::MigrateTarget,
            Signs::Review => Self::Review,
        }
    }
}

fn instant(text: &str) -> Result<Instant, NotAnInstant> {
    Instant::parse(text)
}

fn key_id(text: &str) -> Result<KeyId, NotADigest> {
    KeyId::parse(text)
}

fn secret_version(text: &str) -> Result<SecretVersion, NotASecretVersion> {
    SecretVersion::parse(text)
}
