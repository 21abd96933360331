//! How often and after which pause an entry is tried again that could not get a lock.

use std::time::Duration;

/// Attempts in all. With PostgreSQL's `lock_timeout` of 2 s by default this bounds one entry at about half a minute.
pub(super) const ATTEMPTS: u32 = 6;

const FIRST: Duration = Duration::from_millis(200);
const LONGEST: Duration = Duration::from_secs(5);

/// The pause after a failed attempt, counted from one: doubled each time, with jitter so that two runners do not
/// meet again. `entropy` is any number.
pub(super) fn pause(attempt: u32, entropy: u32) -> Duration {
    let doubled = FIRST.saturating_mul(1 << attempt.saturating_sub(1).min(16)).min(LONGEST);
    // Between half of it and all of it.
    doubled / 2 + doubled.saturating_mul(entropy % 1024) / 2048
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_within_their_bounds() {
        for attempt in 1..=40 {
            for entropy in [0, 1, 511, 1023, u32::MAX] {
                let pause = pause(attempt, entropy);
                assert!(pause >= FIRST / 2 && pause <= LONGEST, "{attempt} {entropy} {pause:?}");
            }
        }
        assert!(pause(3, 0) > pause(1, 1023) / 2);
    }
}
