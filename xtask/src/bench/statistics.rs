//! Medians, and ratios of what ran side by side: on a machine that others use too, two times compare only when they
//! were taken in the same round.

use std::time::Duration;

/// The middle of the values and how far they reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spread {
    pub(super) median: f64,
    pub(super) least: f64,
    pub(super) most: f64,
}

impl Spread {
    /// Of values that are numbers; all zero when there are none.
    pub(super) fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        let at = |position: usize| values.get(position).copied().unwrap_or_default();
        let (middle, last) = (values.len() / 2, values.len().saturating_sub(1));
        let median = if values.len().is_multiple_of(2) {
            f64::midpoint(at(middle.saturating_sub(1)), at(middle))
        } else {
            at(middle)
        };
        Self { median, least: at(0), most: at(last) }
    }

    /// Of the times, in milliseconds.
    pub(super) fn of_times(times: &[Duration]) -> Self {
        Self::of(times.iter().map(|time| time.as_secs_f64() * 1_000.0))
    }

    /// Of the quotients, round by round.
    pub(super) fn of_ratios(times: &[Duration], base: &[Duration]) -> Self {
        Self::of(times.iter().zip(base).map(|(time, base)| time.as_secs_f64() / base.as_secs_f64()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_or_between_the_two_in_the_middle() {
        assert_eq!(Spread::of([3.0, 1.0, 2.0]), Spread { median: 2.0, least: 1.0, most: 3.0 });
        assert_eq!(Spread::of([4.0, 1.0, 2.0, 3.0]).median, 2.5);
        assert_eq!(Spread::of([]).median, 0.0);
    }

    #[test]
    fn a_ratio_compares_times_of_one_round() {
        let seconds = |values: [u64; 3]| values.map(Duration::from_secs);
        let spread = Spread::of_ratios(&seconds([1, 20, 300]), &seconds([2, 20, 100]));
        assert_eq!(spread, Spread { median: 1.0, least: 0.5, most: 3.0 });
    }
}
