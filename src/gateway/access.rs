//! What the runtime's login can become, make and own, and the settings it starts with: what a gateway must not be able
//! to do, each with a code of its own.
//!
//! What it holds on objects is judged with what every other role holds there, by the grants file inside the managed
//! schemas and by the shared checks elsewhere.

use crate::error::Code;
use crate::postgres::identity::{Membership, role};
use crate::postgres::{Literal, ResultSet};
use serde::Serialize;
use std::fmt;

/// In which way the login can do too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Excess {
    /// It can SET ROLE.
    Assumes,
    /// It has the rights of another role.
    Inherits,
    /// It owns something, or its capability role does.
    Owns,
    /// It can create something that lasts.
    Creates,
    /// It can make temporary tables.
    Temporary,
    /// A setting is stored for it, for the database or for every role.
    Setting,
    /// The answer has an unexpected form; what cannot be read does not pass.
    Unreadable,
}

/// One thing that the login can do and must not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Finding {
    /// In which way.
    pub excess: Excess,
    /// To what: a role, an object, a setting's name.
    pub what: String,
}

/// The one membership of the runtime's login.
pub(super) fn membership() -> Membership {
    Membership { role: role::RUNTIME_CAPABILITY.to_owned(), admin: false, inherit: true, set: false }
}

/// The statement whose rows [`judge`] reads, to be asked as the login itself.
pub(super) fn question() -> String {
    include_str!("access.sql").replace("{capability}", &Literal(role::RUNTIME_CAPABILITY).to_string())
}

/// The same statement for the importer, whose rights are all its own.
pub(crate) fn importer_question() -> String {
    include_str!("access.sql").replace("{capability}", "session_user")
}

/// Everything found, the gravest first.
pub(super) fn judge(rows: &ResultSet) -> Vec<Finding> {
    let unreadable = || Finding { excess: Excess::Unreadable, what: String::new() };
    let Some(rows) = rows.exact::<2>() else { return vec![unreadable()] };
    let mut findings: Vec<Finding> = rows
        .into_iter()
        .map(|[word, what]| match Excess::parse(word) {
            Some(excess) => Finding { excess, what: what.to_owned() },
            None => unreadable(),
        })
        .collect();
    findings.sort();
    findings
}

impl Excess {
    fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "assumes" => Self::Assumes,
            "inherits" => Self::Inherits,
            "owns" => Self::Owns,
            "creates" => Self::Creates,
            "temporary" => Self::Temporary,
            "setting" => Self::Setting,
            _ => return None,
        })
    }
}

impl Finding {
    /// The catalogue code.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self.excess {
            Excess::Assumes => Code::RuntimeCanAssumeRole,
            Excess::Inherits => Code::RuntimeInheritsRole,
            Excess::Owns => Code::RuntimeOwns,
            Excess::Creates => Code::RuntimeCanCreate,
            Excess::Temporary => Code::RuntimeTemporary,
            Excess::Setting => Code::RuntimeStoredSettings,
            Excess::Unreadable => Code::Internal,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = &self.what;
        match self.excess {
            Excess::Assumes => write!(f, "the runtime can SET ROLE {what}"),
            Excess::Inherits => write!(f, "the runtime has the rights of {what}"),
            Excess::Owns => write!(f, "the runtime owns {what}"),
            Excess::Creates => write!(f, "the runtime has CREATE on {what}"),
            Excess::Temporary => write!(f, "the runtime has TEMPORARY on {what}"),
            Excess::Setting => write!(f, "a setting is stored: {what}"),
            Excess::Unreadable => {
                f.write_str("the server's answer about the runtime's rights cannot be read")
            }
        }
    }
}
