//! The graph of roles of a document: as `roles graph` found it, or put together again from what checks observed.

use super::graph::drawing;
use super::html::Element;
use super::table::{Weight, badge, cell, row, scrolling, standing, table};
use super::value::{list, text};
use mosaic_db::roles::graph::{Found, Graph, Lent, Link, Membership, OURS, Options, Standing};
use serde_json::Value;

/// The most memberships and functions that are drawn: a graph of more is no picture any more.
const MOST: usize = 120;

/// What the names of the program's roles begin with; subjects of checks go without it.
const PREFIX: &str = "mosaic_";

/// The graph, drawn and in words, where the document knows of roles.
pub(super) fn roles(id: &str, result: &Value) -> Option<Element> {
    let found = match result.get("found") {
        Some(found) => serde_json::from_value(found.clone()).ok()?,
        None => of_checks(list(result, "checks"))?,
    };
    let links = found.memberships.len() + found.lent.len();
    let section = Element::new("div");
    if links > MOST {
        return Some(section.child(Element::of(
            "p",
            format_args!("There are {links} memberships and functions; at most {MOST} are drawn. roles graph has them all."),
        )));
    }
    let graph = Graph::of(&found);
    let faults = graph.faults();
    let verdict = if faults.is_empty() {
        Element::new("p").child(badge(Weight::Good, "No role can come to another's rights but as required."))
    } else {
        let fault = |fault: &String| Element::new("li").child(badge(Weight::Bad, fault));
        Element::new("ul").with("class", "faults").children(faults.iter().map(fault))
    };
    let picture = scrolling("The graph of roles", drawing(&graph, &format!("{id}-roles")));
    let heads = ["From", "To", "Options", "Standing"];
    let listed =
        table("Links between roles", &heads, graph.links(), |Link { from, to, by, standing: it }| {
            let weight = match it {
                Standing::Required => Weight::Good,
                Standing::Missing | Standing::Forbidden => Weight::Bad,
                Standing::Idle => Weight::Plain,
            };
            row(from, [cell(to), cell(by), standing(weight, it.word())])
        });
    Some(section.child(verdict).child(picture).child(listed))
}

/// From the texts of the checks of roles. A name that reads like such a text can mislead here; the verdict on its check
/// stands all the same.
fn of_checks(checks: &[Value]) -> Option<Found> {
    let mut found = Found::default();
    let mut seen = false;
    for check in checks {
        let (Some(id), Some(observed)) = (text(check, "id"), text(check, "observed")) else { continue };
        let mut parts = id.split('.');
        let (Some("role"), Some(subject), Some(aspect)) = (parts.next(), parts.next(), parts.next()) else {
            continue;
        };
        let role = format!("{PREFIX}{subject}");
        if !OURS.contains(&role.as_str()) || text(check, "verdict") == Some("unseen") {
            continue;
        }
        seen |= aspect == "memberships";
        let facts = observed.split("; ").filter(|fact| *fact != "none");
        match aspect {
            "attributes" => attributes(&role, observed, &mut found),
            "memberships" => found.memberships.extend(facts.filter_map(|fact| membership(&role, fact))),
            "members" => found.memberships.extend(facts.map(|member| untold(member, &role))),
            "access" => facts.for_each(|fact| steps(fact, &mut found)),
            _ => {}
        }
    }
    // A member is told of twice where both ends are ours; once is with options.
    let told: Vec<(String, String)> = found
        .memberships
        .iter()
        .filter(|it| it.options.is_some())
        .map(|it| (it.member.clone(), it.role.clone()))
        .collect();
    found.memberships.retain(|it| {
        it.options.is_some() || !told.iter().any(|(member, role)| (member, role) == (&it.member, &it.role))
    });
    seen.then_some(found)
}

fn attributes(role: &str, observed: &str, found: &mut Found) {
    for word in observed.split(' ') {
        match word {
            "LOGIN" => found.logins.insert(role.to_owned()),
            "SUPERUSER" => found.superusers.insert(role.to_owned()),
            _ => false,
        };
    }
}

/// `role ADMIN FALSE, INHERIT FALSE, SET TRUE by grantor`.
fn membership(member: &str, fact: &str) -> Option<Membership> {
    let (role, rest) = fact.split_once(" ADMIN ")?;
    let (options, _grantor) = rest.split_once(" by ")?;
    let mut words = options.split(", ");
    let mut held = |name: &str| -> Option<bool> {
        match words.next()?.strip_prefix(name)? {
            "TRUE" => Some(true),
            "FALSE" => Some(false),
            _ => None,
        }
    };
    let options = Options { admin: held("")?, inherit: held("INHERIT ")?, set: held("SET ")? };
    Some(Membership { member: member.to_owned(), role: role.to_owned(), options: Some(options) })
}

fn untold(member: &str, role: &str) -> Membership {
    Membership { member: member.to_owned(), role: role.to_owned(), options: None }
}

/// `a –SET→ b –INHERIT→ c`, as [`mosaic_db::roles::path::Path`] is printed.
fn steps(fact: &str, found: &mut Found) {
    let mut parts = fact.split(" –");
    let mut from = parts.next().unwrap_or_default();
    for part in parts {
        let Some((step, to)) = part.split_once("→ ") else { return };
        let none = Options::default();
        let options = match step {
            "ADMIN" => Options { admin: true, ..none },
            "INHERIT" => Options { inherit: true, ..none },
            "SET" => Options { set: true, ..none },
            _ => {
                if let Some(function) = step.strip_prefix("EXECUTE ") {
                    let (caller, owner) = (from.to_owned(), to.to_owned());
                    found.lent.push(Lent { caller, function: function.to_owned(), owner });
                }
                from = to;
                continue;
            }
        };
        let (member, role) = (from.to_owned(), to.to_owned());
        found.memberships.push(Membership { member, role, options: Some(options) });
        from = to;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mosaic_db::checks::{prepared::Scope, proof};
    use mosaic_db::postgres::Batch;
    use serde_json::json;

    /// What a prepared database must have, as its checks spell it, is the graph that must be.
    #[test]
    fn the_checks_of_a_prepared_database_give_its_graph() {
        let mut checks = json!(proof::evaluate(&Batch::default(), None, &Scope::base()));
        for check in checks.as_array_mut().expect("checks") {
            check["observed"] = check["expected"].clone();
            check["verdict"] = "good".into();
        }
        let found = of_checks(checks.as_array().expect("checks")).expect("a graph");
        assert_eq!(Graph::of(&found), Graph::of(&Found::required()));
    }

    fn check(id: &str, observed: &str) -> Value {
        json!({ "id": id, "observed": observed, "verdict": "violation" })
    }

    #[test]
    fn a_path_over_strangers_is_drawn_from_its_text() {
        let found = of_checks(&[
            check("role.runtime.memberships", "x ADMIN FALSE, INHERIT FALSE, SET TRUE by postgres"),
            check(
                "role.runtime.access",
                "SET x; mosaic_runtime –SET→ x –EXECUTE f(a; b)→ mosaic_schema_owner",
            ),
            check("role.schema_owner.members", "eve; mosaic_migrator"),
        ]);
        let faults = Graph::of(&found.expect("a graph")).faults();
        assert!(faults.contains(&"forbidden: mosaic_runtime –SET→ x".to_owned()), "{faults:?}");
        let eve = "forbidden: eve is a member of mosaic_schema_owner; its options are not told";
        assert!(faults.iter().any(|fault| fault == eve), "{faults:?}");
    }

    #[test]
    fn what_was_not_seen_is_not_drawn() {
        assert_eq!(of_checks(&[check("role.runtime.access", "none")]), None);
        let unseen = json!({ "id": "role.runtime.memberships", "observed": "not seen", "verdict": "unseen" });
        assert_eq!(of_checks(&[unseen]), None);
    }
}
