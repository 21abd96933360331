//! The table behind `explain CODE` and the man page. A code is added in the file of its area below and nowhere else; the
//! macro gives it its variant, and the exhaustive matches elsewhere stop compiling until it is used.

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

            /// The code of this word.
            #[must_use]
            pub fn named(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|code| code.entry().code == word)
            }

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

/// Hands the entries on from area to area, each of which adds its own, and at last to [`catalogue!`]. A macro cannot be
/// given what another file holds in any other way.
macro_rules! gather {
    ([] $($entries:tt)*) => { catalogue! { $($entries)* } };
    ([$area:ident $($areas:ident)*] $($entries:tt)*) => { $area! { [$($areas)*] $($entries)* } };
}

#[macro_use]
mod attestation;
#[macro_use]
mod backfill;
#[macro_use]
mod bootstrap;
#[macro_use]
mod bundle;
#[macro_use]
mod certificate;
#[macro_use]
mod coordination;
#[macro_use]
mod deployment;
#[macro_use]
mod gateway;
#[macro_use]
mod handoff;
#[macro_use]
mod import;
#[macro_use]
mod internal;
#[macro_use]
mod ledger;
#[macro_use]
mod posture;
#[macro_use]
mod readiness;
#[macro_use]
mod recovery;
#[macro_use]
mod report;
#[macro_use]
mod routes;
#[macro_use]
mod run;
#[macro_use]
mod secrets;
#[macro_use]
mod server;
#[macro_use]
mod trust;
#[macro_use]
mod usage;

gather! { [
    usage
    server
    bundle
    bootstrap
    run
    backfill
    ledger
    trust
    attestation
    handoff
    readiness
    gateway
    certificate
    import
    deployment
    secrets
    posture
    recovery
    routes
    report
    coordination
    internal
] }

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
