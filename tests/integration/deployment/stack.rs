//! A Compose file as Compose reads it, as far as the shipped ones go: merges and aliases, then variables, then services.

use saphyr_parser::{Event, Parser};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

/// The variables of a deployment.
pub type Variables = BTreeMap<String, String>;

/// A file of `deploy/`.
pub fn shipped(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy").join(name)
}

/// A stack whose variables have values.
pub struct Stack {
    pub root: Value,
    directory: PathBuf,
}

/// One service of it.
#[derive(Clone)]
pub struct Service {
    pub name: String,
    pub definition: Value,
    directory: PathBuf,
}

/// What a container is given at a path of its own.
pub struct Mount {
    pub from: From,
    pub target: String,
    pub read_only: bool,
}

/// Where it comes from.
pub enum From {
    /// A path of the machine.
    Path(PathBuf),
    /// A named volume.
    Volume(String),
}

impl Stack {
    /// Reads it.
    ///
    /// # Errors
    /// The variable that has no value.
    pub fn read(file: &Path, variables: &Variables) -> Result<Self, String> {
        let text = fs::read_to_string(file).expect("a stack");
        let root = substituted(parse(&text), variables)?;
        Ok(Self { root, directory: file.parent().expect("a directory").to_owned() })
    }

    pub fn service(&self, name: &str) -> Service {
        let definition = self.root["services"][name].clone();
        assert!(definition.is_object(), "a service {name}");
        Service { name: name.to_owned(), definition, directory: self.directory.clone() }
    }
}

impl Service {
    /// The texts of a list under a key; none where it is not there.
    pub fn texts(&self, key: &str) -> Vec<String> {
        texts(&self.definition[key])
    }

    pub fn text(&self, key: &str) -> &str {
        self.definition[key].as_str().unwrap_or_else(|| panic!("{}: no {key}", self.name))
    }

    pub fn environment(&self) -> Variables {
        let entries = self.definition["environment"].as_object().into_iter().flatten();
        entries.map(|(name, value)| (name.clone(), value.as_str().expect("a value").to_owned())).collect()
    }

    /// The services that come before, with what is waited for.
    pub fn depends_on(&self) -> Vec<(String, String)> {
        let entries = self.definition["depends_on"].as_object().into_iter().flatten();
        let condition = |value: &Value| value["condition"].as_str().expect("a condition").to_owned();
        entries.map(|(name, value)| (name.clone(), condition(value))).collect()
    }

    pub fn mounts(&self) -> Vec<Mount> {
        let list = self.definition["volumes"].as_array().into_iter().flatten();
        list.map(|entry| match entry {
            Value::String(short) => {
                let mut parts = short.split(':');
                let mut next = || parts.next().expect("source and target");
                let (source, target) = (next(), next().to_owned());
                let read_only = parts.next() == Some("ro");
                Mount { from: self.from(source), target, read_only }
            }
            long => Mount {
                from: self.from(long["source"].as_str().expect("a source")),
                target: long["target"].as_str().expect("a target").to_owned(),
                read_only: long["read_only"] == "true",
            },
        })
        .collect()
    }

    fn from(&self, source: &str) -> From {
        match source {
            path if path.starts_with('/') => From::Path(path.into()),
            path if path.starts_with("./") => From::Path(self.directory.join(path)),
            name => From::Volume(name.to_owned()),
        }
    }
}

pub fn texts(list: &Value) -> Vec<String> {
    let items = list.as_array().into_iter().flatten();
    items.map(|item| item.as_str().expect("a text").to_owned()).collect()
}

enum Open {
    List(Vec<Value>),
    Map(Map<String, Value>, Option<String>),
}

/// The one document of a text; every plain value is a text, as Compose takes those that it substitutes in.
pub fn parse(text: &str) -> Value {
    let mut parser = Parser::new_from_str(text);
    let mut open: Vec<(usize, Open)> = Vec::new();
    let mut anchors: HashMap<usize, Value> = HashMap::new();
    let mut root = Value::Null;
    while let Some(event) = parser.next_event() {
        let (anchor, done) = match event.expect("YAML").0 {
            Event::Scalar(text, _, anchor, _) => match open.last_mut() {
                Some((_, Open::Map(_, key @ None))) => {
                    *key = Some(text.into_owned());
                    continue;
                }
                _ => (anchor, if text.is_empty() { Value::Null } else { Value::from(text.into_owned()) }),
            },
            Event::Alias(anchor) => (0, anchors[&anchor].clone()),
            Event::SequenceStart(anchor, _) => {
                open.push((anchor, Open::List(Vec::new())));
                continue;
            }
            Event::MappingStart(anchor, _) => {
                open.push((anchor, Open::Map(Map::new(), None)));
                continue;
            }
            Event::SequenceEnd | Event::MappingEnd => match open.pop().expect("it was begun") {
                (anchor, Open::List(items)) => (anchor, Value::Array(items)),
                (anchor, Open::Map(entries, _)) => (anchor, merged(entries)),
            },
            _ => continue,
        };
        anchors.insert(anchor, done.clone());
        match open.last_mut() {
            None => root = done,
            Some((_, Open::List(items))) => items.push(done),
            Some((_, Open::Map(entries, key))) => {
                entries.insert(key.take().expect("a key"), done);
            }
        }
    }
    root
}

/// With what `<<` brings, where there is none of that key.
fn merged(mut entries: Map<String, Value>) -> Value {
    if let Some(Value::Object(more)) = entries.remove("<<") {
        for (key, value) in more {
            entries.entry(key).or_insert(value);
        }
    }
    Value::Object(entries)
}

fn substituted(value: Value, variables: &Variables) -> Result<Value, String> {
    Ok(match value {
        Value::String(text) => Value::String(interpolated(&text, variables)?),
        Value::Array(items) => {
            items.into_iter().map(|item| substituted(item, variables)).collect::<Result<_, _>>()?
        }
        Value::Object(entries) => {
            let each = |(key, value)| Ok::<_, String>((key, substituted(value, variables)?));
            Value::Object(entries.into_iter().map(each).collect::<Result<_, _>>()?)
        }
        other => other,
    })
}

/// `${NAME:?message}` and `${NAME:-default}` (the Compose specification, "Interpolation").
fn interpolated(text: &str, variables: &Variables) -> Result<String, String> {
    let mut parts = text.split("${");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (inside, after) = part.split_once('}').expect("a variable that ends");
        let (name, otherwise) = inside.split_once(':').unwrap_or((inside, "?"));
        match (variables.get(name), otherwise.strip_prefix('-')) {
            (Some(value), _) => out.push_str(value),
            (None, Some(default)) => out.push_str(default),
            (None, None) => return Err(name.to_owned()),
        }
        out.push_str(after);
    }
    Ok(out)
}
