//! The graph, drawn. Colours follow the reader's choice of light or dark; what is wrong is also told by a sign, by the
//! width of its line and in words.

use super::super::html::{Element, cut};
use super::layout::{self, BOX_WIDTH, GAP, Layout, Point};
use super::{about, label, place, roles};
use mosaic_db::roles::graph::{Graph, Link, Origin, Standing};
use std::fmt::Write as _;

/// How many characters of a role's name fit into its box.
const NAME: usize = 31;
/// How many characters fit between two columns.
const LABEL: usize = 22;
/// About how wide a letter of a label is.
const LETTER: usize = 7;

/// The sheet that gives a drawing its look; a page has it too.
pub const SHEET: &str = include_str!("graph.css");

/// A file of its own.
pub fn standalone(graph: &Graph) -> String {
    let svg = Element::new("svg").with("xmlns", "http://www.w3.org/2000/svg").child(Element::style(SHEET));
    let mut text = drawn(svg, graph, "roles").to_markup();
    text.push('\n');
    text
}

/// Part of a page, in which `id` is of this drawing alone.
pub fn drawing(graph: &Graph, id: &str) -> Element {
    drawn(Element::new("svg"), graph, id)
}

fn drawn(svg: Element, graph: &Graph, id: &str) -> Element {
    let lines: Vec<(usize, usize)> =
        graph.links().iter().map(|link| (place(graph, &link.from), place(graph, &link.to))).collect();
    let layout = layout::arrange(graph.roles().len(), &lines);
    let Layout { width, height, .. } = layout;
    let (title, description) = (format!("{id}-title"), format!("{id}-description"));
    svg.with("class", "roles")
        .with("viewBox", format_args!("0 0 {width} {height}"))
        .with("width", width)
        .with("height", height)
        .with("role", "img")
        .with("aria-labelledby", format_args!("{title} {description}"))
        .child(Element::of("title", "Roles, and what leads from one to another").with("id", title))
        .child(Element::of("desc", described(graph)).with("id", description))
        .children(graph.links().iter().zip(&layout.lines).map(|(link, points)| line(link, points)))
        .children(roles(graph).zip(&layout.boxes).map(|((name, role), place)| {
            let class = match role.origin {
                Origin::Bootstrap => "role",
                Origin::Other => "role other",
            };
            let frame = Element::new("rect")
                .with("x", place.x)
                .with("y", place.y)
                .with("width", BOX_WIDTH)
                .with("height", place.height)
                .with("rx", 7);
            let middle = place.y + place.height / 2;
            let text = |class: &str, y: usize, text: &str| {
                Element::of("text", text).with("class", class).with("x", place.x + 12).with("y", y)
            };
            Element::new("g")
                .with("class", class)
                .child(Element::of("title", format_args!("{name}: {}", about(role))))
                .child(frame)
                .child(text("name", middle - 3, &shortened(name, NAME)))
                .child(text("about", middle + 13, &about(role)))
        }))
}

/// The line with its arrow and its label. What leads from right to left has its label on the right of its end.
fn line(link: &Link, points: &[Point]) -> Element {
    let (Some(&(x, y)), Some(&last)) = (points.first(), points.last()) else { return Element::new("g") };
    let text = shortened(&label(link), LABEL);
    let rightwards = x < last.0;
    // The last part is straight, so that the label stands on it.
    let straight = (LETTER * text.chars().count() + 30).min(GAP - 60);
    let (end_x, end_y) = last;
    let mut path = format!("M{x} {y}");
    for (number, pair) in points.windows(2).enumerate() {
        let ((x, y), (mut to_x, to_y)) = (pair[0], pair[1]);
        if number + 2 == points.len() {
            to_x = if rightwards { end_x - straight } else { end_x + straight };
        }
        let middle = usize::midpoint(x, to_x);
        let _infallible = write!(path, " C{middle} {y} {middle} {to_y} {to_x} {to_y}");
    }
    let _infallible = write!(path, " H{end_x}");
    // The arrow's head: its base stands back from its point.
    let base = if rightwards { end_x - 9 } else { end_x + 9 };
    let head = format!("M{end_x} {end_y} L{base} {} L{base} {} Z", end_y.saturating_sub(5), end_y + 5);
    let (label_x, anchor) = if rightwards { (end_x - 14, "end") } else { (end_x + 14, "start") };
    Element::new("g")
        .with("class", link.standing.word())
        .child(Element::of("title", format_args!("{} → {}: {}", link.from, link.to, label(link))))
        .child(Element::new("path").with("class", "line").with("d", path))
        .child(Element::new("path").with("class", "head").with("d", head))
        .child(
            Element::of("text", text)
                .with("class", "by")
                .with("x", label_x)
                .with("y", end_y.saturating_sub(6))
                .with("text-anchor", anchor),
        )
}

fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

/// The drawing in words.
fn described(graph: &Graph) -> String {
    let count = graph.links().iter().filter(|link| link.standing == Standing::Required).count();
    let faults = graph.faults();
    let (roles, links) = (graph.roles().len(), graph.links().len());
    let wrong = if faults.is_empty() { "nothing is wrong".to_owned() } else { faults.join("; ") };
    cut(&format!("{roles} roles, {links} links, {count} of them as required; {wrong}"), 2_000)
}

#[cfg(test)]
mod tests {
    use super::super::tests::hostile;
    use super::*;

    #[test]
    fn a_file_is_whole_and_the_same_each_time() {
        let text = standalone(&hostile());
        assert!(text.starts_with("<svg xmlns=") && text.ends_with("</svg>\n"));
        assert_eq!(text, standalone(&hostile()));
        assert!(!text.contains("<b>") && text.contains("a&quot;]&lt;b&gt;"), "{text}");
        for class in ["required", "missing", "forbidden", "idle"] {
            assert!(text.contains(&format!("<g class=\"{class}\">")), "{class} in {text}");
        }
    }
}
