//! The server process and its files.

use crate::{
    certificates::Identity,
    error::{At, Error},
    port, process,
    watchdog::Watchdog,
};
use serde_json::json;
use std::{
    fs::{self, File},
    os::unix::{net::UnixStream, process::CommandExt},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// Longer than any start on a loaded machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The last words of a server that got no port.
const PORT_TAKEN: &str = "address already in use";

pub(super) struct Server {
    child: Child,
    directory: PathBuf,
    port: u16,
    watchdog: Watchdog,
}

impl Server {
    /// Starts a server with this certificate and waits until it listens. What it keeps, it keeps in memory.
    pub(super) fn start(program: &Path, identity: &Identity) -> Result<Self, Error> {
        let parent = std::env::temp_dir();
        let directory = tempfile::Builder::new().prefix("mosaic-lab-").tempdir_in(&parent);
        // From here on it is the watchdog's.
        let directory = directory.at("make a directory in", &parent)?.keep();
        let mut watchdog = Watchdog::over(&directory)?;
        write(&directory.join("server.crt"), &identity.certificate)?;
        write(&directory.join("server.key"), &identity.key)?;
        let mut attempts = 5;
        loop {
            let port = port::free()?;
            let mut child = spawn(program, &directory, port)?;
            watchdog.watch(child.id())?;
            match wait_until_it_listens(&mut child, &directory) {
                // Somebody else took the port between our look at it and the server's.
                Err(Error::NotReady { log }) if attempts > 1 && log.contains(PORT_TAKEN) => attempts -= 1,
                Err(error) => return Err(error),
                Ok(()) => return Ok(Self { child, directory, port, watchdog }),
            }
        }
    }

    pub(super) fn port(&self) -> u16 {
        self.port
    }

    pub(super) fn directory(&self) -> &Path {
        &self.directory
    }

    /// Where it takes requests without TLS, in a directory that is closed to others.
    pub(super) fn socket(&self) -> PathBuf {
        socket(&self.directory)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Errors mean that it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
        // What is left of a directory that cannot be removed now is the watchdog's, and then the system's.
        let _ = fs::remove_dir_all(&self.directory);
        self.watchdog.dismiss();
    }
}

fn socket(directory: &Path) -> PathBuf {
    directory.join("api.sock")
}

fn log(directory: &Path) -> PathBuf {
    directory.join("server.log")
}

fn spawn(program: &Path, directory: &Path, port: u16) -> Result<Child, Error> {
    let configuration = directory.join("server.json");
    let settings = json!({
        "storage": { "inmem": {} },
        "listener": [
            { "tcp": {
                "address": format!("127.0.0.1:{port}"),
                "tls_cert_file": directory.join("server.crt"),
                "tls_key_file": directory.join("server.key"),
            } },
            { "unix": { "address": socket(directory), "tls_disable": true } },
        ],
        "api_addr": format!("https://localhost:{port}"),
    });
    write(&configuration, &settings.to_string())?;
    let log_file = log(directory);
    let output = File::create(&log_file).at("make", &log_file)?;
    let errors = output.try_clone().at("open", &log_file)?;
    Command::new(program)
        .args(["server", "-log-level=warn", "-config"])
        .arg(&configuration)
        .env_clear()
        // Signals from a terminal are for whoever started the server.
        .process_group(0)
        .current_dir("/")
        .stdin(Stdio::null())
        .stdout(output)
        .stderr(errors)
        .spawn()
        .map_err(|source| Error::Start { program: "bao".into(), source })
}

fn wait_until_it_listens(child: &mut Child, directory: &Path) -> Result<(), Error> {
    let deadline = Instant::now() + PATIENCE;
    let socket = socket(directory);
    while UnixStream::connect(&socket).is_err() {
        let ended = child.try_wait().is_ok_and(|status| status.is_some());
        if ended || Instant::now() > deadline {
            let text = fs::read(log(directory)).unwrap_or_default();
            return Err(Error::NotReady { log: process::tail(&String::from_utf8_lossy(&text)) });
        }
        thread::sleep(Duration::from_millis(5));
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    fs::write(path, text).at("write", path)
}
