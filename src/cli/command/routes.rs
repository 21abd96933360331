//! `routes`: whether a repository has another way to DDL than the runner.

mod explain;
mod github;
mod init;
mod report;
mod sarif;
mod scan;
mod self_test;
mod text;

use super::super::args::routes::Routes;
use super::super::exit::Failure;
use super::super::output::Reply;
use mosaic_db::error::Code;
use mosaic_db::routes::WalkError;
use mosaic_db::routes::inventory::InventoryError;
use std::io;
use std::path::PathBuf;

/// What this command refuses by itself.
#[derive(Debug, thiserror::Error)]
pub enum RoutesCommandError {
    /// A file cannot be read.
    #[error("{} cannot be read", .0.display())]
    Unreadable(PathBuf, #[source] io::Error),
    /// The tree cannot be read.
    #[error(transparent)]
    Walk(#[from] WalkError),
    /// The inventory is none.
    #[error("{}", .0.display())]
    Inventory(PathBuf, #[source] InventoryError),
    /// Something leads to DDL, or a record is wrong.
    #[error("{hits} hits stand, {faults} records are not in order")]
    Open {
        /// Hits that nothing permits.
        hits: usize,
        /// What is wrong with records.
        faults: usize,
    },
    /// The rules do not do what they are there to do.
    #[error("{failures} of {cases} cases did not come out as they have to")]
    SelfTest {
        /// The cases that failed, and rules without a case.
        failures: usize,
        /// All of them.
        cases: usize,
    },
    /// There is no such rule.
    #[error("no rule is called {word}{}", .nearest.map(|id| format!("; {id} is similar")).unwrap_or_default())]
    UnknownRule {
        /// What was asked for.
        word: String,
        /// The rule with almost this name.
        nearest: Option<&'static str>,
    },
}

impl RoutesCommandError {
    /// The catalogue code.
    pub const fn code(&self) -> Code {
        match self {
            Self::Unreadable(..) => Code::RoutesUnreadable,
            Self::Walk(error) => error.code(),
            Self::Inventory(_, error) => error.code(),
            Self::Open { .. } => Code::RoutesOpen,
            Self::SelfTest { .. } => Code::RoutesSelfTestFailed,
            Self::UnknownRule { .. } => Code::RoutesUnknownRule,
        }
    }
}

pub fn routes(action: &Routes) -> Result<Reply, Failure> {
    let answer = match action {
        Routes::Scan(args) => scan::scan(args)?,
        Routes::Init(args) => init::init(args)?,
        Routes::Explain(args) => explain::explain(args)?,
        Routes::SelfTest(_) => self_test::self_test(),
    };
    Ok(Reply::Answer(answer))
}
