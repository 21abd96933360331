//! What came of it, as text for whoever waited and as JSON for whoever compares.

use serde_json::{Map, Value, json};
use std::{fmt::Write as _, time::Duration};

/// Of all parts.
pub(super) struct Report {
    seed: u64,
    profile: String,
    cases: Vec<Case>,
}

/// Of one part.
pub(super) struct Case {
    name: &'static str,
    took: Duration,
    figures: Map<String, Value>,
    promises: Vec<Promise>,
}

/// Something that holds at all times, and whether it did.
struct Promise {
    what: &'static str,
    broken: Option<String>,
}

impl Report {
    pub(super) fn new(seed: u64, profile: &str) -> Self {
        Self { seed, profile: profile.to_owned(), cases: Vec::new() }
    }

    pub(super) fn add(&mut self, case: Case) {
        self.cases.push(case);
    }

    /// How many promises were broken.
    pub(super) fn broken(&self) -> usize {
        self.cases.iter().flat_map(|case| &case.promises).filter(|promise| promise.broken.is_some()).count()
    }

    pub(super) fn json(&self) -> Value {
        json!({
            "schema": "mosaic.soak.v1",
            "seed": self.seed,
            "profile": self.profile,
            "processors": std::thread::available_parallelism().map_or(0, usize::from),
            "outcome": if self.broken() == 0 { "kept" } else { "broken" },
            "parts": self.cases.iter().map(Case::json).collect::<Vec<_>>(),
        })
    }
}

impl Case {
    pub(super) fn new(name: &'static str) -> Self {
        Self { name, took: Duration::ZERO, figures: Map::new(), promises: Vec::new() }
    }

    pub(super) fn took(&mut self, took: Duration) {
        self.took = took;
    }

    pub(super) fn figure(&mut self, name: &str, value: impl Into<Value>) {
        self.figures.insert(name.to_owned(), value.into());
    }

    /// Says what holds, and names the first of whatever shows that it does not.
    pub(super) fn promise(&mut self, what: &'static str, against: impl IntoIterator<Item = String>) {
        let mut against = against.into_iter();
        let broken = against.next().map(|first| match against.count() {
            0 => first,
            more => format!("{first}, and {more} more"),
        });
        self.promises.push(Promise { what, broken });
    }

    pub(super) fn text(&self) -> String {
        let mut text = format!("{}: {:.0} s\n", self.name, self.took.as_secs_f64());
        for (name, value) in &self.figures {
            let _infallible = writeln!(text, "  {name:<36} {value}");
        }
        for Promise { what, broken } in &self.promises {
            let _infallible = match broken {
                None => writeln!(text, "  kept    {what}"),
                Some(seen) => writeln!(text, "  BROKEN  {what}: {seen}"),
            };
        }
        text
    }

    fn json(&self) -> Value {
        let promises = self.promises.iter();
        json!({
            "part": self.name,
            "seconds": self.took.as_secs(),
            "figures": self.figures,
            "promises": promises.map(|promise| json!({
                "what": promise.what,
                "kept": promise.broken.is_none(),
                "seen": promise.broken,
            })).collect::<Vec<_>>(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_against_it_breaks_a_promise() {
        let mut case = Case::new("runs");
        case.promise("nothing grows", []);
        case.promise("every line parses", ["line 3".to_owned(), "line 9".to_owned()]);
        let mut report = Report::new(7, "dev");
        assert!(
            case.text()
                .ends_with("  kept    nothing grows\n  BROKEN  every line parses: line 3, and 1 more\n")
        );
        report.add(case);
        assert_eq!(report.broken(), 1);
        assert_eq!((&report.json()["outcome"], &report.json()["seed"]), (&json!("broken"), &json!(7)));
    }
}
