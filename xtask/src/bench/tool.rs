//! The tools, and how each is told to apply the folder.

use super::{ground::Ground, layout::Layout, rounds::Whose};
use mosaic_lab::drizzle::Drizzle;
use std::{
    path::{Path, PathBuf},
    process::Command,
};

/// A program that applies migrations.
pub(super) enum Tool {
    /// One psql that includes file after file, each in its own transaction: what everything is compared with.
    Psql,
    Product,
    Dbmate(PathBuf),
    Drizzle(Drizzle),
    NodePgMigrate(PathBuf),
    Sqlx,
    Refinery,
    /// The directory of its jars.
    Liquibase(PathBuf),
}

/// Who connects to which database, and how.
pub(super) struct Seat {
    pub(super) host: &'static str,
    pub(super) port: u16,
    pub(super) user: &'static str,
    pub(super) password: String,
    pub(super) database: String,
    pub(super) ca: PathBuf,
    pub(super) psql: PathBuf,
}

impl Seat {
    /// The same through another port, that of a proxy.
    pub(super) fn through(self, port: u16) -> Self {
        Self { port, ..self }
    }

    /// The only form of URL that the product takes. The password needs no escapes.
    pub(super) fn url(&self) -> String {
        let Self { host, port, user, password, database, .. } = self;
        format!("postgresql://{user}:{password}@{host}:{port}/{database}?sslmode=verify-full")
    }

    fn url_with_ca(&self) -> String {
        format!("{}&sslrootcert={}", self.url(), self.ca.display())
    }

    fn jdbc_url(&self) -> String {
        let Self { host, port, database, ca, .. } = self;
        format!("jdbc:postgresql://{host}:{port}/{database}?sslmode=verify-full&sslrootcert={}", ca.display())
    }

    /// The same as libpq's variables, which drivers for Node.js read as well.
    pub(super) fn variables(&self) -> [(&'static str, String); 8] {
        [
            ("PGHOST", self.host.into()),
            ("PGPORT", self.port.to_string()),
            ("PGUSER", self.user.into()),
            ("PGPASSWORD", self.password.clone()),
            ("PGDATABASE", self.database.clone()),
            ("PGSSLMODE", "verify-full".into()),
            ("PGSSLROOTCERT", self.ca.display().to_string()),
            ("PGCHANNELBINDING", "require".into()),
        ]
    }
}

impl Tool {
    /// A name for tables, and with `_` for `-`, for databases.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Psql => "psql",
            Self::Product => "mosaic-db-migrator",
            Self::Dbmate(_) => "dbmate",
            Self::Drizzle(_) => "drizzle-orm",
            Self::NodePgMigrate(_) => "node-pg-migrate",
            Self::Sqlx => "sqlx-cli",
            Self::Refinery => "refinery_cli",
            Self::Liquibase(_) => "liquibase",
        }
    }

    pub(super) const fn whose(&self) -> Whose {
        match self {
            Self::Product => Whose::Ours,
            _ => Whose::Theirs,
        }
    }

    /// Whether it keeps a ledger of what it applied, as the product does.
    pub(super) const fn is_peer(&self) -> bool {
        !matches!(self, Self::Psql | Self::Product)
    }

    /// The command that applies what is pending in the database.
    pub(super) fn apply(&self, ground: &Ground, layout: &Layout, database: &str, port: u16) -> Command {
        let peer = ground.peer(database).through(port);
        match self {
            Self::Psql => {
                let mut command = clean(Command::new(&peer.psql));
                command.args(["--no-psqlrc", "--quiet", "--file"]).arg(layout.psql()).envs(peer.variables());
                command
            }
            Self::Product => run_product(ground, &layout.drizzle(), database, port),
            Self::Dbmate(program) => {
                let mut command = clean(Command::new(program));
                command.args(["--no-dump-schema", "--migrations-dir"]).arg(layout.dbmate()).arg("migrate");
                command.env("DATABASE_URL", peer.url_with_ca());
                command
            }
            Self::Drizzle(drizzle) => {
                let mut command = drizzle.migrate(ground.cluster(), database, &layout.drizzle(), "");
                command.envs(peer.variables());
                command
            }
            Self::NodePgMigrate(script) => {
                let mut command = clean(Command::new("node"));
                command.arg(script).args(["up", "--no-verbose", "--migrations-dir"]);
                command.arg(layout.node_pg_migrate()).env("DATABASE_URL", peer.url_with_ca());
                command
            }
            Self::Sqlx => {
                let mut command = clean(Command::new("sqlx"));
                command.args(["migrate", "run", "--source"]).arg(layout.sqlx());
                command.env("DATABASE_URL", peer.url_with_ca());
                command
            }
            Self::Refinery => {
                let mut command = clean(Command::new("refinery"));
                command.args(["migrate", "-e", "DATABASE_URL", "-p"]).arg(layout.refinery());
                // Its driver proves the server with `require` already, by the roots of the system.
                command.env("DATABASE_URL", peer.url().replace("verify-full", "require"));
                command.env("SSL_CERT_FILE", peer.ca);
                command
            }
            Self::Liquibase(directory) => {
                let mut command = clean(Command::new("java"));
                command.arg("-jar").arg(directory.join("internal/lib/liquibase-core.jar"));
                command.args(["--show-banner=false", "--log-level=off", "--changelog-file=changelog.xml"]);
                command.arg("--search-path").arg(layout.liquibase()).arg("update");
                command.env("LIQUIBASE_HOME", directory);
                command.env("LIQUIBASE_COMMAND_URL", peer.jdbc_url());
                command.env("LIQUIBASE_COMMAND_USERNAME", peer.user);
                command.env("LIQUIBASE_COMMAND_PASSWORD", peer.password);
                command
            }
        }
    }
}

/// The product's `--run` with this bundle.
pub(super) fn run_product(ground: &Ground, bundle: &Path, database: &str, port: u16) -> Command {
    product("--run", ground, bundle, database, port)
}

/// The product's `--verify` with this bundle.
pub(super) fn verify_product(ground: &Ground, bundle: &Path, database: &str, port: u16) -> Command {
    product("--verify", ground, bundle, database, port)
}

fn product(argument: &str, ground: &Ground, bundle: &Path, database: &str, port: u16) -> Command {
    let seat = ground.migrator(database).through(port);
    let mut command = clean(Command::new(ground.product()));
    command.arg(argument).env("DATABASE_MIGRATION_URL", seat.url());
    command.env("DATABASE_TLS_CA_CERT_PATH", seat.ca).env("MOSAIC_BUNDLE_DIR", bundle);
    command
}

/// psql that connects as the seat says, asks for nothing and ends.
pub(super) fn psql_select_one(seat: &Seat) -> Command {
    let mut command = clean(Command::new(&seat.psql));
    command.args(["--no-psqlrc", "--quiet", "--command", "SELECT 1"]).envs(seat.variables());
    command
}

/// No variables but PATH, and a directory without `.env`: nothing of ours may change what a tool does.
pub(super) fn clean(mut command: Command) -> Command {
    command.env_clear().current_dir("/");
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command
}
