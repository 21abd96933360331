//! What a Swarm is given: objects whose names say which version they are, because an object can be neither changed nor
//! replaced, and a part of a stack file that binds them to names which stay.
//!
//! An object's name ends in the first 12 digits of the SHA-256 of its bytes, so that a version which a provider gave twice
//! is noticed. Whoever may list objects sees them; for a URL they are as good as its password is long, which is checked.

use super::consumer::Source;
use super::descriptor::Descriptor;
use super::environment::Environment;
use super::layout::Documents;
use super::material::{Material, Part};
use mosaic_db::digest::Digest;
use mosaic_db::error::Code;
use mosaic_db::handoff::Artifact;
use std::fmt::Write as _;

/// The part of a stack file.
pub const STACK: &str = "stack.yml";

/// The oldest version of the format that binds a name to a key; what older programs demand, newer ones pass over.
const VERSION: &str = "version: \"3.8\"\n";
/// Where the files are. Of several stack files given together, all relative paths are relative to the first one, so these
/// files name the directory by a variable of the deployment, and themselves only their generation.
const SECRETS: &str = "${MOSAIC_SECRETS:?--out of secrets render}";
const ATTESTATIONS: &str = "${MOSAIC_ATTESTATIONS:?--out of secrets attestation}";
/// What an attestation consists of: the statement and its signature.
pub const ATTESTATION: [&str; 2] = ["attestation", "attestation-signature"];
/// The longest name of an object.
const MAX_NAME_CHARS: usize = 64;
/// An object has fewer bytes than this.
const MAX_BYTES: usize = 500 * 1024;

/// What kind of object it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Encrypted at rest, and shown to the services that name it.
    Secret,
    /// Readable for everybody who may ask a manager.
    Config,
}

/// One object.
#[derive(Clone, Copy, Debug)]
pub struct Object {
    pub form: Form,
    /// What it is called, its version apart; its file, too.
    pub name: &'static str,
    pub source: Source,
}

/// Why there is no object of something.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SwarmError {
    #[error("{name} is longer than the {MAX_NAME_CHARS} characters that the name of an object may have")]
    Name { name: String },
    #[error("{name} has {size} bytes; an object has fewer than {MAX_BYTES}")]
    Size { name: &'static str, size: usize },
}

impl SwarmError {
    /// The catalogue code.
    pub const fn code(&self) -> Code {
        match self {
            Self::Name { .. } | Self::Size { .. } => Code::SwarmObjectRefused,
        }
    }
}

const fn secret(name: &'static str, source: Source) -> Object {
    Object { form: Form::Secret, name, source }
}

const fn config(name: &'static str, part: Part) -> Object {
    Object { form: Form::Config, name, source: Source::Material(part) }
}

/// Every object of a generation.
pub const OBJECTS: [Object; 10] = [
    secret("handoff", Source::Handoff),
    secret("importer-url", Source::Material(Part::ImporterUrl)),
    secret("migrator-url", Source::Material(Part::MigratorUrl)),
    secret("runtime-url", Source::Material(Part::RuntimeUrl)),
    secret("server-key", Source::Material(Part::Key)),
    config("ca", Part::Authorities),
    Object { form: Form::Config, name: "generation", source: Source::Descriptor },
    config("importer-version", Part::ImporterVersion),
    config("server-certificate", Part::Certificate),
    config("trust-store", Part::TrustStore),
];

impl Form {
    /// The key of the stack file, and the directory of the files.
    pub const fn directory(self) -> &'static str {
        match self {
            Self::Secret => "secrets",
            Self::Config => "configs",
        }
    }
}

impl Object {
    /// The number that its name is told by: the provider's for what is the provider's.
    fn version(&self, descriptor: &Descriptor, material: &Material) -> u32 {
        match self.source {
            Source::Material(part) => {
                part.record().map_or(descriptor.trust_store_serial, |kind| u32::from(material.version(kind)))
            }
            Source::Handoff | Source::Descriptor => descriptor.number,
        }
    }
}

fn full_name(
    name: &'static str,
    environment: &Environment,
    version: u32,
    bytes: &[u8],
) -> Result<String, SwarmError> {
    if bytes.len() >= MAX_BYTES {
        return Err(SwarmError::Size { name, size: bytes.len() });
    }
    let mut name = format!("mosaic-{environment}-{name}.v{version}.{}", Digest::of(bytes));
    name.truncate(name.len() - 64 + 12);
    if name.len() > MAX_NAME_CHARS { Err(SwarmError::Name { name }) } else { Ok(name) }
}

/// The part of a stack file that refers to the objects of a generation. Its keys stay the same; the names do not.
///
/// # Errors
/// [`SwarmError`] for what cannot be an object.
pub fn stack(
    generation: &str,
    descriptor: &Descriptor,
    material: &Material,
    documents: &Documents,
) -> Result<Vec<u8>, SwarmError> {
    let mut text = String::from(VERSION);
    for form in [Form::Secret, Form::Config] {
        let _infallible = writeln!(text, "{}:", form.directory());
        for object in OBJECTS.iter().filter(|object| object.form == form) {
            let bytes = documents.bytes(material, object.source);
            let version = object.version(descriptor, material);
            let name = full_name(object.name, &descriptor.environment, version, bytes)?;
            text += &entry(form, object.name, &name, &format!("{SECRETS}/{generation}"));
        }
    }
    Ok(text.into_bytes())
}

/// The part of a stack file that refers to an attestation, which comes after the generation it was made for and is one
/// only as long as that is current.
///
/// # Errors
/// [`SwarmError`] for an environment whose name is too long for it.
pub fn attestation_stack(
    generation: &str,
    environment: &Environment,
    artifact: &Artifact,
) -> Result<Vec<u8>, SwarmError> {
    let version = u32::from(artifact.statement().secret_version);
    let mut text = format!("{VERSION}{}:\n", Form::Config.directory());
    for (name, bytes) in ATTESTATION.into_iter().zip([artifact.bytes(), artifact.signature()]) {
        let full_name = full_name(name, environment, version, bytes)?;
        text += &entry(Form::Config, name, &full_name, &format!("{ATTESTATIONS}/{generation}"));
    }
    Ok(text.into_bytes())
}

fn entry(form: Form, key: &str, name: &str, directory: &str) -> String {
    format!("  mosaic-{key}:\n    name: {name}\n    file: {directory}/{}/{key}\n", form.directory())
}
