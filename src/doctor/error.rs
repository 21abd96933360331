//! Why the self-test did not come to its end.

use super::defect::Malformed;
use super::scratch::Remains;
use crate::bootstrap::BootstrapError;
use crate::bootstrap::replay::NotReplayable;
use crate::migrate::MigrateError;
use mosaic_db::bundle::BundleError;
use mosaic_db::error::Code;
use mosaic_db::postgres::{ConnectError, ServerError};
use serde_json::{Value, json};

#[derive(Debug, thiserror::Error)]
pub enum SelfTestError {
    #[error("the scratch server is not reached")]
    Connect(#[from] ConnectError),
    #[error("the scratch server is PostgreSQL {version}; 16 is the oldest supported")]
    Version { version: String },
    #[error("the scratch server is a standby or still recovering")]
    InRecovery,
    #[error("{login} is not a superuser of the scratch server")]
    NotSuperuser { login: String },
    #[error("the server holds {0}")]
    NotScratch(Remains),
    #[error("a self-test of this server was killed, or is still at work; it left {0}")]
    Remains(Remains),
    #[error("not everything was removed: {remains}")]
    NotRemoved { remains: Remains, cause: Option<Box<Self>> },
    #[error("the scratch server refused {what}: {cause}")]
    Refused { what: &'static str, cause: ServerError },
    #[error("the scratch server answered in an unexpected form")]
    Unreadable,
    #[error("the connection to the scratch server was lost")]
    Lost,
    #[error("before anything was broken, this was wrong already: {}", .0.join(", "))]
    Unsound(Vec<String>),
    #[error("the entries do not run on the scratch database")]
    Migrate(#[from] Box<MigrateError>),
    #[error(transparent)]
    Bundle(#[from] BundleError),
    #[error(transparent)]
    Bootstrap(#[from] BootstrapError),
    #[error(transparent)]
    Script(#[from] NotReplayable),
    #[error(transparent)]
    Defects(#[from] Malformed),
    #[error("the self-test was interrupted; everything it made is removed")]
    Interrupted,
}

impl SelfTestError {
    /// The catalogue code.
    pub fn code(&self) -> Code {
        match self {
            Self::Connect(error) => error.code(),
            Self::Version { .. } => Code::ServerVersionUnsupported,
            Self::InRecovery => Code::ServerInRecovery,
            Self::NotSuperuser { .. } | Self::NotScratch(_) => Code::SelfTestServer,
            Self::Remains(_) | Self::NotRemoved { .. } => Code::SelfTestRemains,
            Self::Refused { .. } | Self::Unsound(_) | Self::Migrate(_) => Code::SelfTestUnprepared,
            Self::Lost => Code::SelfTestLost,
            Self::Bundle(error) => error.code(),
            Self::Bootstrap(error) => error.code(),
            Self::Unreadable | Self::Script(_) | Self::Defects(_) => Code::Internal,
            Self::Interrupted => Code::SelfTestInterrupted,
        }
    }

    /// What a program needs to know of the occurrence, for JSON; null where the message says it all.
    pub fn facts(&self) -> Value {
        match self {
            Self::Remains(remains) | Self::NotRemoved { remains, .. } => {
                json!({ "remove": remains.statements() })
            }
            _ => Value::Null,
        }
    }

    /// The same for a person.
    pub fn notes(&self) -> Vec<String> {
        match self {
            Self::Remains(remains) | Self::NotRemoved { remains, .. } => remains.statements(),
            _ => Vec::new(),
        }
    }
}
