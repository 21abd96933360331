//! What a posture's parts must be beside each other, and the numbers of high assurance.

use super::document::{Encryption, FailureDomain, Parts};
use super::refusal::{Every, Refusal};
use super::unit::{Days, Hours, Minutes};
use super::{PointInTime, Posture, Profile};

/// The longest RPO of high assurance.
pub const MOST_RPO: Minutes = Minutes::fixed(15);
/// The longest RTO of high assurance: four hours.
pub const MOST_RTO: Minutes = Minutes::fixed(240);
/// The longest time between two archived WAL segments of high assurance.
pub const MOST_WAL_INTERVAL: Minutes = Minutes::fixed(5);
/// The shortest way back of high assurance.
pub const LEAST_PITR_RETENTION: Days = Days::fixed(35);
/// The longest time between two base backups of high assurance.
pub const MOST_BASE_BACKUP_INTERVAL: Hours = Hours::fixed(24);
/// The longest time between two restore tests of high assurance.
pub const MOST_RESTORE_TEST_INTERVAL: Days = Days::fixed(30);
/// The longest time between two trials of the way in for emergencies of high assurance.
pub const MOST_BREAK_GLASS_INTERVAL: Days = Days::fixed(90);

/// The posture, or every reason why it is none.
pub(super) fn judge(parts: &Parts) -> Result<Posture, Vec<Refusal>> {
    let mut refusals = Vec::new();
    let point_in_time = match (parts.wal, parts.pitr) {
        (Some(wal_interval), Some(retention)) => Some(PointInTime { wal_interval, retention }),
        (None, None) => None,
        (None, Some(pitr)) => {
            refusals.push(Refusal::PitrWithoutWal(pitr));
            None
        }
        (Some(wal), None) => {
            refusals.push(Refusal::WalWithoutPitr(wal));
            None
        }
    };
    if let Some(retention) = parts.pitr
        && retention.minutes() < parts.base.minutes()
    {
        refusals.push(Refusal::PitrShorterThanBase { retention, base: parts.base });
    }
    // Work leaves the server with a WAL segment, or with the next base backup.
    let (every, minutes) = match parts.wal {
        Some(wal) => (Every::Wal(wal), wal.minutes()),
        None => (Every::Base(parts.base), parts.base.minutes()),
    };
    if parts.rpo.minutes() < minutes {
        refusals.push(Refusal::RpoBetterThanMechanism { rpo: parts.rpo, every });
    }
    match parts.encryption {
        Encryption::Encrypted => {}
        Encryption::Plain => refusals.push(Refusal::StorageUnencrypted),
    }
    match parts.failure_domain {
        FailureDomain::Separate => {}
        FailureDomain::Shared => refusals.push(Refusal::StorageShared),
    }
    match parts.profile {
        Profile::Standard => {}
        Profile::HighAssurance => weakened(parts, &mut refusals),
    }
    if !refusals.is_empty() {
        return Err(refusals);
    }
    Ok(Posture {
        profile: parts.profile,
        rpo: parts.rpo,
        rto: parts.rto,
        point_in_time,
        base_backup_interval: parts.base,
        restore_test_interval: parts.restore_test,
        break_glass_interval: parts.break_glass,
    })
}

/// Every number that is weaker than those of high assurance.
fn weakened(parts: &Parts, refusals: &mut Vec<Refusal>) {
    let mut refuse = |weak: bool, refusal| {
        if weak {
            refusals.push(refusal);
        }
    };
    refuse(parts.rpo > MOST_RPO, Refusal::WeakRpo(parts.rpo));
    refuse(parts.rto > MOST_RTO, Refusal::WeakRto(parts.rto));
    if let Some(wal) = parts.wal {
        refuse(wal > MOST_WAL_INTERVAL, Refusal::WeakWal(wal));
    }
    if let Some(pitr) = parts.pitr {
        refuse(pitr < LEAST_PITR_RETENTION, Refusal::WeakPitr(pitr));
    }
    refuse(parts.wal.is_none() && parts.pitr.is_none(), Refusal::NoPointInTime);
    refuse(parts.base > MOST_BASE_BACKUP_INTERVAL, Refusal::WeakBaseBackup(parts.base));
    refuse(parts.restore_test > MOST_RESTORE_TEST_INTERVAL, Refusal::WeakRestoreTest(parts.restore_test));
    refuse(parts.break_glass > MOST_BREAK_GLASS_INTERVAL, Refusal::WeakBreakGlass(parts.break_glass));
}
