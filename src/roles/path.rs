//! How a role comes to the rights of another: the shortest chain of steps, as a counterexample that a person can follow.
//!
//! No single grant need be wrong for a chain of them to be. `SET ROLE` is decided for the session user alone, so a SET
//! step can follow only SET steps, while what has been reached by any step inherits on; who holds ADMIN grants the role
//! to itself and begins anew (PostgreSQL manual, "SET ROLE", "GRANT on Roles").

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;

/// What leads from one role to the next.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// A membership with INHERIT: the rights are there without doing anything.
    Inherit,
    /// A membership with SET: the rights are there after `SET ROLE`.
    Set,
    /// A membership with ADMIN: a grant to itself away.
    Admin,
    /// EXECUTE on this function, which runs with its owner's rights.
    Execute(String),
}

/// One step from a role to another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// Where it begins.
    pub from: String,
    /// What it is.
    pub step: Step,
    /// Where it leads.
    pub to: String,
}

/// A chain of steps; its text is `a –SET→ b –INHERIT→ c`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// Where it begins.
    pub from: String,
    /// The steps, with the role that each of them leads to.
    pub steps: Vec<(Step, String)>,
}

/// How a role was reached, which decides what may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    /// The session user can be set to it.
    AsSession,
    /// Only its rights are there.
    RightsOnly,
}

/// Every role whose rights `from` can come to, with a shortest path to each.
#[must_use]
pub fn reachable(edges: &[Edge], from: &str) -> BTreeMap<String, Path> {
    let mut paths: BTreeMap<String, Path> = BTreeMap::new();
    let mut seen = BTreeSet::from([(from, Reach::AsSession)]);
    let mut queue = VecDeque::from([(from, Reach::AsSession, Vec::new())]);
    while let Some((role, reach, steps)) = queue.pop_front() {
        for edge in edges.iter().filter(|edge| edge.from == role) {
            let next = match (&edge.step, reach) {
                (Step::Set | Step::Admin, Reach::AsSession) | (Step::Admin, Reach::RightsOnly) => {
                    Reach::AsSession
                }
                (Step::Inherit | Step::Execute(_), _) => Reach::RightsOnly,
                (Step::Set, Reach::RightsOnly) => continue,
            };
            if edge.to == from || !seen.insert((edge.to.as_str(), next)) {
                continue;
            }
            let mut steps: Vec<(Step, String)> = steps.clone();
            steps.push((edge.step.clone(), edge.to.clone()));
            let path = || Path { from: from.to_owned(), steps: steps.clone() };
            paths.entry(edge.to.clone()).or_insert_with(path);
            queue.push_back((&edge.to, next, steps));
        }
    }
    paths
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Inherit => f.write_str("INHERIT"),
            Self::Set => f.write_str("SET"),
            Self::Admin => f.write_str("ADMIN"),
            Self::Execute(function) => write!(f, "EXECUTE {function}"),
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.from)?;
        self.steps.iter().try_for_each(|(step, role)| write!(f, " –{step}→ {role}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(from: &str, step: Step, to: &str) -> Edge {
        Edge { from: from.to_owned(), step, to: to.to_owned() }
    }

    fn found(edges: &[Edge]) -> Vec<String> {
        reachable(edges, "runtime").values().map(ToString::to_string).collect()
    }

    #[test]
    fn a_chain_is_told_step_by_step() {
        let edges = [edge("runtime", Step::Set, "x"), edge("x", Step::Inherit, "owner")];
        assert_eq!(found(&edges), ["runtime –SET→ x –INHERIT→ owner", "runtime –SET→ x"].map(str::to_owned));
    }

    /// `SET ROLE` asks what the session user may be set to, not what the current role may.
    #[test]
    fn what_was_inherited_cannot_be_set_on() {
        let edges = [edge("runtime", Step::Inherit, "x"), edge("x", Step::Set, "owner")];
        assert_eq!(found(&edges), ["runtime –INHERIT→ x"]);
        let through_set = [edge("runtime", Step::Set, "x"), edge("x", Step::Set, "owner")];
        assert_eq!(found(&through_set).len(), 2);
    }

    #[test]
    fn who_administers_a_role_can_have_it() {
        let edges = [
            edge("runtime", Step::Inherit, "x"),
            edge("x", Step::Admin, "owner"),
            edge("owner", Step::Set, "top"),
        ];
        assert!(found(&edges).contains(&"runtime –INHERIT→ x –ADMIN→ owner –SET→ top".to_owned()));
    }

    #[test]
    fn a_definer_function_lends_its_owner() {
        let run = Step::Execute("f()".to_owned());
        let edges = [edge("runtime", run, "owner"), edge("owner", Step::Set, "y")];
        assert_eq!(found(&edges), ["runtime –EXECUTE f()→ owner"]);
    }

    #[test]
    fn the_shortest_path_is_told_and_circles_end() {
        let edges = [
            edge("runtime", Step::Set, "x"),
            edge("x", Step::Set, "y"),
            edge("y", Step::Inherit, "x"),
            edge("x", Step::Inherit, "runtime"),
            edge("runtime", Step::Set, "y"),
        ];
        assert_eq!(found(&edges), ["runtime –SET→ x", "runtime –SET→ y"]);
    }

    #[test]
    fn a_role_reached_both_ways_can_be_set_on() {
        let edges = [
            edge("runtime", Step::Inherit, "x"),
            edge("runtime", Step::Set, "x"),
            edge("x", Step::Set, "owner"),
        ];
        assert!(found(&edges).contains(&"runtime –SET→ x –SET→ owner".to_owned()));
    }
}
