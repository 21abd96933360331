//! What changes no meaning, judged from the definition that the server prints.
//!
//! An index over plain columns, or statistics over them, only make queries faster or slower. What is refused can do more:
//! a unique index refuses rows; an expression or a condition is computed at every write, where it can fail and where it
//! runs code with the rights of whoever writes; an index that was not finished, or that replication or CLUSTER goes by,
//! is not only there to be read. Everything else (columns, constraints, triggers, policies, views, …) is part of what the
//! database means.

use crate::bundle::sql::{Kind, Lexer, Token};
use crate::catalog::{Class, Fields};

/// Why an object cannot be allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Harm {
    /// It is something else than an index or statistics.
    #[error("only indexes and extended statistics can be")]
    Class,
    /// Its definition cannot be read.
    #[error("its definition is not one that the server prints")]
    Unreadable,
    /// A unique index.
    #[error("a unique index refuses rows")]
    Unique,
    /// An expression among its columns.
    #[error("an expression runs at every write, and can fail")]
    Expression,
    /// A partial index.
    #[error("a condition runs at every write, and can fail")]
    Condition,
    /// It is not valid or not ready.
    #[error("an index that is not valid and ready is the rest of a build that failed")]
    Unfinished,
    /// Replication or CLUSTER goes by it.
    #[error("replication or CLUSTER goes by it")]
    Used,
}

/// That an object of this class with these fields changes no meaning.
///
/// # Errors
/// [`Harm`] if it can.
pub fn judge(class: Class, fields: &Fields) -> Result<(), Harm> {
    match class {
        Class::Index => {
            if fields.contains_key("valid") || fields.contains_key("ready") {
                return Err(Harm::Unfinished);
            }
            if fields.keys().any(|field| field != "definition") {
                return Err(Harm::Used);
            }
            index(&tokens(fields)?)
        }
        Class::Statistics => statistics(&tokens(fields)?),
        Class::Schema
        | Class::Table
        | Class::Column
        | Class::Constraint
        | Class::Sequence
        | Class::Type
        | Class::View
        | Class::Routine
        | Class::Trigger
        | Class::Policy
        | Class::Rule
        | Class::Extension
        | Class::DefaultPrivilege
        | Class::Other => Err(Harm::Class),
    }
}

fn tokens(fields: &Fields) -> Result<Vec<Token<'_>>, Harm> {
    let definition = fields.get("definition").ok_or(Harm::Unreadable)?;
    Ok(Lexer::new(definition).filter(|token| !token.kind.is_blank()).collect())
}

/// `CREATE [UNIQUE] INDEX name ON table USING method (columns) …`, as `pg_get_indexdef` prints it.
fn index(tokens: &[Token<'_>]) -> Result<(), Harm> {
    if tokens.get(1).is_some_and(|token| is(token, "unique")) {
        return Err(Harm::Unique);
    }
    let columns = match (tokens, tokens.iter().position(|token| is(token, "using"))) {
        // After the method.
        ([create, index, ..], Some(using)) if is(create, "create") && is(index, "index") => using + 2,
        _ => return Err(Harm::Unreadable),
    };
    let list = tokens.get(columns..).unwrap_or_default();
    let end =
        plain_columns(list.split_first().filter(|(open, _)| open.text == "(").ok_or(Harm::Unreadable)?.1)?;
    let rest = list.get(end + 1..).unwrap_or_default();
    if rest.first().is_none_or(|close| close.text != ")") {
        return Err(Harm::Unreadable);
    }
    if rest.iter().any(|token| is(token, "where")) { Err(Harm::Condition) } else { Ok(()) }
}

/// `CREATE STATISTICS name [(kinds)] ON columns FROM table`, as `pg_get_statisticsobjdef` prints it.
fn statistics(tokens: &[Token<'_>]) -> Result<(), Harm> {
    let columns = match (tokens, tokens.iter().position(|token| is(token, "on"))) {
        ([create, statistics, ..], Some(on)) if is(create, "create") && is(statistics, "statistics") => {
            on + 1
        }
        _ => return Err(Harm::Unreadable),
    };
    let list = tokens.get(columns..).unwrap_or_default();
    let end = plain_columns(list)?;
    if list.get(end).is_some_and(|token| is(token, "from")) { Ok(()) } else { Err(Harm::Unreadable) }
}

/// Reads columns with what may follow each (a collation, an operator class with its parameters, an order), up to what
/// ends the list; gives its place.
fn plain_columns(list: &[Token<'_>]) -> Result<usize, Harm> {
    let mut depth = 0_usize;
    let mut begins = true;
    for (place, token) in list.iter().enumerate() {
        if std::mem::take(&mut begins) {
            let name = matches!(token.kind, Kind::Word | Kind::QuotedIdentifier);
            let called = list.get(place + 1).is_some_and(|next| next.text == "(");
            if !name || called {
                return Err(Harm::Expression);
            }
            continue;
        }
        match token.text {
            "(" => depth += 1,
            ")" if depth == 0 => return Ok(place),
            ")" => depth -= 1,
            "," if depth == 0 => begins = true,
            _ if depth == 0 && is(token, "from") => return Ok(place),
            _ => {}
        }
    }
    Err(Harm::Unreadable)
}

fn is(token: &Token<'_>, word: &str) -> bool {
    token.kind == Kind::Word && token.text.eq_ignore_ascii_case(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(class: Class, fields: &[(&str, &str)]) -> Result<(), Harm> {
        judge(class, &fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect())
    }

    #[test]
    fn what_is_only_read_can_be_allowed() {
        for definition in [
            "CREATE INDEX i ON mosaic.users USING btree (name)",
            "CREATE INDEX \"i (where)\" ON ONLY mosaic.\"using\" USING btree (\"a,b(\" DESC NULLS LAST, c COLLATE \"C\" text_pattern_ops)",
            "CREATE INDEX i ON mosaic.users USING gin (name public.gin_trgm_ops (siglen='32'), note) INCLUDE (id) WITH (fastupdate='off')",
        ] {
            assert_eq!(judged(Class::Index, &[("definition", definition)]), Ok(()), "{definition}");
        }
        for definition in [
            "CREATE STATISTICS mosaic.s ON a, b FROM mosaic.users",
            "CREATE STATISTICS mosaic.s (ndistinct, mcv) ON a, \"from\" FROM mosaic.users",
        ] {
            let fields = [("definition", definition), ("owner", "mosaic_schema_owner")];
            assert_eq!(judged(Class::Statistics, &fields), Ok(()), "{definition}");
        }
    }

    #[test]
    fn what_can_do_more_cannot() {
        for (definition, harm) in [
            ("CREATE UNIQUE INDEX i ON mosaic.users USING btree (name)", Harm::Unique),
            ("CREATE INDEX i ON mosaic.users USING btree (lower(name))", Harm::Expression),
            ("CREATE INDEX i ON mosaic.users USING btree (a, ((b + 1)))", Harm::Expression),
            ("CREATE INDEX i ON mosaic.users USING btree (a) WHERE (b > 0)", Harm::Condition),
            ("CREATE INDEX i ON mosaic.users USING btree (a", Harm::Unreadable),
            ("CREATE INDEX i ON mosaic.users", Harm::Unreadable),
            ("CREATE VIEW v AS SELECT 1", Harm::Unreadable),
            ("", Harm::Unreadable),
        ] {
            assert_eq!(judged(Class::Index, &[("definition", definition)]), Err(harm), "{definition}");
        }
        let expression = "CREATE STATISTICS mosaic.s ON lower(a), b FROM mosaic.users";
        assert_eq!(judged(Class::Statistics, &[("definition", expression)]), Err(Harm::Expression));
        let definition = ("definition", "CREATE INDEX i ON mosaic.users USING btree (name)");
        for (field, harm) in [
            ("valid", Harm::Unfinished),
            ("ready", Harm::Unfinished),
            ("clustered", Harm::Used),
            ("replica_identity", Harm::Used),
        ] {
            assert_eq!(judged(Class::Index, &[definition, (field, "no")]), Err(harm), "{field}");
        }
        assert_eq!(judged(Class::Index, &[]), Err(Harm::Unreadable));
        for class in Class::ALL.iter().filter(|class| !matches!(class, Class::Index | Class::Statistics)) {
            assert_eq!(judged(*class, &[definition]), Err(Harm::Class), "{}", class.word());
        }
    }
}
