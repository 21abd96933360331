//! The pages that are made from what the program says of itself: `explain --output json`.

use serde_json::Value;
use std::fmt::Write as _;

/// The answer is not of the form that is expected.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("the answer of explain has no {0}")]
pub struct Absent(&'static str);

const HEAD: &str = "<!-- Written by `cargo xtask docs` from what the program says of itself. -->";

/// Every error code with a heading of its own, below the exit status it comes with.
///
/// # Errors
/// [`Absent`].
pub fn errors(answer: &Value) -> Result<String, Absent> {
    let statuses = rows(answer, "statuses")?;
    let mut codes = rows(answer, "codes")?.iter().collect::<Vec<_>>();
    codes.sort_by_key(|code| code["code"].as_str());
    let mut page = format!(
        "# Exit statuses and error codes\n\n{HEAD}\n\n\
         Whatever fails has a code, in the text of the error and under `code` in the JSON output. Codes and exit statuses do not\n\
         change from release to release. `mosaic-db-migrator explain CODE` says what stands here.\n\n\
         | status | outcome | meaning |\n| --- | --- | --- |\n"
    );
    for status in statuses {
        let number = number(status)?;
        let shown = match codes.iter().any(|code| code["status"] == status["status"]) {
            true => format!("[{number}](#exit-status-{number})"),
            false => number.to_string(),
        };
        let (outcome, meaning) = (text(status, "outcome")?, text(status, "meaning")?);
        let _infallible = writeln!(page, "| {shown} | `{outcome}` | {} |", plain(meaning));
    }
    for status in statuses {
        let mut of_it = codes.iter().filter(|code| code["status"] == status["status"]).peekable();
        if of_it.peek().is_none() {
            continue;
        }
        let meaning = plain(text(status, "meaning")?);
        let _infallible = write!(page, "\n## Exit status {}\n\n{}.\n", number(status)?, capital(&meaning));
        for code in of_it {
            let (word, what) = (text(code, "code")?, plain(text(code, "what")?));
            let (database, next) = (plain(text(code, "database")?), plain(text(code, "next")?));
            let _infallible =
                write!(page, "\n### {word}\n\n{what}\n\n- Database: {database}\n- Next: {next}\n");
        }
    }
    Ok(page)
}

/// Every variable with a heading of its own.
///
/// # Errors
/// [`Absent`].
pub fn variables(answer: &Value) -> Result<String, Absent> {
    let mut page = format!(
        "# Variables\n\n{HEAD}\n\n\
         Everything that the program reads from its environment. A name that is almost one of these is refused, since a misspelt\n\
         limit or directory would silently not count; other names are left to other programs. No `.env` file is read, and no\n\
         variable of libpq.\n"
    );
    for variable in rows(answer, "variables")? {
        let (name, read_by) = (text(variable, "name")?, plain(text(variable, "read_by")?));
        let meaning = plain(text(variable, "meaning")?);
        let _infallible = write!(page, "\n## {name}\n\n{meaning}\n\nRead by: {read_by}.\n");
    }
    Ok(page)
}

fn rows<'a>(answer: &'a Value, name: &'static str) -> Result<&'a [Value], Absent> {
    answer["result"][name].as_array().map(Vec::as_slice).ok_or(Absent(name))
}

fn text<'a>(row: &'a Value, name: &'static str) -> Result<&'a str, Absent> {
    row[name].as_str().ok_or(Absent(name))
}

fn number(status: &Value) -> Result<u64, Absent> {
    status["status"].as_u64().ok_or(Absent("status"))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Text in which nothing is markup. An underline within a word is none.
fn plain(text: &str) -> String {
    let mut shown = String::new();
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let inside = before.is_alphanumeric() && letters.peek().is_some_and(|next| next.is_alphanumeric());
        if "\\*<[`|".contains(letter) || (letter == '_' && !inside) {
            shown.push('\\');
        }
        shown.push(letter);
        before = letter;
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;
    use serde_json::json;

    fn answer() -> Value {
        json!({ "result": {
            "codes": [
                { "code": "B_TWO", "status": 2, "what": "Two.", "database": "As it was.", "next": "Set *_FILE." },
                { "code": "A_ONE", "status": 2, "what": "One.", "database": "As it was.", "next": "x <y>" },
            ],
            "statuses": [
                { "status": 0, "outcome": "reached", "meaning": "all is well" },
                { "status": 2, "outcome": "no", "meaning": "the answer is no" },
            ],
            "variables": [{ "name": "X_Y", "read_by": "run", "meaning": "A | B." }],
        } })
    }

    #[test]
    fn every_code_has_an_anchor() {
        let page = errors(&answer()).unwrap();
        let anchors = Page::parse("errors.md", &page).anchors;
        assert_eq!(anchors, ["exit-statuses-and-error-codes", "exit-status-2", "a_one", "b_two"]);
        assert!(page.contains("Set \\*\\_FILE.") && page.contains("x \\<y>"), "{page}");
        assert!(page.contains("| 0 | `reached` | all is well |"), "{page}");
    }

    #[test]
    fn every_variable_has_an_anchor() {
        let page = variables(&answer()).unwrap();
        assert_eq!(Page::parse("variables.md", &page).anchors, ["variables", "x_y"]);
    }

    #[test]
    fn another_answer_is_refused() {
        assert_eq!(errors(&json!({})), Err(Absent("statuses")));
    }
}
