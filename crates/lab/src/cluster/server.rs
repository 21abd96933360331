//! The server process.

use super::{Options, SUPERUSER, Shutdown, layout::Layout, settings};
use crate::{
    error::{At, Error},
    port,
    postgres::Installation,
    process,
};
use postgres::{Config, NoTls};
use rustix::process::{Pid, Signal, kill_process};
use std::{
    fs,
    io::ErrorKind,
    os::unix::{ffi::OsStrExt, process::CommandExt},
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// Longer than any start on a loaded machine.
const PATIENCE: Duration = Duration::from_secs(60);

pub(super) struct Server {
    child: Child,
    port: u16,
}

impl Server {
    /// Starts the server on a free port, without waiting for it.
    pub(super) fn start(
        installation: &Installation,
        options: &Options,
        layout: &Layout,
    ) -> Result<Self, Error> {
        let configuration = layout.data().join("postgresql.conf");
        let from_initdb = fs::read_to_string(&configuration).at("read", &configuration)?;
        let port = port::free()?;
        layout.write("postgresql.conf", &(from_initdb + &settings::lines(options, layout, port)))?;
        let log = layout.open_log()?;
        let mut command = limited(options.largest_file, &installation.program("postgres"));
        command
            .arg("-D")
            .arg(layout.data())
            .current_dir("/")
            // Signals from a terminal are for whoever started the server; it is stopped on purpose.
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(log.try_clone().at("open", &layout.log())?)
            .stderr(log);
        let child = layout
            .account()
            .runs(&mut command)
            .spawn()
            .map_err(|source| Error::Start { program: "postgres".into(), source })?;
        Ok(Self { child, port })
    }

    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(super) fn port(&self) -> u16 {
        self.port
    }

    /// Waits until the server answers on its socket.
    pub(super) fn wait_until_ready(&mut self, layout: &Layout) -> Result<(), Error> {
        let deadline = Instant::now() + PATIENCE;
        let mut config = Config::new();
        config.host_path(layout.socket()).port(self.port).user(SUPERUSER).dbname(SUPERUSER);
        while config.connect(NoTls).is_err() {
            let ended = self.child.try_wait().is_ok_and(|status| status.is_some());
            if ended || Instant::now() > deadline {
                return Err(Error::NotReady { log: process::tail(&layout.log_text()) });
            }
            thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }

    /// Stops the server and waits for its end.
    pub(super) fn stop(&mut self, how: Shutdown) {
        let signal = match how {
            Shutdown::Fast => Signal::INT,
            Shutdown::Immediate => Signal::QUIT,
        };
        // Errors mean that it has ended already. A process that was waited for has no id that is its own any more.
        let runs = self.child.try_wait().is_ok_and(|status| status.is_none());
        if let Some(pid) = i32::try_from(self.id()).ok().and_then(Pid::from_raw).filter(|_| runs) {
            let _ = kill_process(pid, signal);
        }
        let _ = self.child.wait();
    }
}

/// Stops the server on this data directory in fast mode, and waits for its end. That there is none is no failure:
/// it may have been killed, or the machine restarted.
pub(super) fn stop_on(data: &Path) -> Result<(), Error> {
    let file = data.join("postmaster.pid");
    let text = match fs::read_to_string(&file) {
        Err(error) if error.kind() == ErrorKind::NotFound && data.is_dir() => return Ok(()),
        read => read.at("read", &file)?,
    };
    let number: Option<i32> = text.lines().next().and_then(|line| line.parse().ok());
    let Some(pid) = number.and_then(Pid::from_raw) else {
        return Err(std::io::Error::from(ErrorKind::InvalidData)).at("read the process id in", &file);
    };
    let deadline = Instant::now() + PATIENCE;
    while serves(pid, data) {
        if Instant::now() > deadline {
            return Err(std::io::Error::from(ErrorKind::TimedOut))
                .at("wait for the end of the server on", data);
        }
        // An error means that it has ended in the meantime.
        let _ = kill_process(pid, Signal::INT);
        thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}

/// Whether the process is the server on this data directory, and not another that got its number. A process that
/// has ended but that nobody has waited for has no command line.
fn serves(pid: Pid, data: &Path) -> bool {
    let arguments = fs::read(format!("/proc/{}/cmdline", pid.as_raw_nonzero())).unwrap_or_default();
    arguments.split(|byte| *byte == 0).any(|argument| argument == data.as_os_str().as_bytes())
}

/// The program, by way of a shell that limits its files where they are to be limited.
fn limited(largest_file: Option<u64>, program: &Path) -> Command {
    /// What a limit is counted in (POSIX, ulimit).
    const BLOCK: u64 = 512;
    let Some(bytes) = largest_file else { return Command::new(program) };
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", "ulimit -f \"$0\" && exec \"$@\"", &(bytes / BLOCK).to_string()]).arg(program);
    shell
}
