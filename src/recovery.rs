//! What a deployment promises about recovery, and whether its mechanism can keep the promise.
//!
//! Invariant: a [`Posture`] was judged, and nothing judged against it is left. A document has the fields of [`Field`] and no
//! other, so that it cannot carry authority over anything: what may write, what a gate lets through, who coordinates.

mod document;
mod field;
mod refusal;
mod rules;
mod unit;

#[cfg(test)]
mod tests;

pub use field::Field;
pub use refusal::{Every, Refusal, Refusals};
pub use rules::{
    LEAST_PITR_RETENTION, MOST_BASE_BACKUP_INTERVAL, MOST_BREAK_GLASS_INTERVAL, MOST_RESTORE_TEST_INTERVAL,
    MOST_RPO, MOST_RTO, MOST_WAL_INTERVAL,
};
pub use unit::{Days, Hours, Minutes};

/// The value of the field `schema`.
pub const SCHEMA: &str = "mosaic.recovery_posture.v1";

/// How much is promised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// What holds together, whatever its numbers are.
    Standard,
    /// Besides, no number is weaker than those of this module.
    HighAssurance,
}

/// How changes leave the server between two base backups, and for how long one can return to any moment. Neither is of
/// use without the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointInTime {
    /// A WAL segment is archived after so long at the latest (`archive_timeout`).
    pub wal_interval: Minutes,
    /// So far back one can return.
    pub retention: Days,
}

/// A posture that holds together. Backups are encrypted and lie in another failure domain than the server, or there
/// would be no such value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posture {
    profile: Profile,
    rpo: Minutes,
    rto: Minutes,
    point_in_time: Option<PointInTime>,
    base_backup_interval: Hours,
    restore_test_interval: Days,
    break_glass_interval: Days,
}

impl Posture {
    /// How much is promised.
    #[must_use]
    pub const fn profile(&self) -> Profile {
        self.profile
    }

    /// At most so much of the latest work is lost.
    #[must_use]
    pub const fn rpo(&self) -> Minutes {
        self.rpo
    }

    /// After so long the service is back.
    #[must_use]
    pub const fn rto(&self) -> Minutes {
        self.rto
    }

    /// Return to a moment, where there is such a thing.
    #[must_use]
    pub const fn point_in_time(&self) -> Option<PointInTime> {
        self.point_in_time
    }

    /// A base backup is made after so long at the latest.
    #[must_use]
    pub const fn base_backup_interval(&self) -> Hours {
        self.base_backup_interval
    }

    /// A restore is tried after so long at the latest.
    #[must_use]
    pub const fn restore_test_interval(&self) -> Days {
        self.restore_test_interval
    }

    /// The way in for emergencies is tried after so long at the latest.
    #[must_use]
    pub const fn break_glass_interval(&self) -> Days {
        self.break_glass_interval
    }
}

/// Judges a document, a JSON object. A service asks when it starts, and does not start otherwise: a schema of the document's
/// form knows nothing of what its numbers mean beside each other.
///
/// # Errors
/// [`Refusals`], every one of them.
pub fn validate_recovery_posture(document: &[u8]) -> Result<Posture, Refusals> {
    rules::judge(&document::read(document)?).map_err(Refusals)
}
