//! Lines as they may be shown: without passwords.

use regex::Regex;
use std::sync::LazyLock;

/// Longer lines are cut: a report is read by people.
const WIDTH: usize = 160;

static URL: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r#"(://[^:/@\s"'`]*:)[^\s"'`]+@"#).ok());
static VALUE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"(?i)([\w.-]*(?:pass(?:word|wd|phrase)?|pwd|secret|token|_pw|dsn|(?:database|db|pg|postgres\w*|target|cold|hot|mosaic|migration|runtime)\w*_(?:url|uri))\w*["']?\s*(?:[:=]|\s)\s*)("[^"]*"|'[^']*'|[^\s"',;&]+)"#).ok()
});

/// The line without what may be a password, and no longer than a terminal is wide.
pub(super) fn redacted(line: &str) -> String {
    let mut shown = line.to_owned();
    if let (Some(url), Some(value)) = (URL.as_ref(), VALUE.as_ref()) {
        shown = url.replace_all(&shown, "${1}[redacted]@").into_owned();
        shown = value
            .replace_all(&shown, |found: &regex::Captures<'_>| {
                let (name, secret) = (
                    found.get(1).map_or("", |name| name.as_str()),
                    found.get(2).map_or("", |value| value.as_str()),
                );
                let plain = secret.starts_with(['$', '/', '[']) || !name.contains(['=', ':']);
                if plain { format!("{name}{secret}") } else { format!("{name}[redacted]") }
            })
            .into_owned();
    } else {
        shown.clear();
    }
    if shown.chars().count() > WIDTH {
        shown = shown.chars().take(WIDTH).chain(['…']).collect();
    }
    shown.chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}

#[cfg(test)]
mod tests {
    use super::redacted;

    #[test]
    fn a_password_is_never_shown() {
        for line in [
            "PGPASSWORD=Canary+1",
            "DATABASE_URL=postgres://app:Canary:@x@host/db",
            "psql \"postgresql://app:Canary@db/x\"",
            "{ \"password\": \"Canary\" }",
            "goose postgres \"user=shop password=Canary dbname=shop\" up",
            "POSTGRES_PASSWORD: 'Canary with blanks'",
        ] {
            assert!(!redacted(line).contains("Canary"), "{}", redacted(line));
        }
        assert_eq!(redacted("CREATE TABLE t (id int)"), "CREATE TABLE t (id int)");
    }
}
