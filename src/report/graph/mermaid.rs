//! The graph as a Mermaid flowchart (Mermaid documentation, "Flowcharts Syntax").

use super::{about, label, place, roles};
use mosaic_db::roles::graph::{Graph, Origin, Standing};
use std::fmt::{self, Display, Write as _};

/// The whole graph. Roles are numbered, so that no name is a keyword.
pub fn mermaid(graph: &Graph) -> String {
    let mut text = "flowchart LR\n".to_owned();
    for (number, (name, role)) in roles(graph).enumerate() {
        let class = if role.origin == Origin::Other { ":::other" } else { "" };
        let (name, about) = (Text(name), about(role));
        let _infallible = writeln!(text, "    r{number}[\"{name}<br>{}\"]{class}", Text(&about));
    }
    let mut wrong = Vec::new();
    for (number, link) in graph.links().iter().enumerate() {
        let arrow = match link.standing {
            Standing::Required => "-->",
            Standing::Missing | Standing::Idle => "-.->",
            Standing::Forbidden => "==>",
        };
        if matches!(link.standing, Standing::Missing | Standing::Forbidden) {
            wrong.push(number.to_string());
        }
        let (from, to) = (place(graph, &link.from), place(graph, &link.to));
        let _infallible = writeln!(text, "    r{from} {arrow}|\"{}\"| r{to}", Text(&label(link)));
    }
    text.push_str("    classDef other stroke:#c00\n");
    if !wrong.is_empty() {
        let _infallible = writeln!(text, "    linkStyle {} stroke:#c00,color:#c00", wrong.join(","));
    }
    text
}

/// Text between double quotes: what may mean something there stands as the code of its character.
struct Text<'a>(&'a str);

impl Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                control if control.is_control() => f.write_char(' ')?,
                plain
                    if plain.is_alphanumeric()
                        || matches!(plain, ' ' | '_' | '-' | '.' | ',' | ':' | '✕') =>
                {
                    f.write_char(plain)?;
                }
                other => write!(f, "#{};", u32::from(other))?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::hostile;
    use super::*;

    #[test]
    fn a_name_ends_no_string() {
        let text = mermaid(&hostile());
        assert!(
            text.contains("[\"a#34;#93;#60;b#62;#59; #123;#124;<br>not of this program, no login\"]:::other"),
            "{text}"
        );
        for arrow in ["==>|\"✕ SET\"|", "-.->|\"missing: INHERIT\"|", "-.->|\"no option\"|", "-->|\"SET\"|"]
        {
            assert!(text.contains(arrow), "{arrow} in {text}");
        }
    }
}
