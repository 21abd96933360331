//! The folder on disk, once in the form of each tool that applies it.

use super::folder::Folder;
use crate::failure::{At, Failure};
use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

/// Where everything lies.
pub(super) struct Layout {
    root: PathBuf,
}

impl Layout {
    /// Writes the folder in every form below `root`.
    pub(super) fn write(folder: &Folder, root: &Path) -> Result<Self, Failure> {
        let layout = Self { root: root.to_owned() };
        write(&layout.drizzle().join("meta/_journal.json"), &folder.journal())?;
        let mut script = String::from("\\set ON_ERROR_STOP on\n");
        for entry in folder.entries() {
            let (tag, when, sql) = (&entry.tag, entry.when, entry.sql());
            let file = layout.drizzle().join(format!("{tag}.sql"));
            write(&file, &sql)?;
            // Writing to a String cannot fail.
            let _ = writeln!(script, "BEGIN;\n\\i {}\nCOMMIT;", file.display());
            // Both peers order by the digits in front; one insists that they are a time.
            let name = format!("{when}_{tag}.sql");
            write(&layout.dbmate().join(&name), &format!("-- migrate:up\n{sql}\n\n-- migrate:down\n"))?;
            write(&layout.node_pg_migrate().join(&name), &format!("-- Up Migration\n{sql}\n"))?;
        }
        write(&layout.psql(), &script)?;
        Ok(layout)
    }

    /// The Drizzle folder itself.
    pub(super) fn drizzle(&self) -> PathBuf {
        self.root.join("drizzle")
    }

    /// The script that includes each file in a transaction of its own.
    pub(super) fn psql(&self) -> PathBuf {
        self.root.join("all.psql")
    }

    pub(super) fn dbmate(&self) -> PathBuf {
        self.root.join("dbmate")
    }

    pub(super) fn node_pg_migrate(&self) -> PathBuf {
        self.root.join("node-pg-migrate")
    }
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let parent = path.parent().unwrap_or(path);
    fs::create_dir_all(parent).at("make", parent)?;
    fs::write(path, text).at("write", path)
}
