//! Whether a text looks like a credential. What is in a variable counts by the place where it would be put.

use super::place::Place;
use super::read::Setting;
use super::text::Text;

/// The ends of names whose values nobody should see.
const ENDS: [&str; 9] = [
    "PASSWORD",
    "PASSWD",
    "SECRET",
    "TOKEN",
    "PRIVATE_KEY",
    "SIGNING_KEY",
    "API_KEY",
    "CREDENTIALS",
    "DATABASE_URL",
];
/// Such names that have no such end.
const NAMES: [&str; 2] = ["DATABASE_MIGRATION_URL", "MOSAIC_TARGET_URL"];

/// Whether a variable of this name holds a credential.
pub(super) fn is_named(name: &str) -> bool {
    let name = name.to_ascii_uppercase().replace(['-', '.'], "_");
    NAMES.contains(&name.as_str()) || ENDS.iter().any(|end| name.ends_with(end))
}

/// Whether there is one in a text: a URL with a password, or `password=`.
pub(super) fn is_in(text: &Text) -> bool {
    let text = text.with_defaults().to_ascii_lowercase();
    let assigned = |word: &str| {
        let mut found = text.match_indices(word).map(|(index, _)| &text[index + word.len()..]);
        found.any(|rest| !rest.is_empty() && !rest.starts_with(char::is_whitespace))
    };
    let mut urls = text.match_indices("://").map(|(index, separator)| &text[index + separator.len()..]);
    assigned("password=") || assigned("passwd=") || urls.any(has_password)
}

/// The words of a command that are credentials, or say that the next one is.
pub(super) fn among<'a>(words: &[&'a Text]) -> Vec<&'a Text> {
    let followed = |index: usize| words.get(index + 1).is_some_and(|next| !next.as_str().starts_with('-'));
    let option = |index: usize, word: &Text| {
        let (name, assigned) =
            word.as_str().split_once('=').map_or((word.as_str(), false), |(name, _)| (name, true));
        name.starts_with("--") && is_named(name) && (assigned || followed(index))
    };
    let found = words.iter().enumerate().filter(|(index, word)| is_in(word) || option(*index, word));
    found.map(|(_, word)| *word).collect()
}

/// Whether a line of a file may hold one, in whatever form the file has.
pub(super) fn is_in_line(line: &str) -> bool {
    let mut words = line.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.')));
    words.any(is_named) || is_in(&Text::new(line, Place::START))
}

/// Whether a setting holds one, by its name or by what it is given.
pub(super) fn is_set(setting: &Setting) -> bool {
    let empty = setting.value.as_ref().is_some_and(|value| value.as_str().is_empty());
    (is_named(setting.name.as_str()) && !empty) || setting.value.as_ref().is_some_and(is_in)
}

/// Whether an authority has user and password (RFC 3986, section 3.2.1).
fn has_password(after: &str) -> bool {
    let end = after.find(|c: char| matches!(c, '/' | '?' | '#' | '"' | '\'') || c.is_whitespace());
    // A variable may hold a colon in what is said for the case that it is not set.
    let authority = &after[..end.unwrap_or(after.len())];
    authority.rsplit_once('@').is_some_and(|(user, _)| user.contains(':'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_with_a_password_is_a_credential() {
        let is_in = |text: &str| is_in(&Text::new(text, Place::START));
        for text in ["postgres://a:b@c/d", "x=postgres://a:${P}@c", "psql password=x", "PGPASSWORD=x psql"] {
            assert!(is_in(text), "{text}");
        }
        for text in ["http://localhost:80/a@b", "postgres://a@b/c", "password= ", "/run/password", "a@b:c"] {
            assert!(!is_in(text), "{text}");
        }
    }

    #[test]
    fn a_name_of_a_file_is_none() {
        for name in ["PGPASSWORD", "DATABASE_URL", "APP_DATABASE_URL", "redis-password", "GITHUB_TOKEN"] {
            assert!(is_named(name), "{name}");
        }
        for name in ["DATABASE_URL_FILE", "POSTGRES_PASSWORD_FILE", "PASSWORD_RULES", "TOKEN_LIFETIME"] {
            assert!(!is_named(name), "{name}");
        }
    }
}
