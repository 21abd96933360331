//! The scratch server: that it is one, and that it is one again afterwards.

use super::admin::Admin;
use super::{DATABASE, Request, SelfTestError};
use mosaic_db::identifier::Identifier;
use mosaic_db::postgres::ResultSet;
use mosaic_db::postgres::identity::OLDEST_SERVER;
use std::fmt;

/// A role that says whose everything else is. Nobody logs in as it.
const MARK: &str = "mosaic_self_test";

const ABOUT_THE_SERVER: &str = "SELECT current_setting('server_version_num'), current_setting('server_version'), \
     pg_is_in_recovery(), rolsuper, rolname FROM pg_roles WHERE rolname = session_user";

/// What a new server does not have. The URL's own database and role do not count; roles and databases bring settings
/// and privileges of their own with them, and take them along.
const BEYOND_A_NEW_SERVER: &str = "\
     SELECT 'database', datname FROM pg_database WHERE datname NOT IN ('postgres', 'template0', 'template1', current_database()) \
     UNION ALL \
     SELECT 'role', rolname FROM pg_roles WHERE oid <> 10 AND rolname NOT LIKE 'pg\\_%' AND rolname <> session_user \
     UNION ALL \
     SELECT 'parameter', parname FROM pg_parameter_acl \
     UNION ALL \
     SELECT 'setting', 'every role' FROM pg_db_role_setting WHERE setrole = 0 AND setdatabase = 0 \
     ORDER BY 1, 2";

/// What is on a server beyond what a new one has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remains {
    databases: Vec<Identifier>,
    roles: Vec<Identifier>,
    /// With privileges of their own.
    parameters: Vec<Identifier>,
    settings: usize,
}

/// The superuser's session in the URL's own database.
pub(super) struct Server {
    admin: Admin,
    version: u32,
    version_text: String,
}

impl Server {
    pub(super) async fn open(request: &Request<'_>) -> Result<Self, SelfTestError> {
        let admin = Admin::open(request.endpoint, request.application_name).await?;
        let answer = admin.run("to say what it is", ABOUT_THE_SERVER).await?;
        let about = answer.set(0).exact::<5>().unwrap_or_default();
        let [[number, version, recovering, superuser, login]] = about.as_slice() else {
            return Err(SelfTestError::Unreadable);
        };
        let version_number = number.parse().map_err(|_| SelfTestError::Unreadable)?;
        if version_number < OLDEST_SERVER {
            return Err(SelfTestError::Version { version: (*version).to_owned() });
        }
        if *recovering != "f" {
            return Err(SelfTestError::InRecovery);
        }
        if *superuser != "t" {
            return Err(SelfTestError::NotSuperuser { login: (*login).to_owned() });
        }
        Ok(Self { version: version_number, version_text: (*version).to_owned(), admin })
    }

    /// As the server prints it.
    pub(super) fn version(&self) -> &str {
        &self.version_text
    }

    pub(super) const fn major(&self) -> u32 {
        self.version / 10_000
    }

    /// That there is nothing that could be broken or taken for this program's.
    pub(super) async fn require_scratch(&self) -> Result<(), SelfTestError> {
        let found = self.look().await?;
        if found.is_marked() {
            Err(SelfTestError::Remains(found))
        } else if found.is_nothing() {
            Ok(())
        } else {
            Err(SelfTestError::NotScratch(found))
        }
    }

    pub(super) async fn mark(&self) -> Result<(), SelfTestError> {
        self.admin.run("the mark of this self-test", &format!("CREATE ROLE {MARK} NOLOGIN")).await?;
        Ok(())
    }

    pub(super) async fn create_database(&self) -> Result<(), SelfTestError> {
        let create = format!("CREATE DATABASE {DATABASE} TEMPLATE template0 ENCODING 'UTF8'");
        self.admin.run("the scratch database", &create).await?;
        Ok(())
    }

    pub(super) async fn drop_database(&self) -> Result<(), SelfTestError> {
        let drop = format!("DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)");
        self.admin.run("to drop the scratch database", &drop).await?;
        Ok(())
    }

    /// Takes everything away that a new server does not have; the mark goes last.
    pub(super) async fn remove_everything(&self) -> Result<(), SelfTestError> {
        for statement in self.look().await?.statements() {
            // What one of them does not remove is found below.
            let _refused = self.admin.try_to(&statement).await?;
        }
        let left = self.look().await?;
        if left.is_nothing() { Ok(()) } else { Err(SelfTestError::NotRemoved { remains: left, cause: None }) }
    }

    async fn look(&self) -> Result<Remains, SelfTestError> {
        let answer = self.admin.run("to say what is on it", BEYOND_A_NEW_SERVER).await?;
        Remains::read(answer.set(0)).ok_or(SelfTestError::Unreadable)
    }
}

impl Remains {
    fn read(rows: &ResultSet) -> Option<Self> {
        let mut found = Self::default();
        for [kind, name] in rows.exact::<2>()? {
            let name = Identifier::new(name).ok()?;
            match kind {
                "database" => found.databases.push(name),
                "role" => found.roles.push(name),
                "parameter" => found.parameters.push(name),
                _ => found.settings += 1,
            }
        }
        Some(found)
    }

    fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    fn is_marked(&self) -> bool {
        self.roles.iter().any(|role| role.as_str() == MARK)
    }

    /// What removes it, each to be run by itself as a superuser, in the URL's own database.
    pub fn statements(&self) -> Vec<String> {
        let mut statements: Vec<String> =
            self.databases.iter().map(|name| format!("DROP DATABASE {name} WITH (FORCE)")).collect();
        let settings = std::iter::repeat_n("ALTER ROLE ALL RESET ALL".to_owned(), self.settings);
        statements.extend(settings);
        let roles: Vec<String> =
            self.roles.iter().filter(|role| role.as_str() != MARK).map(ToString::to_string).collect();
        if !roles.is_empty() {
            let roles = roles.join(", ");
            statements.push(format!("DROP OWNED BY {roles}"));
            statements.push(format!("DROP ROLE {roles}"));
        }
        let parameters = self.parameters.iter();
        statements.extend(parameters.map(|name| format!("REVOKE ALL ON PARAMETER {name} FROM PUBLIC")));
        if self.is_marked() {
            statements.push(format!("DROP ROLE {MARK}"));
        }
        statements
    }
}

impl fmt::Display for Remains {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |kind: &'static str, names: &[Identifier]| {
            names.iter().map(|name| format!("{kind} {}", name.as_str())).collect::<Vec<_>>()
        };
        let mut all = of("database", &self.databases);
        all.extend(of("role", &self.roles));
        all.extend(of("privileges on parameter", &self.parameters));
        all.extend(std::iter::repeat_n("settings of every role".to_owned(), self.settings));
        f.write_str(&all.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_goes_last() {
        let [database, role, mark, parameter] = ["mosaic_self_test", "guest", MARK, "log_statement"]
            .map(|name| Identifier::new(name).expect("a name"));
        let remains = Remains {
            databases: vec![database],
            roles: vec![role, mark],
            parameters: vec![parameter],
            settings: 1,
        };
        let expected = [
            "DROP DATABASE \"mosaic_self_test\" WITH (FORCE)",
            "ALTER ROLE ALL RESET ALL",
            "DROP OWNED BY \"guest\"",
            "DROP ROLE \"guest\"",
            "REVOKE ALL ON PARAMETER \"log_statement\" FROM PUBLIC",
            "DROP ROLE mosaic_self_test",
        ];
        assert_eq!(remains.statements(), expected);
    }
}
