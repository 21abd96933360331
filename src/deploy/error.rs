//! A file that cannot be judged, and files that were.

use super::Report;
use super::place::Place;
use super::read::Shape;
use super::yaml::YamlError;
use crate::error::Code;

/// A file that cannot be read as what it is.
#[derive(Debug, thiserror::Error)]
#[error("{file}:{}:{}", .place.line, .place.column)]
pub struct DeployError {
    file: String,
    place: Place,
    #[source]
    mistake: Mistake,
}

/// What is wrong with it.
#[derive(Debug, thiserror::Error)]
pub(super) enum Mistake {
    #[error("is longer than {} bytes", super::MAX_BYTES)]
    TooLarge,
    #[error("is not UTF-8")]
    NotUtf8,
    #[error("does not look like any kind of file that is known; --kind says what it is")]
    Unknown,
    #[error(transparent)]
    Yaml(YamlError),
    #[error(transparent)]
    Shape(Shape),
    #[error("is no instruction of a Dockerfile")]
    Instruction,
    #[error("is no line of pg_hba.conf")]
    HbaLine,
    #[error("is no setting")]
    Setting,
}

impl DeployError {
    pub(super) fn new(file: &str, place: Place, mistake: Mistake) -> Self {
        Self { file: file.to_owned(), place, mistake }
    }

    /// Where.
    #[must_use]
    pub const fn place(&self) -> Place {
        self.place
    }

    /// The catalogue code.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self.mistake {
            Mistake::TooLarge
            | Mistake::NotUtf8
            | Mistake::Unknown
            | Mistake::Yaml(_)
            | Mistake::Shape(_)
            | Mistake::Instruction
            | Mistake::HbaLine
            | Mistake::Setting => Code::DeployFileInvalid,
        }
    }
}

/// Files that are not as the rules ask.
#[derive(Debug, thiserror::Error)]
#[error("{findings} places in {files} files are not as a rule asks")]
pub struct Violated {
    findings: usize,
    files: usize,
}

impl Violated {
    /// That no file has a finding.
    ///
    /// # Errors
    /// [`Violated`] if one has.
    pub fn require_none(reports: &[Report]) -> Result<(), Self> {
        let findings = reports.iter().map(|report| report.findings.len()).sum();
        let files = reports.iter().filter(|report| !report.findings.is_empty()).count();
        if files == 0 { Ok(()) } else { Err(Self { findings, files }) }
    }

    /// The catalogue code.
    #[must_use]
    pub const fn code(&self) -> Code {
        Code::DeployViolation
    }
}
