//! Which objects a statement that changes the catalog names.

use super::Objects;
use crate::bundle::sql::reader::{Reader, is_word};

/// What has a name of its own within its table, after which `ON` (a rule: `TO`) and the table follow.
const OF_A_TABLE: [&str; 3] = ["trigger", "policy", "rule"];

/// What has a name of its own, in a schema or without one.
const OF_ITS_OWN: [&str; 12] = [
    "aggregate",
    "domain",
    "extension",
    "function",
    "procedure",
    "routine",
    "schema",
    "sequence",
    "statistics",
    "table",
    "type",
    "view",
];

/// Words that stand before the class of what is created.
const BEFORE_CLASS: [&str; 7] =
    ["unlogged", "recursive", "unique", "constraint", "foreign", "materialized", "event"];

/// The objects; `None` for a statement of another kind.
pub(super) fn objects(statement: &str) -> Option<Objects> {
    let mut reader = Reader::new(statement);
    let verb = reader.next()?;
    let is = |word: &str| is_word(&verb, word);
    if is("create") {
        Some(created(reader).unwrap_or(Objects::Any))
    } else if is("alter") || is("drop") {
        let spreads = spreads(Reader::new(statement));
        Some(if spreads { Objects::Any } else { changed(reader).unwrap_or(Objects::Any) })
    } else if is("grant") || is("revoke") {
        Some(granted(reader).unwrap_or(Objects::Any))
    } else if is("refresh") {
        reader.accept_all(&["materialized", "view"]);
        reader.accept("concurrently");
        Some(named(&mut reader).unwrap_or(Objects::Any))
    } else if is("import") || is("reassign") {
        Some(Objects::Any)
    } else if is("comment") || is("security") {
        // Neither is part of a snapshot.
        Some(Objects::None)
    } else {
        None
    }
}

/// Whether a change reaches objects that the statement does not name: their definitions are printed with the new name,
/// or they go with what is dropped, or they are partitions.
fn spreads(reader: Reader<'_>) -> bool {
    let mut before = None;
    for token in reader {
        let is = |word: &str| is_word(&token, word);
        let after = |word: &str| before.as_ref().is_some_and(|before| is_word(before, word));
        let cascades = is("cascade") && !after("delete") && !after("update");
        if cascades || is("rename") || is("attach") || is("detach") || is("inherit") {
            return true;
        }
        if is("schema") && after("set") {
            return true;
        }
        before = Some(token);
    }
    false
}

fn created(mut reader: Reader<'_>) -> Option<Objects> {
    reader.accept_all(&["or", "replace"]);
    let _ = reader.accept("global") || reader.accept("local");
    if reader.accept("temp") || reader.accept("temporary") {
        return Some(Objects::None);
    }
    while BEFORE_CLASS.iter().any(|word| reader.accept(word)) {}
    if reader.accept("index") {
        reader.accept("concurrently");
        reader.accept_all(&["if", "not", "exists"]);
        if !reader.peek().is_some_and(|token| is_word(&token, "on")) {
            return named(&mut reader);
        }
        // The server chooses a name: whatever belongs to the table.
        reader.accept("on");
        reader.accept("only");
        return named(&mut reader);
    }
    if OF_A_TABLE.iter().any(|word| reader.accept(word)) {
        return within_table(reader);
    }
    if !OF_ITS_OWN.iter().any(|word| reader.accept(word)) {
        return None;
    }
    reader.accept_all(&["if", "not", "exists"]);
    if reader.peek().is_some_and(|token| is_word(&token, "on") || is_word(&token, "authorization")) {
        return None;
    }
    named(&mut reader)
}

fn changed(mut reader: Reader<'_>) -> Option<Objects> {
    while reader.accept("foreign") || reader.accept("materialized") || reader.accept("event") {}
    if OF_A_TABLE.iter().any(|word| reader.accept(word)) {
        reader.accept_all(&["if", "exists"]);
        return within_table(reader);
    }
    if !OF_ITS_OWN.iter().any(|word| reader.accept(word)) {
        if !reader.accept("index") {
            return None;
        }
        reader.accept("concurrently");
    }
    reader.accept_all(&["if", "exists"]);
    reader.accept("only");
    let mut objects = named(&mut reader)?;
    loop {
        // The arguments of a routine.
        reader.parenthesised();
        if !reader.accept_sign(",") {
            return Some(objects);
        }
        objects = objects.and(named(&mut reader)?);
    }
}

/// `name … ON table`, for a rule `name AS ON event TO table`.
fn within_table(mut reader: Reader<'_>) -> Option<Objects> {
    reader.accept_all(&["if", "exists"]);
    let name = reader.identifier()?;
    let rule = reader.accept("as");
    let before_table = if rule && reader.accept("on") { "to" } else { "on" };
    reader.find(|token| is_word(token, before_table))?;
    let table = reader.object()?;
    Some(Objects::of(format!("{}.{}", table.name.as_str(), name.as_str())))
}

/// `… ON [class] object, … TO role`, or a grant of roles, which is no part of a snapshot.
fn granted(mut reader: Reader<'_>) -> Option<Objects> {
    if !reader.any(|token| is_word(&token, "on")) {
        return Some(Objects::None);
    }
    let mut objects = Objects::None;
    let _ = ["function", "procedure", "routine", "schema", "sequence", "table", "type", "domain"]
        .iter()
        .any(|class| reader.accept(class));
    if reader.peek().is_some_and(|token| is_word(&token, "all")) {
        return None;
    }
    loop {
        objects = objects.and(named(&mut reader)?);
        reader.parenthesised();
        if !reader.accept_sign(",") {
            let ends = reader.accept("to") || reader.accept("from");
            return ends.then_some(objects);
        }
    }
}

fn named(reader: &mut Reader<'_>) -> Option<Objects> {
    Some(Objects::of(reader.object()?.name.as_str().to_owned()))
}
