//! Tables, and the bars in them. A table is bounded: what is left out is said.

use super::html::Element;
use super::value::grouped;
use std::fmt::Display;

/// The most rows of one table.
pub(super) const MOST_ROWS: usize = 2_000;

/// How long a bar is in its own units.
const BAR: u64 = 1_000;

/// One row for each item.
pub(super) fn table<T>(
    caption: &str,
    heads: &[&'static str],
    items: &[T],
    row: impl FnMut(&T) -> Element,
) -> Element {
    let rows = items.iter().take(MOST_ROWS).map(row);
    let body = Element::new("tbody").children(rows);
    scrolling(caption, framed(caption, heads).child(body).children(left_out(items.len(), heads.len())))
}

/// The caption and the head of a table.
pub(super) fn framed(caption: &str, heads: &[&'static str]) -> Element {
    let head = |head: &&'static str| Element::of("th", head).with("scope", "col");
    Element::new("table")
        .child(Element::of("caption", caption))
        .child(Element::new("thead").child(Element::new("tr").children(heads.iter().map(head))))
}

/// What is wider than the page is moved by itself, also by keyboard.
pub(super) fn scrolling(label: &str, content: Element) -> Element {
    Element::new("div")
        .with("class", "scroll")
        .with("role", "region")
        .with("aria-label", label)
        .with("tabindex", 0)
        .child(content)
}

/// The last line of a table that does not show all of so many items.
pub(super) fn left_out(items: usize, columns: usize) -> Option<Element> {
    let more = items.checked_sub(MOST_ROWS).filter(|more| *more > 0)?;
    let cell = Element::of("td", format_args!("{more} more are not shown")).with("colspan", columns);
    Some(Element::new("tfoot").child(Element::new("tr").child(cell)))
}

/// A row, named by its first cell.
pub(super) fn row(name: impl Display, cells: impl IntoIterator<Item = Element>) -> Element {
    Element::new("tr").child(Element::of("th", name).with("scope", "row")).children(cells)
}

/// A cell of text.
pub(super) fn cell(text: impl Display) -> Element {
    Element::of("td", text)
}

/// A cell of text as a machine writes it.
pub(super) fn code(text: impl Display) -> Element {
    Element::new("td").child(Element::of("code", text))
}

/// A cell with a number; empty without one.
pub(super) fn count(number: Option<u64>) -> Element {
    measure(number.map(grouped).unwrap_or_default())
}

/// A cell with something measured.
pub(super) fn measure(text: impl Display) -> Element {
    Element::of("td", text).with("class", "number")
}

/// A cell with a word that says how something stands.
pub(super) fn standing(weight: Weight, word: impl Display) -> Element {
    Element::new("td").child(badge(weight, word))
}

/// A word that says how something stands, told by its sign as well as by its colour.
pub(super) fn badge(weight: Weight, word: impl Display) -> Element {
    let (class, sign) = match weight {
        Weight::Good => ("badge is-good", "✓ "),
        Weight::Warning => ("badge is-warning", "! "),
        Weight::Bad => ("badge is-bad", "✕ "),
        Weight::Plain => ("badge", ""),
    };
    Element::new("span")
        .with("class", class)
        .child(Element::of("span", sign).with("aria-hidden", "true"))
        .text(word)
}

/// How something stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    Good,
    Warning,
    Bad,
    Plain,
}

/// A part of a whole, beginning somewhere in it. The numbers stand beside it, so nobody has to hear of it.
pub(super) struct Bar {
    pub(super) from: u64,
    pub(super) length: u64,
    pub(super) whole: u64,
}

impl Bar {
    /// A cell with the bar.
    pub(super) fn cell(self) -> Element {
        let whole = u128::from(self.whole.max(1));
        let scaled = |part: u64| {
            let scaled = (u128::from(part) * u128::from(BAR) / whole).min(u128::from(BAR));
            u64::try_from(scaled).unwrap_or(BAR)
        };
        let x = scaled(self.from).min(BAR - 4);
        let width = scaled(self.length).clamp(4, BAR - x);
        let bar = Element::new("rect").with("x", x).with("width", width).with("height", 10);
        let picture = Element::new("svg")
            .with("class", "bar")
            .with("viewBox", format_args!("0 0 {BAR} 10"))
            .with("preserveAspectRatio", "none")
            .with("aria-hidden", "true")
            .child(bar);
        Element::new("td").with("class", "bar").child(picture)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_says_what_it_leaves_out() {
        let markup = table("t", &["n"], &vec![0; MOST_ROWS + 5], |number| row(number, [])).to_markup();
        assert_eq!(markup.matches("<th scope=\"row\">").count(), MOST_ROWS);
        assert!(markup.contains("5 more are not shown"));
        let whole = table("t", &["n"], &[1], |number| row(number, [])).to_markup();
        assert!(!whole.contains("not shown"));
    }

    #[test]
    fn a_bar_stays_in_its_cell() {
        for (from, length, whole) in [(0, 0, 0), (5, 5, 10), (u64::MAX, u64::MAX, 1), (9, 10, 10)] {
            let markup = Bar { from, length, whole }.cell().to_markup();
            let of = |name: &str| -> u64 {
                let value = markup.split_once(name).and_then(|(_, rest)| rest.split_once('"')).expect("it").0;
                value.parse().expect("a number")
            };
            assert!(of(" x=\"") + of(" width=\"") <= BAR, "{markup}");
        }
    }
}
