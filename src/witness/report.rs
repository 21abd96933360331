//! What a witness says: its claims, which will be signed, and what an operator is shown, which will not.

use super::{WitnessError, frame};
use mosaic_db::attest::{Decimal, Text, canonical};
use mosaic_db::digest::Digest;
use mosaic_db::error::Code;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::io::{self, Read, Write};
use std::num::NonZeroU16;

/// What was seen of the server and the database, in canonical JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    /// Where the session was, and as whom: for the parent to compare with its own reading of the files.
    pub login: String,
    pub host: String,
    pub port: NonZeroU16,
    pub database: String,
    /// Whom it trusted, likewise.
    pub ca_sha256: BTreeSet<Digest>,
    /// The bundle the database was compared with, likewise.
    pub manifest_sha256: Digest,
    /// The server's key.
    pub leaf_spki_sha256: Digest,
    pub system_identifier: Decimal,
    pub timeline: Decimal,
    pub database_oid: Decimal,
    /// The random id that bootstrap gave the database.
    pub database_id: Text<36>,
    /// The managed schemas as found.
    pub schema_sha256: Digest,
}

/// What an operator is shown.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Showing {
    /// One sentence where everything was proved.
    pub ending: Result<String, Refusal>,
    pub text: String,
    pub result: serde_json::Value,
    pub notes: Vec<String>,
}

/// A failure as its witness tells it: the catalogue has the rest.
#[derive(Clone, Debug, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
#[serde(deny_unknown_fields)]
pub struct Refusal {
    code: String,
    message: String,
    pub facts: serde_json::Value,
    pub notes: Vec<String>,
}

/// Claims are there exactly if everything was proved.
#[derive(Debug)]
pub struct Report {
    pub claims: Option<Claims>,
    pub showing: Showing,
}

/// The most bytes of each part: claims, then what is shown. Every check of a database is shown.
const LIMITS: [u32; 2] = [16 * 1024, 16 * 1024 * 1024];

impl Refusal {
    pub fn new(code: Code, message: String, facts: serde_json::Value, notes: Vec<String>) -> Self {
        Self { code: code.entry().code.to_owned(), message, facts, notes }
    }

    /// The catalogue code. A word that is none was refused when the report was read.
    pub fn code(&self) -> Code {
        Code::named(&self.code).unwrap_or(Code::WitnessFailed)
    }
}

impl Report {
    pub(super) fn write(&self, pipe: &mut impl Write) -> io::Result<()> {
        let claims = self.claims.as_ref().map(canonical::to_bytes).transpose();
        let claims = claims.map_err(io::Error::other)?.unwrap_or_default();
        frame::write(pipe, &[&claims, &serde_json::to_vec(&self.showing)?])
    }

    /// # Errors
    /// [`WitnessError::Exchange`] for a report that broke off, [`WitnessError::Malformed`] for one of another form.
    pub(super) fn read(pipe: &mut impl Read) -> Result<Self, WitnessError> {
        let [claims, showing] = frame::read(pipe, LIMITS).map_err(WitnessError::Exchange)?;
        let showing: Showing = serde_json::from_slice(&showing).map_err(|_| WitnessError::Malformed)?;
        let claims = match &**claims {
            b"" => None,
            bytes => Some(canonical::parse(bytes).map_err(|_| WitnessError::Malformed)?),
        };
        match &showing.ending {
            Ok(_) if claims.is_none() => Err(WitnessError::Malformed),
            Err(_) if claims.is_some() => Err(WitnessError::Malformed),
            Err(refusal) if Code::named(&refusal.code).is_none() => Err(WitnessError::Malformed),
            Ok(_) | Err(_) => Ok(Self { claims, showing: showing.plain() }),
        }
    }
}

impl Showing {
    /// Without what a terminal takes for a command: nobody has proved yet who speaks.
    fn plain(mut self) -> Self {
        let texts = match &mut self.ending {
            Ok(sentence) => vec![sentence],
            Err(refusal) => std::iter::once(&mut refusal.message).chain(&mut refusal.notes).collect(),
        };
        for text in texts.into_iter().chain([&mut self.text]).chain(&mut self.notes) {
            if text.contains(is_command) {
                *text = text.replace(is_command, "\u{fffd}");
            }
        }
        self
    }
}

fn is_command(character: char) -> bool {
    character.is_control() && character != '\n'
}

#[cfg(test)]
impl Claims {
    /// What a witness could have seen.
    pub fn example() -> Self {
        Self {
            login: "mosaic_migrator".to_owned(),
            host: "db.test".to_owned(),
            port: NonZeroU16::new(5433).unwrap(),
            database: "mosaic".to_owned(),
            ca_sha256: [Digest::of(b"ca")].into(),
            manifest_sha256: Digest::of(b"manifest"),
            leaf_spki_sha256: Digest::of(b"leaf"),
            system_identifier: Decimal::new("7345678901234567891").unwrap(),
            timeline: Decimal::new("1").unwrap(),
            database_oid: Decimal::new("16384").unwrap(),
            database_id: Text::new("5f4e").unwrap(),
            schema_sha256: Digest::of(b"schema"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn showing(ending: Result<&str, Code>) -> Showing {
        let ending = ending
            .map(str::to_owned)
            .map_err(|code| Refusal::new(code, "why".to_owned(), json!({ "a": 1 }), vec!["note".to_owned()]));
        Showing { ending, text: "é\n".to_owned(), result: json!(null), notes: Vec::new() }
    }

    fn read(parts: &[&[u8]]) -> Result<Report, WitnessError> {
        let mut pipe = Vec::new();
        frame::write(&mut pipe, parts).unwrap();
        Report::read(&mut &*pipe)
    }

    #[test]
    fn a_report_comes_back() {
        let mut pipe = Vec::new();
        let proved = Report { claims: Some(Claims::example()), showing: showing(Ok("proved")) };
        proved.write(&mut pipe).unwrap();
        let back = Report::read(&mut &*pipe).unwrap();
        assert_eq!(back.claims, Some(Claims::example()));
        assert_eq!(back.showing.text, "é\n");
        let mut pipe = Vec::new();
        let refused = Report { claims: None, showing: showing(Err(Code::LoginWrong)) };
        refused.write(&mut pipe).unwrap();
        let refusal = Report::read(&mut &*pipe).unwrap().showing.ending.unwrap_err();
        assert_eq!((refusal.code(), refusal.to_string()), (Code::LoginWrong, "why".to_owned()));
        assert_eq!(refusal.facts, json!({ "a": 1 }));
    }

    #[test]
    fn a_terminal_is_given_no_commands() {
        let mut shown = showing(Err(Code::LoginWrong));
        shown.text = "one\ntwo\u{1b}[2J\u{9b}1m\n".to_owned();
        shown.ending.as_mut().unwrap_err().message = "why\u{7}\r".to_owned();
        let mut pipe = Vec::new();
        Report { claims: None, showing: shown }.write(&mut pipe).unwrap();
        let back = Report::read(&mut &*pipe).unwrap().showing;
        assert_eq!(back.text, "one\ntwo\u{fffd}[2J\u{fffd}1m\n");
        assert_eq!(back.ending.unwrap_err().to_string(), "why\u{fffd}\u{fffd}");
    }

    #[test]
    fn a_report_of_another_form_is_refused() {
        let claims = canonical::to_bytes(&Claims::example()).unwrap();
        let spaced = [&claims[..], b" "].concat();
        let more = String::from_utf8(claims.clone()).unwrap().replace("\"port\"", "\"other\":1,\"port\"");
        let proved = serde_json::to_vec(&showing(Ok("proved"))).unwrap();
        let refused = serde_json::to_vec(&showing(Err(Code::LoginWrong))).unwrap();
        let unknown = String::from_utf8(refused.clone()).unwrap().replace("LOGIN_WRONG", "NO_SUCH_CODE");
        assert!(read(&[&claims, &proved]).is_ok() && read(&[b"", &refused]).is_ok());
        for parts in [
            [&spaced[..], &proved],
            [more.as_bytes(), &proved],
            [b"", &proved],
            [&claims, &refused],
            [b"", unknown.as_bytes()],
            [&claims, b"{}"],
        ] {
            assert!(matches!(read(&parts), Err(WitnessError::Malformed)), "{parts:?}");
        }
        assert!(matches!(read(&[&claims]), Err(WitnessError::Exchange(_))));
        let long = vec![b' '; 16 * 1024 + 1];
        assert!(matches!(read(&[&long, &proved]), Err(WitnessError::Exchange(_))));
    }
}
