//! The page with all figures, and its charts: what is committed, made from the figures and from nothing else.

mod bars;
mod curves;
mod svg;

use super::{
    figures::{Comparison, Figures, Goal, Growth, Part, grouped},
    grid::Grid,
};
use crate::failure::{At, Failure};
use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

const FIGURES: &str = "figures.json";
const NEW_FIGURES: &str = "figures.json.new";
const CHART: &str = "svg";

const BEFORE: &str = "\
# Benchmarks

<!-- Written by `cargo xtask bench`; `cargo xtask bench page` writes it again from `{figures}`. -->

`cargo xtask bench all` measures the product beside other tools and writes this page. Whole processes are timed, from
their start to their end, in turns: each runs once in each round, on the same server, over TLS that proves the server,
and commits wait for the disk. What is compared did the same work, which is checked. A ratio is the median of the ratios
of times that were taken in the same round, and *least to most* is how far they reach. Times are those of one machine:
ratios travel better.
";

const HOW_IT_GROWS: &str = "\n## How cost grows\n\nBoth axes are logarithmic. The dashed line is what the product would cost if it grew in proportion from the first size on.\n";

/// Where everything lies.
pub(super) struct Page {
    /// The text itself.
    path: PathBuf,
}

impl Page {
    /// The page in this file. Charts and figures are in the directory beside it that has its name.
    pub(super) fn at(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    /// Writes the figures, and the page from them.
    pub(super) fn publish(&self, figures: &Figures) -> Result<(), Failure> {
        self.keep(figures)?;
        self.render()
    }

    /// Writes the figures, or leaves those that are there when it cannot.
    pub(super) fn keep(&self, figures: &Figures) -> Result<(), Failure> {
        let directory = self.directory();
        fs::create_dir_all(&directory).at("make", &directory)?;
        let text = serde_json::to_string(figures).map_err(super::Error::Figures)?;
        let new = directory.join(NEW_FIGURES);
        // A line for each part, so that a difference can be read.
        fs::write(&new, text.replace("{\"kind\"", "\n{\"kind\"") + "\n").at("write", &new)?;
        fs::rename(&new, directory.join(FIGURES)).at("rename", &new)
    }

    /// The figures that lie beside it, if there are any.
    pub(super) fn kept(&self) -> Result<Option<Figures>, Failure> {
        if self.directory().join(FIGURES).exists() { self.figures().map(Some) } else { Ok(None) }
    }

    /// Writes the page from the figures that lie beside it, and removes charts of figures that there are no more.
    pub(super) fn render(&self) -> Result<(), Failure> {
        let files = self.files(&self.figures()?);
        for chart in self.charts()? {
            if !files.contains_key(&chart) {
                fs::remove_file(&chart).at("remove", &chart)?;
            }
        }
        files.iter().try_for_each(|(path, text)| fs::write(path, text).at("write", path))
    }

    fn figures(&self) -> Result<Figures, Failure> {
        let path = self.directory().join(FIGURES);
        let text = fs::read(&path).at("read", &path)?;
        Ok(serde_json::from_slice(&text).map_err(super::Error::Figures)?)
    }

    /// The charts that are there.
    fn charts(&self) -> Result<Vec<PathBuf>, Failure> {
        let directory = self.directory();
        let entries = fs::read_dir(&directory).at("read", &directory)?;
        let paths = entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>();
        let is_chart = |path: &PathBuf| path.extension().is_some_and(|extension| extension == CHART);
        Ok(paths.at("read", &directory)?.into_iter().filter(is_chart).collect())
    }

    /// All files that the figures make, but the figures themselves.
    fn files(&self, figures: &Figures) -> BTreeMap<PathBuf, String> {
        let charts = figures.parts().filter_map(|part| match part {
            Part::Comparison(comparison) => Some((&comparison.id, bars::chart(comparison))),
            Part::Growth(growth) => Some((&growth.id, curves::chart(growth))),
            Part::Failed { .. } => None,
        });
        let charts = charts.map(|(id, chart)| (self.directory().join(id).with_extension(CHART), chart));
        charts.chain([(self.path.clone(), self.text(figures))]).collect()
    }

    fn text(&self, figures: &Figures) -> String {
        let folder = self.directory().file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut text = BEFORE.replace("{figures}", &format!("{folder}/{FIGURES}"));
        text += &facts(figures);
        text += &verdicts(figures);
        let comparisons = figures.parts().filter_map(|part| match part {
            Part::Comparison(comparison) => Some(of_comparison(comparison, &folder)),
            Part::Growth(_) | Part::Failed { .. } => None,
        });
        text.extend(comparisons);
        let growths = figures.parts().filter_map(|part| match part {
            Part::Growth(growth) => Some(of_growth(growth, &folder)),
            Part::Comparison(_) | Part::Failed { .. } => None,
        });
        let growths: String = growths.collect();
        if !growths.is_empty() {
            text = text + HOW_IT_GROWS + &growths;
        }
        let failed: Vec<_> = figures
            .parts()
            .filter_map(|part| match part {
                Part::Failed { name } => Some(format!("- {name}\n")),
                Part::Comparison(_) | Part::Growth(_) => None,
            })
            .collect();
        if !failed.is_empty() {
            text = text + "\n## What could not be measured\n\n" + &failed.concat();
        }
        text
    }

    fn directory(&self) -> PathBuf {
        self.path.with_extension("")
    }
}

fn facts(Figures { machine, profile, programs, .. }: &Figures) -> String {
    let mut text = String::from("\n## What it was measured on\n\n| | |\n|---|---|\n");
    let memory = format!("{} MiB", grouped(machine.memory));
    let cores = machine.cores.to_string();
    for (name, fact) in [
        ("processor", &machine.processor),
        ("cores", &cores),
        ("memory", &memory),
        ("kernel", &machine.kernel),
        ("built in the profile", profile),
    ]
    .into_iter()
    .chain(programs.iter().map(|(name, version)| (name.as_str(), version)))
    {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "| {} | {} |", cell(name), cell(fact));
    }
    text
}

/// All targets in one place, above all those that were missed.
fn verdicts(figures: &Figures) -> String {
    let goals = figures.parts().flat_map(|part| match part {
        Part::Comparison(Comparison { title, goals, .. }) | Part::Growth(Growth { title, goals, .. }) => {
            goals.iter().map(|goal| (title.as_str(), goal)).collect()
        }
        Part::Failed { .. } => Vec::new(),
    });
    let goals: Vec<(&str, &Goal)> = goals.collect();
    if goals.is_empty() {
        return String::new();
    }
    let measured: Vec<_> =
        goals.iter().filter_map(|(title, goal)| Some((title, goal, goal.measured?))).collect();
    let missed: Vec<_> = measured.iter().filter(|(_, goal, spread)| spread.median > goal.most).collect();
    let mut text = format!(
        "\n## Targets\n\nTargets: {}. Reached: {}. Not reached: {}. Not measured: {}.\n",
        goals.len(),
        measured.len() - missed.len(),
        missed.len(),
        goals.len() - measured.len()
    );
    if !missed.is_empty() {
        text += "\nNOT reached:\n\n";
    }
    for (title, Goal { what, unit, most, .. }, spread) in missed {
        let (most, median, unit) = (unit.number(*most), unit.number(spread.median), unit.name());
        // Writing to a String cannot fail.
        let _ =
            writeln!(text, "- {}: {}: {median} {unit} instead of at most {most}", cell(title), cell(what));
    }
    text
}

fn of_comparison(comparison: &Comparison, folder: &str) -> String {
    let Comparison { id, title, about, goals, .. } = comparison;
    let image = format!("![Bars of the times below]({folder}/{id}.{CHART})");
    let rounds = comparison.rounds();
    let grid = table(&Grid::of_comparison(comparison));
    format!("\n## {title}\n\n{about} {rounds}.\n\n{image}\n\n{grid}{}", targets(Grid::of_goals(goals)))
}

fn of_growth(growth: &Growth, folder: &str) -> String {
    let Growth { id, title, about, goals, .. } = growth;
    let image = format!("![Curves of the times below]({folder}/{id}.{CHART})");
    let grid = table(&Grid::of_growth(growth));
    format!("\n### {title}\n\n{about}\n\n{image}\n\n{grid}{}", targets(Grid::of_goals(goals)))
}

fn targets(goals: Option<Grid>) -> String {
    goals.map_or_else(String::new, |goals| format!("\n{}", table(&goals)))
}

fn table(Grid { head, rows }: &Grid) -> String {
    let line = |cells: &Vec<String>| {
        let cells: Vec<_> = cells.iter().map(|text| cell(text)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rule = format!("|---|{}\n", "---:|".repeat(head.len().saturating_sub(1)));
    let rows: String = rows.iter().map(line).collect();
    line(head) + &rule + &rows
}

/// A bar in a name would begin another cell, and two dashes may become one.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace("--", "\\-\\-")
}

#[cfg(test)]
mod tests;
