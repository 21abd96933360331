//! The server process.

use super::{Options, SUPERUSER, layout::Layout, settings};
use crate::{
    error::{At, Error},
    postgres::Installation,
    process,
};
use postgres::{Config, NoTls};
use rustix::{
    io::Errno,
    process::{Pid, Signal, kill_process},
};
use std::{
    fs,
    net::{Ipv4Addr, TcpListener},
    os::unix::process::CommandExt,
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
        let port = free_port()?;
        layout.write("postgresql.conf", &(from_initdb + &settings::lines(options, layout, port)))?;
        let log = layout.open_log()?;
        let mut command = Command::new(installation.program("postgres"));
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

    /// Stops the server in immediate mode and waits for its end.
    pub(super) fn stop(&mut self) {
        // Errors mean that it has ended already.
        if let Some(pid) = i32::try_from(self.id()).ok().and_then(Pid::from_raw) {
            let _ = kill_process(pid, Signal::QUIT);
        }
        let _ = self.child.wait();
    }
}

/// Stops the server that wrote this `postmaster.pid`, in fast mode, and waits until it has removed the file. A
/// file whose process has gone is what a crash leaves.
pub(super) fn stop_by_file(file: &Path) -> Result<(), Error> {
    let text = fs::read_to_string(file).at("read", file)?;
    let pid = text.lines().next().and_then(|line| line.parse().ok()).and_then(Pid::from_raw);
    let Some(pid) = pid else {
        return Err(std::io::Error::from(std::io::ErrorKind::InvalidData)).at("read the process id in", file);
    };
    let deadline = Instant::now() + PATIENCE;
    while file.exists() && kill_process(pid, Signal::INT) != Err(Errno::SRCH) {
        if Instant::now() > deadline {
            return Err(std::io::Error::from(std::io::ErrorKind::TimedOut))
                .at("wait for the server to remove", file);
        }
        thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}

/// A port that was free a moment ago. The server takes it right away; in the rare case that somebody else is
/// faster, it does not start, and its log says why.
fn free_port() -> Result<u16, Error> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0));
    let address = listener.and_then(|listener| listener.local_addr());
    Ok(address.at("listen on", "127.0.0.1".as_ref())?.port())
}
