//! The witness's side: a whole request in, one report out.

use super::{NAME, Report, Request, WitnessError, privileges};
use rustix::fs::{FileType, fstat};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, stdin, stdout};
use std::os::fd::{AsFd, BorrowedFd};
use std::process::ExitCode;

/// Whether this process was started as a witness: the name, nothing else, and pipes on both sides.
pub fn is_called(arguments: &[OsString]) -> bool {
    let is_pipe = |stat: rustix::fs::Stat| FileType::from_raw_mode(stat.st_mode) == FileType::Fifo;
    matches!(arguments, [name] if name == NAME)
        && fstat(stdin()).is_ok_and(is_pipe)
        && fstat(stdout()).is_ok_and(is_pipe)
}

/// Answers one request, or what kept it from being read. The status says whether there was an answer, not what it was.
pub fn serve(answer: impl FnOnce(Result<Request, WitnessError>) -> Report) -> ExitCode {
    let request = privileges::shed().and_then(|()| {
        open(stdin().as_fd()).and_then(|mut pipe| Request::read(&mut pipe)).map_err(WitnessError::Exchange)
    });
    let report = answer(request);
    match open(stdout().as_fd()).and_then(|mut pipe| report.write(&mut pipe)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// The pipe itself: a buffer of the standard library's would keep a copy of what goes through it.
fn open(pipe: BorrowedFd<'_>) -> io::Result<File> {
    Ok(File::from(pipe.try_clone_to_owned()?))
}
