//! What a figure is to be at most, and whether it is.

use super::{super::statistics::Spread, grouped};
use serde::{Deserialize, Serialize};

/// What a number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in super::super) enum Unit {
    Milliseconds,
    Ratio,
    Kibibytes,
    RoundTrips,
}

impl Unit {
    /// As it stands behind a number or in the head of a column.
    pub(in super::super) const fn name(self) -> &'static str {
        match self {
            Self::Milliseconds => "ms",
            Self::Ratio => "times",
            Self::Kibibytes => "KiB",
            Self::RoundTrips => "round trips",
        }
    }

    /// A number with as many digits as mean something.
    pub(in super::super) fn number(self, value: f64) -> String {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "costs are small and not negative"
        )]
        let whole = || grouped(value.round() as u64);
        match self {
            Self::Milliseconds if value < 10.0 => format!("{value:.2}"),
            Self::Milliseconds if value < 1_000.0 => format!("{value:.1}"),
            Self::Ratio => format!("{value:.2}"),
            Self::Milliseconds | Self::Kibibytes | Self::RoundTrips => whole(),
        }
    }

    /// How far the values reach, or nothing where there is one.
    pub(in super::super) fn reach(self, spread: Spread) -> Option<String> {
        let Spread { least, most, .. } = spread;
        (least < most).then(|| format!("{} to {}", self.number(least), self.number(most)))
    }

    /// The median, and how far the values reach.
    pub(in super::super) fn spread(self, spread: Spread) -> String {
        let median = self.number(spread.median);
        self.reach(spread).map_or_else(|| median.clone(), |reach| format!("{median} ({reach})"))
    }
}

/// A target, with what was measured.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(in super::super) struct Goal {
    /// In words, without the number.
    pub(in super::super) what: String,
    pub(in super::super) unit: Unit,
    /// What the median is to be at most.
    pub(in super::super) most: f64,
    /// Nothing when what it speaks of could not be measured.
    pub(in super::super) measured: Option<Spread>,
}

impl Goal {
    /// The verdict in two words.
    pub(in super::super) fn verdict(&self) -> &'static str {
        match self.measured {
            Some(spread) if spread.median <= self.most => "reached",
            Some(_) => "NOT reached",
            None => "not measured",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_the_digits_that_mean_something() {
        let numbers = [0.064, 64.23, 10_753.4].map(|value| Unit::Milliseconds.number(value));
        assert_eq!(numbers, ["0.06", "64.2", "10,753"]);
        assert_eq!(Unit::Ratio.number(100.62), "100.62");
    }

    #[test]
    fn a_target_is_judged_by_the_median() {
        let goal = |median| Goal {
            what: "one to another".into(),
            unit: Unit::Ratio,
            most: 0.6,
            measured: Some(Spread { median, least: 0.1, most: 2.0 }),
        };
        assert_eq!(goal(0.6).verdict(), "reached");
        assert_eq!(goal(0.61).verdict(), "NOT reached");
        assert_eq!(Goal { measured: None, ..goal(0.0) }.verdict(), "not measured");
    }
}
