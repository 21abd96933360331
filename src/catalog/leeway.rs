//! What the rows that applied entries found may have decided: there, the catalog may be otherwise than measured.

use super::diff::Difference;
use super::question::Class;
use super::snapshot::{Fields, Snapshot};
use crate::bundle::sql::Objects;
use std::collections::BTreeSet;

/// The objects concerned, with what belongs to them in either of two snapshots.
#[derive(Debug)]
pub struct Leeway<'a> {
    objects: Objects,
    snapshots: [&'a Snapshot; 2],
}

impl<'a> Leeway<'a> {
    /// `objects` are what the applied entries decide.
    #[must_use]
    pub fn new(mut objects: Objects, expected: &'a Snapshot, observed: &'a Snapshot) -> Self {
        let snapshots = [expected, observed];
        if let Objects::Named(names) = &mut objects {
            // What is done to a partitioned table is done to its partitions.
            while snapshots.into_iter().any(|snapshot| add_children(names, snapshot)) {}
        }
        Self { objects, snapshots }
    }

    /// Whether they may be any.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        matches!(self.objects, Objects::Any)
    }

    /// Whether a difference is within it.
    #[must_use]
    pub fn covers(&self, difference: &Difference) -> bool {
        let names = match &self.objects {
            Objects::None => return false,
            Objects::Any => return true,
            Objects::Named(names) => names,
        };
        let key = (difference.class, difference.name.clone());
        let fields = self.snapshots.into_iter().filter_map(|snapshot| snapshot.objects().get(&key));
        names.iter().any(|name| {
            is_within(&difference.name, name)
                || fields.clone().any(|fields| belongs(difference.class, fields, name))
        })
    }
}

/// The name without its schema.
fn local(name: &str) -> &str {
    name.split_once('.').map_or(name, |(_, local)| local)
}

/// Whether an object is the one of this name, or has its name within it: a column within its table, a routine's
/// arguments after its name.
fn is_within(object: &str, name: &str) -> bool {
    local(object).strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '(']))
}

/// Whether an object with a name of its own goes with the table of this name.
fn belongs(class: Class, fields: &Fields, table: &str) -> bool {
    let definition = |ends: &dyn Fn(&str, &str) -> bool| {
        let quoted = format!("\"{}\"", table.replace('"', "\"\""));
        fields.get("definition").is_some_and(|text| ends(text, table) || ends(text, &quoted))
    };
    match class {
        Class::Index => definition(&|text, table| text.contains(&format!(".{table} USING "))),
        Class::Statistics => definition(&|text, table| text.ends_with(&format!(".{table}"))),
        Class::Sequence => fields.get("owned_by").is_some_and(|column| is_within(column, table)),
        _ => false,
    }
}

/// Adds the children of the tables named; whether there were new ones.
fn add_children(names: &mut BTreeSet<String>, snapshot: &Snapshot) -> bool {
    let mut grown = false;
    for ((class, name), fields) in snapshot.objects() {
        let (Class::Table, Some(parents)) = (class, fields.get("parents")) else { continue };
        // Printed as SQL names them, unlike the names of objects here.
        if parents.split(", ").any(|parent| names.contains(local(&parent.replace('"', "")))) {
            grown |= names.insert(local(name).to_owned());
        }
    }
    grown
}

#[cfg(test)]
mod tests {
    use super::super::diff::Change;
    use super::*;

    type Object<'a> = (Class, &'a str, &'a [(&'a str, &'a str)]);

    fn snapshot(objects: &[Object<'_>]) -> Snapshot {
        let fields = |fields: &[(&str, &str)]| {
            fields.iter().map(|(field, value)| ((*field).to_owned(), (*value).to_owned())).collect()
        };
        Snapshot::of(
            objects.iter().map(|(class, name, of)| ((*class, (*name).to_owned()), fields(of))).collect(),
        )
    }

    fn covered(objects: Objects, class: Class, name: &str) -> bool {
        let observed = snapshot(&[
            (Class::Table, "app.events", &[]),
            (Class::Table, "app.events_2024", &[("parents", "app.events")]),
            (Class::Table, "app.events_2024_01", &[("parents", "\"app\".events_2024")]),
            (
                Class::Index,
                "app.by_time",
                &[("definition", "CREATE INDEX by_time ON ONLY app.events USING btree (at)")],
            ),
            (Class::Sequence, "app.numbers", &[("owned_by", "app.events.id (identity)")]),
            (
                Class::Statistics,
                "app.both",
                &[("definition", "CREATE STATISTICS app.both ON a, b FROM app.events")],
            ),
        ]);
        let difference = Difference { class, name: name.to_owned(), change: Change::Added };
        Leeway::new(objects, &Snapshot::default(), &observed).covers(&difference)
    }

    fn named(name: &str) -> Objects {
        Objects::Named([name.to_owned()].into())
    }

    #[test]
    fn what_is_named_and_what_belongs_to_it_is_covered() {
        for (class, name) in [
            (Class::Table, "app.events"),
            (Class::Table, "moved.events"),
            (Class::Column, "app.events.at"),
            (Class::Column, "app.events_2024_01.at"),
            (Class::Routine, "app.events(integer)"),
            (Class::Index, "app.by_time"),
            (Class::Sequence, "app.numbers"),
            (Class::Statistics, "app.both"),
        ] {
            assert!(covered(named("events"), class, name), "{name}");
            assert!(!covered(named("other"), class, name), "{name}");
            assert!(!covered(Objects::None, class, name), "{name}");
            assert!(covered(Objects::Any, class, name), "{name}");
        }
    }

    #[test]
    fn what_only_looks_like_it_is_not() {
        for name in ["app.events2", "app.events_2023", "events.other", "app.other.events"] {
            assert!(!covered(named("events"), Class::Table, name), "{name}");
        }
        assert!(covered(named("events.at"), Class::Trigger, "app.events.at"));
        assert!(!covered(named("events.at"), Class::Trigger, "app.events.other"));
        assert!(!covered(named("events.at"), Class::Table, "app.events"));
    }
}
