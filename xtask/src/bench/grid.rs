//! The cells of what is shown, the same on a terminal and on a page.

use super::figures::{Comparison, Goal, Growth, Unit, grouped};

/// Rows of as many cells as the head has. The first column is text, all others are figures.
pub(super) struct Grid {
    pub(super) head: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

const NOTHING: &str = "–";

impl Grid {
    /// Who took how long, and then who could not be measured.
    pub(super) fn of_comparison(comparison: &Comparison) -> Self {
        let base = &comparison.base;
        let head = ["", "median, ms", "least to most", &format!("times {base}"), "least to most"];
        let mut rows: Vec<Vec<String>> = Vec::new();
        for row in &comparison.rows {
            let time = row.time();
            let ratio = comparison.ratio_of(row, base);
            let [median, reach] = cells(Unit::Milliseconds, time);
            let [times, around] =
                if row.name == *base { ["1".into(), String::new()] } else { cells(Unit::Ratio, ratio) };
            rows.push(vec![row.name.clone(), median, reach, times, around]);
        }
        for absent in &comparison.absent {
            let mut cells = vec![absent.name.clone(), absent.why.words().to_owned()];
            cells.resize(head.len(), String::new());
            rows.push(cells);
        }
        Self { head: head.map(str::to_owned).into(), rows }
    }

    /// What was paid at each size.
    pub(super) fn of_growth(growth: &Growth) -> Self {
        let mut head = vec![growth.along.clone()];
        head.extend(growth.curves.iter().map(|curve| format!("{}, {}", curve.name, curve.unit.name())));
        let row = |(place, size): (usize, &u64)| {
            let cells = growth.curves.iter().map(|curve| {
                curve.at(place).map_or_else(|| NOTHING.to_owned(), |spread| curve.unit.spread(spread))
            });
            std::iter::once(grouped(*size)).chain(cells).collect()
        };
        Self { head, rows: growth.sizes.iter().enumerate().map(row).collect() }
    }

    /// What was to be reached, or nothing when nothing was.
    pub(super) fn of_goals(goals: &[Goal]) -> Option<Self> {
        let row = |goal: &Goal| {
            let measured =
                goal.measured.map_or_else(|| NOTHING.to_owned(), |spread| goal.unit.spread(spread));
            let most = format!("{} {}", goal.unit.number(goal.most), goal.unit.name());
            vec![goal.what.clone(), most, measured, goal.verdict().to_owned()]
        };
        let head = ["target", "at most", "measured", "verdict"];
        let rows: Vec<_> = goals.iter().map(row).collect();
        (!rows.is_empty()).then(|| Self { head: head.map(str::to_owned).into(), rows })
    }
}

fn cells(unit: Unit, spread: Option<super::statistics::Spread>) -> [String; 2] {
    match spread {
        Some(spread) => [unit.number(spread.median), unit.reach(spread).unwrap_or_default()],
        None => [NOTHING.to_owned(), String::new()],
    }
}
