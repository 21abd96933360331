//! `deploy`: whether files that deploy the parts keep them apart.

use super::super::Context;
use super::super::args::deploy::{Check, Deploy};
use super::super::exit::Failure;
use super::super::output::{Answer, Ending, Reply};
use mosaic_db::deploy::{self, Certificate, File, MAX_BYTES, NotACertificate, Report, Rule, Violated};
use mosaic_db::error::Code;
use serde_json::json;
use std::fmt::Write as _;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

/// What this command refuses by itself.
#[derive(Debug, thiserror::Error)]
pub enum DeployCommandError {
    /// A file cannot be read.
    #[error("{} cannot be read", .0.display())]
    Unreadable(PathBuf, #[source] io::Error),
    /// It is a directory, a device or a pipe.
    #[error("{} is not a regular file", .0.display())]
    NotRegular(PathBuf),
    /// A file of `--certificate` is none.
    #[error("{}", .0.display())]
    Certificate(PathBuf, #[source] NotACertificate),
}

impl DeployCommandError {
    /// The catalogue code.
    pub const fn code(&self) -> Code {
        match self {
            Self::Unreadable(..) | Self::NotRegular(_) => Code::DeployFileUnreadable,
            Self::Certificate(_, error) => error.code(),
        }
    }
}

pub fn deploy(action: &Deploy, _context: &Context<'_>) -> Result<Reply, Failure> {
    let answer = match action {
        Deploy::Check(args) => check(args)?,
        Deploy::Rules(_) => rules(),
    };
    Ok(Reply::Answer(answer))
}

fn check(args: &Check) -> Result<Answer, Failure> {
    let certificate = |path: &PathBuf| {
        let name = path.display().to_string();
        Certificate::read(name, &read(path)?)
            .map_err(|error| DeployCommandError::Certificate(path.clone(), error))
    };
    let certificates = args.certificate.iter().map(certificate).collect::<Result<Vec<_>, _>>()?;
    let mut reports = Vec::new();
    for path in &args.files {
        let (name, bytes) = (path.display().to_string(), read(path)?);
        let file = File { name: &name, bytes: &bytes, kind: args.kind.map(Into::into) };
        reports.push(deploy::check(file, &certificates)?);
    }
    Ok(answer(&reports))
}

/// What is read is what is judged, so nothing is gained by asking who owns it; only that reading ends.
fn read(path: &Path) -> Result<Vec<u8>, DeployCommandError> {
    let unreadable = |error| DeployCommandError::Unreadable(path.to_owned(), error);
    if !std::fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(DeployCommandError::NotRegular(path.to_owned()));
    }
    let mut bytes = Vec::new();
    // One byte more than is judged, so that a longer file is seen to be one.
    let limit = MAX_BYTES as u64 + 1;
    let file = std::fs::File::open(path).map_err(unreadable)?;
    file.take(limit).read_to_end(&mut bytes).map_err(unreadable)?;
    Ok(bytes)
}

fn answer(reports: &[Report]) -> Answer {
    let text = reports.iter().fold(String::new(), |text, report| text + &shown(report));
    let sentence = format!("{} files are as the {} rules ask", reports.len(), Rule::ALL.len());
    let (ending, text) = match Violated::require_none(reports) {
        Ok(()) => (Ending::Reached(sentence.clone()), format!("{text}{sentence}\n")),
        Err(violated) => (Ending::NotReached(violated.into()), text),
    };
    let unseen = reports
        .iter()
        .flat_map(|report| report.unseen.iter().map(|unseen| format!("{}: {unseen}", report.file)));
    Answer { ending, text, result: json!({ "files": reports }), notes: unseen.collect() }
}

fn shown(report: &Report) -> String {
    let mut text = format!("{}: read as {}\n", report.file, report.kind.name());
    for part in &report.services {
        let _infallible = writeln!(text, "  {:<10} {} ({})", part.role.name(), part.service, part.because);
    }
    for finding in &report.findings {
        let service = finding.service.as_ref().map(|service| format!("{service} ")).unwrap_or_default();
        let _infallible = writeln!(
            text,
            "{}:{}:{}: {}: {service}{}\n{}",
            report.file,
            finding.place.line,
            finding.place.column,
            finding.rule.id(),
            finding.message,
            finding.excerpt.trim_end_matches('\n'),
        );
    }
    text
}

fn rules() -> Answer {
    let text = Rule::ALL.iter().fold(String::new(), |mut text, rule| {
        let _infallible = writeln!(text, "{}\n  {}\n  {}", rule.id(), rule.what(), rule.why());
        text
    });
    let one = |rule: &Rule| json!({ "rule": rule, "what": rule.what(), "why": rule.why() });
    Answer {
        ending: Ending::Reached(format!("{} rules", Rule::ALL.len())),
        text,
        result: json!({ "rules": Rule::ALL.iter().map(one).collect::<Vec<_>>() }),
        notes: Vec::new(),
    }
}
