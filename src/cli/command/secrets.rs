//! `secrets`: the credentials of an environment, from their provider to their consumers.

mod attestation;
mod render;
mod status;

use super::super::Context;
use super::super::args::secrets::Secrets as Action;
use super::super::exit::Failure;
use super::super::output::Reply;
use crate::secrets::descriptor::Descriptor;
use crate::secrets::history::Known;
use mosaic_db::attest::NotAnInstant;
use mosaic_db::error::Code;
use serde_json::{Value, json};
use std::path::Path;

/// What these commands refuse by themselves.
#[derive(Debug, thiserror::Error)]
pub enum SecretsCommandError {
    /// The clock shows a year that no document can name.
    #[error("the clock of this machine is refused")]
    Clock(#[source] NotAnInstant),
    /// There is no generation, or none that is current.
    #[error("there is no current generation")]
    NoGeneration,
    /// Neither a token nor an AppRole is named.
    #[error("neither a token nor an AppRole is named")]
    NoLogin,
    /// What a consumer was said to have is no description of a generation.
    #[error("what {consumer} has is no generation")]
    Shown { consumer: &'static str, source: crate::secrets::descriptor::DescriptorError },
}

impl SecretsCommandError {
    /// The catalogue code.
    pub const fn code(&self) -> Code {
        match self {
            Self::Clock(_) => Code::Internal,
            Self::NoLogin => Code::Usage,
            Self::NoGeneration => Code::GenerationMissing,
            Self::Shown { .. } => Code::GenerationDamaged,
        }
    }
}

pub fn secrets(action: &Action, _context: &Context<'_>) -> Result<Reply, Failure> {
    match action {
        Action::Render(args) => render::render(args),
        Action::Attestation(args) => attestation::attestation(args),
        Action::Status(args) => status::status(args),
    }
    .map(Reply::Answer)
}

/// A generation, for JSON.
fn generation(base: &Path, known: &Known) -> Value {
    let Descriptor { number, versions, trust_store_serial, .. } = &known.descriptor;
    json!({
        "number": number,
        "name": known.name,
        "path": base.join(&known.name),
        "versions": versions,
        "trust_store_serial": trust_store_serial,
    })
}

/// The versions of a generation as text.
fn versions(descriptor: &Descriptor) -> String {
    let versions = descriptor.versions.iter().map(|(kind, version)| format!("{kind} {version}"));
    versions.collect::<Vec<_>>().join(", ")
}
