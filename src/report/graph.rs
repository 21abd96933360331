//! The graph of roles as text for other programs (DOT, Mermaid), and drawn (SVG).

mod dot;
mod layout;
mod mermaid;
mod svg;

pub use dot::dot;
pub use mermaid::mermaid;
pub use svg::{SHEET, drawing, standalone};

use mosaic_db::roles::graph::{Graph, Link, Origin, Role, Standing};

/// The names of the roles with what is to be said of each, in the order of the graph.
fn roles(graph: &Graph) -> impl Iterator<Item = (&str, Role)> {
    graph.roles().iter().map(|(name, role)| (name.as_str(), *role))
}

/// What a role is, beside its name.
fn about(role: Role) -> String {
    let words = [
        (role.origin == Origin::Other, "not of this program"),
        (role.superuser, "superuser"),
        (role.login, "login"),
        (!role.login, "no login"),
    ];
    words.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word).collect::<Vec<_>>().join(", ")
}

/// What stands at a link. Colour is never all that tells a link that must not be there.
fn label(link: &Link) -> String {
    match link.standing {
        Standing::Required | Standing::Idle => link.by.to_string(),
        Standing::Missing => format!("missing: {}", link.by),
        Standing::Forbidden => format!("✕ {}", link.by),
    }
}

/// The place of a role in the order of the graph.
fn place(graph: &Graph, name: &str) -> usize {
    graph.roles().keys().take_while(|role| role.as_str() < name).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use mosaic_db::roles::graph::{Found, Membership, Options};

    /// A graph with one of everything, and with names that are no plain words.
    pub(super) fn hostile() -> Graph {
        let membership = |member: &str, role: &str, options| Membership {
            member: member.to_owned(),
            role: role.to_owned(),
            options,
        };
        let set = Options { set: true, ..Options::default() };
        let mut found = Found::required();
        found.memberships.remove(1);
        found.memberships.extend([
            membership("mosaic_runtime", "a\"]<b>;\n{|", Some(set)),
            membership("a\"]<b>;\n{|", "mosaic_schema_owner", Some(set)),
            membership("mosaic_migrator", "idle", Some(Options::default())),
        ]);
        Graph::of(&found)
    }

    #[test]
    fn every_link_has_a_place_for_its_ends() {
        let graph = hostile();
        let names: Vec<&str> = roles(&graph).map(|(name, _)| name).collect();
        for link in graph.links() {
            assert_eq!(names[place(&graph, &link.from)], link.from);
            assert_eq!(names[place(&graph, &link.to)], link.to);
        }
    }
}
