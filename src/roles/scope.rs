//! Owners and privileges over the managed schemas: what an entry must not have changed behind its grants file.
//!
//! Read before the commit of an entry that could change them, in its own transaction, and compared as rows, never as ACL text (whose order
//! means nothing). The scope is compared whole: a test on `xmin` would miss objects made in subtransactions.

use super::{acl, fast_load};
use crate::bundle::{EntryGrants, LedgerName, Manifest, Object};
use crate::identifier::Identifier;
use crate::postgres::identity::role;
use crate::postgres::{Literal, ResultSet};
use std::collections::BTreeSet;
use std::fmt;

/// A class of object that has an owner or privileges of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// A column with privileges of its own.
    Column,
    /// A default privilege of the schema owner.
    DefaultPrivilege,
    /// A function, procedure or aggregate.
    Routine,
    /// A schema.
    Schema,
    /// A sequence.
    Sequence,
    /// A table, partitioned or foreign ones included.
    Table,
    /// A type or domain.
    Type,
    /// A view or materialised view.
    View,
}

/// An object in the managed scope.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ScopeObject {
    /// Its class.
    pub class: Class,
    /// Its schema; empty for a schema itself.
    pub schema: String,
    /// Its name, with argument types for a routine.
    pub name: String,
}

/// A privilege of a role other than the owner.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Held {
    /// On which object.
    pub object: ScopeObject,
    /// By whom; `PUBLIC` for everybody.
    pub grantee: String,
    /// The privilege, as `aclexplode` names it.
    pub privilege: String,
}

/// Something in the managed scope that is not as the bundle says.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Violation {
    /// Another owner than the schema owner.
    Owner {
        /// The object.
        object: ScopeObject,
        /// Its owner.
        owner: String,
    },
    /// A privilege that no grants file lists.
    Grant(Held),
    /// A listed privilege that may be passed on.
    GrantOption(Held),
    /// A routine that runs with its owner's rights.
    SecurityDefiner(ScopeObject),
    /// The server answered in an unexpected form; what cannot be read does not pass.
    Unreadable,
}

/// Every privilege that may be held in the managed scope by a role other than the owner.
#[derive(Clone, Debug, Default)]
pub struct Allowed(BTreeSet<Held>);

/// Owners and privileges over these schemas: a statement whose rows [`judge`] reads, and whose places for `{schemas}` are
/// to be filled with a list of literals. It holds no parameters, so that it can be prepared once and executed inside every
/// message.
pub(crate) const QUESTION: &str = include_str!("objects.sql");

/// [`QUESTION`] over the managed scope.
#[must_use]
pub fn question(manifest: &Manifest) -> String {
    let schemas: Vec<String> =
        schemas(manifest).iter().map(|schema| Literal(schema.as_str()).to_string()).collect();
    QUESTION.replace("{schemas}", &schemas.join(", "))
}

/// The ledger's schema is part of the scope whether its objects are the bundle's business or not.
fn schemas(manifest: &Manifest) -> BTreeSet<Identifier> {
    let mut schemas = manifest.managed_schemas().clone();
    schemas.insert(manifest.ledger().schema.clone());
    schemas
}

/// Of the rows about more schemas, those that [`question`] has for answer.
#[must_use]
pub fn within(rows: &ResultSet, manifest: &Manifest) -> ResultSet {
    let schemas = schemas(manifest);
    rows.filtered(|row| {
        let [Some(class), Some(schema), Some(name), ..] = row else { return true };
        let schema = if class == "schema" { name } else { schema };
        class == "default" || schemas.iter().any(|it| it.as_str() == schema)
    })
}

/// One row: an object that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The object.
    pub object: ScopeObject,
    /// Its owner; a column's is its table's.
    pub owner: String,
    /// Who holds what on it by its list of privileges, but for what everybody has on every type.
    pub held: Vec<acl::Held>,
    /// Whether it is a routine that runs with its owner's rights.
    pub definer: bool,
}

impl Found {
    /// Reads a row; nothing where it has another form.
    #[must_use]
    pub fn read(row: [&str; COLUMNS]) -> Option<Self> {
        let [class, schema, name, owner, acl, definer] = row;
        let class = Class::parse(class)?;
        let mut held = acl::parse(acl)?;
        held.retain(|held| {
            class != Class::Type || held.grantee.is_some() || held.privilege != "USAGE" || held.grantable
        });
        let object = ScopeObject { class, schema: schema.to_owned(), name: name.to_owned() };
        Some(Self { object, owner: owner.to_owned(), held, definer: definer != "f" })
    }

    /// What others than its owner hold on it.
    pub fn held_by_others(&self) -> impl Iterator<Item = &acl::Held> {
        self.held.iter().filter(|held| !held.is_of(&self.owner))
    }
}

/// How many columns [`QUESTION`] gives.
pub const COLUMNS: usize = 6;

/// Compares what is there with what may be there.
#[must_use]
pub fn judge(rows: &ResultSet, allowed: &Allowed) -> Vec<Violation> {
    let Some(rows) = rows.exact::<COLUMNS>() else { return vec![Violation::Unreadable] };
    let found = rows.into_iter().map(Found::read);
    let mut violations: Vec<Violation> = found
        .flat_map(|found| found.map_or(vec![Violation::Unreadable], |found| of_object(&found, allowed)))
        .collect();
    violations.sort();
    violations
}

fn of_object(found: &Found, allowed: &Allowed) -> Vec<Violation> {
    let object = &found.object;
    let mut violations = Vec::new();
    if found.owner != role::SCHEMA_OWNER && object.class != Class::Column {
        violations.push(Violation::Owner { object: object.clone(), owner: found.owner.clone() });
    }
    if found.definer {
        violations.push(Violation::SecurityDefiner(object.clone()));
    }
    let beside_the_bundle = |entry: &&acl::Held| {
        object.class == Class::Table && fast_load::is_on_table(entry, &found.held, &found.owner)
    };
    for entry in found.held_by_others().filter(|entry| !beside_the_bundle(entry)) {
        let (grantee, privilege) = (entry.grantee().to_owned(), entry.privilege.to_owned());
        let held = Held { object: object.clone(), grantee, privilege };
        if !allowed.0.contains(&held) {
            violations.push(Violation::Grant(held));
        } else if entry.grantable {
            violations.push(Violation::GrantOption(held));
        }
    }
    violations
}

impl Allowed {
    /// What bootstrap itself grants: schemas to look into and the ledger to read.
    #[must_use]
    pub fn by_bootstrap(ledger: &LedgerName) -> Self {
        let mut allowed = Self::default();
        for grantee in [role::RUNTIME_CAPABILITY, role::IMPORTER] {
            for schema in ["mosaic", ledger.schema.as_str()] {
                allowed.insert(Class::Schema, "", schema, grantee, "USAGE");
            }
            let (schema, table) = (ledger.schema.as_str(), ledger.table.as_str());
            allowed.insert(Class::Table, schema, table, grantee, "SELECT");
        }
        allowed
    }

    /// Takes back and gives what one entry's part of the grants file says.
    pub fn apply(&mut self, grants: &EntryGrants) {
        for grant in grants.revoked() {
            for privilege in grant.privileges() {
                self.0.remove(&held(grant.object(), grant.grantee().role(), privilege.sql()));
            }
        }
        for grant in grants.granted() {
            for privilege in grant.privileges() {
                self.0.insert(held(grant.object(), grant.grantee().role(), privilege.sql()));
            }
        }
    }

    fn insert(&mut self, class: Class, schema: &str, name: &str, grantee: &str, privilege: &str) {
        let object = ScopeObject { class, schema: schema.to_owned(), name: name.to_owned() };
        self.0.insert(Held { object, grantee: grantee.to_owned(), privilege: privilege.to_owned() });
    }
}

fn held(object: &Object, grantee: &str, privilege: &str) -> Held {
    let (class, schema, name) = match object {
        Object::Schema { name } => (Class::Schema, "", name.as_str().to_owned()),
        Object::Table { schema, name } => (Class::Table, schema.as_str(), name.as_str().to_owned()),
        Object::View { schema, name } => (Class::View, schema.as_str(), name.as_str().to_owned()),
        Object::Sequence { schema, name } => (Class::Sequence, schema.as_str(), name.as_str().to_owned()),
        Object::Type { schema, name } => (Class::Type, schema.as_str(), name.as_str().to_owned()),
        Object::Routine { schema, name, arguments } => {
            let arguments: Vec<String> = arguments.iter().map(|name| String::from(name.clone())).collect();
            (Class::Routine, schema.as_str(), format!("{}({})", name.as_str(), arguments.join(", ")))
        }
    };
    let object = ScopeObject { class, schema: schema.to_owned(), name };
    Held { object, grantee: grantee.to_owned(), privilege: privilege.to_owned() }
}

impl Class {
    fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "column" => Self::Column,
            "default" => Self::DefaultPrivilege,
            "routine" => Self::Routine,
            "schema" => Self::Schema,
            "sequence" => Self::Sequence,
            "table" => Self::Table,
            "type" => Self::Type,
            "view" => Self::View,
            _ => return None,
        })
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Column => "column",
            Self::DefaultPrivilege => "default privilege",
            Self::Routine => "routine",
            Self::Schema => "schema",
            Self::Sequence => "sequence",
            Self::Table => "table",
            Self::Type => "type",
            Self::View => "view",
        }
    }
}

impl fmt::Display for ScopeObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dot = if self.schema.is_empty() { "" } else { "." };
        write!(f, "{} {}{dot}{}", self.class.word(), self.schema, self.name)
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Owner { object, owner } => {
                write!(f, "{object} belongs to {owner}, not to {}", role::SCHEMA_OWNER)
            }
            Self::Grant(Held { object, grantee, privilege }) => {
                write!(f, "{grantee} holds {privilege} on {object}, which no grants file lists")
            }
            Self::GrantOption(Held { object, grantee, privilege }) => {
                write!(f, "{grantee} may pass on {privilege} on {object}")
            }
            Self::SecurityDefiner(object) => write!(f, "{object} is SECURITY DEFINER"),
            Self::Unreadable => f.write_str("the server's answer about owners and privileges cannot be read"),
        }
    }
}

#[cfg(test)]
mod tests;
