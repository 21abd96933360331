//! Why a posture is refused.

use super::field::Field;
use super::rules::{
    LEAST_PITR_RETENTION, MOST_BASE_BACKUP_INTERVAL, MOST_BREAK_GLASS_INTERVAL, MOST_RESTORE_TEST_INTERVAL,
    MOST_RPO, MOST_RTO, MOST_WAL_INTERVAL,
};
use super::unit::{Days, Hours, Minutes};
use crate::assess::Listed;
use crate::error::Code;
use std::fmt;

/// One reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It is no JSON object.
    #[error("no JSON object")]
    NotADocument,
    /// A field that no posture has.
    #[error("unknown field {0:?}")]
    UnknownField(String),
    /// A field that is there twice: readers differ in which of the two they take.
    #[error("{0} is there more than once")]
    RepeatedField(Field),
    /// A field that is not there.
    #[error("{0} is missing")]
    MissingField(Field),
    /// A field does not hold what it must.
    #[error("{0} does not hold what it must")]
    Value(Field),
    /// Return to a moment is promised, and no WAL is archived.
    #[error("point-in-time recovery of {0} without WAL archiving")]
    PitrWithoutWal(Days),
    /// WAL is archived, and return to a moment is not promised.
    #[error("WAL archiving every {0} without point-in-time recovery")]
    WalWithoutPitr(Minutes),
    /// The oldest moment promised is older than the oldest base backup needed for it.
    #[error("point-in-time recovery of {retention}, less than the {base} between base backups")]
    PitrShorterThanBase {
        /// How far back.
        retention: Days,
        /// How often a base backup is made.
        base: Hours,
    },
    /// Less loss is promised than the mechanism can keep.
    #[error("an RPO of {rpo}, with work leaving the server only every {every}")]
    RpoBetterThanMechanism {
        /// What is promised.
        rpo: Minutes,
        /// After how long work has left the server.
        every: Every,
    },
    /// Backups can be read by whoever finds them.
    #[error("backups are not encrypted")]
    StorageUnencrypted,
    /// Backups are lost with the server.
    #[error("backups share the server's failure domain")]
    StorageShared,
    /// High assurance, with an RPO too long.
    #[error("high assurance with an RPO of {0}; at most {MOST_RPO}")]
    WeakRpo(Minutes),
    /// High assurance, with an RTO too long.
    #[error("high assurance with an RTO of {0}; at most {MOST_RTO}")]
    WeakRto(Minutes),
    /// High assurance, with WAL archived too seldom.
    #[error("high assurance with WAL archived every {0}; at most {MOST_WAL_INTERVAL}")]
    WeakWal(Minutes),
    /// High assurance, with too short a way back.
    #[error("high assurance with point-in-time recovery of {0}; at least {LEAST_PITR_RETENTION}")]
    WeakPitr(Days),
    /// High assurance, and no way back to a moment at all.
    #[error("high assurance without point-in-time recovery")]
    NoPointInTime,
    /// High assurance, with too few base backups.
    #[error("high assurance with a base backup every {0}; at most {MOST_BASE_BACKUP_INTERVAL}")]
    WeakBaseBackup(Hours),
    /// High assurance, with too few restores tried.
    #[error("high assurance with a restore test every {0}; at most {MOST_RESTORE_TEST_INTERVAL}")]
    WeakRestoreTest(Days),
    /// High assurance, with the way in for emergencies tried too seldom.
    #[error("high assurance with break-glass tried every {0}; at most {MOST_BREAK_GLASS_INTERVAL}")]
    WeakBreakGlass(Days),
}

/// What carries work away from the server, and how often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Every {
    /// A WAL segment.
    Wal(Minutes),
    /// A base backup.
    Base(Hours),
}

impl fmt::Display for Every {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wal(span) => span.fmt(f),
            Self::Base(span) => span.fmt(f),
        }
    }
}

/// Every reason why there is no posture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", Listed(.0))]
pub struct Refusals(pub Vec<Refusal>);

impl Refusal {
    /// The catalogue code.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::NotADocument => Code::RecoveryNotADocument,
            Self::UnknownField(_) => Code::RecoveryUnknownField,
            Self::RepeatedField(_) => Code::RecoveryRepeatedField,
            Self::MissingField(_) => Code::RecoveryMissingField,
            Self::Value(_) => Code::RecoveryValue,
            Self::PitrWithoutWal(_) => Code::RecoveryPitrWithoutWal,
            Self::WalWithoutPitr(_) => Code::RecoveryWalWithoutPitr,
            Self::PitrShorterThanBase { .. } => Code::RecoveryPitrShorterThanBase,
            Self::RpoBetterThanMechanism { .. } => Code::RecoveryRpoImpossible,
            Self::StorageUnencrypted => Code::RecoveryStorageUnencrypted,
            Self::StorageShared => Code::RecoveryStorageShared,
            Self::WeakRpo(_) => Code::RecoveryWeakRpo,
            Self::WeakRto(_) => Code::RecoveryWeakRto,
            Self::WeakWal(_) => Code::RecoveryWeakWal,
            Self::WeakPitr(_) => Code::RecoveryWeakPitr,
            Self::NoPointInTime => Code::RecoveryNoPointInTime,
            Self::WeakBaseBackup(_) => Code::RecoveryWeakBaseBackup,
            Self::WeakRestoreTest(_) => Code::RecoveryWeakRestoreTest,
            Self::WeakBreakGlass(_) => Code::RecoveryWeakBreakGlass,
        }
    }
}

impl Refusals {
    /// The catalogue code of the first.
    #[must_use]
    pub fn code(&self) -> Code {
        self.0.first().map_or(Code::Internal, Refusal::code)
    }
}
