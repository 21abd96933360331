//! Running the built program with an environment of the test's own.

use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, ExitStatus, Output, Stdio};

/// A run of the program that sees no variable but the ones given.
pub struct Migrator(std::process::Command);

impl Migrator {
    /// The built program with these arguments and an empty environment.
    pub fn new(arguments: &[&str]) -> Self {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_mosaic-db-migrator"));
        command.env_clear().args(arguments);
        Self(command)
    }

    /// Begins relative paths there.
    pub fn within(mut self, directory: &str) -> Self {
        self.0.current_dir(directory);
        self
    }

    /// Sets a variable.
    pub fn env(mut self, name: &str, value: impl AsRef<std::ffi::OsStr>) -> Self {
        self.0.env(name, value);
        self
    }

    /// Takes a variable away again.
    pub fn without(mut self, name: &str) -> Self {
        self.0.env_remove(name);
        self
    }

    /// Under this argument zero.
    pub fn named(mut self, name: &str) -> Self {
        self.0.arg0(name);
        self
    }

    /// As another user, which root may choose.
    pub fn under(mut self, user: u32) -> Self {
        self.0.uid(user).gid(user);
        self
    }

    /// Started by another program, which takes its own options first.
    pub fn through(self, program: &str, options: &[&str]) -> Self {
        let mut command = std::process::Command::new(program);
        command.args(options).arg(self.0.get_program()).args(self.0.get_args()).env_clear();
        command.envs(self.0.get_envs().filter_map(|(name, value)| value.map(|value| (name, value))));
        Self(command)
    }

    /// Runs to the end with nothing to read and nowhere to write.
    pub fn run_on_files(mut self) -> ExitStatus {
        self.0.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        self.0.status().expect("the built program starts")
    }

    /// Runs to the end.
    pub fn run(mut self) -> Ended {
        Ended(self.0.output().expect("the built program starts"))
    }

    /// Starts it and goes on.
    pub fn start(mut self) -> Running {
        self.0.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Running(self.0.spawn().expect("the built program starts"))
    }
}

/// A run that has not ended yet.
pub struct Running(Child);

impl Running {
    /// Its process id.
    pub fn pid(&self) -> u32 {
        self.0.id()
    }

    /// Sends a signal.
    pub fn signal(&self, signal: rustix::process::Signal) {
        let pid = rustix::process::Pid::from_child(&self.0);
        rustix::process::kill_process(pid, signal).expect("the process is there");
    }

    /// Kills it and proves that this is what ended it: a run that had already ended would prove nothing.
    pub fn kill(mut self) {
        self.0.kill().expect("the process is there");
        let status = self.0.wait().expect("the process ends");
        let killed = rustix::process::Signal::KILL.as_raw();
        assert_eq!(status.signal(), Some(killed), "it was killed, it did not end by itself: {status}");
    }

    /// Whether it has ended.
    pub fn has_ended(&mut self) -> bool {
        self.0.try_wait().expect("the process is there").is_some()
    }

    /// Waits for its end.
    pub fn wait(self) -> Ended {
        Ended(self.0.wait_with_output().expect("the process ends"))
    }
}

/// What a finished run left.
pub struct Ended(Output);

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        Self(output)
    }
}

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

    /// That the requested state was reached.
    pub fn assert_reached(&self) -> &Self {
        assert_eq!(self.status(), 0, "{}{}", self.stdout(), self.stderr());
        self
    }

    /// That it ended with this status and this code, in whichever form it answered.
    pub fn assert_failed(&self, status: i32, code: &str) -> &Self {
        let all = format!("{}{}", self.stdout(), self.stderr());
        assert_eq!(self.status(), status, "{all}");
        let text = all.contains(&format!("error[{code}]"));
        assert!(text || all.contains(&format!("\"code\":\"{code}\"")), "not {code}: {all}");
        self
    }

    /// The code in the JSON envelope.
    pub fn code(&self) -> String {
        self.json()["code"].as_str().expect("a code").to_owned()
    }
}

/// Runs the program under strace(1) with these options.
pub fn traced(program: Migrator, options: &[&str]) -> ExitStatus {
    program.through("strace", options).run_on_files()
}

/// The processes that this one started and that have not ended.
pub fn children(pid: u32) -> Vec<u32> {
    let list = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).expect("the children");
    list.split_whitespace().map(|child| child.parse().expect("a pid")).collect()
}
