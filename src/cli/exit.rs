//! Everything a command can fail with, and its one way to a code and an exit status.

use super::command::allowance::AllowanceCommandError;
use super::command::attest::AttestCommandError;
use super::command::deploy::DeployCommandError;
use super::command::report::ReportCommandError;
use super::command::routes::RoutesCommandError;
use super::command::secrets::SecretsCommandError;
use super::resolve::{ImportConfigError, ResolveError};
use crate::activation::PlanError;
use crate::attestation::AttestationError;
use crate::backfill::{BackfillError, StatusError};
use crate::bootstrap::BootstrapError;
use crate::bootstrap::existing::ExistingError;
use crate::certify::CertifyError;
use crate::doctor::{self, SelfTestError};
use crate::environment;
use crate::handover::HandoverError;
use crate::migrate::{MeasureError, MigrateError, ReceiptError};
use crate::safe_fs;
use crate::secrets::attestation::ObjectsError;
use crate::secrets::material::MaterialError;
use crate::secrets::record::RecordError;
use crate::secrets::render::RenderError;
use crate::secrets::status::Behind;
use crate::secrets::vault;
use crate::sign::KeyFileError;
use crate::tier::ImportError;
use crate::witness::{Refusal, WitnessError};
use mosaic_db::allowance::AllowanceError;
use mosaic_db::attest::{AttestError, NotAnInstant, TargetUrlError, TrustError, VerifyError};
use mosaic_db::bundle::BundleError;
use mosaic_db::certificate::{Insufficient, NotCertified};
use mosaic_db::checks::{self, prepared, tls::PostureError};
use mosaic_db::deploy::{DeployError, Violated};
use mosaic_db::error::Code;
use mosaic_db::gateway::Unready;
use mosaic_db::handoff::DescriptorError;
use mosaic_db::inspect::InspectError;
use mosaic_db::postgres::knock::KnockError;
use mosaic_db::postgres::tls::CaError;
use mosaic_db::postgres::x509::NotAChain;
use std::io;

/// Every failure of this program. Each module keeps its own closed enum; this one only gathers them.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error(transparent)]
    Allowance(#[from] AllowanceCommandError),
    #[error(transparent)]
    Allowances(#[from] AllowanceError),
    #[error(transparent)]
    Attest(#[from] AttestCommandError),
    #[error(transparent)]
    Attestation(#[from] AttestationError),
    #[error(transparent)]
    Backfill(Box<BackfillError>),
    #[error(transparent)]
    BackfillStatus(#[from] StatusError),
    #[error(transparent)]
    Behind(#[from] Behind),
    #[error(transparent)]
    Bootstrap(#[from] BootstrapError),
    #[error(transparent)]
    Bundle(#[from] BundleError),
    #[error(transparent)]
    Ca(#[from] CaError),
    #[error(transparent)]
    Certify(Box<CertifyError>),
    #[error(transparent)]
    Prepared(checks::Failed),
    #[error(transparent)]
    Checks(#[from] checks::Failed),
    #[error("the clock of this machine is refused")]
    Clock(#[from] NotAnInstant),
    #[error(transparent)]
    Descriptor(#[from] DescriptorError),
    #[error(transparent)]
    Deploy(#[from] DeployCommandError),
    #[error(transparent)]
    Deployment(#[from] DeployError),
    #[error(transparent)]
    Environment(#[from] environment::Error),
    #[error(transparent)]
    Existing(#[from] ExistingError),
    #[error(transparent)]
    File(#[from] safe_fs::Error),
    #[error(transparent)]
    Handover(#[from] HandoverError),
    #[error(transparent)]
    Import(Box<ImportError>),
    #[error(transparent)]
    ImportConfig(#[from] ImportConfigError),
    #[error(transparent)]
    Inspect(#[from] InspectError),
    #[error(transparent)]
    Insufficient(#[from] Insufficient),
    #[error("internal error at {location}")]
    Internal { location: String },
    #[error(transparent)]
    Knock(#[from] KnockError),
    #[error(transparent)]
    Material(#[from] MaterialError),
    #[error(transparent)]
    Measure(Box<MeasureError>),
    #[error(transparent)]
    KeyFile(#[from] KeyFileError),
    #[error(transparent)]
    Migrate(Box<MigrateError>),
    #[error("--next-certificate-file is refused")]
    NextCertificate(#[from] NotAChain),
    #[error(transparent)]
    NotCertified(#[from] NotCertified),
    #[error(transparent)]
    Objects(Box<ObjectsError>),
    #[error("standard output cannot be written")]
    Output(#[source] io::Error),
    #[error(transparent)]
    CheckSession(#[from] prepared::InspectError),
    #[error(transparent)]
    Plan(#[from] PlanError),
    #[error(transparent)]
    Posture(checks::Failed),
    #[error(transparent)]
    PostureSession(#[from] PostureError),
    #[error(transparent)]
    Receipt(#[from] ReceiptError),
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error(transparent)]
    Render(Box<RenderError>),
    #[error(transparent)]
    Report(#[from] ReportCommandError),
    #[error(transparent)]
    Resolve(#[from] ResolveError),
    #[error("the operating system refused what a session needs")]
    Runtime(#[source] io::Error),
    #[error(transparent)]
    Target(#[from] AttestError),
    #[error(transparent)]
    TargetUrl(#[from] TargetUrlError),
    #[error(transparent)]
    Trust(#[from] TrustError),
    #[error(transparent)]
    Secrets(#[from] SecretsCommandError),
    #[error(transparent)]
    Signature(#[from] VerifyError),
    #[error(transparent)]
    SelfTest(#[from] SelfTestError),
    #[error(transparent)]
    SelfTestFailed(#[from] doctor::Failed),
    #[error(transparent)]
    Unready(#[from] Unready),
    #[error(transparent)]
    Usage(#[from] UsageError),
    #[error(transparent)]
    Routes(#[from] RoutesCommandError),
    #[error(transparent)]
    Violated(#[from] Violated),
    #[error(transparent)]
    Vault(Box<vault::Error>),
    #[error(transparent)]
    VaultAddress(#[from] vault::NotAnAddress),
    #[error(transparent)]
    Witness(#[from] WitnessError),
    #[error(transparent)]
    Witnessed(#[from] Refusal),
}

/// A command line that is not accepted.
#[derive(Debug, thiserror::Error)]
pub enum UsageError {
    #[error("argument {position} looks like a database URL; its text is not shown here")]
    Credential { position: usize },
    #[error("no command was given; --run, --verify or a subcommand is needed")]
    NoCommand,
    #[error("{0} takes no other argument")]
    NotAlone(&'static str),
    #[error("{fact}")]
    Rejected { fact: String, usage: Option<String> },
    #[error("{word} is neither an error code nor a variable of this program")]
    UnknownWord { word: String, nearest: Option<&'static str> },
}

impl Failure {
    /// The catalogue code.
    pub fn code(&self) -> Code {
        match self {
            Self::Allowance(error) => error.code(),
            Self::Allowances(error) => error.code(),
            Self::Attest(error) => error.code(),
            Self::Attestation(error) => error.code(),
            Self::Backfill(error) => error.code(),
            Self::BackfillStatus(error) => error.code(),
            Self::Behind(error) => error.code(),
            Self::Bootstrap(error) => error.code(),
            Self::Bundle(error) => error.code(),
            Self::Ca(error) => error.code(),
            Self::Certify(error) => error.code(),
            Self::Prepared(_) => Code::BootstrapCheckFailed,
            Self::Checks(_) => Code::CheckFailed,
            Self::Descriptor(error) => error.code(),
            Self::Deploy(error) => error.code(),
            Self::Deployment(error) => error.code(),
            Self::Clock(_) => Code::Internal,
            Self::Environment(error) => error.code(),
            Self::Existing(error) => error.code(),
            Self::File(error) => error.code(),
            Self::Handover(error) => error.code(),
            Self::Import(error) => error.code(),
            Self::ImportConfig(error) => error.code(),
            Self::Inspect(error) => error.code(),
            Self::Insufficient(error) => error.code(),
            Self::Internal { .. } => Code::Internal,
            Self::Knock(error) => error.code(),
            Self::Material(error) => error.code(),
            Self::Measure(error) => error.code(),
            Self::KeyFile(error) => error.code(),
            Self::Migrate(error) => error.code(),
            Self::NextCertificate(_) => Code::CertificateFileInvalid,
            Self::NotCertified(error) => error.code(),
            Self::Objects(error) => error.code(),
            Self::Output(_) => Code::OutputFailed,
            Self::CheckSession(error) => error.code(),
            Self::Plan(error) => error.code(),
            Self::Posture(_) => Code::TlsCheckFailed,
            Self::PostureSession(error) => error.code(),
            Self::Receipt(error) => error.code(),
            Self::Record(error) => error.code(),
            Self::Render(error) => error.code(),
            Self::Report(error) => error.code(),
            Self::Resolve(error) => error.code(),
            Self::Runtime(_) => Code::Internal,
            Self::Target(error) => error.code(),
            Self::TargetUrl(error) => error.code(),
            Self::Trust(error) => error.code(),
            Self::Secrets(error) => error.code(),
            Self::Signature(error) => error.code(),
            Self::SelfTest(error) => error.code(),
            Self::SelfTestFailed(_) => Code::SelfTestFailed,
            Self::Unready(error) => error.code(),
            Self::Usage(error) => error.code(),
            Self::Routes(error) => error.code(),
            Self::Violated(error) => error.code(),
            Self::Vault(error) => error.code(),
            Self::VaultAddress(error) => error.code(),
            Self::Witness(error) => error.code(),
            Self::Witnessed(refusal) => refusal.code(),
        }
    }

    /// What a program needs to know of this one occurrence, for JSON; null where the message says it all.
    pub fn facts(&self) -> serde_json::Value {
        match self {
            Self::Backfill(error) => error.facts(),
            Self::Existing(error) => error.facts(),
            Self::Inspect(error) => error.facts(),
            Self::Migrate(error) => error.facts(),
            Self::SelfTest(error) => error.facts(),
            Self::NotCertified(error) => error.facts(),
            Self::Unready(error) => error.facts(),
            Self::Witnessed(refusal) => refusal.facts.clone(),
            _ => serde_json::Value::Null,
        }
    }

    /// What helps with this one occurrence, beyond what the catalogue says of its code.
    pub fn notes(&self) -> Vec<String> {
        match self {
            Self::Usage(UsageError::Rejected { usage: Some(usage), .. }) => vec![usage.clone()],
            Self::Usage(UsageError::UnknownWord { nearest: Some(nearest), .. }) => {
                vec![format!("did you mean {nearest}?")]
            }
            Self::Backfill(error) => error.notes(),
            Self::Existing(error) => error.notes(),
            Self::Migrate(error) => error.notes(),
            Self::Witnessed(refusal) => refusal.notes.clone(),
            Self::SelfTest(error) => error.notes(),
            _ => Vec::new(),
        }
    }
}

impl From<BackfillError> for Failure {
    fn from(error: BackfillError) -> Self {
        Self::Backfill(Box::new(error))
    }
}

impl From<CertifyError> for Failure {
    fn from(error: CertifyError) -> Self {
        Self::Certify(Box::new(error))
    }
}

impl From<ImportError> for Failure {
    fn from(error: ImportError) -> Self {
        Self::Import(Box::new(error))
    }
}

impl From<MeasureError> for Failure {
    fn from(error: MeasureError) -> Self {
        Self::Measure(Box::new(error))
    }
}

impl From<MigrateError> for Failure {
    fn from(error: MigrateError) -> Self {
        Self::Migrate(Box::new(error))
    }
}

impl From<RenderError> for Failure {
    fn from(error: RenderError) -> Self {
        Self::Render(Box::new(error))
    }
}

impl From<ObjectsError> for Failure {
    fn from(error: ObjectsError) -> Self {
        Self::Objects(Box::new(error))
    }
}

impl From<vault::Error> for Failure {
    fn from(error: vault::Error) -> Self {
        Self::Vault(Box::new(error))
    }
}

impl UsageError {
    const fn code(&self) -> Code {
        match self {
            Self::Credential { .. } => Code::CredentialInArguments,
            Self::NoCommand | Self::NotAlone(_) | Self::Rejected { .. } | Self::UnknownWord { .. } => {
                Code::Usage
            }
        }
    }
}
