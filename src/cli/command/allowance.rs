//! `allowance`: who answers, and until when, for what a database has beside its bundle.

mod draft;

use super::super::args::allowance::{Allowance as Action, Check, Sign};
use super::super::exit::Failure;
use super::super::output::{Answer, Ending, Reply};
use super::super::resolve::signature_of;
use super::super::{Context, clock};
use crate::safe_fs;
use crate::sign::SigningKey;
use mosaic_db::allowance::{self, Allowance, Draft, PAYLOAD_TYPE};
use mosaic_db::attest::{NotAnInstant, TrustStore};
use mosaic_db::error::Code;
use serde_json::json;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What these commands refuse by themselves.
#[derive(Debug, thiserror::Error)]
pub enum AllowanceCommandError {
    /// The clock shows a year that no document can name.
    #[error("the clock of this machine is refused")]
    Clock(#[source] NotAnInstant),
    /// The file is named by something that is no file's name.
    #[error("{} names no file", .0.display())]
    Name(PathBuf),
    /// An object that was named is not there beside the bundle, or cannot be allowed.
    #[error("{0} is not among what could be allowed")]
    Object(String),
    /// There is nothing to allow.
    #[error("the database has nothing beside its bundle that could be allowed")]
    Nothing,
}

impl AllowanceCommandError {
    /// The catalogue code.
    pub const fn code(&self) -> Code {
        match self {
            Self::Clock(_) => Code::Internal,
            Self::Name(_) => Code::Usage,
            Self::Object(_) | Self::Nothing => Code::AllowanceNothing,
        }
    }
}

pub fn allowance(action: &Action, context: &Context<'_>) -> Result<Reply, Failure> {
    let answer = match action {
        Action::Draft(args) => draft::draft(args, context),
        Action::Sign(args) => sign(args),
        Action::Check(args) => check(args),
    };
    answer.map(Reply::Answer)
}

fn sign(args: &Sign) -> Result<Answer, Failure> {
    let bytes = safe_fs::read_trust_store(&args.file)?;
    // What would be refused afterwards is not signed.
    let draft = Draft::parse(&bytes)?;
    let key = SigningKey::read(&args.signing_key_file)?;
    let path = signature_of(&args.file);
    write(&path, &key.sign(PAYLOAD_TYPE, &bytes))?;
    let id = key.public_key().id().to_string();
    Ok(Answer {
        ending: Ending::Reached(format!("{} is the signature", path.display())),
        text: format!("{}key       {id}\n", listed(draft.database_id(), draft.list())),
        result: json!({
            "key_id": id,
            "database_id": draft.database_id(),
            "allowances": super::allowed(draft.list()),
            "signature": path,
        }),
        notes: Vec::new(),
    })
}

fn check(args: &Check) -> Result<Answer, Failure> {
    let trust = TrustStore::parse(&safe_fs::read_trust_store(&args.trust_store)?)?;
    let bytes = safe_fs::read_trust_store(&args.file)?;
    let signature = safe_fs::read_trust_store(&signature_of(&args.file))?;
    let now = clock::instant().map_err(AllowanceCommandError::Clock)?;
    let allowances = allowance::verify(&bytes, &signature, &trust, now)?;
    let (database_id, key) = allowances.origin().map_or(("", None), |(id, key)| (id, Some(key.to_string())));
    let expired = allowances.list().iter().filter(|allowance| now >= allowance.expires);
    Ok(Answer {
        ending: Ending::Reached(format!("{} allowances, signed as they must be", allowances.list().len())),
        text: listed(database_id, allowances.list()),
        result: json!({
            "key_id": key,
            "database_id": database_id,
            "allowances": super::allowed(allowances.list()),
        }),
        notes: expired
            .map(|allowance| format!("{} {} has expired", allowance.class.word(), allowance.name.as_str()))
            .collect(),
    })
}

fn listed(database_id: &str, allowances: &[Allowance]) -> String {
    let mut text = format!("database  {database_id}\n");
    for allowance in allowances {
        let _infallible = writeln!(text, "allowed   {allowance}");
        let _infallible = writeln!(text, "          {}", allowance.reason.as_str());
    }
    text
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let name = path.file_name().and_then(OsStr::to_str);
    let (Some(directory), Some(name)) = (path.parent(), name) else {
        return Err(AllowanceCommandError::Name(path.to_owned()).into());
    };
    Ok(safe_fs::replace(directory, name, bytes)?)
}
