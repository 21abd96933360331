//! What a model asks of a tree: the value of a key, in one of the forms that the Compose specification allows for it.
//! What is in none of them is refused with its place, so that nothing is passed over.

use super::place::Place;
use super::text::Text;
use super::yaml::{Entry, Node, Value};

/// A value that is not of the expected form.
#[derive(Debug, thiserror::Error)]
#[error("{expected} is expected here")]
pub(super) struct Shape {
    pub(super) place: Place,
    expected: &'static str,
}

impl Shape {
    pub(super) const fn new(place: Place, expected: &'static str) -> Self {
        Self { place, expected }
    }
}

/// A name with the value that it is given, if any.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    pub(super) name: Text,
    pub(super) value: Option<Text>,
}

impl Node {
    /// The value of a key; nothing where it is not there or null.
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        let Value::Map(entries) = &self.value else { return None };
        let entry = entries.iter().find(|entry| entry.key.as_str() == key)?;
        Some(&*entry.value).filter(|node| !matches!(node.value, Value::Null))
    }

    /// The plain value of a key.
    pub(super) fn text_of(&self, key: &str) -> Result<Option<Text>, Shape> {
        self.get(key).map(Self::text).transpose()
    }

    /// The entries of the mapping under a key; none where it is not there.
    pub(super) fn entries_of(&self, key: &str) -> Result<&[Entry], Shape> {
        self.get(key).map_or(Ok(&[]), Self::entries)
    }

    /// The values of the list under a key, or its one value.
    pub(super) fn texts_of(&self, key: &str) -> Result<Vec<Text>, Shape> {
        match self.get(key) {
            None => Ok(Vec::new()),
            Some(Self { value: Value::List(items), .. }) => items.iter().map(|item| item.text()).collect(),
            Some(one) => Ok(vec![one.text()?]),
        }
    }

    /// The items of the list under a key; none where it is not there.
    pub(super) fn items_of(&self, key: &str) -> Result<Vec<&Self>, Shape> {
        match self.get(key) {
            None => Ok(Vec::new()),
            Some(Self { value: Value::List(items), .. }) => Ok(items.iter().map(|item| &**item).collect()),
            Some(other) => Err(Shape::new(other.place, "a list")),
        }
    }

    /// Names and values, from a mapping or from a list of `name=value`.
    pub(super) fn settings_of(&self, key: &str) -> Result<Vec<Setting>, Shape> {
        match self.get(key) {
            None => Ok(Vec::new()),
            Some(Self { value: Value::List(items), .. }) => {
                items.iter().map(|item| item.text().map(|text| assignment(&text))).collect()
            }
            Some(map) => map.entries()?.iter().map(setting).collect(),
        }
    }

    pub(super) fn text(&self) -> Result<Text, Shape> {
        match &self.value {
            Value::Scalar(text) => Ok(Text::new(text.clone(), self.place)),
            _ => Err(Shape::new(self.place, "a plain value")),
        }
    }

    pub(super) fn entries(&self) -> Result<&[Entry], Shape> {
        match &self.value {
            Value::Map(entries) => Ok(entries),
            Value::Null => Ok(&[]),
            _ => Err(Shape::new(self.place, "a mapping")),
        }
    }
}

fn setting(entry: &Entry) -> Result<Setting, Shape> {
    let value = match &entry.value.value {
        Value::Null => None,
        _ => Some(entry.value.text()?),
    };
    Ok(Setting { name: entry.key.clone(), value })
}

/// `name=value`, or a name whose value comes from elsewhere.
pub(super) fn assignment(text: &Text) -> Setting {
    let place = text.place;
    match text.as_str().split_once('=') {
        None => Setting { name: text.clone(), value: None },
        Some((name, value)) => {
            let length = name.chars().count();
            let at = Place::new(place.line, place.column + length + 1, value.chars().count());
            let name = Text::new(name, Place::new(place.line, place.column, length));
            Setting { name, value: Some(Text::new(value, at)) }
        }
    }
}
