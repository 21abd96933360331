//! A process that outlives ours, however ours ends, and then cleans up.
//!
//! It reads process ids from a pipe that only we hold open for writing. The kernel closes that pipe with our
//! process, also on SIGKILL; the watchdog then stops the last server it was told of and removes the directory, with
//! the file system that a cluster may have in it.
//! The parent-death signal of prctl(2) would not do: it is sent when the *thread* that started the server ends,
//! and test runners start a thread for each test.

use crate::error::{At, Error};
use std::{
    io::Write as _,
    os::unix::process::CommandExt,
    path::Path,
    process::{Child, Command, Stdio},
};

const SCRIPT: &str = r#"
while read -r line; do pid=$line; done
if [ -n "$pid" ] && kill -QUIT "$pid" 2>/dev/null; then
    tries=100
    while [ "$tries" -gt 0 ] && kill -0 "$pid" 2>/dev/null; do sleep 0.1; tries=$((tries - 1)); done
fi
if [ -d "$1/small" ]; then umount --lazy "$1/small"; fi
rm -rf -- "$1"
"#;

pub(crate) struct Watchdog(Child);

impl Watchdog {
    /// Guards the directory from now on.
    pub(crate) fn over(directory: &Path) -> Result<Self, Error> {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", SCRIPT, "mosaic-lab-watchdog"]).arg(directory);
        // A group of its own: a test runner that ends a stuck test ends the test's whole group.
        command
            .process_group(0)
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let child = command.spawn().map_err(|source| Error::Start { program: "/bin/sh".into(), source })?;
        Ok(Self(child))
    }

    /// Tells it which server to stop.
    pub(crate) fn watch(&mut self, pid: u32) -> Result<(), Error> {
        let pipe = self.0.stdin.as_mut();
        pipe.map_or(Ok(()), |pipe| writeln!(pipe, "{pid}")).at("write to", "the watchdog".as_ref())
    }

    /// Sends it home: everything is cleaned up.
    pub(crate) fn dismiss(&mut self) {
        // Errors mean that it has gone already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
