//! The graph in Graphviz's language (Graphviz documentation, "DOT Language").

use super::{about, label, roles};
use mosaic_db::roles::graph::{Graph, Origin, Standing};
use std::fmt::{self, Display, Write as _};

/// The whole graph.
pub fn dot(graph: &Graph) -> String {
    let mut text = "digraph roles {\n    rankdir=LR;\n    node [shape=box, style=rounded, fontname=\"sans-serif\"];\n    \
                    edge [fontname=\"sans-serif\"];\n"
        .to_owned();
    for (name, role) in roles(graph) {
        let colour = if role.origin == Origin::Other { ", color=red" } else { "" };
        let about = about(role);
        let _infallible =
            writeln!(text, "    {} [label={}{colour}];", Id(name), Id(&format!("{name}\n{about}")));
    }
    for link in graph.links() {
        let look = match link.standing {
            Standing::Required => "",
            Standing::Missing => ", style=dashed, color=red, fontcolor=red",
            Standing::Forbidden => ", penwidth=2, color=red, fontcolor=red",
            Standing::Idle => ", style=dotted, color=gray",
        };
        let (from, to, label) = (Id(&link.from), Id(&link.to), label(link));
        let _infallible = writeln!(text, "    {from} -> {to} [label={}{look}];", Id(&label));
    }
    text.push_str("}\n");
    text
}

/// A quoted ID. A label knows escape sequences, so a backslash is doubled.
struct Id<'a>(&'a str);

impl Display for Id<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for character in self.0.chars() {
            match character {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                // Labels read entities, as HTML does.
                '&' => f.write_str("&amp;")?,
                control if control.is_control() => f.write_char(' ')?,
                other => f.write_char(other)?,
            }
        }
        f.write_char('"')
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::hostile;
    use super::*;
    use mosaic_db::roles::graph::Found;

    #[test]
    fn what_is_required_is_plain() {
        let text = dot(&Graph::of(&Found::required()));
        let link = "    \"mosaic_migrator\" -> \"mosaic_schema_owner\" [label=\"SET\"];\n";
        assert!(text.contains(link) && !text.contains("red"), "{text}");
    }

    #[test]
    fn a_name_ends_no_string() {
        let text = dot(&hostile());
        let link = r#"    "mosaic_runtime" -> "a\"]<b>;\n{|" [label="✕ SET", penwidth=2, color=red, fontcolor=red];"#;
        assert!(text.contains(link), "{text}");
        assert!(text.contains("style=dashed") && text.contains("style=dotted"), "{text}");
    }
}
