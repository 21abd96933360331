//! `report`: documents as a page.

use super::super::args::report::{Html, Report};
use super::super::clock;
use super::super::exit::Failure;
use super::super::output::{Answer, Ending, Reply};
use super::super::resolve::signature_of;
use crate::report::{Document, MAX_BYTES, NotADocument, NotVerified, page};
use crate::safe_fs;
use mosaic_db::attest::TrustStore;
use mosaic_db::digest::Digest;
use mosaic_db::error::Code;
use serde_json::json;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

/// What this command refuses by itself.
#[derive(Debug, thiserror::Error)]
pub enum ReportCommandError {
    /// A file cannot be read.
    #[error("{} cannot be read", .0.display())]
    Unreadable(PathBuf, #[source] io::Error),
    /// It is a directory, a device or a pipe.
    #[error("{} is not a regular file", .0.display())]
    NotRegular(PathBuf),
    /// A file cannot be shown.
    #[error("{}", .0.display())]
    Document(PathBuf, #[source] NotADocument),
    /// A signature does not hold.
    #[error("{}", .0.display())]
    Signature(PathBuf, #[source] NotVerified),
}

impl ReportCommandError {
    /// The catalogue code.
    pub const fn code(&self) -> Code {
        match self {
            Self::Unreadable(..) | Self::NotRegular(_) => Code::ReportFileUnreadable,
            Self::Document(..) => Code::ReportUnknownDocument,
            Self::Signature(_, error) => error.code(),
        }
    }
}

pub fn report(action: &Report) -> Result<Reply, Failure> {
    match action {
        Report::Html(args) => html(args),
    }
}

fn html(args: &Html) -> Result<Reply, Failure> {
    let trust = match &args.trust_store {
        Some(path) => Some(TrustStore::parse(&safe_fs::read_trust_store(path)?)?),
        None => None,
    };
    let documents: Result<Vec<Document>, Failure> =
        args.files.iter().map(|path| document(path, trust.as_ref())).collect();
    let documents = documents?;
    let page = page(&documents);
    let Some(out) = &args.out else { return Ok(Reply::Document(page)) };
    safe_fs::publish(out, page.as_bytes())?;
    let sentence = format!("{} documents in {}", documents.len(), out.display());
    Ok(Reply::Answer(Answer {
        text: format!("{sentence}\n"),
        ending: Ending::Reached(sentence),
        result: json!({ "page": out, "sha256": Digest::of(page.as_bytes()), "documents": documents.len() }),
        notes: Vec::new(),
    }))
}

fn document(path: &Path, trust: Option<&TrustStore>) -> Result<Document, Failure> {
    let bytes = read(path)?;
    let refused = |error| ReportCommandError::Document(path.to_owned(), error);
    let document = Document::read(path.display().to_string(), &bytes).map_err(refused)?;
    let Some(trust) = trust else { return Ok(document) };
    let signature = if document.has_signature_beside() { read(&signature_of(path))? } else { Vec::new() };
    let verified = document.verified(&bytes, &signature, trust, clock::instant()?);
    Ok(verified.map_err(|error| ReportCommandError::Signature(path.to_owned(), error))?)
}

/// Nothing is believed of what is read, so nothing is gained by asking who owns it; only that reading ends.
fn read(path: &Path) -> Result<Vec<u8>, ReportCommandError> {
    let unreadable = |error| ReportCommandError::Unreadable(path.to_owned(), error);
    if !std::fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(ReportCommandError::NotRegular(path.to_owned()));
    }
    let mut bytes = Vec::new();
    // One byte more than is shown, so that a longer file is seen to be one.
    let limit = MAX_BYTES as u64 + 1;
    let file = std::fs::File::open(path).map_err(unreadable)?;
    file.take(limit).read_to_end(&mut bytes).map_err(unreadable)?;
    Ok(bytes)
}
