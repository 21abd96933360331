//! The way to move a database whose extension belongs to the wrong role: a second database beside it, made as a new one is, that
//! the rows are copied into.
//!
//! PostgreSQL has no statement that gives an extension to another owner, so the old database cannot become what it must be.
//! Invariant: no step before the last changes a row or a shape of the old database, so until the first write to the new one the way
//! back is to start the application on the old one again. Pure: the same request gives the same plan.

use super::DatabaseName;
use mosaic_db::identifier::Identifier;
use mosaic_db::postgres::Literal;
use serde::Serialize;
use std::fmt;

/// What the plan is about.
pub struct Request<'a> {
    /// The database that is left.
    pub from: &'a DatabaseName,
    /// The database that takes its place.
    pub to: &'a DatabaseName,
    /// The login that made the old one, and runs on it.
    pub owner: &'a Identifier,
}

/// A step: what to do, what shows that it is done, and how to take it back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// A word for it.
    pub name: &'static str,
    /// What it does.
    pub what: &'static str,
    /// Who does it.
    pub by: Actor,
    /// What to run, in order.
    pub commands: Vec<String>,
    /// What must be true before the next step begins.
    pub evidence: &'static str,
    /// How to take it back.
    pub back: String,
}

/// Who does a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    /// Whoever starts and stops the application.
    Operator,
    /// A superuser of the server, through `psql`.
    Superuser,
    /// This program, as the migrator.
    Migrator,
    /// This program, as root beside the migrator: it signs.
    Verifier,
    /// This program, as the importer.
    Importer,
    /// This program, as the runtime.
    Runtime,
}

/// The plan, in order.
pub fn plan(request: &Request<'_>) -> [Step; 13] {
    let names = Names::of(request);
    [
        backup(&names),
        history(&names),
        reader(&names),
        shadow(&names),
        migrate(),
        attest(),
        rehearse(&names),
        again(&names),
        quiesce(&names),
        copy(),
        ready(),
        switch(),
        window(&names),
    ]
}

/// The names as shell words and within SQL.
struct Names {
    from: String,
    to: String,
    from_sql: String,
    to_sql: String,
    from_text: String,
    owner_sql: String,
    owner_text: String,
}

impl Names {
    fn of(request: &Request<'_>) -> Self {
        let quoted = |name: &DatabaseName| format!("\"{}\"", name.as_str().replace('"', "\"\""));
        Self {
            from: word(request.from.as_str()),
            to: word(request.to.as_str()),
            from_sql: quoted(request.from),
            to_sql: quoted(request.to),
            from_text: Literal(request.from.as_str()).to_string(),
            owner_sql: request.owner.to_string(),
            owner_text: Literal(request.owner.as_str()).to_string(),
        }
    }

    /// SQL through `psql`, in the maintenance database.
    fn psql(sql: &str) -> String {
        format!("psql -X -v ON_ERROR_STOP=1 -d postgres -c {}", word(sql))
    }
}

const AUTHORITY: &str = "DATABASE_TLS_CA_CERT_PATH=/run/secrets/ca.pem";
const ADMIN: &str = "/run/secrets/admin-url";
const MIGRATOR: &str =
    "DATABASE_TLS_CA_CERT_PATH=/run/secrets/ca.pem DATABASE_MIGRATION_URL_FILE=/run/secrets/migrator-url";
const SIGNED: &str = "MOSAIC_TARGET_URL_FILE=/run/secrets/mosaic-migrate-target-url \
    MOSAIC_TARGET_CREDENTIAL_VERSION_FILE=/run/secrets/mosaic-migrate-target-version \
    MOSAIC_TRUST_STORE_FILE=/etc/mosaic/trust-store.v1.json";
const SIGNING: &str = "MOSAIC_ATTESTATION_SIGNING_KEY_FILE=/etc/mosaic/attest/signing-key \
    MOSAIC_ATTESTATION_DIR=/var/lib/mosaic/attestations";
const IMPORT: &str = "DATABASE_TLS_CA_CERT_PATH=/run/secrets/ca.pem \
    MOSAIC_TARGET_CREDENTIAL_VERSION_FILE=/run/secrets/mosaic-migrate-target-version \
    MOSAIC_TRUST_STORE_FILE=/etc/mosaic/trust-store.v1.json MOSAIC_REPLAY_DIR=/var/lib/mosaic/replay";
const NOTHING: &str = "nothing was changed";

fn import(more: &str) -> String {
    format!(
        "{IMPORT} mosaic-db-migrator migrate-tier --source-url-file /run/secrets/shadow-reader-url \
         --source-schema public --output json{more}"
    )
}

fn backup(names: &Names) -> Step {
    Step {
        name: "backup",
        what: "A backup of the old database that can be read back",
        by: Actor::Superuser,
        commands: vec![
            format!("pg_dump --format=custom --file=before-shadow.dump --dbname={}", names.from),
            "pg_restore --list before-shadow.dump >before-shadow.list".to_owned(),
        ],
        evidence: "both end with 0, and the list names every table; keep both until the last step is done",
        back: NOTHING.to_owned(),
    }
}

fn history(names: &Names) -> Step {
    let ledger = "SELECT count(*), max(created_at) FROM drizzle.__drizzle_migrations";
    Step {
        name: "history",
        what: "The old database is at the end of the history: rows travel only between tables of one shape",
        by: Actor::Operator,
        commands: vec![format!("psql -X -v ON_ERROR_STOP=1 -d {} -c {}", names.from, word(ledger))],
        evidence: "as many rows as the bundle has history entries (mosaic-db-migrator manifest show lists them); otherwise let the release in \
                   use finish its migrations first",
        back: NOTHING.to_owned(),
    }
}

fn reader(names: &Names) -> Step {
    let connect = format!("GRANT CONNECT ON DATABASE {} TO mosaic_shadow_reader", names.from_sql);
    Step {
        name: "reader",
        what: "A login that reads the old database and nothing else",
        by: Actor::Superuser,
        commands: vec![
            Names::psql("CREATE ROLE mosaic_shadow_reader LOGIN BYPASSRLS IN ROLE pg_read_all_data"),
            "psql -X -d postgres -c '\\password mosaic_shadow_reader'".to_owned(),
            Names::psql(&connect),
        ],
        evidence: "its URL for the old database is in /run/secrets/shadow-reader-url, mode 0400",
        back: format!(
            "REVOKE CONNECT ON DATABASE {} FROM mosaic_shadow_reader; DROP ROLE mosaic_shadow_reader",
            names.from_sql
        ),
    }
}

fn shadow(names: &Names) -> Step {
    Step {
        name: "shadow",
        what: "The new database, prepared as a new one is",
        by: Actor::Superuser,
        commands: vec![
            format!(
                "mosaic-db-migrator bootstrap render --database {} --migrator-password-file /run/secrets/migrator-password \
                 --runtime-password-file /run/secrets/runtime-password --importer-password-file /run/secrets/importer-password >shadow.sql",
                names.to
            ),
            "psql -X -f shadow.sql -d postgres".to_owned(),
            format!(
                "{AUTHORITY} mosaic-db-migrator bootstrap check --admin-url-file {ADMIN} --database {}",
                names.to
            ),
        ],
        evidence: "bootstrap check ends with 0",
        back: format!("DROP DATABASE {}", names.to_sql),
    }
}

fn migrate() -> Step {
    Step {
        name: "migrate",
        what: "The runner brings the new database to the shape that the old rows have: to the relocation, and no further",
        by: Actor::Migrator,
        commands: vec![
            "# with MOSAIC_BUNDLE_DIR, from here to the step ready, for the bundle that ends with the relocation, if this one goes on"
                .to_owned(),
            format!("{MIGRATOR} mosaic-db-migrator --run"),
        ],
        evidence: "ends with 0, and the URL file names the new database",
        back: "drop the new database and begin at shadow".to_owned(),
    }
}

fn attest() -> Step {
    Step {
        name: "attest",
        what: "A signed proof of the new database, for the importer's credential; good for 15 minutes",
        by: Actor::Verifier,
        commands: vec![format!("{MIGRATOR} {SIGNED} {SIGNING} mosaic-db-migrator --verify")],
        evidence: "ends with 0; the new generation is mounted as /run/mosaic-attestations for the importer",
        back: "an attestation ends by itself".to_owned(),
    }
}

fn rehearse(names: &Names) -> Step {
    Step {
        name: "rehearse",
        what: "The whole copy while the application still runs: how long it takes, and that everything fits",
        by: Actor::Importer,
        commands: vec![
            import(""),
            format!("# attest again: an attestation is used up\n{}", import(" --yes >rehearsal.json")),
        ],
        evidence: "the first shows the plan, the second ends with 0 and every table in rehearsal.json was compared",
        back: format!("DROP DATABASE {}", names.to_sql),
    }
}

fn again(names: &Names) -> Step {
    Step {
        name: "again",
        what: "A new shadow: rows that have changed since the rehearsal are not looked for, everything is copied anew",
        by: Actor::Superuser,
        commands: vec![
            Names::psql(&format!("DROP DATABASE {}", names.to_sql)),
            "# then the steps shadow, migrate".to_owned(),
        ],
        evidence: "bootstrap check and --run end with 0 for the new one",
        back: NOTHING.to_owned(),
    }
}

fn quiesce(names: &Names) -> Step {
    let Names { from_sql, from_text, owner_sql, owner_text, .. } = names;
    let sessions = format!("FROM pg_stat_activity WHERE datname = {from_text} AND usename = {owner_text}");
    Step {
        name: "quiesce",
        what: "Nobody writes to the old database any more. The interruption begins here",
        by: Actor::Superuser,
        commands: vec![
            "# stop every instance of the application".to_owned(),
            Names::psql(&format!("REVOKE CONNECT ON DATABASE {from_sql} FROM PUBLIC, {owner_sql}")),
            Names::psql(&format!("ALTER DATABASE {from_sql} SET default_transaction_read_only = on")),
            Names::psql(&format!("SELECT pg_terminate_backend(pid) {sessions}")),
            Names::psql(&format!("SELECT count(*) {sessions}")),
        ],
        evidence: "the last answer is 0. No privilege keeps a superuser out: if the application used one, give it another password first",
        back: format!(
            "ALTER DATABASE {from_sql} RESET default_transaction_read_only; GRANT CONNECT ON DATABASE {from_sql} TO PUBLIC, \
             {owner_sql}; start the application"
        ),
    }
}

fn copy() -> Step {
    Step {
        name: "copy",
        what: "The final copy, compared row by row before it is committed",
        by: Actor::Importer,
        commands: vec!["# after the step attest".to_owned(), import(" --yes >final.json")],
        evidence: "ends with 0; final.json has \"reached\": \"committed\" and the digest of every table; keep it",
        back: "as for quiesce: the old database is untouched".to_owned(),
    }
}

fn ready() -> Step {
    Step {
        name: "ready",
        what: "The new database may be served from",
        by: Actor::Runtime,
        commands: vec![
            "DATABASE_TLS_CA_CERT_PATH=/run/secrets/ca.pem DATABASE_URL_FILE=/run/secrets/runtime-url mosaic-db-migrator readiness"
                .to_owned(),
        ],
        evidence: "ends with 0",
        back: "as for quiesce: the old database is untouched".to_owned(),
    }
}

fn switch() -> Step {
    Step {
        name: "switch",
        what: "The application starts on the new database, as mosaic_runtime. The interruption ends here",
        by: Actor::Operator,
        commands: vec![
            "# start the application with DATABASE_URL_FILE=/run/secrets/runtime-url, which names the new database".to_owned(),
            "# entries after the relocation come now, as on any database: mosaic-db-migrator --run".to_owned(),
        ],
        evidence: "the application serves",
        back: "until the first write: stop the application, then as for quiesce. After it, rows written to the new database would be lost"
            .to_owned(),
    }
}

fn window(names: &Names) -> Step {
    Step {
        name: "window",
        what: "The old database stays, read-only, for as long as the window was agreed to be",
        by: Actor::Superuser,
        commands: vec![
            "# when the window has ended, and a backup of the new database was read back:".to_owned(),
            Names::psql(&format!("DROP DATABASE {}", names.from_sql)),
            Names::psql("DROP ROLE mosaic_shadow_reader"),
        ],
        evidence: "whoever answers for the data has said that the window has ended",
        back: "before its commands: the old database can be read by mosaic_shadow_reader. After them: the backup".to_owned(),
    }
}

/// Text as one word of a POSIX shell.
fn word(text: &str) -> String {
    let plain = |character: char| character.is_ascii_alphanumeric() || "_-./".contains(character);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Operator => "operator",
            Self::Superuser => "superuser",
            Self::Migrator => "migrator",
            Self::Verifier => "verifier",
            Self::Importer => "importer",
            Self::Runtime => "runtime",
        })
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} ({}): {}", self.name, self.by, self.what)?;
        for command in &self.commands {
            for line in command.lines() {
                writeln!(f, "    {line}")?;
            }
        }
        writeln!(f, "  done when: {}", self.evidence)?;
        writeln!(f, "  back: {}", self.back)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_names() {
        let (from, to) = (DatabaseName::new("it's \"old\"".to_owned()), DatabaseName::new("new".to_owned()));
        let owner = Identifier::new("o'wner").expect("a name");
        let (from, to) = (from.expect("a name"), to.expect("a name"));
        let plan = plan(&Request { from: &from, to: &to, owner: &owner });
        let all: Vec<&str> = plan.iter().flat_map(|step| &step.commands).map(String::as_str).collect();
        assert!(
            all.contains(&r#"pg_dump --format=custom --file=before-shadow.dump --dbname='it'\''s "old"'"#)
        );
        assert!(
            all.contains(&r#"psql -X -v ON_ERROR_STOP=1 -d postgres -c 'DROP DATABASE "it'\''s ""old"""'"#)
        );
        assert!(all.iter().any(|command| command.contains(r#"FROM PUBLIC, "o'\''wner"'"#)));
    }

    #[test]
    fn nothing_is_given_away_or_taken_along() {
        let name = |name: &str| DatabaseName::new(name.to_owned()).expect("a name");
        let owner = Identifier::new("app").expect("a name");
        let plan = plan(&Request { from: &name("a"), to: &name("b"), owner: &owner });
        let text: String = plan.iter().map(ToString::to_string).collect();
        for never in ["REASSIGN", "CASCADE", "UPDATE pg_", "DROP OWNED"] {
            assert!(!text.contains(never), "{never}");
        }
    }
}
