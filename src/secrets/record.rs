//! What the provider keeps: five records of an environment, each with a version that covers everything in it.
//!
//! Invariant: a [`Record`] has exactly the values of its kind, none of them empty, and they came with its version.

use mosaic_db::attest::SecretVersion;
use mosaic_db::error::Code;
use mosaic_db::secret::Secret;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a record is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The login of a tier import.
    Importer,
    /// The login of the runner and of verification.
    Migrator,
    /// The login of a gateway.
    Runtime,
    /// The authorities that clients trust.
    TlsCa,
    /// The server's own certificate and its key.
    TlsServer,
}

/// One record in one version.
#[derive(Debug)]
pub struct Record {
    kind: Kind,
    version: SecretVersion,
    /// In the order of [`Kind::keys`].
    values: Vec<Secret>,
}

/// One record of every kind.
#[derive(Debug)]
pub struct Records([Record; Kind::ALL.len()]);

/// Why what the provider has is no record of its kind. What it has instead is not shown: it may be a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    #[error("the secret {} has no {key}", .kind.path())]
    Missing { kind: Kind, key: &'static str },
    #[error("the secret {} has an empty {key}", .kind.path())]
    Empty { kind: Kind, key: &'static str },
    #[error("the secret {} holds more than {}", .kind.path(), .kind.keys().join(" and "))]
    Unexpected { kind: Kind },
    #[error("the secret {} was not read, or was read twice", .kind.path())]
    NotOnce { kind: Kind },
}

impl RecordError {
    /// The catalogue code.
    pub const fn code(&self) -> Code {
        match self {
            Self::Missing { .. } | Self::Empty { .. } | Self::Unexpected { .. } => Code::SecretIncomplete,
            Self::NotOnce { .. } => Code::Internal,
        }
    }
}

impl Kind {
    /// Every kind, in order.
    pub const ALL: [Self; 5] = [Self::Importer, Self::Migrator, Self::Runtime, Self::TlsCa, Self::TlsServer];

    /// The word by which an operator names it, and the last part of its path.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Importer => "importer",
            Self::Migrator => "migrator",
            Self::Runtime => "runtime",
            Self::TlsCa => "tls-ca",
            Self::TlsServer => "tls-server",
        }
    }

    /// Where the provider has it, below the environment's mount.
    pub const fn path(self) -> &'static str {
        match self {
            Self::Importer => "mosaic-stack/database/importer",
            Self::Migrator => "mosaic-stack/database/migrator",
            Self::Runtime => "mosaic-stack/database/runtime",
            Self::TlsCa => "mosaic-stack/database/tls-ca",
            Self::TlsServer => "mosaic-stack/database/tls-server",
        }
    }

    /// The keys it has, all of them and no others.
    pub const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Importer | Self::Migrator | Self::Runtime => &["url"],
            Self::TlsCa => &["certificate"],
            Self::TlsServer => &["certificate", "key"],
        }
    }

    /// The kind of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Record {
    /// A record of the values that came with this version.
    ///
    /// # Errors
    /// [`RecordError`] unless there is exactly one value for each key of the kind, none of them empty.
    pub fn new(
        kind: Kind,
        version: SecretVersion,
        values: impl IntoIterator<Item = (impl AsRef<str>, Secret)>,
    ) -> Result<Self, RecordError> {
        let mut found: Vec<Option<Secret>> = kind.keys().iter().map(|_| None).collect();
        for (key, value) in values {
            let position = kind.keys().iter().position(|known| *known == key.as_ref());
            let place = position.map(|position| &mut found[position]).filter(|place| place.is_none());
            *place.ok_or(RecordError::Unexpected { kind })? = Some(value);
        }
        let values = kind.keys().iter().zip(found).map(|(key, value)| match value {
            None => Err(RecordError::Missing { kind, key }),
            Some(value) if value.expose().is_empty() => Err(RecordError::Empty { kind, key }),
            Some(value) => Ok(value),
        });
        Ok(Self { kind, version, values: values.collect::<Result<_, _>>()? })
    }

    /// What it is about.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The number that the provider gave these values.
    pub const fn version(&self) -> SecretVersion {
        self.version
    }

    /// Its values, in the order of [`Kind::keys`].
    ///
    /// # Errors
    /// [`RecordError::Unexpected`] if records of its kind have another number of them.
    pub fn into_values<const COUNT: usize>(self) -> Result<[Secret; COUNT], RecordError> {
        self.values.try_into().map_err(|_| RecordError::Unexpected { kind: self.kind })
    }
}

impl Records {
    /// One record of every kind.
    ///
    /// # Errors
    /// [`RecordError::NotOnce`] for a kind that is missing or there twice.
    pub fn new(mut records: Vec<Record>) -> Result<Self, RecordError> {
        records.sort_by_key(Record::kind);
        for kind in Kind::ALL {
            if records.iter().filter(|record| record.kind == kind).count() != 1 {
                return Err(RecordError::NotOnce { kind });
            }
        }
        // As many as there are kinds, each once.
        records.try_into().map(Self).map_err(|_| RecordError::NotOnce { kind: Kind::Importer })
    }

    /// The records, in the order of [`Kind::ALL`].
    pub fn into_array(self) -> [Record; Kind::ALL.len()] {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(kind: Kind, values: &[(&str, &str)]) -> Result<Record, RecordError> {
        let values = values.iter().map(|(key, value)| ((*key).to_owned(), Secret::new((*value).to_owned())));
        Record::new(kind, SecretVersion::new(7).unwrap(), values)
    }

    #[test]
    fn an_empty_or_missing_value_is_no_record() {
        let kind = Kind::TlsServer;
        let refused = |values: &[(&str, &str)]| record(kind, values).unwrap_err();
        assert_eq!(refused(&[("certificate", "c")]), RecordError::Missing { kind, key: "key" });
        assert_eq!(refused(&[]), RecordError::Missing { kind, key: "certificate" });
        assert_eq!(refused(&[("certificate", "c"), ("key", "")]), RecordError::Empty { kind, key: "key" });
        for more in [("canary", "x"), ("key", "x"), ("Key", "x")] {
            let error = refused(&[("certificate", "c"), ("key", "k"), more]);
            assert_eq!(error, RecordError::Unexpected { kind });
            assert!(!format!("{error} {error:?}").contains("canary"));
        }
        let whole = || record(kind, &[("key", "k"), ("certificate", "c")]).unwrap();
        assert_eq!(whole().version().to_string(), "7");
        let [certificate, key] = whole().into_values().unwrap();
        assert_eq!((certificate.expose(), key.expose()), ("c", "k"));
        assert_eq!(whole().into_values::<1>().unwrap_err(), RecordError::Unexpected { kind });
    }

    #[test]
    fn values_are_redacted_by_their_type_however_deep_they_are() {
        let record = record(Kind::Importer, &[("url", "canary")]).unwrap();
        assert!(!format!("{record:?} {:#?}", Some(vec![&record])).contains("canary"));
    }

    #[test]
    fn every_kind_is_there_once() {
        let all = |kinds: &[Kind]| {
            let one = |kind: &Kind| {
                record(*kind, &kind.keys().iter().map(|key| (*key, "x")).collect::<Vec<_>>()).unwrap()
            };
            Records::new(kinds.iter().map(one).collect())
        };
        let mut kinds = Kind::ALL;
        kinds.reverse();
        let records = all(&kinds).unwrap();
        assert_eq!(records.into_array().map(|record| record.kind()), Kind::ALL);
        for kind in Kind::ALL {
            assert_eq!(Kind::named(kind.name()), Some(kind));
            assert!(kind.path().ends_with(&format!("/{kind}")));
        }
        assert_eq!(all(&kinds[1..]).unwrap_err(), RecordError::NotOnce { kind: Kind::TlsServer });
        kinds[0] = Kind::Importer;
        assert!(all(&kinds).is_err());
    }
}
