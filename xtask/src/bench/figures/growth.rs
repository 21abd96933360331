//! How a cost grows with the size of what it is paid for.

use super::{
    super::{
        rounds::{Series, Whose},
        statistics::Spread,
    },
    Goal, Unit,
};
use serde::{Deserialize, Serialize};

/// One or more costs over the same sizes.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(in super::super) struct Growth {
    /// Names the file of its chart.
    pub(in super::super) id: String,
    pub(in super::super) title: String,
    /// What the reader has to know of how it was measured.
    pub(in super::super) about: String,
    /// What the sizes count.
    pub(in super::super) along: String,
    pub(in super::super) sizes: Vec<u64>,
    pub(in super::super) curves: Vec<Curve>,
    pub(in super::super) goals: Vec<Goal>,
}

/// One cost.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(in super::super) struct Curve {
    pub(in super::super) name: String,
    pub(in super::super) whose: Whose,
    pub(in super::super) unit: Unit,
    /// What was measured at each size, round by round; nothing where it could not be.
    pub(in super::super) values: Vec<Vec<f64>>,
}

impl Curve {
    /// Without values.
    pub(in super::super) fn new(name: &str, whose: Whose, unit: Unit) -> Self {
        Self { name: name.to_owned(), whose, unit, values: Vec::new() }
    }

    /// With the times of what was measured, or was not, at one size after the other.
    pub(in super::super) fn of_times<'series>(
        name: &str,
        whose: Whose,
        series: impl IntoIterator<Item = Option<&'series Series>>,
    ) -> Self {
        let values = series.into_iter().map(|series| series.map(Series::milliseconds).unwrap_or_default());
        let values = values.collect();
        Self { values, ..Self::new(name, whose, Unit::Milliseconds) }
    }

    /// What was measured at the size in this place.
    pub(in super::super) fn at(&self, place: usize) -> Option<Spread> {
        self.values.get(place).and_then(|values| Spread::of(values.iter().copied()))
    }
}

impl Growth {
    /// Nothing yet.
    pub(in super::super) fn new(
        id: &str,
        title: &str,
        along: &str,
        sizes: impl IntoIterator<Item = u64>,
        about: &str,
    ) -> Self {
        Self {
            id: id.to_owned(),
            title: title.to_owned(),
            about: about.to_owned(),
            along: along.to_owned(),
            sizes: sizes.into_iter().collect(),
            curves: Vec::new(),
            goals: Vec::new(),
        }
    }

    pub(in super::super) fn curve(mut self, curve: Curve) -> Self {
        self.curves.push(curve);
        self
    }

    /// With a target for a cost at one of the sizes, if that was measured.
    pub(in super::super) fn at_most(self, name: &str, size: u64, most: f64) -> Self {
        let Some(place) = self.sizes.iter().position(|other| *other == size) else { return self };
        let Some(curve) = self.curves.iter().find(|curve| curve.name == name) else { return self };
        let (unit, measured) = (curve.unit, curve.at(place));
        let what = format!("{name}, {} {}", grouped(size), self.along);
        self.goal(Goal { what, unit, most, measured })
    }

    /// With the target, for each size and the one before, that the cost grows no faster than what it is paid for.
    pub(in super::super) fn no_faster(mut self, name: &str) -> Self {
        let Some(curve) = self.curves.iter().find(|curve| curve.name == name) else { return self };
        let medians: Vec<_> =
            (0..self.sizes.len()).map(|place| curve.at(place).map(|spread| spread.median)).collect();
        let pairs = self.sizes.windows(2).zip(medians.windows(2));
        let goals = pairs.filter_map(|(sizes, medians)| {
            let ([small, large], [less, more]) = (sizes, medians) else { return None };
            #[expect(clippy::cast_precision_loss, reason = "sizes are far from what a float cannot hold")]
            let most = *large as f64 / *small as f64;
            let what =
                format!("{name}, {} {} compared with {}", grouped(*large), self.along, grouped(*small));
            let measured = less.zip(*more).map(|(less, more)| Spread::once(more / less));
            Some(Goal { what, unit: Unit::Ratio, most, measured })
        });
        let goals: Vec<_> = goals.collect();
        self.goals.extend(goals);
        self
    }

    fn goal(mut self, goal: Goal) -> Self {
        self.goals.push(goal);
        self
    }
}

/// With a comma between each three digits.
pub(in super::super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_size_is_compared_with_the_one_before() {
        let mut curve = Curve::new("--verify", Whose::Ours, Unit::Milliseconds);
        curve.values = vec![vec![10.0, 30.0, 20.0], vec![80.0], Vec::new()];
        let growth = Growth::new("wide", "Wide", "tables", [40, 200, 1_000], "")
            .curve(curve)
            .no_faster("--verify")
            .at_most("--verify", 1_000, 400.0)
            .at_most("--verify", 7, 400.0);
        let judged: Vec<_> = growth.goals.iter().map(|goal| (goal.most, goal.verdict())).collect();
        assert_eq!(judged, [(5.0, "reached"), (5.0, "not measured"), (400.0, "not measured")]);
    }

    #[test]
    fn digits_come_in_threes() {
        assert_eq!([7, 999, 1_000, 1_234_567].map(grouped), ["7", "999", "1,000", "1,234,567"]);
    }
}
