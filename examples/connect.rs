//! Opens a verified session, asks `SELECT 1` and ends: the least that a program can do with the library.
//!
//! ```text
//! connect URL-FILE CA-FILE
//! ```
//!
//! OpenSSL reads the system's trusted roots for every session, although none of them is trusted here. A program
//! that cares for the time sets `SSL_CERT_FILE=/dev/null` and `SSL_CERT_DIR=/dev/null` before it starts.

use mosaic_db::{
    dsn::Dsn,
    postgres::{CaBundle, Endpoint, Session},
};
use std::{error::Error, process::ExitCode, time::Duration};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let files: Vec<_> = std::env::args_os().skip(1).collect();
    let [url, ca] = &files[..] else { return Ok(ExitCode::from(64)) };
    let dsn = Dsn::parse(std::fs::read_to_string(url)?.trim_end())?;
    let ca = CaBundle::from_pem(&std::fs::read(ca)?)?;
    let endpoint = Endpoint::new(dsn, &ca, None, Duration::from_secs(10))?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let session = Session::open(&endpoint, "connect").await?;
        session.read(&["SELECT 1"]).await.map_err(|stop| format!("{:?}", stop.cause))?;
        session.close().await;
        Ok(ExitCode::SUCCESS)
    })
}
