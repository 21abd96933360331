//! Who gets what: the processes of an environment, whose users they run as, and which files each is given.
//!
//! Invariant: a secret is in the directories of those that need it and in no other. [`FILES`] is the whole of it.

use super::material::Part;
use crate::handover::IMPORTER;
use crate::safe_fs::{Access, Recipient};
use crate::witness;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The user and group of a gateway.
const GATEWAY: Recipient = Recipient { user: 10_001, group: 10_001 };
/// The controller that hands attestations over is root, with few capabilities.
const ROOT: Recipient = Recipient { user: 0, group: 0 };

/// Somebody who is given files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Consumer {
    /// Serves from the database.
    Gateway,
    /// Hands an attestation from who made it to who acts on it, and has no credential.
    Handoff,
    /// Copies a tier's rows.
    Importer,
    /// Changes the database, and proves its state. It has the importer's URL to bind it, not to use it.
    Migrator,
    /// The database server itself.
    Server,
}

/// Where the bytes of a file come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// From what was checked together.
    Material(Part),
    /// What the handing over of an attestation is decided with.
    Handoff,
    /// What the generation consists of.
    Descriptor,
}

/// What every consumer finds in its directory.
pub const FILES: [(Consumer, &str, Source); 20] = [
    (Consumer::Gateway, "ca.pem", Source::Material(Part::Authorities)),
    (Consumer::Gateway, "database-url", Source::Material(Part::RuntimeUrl)),
    (Consumer::Gateway, DESCRIPTOR, Source::Descriptor),
    (Consumer::Handoff, DESCRIPTOR, Source::Descriptor),
    (Consumer::Handoff, "handoff.v1.json", Source::Handoff),
    (Consumer::Handoff, TRUST_STORE, Source::Material(Part::TrustStore)),
    (Consumer::Importer, "ca.pem", Source::Material(Part::Authorities)),
    (Consumer::Importer, DESCRIPTOR, Source::Descriptor),
    (Consumer::Importer, TARGET_URL, Source::Material(Part::ImporterUrl)),
    (Consumer::Importer, TARGET_VERSION, Source::Material(Part::ImporterVersion)),
    (Consumer::Importer, TRUST_STORE, Source::Material(Part::TrustStore)),
    (Consumer::Migrator, "ca.pem", Source::Material(Part::Authorities)),
    (Consumer::Migrator, "database-migration-url", Source::Material(Part::MigratorUrl)),
    (Consumer::Migrator, DESCRIPTOR, Source::Descriptor),
    (Consumer::Migrator, TARGET_URL, Source::Material(Part::ImporterUrl)),
    (Consumer::Migrator, TARGET_VERSION, Source::Material(Part::ImporterVersion)),
    (Consumer::Migrator, TRUST_STORE, Source::Material(Part::TrustStore)),
    (Consumer::Server, DESCRIPTOR, Source::Descriptor),
    (Consumer::Server, "server.crt", Source::Material(Part::Certificate)),
    (Consumer::Server, "server.key", Source::Material(Part::Key)),
];

/// The file that says what a generation consists of.
pub const DESCRIPTOR: &str = "generation.v1.json";
/// Where `migrate-tier` looks for the importer's URL, below `/run/secrets`.
const TARGET_URL: &str = "mosaic-migrate-target-url";
const TARGET_VERSION: &str = "mosaic-migrate-target-version";
const TRUST_STORE: &str = "trust-store.v1.json";

impl Consumer {
    /// All of them, in order.
    pub const ALL: [Self; 5] = [Self::Gateway, Self::Handoff, Self::Importer, Self::Migrator, Self::Server];

    /// The word by which an operator names it, and the name of its directory.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gateway => "gateway",
            Self::Handoff => "handoff",
            Self::Importer => "importer",
            Self::Migrator => "migrator",
            Self::Server => "server",
        }
    }

    /// The consumer of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|consumer| consumer.name() == name)
    }

    /// Whom its files are handed to. The database server's user depends on its image.
    pub const fn identity(self, server: Recipient) -> Recipient {
        match self {
            Self::Gateway => GATEWAY,
            Self::Handoff => ROOT,
            Self::Importer => IMPORTER,
            Self::Migrator => witness::IDENTITY,
            Self::Server => server,
        }
    }
}

impl fmt::Display for Consumer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Source {
    /// Whether it is for its consumer alone. What is handed over with has the digest of a URL.
    pub const fn is_private(self) -> bool {
        match self {
            Self::Material(part) => part.is_private(),
            Self::Handoff => true,
            Self::Descriptor => false,
        }
    }

    /// Who may read a file of these bytes. What is public is root's, so that no consumer can change whom it trusts.
    pub const fn access(self, consumer: Recipient) -> Access {
        if self.is_private() { Access::private(Some(consumer)) } else { Access::public() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who(source: Source) -> Vec<Consumer> {
        FILES.iter().filter(|(_, _, of)| *of == source).map(|(consumer, ..)| *consumer).collect()
    }

    #[test]
    fn nobody_has_a_secret_it_does_not_need() {
        assert_eq!(who(Source::Material(Part::RuntimeUrl)), [Consumer::Gateway]);
        assert_eq!(who(Source::Material(Part::MigratorUrl)), [Consumer::Migrator]);
        assert_eq!(who(Source::Material(Part::ImporterUrl)), [Consumer::Importer, Consumer::Migrator]);
        assert_eq!(who(Source::Material(Part::Key)), [Consumer::Server]);
    }

    #[test]
    fn every_consumer_is_told_which_generation_it_has() {
        assert_eq!(who(Source::Descriptor), Consumer::ALL);
    }

    #[test]
    fn no_name_leaves_its_directory_or_is_there_twice() {
        for (position, (consumer, name, _)) in FILES.iter().enumerate() {
            let plain = name.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.'));
            assert!(plain && !name.starts_with('.'), "{name}");
            let again =
                FILES[..position].iter().any(|(other, theirs, _)| other == consumer && theirs == name);
            assert!(!again, "{consumer} {name}");
        }
    }
}
