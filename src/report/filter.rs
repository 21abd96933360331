//! A long table that a reader narrows down: by how each line stands, and by what it is about. The filters are fields of a
//! form and rules of the style sheet, so there is no script; a browser that does not know the rules shows every line.

use super::html::Element;
use super::table::{MOST_ROWS, Weight, framed, left_out, scrolling};

/// How many areas have a filter of their own; lines of any more are gathered in the last one.
const MOST_AREAS: usize = 24;

macro_rules! rules {
    ($($area:literal)*) => {
        concat!($(".filtered:has(.in-", $area, ":checked) tbody:not(.area-", $area, "){display:none}\n"),*)
    };
}

/// The rules of the filters by area, as many as there may be areas.
pub(super) const SHEET: &str = rules!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23);

/// One line of the table.
pub(super) struct Line {
    /// What it is about.
    pub(super) area: String,
    pub(super) weight: Weight,
    pub(super) row: Element,
}

/// What the lines are called once they are told apart.
#[derive(Clone, Copy)]
pub(super) struct Words {
    pub(super) good: &'static str,
    pub(super) bad: &'static str,
    /// What an area is.
    pub(super) area: &'static str,
}

/// The table with its filters. `id` is of this table alone.
pub(super) fn filtered(
    id: &str,
    caption: &str,
    words: Words,
    heads: &[&'static str],
    lines: Vec<Line>,
) -> Element {
    let all = lines.len();
    let mut areas: Vec<(String, Vec<Line>)> = Vec::new();
    for mut line in lines.into_iter().take(MOST_ROWS) {
        match areas.iter().position(|(area, _)| *area == line.area) {
            Some(at) => areas[at].1.push(line),
            None if areas.len() < MOST_AREAS => areas.push((std::mem::take(&mut line.area), vec![line])),
            None => {
                if let Some((area, last)) = areas.last_mut() {
                    "others".clone_into(area);
                    last.push(line);
                }
            }
        }
    }
    let counted = |weight: Weight| {
        areas.iter().flat_map(|(_, lines)| lines).filter(|line| line.weight == weight).count()
    };
    let (good, warnings, bad) = (counted(Weight::Good), counted(Weight::Warning), counted(Weight::Bad));
    let shown = good + warnings + bad;
    let by_standing = [
        Some(("all", format!("all {shown}"))),
        Some(("bad", format!("{bad} {}", words.bad))),
        (warnings > 0).then(|| ("warning", format!("{warnings} to be looked at"))),
        Some(("good", format!("{good} {}", words.good))),
    ];
    let by_standing = by_standing.into_iter().flatten();
    let standings = by_standing.enumerate().map(|(at, (class, label))| {
        let field = choice(&format!("{id}-standing"), &format!("show-{class}"));
        labelled(if at == 0 { field.marked("checked") } else { field }, &label)
    });
    let every = labelled(choice(&format!("{id}-area"), "in-all").marked("checked"), "all");
    let in_areas = areas.iter().enumerate().map(|(at, (area, lines))| {
        let label = format!("{area} ({})", lines.len());
        labelled(choice(&format!("{id}-area"), &format!("in-{at}")), &label)
    });
    let mut filters =
        Element::new("div").with("class", "filters").child(fieldset("Show").children(standings));
    if areas.len() > 1 {
        filters = filters.child(fieldset(words.area).child(every).children(in_areas));
    }
    let columns = heads.len();
    let bodies = areas.iter().enumerate().map(|(at, (area, lines))| body(at, area, columns, lines));
    let bodies: Vec<Element> = bodies.collect();
    let table = framed(caption, heads).children(bodies).children(left_out(all, columns));
    Element::new("div").with("class", "filtered").child(filters).child(scrolling(caption, table))
}

fn body(number: usize, area: &str, columns: usize, lines: &[Line]) -> Element {
    let has = |weight: Weight| lines.iter().any(|line| line.weight == weight);
    let mut classes = format!("area-{number}");
    for (weight, class) in
        [(Weight::Good, " has-good"), (Weight::Warning, " has-warning"), (Weight::Bad, " has-bad")]
    {
        if has(weight) {
            classes.push_str(class);
        }
    }
    let name = Element::of("th", area).with("scope", "rowgroup").with("colspan", columns);
    let rows = lines.iter().map(|line| line.row.clone().with("class", class(line.weight)));
    Element::new("tbody")
        .with("class", classes)
        .child(Element::new("tr").with("class", "area").child(name))
        .children(rows)
}

const fn class(weight: Weight) -> &'static str {
    match weight {
        Weight::Good => "good",
        Weight::Warning => "warning",
        Weight::Bad => "bad",
        Weight::Plain => "plain",
    }
}

fn fieldset(legend: &'static str) -> Element {
    Element::new("fieldset").child(Element::of("legend", legend))
}

fn choice(group: &str, class: &str) -> Element {
    Element::new("input").with("type", "radio").with("name", group).with("class", class)
}

fn labelled(field: Element, label: &str) -> Element {
    Element::new("label").child(field).text(label)
}

#[cfg(test)]
mod tests {
    use super::super::table::row;
    use super::*;

    const WORDS: Words = Words { good: "passed", bad: "failed", area: "Area" };

    fn line(area: &str, weight: Weight) -> Line {
        Line { area: area.to_owned(), weight, row: row("x", []) }
    }

    #[test]
    fn lines_are_counted_and_gathered_by_area() {
        let lines = vec![line("a", Weight::Bad), line("b", Weight::Good), line("a", Weight::Good)];
        let markup = filtered("i", "c", WORDS, &["h"], lines).to_markup();
        for part in
            ["all 3", "1 failed", "2 passed", "a (2)", "b (1)", "<tbody class=\"area-0 has-good has-bad\">"]
        {
            assert!(markup.contains(part), "{part} in {markup}");
        }
        assert!(!markup.contains("to be looked at"));
    }

    #[test]
    fn every_area_that_has_a_filter_has_a_rule() {
        let lines = (0..MOST_AREAS + 10).map(|area| line(&format!("area {area}"), Weight::Good)).collect();
        let markup = filtered("i", "c", WORDS, &["h"], lines).to_markup();
        assert!(markup.contains("others (11)"), "{markup}");
        for area in 0..MOST_AREAS {
            assert!(markup.contains(&format!("class=\"in-{area}\"")));
            assert!(SHEET.contains(&format!(".in-{area}:checked) tbody:not(.area-{area})")));
        }
        assert!(!markup.contains(&format!("area-{MOST_AREAS}")));
    }
}
