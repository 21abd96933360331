//! From bytes to the parts of a posture: form alone, no judgement.

use super::field::Field;
use super::refusal::{Refusal, Refusals};
use super::unit::{Days, Hours, Minutes};
use super::{Profile, SCHEMA};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;
use std::fmt;

/// What a document says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    pub profile: Profile,
    pub rpo: Minutes,
    pub rto: Minutes,
    pub wal: Option<Minutes>,
    pub pitr: Option<Days>,
    pub base: Hours,
    pub restore_test: Days,
    pub break_glass: Days,
    pub encryption: Encryption,
    pub failure_domain: FailureDomain,
}

/// Whether backups are encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encryption {
    Encrypted,
    Plain,
}

/// Where backups are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FailureDomain {
    Separate,
    Shared,
}

/// The pairs of an object, repeated keys included.
struct Pairs(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Pairs;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(Reader)
    }
}

/// Reads a document.
pub(super) fn read(document: &[u8]) -> Result<Parts, Refusals> {
    let Pairs(pairs) =
        serde_json::from_slice(document).map_err(|_broken| Refusals(vec![Refusal::NotADocument]))?;
    let mut form = Form { pairs, refusals: Vec::new() };
    form.refuse_what_is_too_much();
    form.word(Field::Schema, |word| (word == SCHEMA).then_some(()));
    let profile = form.word(Field::Profile, |word| match word {
        "standard" => Some(Profile::Standard),
        "high_assurance" => Some(Profile::HighAssurance),
        _ => None,
    });
    let (rpo, rto) = (form.span(Field::Rpo, Minutes::new), form.span(Field::Rto, Minutes::new));
    let wal = form.span_or_null(Field::WalInterval, Minutes::new);
    let pitr = form.span_or_null(Field::PitrRetention, Days::new);
    let base = form.span(Field::BaseBackupInterval, Hours::new);
    let restore_test = form.span(Field::RestoreTestInterval, Days::new);
    let break_glass = form.span(Field::BreakGlassInterval, Days::new);
    let encryption = form.word(Field::StorageEncryption, |word| match word {
        "encrypted" => Some(Encryption::Encrypted),
        "plain" => Some(Encryption::Plain),
        _ => None,
    });
    let failure_domain = form.word(Field::StorageFailureDomain, |word| match word {
        "separate" => Some(FailureDomain::Separate),
        "shared" => Some(FailureDomain::Shared),
        _ => None,
    });
    let parts = || {
        Some(Parts {
            profile: profile?,
            rpo: rpo?,
            rto: rto?,
            wal: wal?,
            pitr: pitr?,
            base: base?,
            restore_test: restore_test?,
            break_glass: break_glass?,
            encryption: encryption?,
            failure_domain: failure_domain?,
        })
    };
    match parts() {
        Some(parts) if form.refusals.is_empty() => Ok(parts),
        // Where a part is missing, that is among the refusals.
        Some(_) | None => Err(Refusals(form.refusals)),
    }
}

/// A document while it is read.
struct Form {
    pairs: Vec<(String, Value)>,
    refusals: Vec<Refusal>,
}

impl Form {
    fn refuse_what_is_too_much(&mut self) {
        for (place, (name, _)) in self.pairs.iter().enumerate() {
            match Field::named(name) {
                None => self.refusals.push(Refusal::UnknownField(name.clone())),
                Some(field) if self.pairs.iter().take(place).any(|(earlier, _)| earlier == name) => {
                    self.refusals.push(Refusal::RepeatedField(field));
                }
                Some(_) => {}
            }
        }
    }

    /// The value of a field, as `read` understands it.
    fn value<T>(&mut self, field: Field, read: impl Fn(&Value) -> Option<T>) -> Option<T> {
        let Some((_, value)) = self.pairs.iter().find(|(name, _)| name == field.word()) else {
            self.refusals.push(Refusal::MissingField(field));
            return None;
        };
        let read = read(value);
        if read.is_none() {
            self.refusals.push(Refusal::Value(field));
        }
        read
    }

    fn word<T>(&mut self, field: Field, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        self.value(field, |value| read(value.as_str()?))
    }

    fn span<T>(&mut self, field: Field, new: impl Fn(u32) -> Option<T>) -> Option<T> {
        self.value(field, |value| new(u32::try_from(value.as_u64()?).ok()?))
    }

    fn span_or_null<T>(&mut self, field: Field, new: impl Fn(u32) -> Option<T>) -> Option<Option<T>> {
        self.value(field, |value| match value {
            Value::Null => Some(None),
            value => new(u32::try_from(value.as_u64()?).ok()?).map(Some),
        })
    }
}
