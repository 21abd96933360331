//! The folder on disk, once in the form of each tool that applies it.

use super::folder::Folder;
use crate::failure::{At, Failure};
use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

/// Every file of the directory beside it, by name.
const CHANGELOG: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<databaseChangeLog xmlns="http://www.liquibase.org/xml/ns/dbchangelog"
                   xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
                   xsi:schemaLocation="http://www.liquibase.org/xml/ns/dbchangelog
                                       http://www.liquibase.org/xml/ns/dbchangelog/dbchangelog-latest.xsd">
    <includeAll path="entries" relativeToChangelogFile="true"/>
</databaseChangeLog>
"#;

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
        for (version, entry) in (1..).zip(folder.entries()) {
            let (tag, when, sql) = (&entry.tag, entry.when, entry.sql());
            let file = layout.drizzle().join(format!("{tag}.sql"));
            write(&file, &sql)?;
            // Writing to a String cannot fail.
            let _ = writeln!(script, "BEGIN;\n\\i {}\nCOMMIT;", file.display());
            // These order by the digits in front; one insists that they are a time.
            let name = format!("{when}_{tag}.sql");
            write(&layout.dbmate().join(&name), &format!("-- migrate:up\n{sql}\n\n-- migrate:down\n"))?;
            write(&layout.node_pg_migrate().join(&name), &format!("-- Up Migration\n{sql}\n"))?;
            write(&layout.sqlx().join(&name), &sql)?;
            // A number of 32 bits, which a time is not.
            write(&layout.refinery().join(format!("V{version}__{tag}.sql")), &sql)?;
            let changeset =
                format!("--liquibase formatted sql\n--changeset bench:{tag} splitStatements:false\n{sql}\n");
            write(&layout.liquibase().join("entries").join(format!("{tag}.sql")), &changeset)?;
        }
        write(&layout.psql(), &script)?;
        write(&layout.liquibase().join("changelog.xml"), CHANGELOG)?;
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

    pub(super) fn sqlx(&self) -> PathBuf {
        self.root.join("sqlx")
    }

    pub(super) fn refinery(&self) -> PathBuf {
        self.root.join("refinery")
    }

    /// Where `changelog.xml` is.
    pub(super) fn liquibase(&self) -> PathBuf {
        self.root.join("liquibase")
    }
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let parent = path.parent().unwrap_or(path);
    fs::create_dir_all(parent).at("make", parent)?;
    fs::write(path, text).at("write", path)
}
