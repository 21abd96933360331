//! A random graph of roles: attributes, memberships with their options and grantors, grants, owners, lending functions.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Those of bootstrap first.
pub const ROLES: [&str; 14] = [
    "mosaic_migrator",
    "mosaic_runtime",
    "mosaic_data_importer",
    "mosaic_schema_owner",
    "mosaic_runtime_capability",
    "mosaic_platform_database_owner",
    "mosaic_extension_owner",
    "stranger_a",
    "stranger_b",
    "stranger_c",
    "stranger_d",
    "pg_read_all_data",
    "pg_write_all_data",
    "pg_monitor",
];
pub const OF_BOOTSTRAP: usize = 7;
const STRANGERS: std::ops::Range<usize> = 7..11;
const PUBLIC: &str = "PUBLIC";

/// Something that privileges can be held on.
pub struct Object {
    /// What stands after ON, and before it the columns.
    pub on: &'static str,
    pub columns: &'static str,
    pub privileges: &'static [&'static str],
    /// The server's own question about it, with a role and a privilege left open.
    pub question: &'static str,
    pub place: Place,
}

/// Who looks at the privileges on an object.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The audit of the managed schemas, which calls the object this.
    Managed(&'static str),
    /// A check of what each role was granted beyond them.
    Beyond,
    /// A check of its own.
    Check(&'static str),
}

pub const OBJECTS: [Object; 14] = [
    Object {
        on: "SCHEMA mosaic",
        columns: "",
        privileges: &["USAGE", "CREATE"],
        question: "has_schema_privilege({role}, 'mosaic', {privilege})",
        place: Place::Managed("schema mosaic"),
    },
    Object {
        on: "TABLE mosaic.tasks",
        columns: "",
        privileges: &["SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "REFERENCES", "TRIGGER"],
        question: "has_table_privilege({role}, 'mosaic.tasks', {privilege})",
        place: Place::Managed("table mosaic.tasks"),
    },
    Object {
        on: "TABLE mosaic.tasks",
        columns: "(title)",
        privileges: &["SELECT", "INSERT", "UPDATE", "REFERENCES"],
        question: "has_column_privilege({role}, 'mosaic.tasks', 'title', {privilege})",
        place: Place::Managed("column mosaic.tasks.title"),
    },
    Object {
        on: "TABLE mosaic.connector_lease_audit_log",
        columns: "",
        privileges: &["SELECT", "INSERT", "UPDATE", "DELETE"],
        question: "has_table_privilege({role}, 'mosaic.connector_lease_audit_log', {privilege})",
        place: Place::Managed("table mosaic.connector_lease_audit_log"),
    },
    Object {
        on: "TABLE drizzle.__drizzle_migrations",
        columns: "",
        privileges: &["SELECT", "INSERT", "UPDATE", "DELETE"],
        question: "has_table_privilege({role}, 'drizzle.__drizzle_migrations', {privilege})",
        place: Place::Managed("table drizzle.__drizzle_migrations"),
    },
    Object {
        on: "SEQUENCE mosaic.events_id_seq",
        columns: "",
        privileges: &["USAGE", "SELECT", "UPDATE"],
        question: "has_sequence_privilege({role}, 'mosaic.events_id_seq', {privilege})",
        place: Place::Managed("sequence mosaic.events_id_seq"),
    },
    Object {
        on: "FUNCTION mosaic.helper(integer)",
        columns: "",
        privileges: &["EXECUTE"],
        question: "has_function_privilege({role}, 'mosaic.helper(integer)', {privilege})",
        place: Place::Managed("routine mosaic.helper(integer)"),
    },
    Object {
        on: "DATABASE mosaic",
        columns: "",
        privileges: &["CREATE", "CONNECT", "TEMPORARY"],
        question: "has_database_privilege({role}, 'mosaic', {privilege})",
        place: Place::Check("database.privileges"),
    },
    Object {
        on: "PARAMETER session_replication_role",
        columns: "",
        privileges: &["SET", "ALTER SYSTEM"],
        question: "has_parameter_privilege({role}, 'session_replication_role', {privilege})",
        place: Place::Check("parameters.public"),
    },
    Object {
        on: "TABLESPACE pg_default",
        columns: "",
        privileges: &["CREATE"],
        question: "has_tablespace_privilege({role}, 'pg_default', {privilege})",
        place: Place::Beyond,
    },
    Object {
        on: "FOREIGN DATA WRAPPER away",
        columns: "",
        privileges: &["USAGE"],
        question: "has_foreign_data_wrapper_privilege({role}, 'away', {privilege})",
        place: Place::Beyond,
    },
    Object {
        on: "FOREIGN SERVER there",
        columns: "",
        privileges: &["USAGE"],
        question: "has_server_privilege({role}, 'there', {privilege})",
        place: Place::Beyond,
    },
    Object {
        on: "SCHEMA elsewhere",
        columns: "",
        privileges: &["USAGE", "CREATE"],
        question: "has_schema_privilege({role}, 'elsewhere', {privilege})",
        place: Place::Beyond,
    },
    Object {
        on: "TABLE elsewhere.notes",
        columns: "",
        privileges: &["SELECT", "UPDATE"],
        question: "has_table_privilege({role}, 'elsewhere.notes', {privilege})",
        place: Place::Beyond,
    },
];

/// What may get another owner.
const OWNED: [&str; 3] =
    ["TABLE mosaic.connector_lease_audit_log", "FUNCTION mosaic.helper(integer)", "TABLE elsewhere.notes"];

const ATTRIBUTES: [&str; 9] = [
    "INHERIT",
    "NOINHERIT",
    "CREATEDB",
    "CREATEROLE",
    "REPLICATION",
    "BYPASSRLS",
    "LOGIN",
    "CONNECTION LIMIT 3",
    "VALID UNTIL '2030-01-01'",
];

#[derive(Clone, Debug)]
struct Membership {
    role: usize,
    member: usize,
    /// ADMIN, INHERIT, SET.
    options: [bool; 3],
    grantor: Option<usize>,
}

#[derive(Clone, Debug)]
struct Grant {
    object: usize,
    privilege: usize,
    /// `None` is PUBLIC.
    grantee: Option<usize>,
    passed_on: bool,
}

/// A function that runs with its owner's rights.
#[derive(Clone, Debug)]
struct Lending {
    owner: usize,
    caller: Option<usize>,
}

#[derive(Clone, Debug)]
pub struct Graph {
    attributes: Vec<(usize, &'static str)>,
    superuser: Option<usize>,
    memberships: Vec<Membership>,
    grants: Vec<Grant>,
    owners: Vec<(&'static str, usize)>,
    lending: Vec<Lending>,
}

/// Graphs in which roles of bootstrap are about as likely as others.
pub fn graph() -> impl Strategy<Value = Graph> {
    let own = 0..OF_BOOTSTRAP;
    let anybody = || prop_oneof![own.clone(), STRANGERS];
    let somebody_or_public = || proptest::option::weighted(0.75, anybody());
    let membership =
        (0..ROLES.len(), anybody(), any::<[bool; 3]>(), proptest::option::weighted(0.3, anybody()))
            .prop_map(|(role, member, options, grantor)| Membership { role, member, options, grantor });
    let grant = (0..OBJECTS.len(), 0..8usize, somebody_or_public(), proptest::bool::weighted(0.2))
        .prop_map(|(object, privilege, grantee, passed_on)| Grant { object, privilege, grantee, passed_on });
    let lending = (anybody(), somebody_or_public()).prop_map(|(owner, caller)| Lending { owner, caller });
    (
        vec((anybody(), select(&ATTRIBUTES[..])), 0..4),
        proptest::option::weighted(0.2, STRANGERS),
        vec(membership, 0..9),
        vec(grant, 0..8),
        vec((select(&OWNED[..]), anybody()), 0..2),
        vec(lending, 0..3),
    )
        .prop_map(|(attributes, superuser, memberships, grants, owners, lending)| Graph {
            attributes,
            superuser,
            memberships,
            grants,
            owners,
            lending,
        })
}

fn named(role: Option<usize>) -> &'static str {
    role.map_or(PUBLIC, |role| ROLES[role])
}

/// What graphs are made of, besides what bootstrap and the bundle make.
pub fn ground() -> String {
    let mut sql: String = ROLES[STRANGERS].iter().map(|role| format!("CREATE ROLE {role};\n")).collect();
    sql.push_str(
        "CREATE SCHEMA elsewhere; CREATE TABLE elsewhere.notes (id integer);
         CREATE FOREIGN DATA WRAPPER away; CREATE SERVER there FOREIGN DATA WRAPPER away;
         SET ROLE mosaic_schema_owner;
         CREATE FUNCTION mosaic.helper(n integer) RETURNS integer LANGUAGE sql IMMUTABLE RETURN n;
         RESET ROLE;",
    );
    sql
}

impl Graph {
    /// The statements that make it, in order. The server may refuse one of them: a circle, or a grantor that cannot be.
    pub fn statements(&self) -> Vec<String> {
        let mut statements = Vec::new();
        for (role, attribute) in &self.attributes {
            statements.push(format!("ALTER ROLE {} {attribute}", ROLES[*role]));
        }
        statements.extend(self.superuser.map(|role| format!("ALTER ROLE {} SUPERUSER", ROLES[role])));
        for Membership { role, member, options: [admin, inherit, set], grantor } in &self.memberships {
            let by = grantor.map(|role| format!(" GRANTED BY {}", ROLES[role])).unwrap_or_default();
            let (role, member) = (ROLES[*role], ROLES[*member]);
            statements.push(format!(
                "GRANT {role} TO {member} WITH ADMIN {admin}, INHERIT {inherit}, SET {set}{by}"
            ));
        }
        for (object, owner) in &self.owners {
            statements.push(format!("ALTER {object} OWNER TO {}", ROLES[*owner]));
        }
        for Grant { object, privilege, grantee, passed_on } in &self.grants {
            let Object { on, columns, privileges, .. } = &OBJECTS[*object];
            let privilege = privileges[privilege % privileges.len()];
            let passed_on = if *passed_on && grantee.is_some() { " WITH GRANT OPTION" } else { "" };
            statements.push(format!("GRANT {privilege} {columns} ON {on} TO {}{passed_on}", named(*grantee)));
        }
        for (number, Lending { owner, caller }) in self.lending.iter().enumerate() {
            let function = format!("elsewhere.lend_{number}()");
            statements.push(format!(
                "CREATE FUNCTION {function} RETURNS name LANGUAGE sql SECURITY DEFINER RETURN current_user"
            ));
            statements.push(format!("REVOKE ALL ON FUNCTION {function} FROM PUBLIC"));
            statements.push(format!("ALTER FUNCTION {function} OWNER TO {}", ROLES[*owner]));
            statements.push(format!("GRANT EXECUTE ON FUNCTION {function} TO {}", named(*caller)));
        }
        statements
    }

    /// One message that makes it, passing over what the server refuses.
    pub fn script(&self) -> String {
        let attempts = self.statements().into_iter().map(|statement| {
            // invalid_grant_operation (a circle), insufficient_privilege (a grantor without ADMIN).
            format!(
                "DO $try$ BEGIN {statement}; EXCEPTION WHEN SQLSTATE '0LP01' OR SQLSTATE '42501' THEN NULL; END $try$;\n"
            )
        });
        attempts.collect()
    }
}
