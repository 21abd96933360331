//! The parent's side: start a witness, hand it the request, take its report.

use super::{NAME, Report, Request, WitnessError, privileges};
use std::fs::File;
use std::os::fd::AsRawFd as _;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};

/// Has a witness prove what is asked. It is over when this returns.
///
/// # Errors
/// [`WitnessError`] if there is no report; a report that the proof failed is not an error here.
pub fn ask(request: &Request) -> Result<Report, WitnessError> {
    privileges::let_none_be_gained()?;
    // The program itself, whatever lies at its path by now (proc_pid_exe(5)). The descriptor is closed once it runs.
    let program = File::open("/proc/self/exe").map_err(WitnessError::Start)?;
    let mut command = Command::new(format!("/proc/self/fd/{}", program.as_raw_fd()));
    command.arg0(NAME).env_clear().current_dir("/");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut witness = command.spawn().map_err(WitnessError::Start)?;
    let exchanged = exchange(&mut witness, request);
    if exchanged.is_err() {
        let _ended_already = witness.kill();
    }
    let status = witness.wait().map_err(WitnessError::Exchange)?;
    match exchanged {
        Err(WitnessError::Exchange(_)) if !status.success() => Err(WitnessError::Died { status }),
        other => other,
    }
}

/// A witness reads the whole request before it does anything, and writes its report at the end: neither waits for
/// the other with a full pipe.
fn exchange(witness: &mut Child, request: &Request) -> Result<Report, WitnessError> {
    let missing = || WitnessError::Exchange(std::io::ErrorKind::NotConnected.into());
    let mut down = witness.stdin.take().ok_or_else(missing)?;
    let mut up = witness.stdout.take().ok_or_else(missing)?;
    let asked = request.write(&mut down);
    drop(down);
    // A witness that found a privilege says so without having read everything.
    match Report::read(&mut up) {
        Ok(report) => Ok(report),
        Err(error) => asked.map_err(WitnessError::Exchange).and(Err(error)),
    }
}
