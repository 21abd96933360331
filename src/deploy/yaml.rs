//! From the text of a YAML file to a tree that knows where everything stands.
//!
//! A file may come from anybody, so its size, depth and the size of what its aliases amount to are bounded, a key that
//! stands twice is refused, and so is what would be read in more than one way. Invariant: a node is no larger than
//! [`MAX_NODES`] when every alias in it is written out.

use super::place::Place;
use super::text::Text;
use saphyr_parser::{Event, Marker, Parser, ScalarStyle, Span, Tag};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// How deep lists and mappings may lie in each other; a deployment needs about eight.
const MAX_DEPTH: usize = 64;
/// How many nodes there may be, an alias counting as all that it stands for.
const MAX_NODES: usize = 10_000;
/// How many keys one mapping may have.
const MAX_KEYS: usize = 2_000;

/// A value.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) place: Place,
    pub(super) value: Value,
    /// How many nodes it is, written out.
    weight: usize,
}

/// What a value is.
#[derive(Debug)]
pub(super) enum Value {
    Null,
    Scalar(String),
    List(Vec<Rc<Node>>),
    Map(Vec<Entry>),
}

/// A key and its value.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) key: Text,
    pub(super) value: Rc<Node>,
}

/// Why a text is not read.
#[derive(Debug, thiserror::Error)]
pub(super) enum YamlError {
    /// The parser does not take it.
    #[error("{0}")]
    Syntax(String),
    /// One mapping has a key twice.
    #[error("the key {key:?} stands here twice, first on line {first}")]
    DuplicateKey {
        /// The key.
        key: String,
        /// Where it stands first.
        first: usize,
    },
    /// A key is no plain value.
    #[error("a key is a list, a mapping or an alias")]
    Key,
    /// Lists and mappings lie too deep in each other.
    #[error("lists and mappings lie more than {MAX_DEPTH} deep in each other")]
    Depth,
    /// There is too much.
    #[error("with its aliases written out there are more than {MAX_NODES} values")]
    Size,
    /// One mapping has too much.
    #[error("a mapping has more than {MAX_KEYS} keys")]
    Keys,
    /// An alias stands in what it stands for.
    #[error("an alias stands inside what it stands for")]
    Recursion,
    /// A tag of somebody's own.
    #[error("the tag {0} is not followed")]
    Tag(String),
    /// There is another document after the first.
    #[error("another document begins here; one is expected")]
    Documents,
    /// What is to be merged is no mapping.
    #[error("only mappings can be merged with <<")]
    Merge,
    /// There is nothing.
    #[error("there is no document")]
    Empty,
}

type Refused = (Place, YamlError);

/// Reads the one document of a text.
pub(super) fn parse(text: &str) -> Result<Rc<Node>, Refused> {
    let mut builder = Builder::default();
    let mut parser = Parser::new_from_str(text);
    while let Some(event) = parser.next_event() {
        let (event, span) = event.map_err(|error| {
            (place(error.marker(), error.marker()), YamlError::Syntax(error.info().to_owned()))
        })?;
        builder.take(event, span)?;
    }
    builder.root.ok_or((Place::START, YamlError::Empty))
}

/// A list or mapping whose end was not seen yet.
struct Open {
    place: Place,
    anchor: usize,
    inside: Inside,
}

enum Inside {
    List(Vec<Rc<Node>>),
    Map { entries: Vec<Entry>, key: Option<Text> },
}

#[derive(Default)]
struct Builder {
    open: Vec<Open>,
    anchors: HashMap<usize, Rc<Node>>,
    root: Option<Rc<Node>>,
}

impl Builder {
    fn take(&mut self, event: Event<'_>, span: Span) -> Result<(), Refused> {
        let here = place(&span.start, &span.end);
        match event {
            Event::DocumentStart(..) if self.root.is_some() => Err((here, YamlError::Documents)),
            Event::Scalar(text, style, anchor, tag) => {
                known(tag.as_ref(), here)?;
                self.scalar(text, style, anchor, here)
            }
            Event::Alias(anchor) => {
                if matches!(self.open.last(), Some(Open { inside: Inside::Map { key: None, .. }, .. })) {
                    return Err((here, YamlError::Key));
                }
                let node = self.anchors.get(&anchor).cloned().ok_or((here, YamlError::Recursion))?;
                self.add(node, here)
            }
            Event::SequenceStart(anchor, tag) => {
                known(tag.as_ref(), here)?;
                self.open(here, anchor, Inside::List(Vec::new()))
            }
            Event::MappingStart(anchor, tag) => {
                known(tag.as_ref(), here)?;
                self.open(here, anchor, Inside::Map { entries: Vec::new(), key: None })
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(),
            _ => Ok(()),
        }
    }

    fn scalar(
        &mut self,
        text: Cow<'_, str>,
        style: ScalarStyle,
        anchor: usize,
        here: Place,
    ) -> Result<(), Refused> {
        if let Some(Open { inside: Inside::Map { entries, key: key @ None }, .. }) = self.open.last_mut() {
            if let Some(first) = entries.iter().find(|entry| entry.key.as_str() == text) {
                let first = first.key.place.line;
                return Err((here, YamlError::DuplicateKey { key: text.into_owned(), first }));
            }
            *key = Some(Text::new(text, here));
            return Ok(());
        }
        let null = style == ScalarStyle::Plain && matches!(&*text, "" | "~" | "null" | "Null" | "NULL");
        let value = if null { Value::Null } else { Value::Scalar(text.into_owned()) };
        self.finish(Node { place: here, value, weight: 1 }, anchor)
    }

    fn open(&mut self, here: Place, anchor: usize, inside: Inside) -> Result<(), Refused> {
        if matches!(self.open.last(), Some(Open { inside: Inside::Map { key: None, .. }, .. })) {
            return Err((here, YamlError::Key));
        }
        if self.open.len() >= MAX_DEPTH {
            return Err((here, YamlError::Depth));
        }
        self.open.push(Open { place: here, anchor, inside });
        Ok(())
    }

    fn close(&mut self) -> Result<(), Refused> {
        let Some(Open { place, anchor, inside }) = self.open.pop() else { return Ok(()) };
        let value = match inside {
            Inside::List(items) => Value::List(items),
            Inside::Map { entries, .. } => Value::Map(merged(entries)?),
        };
        let weight = match &value {
            Value::List(items) => items.iter().map(|item| item.weight).sum(),
            Value::Map(entries) => entries.iter().map(|entry| entry.value.weight).sum(),
            Value::Null | Value::Scalar(_) => 0,
        };
        self.finish(Node { place, value, weight: weight + 1 }, anchor)
    }

    fn finish(&mut self, node: Node, anchor: usize) -> Result<(), Refused> {
        let node = Rc::new(node);
        if anchor != 0 {
            self.anchors.insert(anchor, Rc::clone(&node));
        }
        let here = node.place;
        self.add(node, here)
    }

    fn add(&mut self, node: Rc<Node>, here: Place) -> Result<(), Refused> {
        // Each sum is of at most a file's worth of nodes that are each within the bound, so it cannot overflow.
        if node.weight > MAX_NODES {
            return Err((here, YamlError::Size));
        }
        match self.open.last_mut().map(|open| &mut open.inside) {
            None => self.root = Some(node),
            Some(Inside::List(items)) => items.push(node),
            Some(Inside::Map { entries, key }) => {
                let key = key.take().ok_or((here, YamlError::Key))?;
                if entries.len() >= MAX_KEYS {
                    return Err((here, YamlError::Keys));
                }
                entries.push(Entry { key, value: node });
            }
        }
        Ok(())
    }
}

/// The entries with those of `<<` after them, as far as there is none of that key (YAML's merge key, version 1.1).
fn merged(entries: Vec<Entry>) -> Result<Vec<Entry>, Refused> {
    let (merges, mut own): (Vec<_>, Vec<_>) =
        entries.into_iter().partition(|entry| entry.key.as_str() == "<<");
    let mut known: HashSet<String> = own.iter().map(|entry| entry.key.as_str().to_owned()).collect();
    for merge in merges {
        let sources = match &merge.value.value {
            Value::List(sources) => sources.as_slice(),
            _ => std::slice::from_ref(&merge.value),
        };
        for source in sources {
            let Value::Map(more) = &source.value else {
                return Err((merge.key.place, YamlError::Merge));
            };
            for entry in more {
                if known.insert(entry.key.as_str().to_owned()) {
                    own.push(entry.clone());
                }
            }
        }
    }
    Ok(own)
}

fn known(tag: Option<&Cow<'_, Tag>>, here: Place) -> Result<(), Refused> {
    match tag {
        Some(tag) if !tag.is_yaml_core_schema() => Err((here, YamlError::Tag(tag.to_string()))),
        _ => Ok(()),
    }
}

fn place(start: &Marker, end: &Marker) -> Place {
    let width = if start.line() == end.line() { end.col().saturating_sub(start.col()) } else { 1 };
    Place::new(start.line().max(1), start.col() + 1, width)
}

#[cfg(test)]
mod tests;
