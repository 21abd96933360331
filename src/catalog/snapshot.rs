//! What was found, its canonical form and its fingerprint.

use super::question::Class;
use crate::digest::Digest;
use crate::postgres::Batch;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Which snapshot this is, so that no other document has the same bytes.
const SCHEMA: &str = "mosaic.catalog.v1";

/// The fields of one object that have a value, by name.
pub type Fields = BTreeMap<String, String>;

/// The shape of a database, within the managed schemas.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    objects: BTreeMap<(Class, String), Fields>,
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
        let mut objects = BTreeMap::new();
        for (place, class) in Class::ALL.iter().enumerate() {
            let set = batch.set(before + place);
            for row in set.rows() {
                let mut values = set.columns().iter().zip(row);
                let Some((_, Some(name))) = values.next() else {
                    return Err(SnapshotError::Answer(class.word()));
                };
                let fields = values.filter_map(|(column, value)| Some((column.clone(), value.clone()?)));
                objects.insert((*class, name.clone()), fields.collect());
            }
        }
        Ok(Self { objects })
    }

    /// Reads a document that [`Self::encode`] wrote.
    ///
    /// # Errors
    /// [`SnapshotError`] for anything else.
    pub fn read(bytes: &[u8]) -> Result<Self, SnapshotError> {
        type Document = BTreeMap<String, BTreeMap<String, Fields>>;
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Envelope {
            schema: String,
            objects: Document,
        }
        let document: Envelope = serde_json::from_slice(bytes).map_err(SnapshotError::Document)?;
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

    /// The canonical bytes (RFC 8785).
    ///
    /// # Errors
    /// [`SnapshotError::Document`] if a value has no JSON form; text always has.
    pub fn encode(&self) -> Result<Vec<u8>, SnapshotError> {
        let mut classes: Map<String, Value> = Map::new();
        for ((class, name), fields) in &self.objects {
            let of_class = classes.entry(class.word()).or_insert_with(|| Value::Object(Map::new()));
            if let Value::Object(of_class) = of_class {
                let fields =
                    fields.iter().map(|(field, value)| (field.clone(), Value::String(value.clone())));
                of_class.insert(name.clone(), Value::Object(fields.collect()));
            }
        }
        let document = serde_json::json!({ "schema": SCHEMA, "objects": classes });
        serde_jcs::to_vec(&document).map_err(SnapshotError::Document)
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
