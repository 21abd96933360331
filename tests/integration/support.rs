//! What the test modules share: running the built program with an environment of the test's own.

use std::process::Output;

/// A run of the program that sees no variable but the ones given.
pub struct Migrator(std::process::Command);

impl Migrator {
    /// The built program with these arguments and an empty environment.
    pub fn new(arguments: &[&str]) -> Self {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_mosaic-db-migrator"));
        command.env_clear().args(arguments);
        Self(command)
    }

    /// Sets a variable.
    pub fn env(mut self, name: &str, value: impl AsRef<std::ffi::OsStr>) -> Self {
        self.0.env(name, value);
        self
    }

    /// Runs to the end.
    pub fn run(mut self) -> Ended {
        Ended(self.0.output().expect("the built program starts"))
    }
}

/// What a finished run left.
pub struct Ended(Output);

impl Ended {
    /// The exit status.
    pub fn status(&self) -> i32 {
        self.0.status.code().expect("the program was not killed")
    }

    /// Standard output as text.
    pub fn stdout(&self) -> &str {
        std::str::from_utf8(&self.0.stdout).expect("UTF-8 on standard output")
    }

    /// Standard error as text.
    pub fn stderr(&self) -> &str {
        std::str::from_utf8(&self.0.stderr).expect("UTF-8 on standard error")
    }

    /// Standard output as the JSON envelope.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(self.stdout()).expect("one JSON document on standard output")
    }

    /// The code in the JSON envelope.
    pub fn code(&self) -> String {
        self.json()["code"].as_str().expect("a code").to_owned()
    }
}
