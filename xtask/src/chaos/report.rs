//! What was played and what came of it: counts by command and fault, ends by code, and how to play a failure again.

use super::{
    case::{Case, Fault, Subject},
    judge::{Ended, Wrong},
};
use serde_json::{Value, json};
use std::{collections::BTreeMap, fmt::Write as _, time::Duration};

const SCHEMA: &str = "mosaic.chaos.v1";

/// What came of a case.
#[derive(Clone, Debug)]
pub(super) enum Verdict {
    /// It happened, and everything is as it must be.
    Passed,
    /// There was nothing to hit: the command had ended well, or no session was there yet. It proves nothing.
    Missed,
    Failed(Wrong),
}

/// One case, played.
pub(super) struct Played {
    pub(super) case: Case,
    /// What shows that the fault happened.
    pub(super) proof: Option<String>,
    pub(super) ended: Ended,
    pub(super) verdict: Verdict,
    pub(super) took: Duration,
}

/// All of them.
pub(super) struct Report {
    pub(super) seed: u64,
    pub(super) played: Vec<Played>,
    /// What this machine does not permit, and why.
    pub(super) not_played: Option<String>,
}

/// How many came to what.
#[derive(Clone, Copy, Default)]
struct Counts {
    passed: usize,
    missed: usize,
    failed: usize,
}

impl Counts {
    fn add(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Passed => self.passed += 1,
            Verdict::Missed => self.missed += 1,
            Verdict::Failed(_) => self.failed += 1,
        }
    }
}

impl Played {
    /// One line while cases are played.
    pub(super) fn line(&self) -> String {
        let verdict = match &self.verdict {
            Verdict::Passed => "passed".to_owned(),
            Verdict::Missed => "missed: there was nothing to hit".to_owned(),
            Verdict::Failed(wrong) => format!("FAILED: {wrong}"),
        };
        let (case, ended) = (self.case.to_string(), self.ended.to_string());
        format!("{case:<34}{ended:<30}{:>6} ms  {verdict}", self.took.as_millis())
    }

    fn json(&self, seed: u64) -> Value {
        let (verdict, why) = match &self.verdict {
            Verdict::Passed => ("passed", None),
            Verdict::Missed => ("missed", None),
            Verdict::Failed(wrong) => ("failed", Some(wrong.to_string())),
        };
        json!({
            "case": self.case.to_string(), "proof": self.proof, "status": self.ended.status, "code": self.ended.code,
            "verdict": verdict, "why": why, "milliseconds": u64::try_from(self.took.as_millis()).unwrap_or(u64::MAX),
            "again": again(self.case, seed),
        })
    }
}

impl Report {
    pub(super) fn failed(&self) -> usize {
        self.counts(|_| true).failed
    }

    /// Kinds of cases of which not one met anything: nothing is known of them.
    pub(super) fn unproved(&self) -> Vec<String> {
        let kinds = Subject::ALL.into_iter().flat_map(|subject| Fault::ALL.map(|fault| (subject, fault)));
        let unproved = kinds.filter(|kind| {
            let counts = self.counts(|case| (case.subject, case.fault) == *kind);
            counts.missed > 0 && counts.passed + counts.failed == 0
        });
        unproved.map(|(subject, fault)| format!("{}/{}", subject.name(), fault.name())).collect()
    }

    fn counts(&self, of: impl Fn(&Case) -> bool) -> Counts {
        let mut counts = Counts::default();
        self.played.iter().filter(|played| of(&played.case)).for_each(|played| counts.add(&played.verdict));
        counts
    }

    /// How many cases of each command ended how.
    fn ends(&self) -> BTreeMap<(Subject, String), usize> {
        let mut ends = BTreeMap::new();
        for played in &self.played {
            *ends.entry((played.case.subject, played.ended.to_string())).or_default() += 1;
        }
        ends
    }

    pub(super) fn text(&self) -> String {
        let all = self.counts(|_| true);
        let mut text = format!(
            "{} cases with seed {}: {} passed, {} missed, {} failed\n\n{:<14}",
            self.played.len(),
            self.seed,
            all.passed,
            all.missed,
            all.failed,
            "passed/played"
        );
        // Writing to a String cannot fail.
        for subject in Subject::ALL {
            let _ = write!(text, "{:>14}", subject.name());
        }
        for fault in Fault::ALL {
            let _ = write!(text, "\n{:<14}", fault.name());
            for subject in Subject::ALL {
                let Counts { passed, missed, failed } =
                    self.counts(|case| case.subject == subject && case.fault == fault);
                let played = passed + missed + failed;
                let cell = if played == 0 { "-".to_owned() } else { format!("{passed}/{played}") };
                let _ = write!(text, "{cell:>14}");
            }
        }
        if let Some(why) = &self.not_played {
            let _ = write!(text, "\n\nNOT PLAYED {why}");
        }
        text.push_str("\n\nends\n");
        for ((subject, end), count) in self.ends() {
            let _ = writeln!(text, "{:<14}{end:<34}{count:>6}", subject.name());
        }
        for Played { case, verdict, .. } in &self.played {
            if let Verdict::Failed(wrong) = verdict {
                let _ = writeln!(text, "\nFAILED {case}: {wrong}\n  {}", again(*case, self.seed));
            }
        }
        for kind in self.unproved() {
            let _ = writeln!(text, "\nNOT PROVED {kind}: not one case met anything");
        }
        text
    }

    pub(super) fn json(&self) -> Value {
        let of = |Counts { passed, missed, failed }: Counts| json!({ "passed": passed, "missed": missed, "failed": failed });
        let mut matrix = Vec::new();
        for subject in Subject::ALL {
            for fault in Fault::ALL {
                let counts = self.counts(|case| case.subject == subject && case.fault == fault);
                if counts.passed + counts.missed + counts.failed > 0 {
                    matrix.push(
                        json!({ "command": subject.name(), "fault": fault.name(), "counts": of(counts) }),
                    );
                }
            }
        }
        let ends = self.ends().into_iter();
        json!({
            "schema": SCHEMA, "seed": self.seed, "counts": of(self.counts(|_| true)), "matrix": matrix,
            "ends": ends.map(|((subject, end), count)| json!({ "command": subject.name(), "end": end, "count": count })).collect::<Vec<_>>(),
            "unproved": self.unproved(), "not_played": self.not_played,
            "cases": self.played.iter().map(|played| played.json(self.seed)).collect::<Vec<_>>(),
        })
    }
}

/// How this case is played again.
fn again(case: Case, seed: u64) -> String {
    format!("cargo xtask chaos --seed {seed} --only {case}")
}

#[cfg(test)]
mod tests {
    use super::{super::case::Wanted, *};

    fn played(name: &str, verdict: Verdict) -> Played {
        let wanted: Wanted = name.parse().expect("a case");
        let case = Case {
            subject: wanted.subject,
            fault: wanted.fault.expect("a fault"),
            at: wanted.at.expect("a place"),
        };
        let ended = Ended { status: 69, code: Some("CONNECTION_LOST".to_owned()) };
        Played { case, proof: None, ended, verdict, took: Duration::from_millis(5) }
    }

    #[test]
    fn it_counts_and_says_how_to_play_a_failure_again() {
        let report = Report {
            seed: 7,
            not_played: None,
            played: vec![
                played("run/cut/s3", Verdict::Passed),
                played("run/cut/c4", Verdict::Failed(Wrong::Untrue)),
                played("verify/kill/s50", Verdict::Missed),
            ],
        };
        assert_eq!((report.failed(), report.unproved()), (1, vec!["verify/kill".to_owned()]));
        let text = report.text();
        assert!(text.contains("3 cases with seed 7: 1 passed, 1 missed, 1 failed"), "{text}");
        assert!(text.contains("cargo xtask chaos --seed 7 --only run/cut/c4"), "{text}");
        assert!(text.lines().any(|line| line.split_whitespace().eq(["cut", "1/2", "-", "-", "-"])), "{text}");
        let json = report.json();
        assert_eq!(json["counts"], json!({ "passed": 1, "missed": 1, "failed": 1 }));
        assert_eq!(json["ends"][0], json!({ "command": "run", "end": "69 CONNECTION_LOST", "count": 2 }));
        assert_eq!(json["cases"][1]["again"], "cargo xtask chaos --seed 7 --only run/cut/c4");
    }
}
