//! Whether a database can be taken over by moving what is in it, and what is in the way. Pure.

use super::ExistingError;
use super::snapshot::{Extension, Facts, Object, Owned, Privilege, ScopeFacts};
use mosaic_db::checks::prepared::Scope;
use mosaic_db::postgres::identity::role;
use std::fmt;

/// An extension that is not the approved owner's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stray {
    name: String,
    version: String,
    schema: String,
    owner: String,
}

/// Something in the way, by name. `Display` says what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Objection {
    /// Bootstrap has been here.
    AlreadyPrepared,
    /// The name of the login is one of bootstrap's.
    ReservedName(String),
    /// No ledger says what was migrated.
    NoLedger(String),
    /// A class that nothing here moves.
    Class(String),
    /// It belongs to somebody else.
    Owner {
        /// What.
        object: String,
        /// Whose it is.
        owner: String,
        /// Whose it would have to be.
        expected: String,
    },
    /// A routine that runs with its owner's rights.
    Definer(String),
    /// A privilege that somebody passed on.
    PassedOn {
        /// What.
        object: String,
        /// Which.
        privilege: String,
        /// To whom.
        grantee: String,
        /// By whom.
        grantor: String,
    },
    /// A privilege of the login, or a policy that names it, on what is not taken over.
    Elsewhere {
        /// What.
        object: String,
        /// The login.
        owner: String,
    },
    /// Default privileges of another role.
    DefaultPrivileges(String),
    /// A setting for every role in every database.
    Setting(String),
    /// An extension that the bundle does not need, in a managed schema.
    ExtensionUnknown {
        /// Which.
        name: String,
        /// Where.
        schema: String,
    },
    /// An extension in a version that the bundle does not accept.
    ExtensionVersion {
        /// Which.
        name: String,
        /// The version.
        version: String,
    },
    /// An extension that cannot be in another schema.
    ExtensionFixed(String),
    /// An extension with members that are not its owner's.
    ExtensionMembers {
        /// Which.
        name: String,
        /// Whose they are.
        owners: Vec<String>,
    },
}

const EXTENSION_SCHEMA: &str = "mosaic_extensions";
const EXTENSION_OWNER: &str = "mosaic_extension_owner";
const DATABASE_OWNER: &str = "mosaic_platform_database_owner";
const CONTROL_SCHEMA: &str = "mosaic_control";
/// Who owns `public` in a new database, since PostgreSQL 15.
const PUBLIC_OWNER: &str = "pg_database_owner";

const RESERVED: [&str; 7] = [
    DATABASE_OWNER,
    EXTENSION_OWNER,
    role::SCHEMA_OWNER,
    role::MIGRATOR,
    role::RUNTIME_CAPABILITY,
    role::RUNTIME,
    role::IMPORTER,
];

/// Judges a snapshot: extensions first, because where their owner is wrong nothing else helps.
pub(super) fn judge(facts: &Facts, database: &str, scope: &Scope) -> Result<(), ExistingError> {
    if facts.database.name != database {
        let (found, wanted) = (facts.database.name.clone(), database.to_owned());
        return Err(ExistingError::Database { found, wanted });
    }
    let same_schemas = scope.owned_schemas().eq(facts.scope.owned_schemas.iter().map(String::as_str));
    let ledger = (&facts.scope.ledger_schema, &facts.scope.ledger_table);
    if !same_schemas || (&scope.ledger_schema, &scope.ledger_table) != ledger {
        return Err(ExistingError::Scope);
    }
    let strays: Vec<Stray> =
        facts.extensions.iter().filter(|it| is_stray(it, facts, scope)).map(Stray::of).collect();
    if !strays.is_empty() {
        return Err(ExistingError::ExtensionOwner(strays));
    }
    let mut objections = of_surroundings(facts);
    objections.extend(facts.extensions.iter().flat_map(|extension| of_extension(extension, scope)));
    objections.extend(facts.schemas.iter().flat_map(|schema| of_schema(schema, &facts.owner.name)));
    objections.extend(facts.objects.iter().flat_map(|object| of_object(object, &facts.owner.name)));
    if objections.is_empty() { Ok(()) } else { Err(ExistingError::Refused(objections)) }
}

/// What the bundle needs must be the approved owner's, and nothing at all may be the login's.
fn is_stray(extension: &Extension, facts: &Facts, scope: &Scope) -> bool {
    let needed = scope.extensions().any(|(name, _)| name == extension.name);
    extension.owner != EXTENSION_OWNER
        && (needed || !facts.owner.superuser && extension.owner == facts.owner.name)
}

fn of_surroundings(facts: &Facts) -> Vec<Objection> {
    let (owner, database) = (&facts.owner.name, &facts.database);
    let prepared =
        database.owner == DATABASE_OWNER || facts.schemas.iter().any(|it| it.name == CONTROL_SCHEMA);
    if prepared {
        return vec![Objection::AlreadyPrepared];
    }
    let named = format!("database {}", database.name);
    let mut objections = passed_on(&named, &database.privileges);
    if database.owner != *owner && !database.owner_is_superuser {
        objections.push(Objection::owner(&named, &database.owner, owner));
    }
    if RESERVED.contains(&owner.as_str()) {
        objections.push(Objection::ReservedName(owner.clone()));
    }
    if facts.ledger_digest.is_empty() {
        let ScopeFacts { ledger_schema, ledger_table, .. } = &facts.scope;
        objections.push(Objection::NoLedger(format!("{ledger_schema}.{ledger_table}")));
    }
    let elsewhere = |object: &String| Objection::Elsewhere { object: object.clone(), owner: owner.clone() };
    objections.extend(facts.elsewhere.iter().map(elsewhere));
    let defaults = facts.default_privileges.iter().filter(|default| default.role != *owner);
    objections.extend(defaults.map(|default| Objection::DefaultPrivileges(default.role.clone())));
    let settings = facts.settings.iter().filter(|setting| setting.everywhere);
    objections.extend(settings.map(|setting| Objection::Setting(setting.setting.clone())));
    objections
}

fn of_schema(schema: &Owned, owner: &str) -> Vec<Objection> {
    let Owned { name, owner: actual, owner_is_superuser, privileges } = schema;
    let expected = if name == EXTENSION_SCHEMA { EXTENSION_OWNER } else { owner };
    let by_default = name == "public" && (actual == PUBLIC_OWNER || *owner_is_superuser);
    let named = format!("schema {name}");
    let mut objections = passed_on(&named, privileges);
    if actual != expected && actual != role::SCHEMA_OWNER && !by_default {
        objections.push(Objection::owner(&named, actual, expected));
    }
    objections
}

fn of_extension(extension: &Extension, scope: &Scope) -> Vec<Objection> {
    let Extension { name, version, schema, owner, relocatable, in_managed_schema, member_owners } = extension;
    let Some((_, versions)) = scope.extensions().find(|(needed, _)| needed == name) else {
        let unknown = || Objection::ExtensionUnknown { name: name.clone(), schema: schema.clone() };
        return in_managed_schema.then(unknown).into_iter().collect();
    };
    let mut objections = Vec::new();
    if !versions.is_empty() && !versions.contains(version) {
        objections.push(Objection::ExtensionVersion { name: name.clone(), version: version.clone() });
    }
    if !relocatable && schema != EXTENSION_SCHEMA {
        objections.push(Objection::ExtensionFixed(name.clone()));
    }
    if member_owners.iter().any(|member| member != owner) {
        objections.push(Objection::ExtensionMembers { name: name.clone(), owners: member_owners.clone() });
    }
    objections
}

fn of_object(object: &Object, owner: &str) -> Vec<Objection> {
    let described = &object.described;
    if object.kind.is_none() {
        return vec![Objection::Class(described.clone())];
    }
    let mut objections = passed_on(described, &object.privileges);
    match object.owner.as_deref() {
        Some(actual) if actual == owner || actual == role::SCHEMA_OWNER => {}
        actual => objections.push(Objection::owner(described, actual.unwrap_or("nobody"), owner)),
    }
    if object.definer {
        objections.push(Objection::Definer(described.clone()));
    }
    objections
}

fn passed_on(object: &str, privileges: &[Privilege]) -> Vec<Objection> {
    let by_another = |held: &Privilege| {
        Some(Objection::PassedOn {
            object: object.to_owned(),
            privilege: held.privilege.clone(),
            grantee: held.grantee.clone().unwrap_or_else(|| "PUBLIC".to_owned()),
            grantor: held.passed_on_by.clone()?,
        })
    };
    privileges.iter().filter_map(by_another).collect()
}

impl Stray {
    fn of(extension: &Extension) -> Self {
        let Extension { name, version, schema, owner, .. } = extension.clone();
        Self { name, version, schema, owner }
    }
}

impl Objection {
    fn owner(object: &str, owner: &str, expected: &str) -> Self {
        let (object, owner, expected) = (object.to_owned(), owner.to_owned(), expected.to_owned());
        Self::Owner { object, owner, expected }
    }
}

impl fmt::Display for Stray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, version, schema, owner } = self;
        write!(
            f,
            "extension {name} {version} in schema {schema} belongs to {owner}, not to {EXTENSION_OWNER}"
        )
    }
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AlreadyPrepared => f.write_str(
                "the database is prepared already: render without --existing, and take a rollback from the snapshot made before",
            ),
            Self::ReservedName(name) => write!(
                f,
                "the login is called {name}, which is one of the roles everything goes to: ALTER ROLE {name} RENAME TO another name"
            ),
            Self::NoLedger(ledger) => write!(
                f,
                "there is no ledger {ledger}, so nothing says what was migrated here: name the bundle with --bundle, or restore it"
            ),
            Self::Class(object) => write!(
                f,
                "{object} is of a class that is not taken over: drop it, or move what is not part of the installation elsewhere"
            ),
            Self::Owner { object, owner, expected } => {
                write!(f, "{object} belongs to {owner}: give it to {expected} with ALTER … OWNER TO, or drop it")
            }
            Self::Definer(object) => {
                write!(f, "{object} is SECURITY DEFINER and would run as its new owner: make it SECURITY INVOKER, or drop it")
            }
            Self::PassedOn { object, privilege, grantee, grantor } => write!(
                f,
                "{grantor} passed on {privilege} on {object} to {grantee}: SET ROLE {grantor} and REVOKE it"
            ),
            Self::Elsewhere { object, owner } => {
                write!(f, "{owner} is named by the privileges or roles of {object}, which is not taken over: REVOKE or drop it")
            }
            Self::DefaultPrivileges(role) => write!(
                f,
                "role {role} has default privileges in this database: psql -c '\\ddp' shows them, ALTER DEFAULT PRIVILEGES takes them back"
            ),
            Self::Setting(setting) => {
                write!(f, "every role has the setting {setting} in every database: ALTER ROLE ALL RESET it")
            }
            Self::ExtensionUnknown { name, schema } => write!(
                f,
                "extension {name} is in the managed schema {schema} and the bundle does not need it: ALTER EXTENSION … SET SCHEMA to                  another, or drop it"
            ),
            Self::ExtensionVersion { name, version } => {
                write!(f, "extension {name} has version {version}, which the bundle does not accept: ALTER EXTENSION … UPDATE TO one it does")
            }
            Self::ExtensionFixed(name) => {
                write!(f, "extension {name} cannot be in another schema than it is in: move by shadow database")
            }
            Self::ExtensionMembers { name, owners } => write!(
                f,
                "extension {name} has members that are not its owner's but of {}: move by shadow database",
                owners.join(", ")
            ),
        }
    }
}

pub(super) fn listed(things: &[impl fmt::Display]) -> String {
    things.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

pub(super) fn counted(objections: &[Objection]) -> String {
    match objections.len() {
        1 => "one thing is".to_owned(),
        count => format!("{count} things are"),
    }
}
