//! The fields of a document: all there are.

use std::fmt;

macro_rules! fields {
    ($( $(#[$doc:meta])* $name:ident $word:literal; )*) => {
        /// A field of a document.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Field { $( $(#[$doc])* $name, )* }

        impl Field {
            /// Every field.
            pub const ALL: &[Self] = &[ $( Self::$name, )* ];

            /// The field of this name.
            #[must_use]
            pub fn named(word: &str) -> Option<Self> {
                match word { $( $word => Some(Self::$name), )* _ => None }
            }

            /// Its name in the document.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $( Self::$name => $word, )* }
            }
        }
    };
}

fields! {
    /// [`super::SCHEMA`].
    Schema "schema";
    /// `standard` or `high_assurance`.
    Profile "profile";
    /// How much of the latest work may be lost.
    Rpo "rpoMinutes";
    /// How long recovery may take.
    Rto "rtoMinutes";
    /// How often WAL is archived; null without WAL archiving.
    WalInterval "walIntervalMinutes";
    /// How far back one can return; null without point-in-time recovery.
    PitrRetention "pitrRetentionDays";
    /// How often a base backup is made.
    BaseBackupInterval "baseBackupIntervalHours";
    /// How often a restore is tried.
    RestoreTestInterval "restoreTestIntervalDays";
    /// How often the way in for emergencies is tried.
    BreakGlassInterval "breakGlassIntervalDays";
    /// `encrypted` or `plain`.
    StorageEncryption "storageEncryption";
    /// `separate` from the server's, or `shared` with it.
    StorageFailureDomain "storageFailureDomain";
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
