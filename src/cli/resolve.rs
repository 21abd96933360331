//! From what was typed, the environment and the files it names to typed configurations: the second pass, and the
//! only one that can fail because of the machine it runs on.

use crate::environment::{Environment, Error, Variable};
use std::path::PathBuf;
use std::time::Duration;

/// How long the runner waits for what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// TCP, TLS and authentication together.
    pub connect: Duration,
    /// Polling for the migration lock.
    pub lock_wait: Duration,
    /// PostgreSQL's `lock_timeout`; zero is none.
    pub lock: Duration,
    /// PostgreSQL's `statement_timeout`; zero is none.
    pub statement: Duration,
}

impl Timeouts {
    fn from(environment: &Environment) -> Result<Self, Error> {
        let or = |variable, default| {
            environment.milliseconds(variable).map(|given| given.unwrap_or(Duration::from_millis(default)))
        };
        Ok(Self {
            connect: or(Variable::ConnectTimeout, 10_000)?,
            lock_wait: or(Variable::LockWait, 10_000)?,
            lock: or(Variable::LockTimeout, 2_000)?,
            statement: or(Variable::StatementTimeout, 0)?,
        })
    }
}

/// Where the bundle comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BundleSource {
    /// The one compiled into the program.
    CompiledIn,
    /// A directory.
    Directory(PathBuf),
}
