//! What a row of numbers comes to: percentiles, and whether it grows.

use std::time::Duration;

/// Percentiles of times, in milliseconds.
pub(super) struct Percentiles(Vec<f64>);

impl Percentiles {
    pub(super) fn of(times: impl IntoIterator<Item = Duration>) -> Self {
        let mut sorted: Vec<f64> = times.into_iter().map(|time| time.as_secs_f64() * 1_000.0).collect();
        sorted.sort_by(f64::total_cmp);
        Self(sorted)
    }

    /// The least value that this share of all values does not exceed; 0 when there are none.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        clippy::cast_sign_loss,
        reason = "a rank among the values that there are"
    )]
    pub(super) fn at(&self, share: f64) -> f64 {
        let rank = (self.0.len() as f64 * share).ceil() as usize;
        self.0.get(rank.saturating_sub(1)).copied().unwrap_or_default()
    }
}

/// By how much a straight line through the points (least squares) rises from the first to the last; 0 for fewer than two.
pub(super) fn rise(points: &[(f64, f64)]) -> f64 {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return 0.0 };
    let mean = |value: fn(&(f64, f64)) -> f64| {
        let (sum, count) =
            points.iter().map(value).fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
        sum / count
    };
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let (product, square) = points.iter().fold((0.0, 0.0), |(product, square), point| {
        let distance = point.0 - x;
        (product + distance * (point.1 - y), square + distance * distance)
    });
    if square == 0.0 { 0.0 } else { product / square * (last.0 - first.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_one_of_the_values() {
        let hundred = Percentiles::of((1..=100).rev().map(Duration::from_millis));
        assert_eq!(
            [0.0, 0.5, 0.99, 0.999, 1.0].map(|share| hundred.at(share)),
            [1.0, 50.0, 99.0, 100.0, 100.0]
        );
        assert_eq!(Percentiles::of([]).at(0.5), 0.0);
    }

    #[test]
    fn what_goes_up_and_comes_down_does_not_rise() {
        assert_eq!(rise(&[(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)]), 4.0);
        assert_eq!(rise(&[(0.0, 1.0), (1.0, 9.0), (2.0, 1.0)]), 0.0);
        assert_eq!(rise(&[(5.0, 1.0)]), 0.0);
    }
}
