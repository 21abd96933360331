//! Who may start in this environment: a process gets the credential of exactly one identity.

use super::{Environment, Error, Given, Variable};
use std::fmt;

/// The kinds of process, told apart by the credentials they may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Process {
    /// `--run`, `rehearse`, `status`, `backfill`, `certify probe --as migrator`: the migrator.
    Runner,
    /// `readiness`, `certify probe --as runtime`: the runtime.
    Runtime,
    /// `migrate-tier`, `certify probe --as importer`: the importer.
    Importer,
    /// `--verify`: the migrator, which also binds the importer's URL file into the attestation.
    Verifier,
}

/// Every variable that leads to a database credential.
const CREDENTIALS: [Variable; 5] = [
    Variable::MigrationUrl,
    Variable::MigrationUrlFile,
    Variable::RuntimeUrl,
    Variable::RuntimeUrlFile,
    Variable::TargetUrlFile,
];

impl Process {
    const fn credentials(self) -> &'static [Variable] {
        match self {
            Self::Runner => &[Variable::MigrationUrl, Variable::MigrationUrlFile],
            Self::Runtime => &[Variable::RuntimeUrl, Variable::RuntimeUrlFile],
            Self::Importer => &[Variable::TargetUrlFile],
            Self::Verifier => &[Variable::MigrationUrl, Variable::MigrationUrlFile, Variable::TargetUrlFile],
        }
    }
}

impl fmt::Display for Process {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Runner => "the runner",
            Self::Runtime => "the runtime",
            Self::Importer => "the importer",
            Self::Verifier => "the verification",
        })
    }
}

impl Environment {
    /// The database URL of this kind of process, after the rules that hold for every process of this kind.
    ///
    /// # Errors
    /// A misspelt variable, the local tier, the missing URL, and another identity's URL, in this order: with
    /// only another identity's URL set, what is missing is said first.
    pub fn database_url(&self, process: Process) -> Result<Given, Error> {
        self.refuse_misspelt()?;
        self.refuse_local_tier()?;
        let given = match process {
            Process::Runner | Process::Verifier => self
                .given(Variable::MigrationUrl, Variable::MigrationUrlFile)?
                .ok_or(Error::MigrationUrlMissing)?,
            Process::Runtime => {
                self.given(Variable::RuntimeUrl, Variable::RuntimeUrlFile)?.ok_or(Error::RuntimeUrlMissing)?
            }
            Process::Importer => self.target_url_file()?,
        };
        self.refuse_foreign(process)?;
        Ok(given)
    }

    /// That an importer may start here whose database URL an option may name.
    ///
    /// # Errors
    /// A misspelt variable, the local tier, or a URL of another identity: there is no fallback to it.
    pub fn admit_importer(&self) -> Result<(), Error> {
        self.refuse_misspelt()?;
        self.refuse_local_tier()?;
        if self.text(Variable::Tier)? == Some("local") {
            return Err(Error::Value {
                variable: Variable::Tier,
                expected: "standalone or federated where rows go",
            });
        }
        self.refuse_foreign(Process::Importer)
    }

    fn refuse_misspelt(&self) -> Result<(), Error> {
        match &self.misspelt {
            Some((name, meant)) => Err(Error::Misspelt { name: name.clone(), meant: *meant }),
            None => Ok(()),
        }
    }

    fn refuse_foreign(&self, process: Process) -> Result<(), Error> {
        let foreign = |variable: &Variable| {
            self.has(*variable)
                && !process.credentials().contains(variable)
                && !(process == Process::Runner && self.binds(*variable))
        };
        match CREDENTIALS.into_iter().find(foreign) {
            Some(variable) => Err(Error::Foreign { variable, process }),
            None => Ok(()),
        }
    }

    /// The importer's URL has no form that stands in the environment itself.
    fn target_url_file(&self) -> Result<Given, Error> {
        let variable = Variable::TargetUrlFile;
        match self.path(variable)? {
            Some(path) if path.is_absolute() => Ok(Given::InFile(variable, path)),
            Some(_) => Err(Error::Value { variable, expected: "an absolute path" }),
            None => Err(Error::Missing(variable)),
        }
    }

    /// Whether it names the copy of the importer's URL that the migrator is given to bind into attestations. Its
    /// environment is the same whether it runs or verifies; the runner does not open that file.
    fn binds(&self, variable: Variable) -> bool {
        variable == Variable::TargetUrlFile && self.has(Variable::AttestationDir)
    }

    fn refuse_local_tier(&self) -> Result<(), Error> {
        let variable = Variable::Tier;
        match self.text(variable)? {
            None | Some("standalone" | "federated") => Ok(()),
            Some("local") => match CREDENTIALS.into_iter().find(|variable| self.has(*variable)) {
                Some(credential) => Err(Error::LocalTier(credential)),
                None => Ok(()),
            },
            Some(_) => Err(Error::Value { variable, expected: "standalone, federated or local" }),
        }
    }
}
