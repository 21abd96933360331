//! Renders the SQL that takes over a database which one login made and ran: its objects, its schemas and its extension go to
//! the roles of bootstrap, and everything else that bootstrap does follows in the same transaction.
//!
//! What is there comes from a snapshot, which `psql` makes in one `READ ONLY` transaction; the same question is asked again when
//! the script runs, and the answer must be the same. So the list that was read and judged is the list that is worked through.
//! Invariants: an [`Eligible`] snapshot has nothing in it that the script cannot move; nothing is rendered that gives away
//! everything of a role at once, or that takes with it what depends on something.

mod judge;
mod snapshot;

pub use judge::{Objection, Stray};
pub use snapshot::Snapshot;

use super::variable::Variable;
use super::{ALONE, BEGIN, CHECKS, DatabaseName, ITSELF, Request, SERVER, STEPS, TARGET, head, variables};
use mosaic_db::checks::prepared::Scope;
use mosaic_db::error::Code;
use mosaic_db::identifier::Identifier;
use serde_json::json;

const SNAPSHOT_BEGIN: &str = include_str!("../../bootstrap-sql/existing/00-snapshot.begin.sql");
const PIN: &str = include_str!("../../bootstrap-sql/existing/10-pin.sql");
const FACTS: &str = include_str!("../../bootstrap-sql/existing/11-facts.sql");
const UNCHANGED: &str = include_str!("../../bootstrap-sql/existing/12-unchanged.sql");
const DRAINED: &str = include_str!("../../bootstrap-sql/existing/14-drained.sql");
const OWNERS: &str = include_str!("../../bootstrap-sql/existing/25-owners.sql");
const EXTENSIONS: &str = include_str!("../../bootstrap-sql/existing/28-extensions.sql");
const TAKEN: &str = include_str!("../../bootstrap-sql/existing/90-taken.check.sql");
const COMMIT: &str = include_str!("../../bootstrap-sql/existing/95-commit.sql");

/// What takes everything back, after [`UNCHANGED`].
const ROLLBACK: [&str; 4] = [
    include_str!("../../bootstrap-sql/existing/rollback-12-before.sql"),
    include_str!("../../bootstrap-sql/existing/rollback-20-guard.sql"),
    include_str!("../../bootstrap-sql/existing/rollback-25-owners.sql"),
    include_str!("../../bootstrap-sql/existing/rollback-30-schemas.sql"),
];
const ROLLED_BACK: &str = include_str!("../../bootstrap-sql/existing/rollback-90-before.check.sql");

/// Why an existing database is not taken over.
#[derive(Debug, thiserror::Error)]
pub enum ExistingError {
    /// No snapshot, or one of another version.
    #[error("the snapshot is not one that this version of the program made")]
    Unreadable(#[source] Option<serde_json::Error>),
    /// A snapshot of another database.
    #[error("the snapshot is of database {found}, and the script is asked for {wanted}")]
    Database {
        /// The snapshot's.
        found: String,
        /// The one to render for.
        wanted: String,
    },
    /// A snapshot for another bundle.
    #[error("the snapshot was made for a bundle with other schemas or another ledger")]
    Scope,
    /// An extension whose owner cannot be changed.
    #[error("{}", judge::listed(.0))]
    ExtensionOwner(Vec<Stray>),
    /// Things that the script does not know how to move.
    #[error("{} in the way", judge::counted(.0))]
    Refused(Vec<Objection>),
}

impl ExistingError {
    /// The catalogue code.
    pub const fn code(&self) -> Code {
        match self {
            Self::Unreadable(_) | Self::Database { .. } | Self::Scope => Code::BootstrapSnapshotInvalid,
            Self::ExtensionOwner(_) => Code::BootstrapExtensionOwner,
            Self::Refused(_) => Code::BootstrapExistingRefused,
        }
    }

    /// Everything that is in the way, one by one.
    pub fn notes(&self) -> Vec<String> {
        match self {
            Self::Refused(objections) => objections.iter().map(ToString::to_string).collect(),
            Self::Unreadable(_) | Self::Database { .. } | Self::Scope | Self::ExtensionOwner(_) => Vec::new(),
        }
    }

    /// The same for a program.
    pub fn facts(&self) -> serde_json::Value {
        match self {
            Self::Refused(_) => json!({ "in_the_way": self.notes() }),
            Self::Unreadable(_) | Self::Database { .. } | Self::Scope | Self::ExtensionOwner(_) => {
                serde_json::Value::Null
            }
        }
    }
}

/// A snapshot of the database that is asked for, with nothing in it that cannot be taken over.
pub struct Eligible {
    snapshot: Snapshot,
}

impl Eligible {
    /// Judges a snapshot.
    ///
    /// # Errors
    /// [`ExistingError`], with everything that is in the way.
    pub fn new(snapshot: Snapshot, database: &DatabaseName, scope: &Scope) -> Result<Self, ExistingError> {
        judge::judge(snapshot.facts(), database.as_str(), scope)?;
        Ok(Self { snapshot })
    }

    fn variables(&self) -> [Variable; 2] {
        [
            Variable::text("owner", &self.snapshot.facts().owner.name),
            Variable::json("snapshot", self.snapshot.document()),
        ]
    }
}

/// The script that makes a snapshot: one JSON document on the standard output of `psql`.
pub fn render_snapshot(database: &DatabaseName, owner: &Identifier, scope: &Scope) -> String {
    let mut script = head(
        "Prints what is in a database and whose it is, and changes nothing. Run it as a superuser: psql -X -f THIS -d DATABASE >SNAPSHOT.",
        &[
            Variable::text("database", database.as_str()),
            Variable::text("owner", owner.as_str()),
            Variable::json("owned_schemas", &json!(scope.owned_schemas().collect::<Vec<_>>())),
            Variable::text("ledger_schema", &scope.ledger_schema),
            Variable::text("ledger_table", &scope.ledger_table),
        ],
    );
    for part in [SERVER, SNAPSHOT_BEGIN, TARGET, PIN, FACTS, ";\nCOMMIT;\n"] {
        script.push_str(part);
    }
    script
}

/// The script that takes the database over and prepares it, in one transaction.
pub fn render(request: &Request<'_>, eligible: &Eligible) -> String {
    let mut variables = variables(request);
    variables.extend(eligible.variables());
    let mut script = head(
        "Takes over a database that is in use, for mosaic-db-migrator. Run it as a superuser: psql -X -f THIS -d DATABASE.",
        &variables,
    );
    script.push_str(&eligible.snapshot.facts().listed());
    let [guards, roles, rest @ ..] = STEPS;
    let before = [
        SERVER, BEGIN, TARGET, ALONE, guards, PIN, FACTS, FOUND, UNCHANGED, DRAINED, roles, OWNERS,
        EXTENSIONS, ITSELF,
    ];
    let parts = before.into_iter().chain(rest).chain(CHECKS);
    let parts = parts.chain([FACTS, FOUND, TAKEN, request.other_databases.part(), COMMIT]);
    script.extend(parts);
    script
}

/// The script that gives a database back which [`render`]'s took over and nobody has migrated since.
pub fn render_rollback(request: &Rollback<'_>) -> String {
    let scope = request.scope;
    let mut variables = super::target(request.database, scope);
    variables.extend(request.eligible.variables());
    let mut script = head(
        "Gives a database that was taken over back to the login that made it, as the snapshot says, before it was migrated. \
         Run it as a superuser: psql -X -f THIS -d DATABASE.",
        &variables,
    );
    let [guards, ..] = STEPS;
    script.extend([SERVER, BEGIN, TARGET, ALONE, guards, PIN, FACTS, FOUND, UNCHANGED]);
    script.extend(ROLLBACK);
    script.extend([FACTS, FOUND, ROLLED_BACK]);
    script
}

/// What is given back.
pub struct Rollback<'a> {
    /// The database.
    pub database: &'a DatabaseName,
    /// What its bundle needs.
    pub scope: &'a Scope,
    /// As it was.
    pub eligible: &'a Eligible,
}

/// Has `psql` remember the facts.
const FOUND: &str = "\\gset\n\n";

#[cfg(test)]
pub mod tests;
