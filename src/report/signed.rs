//! What of a document is signed, and whether the signatures hold.

use super::document::{Document, Kind, Signature};
use mosaic_db::allowance;
use mosaic_db::attest::{Grade, Instant, Purpose, TrustStore, VerifyError, canonical, verify_signature};
use mosaic_db::certificate::{Certificate, SlotKind};
use mosaic_db::error::Code;
use serde::Serialize;
use serde_json::Value;

/// A signature that does not hold, or nothing that one could be looked for in.
#[derive(Debug, thiserror::Error)]
pub enum NotVerified {
    #[error("its signature is refused")]
    Signature(#[source] VerifyError),
    #[error("it is no certificate as this program writes one")]
    Form,
}

impl NotVerified {
    /// The catalogue code.
    pub const fn code(&self) -> Code {
        match self {
            Self::Signature(error) => error.code(),
            Self::Form => Code::ReportUnknownDocument,
        }
    }
}

impl Document {
    /// Whether its signature lies beside it in a file of its own.
    pub fn has_signature_beside(&self) -> bool {
        self.signature == Signature::NotVerified && self.kind != Kind::Certificate
    }

    /// Verifies what there is to verify: the signature beside it, or those within it.
    ///
    /// # Errors
    /// [`NotVerified`] for the first that does not hold.
    pub fn verified(
        self,
        bytes: &[u8],
        signature: &[u8],
        trust: &TrustStore,
        now: Instant,
    ) -> Result<Self, NotVerified> {
        let by = |purpose: Purpose, payload: &str, bytes: &[u8], signature: &[u8]| {
            let key = verify_signature(bytes, signature, payload, purpose, trust, now);
            let key = key.map_err(NotVerified::Signature)?;
            let development = trust.key(key).is_none_or(|key| key.grade == Grade::Development);
            Ok::<_, NotVerified>(format!("key {key}{}", if development { ", a development key" } else { "" }))
        };
        let signers = match self.kind {
            Kind::Attestation => {
                vec![by(Purpose::MigrateTarget, Purpose::MigrateTarget.payload_type(), bytes, signature)?]
            }
            Kind::Allowances => vec![by(Purpose::Allowance, allowance::PAYLOAD_TYPE, bytes, signature)?],
            Kind::Evidence | Kind::Slot => {
                let review = self.value.get("kind").and_then(Value::as_str) == Some(SlotKind::Review.word());
                let purpose = if review { Purpose::Review } else { Purpose::Certify };
                vec![by(purpose, purpose.payload_type(), bytes, signature)?]
            }
            Kind::Certificate => {
                let certificate: Certificate = canonical::parse(bytes).map_err(|_| NotVerified::Form)?;
                let within =
                    |name: &dyn std::fmt::Display, purpose: Purpose, bytes: Vec<u8>, signature: &str| {
                        let signer = by(purpose, purpose.payload_type(), &bytes, &raw(signature)?)?;
                        Ok(format!("{name}: {signer}"))
                    };
                let parts = certificate.parts.iter().map(|part| {
                    within(
                        &part.statement.login,
                        Purpose::Certify,
                        written(&part.statement)?,
                        &part.signature,
                    )
                });
                let slots = certificate.slots.iter().map(|slot| {
                    let kind = slot.statement.kind;
                    let purpose = if kind == SlotKind::Review { Purpose::Review } else { Purpose::Certify };
                    within(&kind, purpose, written(&slot.statement)?, &slot.signature)
                });
                parts.chain(slots).collect::<Result<_, NotVerified>>()?
            }
            Kind::Answer
            | Kind::Catalog
            | Kind::Handoff
            | Kind::Receipt
            | Kind::Recovery
            | Kind::SecretGeneration
            | Kind::TrustStore => return Ok(self),
        };
        Ok(Self { signature: Signature::Verified(signers), ..self })
    }
}

/// The bytes that were signed.
fn written(statement: &impl Serialize) -> Result<Vec<u8>, NotVerified> {
    canonical::to_bytes(statement).map_err(|_| NotVerified::Form)
}

fn raw(hexadecimal: &str) -> Result<Vec<u8>, NotVerified> {
    let pairs = hexadecimal.as_bytes().chunks(2);
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    pairs.map(byte).collect::<Option<_>>().ok_or(NotVerified::Form)
}
