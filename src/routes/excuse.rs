//! What is found and yet no route: a call for another database than PostgreSQL's, one that only shows what it would do,
//! and words that are names of tools elsewhere.

use super::pattern::Pattern;
use super::region::{Region, Role};
use super::rule::{Class, Rule};
use super::scan::is_of_database;
use std::ops::Range;

macro_rules! pattern {
    ($name:ident = $($text:expr),+ $(,)?) => {
        static $name: Pattern = Pattern::new(concat!($($text),+));
    };
}

pattern!(
    FOREIGN = r"(?i)\b(?:mysql|mariadb|sqlite3?|clickhouse|mongo(?:db)?|sqlserver|mssql|cassandra|turso|libsql|wrangler\s+d1)\b|\bfile:\S+\.(?:db|sqlite3?)\b|:memory:|\bmigrate-mongo\b",
);
pattern!(SERVER = r"(?i)\bpostgres(?:ql)?\b|\bpsql\b|\bpgx\b|\bDATABASE_URL=[\x22']?(?:postgres|\$)");
pattern!(REHEARSES = r"(?i)\s--?(?:dry-?run|pretend|what-?if|dryrunoutput\S*|help|help-all)\b|\s-h\s*$",);
pattern!(CHAINS = r"&&|;|\|\||\bsqlx\b|\bgoose\b|dry-?run[= ](?:false|0|none)");
pattern!(
    WORDS = r"(?i)^\W*(?:goose|tern|diesel|atlas|east|ley|marv|rambler|craft|wasp|payload|bun|rel|soda|trek|grate|evolve|rails|sea|medusa|blitz|geni|lucky|bench|pem|edgy|butterfly|superset|prefect|start|lb|cli|migrate|make|just|task|rush|invoke|mage|yarn|poe|moon|turbo|nx)\s+[a-z]+\W*$",
);
pattern!(
    TOLD_TO = r"(?i)(?:^|[\x60:;(]|\b(?:run|runs|running|execute|executes|type|call|calls|invoke|use|uses|using|issue|with|via|by|then|through|command|do)(?:\s+(?:a|the|our|your))?)\W*$",
);

/// Whether what a rule found here is no route, whatever the rest of the file is about.
pub(super) fn excuses(region: &Region, rule: &Rule, range: &Range<usize>) -> bool {
    let text = region.text.as_str();
    let calls = matches!(region.role, Role::Command | Role::Mention | Role::Literal | Role::Setting);
    is_of_database(rule.class)
        && (calls && FOREIGN.is_in(text) && !SERVER.is_in(text)
            || calls && rule.class != Class::DdlStatement && REHEARSES.is_in(text) && !CHAINS.is_in(text)
            || region.role == Role::Sentence && is_play_on_words(text, range))
}

/// Whether a sentence only has the words of a command: "the goose up there". Who is told to run one is told so.
fn is_play_on_words(text: &str, range: &Range<usize>) -> bool {
    let found = text.get(range.clone()).unwrap_or_default();
    let before = text.get(..range.start).unwrap_or_default();
    let quoted = before.bytes().chain(found.bytes().take(1)).filter(|byte| *byte == b'`').count() % 2 == 1;
    !quoted && WORDS.is_in(found) && !TOLD_TO.is_in(before)
}
