//! The only reader of the process environment, and the rules about what it may hold.
//!
//! The variables this program knows are one table ([`Variable`]). [`Environment::capture`] takes a snapshot that
//! cannot fail, so that `--help` and `explain` work in a broken environment; each command then asks for what it
//! needs and gets the error that belongs to it. Invariant: no value of a secret variable leaves this module but
//! as a [`Secret`], and none is ever part of an error.

mod admission;
mod variables;

pub use admission::Process;
pub use variables::{Kind, Variable};

use mosaic_db::dsn::resembles_credential;
use mosaic_db::error::Code;
use mosaic_db::secret::Secret;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;
use zeroize::Zeroizing;

/// What is wrong with the environment. Facts only: names of variables, never a secret value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The variable and its `_FILE` form are both set.
    #[error("{} and {} are both set; one of them must go", .0.name(), .1.name())]
    Both(Variable, Variable),
    /// The variable is set to the empty text.
    #[error("{} is set but empty; unset it or give it a value", .0.name())]
    Empty(Variable),
    /// Another identity's database URL is present.
    #[error("{} is set, and it belongs to another identity than {process}", .variable.name())]
    Foreign {
        /// The variable that must go.
        variable: Variable,
        /// The process that refuses it.
        process: Process,
    },
    /// The embedded tier has no PostgreSQL server, yet a database URL is set.
    #[error("MOSAIC_TIER is local, which has no database server, yet {} is set", .0.name())]
    LocalTier(Variable),
    /// A name that looks like a misspelt variable of this program.
    #[error("{name} is not a variable of this program; {} is", .meant.name())]
    Misspelt {
        /// The name as found.
        name: String,
        /// The variable it resembles.
        meant: Variable,
    },
    /// A variable the command needs is not set.
    #[error("{} is not set", .0.name())]
    Missing(Variable),
    /// The migrator's database URL is not set.
    #[error("neither DATABASE_MIGRATION_URL nor DATABASE_MIGRATION_URL_FILE is set")]
    MigrationUrlMissing,
    /// The runtime's database URL is not set.
    #[error("neither DATABASE_URL nor DATABASE_URL_FILE is set")]
    RuntimeUrlMissing,
    /// The value is not what the variable takes.
    #[error("{} is not {expected}", .variable.name())]
    Value {
        /// The variable.
        variable: Variable,
        /// What it takes.
        expected: &'static str,
    },
}

impl Error {
    /// The catalogue code.
    pub const fn code(&self) -> Code {
        match self {
            Self::Both(..) => Code::VariableConflict,
            Self::Empty(_) | Self::Value { .. } => Code::VariableInvalid,
            Self::Foreign { .. } => Code::ForeignCredential,
            Self::LocalTier(_) => Code::LocalTier,
            Self::Misspelt { .. } => Code::VariableMisspelt,
            Self::Missing(_) => Code::VariableMissing,
            Self::MigrationUrlMissing => Code::MigrationUrlMissing,
            Self::RuntimeUrlMissing => Code::RuntimeUrlMissing,
        }
    }
}

/// A value given directly, or the file that holds it.
#[derive(Debug)]
pub enum Given {
    /// The variable itself holds the secret.
    Here(Variable, Secret),
    /// A file holds it.
    InFile(Variable, PathBuf),
}

/// A snapshot of the variables this program knows, taken once at the start.
pub struct Environment {
    plain: BTreeMap<Variable, OsString>,
    secret: BTreeMap<Variable, Zeroizing<Vec<u8>>>,
    misspelt: Option<(String, Variable)>,
}

impl Environment {
    /// Reads the process environment.
    #[expect(clippy::disallowed_methods, reason = "this module is the reader the others go through")]
    pub fn capture() -> Self {
        Self::from_pairs(std::env::vars_os())
    }

    fn from_pairs(pairs: impl Iterator<Item = (OsString, OsString)>) -> Self {
        let mut environment = Self { plain: BTreeMap::new(), secret: BTreeMap::new(), misspelt: None };
        for (name, value) in pairs {
            let Some(name) = name.to_str() else { continue };
            match Variable::named(name) {
                Some(variable) if variable.kind() == Kind::Secret => {
                    environment.secret.insert(variable, Zeroizing::new(value.into_encoded_bytes()));
                }
                Some(variable) => {
                    environment.plain.insert(variable, value);
                }
                None => {
                    let found = variables::resembling(name).map(|meant| (name.to_owned(), meant));
                    environment.misspelt = environment.misspelt.or(found);
                }
            }
        }
        environment
    }

    /// Whether the variable is set, to whatever value.
    pub fn has(&self, variable: Variable) -> bool {
        self.plain.contains_key(&variable) || self.secret.contains_key(&variable)
    }

    /// The path in a variable.
    ///
    /// # Errors
    /// [`Error::Empty`] for the empty text, [`Error::Value`] for a credential in the wrong variable: errors about files
    /// show their paths.
    pub fn path(&self, variable: Variable) -> Result<Option<PathBuf>, Error> {
        let value = self.value(variable)?;
        if value.is_some_and(|value| resembles_credential(&value.to_string_lossy())) {
            let expected = "a path but resembles a database URL, which is not repeated here";
            return Err(Error::Value { variable, expected });
        }
        Ok(value.map(PathBuf::from))
    }

    /// The text in a variable.
    ///
    /// # Errors
    /// [`Error::Empty`] for the empty text, [`Error::Value`] for text that is not UTF-8.
    pub fn text(&self, variable: Variable) -> Result<Option<&str>, Error> {
        let not_text = Error::Value { variable, expected: "UTF-8 text" };
        self.value(variable)?.map(|value| value.to_str().ok_or(not_text)).transpose()
    }

    /// The number of milliseconds in a variable.
    ///
    /// # Errors
    /// [`Error::Empty`], or [`Error::Value`] for anything but a decimal number that PostgreSQL accepts (31 bits).
    pub fn milliseconds(&self, variable: Variable) -> Result<Option<Duration>, Error> {
        let refused = Error::Value { variable, expected: "a number of milliseconds from 0 to 2147483647" };
        let Some(text) = self.text(variable)? else { return Ok(None) };
        // The standard parser would also take a leading plus sign.
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse::<u32>() {
            Ok(number) if digits && i32::try_from(number).is_ok() => {
                Ok(Some(Duration::from_millis(number.into())))
            }
            _ => Err(refused),
        }
    }

    /// A secret given directly or by file, in one of its two forms, never both.
    ///
    /// # Errors
    /// [`Error::Both`], [`Error::Empty`], or [`Error::Value`] for text that is not UTF-8.
    pub fn given(&self, direct: Variable, file: Variable) -> Result<Option<Given>, Error> {
        match (self.secret.get(&direct), self.path(file)?) {
            (Some(_), Some(_)) => Err(Error::Both(direct, file)),
            (None, Some(path)) if path.is_absolute() => Ok(Some(Given::InFile(file, path))),
            (None, Some(_)) => Err(Error::Value { variable: file, expected: "an absolute path" }),
            (None, None) => Ok(None),
            (Some(bytes), None) if bytes.is_empty() => Err(Error::Empty(direct)),
            (Some(bytes), None) => {
                let not_text = Error::Value { variable: direct, expected: "UTF-8 text" };
                let text = std::str::from_utf8(bytes).map_err(|_| not_text)?;
                Ok(Some(Given::Here(direct, Secret::new(text.to_owned()))))
            }
        }
    }

    fn value(&self, variable: Variable) -> Result<Option<&OsStr>, Error> {
        match self.plain.get(&variable) {
            Some(value) if value.is_empty() => Err(Error::Empty(variable)),
            other => Ok(other.map(OsString::as_os_str)),
        }
    }
}

impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let secret = self.secret.keys().map(|variable| (variable.name(), OsString::from("…")));
        let plain = self.plain.iter().map(|(variable, value)| (variable.name(), value.clone()));
        f.debug_map().entries(plain.chain(secret)).finish()
    }
}

/// The arguments of the process, its own name first.
pub fn arguments() -> Vec<OsString> {
    std::env::args_os().collect()
}

#[cfg(test)]
mod tests;
