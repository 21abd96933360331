//! Whether files that deploy the parts keep them apart: a Compose or stack file, a Dockerfile, a server's `pg_hba.conf`
//! and settings. Nothing is started and nobody is asked; what a file does not say is not assumed.
//!
//! A file goes through three passes: text to a tree with places (`yaml`), tree to a model (`compose`), model to findings
//! (`rules`). Invariants: a finding has the place that it is about; what cannot be read ends the check instead of being
//! passed over; a variable of the deployment stays a variable, so a rule holds for every value of it or is not kept.

mod certificate;
mod compose;
mod credential;
mod dockerfile;
mod error;
mod finding;
mod hba;
mod holding;
mod kind;
mod model;
mod place;
mod read;
mod role;
mod rule;
mod rules;
mod settings;
mod text;
mod unseen;
mod words;
mod yaml;

#[cfg(test)]
mod tests;

pub use certificate::{Certificate, NotACertificate};
pub use error::{DeployError, Violated};
pub use finding::Finding;
pub use kind::Kind;
pub use place::Place;
pub use role::Role;
pub use rule::Rule;

use error::Mistake;
use finding::Findings;
use rules::Scene;
use serde::Serialize;

/// The most bytes of a file that is read.
pub const MAX_BYTES: usize = 256 * 1024;

/// A file to check.
#[derive(Clone, Copy, Debug)]
pub struct File<'a> {
    /// Its name, for whoever reads the report.
    pub name: &'a str,
    /// What is in it.
    pub bytes: &'a [u8],
    /// What it is, where that is known; otherwise it is told by what is in it.
    pub kind: Option<Kind>,
}

/// What was found in a file.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The file's name.
    pub file: String,
    /// What it was read as.
    pub kind: Kind,
    /// The services of a stack, with the parts they were taken for.
    pub services: Vec<Part>,
    /// Where it is not as a rule asks.
    pub findings: Vec<Finding>,
    /// What no rule could look at.
    pub unseen: Vec<String>,
}

/// A service and the part it plays.
#[derive(Clone, Debug, Serialize)]
pub struct Part {
    /// The service.
    pub service: String,
    /// The part.
    pub role: Role,
    /// What it was told by.
    pub because: String,
}

/// Checks one file.
///
/// # Errors
/// [`DeployError`] if it cannot be read as what it is.
pub fn check(file: File<'_>, certificates: &[Certificate]) -> Result<Report, DeployError> {
    let refused = |(place, mistake)| DeployError::new(file.name, place, mistake);
    if file.bytes.len() > MAX_BYTES {
        return Err(refused((Place::START, Mistake::TooLarge)));
    }
    let text = std::str::from_utf8(file.bytes).map_err(|error| {
        let before = file.bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count();
        refused((Place::new(before + 1, 1, 1), Mistake::NotUtf8))
    })?;
    let kind = match file.kind {
        Some(kind) => kind,
        None => Kind::of(text).ok_or_else(|| refused((Place::START, Mistake::Unknown)))?,
    };
    let mut findings = Findings::default();
    let mut report = Report {
        file: file.name.to_owned(),
        kind,
        services: Vec::new(),
        findings: Vec::new(),
        unseen: Vec::new(),
    };
    judge(text, certificates, &mut report, &mut findings).map_err(refused)?;
    report.findings = findings.sorted(text);
    Ok(report)
}

fn judge(
    text: &str,
    certificates: &[Certificate],
    report: &mut Report,
    findings: &mut Findings,
) -> Result<(), (Place, Mistake)> {
    match report.kind {
        Kind::Dockerfile => {
            let instructions = dockerfile::read(text).map_err(|error| (error.0, Mistake::Instruction))?;
            dockerfile::judge(&instructions, findings);
        }
        Kind::Hba => {
            let lines = hba::read(text).map_err(|error| (error.0, Mistake::HbaLine))?;
            hba::judge(&lines, findings);
        }
        Kind::Settings => {
            let settings = settings::read(text).map_err(|error| (error.0, Mistake::Setting))?;
            settings::judge_file(&settings, findings);
        }
        Kind::Stack | Kind::Compose | Kind::Swarm | Kind::Portainer => {
            let root = yaml::parse(text).map_err(|(place, error)| (place, Mistake::Yaml(error)))?;
            let stack = compose::read(&root, report.kind.orchestrator())
                .map_err(|error| (error.place, Mistake::Shape(error)))?;
            report.kind = Kind::from(stack.orchestrator);
            let cast = role::cast(&stack);
            rules::apply(&Scene { stack: &stack, cast: &cast, certificates }, findings);
            report.unseen = unseen::of(&stack, &cast);
            let part = |cast: &role::Cast<'_>| Part {
                service: cast.service.name.as_str().to_owned(),
                role: cast.role,
                because: cast.because.clone(),
            };
            report.services = cast.iter().map(part).collect();
        }
    }
    Ok(())
}
