//! What a key may sign.

use serde::{Deserialize, Serialize};

/// The one kind of statement a key is trusted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// Exceptions from a rule: about routes, or about what a database may hold.
    Allowance,
    /// Parts of a certificate: what a deployed login was seen to be denied.
    Certify,
    /// Which database was proved to be in which state, for an import.
    MigrateTarget,
    /// The verdict of a reviewer who is not the author.
    Review,
}

impl Purpose {
    /// Every purpose.
    pub const ALL: [Self; 4] = [Self::Allowance, Self::Certify, Self::MigrateTarget, Self::Review];

    /// The name in a trust store.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Allowance => "allowance",
            Self::Certify => "certify",
            Self::MigrateTarget => "migrate-target",
            Self::Review => "review",
        }
    }

    /// The payload type that is signed together with the bytes.
    #[must_use]
    pub const fn payload_type(self) -> &'static str {
        match self {
            Self::Allowance => "application/vnd.mosaic.allowance.v1+json",
            Self::Certify => "application/vnd.mosaic.certify.v1+json",
            Self::MigrateTarget => "application/vnd.mosaic.migrate-target.v1+json",
            Self::Review => "application/vnd.mosaic.review.v1+json",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_the_one_in_documents() {
        for purpose in Purpose::ALL {
            assert_eq!(serde_json::to_value(purpose).unwrap(), purpose.name());
        }
    }
}
