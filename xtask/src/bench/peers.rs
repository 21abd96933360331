//! Which tools can be measured here. What npm has is fetched; what takes a compiler must be installed.

use super::{
    figures::{Absence, Absent},
    machine,
    record::Record,
    tool::Tool,
};
use mosaic_lab::{
    drizzle::{Drizzle, Release},
    error::Error,
    peers,
};
use std::process::Command;

/// A tool and its version.
type Found = Result<(Tool, String), Absence>;

/// psql, the product, and every peer that can be had; and those that cannot.
pub(super) fn find(record: &mut Record) -> (Vec<Tool>, Vec<Absent>) {
    for (name, program) in [("Node.js", "node"), ("Java", "java")] {
        record.ask_version(name, &mut Command::new(program));
    }
    let mut tools = vec![Tool::Psql, Tool::Product];
    let mut absent = Vec::new();
    for (name, found) in [
        ("dbmate", fetched(peers::dbmate(), Tool::Dbmate, peers::DBMATE)),
        ("drizzle-orm", fetched(Drizzle::find(Release::Classic), Tool::Drizzle, Release::Classic.version())),
        ("node-pg-migrate", fetched(peers::node_pg_migrate(), Tool::NodePgMigrate, peers::NODE_PG_MIGRATE)),
        ("sqlx-cli", installed("sqlx", Tool::Sqlx)),
        ("refinery_cli", installed("refinery", Tool::Refinery)),
        ("liquibase", liquibase()),
    ] {
        match found {
            Ok((tool, version)) => {
                record.program(name, version);
                tools.push(tool);
            }
            Err(why) => absent.push(Absent { name: name.to_owned(), why }),
        }
    }
    (tools, absent)
}

fn fetched<T>(found: Result<T, Error>, tool: fn(T) -> Tool, version: &str) -> Found {
    match found {
        Ok(found) => Ok((tool(found), version.to_owned())),
        Err(error) => {
            eprintln!("not fetched: {error}");
            Err(Absence::NotFetched)
        }
    }
}

fn installed(program: &str, tool: Tool) -> Found {
    let version = machine::version(&mut Command::new(program));
    version.map(|version| (tool, version)).ok_or(Absence::NotInstalled)
}

/// It is large, so that it is fetched only where it can run.
fn liquibase() -> Found {
    if machine::version(&mut Command::new("java")).is_none() {
        return Err(Absence::NotInstalled);
    }
    fetched(peers::liquibase(), Tool::Liquibase, peers::LIQUIBASE)
}
