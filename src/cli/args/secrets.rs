//! `secrets`: the credentials of an environment, from their provider to their consumers.

use super::Presentation;
use crate::safe_fs::Recipient;
use crate::secrets::consumer::Consumer;
use crate::secrets::descriptor::Orchestrator;
use crate::secrets::record::Kind;
use crate::secrets::{Environment, NotAnEnvironment};
use mosaic_db::attest::{NotASecretVersion, SecretVersion};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// `secrets ACTION`.
#[derive(Debug, clap::Subcommand)]
pub enum Secrets {
    /// Read the secrets of an environment from a Vault, check that they fit together, and give every consumer its own
    /// copies
    Render(Box<Render>),
    /// Make an attestation that was handed over into two configs of a Swarm
    Attestation(Attestation),
    /// Say which generation of secrets is current, and which consumers have another one
    Status(Status),
}

impl Secrets {
    /// The name in the JSON output.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Render(_) => "secrets render",
            Self::Attestation(_) => "secrets attestation",
            Self::Status(_) => "secrets status",
        }
    }

    /// How the answer is to be shown.
    pub const fn presentation(&self) -> Presentation {
        match self {
            Self::Render(args) => args.presentation,
            Self::Attestation(args) => args.presentation,
            Self::Status(args) => args.presentation,
        }
    }
}

/// `secrets render`.
#[derive(Debug, clap::Args)]
#[group(id = "login", required = true, multiple = true, args = ["vault_token_file", "vault_role_id_file"])]
pub struct Render {
    /// The environment; its secrets are below the mount secret-ENVIRONMENT
    #[arg(long, value_name = "ENVIRONMENT", value_parser = environment)]
    pub env: Environment,
    /// What runs the consumers
    #[arg(long = "for", value_enum, value_name = "ORCHESTRATOR")]
    pub orchestrator: Orchestrator,
    /// The directory of the generations: root's, and for this environment alone
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Where the Vault is: https://HOST:PORT
    #[arg(long, value_name = "ADDRESS")]
    pub vault_address: String,
    /// The authorities that may have signed the Vault's certificate; no others are believed
    #[arg(long, value_name = "FILE")]
    pub vault_ca_file: PathBuf,
    /// File of mode 0400 with a token
    #[arg(long, value_name = "FILE", conflicts_with = "vault_role_id_file")]
    pub vault_token_file: Option<PathBuf>,
    /// File of mode 0400 with the id of an AppRole, in the place of a token
    #[arg(long, value_name = "FILE", requires = "vault_secret_id_file")]
    pub vault_role_id_file: Option<PathBuf>,
    /// File of mode 0400 with the secret of the AppRole
    #[arg(long, value_name = "FILE", requires = "vault_role_id_file")]
    pub vault_secret_id_file: Option<PathBuf>,
    /// The trust store that consumers get
    #[arg(long, value_name = "FILE")]
    pub trust_store_file: PathBuf,
    /// This version of a secret and no other, such as importer=17; may be repeated; the newest when it is not given
    #[arg(long = "version", value_name = "SECRET=NUMBER", value_parser = pin)]
    pub versions: Vec<Pin>,
    /// The user and group of the database server, who must own its key; those of the official image when not given
    #[arg(long, value_name = "USER:GROUP", value_parser = recipient, default_value = "999:999")]
    pub server_user: Recipient,
    /// Let development keys attest for this generation
    #[arg(long)]
    pub development: bool,
    /// How many generations to keep, the current one among them; what a running process has mounted is kept beside
    #[arg(long, value_name = "NUMBER", default_value = "3")]
    pub keep: NonZeroUsize,
    #[command(flatten)]
    pub presentation: Presentation,
}

/// `secrets attestation`.
#[derive(Debug, clap::Args)]
pub struct Attestation {
    /// The generation that it was made for, as secrets render --for swarm made it
    #[arg(long, value_name = "DIR")]
    pub generation: PathBuf,
    /// The directory that handoff wrote into (--to)
    #[arg(long, value_name = "DIR")]
    pub from: PathBuf,
    /// The directory of what is made of attestations: root's, and for nothing else
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    #[command(flatten)]
    pub presentation: Presentation,
}

/// `secrets status`.
#[derive(Debug, clap::Args)]
pub struct Status {
    /// The directory of the generations
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// What a consumer was given, by the file generation.v1.json in its directory, such as importer=FILE; may be repeated
    #[arg(long, value_name = "CONSUMER=FILE", value_parser = shown)]
    pub consumer: Vec<Shown>,
    #[command(flatten)]
    pub presentation: Presentation,
}

/// One value of `--version`.
#[derive(Clone, Copy, Debug)]
pub struct Pin {
    pub kind: Kind,
    pub version: SecretVersion,
}

/// One value of `--consumer`.
#[derive(Clone, Debug)]
pub struct Shown {
    pub consumer: Consumer,
    pub file: PathBuf,
}

/// The text is no value of its option.
#[derive(Debug, thiserror::Error)]
pub enum NotAValue {
    #[error("not SECRET=NUMBER with one of importer, migrator, runtime, tls-ca, tls-server")]
    Pin,
    #[error(transparent)]
    Version(#[from] NotASecretVersion),
    #[error("not CONSUMER=FILE with one of gateway, handoff, importer, migrator, server")]
    Shown,
    #[error("not USER:GROUP, two whole numbers of which neither is 0")]
    Recipient,
}

fn environment(text: &str) -> Result<Environment, NotAnEnvironment> {
    Environment::parse(text)
}

fn pin(text: &str) -> Result<Pin, NotAValue> {
    let (kind, version) = text.split_once('=').ok_or(NotAValue::Pin)?;
    let kind = Kind::named(kind).ok_or(NotAValue::Pin)?;
    Ok(Pin { kind, version: SecretVersion::parse(version)? })
}

fn shown(text: &str) -> Result<Shown, NotAValue> {
    let (consumer, file) = text.split_once('=').ok_or(NotAValue::Shown)?;
    let consumer = Consumer::named(consumer).ok_or(NotAValue::Shown)?;
    Ok(Shown { consumer, file: file.into() })
}

fn recipient(text: &str) -> Result<Recipient, NotAValue> {
    let number = |text: &str| {
        let number: u32 = text.parse().ok()?;
        // The kernel takes the highest number for "as it is", and a server does not run as root.
        (number.to_string() == text && !matches!(number, 0 | u32::MAX)).then_some(number)
    };
    let (user, group) = text.split_once(':').ok_or(NotAValue::Recipient)?;
    let (user, group) = (number(user), number(group));
    user.zip(group).map(|(user, group)| Recipient { user, group }).ok_or(NotAValue::Recipient)
}
