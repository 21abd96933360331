//! The list of checks: a new one is a question file and an entry here.

use super::super::VisibleTo;
use super::{Scope, guard};
use std::collections::{BTreeMap, BTreeSet};

/// Facts by subject. A subject with no facts is one that must have none.
pub(in crate::checks) type Expected = BTreeMap<String, BTreeSet<String>>;

/// What a difference means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::checks) enum Weight {
    Violation,
    Warning,
}

/// A question and its right answer.
pub(in crate::checks) struct Rule {
    /// Checks are called `area.subject` or `area.subject.aspect`.
    pub(in crate::checks) area: &'static str,
    pub(in crate::checks) aspect: &'static str,
    /// SQL that answers with rows of (subject, fact), or of another form that [`super::judge`] makes facts of.
    pub(in crate::checks) question: &'static str,
    pub(in crate::checks) expected: fn(&Scope) -> Expected,
    /// Facts that may be there as well.
    pub(in crate::checks) tolerated: fn(&Scope) -> Expected,
    pub(in crate::checks) weight: Weight,
    pub(in crate::checks) visible_to: VisibleTo,
}

impl Rule {
    const fn new(
        area: &'static str,
        aspect: &'static str,
        question: &'static str,
        expected: fn(&Scope) -> Expected,
    ) -> Self {
        Self {
            area,
            aspect,
            question,
            expected,
            tolerated: |_| Expected::new(),
            weight: Weight::Violation,
            visible_to: VisibleTo::AnyRole,
        }
    }

    const fn tolerating(self, tolerated: fn(&Scope) -> Expected) -> Self {
        Self { tolerated, ..self }
    }

    const fn warning(self) -> Self {
        Self { weight: Weight::Warning, ..self }
    }

    const fn visible_to(self, visible_to: VisibleTo) -> Self {
        Self { visible_to, ..self }
    }
}

/// Owners and privileges of all objects, which [`crate::assess`] looks at too.
pub(in crate::checks) const OBJECTS: &str = crate::roles::scope::QUESTION;

/// In the order in which an operator mends them.
pub(in crate::checks) const RULES: [Rule; 25] = [
    Rule::new("server", "", include_str!("questions/server.sql"), server),
    Rule::new("session", "", include_str!("questions/session.sql"), |_| facts([("login", SUPERUSER)]))
        .visible_to(VisibleTo::Superuser),
    Rule::new("role", "attributes", include_str!("questions/role_attributes.sql"), attributes),
    Rule::new("role", "password", include_str!("questions/role_password.sql"), passwords)
        .visible_to(VisibleTo::Superuser),
    Rule::new("role", "memberships", include_str!("questions/role_memberships.sql"), memberships),
    Rule::new("role", "members", include_str!("questions/role_members.sql"), members),
    Rule::new("role", ACCESS, include_str!("questions/role_access.sql"), access),
    Rule::new("setting", "", include_str!("questions/settings.sql"), settings),
    Rule::new("role", "owns", include_str!("questions/role_owns.sql"), |_| none(ROLES)),
    Rule::new("role", "creates", include_str!("questions/role_creates.sql"), |_| none(LOGINS)),
    Rule::new("role", "grants", include_str!("questions/role_grants.sql"), |_| none(ROLES)),
    Rule::new("database", "", include_str!("questions/database_privileges.sql"), database)
        .tolerating(database_create),
    Rule::new("schema", "privileges", include_str!("questions/schema_privileges.sql"), schemas)
        .tolerating(opened_by_grants_files),
    Rule::new("schema", "objects", OBJECTS, no_strangers),
    Rule::new("relation", "privileges", include_str!("questions/relation_privileges.sql"), relations),
    Rule::new("control", "columns", include_str!("questions/control_columns.sql"), columns),
    Rule::new("guard", "", include_str!("questions/guard.sql"), guard::expected),
    Rule::new("extension", "place", include_str!("questions/extensions.sql"), extensions),
    Rule::new("default_privileges", "", include_str!("questions/default_privileges.sql"), defaults),
    Rule::new("large_objects", "", include_str!("questions/large_objects.sql"), |_| none(["writers"])),
    Rule::new("parameters", "", include_str!("questions/parameters.sql"), |_| none(["public"])),
    Rule::new("fast_load", "", include_str!("questions/fast_load.sql"), |_| none(["data_importer"]))
        .warning(),
    Rule::new("predefined_roles", "", include_str!("questions/predefined_roles.sql"), |_| none(["members"]))
        .warning(),
    Rule::new("other_databases", "", include_str!("questions/other_databases.sql"), |_| {
        none(["public_connect"])
    })
    .warning(),
    // Fails where its table is missing, and with it what is asked after it: it is last.
    Rule::new("control", "row", include_str!("questions/identity.sql"), |_| {
        facts([("identity", "1 row of version 1")])
    })
    .visible_to(VisibleTo::Migrator),
];

/// How many of them are about the session itself: whether it can be asked anything else.
pub(super) const ABOUT_THE_SESSION: usize = 2;

/// The aspect that paths over several grants are part of.
pub(super) const ACCESS: &str = "access";
pub(super) const SUPPORTED_SERVER: &str = "PostgreSQL 16 or newer";
pub(super) const SUPERUSER: &str = "superuser";

/// Those that a session of any role can judge.
pub(in crate::checks) fn visible_to_any_role() -> impl Iterator<Item = &'static Rule> {
    RULES.iter().filter(|rule| rule.visible_to == VisibleTo::AnyRole)
}

/// Without the prefix that all seven share.
const ROLES: [&str; 7] = [
    "platform_database_owner",
    "schema_owner",
    "migrator",
    "runtime_capability",
    "runtime",
    "extension_owner",
    "data_importer",
];
const LOGINS: [&str; 3] = ["migrator", "runtime", "data_importer"];

fn facts<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Expected {
    let mut expected = Expected::new();
    for (subject, fact) in pairs {
        expected.entry(subject.to_owned()).or_default().insert(fact.to_owned());
    }
    expected
}

fn none<const N: usize>(subjects: [&str; N]) -> Expected {
    subjects.into_iter().map(|subject| (subject.to_owned(), BTreeSet::new())).collect()
}

fn server(_: &Scope) -> Expected {
    facts([
        ("version", SUPPORTED_SERVER),
        ("encoding", "UTF8"),
        ("recovery", "false"),
        ("event_triggers", "on"),
    ])
}

fn attributes(_: &Scope) -> Expected {
    const NOTHING_ELSE: &str = "NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS";
    let of = |role| match role {
        "migrator" | "data_importer" => "LOGIN NOSUPERUSER NOINHERIT",
        "runtime" => "LOGIN NOSUPERUSER INHERIT",
        "extension_owner" => "NOLOGIN SUPERUSER INHERIT",
        _ => "NOLOGIN NOSUPERUSER INHERIT",
    };
    ROLES.map(|role| (role.to_owned(), BTreeSet::from([format!("{} {NOTHING_ELSE}", of(role))]))).into()
}

fn passwords(_: &Scope) -> Expected {
    facts(ROLES.map(|role| (role, if LOGINS.contains(&role) { "SCRAM-SHA-256" } else { "none" })))
}

fn memberships(_: &Scope) -> Expected {
    let mut expected = none(ROLES);
    expected.extend(facts([
        ("migrator", "mosaic_schema_owner ADMIN FALSE, INHERIT FALSE, SET TRUE by the bootstrap superuser"),
        (
            "runtime",
            "mosaic_runtime_capability ADMIN FALSE, INHERIT TRUE, SET FALSE by the bootstrap superuser",
        ),
    ]));
    expected
}

fn members(_: &Scope) -> Expected {
    let mut expected = none(ROLES);
    expected.extend(facts([("schema_owner", "mosaic_migrator"), ("runtime_capability", "mosaic_runtime")]));
    expected
}

fn access(_: &Scope) -> Expected {
    let mut expected = none(ROLES);
    expected.extend(facts([
        ("migrator", "SET mosaic_schema_owner"),
        ("runtime", "USAGE mosaic_runtime_capability"),
    ]));
    expected
}

fn settings(_: &Scope) -> Expected {
    let mut expected = none(ROLES);
    expected.extend(none(["database", "every_role"]));
    expected
}

fn database(_: &Scope) -> Expected {
    facts([
        ("privileges", "ALL for owner mosaic_platform_database_owner"),
        ("privileges", "CONNECT for mosaic_migrator"),
        ("privileges", "CONNECT for mosaic_runtime"),
        ("privileges", "CONNECT for mosaic_data_importer"),
    ])
}

/// Given while a bundle's entries create schemas, taken back afterwards.
fn database_create(scope: &Scope) -> Expected {
    if scope.database_create { facts([("privileges", "CREATE for mosaic_schema_owner")]) } else { none([]) }
}

fn schemas(scope: &Scope) -> Expected {
    let mut expected = Expected::new();
    let mut add = |schema: &str, fact: &str| {
        expected.entry(schema.to_owned()).or_default().insert(fact.to_owned());
    };
    for schema in scope.made_schemas() {
        add(schema, "ALL for owner mosaic_schema_owner");
    }
    for schema in scope.usage_schemas() {
        add(schema, "USAGE for mosaic_runtime_capability");
        add(schema, "USAGE for mosaic_data_importer");
    }
    add("mosaic_extensions", "ALL for owner mosaic_extension_owner");
    add("mosaic_control", "ALL for owner mosaic_platform_database_owner");
    for schema in ["mosaic_extensions", "mosaic_control"] {
        add(schema, "USAGE for mosaic_schema_owner");
        add(schema, "USAGE for mosaic_runtime_capability");
        add(schema, "USAGE for mosaic_data_importer");
    }
    expected
}

/// And what entries make themselves.
fn opened_by_grants_files(scope: &Scope) -> Expected {
    let both = ["USAGE for mosaic_runtime_capability", "USAGE for mosaic_data_importer"];
    let owned = scope.owned_schemas().flat_map(|schema| both.map(|fact| (schema, fact)));
    let made_by_entries = scope.schemas_left_to_entries().map(|it| (it, "ALL for owner mosaic_schema_owner"));
    facts(owned.chain(made_by_entries))
}

fn no_strangers(scope: &Scope) -> Expected {
    scope.owned_schemas().chain(["mosaic_extensions"]).map(|it| (it.to_owned(), BTreeSet::new())).collect()
}

fn relations(_: &Scope) -> Expected {
    const CONTROL_OWNER: &str = "ALL for owner mosaic_platform_database_owner";
    facts([
        ("ledger", "ALL for owner mosaic_schema_owner"),
        ("ledger", "SELECT for mosaic_runtime_capability"),
        ("ledger", "SELECT for mosaic_data_importer"),
        ("identity", CONTROL_OWNER),
        ("identity", "SELECT for mosaic_schema_owner"),
        ("identity", "SELECT for mosaic_runtime_capability"),
        ("identity", "SELECT for mosaic_data_importer"),
        ("progress", CONTROL_OWNER),
        ("progress", "SELECT for mosaic_schema_owner"),
        ("progress", "INSERT for mosaic_schema_owner"),
        ("progress", "UPDATE for mosaic_schema_owner"),
        ("progress", "DELETE for mosaic_schema_owner"),
        ("import_checkpoint", CONTROL_OWNER),
        ("import_checkpoint", "SELECT for mosaic_data_importer"),
        ("import_checkpoint", "INSERT for mosaic_data_importer"),
        ("import_checkpoint", "UPDATE for mosaic_data_importer"),
    ])
}

fn columns(_: &Scope) -> Expected {
    facts([
        ("identity", "singleton boolean NOT NULL"),
        ("identity", "database_id uuid NOT NULL"),
        ("identity", "control_version integer NOT NULL"),
        ("identity", "created_at timestamp with time zone NOT NULL"),
        ("progress", "sha256 text NOT NULL"),
        ("progress", "tag text NOT NULL"),
        ("progress", "step integer NOT NULL"),
        ("progress", "statement_digest text NOT NULL"),
        ("progress", "state text NOT NULL"),
        ("progress", "xid xid8 NOT NULL"),
        ("progress", "started_at timestamp with time zone NOT NULL"),
        ("progress", "done_at timestamp with time zone"),
        ("import_checkpoint", "import_id uuid NOT NULL"),
        ("import_checkpoint", "table_name text NOT NULL"),
        ("import_checkpoint", "row_count bigint NOT NULL"),
        ("import_checkpoint", "byte_count bigint NOT NULL"),
        ("import_checkpoint", "digest text NOT NULL"),
        ("import_checkpoint", "finished_at timestamp with time zone NOT NULL"),
    ])
}

fn extensions(scope: &Scope) -> Expected {
    facts(scope.extensions().map(|(name, _)| (name, "in mosaic_extensions owned by mosaic_extension_owner")))
}

fn defaults(_: &Scope) -> Expected {
    facts([("mosaic_schema_owner", "on f in every schema for")])
}
