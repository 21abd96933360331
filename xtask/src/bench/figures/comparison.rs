//! The same work done by several, in turns.

use super::{
    super::{
        rounds::{Measured, Series, Whose},
        statistics::Spread,
    },
    Goal, Unit,
};
use serde::{Deserialize, Serialize};

/// Who took how long.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(in super::super) struct Comparison {
    /// Names the file of its chart.
    pub(in super::super) id: String,
    pub(in super::super) title: String,
    /// What the reader has to know of how it was measured.
    pub(in super::super) about: String,
    /// The row that all others are compared with.
    pub(in super::super) base: String,
    pub(in super::super) rows: Vec<Row>,
    pub(in super::super) absent: Vec<Absent>,
    pub(in super::super) goals: Vec<Goal>,
}

/// One of those who did it.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(in super::super) struct Row {
    pub(in super::super) name: String,
    pub(in super::super) whose: Whose,
    /// Round by round.
    pub(in super::super) milliseconds: Vec<f64>,
}

/// One of those who did not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in super::super) struct Absent {
    pub(in super::super) name: String,
    pub(in super::super) why: Absence,
}

/// Why somebody is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in super::super) enum Absence {
    NotInstalled,
    NotFetched,
    Failed,
    OtherWork,
}

impl Absence {
    pub(in super::super) const fn words(self) -> &'static str {
        match self {
            Self::NotInstalled => "not installed",
            Self::NotFetched => "could not be fetched",
            Self::Failed => "failed",
            Self::OtherWork => "did something else",
        }
    }
}

impl From<&Series> for Row {
    fn from(series: &Series) -> Self {
        Self { name: series.name.clone(), whose: series.whose, milliseconds: series.milliseconds() }
    }
}

impl Row {
    /// Its times in milliseconds.
    pub(in super::super) fn time(&self) -> Option<Spread> {
        Spread::of(self.milliseconds.iter().copied())
    }
}

impl Comparison {
    /// Of what was measured. When the base could not be, the first row takes its place.
    pub(in super::super) fn new(
        id: &str,
        title: impl Into<String>,
        base: &str,
        measured: &Measured,
        about: &str,
    ) -> Self {
        let rows: Vec<Row> = measured.series.iter().map(Row::from).collect();
        let found = rows.iter().find(|row| row.name == base).or(rows.first());
        let base = found.map_or(base, |row| &row.name).to_owned();
        Self {
            id: id.to_owned(),
            title: title.into(),
            about: about.to_owned(),
            base,
            rows,
            absent: measured.absent.clone(),
            goals: Vec::new(),
        }
    }

    /// With a target for the time of one in proportion to that of another.
    pub(in super::super) fn ratio(self, of: &str, to: &str, most: f64) -> Self {
        let measured = self.row(of).and_then(|row| self.ratio_of(row, to));
        self.goal(Goal { what: format!("{of}, compared with {to}"), unit: Unit::Ratio, most, measured })
    }

    /// With a target for something that is not a time of a row.
    pub(in super::super) fn goal(mut self, goal: Goal) -> Self {
        self.goals.push(goal);
        self
    }

    /// How long the row took in proportion to another, which may not be there.
    pub(in super::super) fn ratio_of(&self, row: &Row, to: &str) -> Option<Spread> {
        Spread::of_ratios(&row.milliseconds, &self.row(to)?.milliseconds)
    }

    /// How often it was measured, in words.
    pub(in super::super) fn rounds(&self) -> String {
        match self.rows.iter().map(|row| row.milliseconds.len()).max().unwrap_or_default() {
            1 => "1 round".to_owned(),
            rounds => format!("{rounds} rounds"),
        }
    }

    fn row(&self, name: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn measured() -> Measured {
        let series = [("psql", [10, 10, 10]), ("ours", [5, 6, 20])].map(|(name, times)| Series {
            times: times.map(Duration::from_millis).to_vec(),
            ..Series::of(name, Whose::Ours)
        });
        Measured { series: series.into(), absent: Vec::new() }
    }

    #[test]
    fn a_target_compares_rounds_and_is_open_without_the_other() {
        let comparison = Comparison::new("work", "Work", "psql", &measured(), "")
            .ratio("ours", "psql", 0.6)
            .ratio("ours", "absent", 1.0);
        let [first, second] = &comparison.goals[..] else { panic!("{comparison:?}") };
        assert_eq!(first.measured, Some(Spread { median: 0.6, least: 0.5, most: 2.0 }));
        assert_eq!(second.measured, None);
    }

    #[test]
    fn without_its_base_it_compares_with_the_first() {
        let comparison = Comparison::new("work", "Work", "dbmate", &measured(), "");
        assert_eq!(comparison.base, "psql");
    }
}
