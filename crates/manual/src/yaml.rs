//! The YAML of the manual: that it is some, and which commands are in it.

use saphyr_parser::{Event, Parser};

/// A value.
#[derive(Debug, PartialEq, Eq)]
pub enum Value {
    /// Text, or a number as text.
    Text(String),
    /// A list.
    List(Vec<Self>),
    /// A mapping, in its order. Several documents are a list of them.
    Map(Vec<(String, Self)>),
}

/// A text that is no YAML, or has what a manual does not need: aliases, and keys that are no text.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Error(String);

/// The documents of a text.
///
/// # Errors
/// [`Error`].
pub fn read(text: &str) -> Result<Value, Error> {
    let mut open: Vec<Vec<Value>> = vec![Vec::new()];
    for event in Parser::new_from_str(text) {
        let (event, _) = event.map_err(|error| Error(error.to_string()))?;
        let value = match event {
            Event::MappingStart(..) | Event::SequenceStart(..) => {
                open.push(Vec::new());
                continue;
            }
            Event::MappingEnd => map(open.pop().unwrap_or_default())?,
            Event::SequenceEnd => Value::List(open.pop().unwrap_or_default()),
            Event::Scalar(text, ..) => Value::Text(text.into_owned()),
            Event::Alias(_) => return Err(Error("an alias".into())),
            _ => continue,
        };
        open.last_mut().ok_or_else(|| Error("an end too many".into()))?.push(value);
    }
    Ok(Value::List(open.pop().unwrap_or_default()))
}

fn map(values: Vec<Value>) -> Result<Value, Error> {
    let mut pairs = Vec::new();
    let mut values = values.into_iter();
    while let (Some(key), Some(value)) = (values.next(), values.next()) {
        let Value::Text(key) = key else { return Err(Error("a key that is no text".into())) };
        if pairs.iter().any(|(known, _)| *known == key) {
            return Err(Error(format!("{key} twice")));
        }
        pairs.push((key, value));
    }
    Ok(Value::Map(pairs))
}

impl Value {
    /// What the keys `run` and `script` say, in order.
    #[must_use]
    pub fn scripts(&self) -> Vec<String> {
        let mut found = Vec::new();
        self.walk(&mut |value| {
            let Self::Map(pairs) = value else { return };
            for (key, value) in pairs.iter().filter(|(key, _)| key == "run" || key == "script") {
                match value {
                    Self::Text(text) => found.push(text.clone()),
                    // One shell runs them all.
                    Self::List(lines) => found.push(
                        lines
                            .iter()
                            .filter_map(Self::text)
                            .fold(String::new(), |all, line| format!("{all}{line}\n")),
                    ),
                    Self::Map(_) => found.push(format!("{key} is a mapping")),
                }
            }
        });
        found
    }

    /// What `command` and `args` of a container say together, and what `test` of a health check says.
    #[must_use]
    pub fn invocations(&self) -> Vec<Vec<String>> {
        let mut found = Vec::new();
        self.walk(&mut |value| {
            let Self::Map(pairs) = value else { return };
            let of = |name: &str| {
                let values = pairs.iter().find(|(key, _)| key == name);
                match values.map(|(_, value)| value) {
                    Some(Self::List(words)) => {
                        words.iter().filter_map(Self::text).map(str::to_owned).collect()
                    }
                    _ => Vec::new(),
                }
            };
            let words: Vec<String> = [of("command"), of("args")].concat();
            found.extend((!words.is_empty()).then_some(words));
        });
        found
    }

    fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::List(_) | Self::Map(_) => None,
        }
    }

    fn walk(&self, visit: &mut dyn FnMut(&Self)) {
        visit(self);
        match self {
            Self::Text(_) => {}
            Self::List(values) => values.iter().for_each(|value| value.walk(visit)),
            Self::Map(pairs) => pairs.iter().for_each(|(_, value)| value.walk(visit)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_in_their_order() {
        let text = "jobs:\n  a:\n    steps:\n      - run: one\n      - run: |\n          two\n          three\n  b:\n    script:\n      - four\n      - five\n---\ncommand: [p, --run]\nargs: [x]\n";
        let document = read(text).unwrap();
        assert_eq!(document.scripts(), ["one", "two\nthree\n", "four\nfive\n"]);
        assert_eq!(document.invocations(), [["p", "--run", "x"]]);
    }

    #[test]
    fn what_is_no_yaml_is_refused() {
        for text in ["a: [", "a: 1\na: 2", "a: &x 1\nb: *x", "? [a]\n: b"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
