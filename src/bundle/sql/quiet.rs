//! Which entries can change nothing but what their statements say.
//!
//! Owners, privileges, the ledger and the session can only be changed by statements that say so, or by code that
//! statements cause to run: routines, DO blocks, rules. An entry of quiet statements does neither, as long as no
//! routine or rule of anybody's own exists, so the runner need not look for it. The list is closed: what is not
//! recognised is not quiet.

use super::Kind;
use super::chunk::chunks;
use super::reader::{Reader, is_word};

/// How a quiet statement begins.
const OPENINGS: [&[&str]; 17] = [
    &["alter", "table"],
    &["alter", "type"],
    &["comment", "on"],
    &["create", "index"],
    &["create", "sequence"],
    &["create", "table"],
    &["create", "type"],
    &["create", "unique", "index"],
    &["create", "unlogged", "table"],
    &["delete", "from"],
    &["drop", "index"],
    &["drop", "sequence"],
    &["drop", "table"],
    &["drop", "type"],
    &["drop", "view"],
    &["insert", "into"],
    &["update"],
];

/// Words that no quiet statement holds, wherever they stand.
const LOUD: [&str; 13] = [
    "authorization",
    "call",
    "definer",
    "do",
    "execute",
    "function",
    "grant",
    "owner",
    "privileges",
    "procedure",
    "revoke",
    "role",
    "security",
];

/// Whether every statement of the body is quiet. `off_limits` are names that only the runner may touch.
#[must_use]
pub fn is_quiet(body: &str, off_limits: &[&str]) -> bool {
    chunks(body)
        .flat_map(|chunk| chunk.statements())
        .all(|statement| statement_is_quiet(tolerant(statement.text).unwrap_or(statement.text), off_limits))
}

/// The statement within the one DO block that drizzle-kit writes, where foreign keys and types may be there already:
/// `DO $$ BEGIN statement; EXCEPTION WHEN duplicate_object THEN null; END $$`.
fn tolerant(statement: &str) -> Option<&str> {
    let mut reader = Reader::new(statement);
    if !reader.accept("do") {
        return None;
    }
    let block = reader.next().filter(|token| token.kind == Kind::DollarString)?.text;
    let block = block.strip_prefix("$$")?.strip_suffix("$$")?;
    let mut parts = chunks(block).flat_map(|chunk| chunk.statements()).map(|part| part.text);
    let (first, handler, end) = (parts.next()?, parts.next()?, parts.next()?);
    let is = |text: &str, words: &[&str]| {
        let mut reader = Reader::new(text);
        reader.accept_all(words) && reader.at_end()
    };
    let handles = is(handler, &["exception", "when", "duplicate_object", "then", "null"]);
    if !handles || !is(end, &["end"]) || parts.next().is_some() || !reader.at_end() {
        return None;
    }
    let begin = Reader::new(first).next().filter(|token| is_word(token, "begin"))?;
    first.get(begin.start + begin.text.len()..)
}

fn statement_is_quiet(statement: &str, off_limits: &[&str]) -> bool {
    let opens = OPENINGS.iter().any(|words| Reader::new(statement).accept_all(words));
    opens
        && Reader::new(statement).all(|token| match token.kind {
            Kind::Word => {
                let is = |word: &&str| token.text.eq_ignore_ascii_case(word);
                !LOUD.iter().any(&is) && !off_limits.iter().any(is)
            }
            // A name in quotes, or text: plain ones only, so that nothing is spelled in a way not compared here.
            _ if token.text.contains('$') || token.text.contains('\\') => false,
            _ => !off_limits.iter().any(|name| token.text.to_ascii_lowercase().contains(name)),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quiet(body: &str) -> bool {
        is_quiet(body, &["__drizzle_migrations", "mosaic_control"])
    }

    #[test]
    fn what_drizzle_writes_is_quiet() {
        for body in [
            "CREATE TABLE \"a\" (\"id\" serial PRIMARY KEY, \"t\" text DEFAULT 'grant all' NOT NULL);",
            "CREATE TYPE \"public\".\"x\" AS ENUM('a', 'b');--> statement-breakpoint\nALTER TABLE \"a\" ADD COLUMN \"x\" \"x\";",
            "CREATE UNIQUE INDEX \"i\" ON \"a\" USING btree (\"id\");",
            "-- GRANT nothing\n",
            "DO $$ BEGIN\n ALTER TABLE \"a\" ADD CONSTRAINT \"f\" FOREIGN KEY (\"b\") REFERENCES \"public\".\"b\"(\"id\");\n\
             EXCEPTION\n WHEN duplicate_object THEN null;\nEND $$;\n",
            "UPDATE a SET t = 'do'; INSERT INTO a VALUES (1); DELETE FROM a;",
            "",
        ] {
            assert!(quiet(body), "{body}");
        }
    }

    #[test]
    fn what_can_do_more_is_not() {
        for body in [
            "DO $$ BEGIN NULL; END $$",
            "DO $$ BEGIN GRANT ALL ON a TO b; EXCEPTION WHEN duplicate_object THEN null; END $$",
            "DO $$ BEGIN ALTER TABLE a ADD b int; EXCEPTION WHEN duplicate_object THEN null; END $$ LANGUAGE x",
            "DO $$ BEGIN ALTER TABLE a ADD b int; EXECUTE 'GRANT'; END $$",
            "DO $$ BEGIN ALTER TABLE a ADD b int; EXCEPTION WHEN OTHERS THEN null; END $$",
            "DO $$ BEGIN ALTER TABLE a ADD b int; EXCEPTION WHEN duplicate_object THEN null, x; END $$",
            "DO $$ BEGIN ALTER TABLE a ADD b int; EXCEPTION WHEN duplicate_object THEN null; END LOOP $$",
            "DO $$ BEGIN ALTER TABLE a ADD b int; EXCEPTION WHEN duplicate_object THEN null; END; SELECT f() $$",
            "DO $$ BEGIN DROP TABLE __drizzle_migrations; EXCEPTION WHEN duplicate_object THEN null; END $$",
            "CREATE FUNCTION f() RETURNS int LANGUAGE sql RETURN 1",
            "CREATE VIEW v AS SELECT 1",
            "SELECT f()",
            "GRANT SELECT ON a TO PUBLIC",
            "ALTER TABLE a OWNER TO b",
            "ALTER TABLE a ALTER c SET DEFAULT $x$grant$x$",
            "CREATE TABLE a (); DO 'x'",
            "INSERT INTO drizzle.__drizzle_migrations VALUES (1)",
            "INSERT INTO drizzle.\"__drizzle_migrations\" VALUES (1)",
            "INSERT INTO drizzle.U&\"\\005f_drizzle_migrations\" VALUES (1)",
            "DELETE FROM MOSAIC_CONTROL.progress",
            "CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW EXECUTE FUNCTION f()",
            "ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO PUBLIC",
            "ALTER TABLE a ENABLE ROW LEVEL SECURITY",
            "WITH x AS (SELECT f()) INSERT INTO a SELECT * FROM x",
            "SET search_path = x",
            "DEALLOCATE ALL",
        ] {
            assert!(!quiet(body), "{body}");
        }
    }
}
