//! One history in both layouts, byte for byte the same SQL, in drizzle-kit's own style.

use crate::support::Folder;

/// One migration; its files are named by drizzle-kit's rules for the layout.
#[derive(Clone, Copy, Debug)]
pub struct Migration {
    pub name: &'static str,
    /// The number in the classic layout.
    pub number: usize,
    /// Milliseconds since 1970, as the classic journal has them.
    pub when: i64,
    /// The second of `when`, as the newer layout names it.
    pub stamp: &'static str,
    pub sql: &'static str,
}

/// What drizzle-kit writes into a custom migration, for a person to fill in.
const UNTOUCHED: &str = "-- Custom SQL migration file, put your code below! --";

/// Five migrations. Two have the same bytes, one on each side of where the tests stop half-way.
pub const MIGRATIONS: [Migration; 5] = [
    Migration {
        name: "users",
        number: 0,
        when: 1_704_067_200_250,
        stamp: "20240101000000",
        sql: "CREATE TABLE \"users\" (\n\t\"id\" serial PRIMARY KEY NOT NULL,\n\t\"name\" text NOT NULL\n);\n\
              --> statement-breakpoint\nCREATE INDEX \"users_name\" ON \"users\" USING btree (\"name\");",
    },
    Migration { name: "one", number: 1, when: 1_704_153_600_250, stamp: "20240102000000", sql: UNTOUCHED },
    Migration {
        name: "roles",
        number: 2,
        when: 1_704_240_000_250,
        stamp: "20240103000000",
        sql: "CREATE TYPE \"public\".\"role\" AS ENUM('member');--> statement-breakpoint\n\
              ALTER TABLE \"users\" ADD COLUMN \"role\" \"role\" DEFAULT 'member' NOT NULL;",
    },
    Migration { name: "two", number: 3, when: 1_704_326_400_250, stamp: "20240104000000", sql: UNTOUCHED },
    Migration {
        name: "posts",
        number: 4,
        when: 1_704_412_800_250,
        stamp: "20240105000000",
        sql: "CREATE TABLE \"posts\" (\n\t\"id\" serial PRIMARY KEY NOT NULL,\n\t\"author\" integer NOT NULL\n);\n\
              --> statement-breakpoint\nALTER TABLE \"posts\" ADD CONSTRAINT \"posts_author\" FOREIGN KEY (\"author\") \
              REFERENCES \"public\".\"users\"(\"id\");",
    },
];

/// The classic layout.
pub fn classic(migrations: &[Migration]) -> Folder {
    migrations.iter().fold(Folder::new(), |folder, Migration { name, number, when, sql, .. }| {
        folder.with(&format!("{number:04}_{name}"), sql).at(*when)
    })
}

/// The newer layout, as drizzle-kit converts the classic one.
pub fn folders(migrations: &[Migration]) -> Folder {
    migrations.iter().fold(Folder::of_folders(), |folder, Migration { name, stamp, sql, .. }| {
        folder.with(&format!("{stamp}_{name}"), sql)
    })
}
