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
const BEFORE_CLASS: [&str; 6] = ["unlogged", "recursive", "unique", "constraint", "foreign", "materialized"];

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
    while reader.accept("foreign") || reader.accept("materialized") {}
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_statement_names_is_read() {
        for (statement, names) in [
            ("create table a ()", &["a"][..]),
            ("create unlogged table if not exists s.a ()", &["a"]),
            ("create foreign table f () server x", &["f"]),
            ("create or replace view v as select 1", &["v"]),
            ("create recursive view v (x) as select 1", &["v"]),
            ("create materialized view m as select 1", &["m"]),
            ("create unique index concurrently if not exists i on t (a)", &["i"]),
            ("create index on only s.t (a)", &["t"]),
            ("create trigger t before insert on s.a execute function f()", &["a.t"]),
            ("create constraint trigger t after insert on a execute function f()", &["a.t"]),
            ("create rule r as on insert to a do nothing", &["a.r"]),
            ("create policy p on a", &["a.p"]),
            ("create statistics s on x, y from t", &["s"]),
            ("create schema if not exists s", &["s"]),
            ("alter table if exists only a add b int", &["a"]),
            ("alter table a add foreign key (b) references c on delete cascade", &["a"]),
            ("alter table a add foreign key (b) references c on update cascade", &["a"]),
            ("alter table a alter b set not null", &["a"]),
            ("alter schema s owner to x", &["s"]),
            ("alter foreign table f add b int", &["f"]),
            ("alter materialized view m owner to x", &["m"]),
            ("drop foreign table f", &["f"]),
            ("drop materialized view m", &["m"]),
            ("drop table a, s.b", &["a", "b"]),
            ("drop index concurrently if exists s.i", &["i"]),
            ("drop function f(int, text), g()", &["f", "g"]),
            ("drop trigger if exists t on a", &["a.t"]),
            ("grant select on a, s.b to x", &["a", "b"]),
            ("grant select on table a to x", &["a"]),
            ("grant execute on function f(int), g() to x", &["f", "g"]),
            ("revoke select on a from x", &["a"]),
            ("refresh materialized view concurrently m", &["m"]),
        ] {
            let expected = Objects::Named(names.iter().map(|name| (*name).to_owned()).collect());
            assert_eq!(objects(statement), Some(expected), "{statement}");
        }
    }

    #[test]
    fn what_reaches_further_or_is_not_named_may_be_anything() {
        for statement in [
            "create role r",
            "create schema authorization x",
            "create statistics on x, y from t",
            "alter table a rename to b",
            "alter table a set schema b",
            "alter table a inherit b",
            "alter table a attach partition b default",
            "alter table a detach partition b",
            "alter default privileges grant select on tables to x",
            "alter role r createdb",
            "drop table a cascade",
            "create event trigger e on ddl_command_end execute function f()",
            "drop event trigger e",
            "grant select on all tables in schema s to x",
            "grant select on a",
            "refresh materialized view",
            "import foreign schema s from server x into y",
            "reassign owned by a to b",
        ] {
            assert_eq!(objects(statement), Some(Objects::Any), "{statement}");
        }
    }

    #[test]
    fn what_is_no_part_of_a_snapshot_is_none() {
        for statement in [
            "create temp table a ()",
            "create local temporary table a ()",
            "create global temp table a ()",
            "create or replace temporary view v as select 1",
            "grant r to x",
            "comment on table a is 'x'",
            "security label on table a is 'x'",
        ] {
            assert_eq!(objects(statement), Some(Objects::None), "{statement}");
        }
        for other in ["", "select 1", "insert into a values (1)", "lock table a"] {
            assert_eq!(objects(other), None, "{other}");
        }
    }
}
