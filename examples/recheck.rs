//! What readiness costs a service while it serves: in each round, the time of `SELECT 1` and that of a check with
//! nothing committed since the last one, in nanoseconds, on sessions of the same kind.
//!
//! ```text
//! recheck URL-FILE CA-FILE ROUNDS
//! ```

#![expect(clippy::print_stdout, reason = "the figures are what it is for")]

use mosaic_db::bundle::Bundle;
use mosaic_db::dsn::Dsn;
use mosaic_db::gateway::{Basis, Prober};
use mosaic_db::postgres::{CaBundle, Endpoint, Session};
use std::time::{Duration, Instant};
use std::{error::Error, fs, process::ExitCode};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [url, ca, rounds] = &arguments[..] else { return Ok(ExitCode::from(64)) };
    let (url, ca, rounds) = (fs::read_to_string(url)?, CaBundle::from_pem(&fs::read(ca)?)?, rounds.parse()?);
    let endpoint = || -> Result<Endpoint, Box<dyn Error>> {
        Ok(Endpoint::new(Dsn::parse(url.trim_end())?, &ca, None, Duration::from_secs(10))?)
    };
    let mut prober = Prober::new(endpoint()?, Bundle::shipped()?, "recheck".to_owned())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let session = Session::open_as_runtime(&endpoint()?, "recheck").await?;
        prober.prove().await?;
        for _ in 0..rounds {
            let begun = Instant::now();
            session.ask("SELECT 1").await.map_err(|stop| format!("{:?}", stop.cause))?;
            let least = begun.elapsed();
            let begun = Instant::now();
            let proof = prober.prove().await?;
            let check = begun.elapsed();
            // Somebody else committed something: another figure, not this one.
            if proof.basis == Basis::Unchanged {
                println!("{} {}", least.as_nanos(), check.as_nanos());
            }
        }
        Ok(ExitCode::SUCCESS)
    })
}
