//! A random grants file: what it gives is what the server then lets its grantees do, and nothing else.

use super::graph::OBJECTS;
use mosaic_db::bundle::Grants;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::subsequence;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The entry that it speaks of.
pub const TAG: &str = "0017_relocate_to_mosaic";

/// Of each grantee: its name in the file, and the roles that come to its rights.
const GRANTEES: [(&str, &[&str]); 2] =
    [("runtime", &["mosaic_runtime_capability", "mosaic_runtime"]), ("importer", &["mosaic_data_importer"])];

/// Something that such a file may name.
struct Listable {
    /// Where it is in [`OBJECTS`].
    place: usize,
    /// Where something is that comes to the same privileges with it.
    shared: Option<usize>,
    /// What each of [`GRANTEES`] may get.
    may: [&'static [&'static str]; 2],
}

const LISTABLE: [Listable; 5] = [
    Listable { place: 0, shared: None, may: [&["USAGE"], &["USAGE"]] },
    Listable {
        place: 1,
        shared: Some(2),
        may: [&["SELECT", "INSERT", "UPDATE", "DELETE"], &["SELECT", "INSERT"]],
    },
    Listable { place: 3, shared: None, may: [&["SELECT", "INSERT"], &["SELECT", "INSERT"]] },
    Listable { place: 5, shared: None, may: [&["USAGE", "SELECT", "UPDATE"], &["USAGE", "UPDATE"]] },
    Listable { place: 6, shared: None, may: [&["EXECUTE"], &["EXECUTE"]] },
];

#[derive(Clone, Debug)]
struct Line {
    listable: usize,
    grantee: usize,
    privileges: Vec<&'static str>,
}

/// What one entry takes back, and then gives.
#[derive(Clone, Debug)]
pub struct Listed {
    revoked: Vec<Line>,
    granted: Vec<Line>,
}

pub fn grants_file() -> impl Strategy<Value = Listed> {
    let line = (0..LISTABLE.len(), 0..GRANTEES.len()).prop_flat_map(|(listable, grantee)| {
        let may = LISTABLE[listable].may[grantee];
        let some = subsequence(may.to_vec(), 1..=may.len());
        some.prop_map(move |privileges| Line { listable, grantee, privileges })
    });
    (vec(line.clone(), 0..5), vec(line, 0..5)).prop_map(|(revoked, granted)| Listed { revoked, granted })
}

impl Line {
    fn json(&self) -> Value {
        let object = &OBJECTS[LISTABLE[self.listable].place];
        let (kind, name) = object.on.split_once(' ').expect("a kind and a name");
        let on = match (kind, name.split_once('.')) {
            ("FUNCTION", _) => {
                json!({ "kind": "routine", "schema": "mosaic", "name": "helper", "arguments": ["integer"] })
            }
            (_, Some((schema, name))) => {
                json!({ "kind": kind.to_lowercase(), "schema": schema, "name": name })
            }
            (_, None) => json!({ "kind": "schema", "name": name }),
        };
        let mut privileges: Vec<String> = self.privileges.iter().map(|word| word.to_lowercase()).collect();
        privileges.sort();
        json!({ "on": on, "to": GRANTEES[self.grantee].0, "privileges": privileges })
    }

    /// The rights that it is about, as the server is asked for them.
    fn rights(&self) -> impl Iterator<Item = (String, usize, String)> {
        let Listable { place, shared, .. } = LISTABLE[self.listable];
        let in_columns = |privilege: &str| OBJECTS[2].privileges.contains(&privilege);
        GRANTEES[self.grantee].1.iter().flat_map(move |role| {
            self.privileges.iter().flat_map(move |privilege| {
                let shared = shared.filter(|_| in_columns(privilege));
                let places = [Some(place), shared].into_iter().flatten();
                places.map(move |place| ((*role).to_owned(), place, (*privilege).to_owned()))
            })
        })
    }
}

impl Listed {
    /// The file as it would be shipped, read.
    pub fn file(&self) -> Grants {
        let lines = |lines: &[Line]| lines.iter().map(Line::json).collect::<Vec<_>>();
        let entry = json!({ "revoke": lines(&self.revoked), "grant": lines(&self.granted) });
        let bytes = serde_jcs::to_vec(&json!({ "entries": { TAG: entry } })).expect("canonical JSON");
        Grants::read(&bytes).expect("a grants file")
    }

    /// What is held after it, given what was held before.
    pub fn after(&self, before: &BTreeSet<(String, usize, String)>) -> BTreeSet<(String, usize, String)> {
        let revoked: BTreeSet<_> = self.revoked.iter().flat_map(Line::rights).collect();
        let mut held: BTreeSet<_> = before.difference(&revoked).cloned().collect();
        held.extend(self.granted.iter().flat_map(Line::rights));
        held
    }
}
