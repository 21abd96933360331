//! When the database was what the gateway was built for, and what an answer says of which time.
//!
//! An answer of age `a` is about moments since `a` before it was made. It lies if all of them, from the earliest that this
//! can be to its arrival, are in a time in which the opposite was so.

use super::probe::Probe;
use std::time::Duration;

/// The ages that are stated are cut to whole milliseconds.
const CUT: Duration = Duration::from_millis(1);
/// What a drift has to outlive to be noticed for sure: an answer that was given just before, and the check after it.
const NOTICED: Duration = Duration::from_secs(4);

/// What the database was like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Span {
    Good,
    Drifted,
}

/// A time in which it was so for sure, from the commit that made it so to the statement that ended it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Certain {
    span: Span,
    from: Duration,
    until: Duration,
}

/// All of them, in order.
#[derive(Default)]
pub(super) struct Spans(Vec<Certain>);

impl Spans {
    pub(super) fn push(&mut self, span: Span, from: Duration, until: Duration) {
        self.0.push(Certain { span, from, until });
    }

    pub(super) fn of(&self, span: Span) -> impl Iterator<Item = Certain> {
        self.0.iter().copied().filter(move |certain| certain.span == span)
    }

    /// Whether everything that an answer can be about is in one such time.
    pub(super) fn contain(&self, span: Span, probe: &Probe) -> bool {
        let earliest = probe.sent.saturating_sub(probe.age + CUT);
        self.of(span).any(|certain| certain.from < earliest && probe.received < certain.until)
    }

    /// Whether some answer said so, where there was time to say it.
    pub(super) fn is_answered(&self, drifted: Certain, probes: &[Probe]) -> bool {
        if drifted.until.saturating_sub(drifted.from) < NOTICED {
            return true;
        }
        let within = |probe: &&Probe| drifted.from < probe.received && probe.received < drifted.until;
        probes.iter().filter(within).any(|probe| !probe.code.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn probe(sent: u64, age: u64, code: &str) -> Probe {
        let [sent, age] = [sent, age].map(Duration::from_millis);
        Probe { due: sent, sent, received: sent + Duration::from_millis(2), age, code: code.into() }
    }

    fn spans() -> Spans {
        let mut spans = Spans::default();
        spans.push(Span::Drifted, Duration::from_secs(10), Duration::from_secs(20));
        spans
    }

    #[test]
    fn an_answer_lies_if_nothing_of_its_age_was_otherwise() {
        let spans = spans();
        assert!(!spans.contain(Span::Drifted, &probe(11_000, 1_000, "")), "it may be from just before");
        assert!(spans.contain(Span::Drifted, &probe(11_000, 998, "")));
        assert!(
            !spans.contain(Span::Drifted, &probe(19_999, 500, "")),
            "it came when things had changed again"
        );
        assert!(!spans.contain(Span::Good, &probe(11_000, 998, "")));
    }

    #[test]
    fn a_drift_of_some_length_has_to_be_told_of() {
        let spans = spans();
        let drifted = spans.of(Span::Drifted).next().unwrap();
        assert!(!spans.is_answered(drifted, &[probe(15_000, 0, ""), probe(21_000, 0, "SCHEMA_DRIFT")]));
        assert!(spans.is_answered(drifted, &[probe(15_000, 0, "SCHEMA_DRIFT")]));
        let brief = Certain { until: Duration::from_secs(11), ..drifted };
        assert!(spans.is_answered(brief, &[]));
    }
}
