//! What is different between two snapshots, object by object and field by field.

use super::question::Class;
use super::snapshot::Snapshot;
use serde::Serialize;
use std::fmt;

/// One difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The class of the object.
    pub class: Class,
    /// Its name.
    pub name: String,
    /// What is different about it.
    #[serde(flatten)]
    pub change: Change,
}

/// What is different about an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase", tag = "change")]
pub enum Change {
    /// It is there and should not be.
    Added,
    /// It should be there and is not.
    Removed,
    /// A field has another value.
    Altered {
        /// The field.
        field: String,
        /// What it should be; `None` for nothing.
        expected: Option<String>,
        /// What it is; `None` for nothing.
        observed: Option<String>,
    },
}

/// Compares what is expected with what was observed.
#[must_use]
pub fn diff(expected: &Snapshot, observed: &Snapshot) -> Vec<Difference> {
    let mut differences = Vec::new();
    for ((class, name), fields) in expected.objects() {
        let mut note = |change| differences.push(Difference { class: *class, name: name.clone(), change });
        let Some(found) = observed.objects().get(&(*class, name.clone())) else {
            note(Change::Removed);
            continue;
        };
        let mut names: Vec<&String> = fields.keys().chain(found.keys()).collect();
        names.sort();
        names.dedup();
        for field in names {
            let (expected, observed) = (fields.get(field).cloned(), found.get(field).cloned());
            if expected != observed {
                note(Change::Altered { field: field.clone(), expected, observed });
            }
        }
    }
    for (class, name) in observed.objects().keys() {
        if !expected.objects().contains_key(&(*class, name.clone())) {
            differences.push(Difference { class: *class, name: name.clone(), change: Change::Added });
        }
    }
    differences.sort_by(|a, b| (a.class, &a.name).cmp(&(b.class, &b.name)));
    differences
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { class, name, change } = self;
        write!(f, "{} {name}: ", class.word())?;
        let shown = |value: &Option<String>| value.clone().unwrap_or_else(|| "none".to_owned());
        match change {
            Change::Added => f.write_str("is there, and in no entry"),
            Change::Removed => f.write_str("is missing"),
            Change::Altered { field, expected, observed } => {
                write!(f, "{field} {} → {}", shown(expected), shown(observed))
            }
        }
    }
}
