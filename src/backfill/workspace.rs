//! The workspace that holds what was written before there were workspaces: one row, made once, named by the operator.

use mosaic_db::postgres::{Literal, ResultSet};
use std::fmt;

/// How a workspace is called in addresses: what the table's own check accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Slug(String);

/// The text is no slug.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a slug is 1 to 63 of a-z, 0-9 and -, and neither begins nor ends with -")]
pub(crate) struct NotASlug;

/// How a workspace is called on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Title(String);

/// The text is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a name is 1 to 128 characters, none of them a control character and not all of them blanks")]
pub(crate) struct NotATitle;

/// What the operator wants it to be called; what is not said stays as it is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Naming {
    pub(crate) slug: Option<Slug>,
    pub(crate) name: Option<Title>,
}

/// The workspace as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Workspace {
    pub(crate) id: String,
    pub(crate) slug: String,
    pub(crate) name: String,
}

impl Slug {
    pub(crate) fn new(text: &str) -> Result<Self, NotASlug> {
        let known =
            text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        let ends = text.starts_with('-') || text.ends_with('-');
        if known && !ends && (1..=63).contains(&text.len()) {
            Ok(Self(text.to_owned()))
        } else {
            Err(NotASlug)
        }
    }
}

impl Title {
    pub(crate) fn new(text: &str) -> Result<Self, NotATitle> {
        let shown = !text.trim().is_empty() && !text.contains(char::is_control);
        if shown && text.chars().count() <= 128 { Ok(Self(text.to_owned())) } else { Err(NotATitle) }
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Makes the workspace if there is none, and names it. The last statement gives it; no row where its slug belongs to
/// another one.
pub(super) fn statements(naming: &Naming) -> [String; 3] {
    let wanted = |given: Option<String>, column: &str| {
        given.map_or_else(|| column.to_owned(), |text| Literal(&text).to_string())
    };
    let slug = wanted(naming.slug.as_ref().map(ToString::to_string), "slug");
    let name = wanted(naming.name.as_ref().map(|Title(name)| name.clone()), "name");
    [
        "INSERT INTO mosaic.workspaces (slug, name, is_bootstrap) SELECT 'default', 'Default', true \
         WHERE NOT EXISTS (SELECT FROM mosaic.workspaces WHERE is_bootstrap) ON CONFLICT DO NOTHING"
            .to_owned(),
        format!(
            "UPDATE mosaic.workspaces SET slug = {slug}, name = {name}, version = version + 1, updated_at = now() \
             WHERE is_bootstrap AND (slug, name) IS DISTINCT FROM ({slug}, {name})"
        ),
        "SELECT id, slug, name FROM mosaic.workspaces WHERE is_bootstrap".to_owned(),
    ]
}

impl Workspace {
    /// From the answer to the last of [`statements`].
    pub(super) fn read(answer: &ResultSet) -> Option<Self> {
        let [[id, slug, name]] = answer.exact::<3>()?.try_into().ok()?;
        Some(Self { id: id.to_owned(), slug: slug.to_owned(), name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_is_what_the_table_accepts() {
        for good in ["a", "0", "default", "team-1", &"a".repeat(63)] {
            assert!(Slug::new(good).is_ok(), "{good}");
        }
        for bad in ["", "-", "-a", "a-", "A", "ä", "a b", "a_b", "a'b", &"a".repeat(64)] {
            assert_eq!(Slug::new(bad), Err(NotASlug), "{bad}");
        }
    }

    #[test]
    fn a_name_can_be_read() {
        assert!(Title::new("Größe 目標").is_ok());
        for bad in ["", "  ", "a\nb", &"a".repeat(129)] {
            assert_eq!(Title::new(bad), Err(NotATitle), "{bad:?}");
        }
    }

    #[test]
    fn what_is_not_said_stays() {
        let [_, silent, _] = statements(&Naming::default());
        assert!(silent.contains("DISTINCT FROM (slug, name)"), "{silent}");
        let [_, named, _] =
            statements(&Naming { slug: Slug::new("ours").ok(), name: Title::new("It's ours").ok() });
        assert!(named.contains("slug = 'ours', name = 'It''s ours'"), "{named}");
    }
}
