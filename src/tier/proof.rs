//! Rows without row triggers: what that takes, and the proof of every foreign key that the triggers would have checked.
//!
//! In the role `replica` the server fires no ordinary trigger (PostgreSQL manual, `session_replication_role`): user-defined
//! ones, the ones behind foreign keys, and the ones behind keys that can be deferred. NOT NULL, CHECK and keys that cannot be
//! deferred are no triggers and hold as ever. Invariant: nothing is loaded in this way that the statements here do not
//! prove, and nobody can take away what it refers to between proof and commit: whoever deletes or changes a key has the
//! server look for rows that refer to it, in a table that is locked against that until then.

use super::plan::{Act, Plan};
use mosaic_db::postgres::identity::role;
use mosaic_db::postgres::{Batch, Literal, ResultSet};
use std::collections::BTreeSet;
use std::fmt;

/// Who checks the foreign keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Constraints {
    /// The server, row by row, as ever
    #[default]
    Enforce,
    /// This program, all rows at once before the commit, after loading without row triggers: PostgreSQL 17 or newer, where
    /// fast load was granted
    Validate,
}

/// What stands in for the triggers.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The tables to fill, which nobody else may write meanwhile, or look through for rows that refer to something.
    /// Quoted names.
    pub locked: BTreeSet<String>,
    /// What is proved before the commit.
    pub keys: Vec<ForeignKey>,
}

/// A foreign key of a table to fill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignKey {
    /// The constraint.
    pub name: String,
    /// Its table.
    pub table: String,
    /// Counts the rows that refer to nothing.
    pub statement: String,
}

/// Why rows are not loaded without row triggers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    /// There is no privilege with which tables could be locked.
    #[error("the target is PostgreSQL {0}; 17 is the oldest that is filled without row triggers")]
    Version(String),
    /// Bootstrap did not grant it.
    #[error("{} was not granted {}", role::IMPORTER, .0.join(", "))]
    NotGranted(Vec<String>),
    /// Keys that the server checks by a trigger.
    #[error("the server checks these keys by triggers, because they can be deferred: {}", .0.join(", "))]
    Deferrable(Vec<String>),
    /// Foreign keys over periods.
    #[error("these foreign keys are over periods, which no comparison of rows proves: {}", .0.join(", "))]
    Periods(Vec<String>),
    /// Foreign keys to tables whose rows the importer cannot see.
    #[error("these foreign keys lead to tables that the importer may not read: {}", .0.join(", "))]
    Unreadable(Vec<String>),
}

/// The oldest server with MAINTAIN.
pub const OLDEST_SERVER: u32 = 170_000;
/// The first with NOT ENFORCED and PERIOD.
const WITH_PERIODS: u32 = 180_000;

/// The questions whose answers [`plan`] reads. Servers before [`OLDEST_SERVER`] do not understand them.
pub fn questions(schema: &str, server_version: u32) -> [String; 3] {
    let (enforced, period) =
        if server_version >= WITH_PERIODS { ("o.conenforced", "o.conperiod") } else { ("true", "false") };
    let schema = Literal(schema).to_string();
    let filled = |question: &str| {
        let question = question.replace("{enforced}", enforced).replace("{period}", period);
        question.replace("{schema}", &schema)
    };
    [
        "SELECT has_parameter_privilege('session_replication_role', 'SET')".to_owned(),
        filled(include_str!("questions/silenced.sql")),
        filled(include_str!("questions/proofs.sql")),
    ]
}

/// What there is to lock and to prove, and which triggers fire: written into the plan. `None` for an answer of another form.
pub fn plan(answers: &Batch, plan: &mut Plan) -> Option<Result<(), ProofError>> {
    let may_set = answers.set(0).get(0, 0)? == "t";
    let mut missing = Vec::new();
    if !may_set {
        missing.push("SET on parameter session_replication_role".to_owned());
    }
    let tables = answers.set(1);
    let (mut deferrable, mut periods, mut unreadable) = (Vec::new(), Vec::new(), Vec::new());
    let mut proof = Proof { locked: BTreeSet::new(), keys: Vec::new() };
    let mut names = BTreeSet::new();
    for transfer in plan.waves.iter_mut().flatten().filter(|transfer| transfer.act == Act::Copy) {
        let row = (0..tables.rows().len()).find(|row| tables.get(*row, 0) == Some(&transfer.name))?;
        if tables.get(row, 1)? != "t" {
            missing.push(format!("MAINTAIN on {}", transfer.sql.target));
        }
        let listed = |column: usize| tables.get(row, column).map(str::to_owned);
        (transfer.silenced, transfer.triggers) = (listed(2), listed(3));
        deferrable.extend(listed(4).map(|keys| format!("{keys} of {}", transfer.name)));
        proof.locked.insert(transfer.sql.target.clone());
        names.insert(transfer.name.clone());
    }
    for (key, over, parent) in keys(answers.set(2))? {
        if !names.contains(&key.table) {
            continue;
        }
        if over == Over::Periods {
            periods.push(format!("{} of {}", key.name, key.table));
        }
        if let Parent::Unreadable(parent) = parent {
            unreadable.push(format!("{} of {} to {parent}", key.name, key.table));
        }
        proof.keys.push(key);
    }
    Some(match () {
        () if !missing.is_empty() => Err(ProofError::NotGranted(missing)),
        () if !deferrable.is_empty() => Err(ProofError::Deferrable(deferrable)),
        () if !periods.is_empty() => Err(ProofError::Periods(periods)),
        () if !unreadable.is_empty() => Err(ProofError::Unreadable(unreadable)),
        () => {
            plan.proof = Some(proof);
            Ok(())
        }
    })
}

/// What a foreign key leads to.
enum Parent {
    Readable,
    Unreadable(String),
}

#[derive(PartialEq, Eq)]
enum Over {
    Values,
    Periods,
}

fn keys(answer: &ResultSet) -> Option<Vec<(ForeignKey, Over, Parent)>> {
    let key = |[name, table, parent, readable, period, statement]: [&str; 6]| {
        let parent = if readable == "t" { Parent::Readable } else { Parent::Unreadable(parent.to_owned()) };
        let over = if period == "t" { Over::Periods } else { Over::Values };
        let (name, table, statement) = (name.to_owned(), table.to_owned(), statement.to_owned());
        (ForeignKey { name, table, statement }, over, parent)
    };
    Some(answer.exact::<6>()?.into_iter().map(key).collect())
}

impl Proof {
    /// Switches row triggers off for the transaction, with room for the proof, and locks the tables to fill. The lock is the
    /// weakest that conflicts with ROW SHARE, which the check behind a foreign key takes on the table that refers before it
    /// looks there (`RI_FKey_noaction_del` and its like). So it need not be one on the table that is referred to.
    pub fn begin(&self) -> String {
        let tables: Vec<&str> = self.locked.iter().map(String::as_str).collect();
        if tables.is_empty() {
            return String::new();
        }
        format!(
            "SET LOCAL session_replication_role = replica; SET LOCAL work_mem = '{WORK_MEM}'; \
             LOCK TABLE {} IN EXCLUSIVE MODE; ",
            tables.join(", ")
        )
    }
}

impl ForeignKey {
    /// How many rows refer to nothing. `None` for an answer of another form.
    pub fn orphans(answer: &Batch) -> Option<u64> {
        answer.set(0).get(0, 0)?.parse().ok()
    }
}

impl fmt::Display for ForeignKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.table, self.name)
    }
}

/// For the hash of a key's values, in the one session that proves.
const WORK_MEM: &str = "256MB";
