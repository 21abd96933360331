//! Documents of this program, as far as a plan reads them.

use mosaic_db::attest::Instant;
use mosaic_db::certificate::{CERTIFICATE_SCHEMA, Certificate};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

const ANSWER_SCHEMA: &str = "mosaic.output.v1";
const RECEIPT_SCHEMA: &str = "mosaic.receipt.v1";

/// What a document says of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The file it was read from.
    pub name: String,
    /// What made it.
    pub source: Source,
    /// The run of the program that made it; none for a certificate, which is made of several.
    pub invocation: Option<String>,
    /// When it was made, in milliseconds since 1970, UTC.
    pub at: u64,
    /// The code it ended with; nothing where the requested state was reached.
    pub failure: Option<String>,
    /// Where it looked, where it got that far.
    pub place: Option<Place>,
    /// The fingerprint of the bundle.
    pub bundle: Option<String>,
    /// The fingerprint of the schema that was found.
    pub schema: Option<String>,
    /// More, for documents that have more to tell.
    pub more: More,
}

/// The commands whose answers are evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    BootstrapCheck,
    Certificate,
    Readiness,
    Run,
    TlsCheck,
    Verify,
}

/// What only one kind of document tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum More {
    Nothing,
    /// Of a verification: whether it was attested.
    Attested(bool),
    Tls(Box<Posture>),
}

/// What `tls check` saw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Posture {
    /// The verdict on each check.
    pub verdicts: BTreeMap<String, String>,
    /// SHA-256 of the certificate that was shown.
    pub leaf: Option<String>,
    /// SHA-256 of the certificate to be shown next.
    pub next: Option<String>,
    /// Sessions over TLS, by login, without those of this program.
    pub over_tls: BTreeMap<String, u64>,
}

/// A database on a cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The random id that bootstrap gave it, where the document's login could read it.
    pub id: Option<String>,
    /// The cluster and the OID, which a copy of the cluster has as well.
    pub cluster: (String, String),
}

/// Why a file is not evidence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unknown {
    #[error("it is no JSON document of this program")]
    Form,
    #[error("it is an answer of {0}, which no step asks for")]
    Command(String),
    #[error("it lacks what every document of its kind has")]
    Incomplete,
    #[error("it says at once that the state was reached and that it was not")]
    Contradiction,
}

#[derive(Deserialize)]
struct Answer {
    command: Option<String>,
    invocation: String,
    /// Absent in answers of older versions.
    ended: Option<String>,
    outcome: String,
    status: u8,
    code: Option<String>,
    result: Value,
}

#[derive(Deserialize)]
struct Receipt {
    invocation: String,
    ended: String,
    outcome: String,
    bundle: String,
    schema_after: Option<String>,
    database: Value,
}

/// Reads one file.
///
/// # Errors
/// [`Unknown`].
pub fn read(name: &str, bytes: &[u8]) -> Result<Document, Unknown> {
    let value: Value = serde_json::from_slice(bytes).map_err(|_| Unknown::Form)?;
    match value["schema"].as_str() {
        Some(ANSWER_SCHEMA) => answer(name, value),
        Some(RECEIPT_SCHEMA) => receipt(name, value),
        Some(CERTIFICATE_SCHEMA) => certificate(name, value),
        Some(_) | None => Err(Unknown::Form),
    }
}

fn answer(name: &str, value: Value) -> Result<Document, Unknown> {
    let answer: Answer = serde_json::from_value(value).map_err(|_| Unknown::Incomplete)?;
    let command = answer.command.unwrap_or_default();
    let source = match command.as_str() {
        "bootstrap check" => Source::BootstrapCheck,
        "readiness" => Source::Readiness,
        "run" => Source::Run,
        "tls check" => Source::TlsCheck,
        "verify" => Source::Verify,
        _ => return Err(Unknown::Command(command)),
    };
    let reached = answer.status == 0;
    if reached != (answer.outcome == "reached") || reached != answer.code.is_none() {
        return Err(Unknown::Contradiction);
    }
    let result = &answer.result;
    let more = match source {
        Source::Verify => More::Attested(result["attestation"].is_object()),
        Source::TlsCheck => More::Tls(Box::new(Posture::read(result))),
        Source::BootstrapCheck | Source::Certificate | Source::Readiness | Source::Run => More::Nothing,
    };
    Ok(Document {
        name: name.to_owned(),
        source,
        invocation: Some(answer.invocation),
        at: milliseconds(answer.ended.as_deref())?,
        failure: answer.code,
        place: Place::read(&result["database"]),
        bundle: text(&result["bundle"]),
        schema: text(&result["schema"]).or_else(|| text(&result["schema_after"])),
        more,
    })
}

fn receipt(name: &str, value: Value) -> Result<Document, Unknown> {
    let receipt: Receipt = serde_json::from_value(value).map_err(|_| Unknown::Incomplete)?;
    Ok(Document {
        name: name.to_owned(),
        source: Source::Run,
        invocation: Some(receipt.invocation),
        at: milliseconds(Some(&receipt.ended))?,
        failure: Some(receipt.outcome).filter(|outcome| outcome != "REACHED"),
        place: Place::read(&receipt.database),
        bundle: Some(receipt.bundle),
        schema: receipt.schema_after,
        more: More::Nothing,
    })
}

/// There is a certificate only where everything was sufficient. It is as old as the first thing that was seen for it.
fn certificate(name: &str, value: Value) -> Result<Document, Unknown> {
    const LATEST_OF_THE_SECOND: u64 = 999;
    let certificate: Certificate = serde_json::from_value(value).map_err(|_| Unknown::Incomplete)?;
    let database = certificate.database;
    Ok(Document {
        name: name.to_owned(),
        source: Source::Certificate,
        invocation: None,
        at: certificate.seen_from.unix() * 1000 + LATEST_OF_THE_SECOND,
        failure: None,
        place: Some(Place { id: Some(database.id), cluster: (database.system_identifier, database.oid) }),
        bundle: None,
        schema: Some(certificate.catalog.to_string()),
        more: More::Nothing,
    })
}

fn milliseconds(text: Option<&str>) -> Result<u64, Unknown> {
    text.and_then(|text| text.parse().ok()).ok_or(Unknown::Incomplete)
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

impl Document {
    /// When it was made.
    pub fn instant(&self) -> Instant {
        Instant::from_unix(self.at / 1000).unwrap_or_default()
    }

    /// What `tls check` saw, if this is its answer.
    pub fn posture(&self) -> Option<&Posture> {
        match &self.more {
            More::Tls(posture) => Some(posture),
            More::Nothing | More::Attested(_) => None,
        }
    }
}

impl Source {
    /// What a sentence calls it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::BootstrapCheck => "bootstrap check",
            Self::Certificate => "certify assemble",
            Self::Readiness => "readiness",
            Self::Run => "run",
            Self::TlsCheck => "tls check",
            Self::Verify => "verify",
        }
    }
}

impl Place {
    fn read(database: &Value) -> Option<Self> {
        let cluster = (text(&database["system_identifier"])?, text(&database["oid"])?);
        Some(Self { id: text(&database["id"]), cluster })
    }
}

impl Posture {
    fn read(result: &Value) -> Self {
        let verdict = |check: &Value| Some((text(&check["id"])?, text(&check["verdict"])?));
        let counted = |(login, count): (&String, &Value)| Some((login.clone(), count.as_u64()?));
        Self {
            verdicts: result["checks"].as_array().into_iter().flatten().filter_map(verdict).collect(),
            leaf: text(&result["leaf"]["sha256"]),
            next: text(&result["next"]["sha256"]),
            over_tls: result["sessions"]["over_tls"]
                .as_object()
                .into_iter()
                .flatten()
                .filter_map(counted)
                .collect(),
        }
    }

    /// Those of these checks that are not good, or not there. What is to be looked at passes.
    pub fn failing<'a>(&self, ids: &[&'a str]) -> Vec<&'a str> {
        let passes = |id: &str| {
            self.verdicts.get(id).is_some_and(|verdict| matches!(verdict.as_str(), "good" | "warning"))
        };
        ids.iter().copied().filter(|id| !passes(id)).collect()
    }

    /// Whether this check is good, and not only passed.
    pub fn is_good(&self, id: &str) -> bool {
        self.verdicts.get(id).is_some_and(|verdict| verdict == "good")
    }
}
