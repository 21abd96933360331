//! What an inventory says of the files that a record is about.

use super::super::kind::Kind;
use super::pattern::Pattern;
use crate::attest::Instant;
use crate::digest::Digest;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// One record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Record {
    /// The line of the inventory on which it begins, from one.
    pub line: usize,
    /// Which files.
    pub path: Pattern,
    /// What they are.
    pub class: FileClass,
    /// Why what is in them is no other way to DDL.
    pub disposition: Disposition,
    /// The person or team that answers for them.
    pub owner: String,
    /// Why, in the owner's words.
    pub rationale: String,
    /// The revision at which somebody else looked at files and record; none while nobody has.
    pub reviewed: Option<String>,
    /// The first second in which the record does not hold any more.
    pub expires: Instant,
    /// What the files hold, where they must never change: of one file its digest, of several that of their list, as
    /// `sha256sum FILES | sha256sum` prints it.
    pub sha256: Option<Digest>,
    /// How many labelled snippets the files hold, where they hold nothing else.
    pub snippets: Option<usize>,
    /// By rule, the exact texts of hits that the record permits.
    pub allow: BTreeMap<String, BTreeSet<String>>,
}

/// What files are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FileClass {
    /// Source that is run, tests included.
    ExecutableSource,
    /// What a package or its build runs.
    PackageScript,
    /// What an operator or developer reads and does.
    OperatorDocument,
    /// What a deployment is made from.
    DeployManifest,
    /// What everything else has to keep to.
    NormativeContract,
    /// SQL that was applied once and may never change by a byte.
    HistoricalSql,
    /// Code whose only database is in its own process.
    EmbeddedDatabaseOnly,
    /// What tests hold in order to see it refused, found or undone.
    NegativeTestLiteral,
    /// Files of others, and files that a program wrote.
    VendoredOrGenerated,
    /// An account of what once was.
    HistoricalReport,
    /// How far something is.
    StatusOnly,
}

/// Why what is found in a file is no other way to DDL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Disposition {
    /// It is the runner, or what the runner applies.
    Runner,
    /// A superuser's session runs it from outside, before the runner.
    Bootstrap,
    /// It meets databases only that a test makes and throws away.
    Disposable,
    /// It meets embedded databases only.
    Embedded,
    /// Nobody runs it.
    Inert,
    /// It is another way, and will be gone before the record ends.
    Retire,
}

impl Record {
    /// Whether its files are to be read as labelled snippets.
    #[must_use]
    pub const fn is_corpus(&self) -> bool {
        self.snippets.is_some() && matches!(self.class, FileClass::NegativeTestLiteral)
    }
}

impl FileClass {
    /// Its name in an inventory.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ExecutableSource => "executable-source",
            Self::PackageScript => "package-script",
            Self::OperatorDocument => "operator-document",
            Self::DeployManifest => "deploy-manifest",
            Self::NormativeContract => "normative-contract",
            Self::HistoricalSql => "historical-sql",
            Self::EmbeddedDatabaseOnly => "embedded-database-only",
            Self::NegativeTestLiteral => "negative-test-literal",
            Self::VendoredOrGenerated => "vendored-or-generated",
            Self::HistoricalReport => "historical-report",
            Self::StatusOnly => "status-only",
        }
    }

    /// Whether a file of this kind can be one. A class that fits everything would be a way to call a manifest a report.
    #[must_use]
    pub const fn fits(self, kind: Kind) -> bool {
        match self {
            Self::ExecutableSource => is_program(kind),
            Self::EmbeddedDatabaseOnly => is_program(kind) || is_package(kind),
            Self::PackageScript => is_package(kind),
            Self::OperatorDocument | Self::HistoricalReport | Self::StatusOnly => is_document(kind),
            Self::DeployManifest => {
                matches!(kind, Kind::Yaml | Kind::Json | Kind::Pairs | Kind::Dockerfile | Kind::Terraform)
            }
            Self::NormativeContract => {
                is_document(kind) || matches!(kind, Kind::Yaml | Kind::Json | Kind::Script | Kind::Sql)
            }
            Self::HistoricalSql => matches!(kind, Kind::Sql),
            // What looks like a document is read by people, in whatever directory it is.
            Self::NegativeTestLiteral => !matches!(kind, Kind::Markdown),
            Self::VendoredOrGenerated => true,
        }
    }

    /// What a file of this kind is more often than anything else.
    pub(super) const fn usual(kind: Kind) -> Self {
        match kind {
            Kind::Markdown | Kind::Text | Kind::Unknown => Self::OperatorDocument,
            Kind::Yaml | Kind::Dockerfile | Kind::Terraform => Self::DeployManifest,
            Kind::Json | Kind::Pairs => Self::PackageScript,
            Kind::Sql
            | Kind::Shell
            | Kind::WindowsShell
            | Kind::Markup
            | Kind::Script
            | Kind::Java
            | Kind::Python
            | Kind::Ruby
            | Kind::Go
            | Kind::Rust
            | Kind::Make => Self::ExecutableSource,
        }
    }

    /// Whether this can be the reason why such a file may hold what is found in it.
    #[must_use]
    pub const fn may_be(self, disposition: Disposition) -> bool {
        use Disposition as D;
        match self {
            Self::ExecutableSource => {
                matches!(disposition, D::Runner | D::Bootstrap | D::Disposable | D::Retire)
            }
            Self::PackageScript => matches!(disposition, D::Runner | D::Disposable | D::Retire),
            Self::OperatorDocument => {
                matches!(disposition, D::Runner | D::Bootstrap | D::Disposable | D::Retire)
            }
            Self::DeployManifest => matches!(disposition, D::Bootstrap | D::Retire),
            Self::HistoricalSql => matches!(disposition, D::Runner | D::Inert),
            Self::EmbeddedDatabaseOnly => matches!(disposition, D::Embedded),
            Self::NegativeTestLiteral => matches!(disposition, D::Disposable | D::Inert),
            Self::NormativeContract | Self::HistoricalReport | Self::StatusOnly => {
                matches!(disposition, D::Inert)
            }
            Self::VendoredOrGenerated => matches!(disposition, D::Inert | D::Disposable),
        }
    }

    /// Whether a record may permit anything in such a file. What only says how far something is has no use for commands.
    #[must_use]
    pub const fn may_allow(self) -> bool {
        !matches!(self, Self::StatusOnly)
    }
}

impl Disposition {
    /// Its name in an inventory.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Runner => "runner",
            Self::Bootstrap => "bootstrap",
            Self::Disposable => "disposable",
            Self::Embedded => "embedded",
            Self::Inert => "inert",
            Self::Retire => "retire",
        }
    }

    /// How long a record may hold, in days from the day of the scan: somebody looks again before it is forgotten, and
    /// soon at what is on its way out.
    #[must_use]
    pub const fn days(self) -> u64 {
        match self {
            Self::Retire => 92,
            Self::Runner | Self::Bootstrap | Self::Disposable | Self::Embedded | Self::Inert => 731,
        }
    }
}

const fn is_program(kind: Kind) -> bool {
    matches!(FileClass::usual(kind), FileClass::ExecutableSource)
}

const fn is_package(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Json
            | Kind::Pairs
            | Kind::Yaml
            | Kind::Make
            | Kind::Markup
            | Kind::Java
            | Kind::Ruby
            | Kind::Python
    )
}

const fn is_document(kind: Kind) -> bool {
    matches!(kind, Kind::Markdown | Kind::Text | Kind::Markup | Kind::Unknown)
}
