//! From the bytes of a file to a document of this program, or the reason why it is none.

use super::strict::{REPEATED, Strict};
use mosaic_db::attest;
use mosaic_db::certificate::{CERTIFICATE_SCHEMA, EVIDENCE_SCHEMA, SLOT_SCHEMA};
use mosaic_db::digest::Digest;
use mosaic_db::{handoff, recovery};
use serde_json::Value;

/// The most bytes of a file that are looked at.
pub const MAX_BYTES: usize = 8 * 1024 * 1024;

/// What a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Answer,
    Allowances,
    Attestation,
    Catalog,
    Certificate,
    Evidence,
    Handoff,
    Receipt,
    Recovery,
    SecretGeneration,
    Slot,
    TrustStore,
}

/// A document, of which nothing is believed.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The file it was read from.
    pub name: String,
    pub kind: Kind,
    pub value: Value,
    /// Of its exact bytes.
    pub sha256: Digest,
    pub signature: Signature,
}

/// What is known of who wrote a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Signature {
    /// Documents of this kind are not signed.
    None,
    /// It is of a kind that is signed, and nobody has looked at the signature.
    NotVerified,
    /// Signatures held; a line for each says by which key.
    Verified(Vec<String>),
}

/// Why a file cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotADocument {
    #[error("it is larger than {MAX_BYTES} bytes")]
    TooLarge,
    #[error("it is no JSON (line {line}, column {column})")]
    NotJson { line: usize, column: usize },
    #[error("it names a field twice (line {line}, column {column})")]
    Repeated { line: usize, column: usize },
    #[error("it is no document of this program: it has no schema that is known here")]
    Unknown,
}

impl Kind {
    const ALL: [Self; 12] = [
        Self::Answer,
        Self::Allowances,
        Self::Attestation,
        Self::Catalog,
        Self::Certificate,
        Self::Evidence,
        Self::Handoff,
        Self::Receipt,
        Self::Recovery,
        Self::SecretGeneration,
        Self::Slot,
        Self::TrustStore,
    ];

    /// The value of its field `schema`.
    const fn schema(self) -> &'static str {
        match self {
            Self::Answer => "mosaic.output.v1",
            Self::Allowances => "mosaic.catalog-allowances.v1",
            Self::Attestation => attest::SCHEMA,
            Self::Catalog => "mosaic.catalog.v1",
            Self::Certificate => CERTIFICATE_SCHEMA,
            Self::Evidence => EVIDENCE_SCHEMA,
            Self::Handoff => handoff::SCHEMA,
            Self::Receipt => "mosaic.receipt.v1",
            Self::Recovery => recovery::SCHEMA,
            Self::SecretGeneration => "mosaic.secret-generation/v1",
            Self::Slot => SLOT_SCHEMA,
            Self::TrustStore => "mosaic.trust-store/v1",
        }
    }

    /// What a heading calls it.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Answer => "Answer",
            Self::Allowances => "Allowances",
            Self::Attestation => "Attestation",
            Self::Catalog => "Catalog snapshot",
            Self::Certificate => "Certificate",
            Self::Evidence => "Evidence",
            Self::Handoff => "Descriptor of a handoff",
            Self::Receipt => "Receipt",
            Self::Recovery => "Recovery posture",
            Self::SecretGeneration => "Generation of secrets",
            Self::Slot => "Word of a person",
            Self::TrustStore => "Trust store",
        }
    }

    /// Whether its documents are signed, or made of signed ones.
    const fn signature(self) -> Signature {
        match self {
            Self::Allowances | Self::Attestation | Self::Certificate | Self::Evidence | Self::Slot => {
                Signature::NotVerified
            }
            Self::Answer
            | Self::Catalog
            | Self::Handoff
            | Self::Receipt
            | Self::Recovery
            | Self::SecretGeneration
            | Self::TrustStore => Signature::None,
        }
    }
}

impl Document {
    /// Reads one file.
    ///
    /// # Errors
    /// [`NotADocument`].
    pub fn read(name: String, bytes: &[u8]) -> Result<Self, NotADocument> {
        if bytes.len() > MAX_BYTES {
            return Err(NotADocument::TooLarge);
        }
        let Strict(mut value) = serde_json::from_slice(bytes).map_err(|error| {
            let (line, column) = (error.line(), error.column());
            // The parser has no other way to say which it was than the words that it was given.
            if error.to_string().starts_with(REPEATED) {
                NotADocument::Repeated { line, column }
            } else {
                NotADocument::NotJson { line, column }
            }
        })?;
        let schema = value.get("schema").and_then(Value::as_str);
        let kind = Kind::ALL.into_iter().find(|kind| schema == Some(kind.schema()));
        let kind = kind.ok_or(NotADocument::Unknown)?;
        veil(&mut value);
        Ok(Self { name, kind, value, sha256: Digest::of(bytes), signature: kind.signature() })
    }
}

/// The digest of a URL is cut short, since passwords can be tried with it.
fn veil(value: &mut Value) {
    if let Some(Value::String(digest)) = value.get_mut("target_sha256") {
        *digest = digest.chars().take(12).chain(['…']).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(bytes: &[u8]) -> NotADocument {
        Document::read("f".to_owned(), bytes).expect_err("no document")
    }

    #[test]
    fn every_kind_is_known_by_its_schema() {
        for kind in Kind::ALL {
            let bytes = format!("{{\"schema\":\"{}\"}}\n", kind.schema());
            assert_eq!(Document::read("f".to_owned(), bytes.as_bytes()).map(|it| it.kind), Ok(kind));
        }
    }

    #[test]
    fn anything_else_is_refused_with_its_reason() {
        assert_eq!(refused(b"{}"), NotADocument::Unknown);
        assert_eq!(refused(b"[]"), NotADocument::Unknown);
        assert_eq!(refused(br#"{"schema":"mosaic.output.v2"}"#), NotADocument::Unknown);
        assert_eq!(refused(b"<html>"), NotADocument::NotJson { line: 1, column: 1 });
        let twice = br#"{"schema":"mosaic.output.v1","a":{"b":1,"b":2}}"#;
        assert!(matches!(refused(twice), NotADocument::Repeated { line: 1, .. }));
        assert_eq!(refused(&vec![b' '; MAX_BYTES + 1]), NotADocument::TooLarge);
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(matches!(refused(deep.as_bytes()), NotADocument::NotJson { .. }));
    }
}
