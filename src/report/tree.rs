//! A document as it is, field by field: for what has no picture, and so that nothing of what has one is kept back.

use super::html::{Element, cut};
use serde_json::Value;

/// How deep the tree is drawn; what is below stands in one line.
const DEEPEST: usize = 12;
/// How many lines there may be in all.
const MOST_LINES: usize = 4_000;
/// How many characters a line may have.
const MOST_CHARACTERS: usize = 1_000;

/// The tree, behind a line that opens it.
pub(super) fn tree(value: &Value) -> Element {
    let mut left = MOST_LINES;
    let lines = branch(value, 0, &mut left);
    let mut details = Element::new("details")
        .with("class", "tree")
        .child(Element::of("summary", "The whole document"))
        .child(lines);
    if left == 0 {
        details =
            details.child(Element::of("p", format_args!("Only the first {MOST_LINES} lines are shown.")));
    }
    details
}

fn branch(value: &Value, depth: usize, left: &mut usize) -> Element {
    let list = Element::new("ul");
    match value {
        Value::Object(pairs) => pairs.iter().fold(list, |list, (key, value)| {
            let name = Element::of("span", cut(key, MOST_CHARACTERS)).with("class", "key");
            add(list, Some(name), value, depth, left)
        }),
        Value::Array(items) => items.iter().fold(list, |list, item| add(list, None, item, depth, left)),
        other => add(list, None, other, depth, left),
    }
}

fn add(list: Element, name: Option<Element>, value: &Value, depth: usize, left: &mut usize) -> Element {
    if *left == 0 {
        return list;
    }
    *left -= 1;
    let line = Element::new("li").children(name);
    list.child(match value {
        Value::Object(pairs) if pairs.is_empty() => line.text(" (empty)"),
        Value::Array(items) if items.is_empty() => line.text(" (none)"),
        Value::Object(_) | Value::Array(_) if depth < DEEPEST => line.child(branch(value, depth + 1, left)),
        Value::Object(_) | Value::Array(_) => line.text(" (deeper than is shown)"),
        Value::String(text) => line.text(" ").child(Element::of("span", cut(text, MOST_CHARACTERS))),
        Value::Null => line.text(" ").child(Element::of("span", "null").with("class", "null")),
        Value::Bool(_) | Value::Number(_) => line.text(" ").child(Element::of("code", value)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_tree_is_bounded_in_every_direction() {
        let wide = tree(&json!(vec![0; MOST_LINES * 2])).to_markup();
        assert!(wide.matches("<li>").count() == MOST_LINES && wide.contains("Only the first"));
        let deep = (0..100).fold(json!(1), |value, _| json!([value]));
        let deep = tree(&deep).to_markup();
        assert!(deep.contains("deeper than is shown") && deep.matches("<li>").count() <= DEEPEST + 1);
        assert!(tree(&json!("x".repeat(5_000))).to_markup().contains("4000 more characters"));
    }
}
