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
    errors: Option<Vec<serde::de::IgnoredAny>>,
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
    let data = match answer.document()? {
        Document { data: Some(data), .. } => data,
        // Without the list it is some other server that does not know the path.
        Document { errors: Some(_), .. } if answer.status == 404 => return Err(Error::Missing(kind)),
        _ => return Err(Error::Malformed),
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn answer(status: u16, document: &str) -> Answer {
        Answer { status, body: Zeroizing::new(document.as_bytes().to_vec()) }
    }

    fn metadata(version: u64) -> Value {
        json!({ "version": version, "destroyed": false, "deletion_time": "", "created_time": "2027-01-01T00:00:00Z" })
    }

    fn holding(data: &Value) -> Value {
        json!({ "request_id": "x", "data": { "data": data, "metadata": metadata(2) } })
    }

    /// The code of a refusal, in which nothing shows that the server said.
    fn code<T>(read: Result<T, Error>) -> &'static str {
        let Err(error) = read else { return "read" };
        let causes = std::iter::successors(Some(&error as &dyn std::error::Error), |error| error.source());
        let told: Vec<_> = causes.map(ToString::to_string).collect();
        assert!(!format!("{told:?} {error:?}").contains("canary"), "{told:?} {error:?}");
        error.code().entry().code
    }

    fn read(status: u16, document: &Value, wanted: Wanted) -> &'static str {
        code(record(&answer(status, &document.to_string()), Kind::Importer, wanted))
    }

    #[test]
    fn a_record_has_its_values_and_its_version_from_one_answer() {
        let document = holding(&json!({ "url": "canary" })).to_string();
        let record = record(&answer(200, &document), Kind::Importer, Wanted::Newest).unwrap();
        assert!(!format!("{record:?}").contains("canary"));
        assert_eq!(record.version(), SecretVersion::new(2).unwrap());
        assert_eq!(record.into_values::<1>().unwrap()[0].expose(), "canary");
    }

    #[test]
    fn another_version_than_the_one_asked_for_is_refused() {
        let document = holding(&json!({ "url": "canary" }));
        for (asked, expected) in [(1, "VAULT_VERSION_MISMATCH"), (2, "read"), (3, "VAULT_VERSION_MISMATCH")] {
            let wanted = Wanted::Exactly(SecretVersion::new(asked).unwrap());
            assert_eq!(read(200, &document, wanted), expected, "{asked}");
        }
    }

    #[test]
    fn a_version_that_is_gone_is_refused_whatever_the_status() {
        for status in [200, 404] {
            for (field, value, expected) in [
                ("deletion_time", json!("2027-01-01T00:00:00Z"), "VAULT_RECORD_DELETED"),
                ("destroyed", json!(true), "VAULT_RECORD_DESTROYED"),
            ] {
                for data in [json!(null), json!({ "url": "canary" })] {
                    let mut document = holding(&data);
                    document["data"]["metadata"][field] = value.clone();
                    assert_eq!(read(status, &document, Wanted::Newest), expected, "{status} {document}");
                }
            }
        }
    }

    #[test]
    fn a_record_has_texts_under_its_own_keys_and_nothing_else() {
        for (data, expected) in [
            (json!({}), "SECRET_INCOMPLETE"),
            (json!({ "url": "" }), "SECRET_INCOMPLETE"),
            (json!({ "URL": "canary" }), "SECRET_INCOMPLETE"),
            (json!({ "url": "canary", "canary": "canary" }), "SECRET_INCOMPLETE"),
            (json!({ "url": 5 }), "VAULT_RECORD_INVALID"),
            (json!({ "url": null }), "VAULT_RECORD_INVALID"),
            (json!({ "url": ["canary"] }), "VAULT_RECORD_INVALID"),
            (json!({ "url": { "url": "canary" } }), "VAULT_RECORD_INVALID"),
        ] {
            assert_eq!(read(200, &holding(&data), Wanted::Newest), expected, "{data}");
        }
    }

    #[test]
    fn what_is_no_answer_of_the_protocol_is_malformed() {
        for (status, document) in [
            (200, ""),
            (200, "<html>canary</html>"),
            (404, "<html>canary</html>"),
            (404, r#"{"message":"canary"}"#),
            (200, r#"{"errors":[]}"#),
            (200, r#"{"data":null}"#),
            (200, r#"{"data":{"data":{"url":"canary"}}}"#),
            (200, r#"{"data":{"data":null,"metadata":{"version":2,"destroyed":false,"deletion_time":""}}}"#),
            (
                200,
                r#"{"data":{"data":{"url":"canary"},"metadata":{"version":0,"destroyed":false,"deletion_time":""}}}"#,
            ),
            (200, r#"{"data":{"data":{"url":"canary"},"metadata":{"version":2,"destroyed":false}}}"#),
            (
                200,
                r#"{"data":{"data":{"url":"canary"},"metadata":{"version":2,"version":2,"destroyed":false,"deletion_time":""}}}"#,
            ),
        ] {
            let read = record(&answer(status, document), Kind::Importer, Wanted::Newest);
            assert_eq!(code(read), "VAULT_ANSWER_MALFORMED", "{status} {document}");
        }
    }

    #[test]
    fn a_status_says_what_the_server_means() {
        let document = json!({ "errors": ["canary"] });
        for (status, of_record, of_login) in [
            (204, "VAULT_FAILED", "VAULT_FAILED"),
            (301, "VAULT_REDIRECT", "VAULT_REDIRECT"),
            (307, "VAULT_REDIRECT", "VAULT_REDIRECT"),
            (400, "VAULT_FAILED", "VAULT_LOGIN_REFUSED"),
            (403, "VAULT_FORBIDDEN", "VAULT_LOGIN_REFUSED"),
            (404, "VAULT_RECORD_MISSING", "VAULT_FAILED"),
            (412, "VAULT_BUSY", "VAULT_BUSY"),
            (429, "VAULT_BUSY", "VAULT_BUSY"),
            (500, "VAULT_FAILED", "VAULT_FAILED"),
            (503, "VAULT_SEALED", "VAULT_SEALED"),
        ] {
            assert_eq!(read(status, &document, Wanted::Newest), of_record, "{status}");
            assert_eq!(code(token(&answer(status, &document.to_string()))), of_login, "{status}");
        }
        let document = json!({ "auth": { "client_token": "canary", "accessor": "x" } }).to_string();
        assert_eq!(token(&answer(200, &document)).unwrap().expose(), "canary");
        assert_eq!(code(token(&answer(200, "{}"))), "VAULT_ANSWER_MALFORMED");
    }
}
