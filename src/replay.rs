//! The memory of whoever acts on attestations: which ones were used, the latest time and the newest trust store seen.
//!
//! There is one file for each use, made before the use begins and never written again: it is named by the use, and
//! whoever finds the name taken has found a replay. All files together are the memory. One goes when the attestation it
//! stands for has expired by the latest time seen, which never goes back; the ones that say how late it is stay.
//!
//! Invariant: what cannot be remembered is not done. A directory that is missing, full, unsafe or holds anything unknown
//! is a refusal.

use crate::safe_fs::{self, Owner};
use mosaic_db::attest::{CanonicalError, Instant, MAX_SKEW_SECONDS, Memory, Use, VerifiedTarget, canonical};
use mosaic_db::error::Code;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// More uses than this within the lifetime of one attestation are no operator's.
const MOST: usize = 10_000;

/// The memory in a directory that nobody but its owner may write to.
#[derive(Debug)]
pub struct ReplayStore {
    directory: PathBuf,
    records: BTreeMap<Use, Record>,
}

/// What one use says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    /// When the attestation expires.
    expires_at: Instant,
    /// The serial of the trust store that it was verified with.
    serial: u32,
    /// When it was used.
    used_at: Instant,
}

/// Why an attestation may not be acted on.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    #[error("this attestation was acted on before")]
    Replayed,
    #[error("the directory cannot be used")]
    Directory(#[source] safe_fs::Error),
    #[error("a record cannot be read")]
    Unreadable(#[source] safe_fs::Error),
    #[error("{} is no record of a use", .path.display())]
    Unknown { path: PathBuf },
    #[error("{}", .path.display())]
    Malformed { path: PathBuf, source: CanonicalError },
    #[error("there are {count} records of attestations that have not expired")]
    Full { count: usize },
    #[error("the use cannot be recorded")]
    NotRecorded(#[source] safe_fs::Error),
}

impl ReplayError {
    /// The catalogue code.
    pub const fn code(&self) -> Code {
        match self {
            Self::Replayed => Code::AttestationReplayed,
            Self::Directory(_)
            | Self::Unreadable(_)
            | Self::Unknown { .. }
            | Self::Malformed { .. }
            | Self::Full { .. }
            | Self::NotRecorded(_) => Code::ReplayDirectory,
        }
    }
}

impl ReplayStore {
    /// Reads the memory.
    ///
    /// # Errors
    /// [`ReplayError`] for a directory that cannot be written to and for anything in it that is no record: what was
    /// forgotten could be done again.
    pub fn open(directory: &Path) -> Result<Self, ReplayError> {
        safe_fs::require_writable(directory).map_err(ReplayError::Directory)?;
        let mut records = BTreeMap::new();
        for name in safe_fs::list(directory).map_err(ReplayError::Directory)? {
            let path = directory.join(&name);
            let Some(used) = name.to_str().and_then(|name| Use::parse(name).ok()) else {
                return Err(ReplayError::Unknown { path });
            };
            let bytes = safe_fs::read_published_of(&path, Owner::Ours).map_err(ReplayError::Unreadable)?;
            let record = canonical::parse(&bytes);
            records.insert(used, record.map_err(|source| ReplayError::Malformed { path, source })?);
        }
        Ok(Self { directory: directory.to_owned(), records })
    }

    /// What a verification has to know of those before it.
    pub fn memory(&self) -> Memory {
        let records = self.records.values();
        Memory {
            highest_time: records.clone().map(|record| record.used_at).max().unwrap_or_default(),
            highest_serial: records.map(|record| record.serial).max().unwrap_or_default(),
            used: self.records.keys().copied().collect(),
        }
    }

    /// Records that an attestation is acted on, verified at this time with a trust store of this serial. It is durable
    /// when this returns: only then may anything be done.
    ///
    /// # Errors
    /// [`ReplayError`], after which nothing may be done.
    pub fn record(&mut self, target: &VerifiedTarget, now: Instant, serial: u32) -> Result<(), ReplayError> {
        let expires_at = target.statement().expires_at;
        self.record_use(target.to_use(), Record { expires_at, serial, used_at: now })
    }

    fn record_use(&mut self, used: Use, record: Record) -> Result<(), ReplayError> {
        self.prune();
        if self.records.len() >= MOST {
            return Err(ReplayError::Full { count: self.records.len() });
        }
        let path = self.directory.join(used.to_string());
        let bytes = canonical::to_bytes(&record)
            .map_err(|source| ReplayError::Malformed { path: path.clone(), source })?;
        match safe_fs::publish(&path, &bytes) {
            Ok(()) => {
                self.records.insert(used, record);
                Ok(())
            }
            Err(error) if error.is_taken() => Err(ReplayError::Replayed),
            Err(error) => Err(ReplayError::NotRecorded(error)),
        }
    }

    /// Removes what can do no harm any more. What cannot be removed is kept: it is in nobody's way.
    fn prune(&mut self) {
        let Memory { highest_time, highest_serial, .. } = self.memory();
        let keep = |record: &Record| {
            let expired = record.expires_at.plus(MAX_SKEW_SECONDS) < highest_time;
            !expired || record.used_at == highest_time || record.serial == highest_serial
        };
        let directory = &self.directory;
        self.records
            .retain(|used, record| keep(record) || safe_fs::remove(directory, &used.to_string()).is_err());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mosaic_db::attest::{KeyId, Nonce};
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    fn at(seconds: u64) -> Instant {
        Instant::from_unix(seconds).unwrap()
    }

    fn used(nonce: u8) -> Use {
        Use { key_id: KeyId::parse(&"0f".repeat(32)).unwrap(), nonce: Nonce::from_bytes([nonce; 16]) }
    }

    fn record(used_at: u64, expires_at: u64, serial: u32) -> Record {
        Record { expires_at: at(expires_at), serial, used_at: at(used_at) }
    }

    fn count(directory: &Path) -> usize {
        fs::read_dir(directory).unwrap().count()
    }

    #[test]
    fn what_was_used_is_remembered_by_the_next_process_and_by_one_that_runs_now() {
        let place = tempfile::tempdir().unwrap();
        let mut store = ReplayStore::open(place.path()).unwrap();
        let mut beside = ReplayStore::open(place.path()).unwrap();
        assert_eq!(store.memory(), Memory::default());
        store.record_use(used(1), record(1000, 1900, 4)).unwrap();
        assert!(matches!(store.record_use(used(1), record(1001, 1900, 4)), Err(ReplayError::Replayed)));
        // It has not looked again, and is refused all the same.
        assert!(matches!(beside.record_use(used(1), record(1001, 1900, 4)), Err(ReplayError::Replayed)));
        beside.record_use(used(2), record(990, 1900, 3)).unwrap();
        let memory = ReplayStore::open(place.path()).unwrap().memory();
        assert_eq!((memory.highest_time, memory.highest_serial), (at(1000), 4));
        assert_eq!(memory.used, [used(1), used(2)].into());
    }

    #[test]
    fn what_has_expired_goes_and_the_height_of_the_water_stays() {
        let place = tempfile::tempdir().unwrap();
        let mut store = ReplayStore::open(place.path()).unwrap();
        store.record_use(used(1), record(1000, 1900, 1)).unwrap();
        store.record_use(used(2), record(1001, 1901, 9)).unwrap();
        store.record_use(used(3), record(1962, 2862, 2)).unwrap();
        // 1900 and the skew are over at 1962, but one has the newest serial.
        store.record_use(used(4), record(1900, 2800, 2)).unwrap();
        let memory = ReplayStore::open(place.path()).unwrap().memory();
        assert_eq!(memory.used, [used(2), used(3), used(4)].into());
        assert_eq!((memory.highest_time, memory.highest_serial), (at(1962), 9));
        assert_eq!(count(place.path()), 3);
    }

    #[test]
    fn a_directory_that_cannot_remember_is_refused() {
        let place = tempfile::tempdir().unwrap();
        let refused = |path: &Path| ReplayStore::open(path).unwrap_err();
        assert!(matches!(refused(&place.path().join("absent")), ReplayError::Directory(_)));
        fs::set_permissions(place.path(), fs::Permissions::from_mode(0o770)).unwrap();
        assert!(matches!(refused(place.path()), ReplayError::Directory(_)));
        fs::set_permissions(place.path(), fs::Permissions::from_mode(0o700)).unwrap();
        safe_fs::publish(&place.path().join("notes"), b"{}").unwrap();
        assert!(matches!(refused(place.path()), ReplayError::Unknown { .. }));
        fs::remove_file(place.path().join("notes")).unwrap();
        let name = place.path().join(used(1).to_string());
        safe_fs::publish(&name, b"{}").unwrap();
        assert!(matches!(refused(place.path()), ReplayError::Malformed { .. }));
        fs::remove_file(&name).unwrap();
        std::os::unix::fs::symlink("/dev/null", &name).unwrap();
        assert!(matches!(refused(place.path()), ReplayError::Unreadable(_)));
    }

    #[test]
    fn a_full_memory_is_refused() {
        let place = tempfile::tempdir().unwrap();
        let mut store = ReplayStore::open(place.path()).unwrap();
        for number in 0..u128::try_from(MOST).unwrap() {
            let used = Use { nonce: Nonce::from_bytes(number.to_be_bytes()), ..used(0) };
            store.records.insert(used, record(1000, 1900, 1));
        }
        assert!(matches!(store.record_use(used(1), record(1000, 1900, 1)), Err(ReplayError::Full { .. })));
        assert_eq!(count(place.path()), 0);
    }

    /// What a process left that was killed while it recorded: it had not begun to act.
    #[test]
    fn a_temporary_file_is_no_record() {
        let place = tempfile::tempdir().unwrap();
        let name = format!(".{}.{:016x}.tmp", used(1), 7);
        safe_fs::publish(&place.path().join(name), b"").unwrap();
        let mut store = ReplayStore::open(place.path()).unwrap();
        store.record_use(used(1), record(1000, 1900, 1)).unwrap();
    }
}
