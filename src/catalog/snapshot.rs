//! What was found, its canonical form and its fingerprint.

use super::privileges;
use super::question::{Class, NUMBER, PRIVILEGES, WHOLE};
use crate::digest::Digest;
use crate::jcs;
use crate::postgres::{Batch, ResultSet};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

/// Which snapshot this is, so that no other document has the same bytes.
const SCHEMA: &str = "mosaic.catalog.v1";

/// The fields of one object that have a value, by name.
pub type Fields = BTreeMap<String, String>;

/// The shape of a database, within the managed schemas.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    objects: BTreeMap<(Class, String), Fields>,
}

/// The document.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Envelope<Name, Objects> {
    objects: Objects,
    schema: Name,
}

/// Why an answer or a document is not a snapshot.
#[derive(Debug, thiserror::Error)]
pub enum SnapshotError {
    /// An answer has another form than its question asks for.
    #[error("the server's answer about {0} has an unexpected form")]
    Answer(&'static str),
    /// The document is not a snapshot.
    #[error("the document is not a catalog snapshot")]
    Document(#[source] serde_json::Error),
    /// The document's bytes are not the canonical ones.
    #[error("the catalog snapshot is not canonical JSON")]
    NotCanonical,
    /// The document speaks of something else.
    #[error("the document is not {SCHEMA}")]
    Schema,
    /// The document names a class this program does not know.
    #[error("the catalog snapshot names an unknown class")]
    UnknownClass,
}

impl Snapshot {
    /// Reads the answers to [`super::questions`], which begin after `before` other results.
    ///
    /// # Errors
    /// [`SnapshotError::Answer`].
    pub fn from_batch(batch: &Batch, before: usize) -> Result<Self, SnapshotError> {
        let answers =
            || Class::ALL.iter().enumerate().map(|(place, class)| (*class, batch.set(before + place)));
        let mut names = Names::default();
        for (class, answer) in answers() {
            names.learn(answer).ok_or(SnapshotError::Answer(class.word()))?;
        }
        let mut objects = BTreeMap::new();
        for (class, answer) in answers() {
            for row in answer.rows() {
                let object = object(class, answer.columns(), row, &names);
                if let Some((name, fields)) = object.ok_or(SnapshotError::Answer(class.word()))? {
                    objects.insert((class, name), fields);
                }
            }
        }
        Ok(Self { objects })
    }

    /// Reads a document that [`Self::encode`] wrote.
    ///
    /// # Errors
    /// [`SnapshotError`] for anything else.
    pub fn read(bytes: &[u8]) -> Result<Self, SnapshotError> {
        type Document = Envelope<String, BTreeMap<String, BTreeMap<String, Fields>>>;
        let document: Document = serde_json::from_slice(bytes).map_err(SnapshotError::Document)?;
        if document.schema != SCHEMA {
            return Err(SnapshotError::Schema);
        }
        let mut objects = BTreeMap::new();
        for (word, of_class) in document.objects {
            let class =
                Class::ALL.iter().find(|class| class.word() == word).ok_or(SnapshotError::UnknownClass)?;
            objects.extend(of_class.into_iter().map(|(name, fields)| ((*class, name), fields)));
        }
        let snapshot = Self { objects };
        if snapshot.encode()? == bytes { Ok(snapshot) } else { Err(SnapshotError::NotCanonical) }
    }

    /// The canonical bytes (RFC 8785): everything is in order already.
    ///
    /// # Errors
    /// [`SnapshotError::Document`] if a value has no JSON form; text always has.
    pub fn encode(&self) -> Result<Vec<u8>, SnapshotError> {
        let mut classes: BTreeMap<&str, BTreeMap<&str, &Fields>> = BTreeMap::new();
        for ((class, name), fields) in &self.objects {
            classes.entry(class.word()).or_default().insert(name, fields);
        }
        let document = Envelope { objects: classes, schema: SCHEMA };
        jcs::in_order(&document).map_err(SnapshotError::Document)
    }

    /// SHA-256 over the canonical bytes.
    ///
    /// # Errors
    /// As [`Self::encode`].
    pub fn fingerprint(&self) -> Result<Digest, SnapshotError> {
        Ok(Digest::of(&self.encode()?))
    }

    /// Without what stands under the ledger's name: its shape is judged by itself, in several forms.
    #[must_use]
    pub fn without(mut self, relation: &str) -> Self {
        self.objects.retain(|(_, name), _| {
            name.strip_prefix(relation)
                .is_none_or(|rest| !(rest.is_empty() || rest.starts_with('.') || rest == "_id_seq"))
        });
        self
    }

    /// Takes an object out.
    pub(crate) fn remove(&mut self, object: &(Class, String)) {
        self.objects.remove(object);
    }

    pub(super) const fn objects_mut(&mut self) -> &mut BTreeMap<(Class, String), Fields> {
        &mut self.objects
    }

    #[cfg(test)]
    pub(crate) const fn of(objects: BTreeMap<(Class, String), Fields>) -> Self {
        Self { objects }
    }

    /// The objects, by class and name.
    #[must_use]
    pub const fn objects(&self) -> &BTreeMap<(Class, String), BTreeMap<String, String>> {
        &self.objects
    }
}

/// The full names of objects that others are part of, by number.
#[derive(Default)]
struct Names<'a>(HashMap<&'a str, String>);

impl<'a> Names<'a> {
    /// Takes the names of an answer whose objects have numbers. What they are part of was answered before.
    fn learn(&mut self, answer: &'a ResultSet) -> Option<()> {
        let Some(number) = answer.columns().iter().position(|column| column == NUMBER) else {
            return Some(());
        };
        let whole = answer.columns().iter().position(|column| column == WHOLE);
        for row in answer.rows() {
            let whole = whole.and_then(|whole| row.get(whole)?.as_deref());
            let name = self.full(whole, row.first()?.as_deref()?)?;
            self.0.insert(row.get(number)?.as_deref()?, name);
        }
        Some(())
    }

    /// The full name of what is called `name` within a whole; nothing where that is not known.
    fn full(&self, whole: Option<&str>, name: &str) -> Option<String> {
        match whole {
            None => Some(name.to_owned()),
            Some(whole) => self.0.get(whole).map(|whole| format!("{whole}.{name}")),
        }
    }
}

/// One row: its name comes first, and every other column that has a value is a field, but for those that say where the
/// object belongs, and for the list of privileges, which comes in several columns and is one field. The inner `None` is for
/// an object that is left out.
fn object(
    class: Class,
    columns: &[String],
    row: &[Option<String>],
    names: &Names<'_>,
) -> Option<Option<(String, Fields)>> {
    let (name, values) = row.split_first()?;
    let mut fields = Fields::new();
    let mut whole = None;
    let mut privileges = [None; PRIVILEGES.len()];
    for (column, value) in columns.iter().skip(1).zip(values) {
        let Some(value) = value else { continue };
        match PRIVILEGES.iter().position(|part| part == column) {
            Some(part) => privileges[part] = Some(&**value),
            None if column == NUMBER => {}
            None if column == WHOLE => whole = Some(&**value),
            None => _ = fields.insert(column.clone(), value.clone()),
        }
    }
    if let [acl, Some(built_in), Some(owner)] = privileges {
        let listed = privileges::field(class, acl, built_in, owner)?;
        fields.extend(listed.map(|listed| ("privileges".to_owned(), listed)));
    }
    Some(names.full(whole, name.as_deref()?).map(|name| (name, fields)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_is_written_as_the_standard_writes_it() {
        let documents: [&[&str]; 2] = [&["b", "a.ä", "a\"", "\u{ffff}"], &["\u{ffff}", "\u{10000}"]];
        for names in documents {
            let fields: Fields = names.iter().map(|name| ((*name).to_owned(), (*name).to_owned())).collect();
            let objects = Class::ALL
                .iter()
                .flat_map(|class| names.iter().map(|name| ((*class, (*name).to_owned()), fields.clone())));
            let bytes = Snapshot::of(objects.collect()).encode().unwrap();
            let document: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
            assert_eq!(bytes, serde_jcs::to_vec(&document).unwrap());
        }
    }
}
