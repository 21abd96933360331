//! Who this session is and what it is connected to: read once as the login role, judged as data.
//!
//! It must be read before `SET ROLE`: afterwards `pg_stat_ssl` hides this session's own row, and it must be read on
//! the session that will act, since a name can lead to another server a moment later.

use super::batch::{Batch, ResultSet};
use crate::error::Code;

/// The roles this program knows by name. Bootstrap makes them; nothing renames them.
pub mod role {
    /// Owns the managed schemas and what is in them; nobody logs in as it.
    pub const SCHEMA_OWNER: &str = "mosaic_schema_owner";
    /// The login of the runner and of verification.
    pub const MIGRATOR: &str = "mosaic_migrator";
    /// Carries the runtime's grants.
    pub const RUNTIME_CAPABILITY: &str = "mosaic_runtime_capability";
    /// The login of a gateway.
    pub const RUNTIME: &str = "mosaic_runtime";
    /// The login of a tier import.
    pub const IMPORTER: &str = "mosaic_data_importer";
}

/// The oldest supported server: grants carry their own INHERIT and SET options only since 16.
pub const OLDEST_SERVER: u32 = 160_000;

/// Which cluster this is, and on which timeline it writes. After a promotion the control file lags behind: it has the
/// new timeline only from the next checkpoint on.
pub const CLUSTER: &str = "SELECT (pg_control_system()).system_identifier, CASE WHEN pg_is_in_recovery() \
     THEN (pg_control_checkpoint()).timeline_id \
     ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer END";

/// The questions, each one statement, in the order [`Identity::from_batch`] reads their answers.
pub const QUESTIONS: [&str; 5] = [
    "SELECT current_setting('server_version_num'), current_setting('server_version'), pg_is_in_recovery(), \
     getdatabaseencoding(), session_user, current_user, current_database(), pg_backend_pid()",
    "SELECT coalesce(ssl, false), datid FROM pg_catalog.pg_stat_get_activity(pg_backend_pid())",
    CLUSTER,
    // Kept plain: in a new session, planning costs more than running, and the first look at each table as much again.
    "SELECT 'attribute', concat_ws(',', CASE WHEN rolbypassrls THEN 'BYPASSRLS' END, \
       CASE WHEN rolcreatedb THEN 'CREATEDB' END, CASE WHEN rolcreaterole THEN 'CREATEROLE' END, \
       CASE WHEN rolinherit THEN 'INHERIT' END, CASE WHEN rolreplication THEN 'REPLICATION' END, \
       CASE WHEN rolsuper THEN 'SUPERUSER' END), '', '', '' \
     FROM pg_catalog.pg_roles WHERE rolname = session_user \
     UNION ALL \
     SELECT 'member', pg_get_userbyid(roleid)::text, admin_option::text, inherit_option::text, set_option::text \
     FROM pg_catalog.pg_auth_members WHERE member = quote_ident(session_user)::regrole \
     UNION ALL \
     SELECT 'setting', split_part(c.entry, '=', 1) || CASE WHEN s.setrole <> 0 THEN '' \
       WHEN s.setdatabase = 0 THEN ' (for every role)' ELSE ' (for the database)' END, '', '', '' \
     FROM pg_catalog.pg_db_role_setting s, LATERAL unnest(s.setconfig) c(entry) \
     WHERE s.setrole = quote_ident(session_user)::regrole OR s.setrole = 0 \
       AND s.setdatabase IN (0, (SELECT datid FROM pg_catalog.pg_stat_get_activity(pg_backend_pid()))) \
     ORDER BY 1, 2",
    "SELECT to_regrole('mosaic_schema_owner') IS NOT NULL",
];

/// One role this login is a member of, with the options of the grant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Membership {
    /// The role.
    pub role: String,
    /// ADMIN option.
    pub admin: bool,
    /// INHERIT option.
    pub inherit: bool,
    /// SET option.
    pub set: bool,
}

/// What the session found out about itself and its server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// `server_version_num`.
    pub version: u32,
    /// The version as the server prints it.
    pub version_text: String,
    /// Whether the server is a standby or still recovering.
    pub in_recovery: bool,
    /// The database's encoding.
    pub encoding: String,
    /// The login.
    pub login: String,
    /// The database.
    pub database: String,
    /// The database's OID, as decimal text.
    pub database_oid: String,
    /// The process id of the server process.
    pub pid: String,
    /// Whether the server sees this session as TLS.
    pub tls: bool,
    /// The cluster's system identifier, as decimal text: 64 bits do not survive a JSON number.
    pub system_identifier: String,
    /// The timeline.
    pub timeline: String,
    /// Role attributes the login holds beyond LOGIN.
    pub attributes: Vec<String>,
    /// The login's direct memberships, one per grant.
    pub memberships: Vec<Membership>,
    /// Names of settings stored for the login with `ALTER ROLE … SET`, or for every login of the database.
    pub stored_settings: Vec<String>,
    /// Whether the schema owner role exists.
    pub bootstrapped: bool,
}

/// Why a session is not the one it must be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IdentityError {
    /// An old server.
    #[error("the server is PostgreSQL {version}; 16 is the oldest supported")]
    Version {
        /// As the server prints it.
        version: String,
    },
    /// A standby, or crash recovery.
    #[error("the server is in recovery (a standby, or not yet started up)")]
    InRecovery,
    /// Another encoding.
    #[error("database {database} is encoded in {encoding}, not UTF8")]
    Encoding {
        /// The database.
        database: String,
        /// Its encoding.
        encoding: String,
    },
    /// The server does not see TLS: something between ends it.
    #[error("the server sees this session as plaintext: TLS ends somewhere before it")]
    NotTls,
    /// A login of another identity.
    #[error("the session is {observed}, it must be {expected}")]
    Login {
        /// The login this command acts as.
        expected: &'static str,
        /// The login found.
        observed: String,
    },
    /// The login can do more than it may.
    #[error("{login} holds {attributes}")]
    Attributes {
        /// The login.
        login: String,
        /// The attributes it must not hold.
        attributes: String,
    },
    /// Memberships other than the exact ones.
    #[error("the memberships of {login} are {observed}; exactly {expected} is allowed")]
    Memberships {
        /// The login.
        login: String,
        /// What must be there.
        expected: String,
        /// What is there.
        observed: String,
    },
    /// `ALTER ROLE … SET` or `ALTER DATABASE … SET` reaches the login.
    #[error("settings are stored that reach {login}: {settings}")]
    StoredSettings {
        /// The login.
        login: String,
        /// Their names.
        settings: String,
    },
    /// Bootstrap has not been run.
    #[error("role mosaic_schema_owner does not exist")]
    NotBootstrapped,
    /// The server answered in an unexpected form.
    #[error("the server's answer to the identity questions has an unexpected form")]
    Unreadable,
}

impl IdentityError {
    /// The catalogue code.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::Version { .. } => Code::ServerVersionUnsupported,
            Self::InRecovery => Code::ServerInRecovery,
            Self::Encoding { .. } => Code::DatabaseEncoding,
            Self::NotTls => Code::SessionNotTls,
            Self::Login { .. } => Code::LoginWrong,
            Self::Attributes { .. } => Code::LoginPrivileged,
            Self::Memberships { .. } => Code::LoginMemberships,
            Self::StoredSettings { .. } => Code::LoginStoredSettings,
            Self::NotBootstrapped => Code::BootstrapMissing,
            Self::Unreadable => Code::Internal,
        }
    }
}

impl Identity {
    /// Reads the answers to [`QUESTIONS`]. An old server fails at the third question's successors, so its version
    /// is judged from the first answer alone.
    ///
    /// # Errors
    /// [`IdentityError::Version`] for an old server, [`IdentityError::Unreadable`] for answers of another form.
    pub fn from_batch(batch: &Batch) -> Result<Self, IdentityError> {
        let server = batch.set(0).exact::<8>().unwrap_or_default();
        let [number, text, recovery, encoding, login, _current, database, pid] =
            server.first().ok_or(IdentityError::Unreadable)?;
        let version = number.parse().map_err(|_| IdentityError::Unreadable)?;
        if version < OLDEST_SERVER {
            return Err(IdentityError::Version { version: (*text).to_owned() });
        }
        if batch.completed() < QUESTIONS.len() {
            return Err(IdentityError::Unreadable);
        }
        let session = batch.set(1).exact::<2>().unwrap_or_default();
        let [tls, oid] = session.first().ok_or(IdentityError::Unreadable)?;
        let cluster = batch.set(2);
        let facts = batch.set(3);
        Ok(Self {
            version,
            version_text: (*text).to_owned(),
            in_recovery: *recovery == "t",
            encoding: (*encoding).to_owned(),
            login: (*login).to_owned(),
            database: (*database).to_owned(),
            database_oid: (*oid).to_owned(),
            pid: (*pid).to_owned(),
            tls: *tls == "t",
            system_identifier: cluster.get(0, 0).ok_or(IdentityError::Unreadable)?.to_owned(),
            timeline: cluster.get(0, 1).ok_or(IdentityError::Unreadable)?.to_owned(),
            attributes: names(facts, "attribute").iter().flat_map(|held| words(held)).collect(),
            memberships: memberships(facts),
            stored_settings: names(facts, "setting"),
            bootstrapped: batch.set(4).get(0, 0) == Some("t"),
        })
    }

    /// Whether an answer to [`CLUSTER`] comes from where this session was: the same cluster, on the same timeline.
    #[must_use]
    pub fn is_on_cluster(&self, answer: &ResultSet) -> bool {
        answer.exact::<2>().as_deref() == Some(&[[&*self.system_identifier, &*self.timeline]])
    }

    /// Whether this is the migrator's session on a server that can be asked and trusted to answer. What the login may do
    /// beyond its own is another question.
    ///
    /// # Errors
    /// The first rule that does not hold.
    pub fn require_migrator_session(&self) -> Result<(), IdentityError> {
        self.require_session(role::MIGRATOR)
    }

    /// Whether the login may take the schema owner's role.
    #[must_use]
    pub fn may_become_owner(&self) -> bool {
        self.memberships.iter().any(|membership| membership.role == role::SCHEMA_OWNER && membership.set)
    }

    /// Whether this session may act as the runner: every rule, in the order in which an operator mends them.
    ///
    /// # Errors
    /// The first rule that does not hold.
    pub fn require_migrator(&self) -> Result<(), IdentityError> {
        self.require_login(role::MIGRATOR, &[])?;
        self.require_membership(&Membership {
            role: role::SCHEMA_OWNER.to_owned(),
            admin: false,
            inherit: false,
            set: true,
        })?;
        if !self.stored_settings.is_empty() {
            return Err(IdentityError::StoredSettings {
                login: self.login.clone(),
                settings: self.stored_settings.join(", "),
            });
        }
        Ok(())
    }

    /// Whether this is the runtime's session on a server that a runtime may serve from. What the login may do there
    /// is another question, and its memberships a part of it.
    ///
    /// # Errors
    /// The first rule that does not hold.
    pub fn require_runtime(&self) -> Result<(), IdentityError> {
        self.require_login(role::RUNTIME, &["INHERIT"])
    }

    /// Whether this is the importer's session on a server that rows can be imported into. It is a member of nothing.
    ///
    /// # Errors
    /// The first rule that does not hold.
    pub fn require_importer(&self) -> Result<(), IdentityError> {
        self.require_login(role::IMPORTER, &[])?;
        if self.memberships.is_empty() {
            return Ok(());
        }
        Err(IdentityError::Memberships {
            login: self.login.clone(),
            expected: listed(&[]),
            observed: listed(&self.memberships),
        })
    }

    /// That the login has exactly one membership, and that one.
    ///
    /// # Errors
    /// [`IdentityError::Memberships`].
    pub fn require_membership(&self, expected: &Membership) -> Result<(), IdentityError> {
        if self.memberships == [expected.clone()] {
            return Ok(());
        }
        Err(IdentityError::Memberships {
            login: self.login.clone(),
            expected: expected.to_string(),
            observed: listed(&self.memberships),
        })
    }

    /// Whether this is a session of this login, on a server that can be asked and trusted to answer.
    ///
    /// # Errors
    /// The first rule that does not hold.
    pub fn require_session(&self, login: &'static str) -> Result<(), IdentityError> {
        if self.in_recovery {
            return Err(IdentityError::InRecovery);
        }
        if !self.tls {
            return Err(IdentityError::NotTls);
        }
        if self.encoding != "UTF8" {
            return Err(IdentityError::Encoding {
                database: self.database.clone(),
                encoding: self.encoding.clone(),
            });
        }
        if self.login != login {
            return Err(IdentityError::Login { expected: login, observed: self.login.clone() });
        }
        if !self.bootstrapped {
            return Err(IdentityError::NotBootstrapped);
        }
        Ok(())
    }

    fn require_login(&self, login: &'static str, may_hold: &[&str]) -> Result<(), IdentityError> {
        self.require_session(login)?;
        let attributes: Vec<&str> =
            self.attributes.iter().map(String::as_str).filter(|held| !may_hold.contains(held)).collect();
        if !attributes.is_empty() {
            return Err(IdentityError::Attributes {
                login: self.login.clone(),
                attributes: attributes.join(", "),
            });
        }
        Ok(())
    }
}

impl std::fmt::Display for Membership {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { role, admin, inherit, set } = self;
        write!(f, "{role} (admin {admin}, inherit {inherit}, set {set})")
    }
}

fn listed(memberships: &[Membership]) -> String {
    if memberships.is_empty() {
        return "none".to_owned();
    }
    memberships.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

fn words(listed: &str) -> impl Iterator<Item = String> {
    listed.split(',').filter(|word| !word.is_empty()).map(str::to_owned)
}

fn names(facts: &ResultSet, kind: &str) -> Vec<String> {
    let rows = facts.exact::<5>().unwrap_or_default();
    rows.iter().filter(|row| row[0] == kind).map(|row| row[1].to_owned()).collect()
}

fn memberships(facts: &ResultSet) -> Vec<Membership> {
    let rows = facts.exact::<5>().unwrap_or_default();
    rows.iter()
        .filter(|row| row[0] == "member")
        .map(|[_, role, admin, inherit, set]| Membership {
            role: (*role).to_owned(),
            admin: *admin == "true",
            inherit: *inherit == "true",
            set: *set == "true",
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn migrator() -> Identity {
        Identity {
            version: 170_004,
            version_text: "17.4".into(),
            in_recovery: false,
            encoding: "UTF8".into(),
            login: role::MIGRATOR.into(),
            database: "mosaic".into(),
            database_oid: "16384".into(),
            pid: "1".into(),
            tls: true,
            system_identifier: "7345678901234567891".into(),
            timeline: "1".into(),
            attributes: vec![],
            memberships: vec![Membership {
                role: role::SCHEMA_OWNER.into(),
                admin: false,
                inherit: false,
                set: true,
            }],
            stored_settings: vec![],
            bootstrapped: true,
        }
    }

    fn refused(change: impl FnOnce(&mut Identity)) -> Option<Code> {
        let mut identity = migrator();
        change(&mut identity);
        identity.require_migrator().err().map(|error| error.code())
    }

    #[test]
    fn each_rule_has_its_code() {
        assert_eq!(refused(|_| {}), None);
        assert_eq!(refused(|i| i.in_recovery = true), Some(Code::ServerInRecovery));
        assert_eq!(refused(|i| i.tls = false), Some(Code::SessionNotTls));
        assert_eq!(refused(|i| i.encoding = "LATIN1".into()), Some(Code::DatabaseEncoding));
        assert_eq!(refused(|i| i.login = "postgres".into()), Some(Code::LoginWrong));
        assert_eq!(refused(|i| i.bootstrapped = false), Some(Code::BootstrapMissing));
        assert_eq!(refused(|i| i.attributes = vec!["CREATEDB".into()]), Some(Code::LoginPrivileged));
        assert_eq!(refused(|i| i.memberships.clear()), Some(Code::LoginMemberships));
        assert_eq!(refused(|i| i.memberships[0].inherit = true), Some(Code::LoginMemberships));
        assert_eq!(refused(|i| i.memberships[0].admin = true), Some(Code::LoginMemberships));
        assert_eq!(refused(|i| i.memberships[0].set = false), Some(Code::LoginMemberships));
        assert_eq!(
            refused(|i| i.memberships.push(i.memberships[0].clone())),
            Some(Code::LoginMemberships),
            "a second grantor's grant is a second membership"
        );
        assert_eq!(refused(|i| i.stored_settings = vec!["role".into()]), Some(Code::LoginStoredSettings));
    }

    #[test]
    fn a_runtime_is_another_login_on_the_same_kind_of_server() {
        let refused = |change: fn(&mut Identity)| {
            let mut identity = migrator();
            identity.login = role::RUNTIME.into();
            identity.attributes = vec!["INHERIT".into()];
            change(&mut identity);
            identity.require_runtime().err().map(|error| error.code())
        };
        assert_eq!(refused(|_| {}), None);
        assert_eq!(refused(|i| i.in_recovery = true), Some(Code::ServerInRecovery));
        assert_eq!(refused(|i| i.tls = false), Some(Code::SessionNotTls));
        assert_eq!(refused(|i| i.encoding = "LATIN1".into()), Some(Code::DatabaseEncoding));
        assert_eq!(refused(|i| i.login = role::MIGRATOR.into()), Some(Code::LoginWrong));
        assert_eq!(refused(|i| i.bootstrapped = false), Some(Code::BootstrapMissing));
        assert_eq!(refused(|i| i.attributes.push("SUPERUSER".into())), Some(Code::LoginPrivileged));
    }
}
