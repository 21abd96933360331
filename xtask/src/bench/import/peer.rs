//! What else copies tables from one database into another.

use super::{
    super::{
        ground::Ground,
        tool::{Seat, clean},
    },
    tier::{Keys, TABLES},
};
use std::{path::PathBuf, process::Command};

/// A way to copy the tables of `public` that does not compare them.
#[derive(Clone, Copy)]
pub(super) enum Peer {
    /// A psql that reads and a psql that writes for each table: what everything is compared with.
    Pipes,
    DumpAndRestore,
    /// It copies several tables at a time, in no order that foreign keys would allow.
    Pgcopydb,
}

impl Peer {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Pipes => "psql | psql",
            Self::DumpAndRestore => "pg_dump | pg_restore",
            Self::Pgcopydb => "pgcopydb, keys off",
        }
    }

    pub(super) const fn database(self) -> &'static str {
        match self {
            Self::Pipes => "import_pipes",
            Self::DumpAndRestore => "import_restore",
            Self::Pgcopydb => "import_pgcopydb",
        }
    }

    /// What its target is to have.
    pub(super) const fn keys(self) -> Keys {
        match self {
            Self::Pipes | Self::DumpAndRestore => Keys::Enforced,
            Self::Pgcopydb => Keys::Absent,
        }
    }

    /// Whether it can be run here.
    pub(super) fn is_here(self) -> bool {
        match self {
            Self::Pipes | Self::DumpAndRestore => true,
            Self::Pgcopydb => search_path(PathBuf::new()).iter().any(|path| path.join("pgcopydb").is_file()),
        }
    }

    /// The command that copies everything from one seat to the other.
    pub(super) fn copy(self, ground: &Ground, source: &Seat, work: PathBuf) -> Command {
        let target = ground.peer(self.database());
        let mut command = match self {
            Self::Pipes => shell(&pipes(source, &target)),
            Self::DumpAndRestore => shell(&format!(
                "pg_dump --format custom --compress none --data-only --schema public --dbname {} \
                 | pg_restore --data-only --exit-on-error --dbname {}",
                source.database, target.database
            )),
            Self::Pgcopydb => {
                let mut command = clean(Command::new("pgcopydb"));
                command.args(["copy", "table-data", "--dir"]).arg(work);
                command.env("PGCOPYDB_SOURCE_PGURI", source.url()).env("PGCOPYDB_TARGET_PGURI", target.url());
                command
            }
        };
        let clients = source.psql.parent().map(PathBuf::from).unwrap_or_default();
        let path = std::env::join_paths(search_path(clients)).unwrap_or_default();
        command.env("PATH", path).envs(target.variables());
        command
    }
}

/// A pipe for each table, parents first.
fn pipes(source: &Seat, target: &Seat) -> String {
    let pipe = |table| {
        format!(
            "psql --no-psqlrc --quiet --dbname {} --command 'COPY public.{table} TO STDOUT (FORMAT binary)' \
             | psql --no-psqlrc --quiet --dbname {} --command 'COPY public.{table} FROM STDIN (FORMAT binary)'",
            source.database, target.database
        )
    };
    TABLES.map(pipe).join(" && ")
}

fn shell(script: &str) -> Command {
    let mut command = clean(Command::new("/bin/sh"));
    command.args(["-c", script]);
    command
}

/// Where programs are looked for: in this directory first.
fn search_path(first: PathBuf) -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::iter::once(first).chain(std::env::split_paths(&path)).collect()
}
