//! What grants come to when they are taken together, beside what the server says of each pair of roles.

use super::facts::Answer;
use super::rules::Expected;
use crate::roles::path::{Edge, Path, Step, reachable};

/// What all the roles' names begin with; subjects go without it.
const PREFIX: &str = "mosaic_";

/// Adds each path to a role that nobody expects to be reached. Nothing where the steps were not seen.
pub(super) fn with_paths(mut observed: Expected, expected: &Expected, steps: &Answer) -> Option<Expected> {
    let edges: Vec<Edge> = steps.as_ref()?.iter().map(|row| edge(row)).collect::<Option<_>>()?;
    for (subject, wanted) in expected {
        let paths = reachable(&edges, &format!("{PREFIX}{subject}"));
        let others = paths.values().filter(|path| single(path).is_none_or(|fact| !wanted.contains(&fact)));
        for path in others {
            observed.entry(subject.clone()).or_default().insert(path.to_string());
        }
    }
    Some(observed)
}

fn edge(row: &[String]) -> Option<Edge> {
    let [from, kind, by, to] = row else { return None };
    let step = match kind.as_str() {
        "inherit" => Step::Inherit,
        "set" => Step::Set,
        "admin" => Step::Admin,
        "execute" => Step::Execute(by.clone()),
        _ => return None,
    };
    Some(Edge { from: from.clone(), step, to: to.clone() })
}

/// A path of one grant, in the server's own words for it.
fn single(path: &Path) -> Option<String> {
    match path.steps.as_slice() {
        [(Step::Inherit, role)] => Some(format!("USAGE {role}")),
        [(Step::Set, role)] => Some(format!("SET {role}")),
        _ => None,
    }
}
