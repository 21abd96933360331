//! A fenced block, and what its info string says becomes of it.
//!
//! | info string | what a test does with it |
//! | --- | --- |
//! | `sh` | reads its commands, and runs none |
//! | `sh,run` | runs it; it has to end with 0 |
//! | `console` | runs each line after `$ `, and compares what is printed, and the status after `? ` |
//! | `yaml,run` | runs what its keys `run` and `script` say, in order |

use crate::transcript::Expected;

/// A fenced block.
#[derive(Debug)]
pub struct Block {
    /// The info string.
    pub info: String,
    /// What is in it.
    pub text: String,
    /// The line its text begins on.
    pub line: usize,
}

/// One thing to run, and what has to come of it.
#[derive(Debug)]
pub struct Step {
    /// For the shell.
    pub command: String,
    /// The status it ends with.
    pub status: i32,
    /// What it prints; `None` where that does not matter.
    pub printed: Option<Expected>,
    /// The line of the page it stands on.
    pub line: usize,
}

impl Block {
    /// The language it is in.
    #[must_use]
    pub fn language(&self) -> &str {
        self.info.split(',').next().unwrap_or_default()
    }

    /// Whether a test runs it.
    #[must_use]
    pub fn is_run(&self) -> bool {
        self.language() == "console" || self.info.split(',').skip(1).any(|word| word == "run")
    }

    /// The text for a shell that is in it, with the line each begins on.
    #[must_use]
    pub fn shell(&self) -> Vec<(String, usize)> {
        match self.language() {
            "sh" => vec![(self.text.clone(), self.line)],
            "console" => self.steps().into_iter().map(|step| (step.command, step.line)).collect(),
            _ => Vec::new(),
        }
    }

    /// What to run of it, in order. Of YAML its scripts, of others nothing but what a shell runs.
    #[must_use]
    pub fn steps(&self) -> Vec<Step> {
        match self.language() {
            "console" => self.dialogue(),
            "sh" => vec![self.whole(self.text.clone())],
            "yaml" => {
                let scripts = crate::yaml::read(&self.text).map(|document| document.scripts());
                scripts.unwrap_or_default().into_iter().map(|script| self.whole(script)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn whole(&self, command: String) -> Step {
        Step { command, status: 0, printed: None, line: self.line }
    }

    /// Commands after `$ `, which go on after `> ` and after a backslash at the end of a line; then `? STATUS` where that
    /// is not 0, and what is printed.
    fn dialogue(&self) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        let mut going_on = false;
        for (number, line) in self.text.lines().enumerate() {
            if let Some(command) = line.strip_prefix("$ ") {
                steps.push(Step {
                    command: command.to_owned(),
                    status: 0,
                    printed: Some(Expected::default()),
                    line: self.line + number,
                });
                going_on = command.ends_with('\\');
                continue;
            }
            let Some(step) = steps.last_mut() else { continue };
            let printed = step.printed.get_or_insert_default();
            let more = line.strip_prefix("> ").or_else(|| going_on.then_some(line));
            match more.filter(|_| printed.is_empty()) {
                Some(more) => {
                    step.command.push('\n');
                    step.command.push_str(more);
                    going_on = more.ends_with('\\');
                }
                None => match line.strip_prefix("? ").and_then(|status| status.parse().ok()) {
                    Some(status) if printed.is_empty() => step.status = status,
                    _ => printed.push(line),
                },
            }
        }
        steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dialogue_is_commands_statuses_and_answers() {
        let text = "$ one \\\n    two\nanswer\n$ three\n? 3\n$ four\n> five\n".to_owned();
        let block = Block { info: "console".into(), text, line: 10 };
        let steps = block.steps();
        let told: Vec<_> = steps.iter().map(|step| (step.command.as_str(), step.status, step.line)).collect();
        assert_eq!(told, [("one \\\n    two", 0, 10), ("three", 3, 13), ("four\nfive", 0, 15)]);
        assert!(steps[0].printed.as_ref().is_some_and(|printed| printed.agrees("answer\n")));
    }

    #[test]
    fn the_info_string_says_what_is_run() {
        let block = |info: &str| Block { info: info.into(), text: "x\n".into(), line: 1 };
        for (info, language, run) in
            [("sh", "sh", false), ("sh,run", "sh", true), ("console", "console", true), ("", "", false)]
        {
            assert_eq!((block(info).language(), block(info).is_run()), (language, run));
        }
    }
}
