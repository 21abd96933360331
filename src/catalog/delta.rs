//! What one entry does to the catalog, and what a series of them leads to.

use super::diff::{Change, Difference};
use super::question::Class;
use super::snapshot::{Fields, Snapshot};
use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeMap;

/// What happens to one object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Effect {
    /// It comes to be, with these fields.
    Created(Fields),
    /// These fields get these values; `None` takes a value away.
    Changed(BTreeMap<String, Option<String>>),
    /// It goes away.
    Dropped,
}

/// What happens to all of them, by class and name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Delta(#[serde(serialize_with = "by_word")] BTreeMap<Class, BTreeMap<String, Effect>>);

/// By the words for the classes, as canonical JSON has them, and not in the order in which classes are asked about.
fn by_word<S: Serializer>(
    effects: &BTreeMap<Class, BTreeMap<String, Effect>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(
        effects.iter().map(|(class, of_class)| (class.word(), of_class)).collect::<BTreeMap<_, _>>(),
    )
}

impl Delta {
    /// What leads from one snapshot to another.
    #[must_use]
    pub fn between(before: &Snapshot, after: &Snapshot) -> Self {
        let mut delta: BTreeMap<Class, BTreeMap<String, Effect>> = BTreeMap::new();
        let mut note = |class: Class, name: &str, effect| {
            delta.entry(class).or_default().insert(name.to_owned(), effect);
        };
        for ((class, name), fields) in after.objects() {
            let Some(old) = before.objects().get(&(*class, name.clone())) else {
                note(*class, name, Effect::Created(fields.clone()));
                continue;
            };
            let gone =
                old.keys().filter(|field| !fields.contains_key(*field)).map(|field| (field.clone(), None));
            let new = fields.iter().filter(|(field, value)| old.get(*field) != Some(value));
            let changed: BTreeMap<_, _> =
                new.map(|(field, value)| (field.clone(), Some(value.clone()))).chain(gone).collect();
            if !changed.is_empty() {
                note(*class, name, Effect::Changed(changed));
            }
        }
        for (class, name) in before.objects().keys() {
            if !after.objects().contains_key(&(*class, name.clone())) {
                note(*class, name, Effect::Dropped);
            }
        }
        Self(delta)
    }

    /// Applies it to a snapshot. What it speaks of need not be there: entries that ran late find what later ones left.
    pub fn apply(&self, snapshot: &mut Snapshot) {
        for (class, name, effect) in self.effects() {
            let key = (class, name.to_owned());
            match effect {
                Effect::Created(fields) => {
                    snapshot.objects_mut().insert(key, fields.clone());
                }
                Effect::Changed(changes) => {
                    let Some(fields) = snapshot.objects_mut().get_mut(&key) else { continue };
                    for (field, value) in changes {
                        match value {
                            Some(value) => fields.insert(field.clone(), value.clone()),
                            None => fields.remove(field),
                        };
                    }
                }
                Effect::Dropped => {
                    snapshot.objects_mut().remove(&key);
                }
            }
        }
    }

    /// Which of its effects are there although the entry has not run: those that hold in `observed` and would not,
    /// going by `expected`, which is where the entries that did run lead.
    #[must_use]
    pub fn already_in(&self, expected: &Snapshot, observed: &Snapshot) -> Vec<Difference> {
        let mut present = Vec::new();
        for (class, name, effect) in self.effects() {
            let key = (class, name.to_owned());
            let (wanted, found) = (expected.objects().get(&key), observed.objects().get(&key));
            let mut note = |change| present.push(Difference { class, name: name.to_owned(), change });
            match (effect, wanted, found) {
                (Effect::Created(_), None, Some(_)) => note(Change::Added),
                (Effect::Dropped, Some(_), None) => note(Change::Removed),
                (Effect::Changed(changes), Some(wanted), Some(found)) => {
                    let brought = changes.iter().filter(|(field, value)| {
                        wanted.get(*field) != value.as_ref() && found.get(*field) == value.as_ref()
                    });
                    for (field, value) in brought {
                        let (field, expected) = (field.clone(), wanted.get(field).cloned());
                        note(Change::Altered { field, expected, observed: value.clone() });
                    }
                }
                _ => {}
            }
        }
        present
    }

    /// Every effect.
    pub fn effects(&self) -> impl Iterator<Item = (Class, &str, &Effect)> {
        self.0.iter().flat_map(|(class, of_class)| {
            of_class.iter().map(|(name, effect)| (*class, name.as_str(), effect))
        })
    }

    /// Whether it does nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn snapshots() -> impl Strategy<Value = Snapshot> {
        let field = prop_oneof![Just("type"), Just("default"), Just("owner")];
        let fields = proptest::collection::btree_map(field.prop_map(str::to_owned), "[ab]", 0..3);
        let class = prop_oneof![Just(Class::Table), Just(Class::Column), Just(Class::Index)];
        proptest::collection::btree_map((class, "[xyz]"), fields, 0..6).prop_map(Snapshot::of)
    }

    proptest! {
        #[test]
        fn a_delta_leads_where_it_was_measured(before in snapshots(), after in snapshots()) {
            let delta = Delta::between(&before, &after);
            let mut reached = before.clone();
            delta.apply(&mut reached);
            prop_assert_eq!(&reached, &after);
            prop_assert_eq!(delta.is_empty(), before == after);
        }

        #[test]
        fn nothing_is_there_before_and_everything_after(before in snapshots(), after in snapshots()) {
            let delta = Delta::between(&before, &after);
            prop_assert!(delta.already_in(&before, &before).is_empty());
            prop_assert_eq!(delta.already_in(&before, &after).is_empty(), delta.is_empty());
        }

        #[test]
        fn documents_read_back(before in snapshots(), after in snapshots()) {
            let delta = Delta::between(&before, &after);
            let text = serde_json::to_string(&delta).unwrap();
            prop_assert_eq!(serde_json::from_str::<Delta>(&text).unwrap(), delta);
        }
    }
}
