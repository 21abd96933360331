//! The operator's program. It declares what a program that links the library must not reach: reading the
//! process environment, opening secret files, and every module that changes something.
#![deny(unsafe_code)]
#![allow(unreachable_pub, reason = "a program exports nothing: pub is what a module offers its siblings")]

mod activation;
mod attestation;
mod backfill;
mod bootstrap;
mod certify;
mod cli;
mod doctor;
mod environment;
mod handover;
mod migrate;
mod process;
mod replay;
mod report;
mod safe_fs;
mod secrets;
mod sign;
mod tier;
mod witness;

use std::process::ExitCode;

/// OpenSSL reads the system's trusted roots into every TLS context unless these name an empty store. The
/// program trusts the given CA file only, and reading what it will not use costs 52 ms in each process.
const NO_SYSTEM_ROOTS: [&str; 2] = ["SSL_CERT_FILE", "SSL_CERT_DIR"];

fn main() -> ExitCode {
    for name in NO_SYSTEM_ROOTS {
        // SAFETY: this is the first statement of the process; no other thread exists that could read the
        // environment meanwhile.
        #[expect(unsafe_code, reason = "edition 2024 marks set_var unsafe; see the SAFETY comment")]
        unsafe {
            std::env::set_var(name, "/dev/null");
        }
    }
    process::keep_memory_private();
    cli::run()
}
