//! A figure for the terminal.

use super::{
    figures::{Comparison, Growth, Part},
    grid::Grid,
};

/// The whole figure, without a line end.
pub(super) fn of(part: &Part) -> String {
    match part {
        Part::Comparison(comparison) => {
            let Comparison { title, goals, .. } = comparison;
            let heading = format!("{title} ({})", comparison.rounds());
            figure(heading, &Grid::of_comparison(comparison), Grid::of_goals(goals))
        }
        Part::Growth(growth) => {
            let Growth { title, goals, .. } = growth;
            figure(title.clone(), &Grid::of_growth(growth), Grid::of_goals(goals))
        }
        Part::Failed { name } => format!("{name}: NOT measured"),
    }
}

fn figure(heading: String, grid: &Grid, goals: Option<Grid>) -> String {
    let goals = goals.iter().flat_map(|goals| std::iter::once(String::new()).chain(lines(goals)));
    let all: Vec<_> = std::iter::once(heading).chain(lines(grid)).chain(goals).collect();
    all.join("\n")
}

fn lines(grid: &Grid) -> Vec<String> {
    let all = || std::iter::once(&grid.head).chain(&grid.rows);
    let width = |column: usize| {
        all().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or_default()
    };
    let widths: Vec<_> = (0..grid.head.len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
            if column == 0 { format!("  {cell:<width$}") } else { format!("  {cell:>width$}") }
        });
        cells.collect::<String>().trim_end().to_owned()
    };
    all().map(line).collect()
}
