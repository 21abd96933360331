//! What an answer means. Pure: status and bytes in, a record or a refusal out.
//!
//! The form is that of the KV secrets engine, version 2 (Vault manual, HTTP API, "Read secret version"). A version that was
//! deleted or destroyed is answered with status 404 and a document that has its metadata; a record that never was, with
//! status 404 and a list of errors.

use super::{Error, Wanted};
use crate::secrets::record::{Kind, Record};
use mosaic_db::attest::SecretVersion;
use mosaic_db::secret::Secret;
use serde::Deserialize;
use std::collections::BTreeMap;
use zeroize::Zeroizing;

/// What came back.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) body: Zeroizing<Vec<u8>>,
}

/// Fields that are not named here are the server's own affair: request ids, leases, warnings.
#[derive(Deserialize)]
struct Document {
    data: Option<Data>,
    auth: Option<Auth>,
}

#[derive(Deserialize)]
struct Data {
    data: Option<BTreeMap<String, serde_json::Value>>,
    metadata: Metadata,
}

#[derive(Deserialize)]
struct Metadata {
    version: SecretVersion,
    destroyed: bool,
    deletion_time: String,
}

#[derive(Deserialize)]
struct Auth {
    client_token: String,
}

impl Answer {
    /// serde's own words are dropped: they quote what they stumble over.
    fn document(&self) -> Result<Document, Error> {
        serde_json::from_slice(&self.body).map_err(|_| Error::Malformed)
    }
}

/// The record in an answer.
pub(super) fn record(answer: &Answer, kind: Kind, wanted: Wanted) -> Result<Record, Error> {
    match answer.status {
        200 | 404 => {}
        403 => return Err(Error::Forbidden(kind)),
        status => return Err(Error::of_status(status)),
    }
    let data = match (answer.document()?.data, answer.status) {
        (Some(data), _) => data,
        (None, 404) => return Err(Error::Missing(kind)),
        (None, _) => return Err(Error::Malformed),
    };
    let version = data.metadata.version;
    if let Wanted::Exactly(asked) = wanted
        && asked != version
    {
        return Err(Error::OtherVersion { kind, asked, answered: version });
    }
    if data.metadata.destroyed {
        return Err(Error::Destroyed { kind, version });
    }
    if !data.metadata.deletion_time.is_empty() {
        return Err(Error::Deleted { kind, version });
    }
    let text = |(key, value)| match value {
        serde_json::Value::String(text) => Ok((key, Secret::new(text))),
        _ => Err(Error::NotText { kind, version }),
    };
    let values = data.data.ok_or(Error::Malformed)?.into_iter().map(text).collect::<Result<Vec<_>, _>>()?;
    Record::new(kind, version, values).map_err(Error::Record)
}

/// The token in the answer to a login.
pub(super) fn token(answer: &Answer) -> Result<Secret, Error> {
    match answer.status {
        200 => {}
        status @ (400 | 401 | 403) => return Err(Error::LoginRefused { status }),
        status => return Err(Error::of_status(status)),
    }
    let auth = answer.document()?.auth.ok_or(Error::Malformed)?;
    Ok(Secret::new(auth.client_token))
}
