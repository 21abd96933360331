//! The table behind `explain CODE` and the man page. A code is added here and nowhere else; the macro gives it
//! its variant, and the exhaustive matches elsewhere stop compiling until it is used.

use super::{Entry, Status};

macro_rules! catalogue {
    ($( $variant:ident $code:literal $status:ident { what: $what:literal, database: $database:literal, next: $next:literal } )*) => {
        /// A stable error code.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "each variant is documented by its catalogue entry")]
        pub enum Code { $( $variant, )* }

        impl Code {
            /// Every code, in catalogue order.
            pub const ALL: &[Self] = &[ $( Self::$variant, )* ];

            /// What the catalogue says about this code.
            #[must_use]
            pub const fn entry(self) -> &'static Entry {
                match self {
                    $( Self::$variant => &Entry {
                        code: $code,
                        status: Status::$status,
                        what: $what,
                        database: $database,
                        next: $next,
                    }, )*
                }
            }
        }
    };
}

catalogue! {
    // ---- usage and configuration -----------------------------------------------------------------------------
    Usage "USAGE" Usage {
        what: "The command line is not one this program accepts.",
        database: "Nothing was read or connected to.",
        next: "mosaic-db-migrator --help"
    }
    CredentialInArguments "CREDENTIAL_IN_ARGUMENTS" Usage {
        what: "An argument looks like a database URL. Arguments are visible to every user of the machine.",
        database: "Nothing was connected to. Treat the credential as exposed and rotate it.",
        next: "Put the URL in a file of mode 0400 and name it with DATABASE_MIGRATION_URL_FILE."
    }
    MigrationUrlMissing "DATABASE_MIGRATION_URL_MISSING" Config {
        what: "Neither DATABASE_MIGRATION_URL nor DATABASE_MIGRATION_URL_FILE is set. There is no fallback to any other variable.",
        database: "No connection was opened.",
        next: "Set DATABASE_MIGRATION_URL_FILE to a file of mode 0400 that holds the migrator's URL."
    }
    ForeignCredential "FOREIGN_CREDENTIAL" Config {
        what: "The environment holds the database URL of another identity beside, or instead of, the one this command uses.",
        database: "No connection was opened.",
        next: "Unset the named variable: a process gets the credential of exactly one identity."
    }

    // ---- internal --------------------------------------------------------------------------------------------
    Internal "INTERNAL" Internal {
        what: "This program reached a state it should not be able to reach.",
        database: "Unknown from here; the database itself is always left at a transaction boundary.",
        next: "mosaic-db-migrator status, then report the message."
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn codes_are_unique_stable_words() {
        let mut seen = HashSet::new();
        for code in Code::ALL {
            let entry = code.entry();
            assert!(seen.insert(entry.code), "{} appears twice", entry.code);
            assert!(entry.code.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_'));
            assert!(entry.status != Status::Reached, "{} is an error, it cannot exit 0", entry.code);
            for text in [entry.what, entry.database, entry.next] {
                assert!(!text.is_empty(), "{} has an empty part", entry.code);
            }
        }
    }
}
