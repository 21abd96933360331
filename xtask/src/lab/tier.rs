//! A tier as it is before it moves to a server: an embedded database in the shape that the bundle leads to, and some rows.

use crate::{
    failure::{At, Failure},
    system,
};
use mosaic_lab::pglite::Pglite;
use std::{fs, path::Path};

const ROWS: &str = include_str!("tier.sql");

/// Starts it; it ends with the value.
pub(crate) fn start() -> Result<Pglite, Failure> {
    system::set_up(system::FOR_EMBEDDED)?;
    println!("Starting an embedded database (PGlite); it is fetched once.");
    let mut sql = "CREATE SCHEMA mosaic;\nCREATE SCHEMA mosaic_extensions;\n\
                   CREATE EXTENSION vector SCHEMA mosaic_extensions;\n\
                   SET search_path = public, mosaic_extensions;\n"
        .to_owned();
    for entry in entries()? {
        // A label that was added to an enum can be used only after its transaction. What is built beside writers cannot
        // be built in one, and comes to the same.
        sql.push_str(&format!("BEGIN;\n{}\nCOMMIT;\n", entry.replace(" CONCURRENTLY ", " ")));
    }
    sql.push_str("SET search_path = mosaic, mosaic_extensions;\n");
    sql.push_str(ROWS);
    sql.push_str("RESET search_path;\n");
    Ok(Pglite::start(&sql)?)
}

/// The bundle's entries in order. From the one that moves the tables out of `public` on, each names its schema itself.
fn entries() -> Result<Vec<String>, Failure> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("manifest");
    let entries = fs::read_dir(&manifest).at("read", &manifest)?;
    let paths: Result<Vec<_>, _> = entries.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut paths = paths.at("read", &manifest)?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "sql"));
    paths.sort();
    paths.iter().map(|path| fs::read_to_string(path).at("read", path)).collect()
}
