//! One shell that is given one command after the other, as a person gives them.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Follows what a command printed. No command prints it.
const END: &str = "-- end of the step --";

pub(crate) struct Session {
    shell: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Session {
    /// In this directory, with these variables and no others.
    pub(crate) fn start(directory: &Path, variables: &[(&str, String)]) -> Self {
        let mut command = Command::new("sh");
        command.current_dir(directory).env_clear().envs(variables.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut shell = command.spawn().unwrap();
        let input = shell.stdin.take().unwrap();
        let output = BufReader::new(shell.stdout.take().unwrap());
        Self { shell, input, output }
    }

    /// Runs a command, and gives its status and what it printed on both channels. What is set or changed by it stays. The
    /// shell ends with the first failure within it, but for what is asked for.
    pub(crate) fn run(&mut self, command: &str) -> (i32, String) {
        writeln!(self.input, "{{\n{command}\n}} 2>&1 </dev/null\nprintf '\\n{END} %d\\n' $?").unwrap();
        let mut printed = String::new();
        loop {
            let mut line = String::new();
            assert!(
                self.output.read_line(&mut line).unwrap() > 0,
                "the shell has ended: {command}\n{printed}"
            );
            if let Some(status) = line.strip_prefix(END) {
                // The line before it was ended for its sake.
                let printed = printed.strip_suffix('\n').unwrap_or(&printed).to_owned();
                return (status.trim().parse().unwrap(), printed);
            }
            printed.push_str(&line);
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _gone = self.shell.kill();
        let _gone = self.shell.wait();
    }
}
