//! `routes self-test`: the rules on their own cases, by the program as it is.

use super::super::super::output::{Answer, Ending};
use super::RoutesCommandError;
use mosaic_db::routes::self_test::{Outcome, run};
use serde_json::json;
use std::fmt::Write as _;

pub(super) fn self_test() -> Answer {
    let Outcome { rules, cases, failures } = run();
    let text = failures.iter().fold(String::new(), |mut text, failure| {
        let _infallible = writeln!(text, "{failure}");
        text
    });
    let sentence = format!("{rules} rules find what they are there to find, in {cases} cases");
    let (ending, text) = if failures.is_empty() {
        (Ending::Reached(sentence.clone()), format!("{sentence}\n"))
    } else {
        let failed = RoutesCommandError::SelfTest { failures: failures.len(), cases };
        (Ending::NotReached(failed.into()), text)
    };
    let shown: Vec<String> = failures.iter().map(ToString::to_string).collect();
    Answer {
        ending,
        text,
        result: json!({ "rules": rules, "cases": cases, "failures": shown }),
        notes: Vec::new(),
    }
}
