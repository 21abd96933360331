//! What is odd about a folder, happens in healthy ones, and is worth a look.

use super::{Form, Tag};

/// Something odd that keeps nothing from running.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Warning {
    /// Drizzle skips such an entry for ever on a database that already has the one before.
    #[error(
        "entry {tag} has a when below that of {before}: Drizzle never runs it where {before} was applied first"
    )]
    LateWhen {
        /// The entry.
        tag: Tag,
        /// The entry before it with the highest `when`.
        before: Tag,
    },
    /// Drizzle skips every entry whose `when` is below this one's, once it is applied.
    #[error("entry {0} has a when in the future: Drizzle skips what is made before that time")]
    FutureWhen(Tag),
    /// Drizzle orders folders of one second by the rules of a language, not by their bytes.
    #[error("folders {0} and {1} have the same time: Drizzle may order them differently")]
    SameSecond(Tag, Tag),
}

/// Looks through entries in their order. `now` is in milliseconds since 1970.
pub(super) fn warnings<'a>(
    form: Form,
    entries: impl Iterator<Item = (&'a Tag, i64)>,
    now: i64,
) -> Vec<Warning> {
    let mut found = Vec::new();
    let mut highest: Option<(&Tag, i64)> = None;
    for (tag, when) in entries {
        if when > now {
            found.push(Warning::FutureWhen(tag.clone()));
        }
        match highest {
            Some((before, time)) if when < time => {
                found.push(Warning::LateWhen { tag: tag.clone(), before: before.clone() });
            }
            Some((before, time)) if when == time && form == Form::Folders => {
                found.push(Warning::SameSecond(before.clone(), tag.clone()));
                highest = Some((tag, when));
            }
            _ => highest = Some((tag, when)),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_times_are_named() {
        let tag = |text: &str| Tag::new(text).unwrap();
        let [a, b, c, d] = ["a", "b", "c", "d"].map(tag);
        let entries = [(&a, 10), (&b, 30), (&c, 20), (&d, 30)];
        let late = || Warning::LateWhen { tag: c.clone(), before: b.clone() };
        assert_eq!(warnings(Form::Classic, entries.into_iter(), 30), [late()]);
        let found = warnings(Form::Folders, entries.into_iter(), 29);
        assert_eq!(
            found,
            [
                Warning::FutureWhen(b.clone()),
                late(),
                Warning::FutureWhen(d.clone()),
                Warning::SameSecond(b.clone(), d.clone())
            ]
        );
    }
}
