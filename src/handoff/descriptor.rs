//! What root expects to be handed over: which secret it is for, and how well its key must be kept.

use crate::attest::{CanonicalError, Grade, SecretVersion, Text, canonical};
use crate::digest::Digest;
use crate::error::Code;
use serde::{Deserialize, Serialize};

/// What the document says it is.
pub const SCHEMA: &str = "mosaic.handoff/v1";
/// The most bytes of a document that is looked at.
pub const MAX_BYTES: usize = 1024;

/// What an attestation must be for. It holds no secret; the digest is as good as the password in the URL is long
/// ([`crate::attest::MIN_PASSWORD_CHARS`]).
///
/// The file is canonical JSON (RFC 8785) of these fields and `schema`, without a newline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Descriptor {
    /// What the generation of the secret is called. The verification has to be called the same: it is the
    /// [`correlation_id`](crate::attest::Statement::correlation_id) that was signed.
    pub generation: Text<128>,
    /// How well the key must be kept at least that signed.
    pub grade: Grade,
    /// The version of the importer's URL.
    pub secret_version: SecretVersion,
    /// SHA-256 of the importer's URL file.
    pub target_sha256: Digest,
}

/// Why bytes are no descriptor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DescriptorError {
    /// It is larger than any descriptor.
    #[error("the descriptor is longer than {MAX_BYTES} bytes")]
    TooLarge,
    /// It is not the canonical JSON of one.
    #[error("the descriptor is refused")]
    Document(#[source] CanonicalError),
    /// It is of another version, or another document.
    #[error("the descriptor does not say that it is a {SCHEMA}")]
    Schema,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    schema: String,
    generation: Text<128>,
    grade: Grade,
    secret_version: SecretVersion,
    target_sha256: Digest,
}

impl DescriptorError {
    /// The catalogue code.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::TooLarge | Self::Document(_) | Self::Schema => Code::HandoffDescriptor,
        }
    }
}

impl Descriptor {
    /// Reads a descriptor.
    ///
    /// # Errors
    /// [`DescriptorError`] unless the bytes are the canonical form of one.
    pub fn parse(bytes: &[u8]) -> Result<Self, DescriptorError> {
        if bytes.len() > MAX_BYTES {
            return Err(DescriptorError::TooLarge);
        }
        let document: Document = canonical::parse(bytes).map_err(DescriptorError::Document)?;
        let Document { schema, generation, grade, secret_version, target_sha256 } = document;
        if schema != SCHEMA {
            return Err(DescriptorError::Schema);
        }
        Ok(Self { generation, grade, secret_version, target_sha256 })
    }

    /// The canonical bytes.
    ///
    /// # Errors
    /// [`DescriptorError::Document`]; no descriptor is known for which this happens.
    pub fn to_bytes(&self) -> Result<Vec<u8>, DescriptorError> {
        let document = Document {
            schema: SCHEMA.to_owned(),
            generation: self.generation.clone(),
            grade: self.grade,
            secret_version: self.secret_version,
            target_sha256: self.target_sha256,
        };
        canonical::to_bytes(&document).map_err(DescriptorError::Document)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn example() -> Descriptor {
        Descriptor {
            generation: Text::new("gen-7").unwrap(),
            grade: Grade::Production,
            secret_version: SecretVersion::new(7).unwrap(),
            target_sha256: Digest::of(b"url"),
        }
    }

    #[test]
    fn a_descriptor_has_one_spelling() {
        let bytes = example().to_bytes().unwrap();
        let text = String::from_utf8(bytes.clone()).unwrap();
        let digest = Digest::of(b"url");
        assert_eq!(
            text,
            format!(
                r#"{{"generation":"gen-7","grade":"production","schema":"mosaic.handoff/v1","secret_version":7,"target_sha256":"{digest}"}}"#
            )
        );
        assert_eq!(Descriptor::parse(&bytes), Ok(example()));
        for other in [
            format!("{text}\n"),
            text.replace(',', ", "),
            text.replace("\"grade\"", "\"further\":1,\"grade\""),
            text.replace("\"grade\":\"production\",", ""),
            text.replace("production", "any"),
            text.replace(":7,", ":0,"),
            text.replace("gen-7", ""),
            String::new(),
        ] {
            assert!(
                matches!(Descriptor::parse(other.as_bytes()), Err(DescriptorError::Document(_))),
                "{other}"
            );
        }
        let later = text.replace("handoff/v1", "handoff/v2");
        assert_eq!(Descriptor::parse(later.as_bytes()), Err(DescriptorError::Schema));
        assert_eq!(Descriptor::parse(&vec![b' '; MAX_BYTES + 1]), Err(DescriptorError::TooLarge));
    }

    #[test]
    fn the_longest_descriptor_is_read_again() {
        let longest = Descriptor {
            generation: Text::new("\"".repeat(128)).unwrap(),
            grade: Grade::Development,
            secret_version: SecretVersion::new(u32::MAX).unwrap(),
            ..example()
        };
        assert_eq!(Descriptor::parse(&longest.to_bytes().unwrap()), Ok(longest));
    }

    proptest! {
        #[test]
        fn parsing_never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
            let _ = Descriptor::parse(&bytes);
        }
    }
}
