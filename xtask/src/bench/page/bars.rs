//! A comparison as bars of medians, with a line from the least to the most.

use super::{
    super::{
        figures::{Comparison, Row, Unit},
        rounds::Whose,
        statistics::Spread,
    },
    svg::{Anchor, Drawing, Point, WIDTH},
};

/// Where bars begin and where the longest may end, so that names and numbers have their place.
const LEFT: f64 = 190.0;
const RIGHT: f64 = WIDTH - 170.0;
const STEP: f64 = 30.0;
const THICKNESS: f64 = 16.0;

pub(super) fn chart(comparison: &Comparison) -> String {
    let Comparison { title, base, rows, .. } = comparison;
    let timed: Vec<(&Row, Spread)> = rows.iter().filter_map(|row| Some((row, row.time()?))).collect();
    let longest = timed.iter().map(|(_, time)| time.median).fold(f64::MIN_POSITIVE, f64::max);
    let scale = |milliseconds: f64| LEFT + (RIGHT - LEFT) * (milliseconds / longest).min(1.0);
    #[expect(clippy::cast_precision_loss, reason = "a handful of rows")]
    let mut drawing = Drawing::of_height(STEP * timed.len() as f64 + 12.0);
    let mut top = 12.0;
    let mut told = Vec::new();
    for (row, time) in timed {
        let middle = top + THICKNESS / 2.0;
        let class = class(row.whose);
        drawing.words(Point { x: LEFT - 10.0, y: middle + 4.5 }, Anchor::End, "", &row.name);
        drawing.bar(Point { x: LEFT, y: top }, scale(time.median) - LEFT, THICKNESS, class);
        let (from, to) = (scale(time.least), scale(time.most));
        drawing.line(Point { x: from, y: middle }, Point { x: to, y: middle }, "reach");
        let mut words = format!("{} ms", Unit::Milliseconds.number(time.median));
        if let Some(ratio) = comparison.ratio_of(row, base).filter(|_| row.name != *base) {
            words = format!("{words}, {} times", Unit::Ratio.number(ratio.median));
        }
        let end = scale(time.median).max(to);
        drawing.words(Point { x: end + 8.0, y: middle + 4.5 }, Anchor::Start, "faint", &words);
        told.push(format!("{}: {words}", row.name));
        top += STEP;
    }
    drawing.finish(title, &format!("Compared with {base}. {}.", told.join("; ")))
}

/// The product is to be seen at once.
pub(super) const fn class(whose: Whose) -> &'static str {
    match whose {
        Whose::Ours => "ours",
        Whose::Theirs => "theirs",
    }
}
