//! Medians, and ratios of what ran side by side: on a machine that others use too, two times compare only when they
//! were taken in the same round.

use serde::{Deserialize, Serialize};

/// The middle of the values and how far they reach.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Spread {
    pub(super) median: f64,
    pub(super) least: f64,
    pub(super) most: f64,
}

impl Spread {
    /// Of values that are numbers; nothing when there are none.
    pub(super) fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        let (least, most) = (*values.first()?, *values.last()?);
        let middle = values.len() / 2;
        let median = if values.len().is_multiple_of(2) {
            f64::midpoint(*values.get(middle.checked_sub(1)?)?, *values.get(middle)?)
        } else {
            *values.get(middle)?
        };
        Some(Self { median, least, most })
    }

    /// Of the quotients, round by round.
    pub(super) fn of_ratios(values: &[f64], base: &[f64]) -> Option<Self> {
        Self::of(values.iter().zip(base).map(|(value, base)| value / base))
    }

    /// A value that was taken once.
    pub(super) const fn once(value: f64) -> Self {
        Self { median: value, least: value, most: value }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_or_between_the_two_in_the_middle() {
        assert_eq!(Spread::of([3.0, 1.0, 2.0]), Some(Spread { median: 2.0, least: 1.0, most: 3.0 }));
        assert_eq!(Spread::of([4.0, 1.0, 2.0, 3.0]).map(|spread| spread.median), Some(2.5));
        assert_eq!(Spread::of([]), None);
    }

    #[test]
    fn a_ratio_compares_times_of_one_round() {
        let spread = Spread::of_ratios(&[1.0, 20.0, 300.0], &[2.0, 20.0, 100.0]);
        assert_eq!(spread, Some(Spread { median: 1.0, least: 0.5, most: 3.0 }));
    }
}
