//! Owners and privileges over the managed schemas: what an entry must not have changed behind its grants file.
//!
//! Read before the commit of an entry that could change them, in its own transaction, and compared as rows, never as ACL text (whose order
//! means nothing). The scope is compared whole: a test on `xmin` would miss objects made in subtransactions.

use crate::bundle::{EntryGrants, LedgerName, Manifest, Object};
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

/// The statement whose rows [`judge`] reads. It holds no parameters, so that it can be prepared once and executed
/// inside every message.
#[must_use]
pub fn question(manifest: &Manifest) -> String {
    // The ledger's schema is part of the scope whether its objects are the bundle's business or not.
    let mut schemas = manifest.managed_schemas().clone();
    schemas.insert(manifest.ledger().schema.clone());
    let schemas: Vec<String> = schemas.iter().map(|schema| Literal(schema.as_str()).to_string()).collect();
    let schemas = schemas.join(", ");
    QUESTION.replace("{managed}", &schemas)
}

/// What is in the schemas comes from `pg_depend`, by index: nothing here reads all of `pg_proc` or `pg_attribute`, so
/// the price before each commit follows the managed schemas and not the catalog. Every table, sequence, view, routine
/// and free-standing type has an entry there for its schema; what has none (indexes, row types, arrays) belongs to one
/// that has and shares its owner.
///
/// Everybody may use a type by default, which gives nobody anything: as long as its list of privileges is the built-in
/// one and once it has been written out.
///
/// Objects of extensions are the extension's business. The constructors of a range type are the type's: the server
/// gives them to the bootstrap superuser, whoever makes the type.
const QUESTION: &str = "\
WITH o AS MATERIALIZED (SELECT oid FROM pg_catalog.pg_roles WHERE rolname = 'mosaic_schema_owner'), \
n AS MATERIALIZED (SELECT oid, nspname, nspowner, nspacl FROM pg_catalog.pg_namespace WHERE nspname IN ({managed})), \
m AS MATERIALIZED ( \
  SELECT n.nspname, d.classid, d.objid FROM n JOIN pg_catalog.pg_depend d \
  ON d.refclassid = 'pg_catalog.pg_namespace'::regclass AND d.refobjid = n.oid \
), \
found AS ( \
  SELECT 'schema' AS class, ''::name AS schema, n.nspname::text AS name, n.nspowner AS owner, n.nspacl AS acl, \
    'pg_catalog.pg_namespace'::regclass AS catalog, n.oid AS oid, false AS definer FROM n \
  UNION ALL \
  SELECT CASE c.relkind WHEN 'S' THEN 'sequence' WHEN 'v' THEN 'view' WHEN 'm' THEN 'view' ELSE 'table' END, \
    m.nspname, c.relname::text, c.relowner, c.relacl, m.classid, c.oid, false \
  FROM m JOIN pg_catalog.pg_class c ON m.classid = 'pg_catalog.pg_class'::regclass AND c.oid = m.objid \
  WHERE c.relacl IS NOT NULL OR c.relowner <> (SELECT oid FROM o) \
  UNION ALL \
  SELECT 'routine', m.nspname, p.proname || '(' || (SELECT coalesce(string_agg(pg_catalog.format_type(t.oid, NULL), \
    ', ' ORDER BY t.place), '') FROM unnest(p.proargtypes) WITH ORDINALITY t(oid, place)) || ')', p.proowner, \
    coalesce(p.proacl, acldefault('f', p.proowner)), m.classid, p.oid, p.prosecdef \
  FROM m JOIN pg_catalog.pg_proc p ON m.classid = 'pg_catalog.pg_proc'::regclass AND p.oid = m.objid \
  UNION ALL \
  SELECT 'type', m.nspname, t.typname::text, t.typowner, t.typacl, m.classid, t.oid, false \
  FROM m JOIN pg_catalog.pg_type t ON m.classid = 'pg_catalog.pg_type'::regclass AND t.oid = m.objid \
  WHERE t.typacl IS NOT NULL OR t.typowner <> (SELECT oid FROM o) \
  UNION ALL \
  SELECT 'column', m.nspname, c.relname || '.' || a.attname, c.relowner, a.attacl, m.classid, c.oid, false \
  FROM m JOIN pg_catalog.pg_class c ON m.classid = 'pg_catalog.pg_class'::regclass AND c.oid = m.objid \
  JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid \
  WHERE a.attacl IS NOT NULL AND NOT a.attisdropped \
  UNION ALL \
  SELECT 'default', coalesce(s.nspname, '')::name, d.defaclobjtype::text, d.defaclrole, d.defaclacl, \
    'pg_catalog.pg_default_acl'::regclass, d.oid, false \
  FROM pg_catalog.pg_default_acl d LEFT JOIN pg_catalog.pg_namespace s ON s.oid = d.defaclnamespace \
  WHERE d.defaclrole = (SELECT oid FROM o) \
) \
SELECT f.class, f.schema, f.name, v.fault, v.role, v.privilege, v.grantable \
FROM found f, LATERAL ( \
  SELECT 'owner' AS fault, pg_catalog.pg_get_userbyid(f.owner)::text AS role, '' AS privilege, false AS grantable \
  WHERE f.owner <> (SELECT oid FROM o) AND f.class <> 'column' \
  UNION ALL \
  SELECT 'definer', '', '', false WHERE f.definer \
  UNION ALL \
  SELECT 'grant', CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_catalog.pg_get_userbyid(a.grantee)::text END, \
    a.privilege_type, a.is_grantable FROM aclexplode(f.acl) a WHERE a.grantee <> f.owner \
    AND NOT (f.class = 'type' AND a.grantee = 0 AND a.privilege_type = 'USAGE' AND NOT a.is_grantable) \
) v \
WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_depend e \
  WHERE e.classid = f.catalog AND e.objid = f.oid AND (e.deptype = 'e' OR e.deptype = 'i' AND f.class = 'routine') OFFSET 0)";

/// Compares what is there with what may be there.
#[must_use]
pub fn judge(rows: &ResultSet, allowed: &Allowed) -> Vec<Violation> {
    let Some(rows) = rows.exact::<7>() else { return vec![Violation::Unreadable] };
    let mut violations: Vec<Violation> = rows
        .into_iter()
        .filter_map(|[class, schema, name, fault, role, privilege, grantable]| {
            let Some(class) = Class::parse(class) else { return Some(Violation::Unreadable) };
            let object = ScopeObject { class, schema: schema.to_owned(), name: name.to_owned() };
            match fault {
                "owner" => Some(Violation::Owner { object, owner: role.to_owned() }),
                "definer" => Some(Violation::SecurityDefiner(object)),
                "grant" => {
                    let held = Held { object, grantee: role.to_owned(), privilege: privilege.to_owned() };
                    if !allowed.0.contains(&held) {
                        Some(Violation::Grant(held))
                    } else if grantable == "t" {
                        Some(Violation::GrantOption(held))
                    } else {
                        None
                    }
                }
                _ => Some(Violation::Unreadable),
            }
        })
        .collect();
    violations.sort();
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
