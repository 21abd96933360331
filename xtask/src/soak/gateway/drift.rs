//! What happens to the database meanwhile: it is changed behind the runner's back and changed back, at moments that chance
//! decides.

use super::{
    super::ground::Ground,
    truth::{Span, Spans},
};
use crate::{failure::Failure, random::Random};
use std::{
    thread,
    time::{Duration, Instant},
};

/// Something that is no business of anybody's, and what takes it back. All of it is seen by the runtime.
const DRIFTS: [(&str, &str); 6] = [
    ("ALTER TABLE mosaic.tasks ADD COLUMN soak text", "ALTER TABLE mosaic.tasks DROP COLUMN soak"),
    ("CREATE INDEX soak ON mosaic.tasks (id)", "DROP INDEX mosaic.soak"),
    ("CREATE TABLE mosaic.soak (id integer)", "DROP TABLE mosaic.soak"),
    ("GRANT DELETE ON mosaic.tasks TO PUBLIC", "REVOKE DELETE ON mosaic.tasks FROM PUBLIC"),
    ("ALTER ROLE mosaic_runtime CREATEDB", "ALTER ROLE mosaic_runtime NOCREATEDB"),
    (
        "UPDATE drizzle.__drizzle_migrations SET hash = reverse(hash) WHERE id = 1",
        "UPDATE drizzle.__drizzle_migrations SET hash = reverse(hash) WHERE id = 1",
    ),
];
/// What changes nothing: the session that checks is ended, and the next check opens another.
const END: &str = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name = 'serve readiness'";
/// The longest time between two changes; many are shorter than an answer lives.
const LONGEST: Duration = Duration::from_secs(6);
/// So many changes there are at least.
const LEAST: u32 = 5;

pub(super) struct Drifts<'soak> {
    ground: &'soak Ground,
    database: &'soak str,
    begun: Instant,
}

impl<'soak> Drifts<'soak> {
    pub(super) fn new(ground: &'soak Ground, database: &'soak str, begun: Instant) -> Self {
        Self { ground, database, begun }
    }

    /// Goes on for this long, and leaves the database as it was.
    pub(super) fn go_on(&self, time: Duration, random: &mut Random) -> Result<Spans, Failure> {
        let mut admin = self.ground.admin(self.database)?;
        let mut spans = Spans::default();
        let mut good_from = Duration::ZERO;
        let mut number = 0;
        while self.wait(time, random) {
            if random.below(4) == 0 {
                // An answer that is on its way meanwhile may say that its session was lost.
                spans.push(Span::Good, good_from, self.begun.elapsed());
                admin.execute(END)?;
                good_from = self.begun.elapsed();
            }
            // All kinds in turn, and then again.
            let (drift, back) = DRIFTS[number % DRIFTS.len()];
            number += 1;
            spans.push(Span::Good, good_from, self.begun.elapsed());
            admin.execute(drift)?;
            let drifted = self.begun.elapsed();
            let _whether_time_is_left = self.wait(time, random);
            spans.push(Span::Drifted, drifted, self.begun.elapsed());
            admin.execute(back)?;
            good_from = self.begun.elapsed();
        }
        spans.push(Span::Good, good_from, Duration::MAX);
        Ok(spans)
    }

    /// Whether there is time left after a while.
    fn wait(&self, time: Duration, random: &mut Random) -> bool {
        let longest = LONGEST.min(time / LEAST);
        let pause = longest.mul_f64(random.share());
        thread::sleep(pause.min(time.saturating_sub(self.begun.elapsed())));
        self.begun.elapsed() < time
    }
}
