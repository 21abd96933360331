//! The order in which tables are filled, so that a row's parents are there before it: waves over the foreign keys.

use std::collections::{BTreeMap, BTreeSet};

/// A foreign key between two tables that are copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The constraint.
    pub name: String,
    /// The table that refers.
    pub child: String,
    /// The table referred to.
    pub parent: String,
    /// When the server checks it.
    pub check: Check,
}

/// When a constraint is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// After each statement, always.
    Statement,
    /// At commit, if the transaction asks for it.
    Deferrable,
}

/// Tables in waves: what a wave refers to is in an earlier one, in the same table, or deferred.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// The waves, each sorted by name.
    pub waves: Vec<Vec<String>>,
    /// The constraints that must be deferred, because they close a cycle.
    pub deferred: Vec<String>,
}

/// Tables that refer to each other in a circle of constraints that cannot be deferred.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the tables {} refer to each other through constraints that are not deferrable", .0.join(", "))]
pub struct Cycle(pub Vec<String>);

/// Orders `tables` by `references`. A table that refers to itself is no obstacle: one COPY is one statement.
///
/// # Errors
/// [`Cycle`] with the tables of all circles that are left.
pub fn order<'a>(
    tables: impl IntoIterator<Item = &'a str>,
    references: &[Reference],
) -> Result<Order, Cycle> {
    let tables: BTreeSet<&str> = tables.into_iter().collect();
    let among: Vec<&Reference> = references
        .iter()
        .filter(|reference| reference.child != reference.parent)
        .filter(|reference| {
            [&reference.child, &reference.parent].iter().all(|name| tables.contains(name.as_str()))
        })
        .collect();
    match layers(&tables, &among) {
        Ok(waves) => Ok(Order { waves, deferred: Vec::new() }),
        Err(_stuck) => {
            let firm: Vec<&Reference> =
                among.iter().copied().filter(|reference| reference.check == Check::Statement).collect();
            let waves = layers(&tables, &firm).map_err(Cycle)?;
            let place: BTreeMap<&str, usize> = waves
                .iter()
                .enumerate()
                .flat_map(|(wave, names)| names.iter().map(move |name| (name.as_str(), wave)))
                .collect();
            let late = |reference: &&&Reference| {
                place.get(reference.parent.as_str()) >= place.get(reference.child.as_str())
            };
            let deferred = among.iter().filter(late).map(|reference| reference.name.clone()).collect();
            Ok(Order { waves, deferred })
        }
    }
}

/// Takes away, wave by wave, what refers to nothing that is left; what remains in the end is in or behind a circle.
fn layers(tables: &BTreeSet<&str>, references: &[&Reference]) -> Result<Vec<Vec<String>>, Vec<String>> {
    let mut left = tables.clone();
    let mut waves = Vec::new();
    while !left.is_empty() {
        let waits = |name: &str| {
            references
                .iter()
                .any(|reference| reference.child == name && left.contains(reference.parent.as_str()))
        };
        let wave: Vec<&str> = left.iter().copied().filter(|name| !waits(name)).collect();
        if wave.is_empty() {
            return Err(circle(&left, references));
        }
        for name in &wave {
            left.remove(name);
        }
        waves.push(wave.into_iter().map(str::to_owned).collect());
    }
    Ok(waves)
}

/// Of tables that all wait, those that are waited for as well.
fn circle(left: &BTreeSet<&str>, references: &[&Reference]) -> Vec<String> {
    let mut circle = left.clone();
    loop {
        let awaited = |name: &str| {
            references
                .iter()
                .any(|reference| reference.parent == name && circle.contains(reference.child.as_str()))
        };
        let kept: BTreeSet<&str> = circle.iter().copied().filter(|name| awaited(name)).collect();
        if kept.len() == circle.len() {
            return kept.into_iter().map(str::to_owned).collect();
        }
        circle = kept;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reference(child: &str, parent: &str, check: Check) -> Reference {
        Reference {
            name: format!("{child}_{parent}"),
            child: child.to_owned(),
            parent: parent.to_owned(),
            check,
        }
    }

    #[test]
    fn parents_come_first_and_a_table_may_refer_to_itself() {
        let references = [
            reference("c", "b", Check::Statement),
            reference("b", "a", Check::Statement),
            reference("b", "b", Check::Statement),
            reference("d", "elsewhere", Check::Statement),
        ];
        let order = order(["a", "b", "c", "d"], &references).unwrap();
        assert_eq!(order.waves, [vec!["a", "d"], vec!["b"], vec!["c"]]);
        assert_eq!(order.deferred, [""; 0]);
    }

    #[test]
    fn what_closes_a_circle_is_deferred() {
        let references = [
            reference("a", "b", Check::Deferrable),
            reference("b", "a", Check::Statement),
            reference("c", "a", Check::Deferrable),
        ];
        let order = order(["a", "b", "c"], &references).unwrap();
        assert_eq!(order.waves, [vec!["a", "c"], vec!["b"]]);
        assert_eq!(order.deferred, ["a_b", "c_a"]);
    }

    #[test]
    fn a_circle_that_cannot_be_deferred_is_named_without_what_hangs_on_it() {
        let references = [
            reference("a", "b", Check::Statement),
            reference("b", "a", Check::Statement),
            reference("c", "a", Check::Statement),
        ];
        assert_eq!(
            order(["a", "b", "c", "d"], &references),
            Err(Cycle(vec!["a".to_owned(), "b".to_owned()]))
        );
    }
}
