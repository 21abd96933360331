//! How many rows the next batch takes. A batch locks the rows it writes until it commits, and whoever writes one of them
//! meanwhile waits for it; so the number follows from how long the one before took.

use std::time::Duration;

/// What a batch is to take, from its first lock to its commit.
const AIM: Duration = Duration::from_millis(70);

/// After this the server ends the batch's statement. With the commit that follows, no row is locked for 200 ms.
pub(super) const STATEMENT: Duration = Duration::from_millis(140);

const LEAST: u32 = 10;

/// The number of rows of a batch: the least number doubled so many times. A few sizes, because the server plans a
/// statement anew for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pace(u32);

/// 5,120 rows.
const MOST: Pace = Pace(9);

impl Pace {
    pub(super) const fn first() -> Self {
        Self(3)
    }

    pub(super) const fn rows(self) -> u32 {
        LEAST << self.0
    }

    /// After a full batch that took so long: as many as the aim allows, at most twice and at least half as many.
    pub(super) fn after(self, took: Duration) -> Self {
        if took * 2 <= AIM && self != MOST {
            Self(self.0 + 1)
        } else if took > AIM {
            self.shortened()
        } else {
            self
        }
    }

    /// After a batch that was cut off or met a lock.
    pub(super) const fn shortened(self) -> Self {
        Self(self.0.saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_come_to_take_what_they_are_to_take() {
        for micros_a_row in [1, 5, 50, 500, 5_000, 50_000] {
            let takes = |pace: Pace| Duration::from_micros(u64::from(pace.rows()) * micros_a_row);
            let mut pace = Pace::first();
            for _ in 0..20 {
                pace = pace.after(takes(pace));
            }
            assert!(takes(pace) <= AIM || pace.rows() == LEAST, "{micros_a_row} {pace:?}");
            assert!(takes(pace) * 2 > AIM || pace == MOST, "{micros_a_row} {pace:?}");
        }
    }

    #[test]
    fn one_batch_never_more_than_halves_or_doubles_the_next() {
        assert_eq!(Pace(5).after(Duration::from_secs(60)), Pace(4));
        assert_eq!(Pace(5).after(Duration::ZERO), Pace(6));
        assert_eq!(Pace(0).shortened(), Pace(0));
        assert_eq!(MOST.after(Duration::ZERO), MOST);
    }
}
