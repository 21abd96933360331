//! A scan as workflow commands of GitHub Actions, which shows them beside the lines of a change. The form and what has to
//! be escaped: "Workflow commands for GitHub Actions" and `command.ts` of its toolkit.
//!
//! Invariant: whatever comes from the tree is escaped, and nothing of it stands outside a command: a file must not be able
//! to give commands to the workflow that reads this.

use super::report::Report;
use mosaic_db::routes::inventory::Verdict;
use std::fmt::Write as _;

/// One line for each hit and fault.
pub(super) fn render(report: &Report) -> String {
    let mut text = String::new();
    for (file, hit, verdict) in report.hits() {
        let (level, remark) = match verdict {
            Verdict::Open { why } => ("error", why.to_string()),
            Verdict::Permitted { record } => ("notice", permitted(report, record)),
            // They are as many as the corpus has snippets, and each says what its label says.
            Verdict::Labelled { .. } => continue,
        };
        let file = property(&report.shown(file).to_string_lossy());
        let span = hit.span;
        let columns = if span.line == span.end_line {
            format!(",col={},endColumn={}", span.column, span.end_column)
        } else {
            String::new()
        };
        let message = data(&format!("{}; {remark}. {}", hit.rule.title, hit.rule.class.instead()));
        let _infallible = writeln!(
            text,
            "::{level} file={file},line={},endLine={}{columns},title={}::{message}",
            span.line,
            span.end_line,
            property(hit.rule.id),
        );
    }
    let inventory = report.name.as_deref().map(|name| property(&name.to_string_lossy())).unwrap_or_default();
    for fault in &report.judgement.faults {
        let message = data(&format!("{}: {}", fault.path, fault.mistake));
        let title = property(fault.mistake.rule().id);
        let _infallible =
            writeln!(text, "::error file={inventory},line={},title={title}::{message}", fault.line);
    }
    text
}

fn permitted(report: &Report, record: usize) -> String {
    let record = report.record(record);
    record.map_or_else(String::new, |record| format!("permitted by {}: {}", record.owner, record.rationale))
}

/// A message: percent signs and line ends are escaped.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property: also what ends it.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_a_command_but_its_end() {
        assert_eq!(property("a,b:c%\r\nd"), "a%2Cb%3Ac%25%0D%0Ad");
        assert_eq!(data("50%, or: so\n::error::"), "50%25, or: so%0A::error::");
    }
}
