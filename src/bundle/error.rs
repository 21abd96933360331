//! What can be wrong with a bundle. Everything here was found before any connection.

use super::sql::{Fault, FaultKind, Refusal};
use super::{ManifestFault, Tag, Variant};
use crate::catalog::SnapshotError;
use crate::error::Code;
use std::path::PathBuf;

/// A bundle that cannot be used as it is.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// A file or directory could not be read.
    #[error("cannot read {}", path.display())]
    Unreadable {
        /// What was to be read.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A file is larger than the loader reads.
    #[error("{} has more than {limit} bytes", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The most bytes it may have.
        limit: u64,
    },
    /// The directory holds neither a journal nor a migration folder.
    #[error("neither meta/_journal.json nor a folder with a migration.sql was found")]
    NoEntries,
    /// The directory holds both a journal and migration folders.
    #[error("both meta/_journal.json and {folder}/migration.sql were found")]
    TwoForms {
        /// One of the folders.
        folder: String,
    },
    /// Something the loader needs is a link, a directory, a device or the like.
    #[error("{path} is {found}, not a regular file")]
    NotAFile {
        /// Its path within the bundle.
        path: String,
        /// What it is.
        found: &'static str,
    },
    /// The journal is not the JSON Drizzle writes.
    #[error("meta/_journal.json is not a journal")]
    Journal(#[source] serde_json::Error),
    /// The journal is for another database.
    #[error("meta/_journal.json is for the dialect {0:?}, not postgresql")]
    Dialect(String),
    /// An entry's name could leave the directory, or no folder of that name can be ordered.
    #[error("entry {position} of the journal has the tag {tag:?}")]
    BadTag {
        /// Its place in the journal, from 0.
        position: usize,
        /// The tag as found, shortened.
        tag: String,
    },
    /// A folder with a `migration.sql` whose name is not a time and a name.
    #[error("folder {0:?} is not named YYYYMMDDHHMMSS_name")]
    BadFolder(String),
    /// A tag appears twice in the journal.
    #[error("tag {0} appears twice in the journal")]
    RepeatedTag(Tag),
    /// Two entries have the same `idx`.
    #[error("entries {first} and {second} have the same idx {idx}")]
    RepeatedIndex {
        /// The number.
        idx: u32,
        /// The entry that had it first.
        first: Tag,
        /// The entry that repeats it.
        second: Tag,
    },
    /// An `idx` is below the one before it, or not a number.
    #[error("entry {tag} has the idx {idx}, which is not a whole number above the one before")]
    IndexOrder {
        /// The entry.
        tag: Tag,
        /// Its idx as found.
        idx: String,
    },
    /// A `when` that is no whole number of milliseconds.
    #[error("entry {tag} has the when {when}, which is not a whole number of milliseconds")]
    BadWhen {
        /// The entry.
        tag: Tag,
        /// The value as found, shortened.
        when: String,
    },
    /// A journal entry has no file.
    #[error("entry {0} has no file")]
    MissingFile(Tag),
    /// An SQL file belongs to no entry, so it would never run.
    #[error("{0} belongs to no entry")]
    Orphan(String),
    /// A carriage return in an SQL file.
    #[error("{path} line {line} has a carriage return")]
    CarriageReturn {
        /// The file.
        path: String,
        /// From 1.
        line: usize,
    },
    /// A byte order mark in an SQL file.
    #[error("{path} begins with a byte order mark")]
    ByteOrderMark {
        /// The file.
        path: String,
    },
    /// A NUL byte in an SQL file.
    #[error("{path} line {line} has a NUL byte")]
    Nul {
        /// The file.
        path: String,
        /// From 1.
        line: usize,
    },
    /// An SQL file that is not UTF-8: Drizzle would store the hash of other bytes.
    #[error("{path} line {line} is not UTF-8")]
    NotUtf8 {
        /// The file.
        path: String,
        /// From 1.
        line: usize,
    },
    /// There is no manifest.
    #[error("there is no manifest.v1.json")]
    ManifestMissing,
    /// The manifest is not the JSON of a manifest.
    #[error("manifest.v1.json is not a manifest")]
    ManifestUnreadable(#[source] serde_json::Error),
    /// The manifest contradicts itself.
    #[error("manifest.v1.json contradicts itself")]
    ManifestInvalid(#[source] ManifestFault),
    /// The manifest's bytes are not canonical JSON.
    #[error("manifest.v1.json is not canonical JSON (RFC 8785)")]
    ManifestNotCanonical,
    /// The journal has an entry the manifest does not have at that place.
    #[error("entry {found} of the folder stands where manifest.v1.json has {}", .expected.as_ref().map_or("nothing", Tag::as_str))]
    EntryNotInManifest {
        /// What the folder has.
        found: Tag,
        /// What the manifest has there.
        expected: Option<Tag>,
    },
    /// The manifest has an entry the folder does not have.
    #[error("entry {0} of manifest.v1.json is not in the folder")]
    EntryNotInFolder(Tag),
    /// The manifest's `idx` of an entry is not the journal's.
    #[error("entry {0} has another idx in manifest.v1.json than in the folder")]
    IndexDiffers(Tag),
    /// The bytes of an entry are not those of the manifest.
    #[error("entry {tag} has other bytes than manifest.v1.json records{}", .variant.map_or("", Variant::explanation))]
    BytesDiffer {
        /// The entry.
        tag: Tag,
        /// The harmless-looking change that explains the difference, if one does.
        variant: Option<Variant>,
    },
    /// The SQL of an entry cannot run, or must not.
    #[error("entry {tag} {fault}")]
    Sql {
        /// The entry.
        tag: Tag,
        /// Where and why.
        fault: Fault,
    },
    /// An entry's statements do not fit the transaction the manifest records.
    #[error("entry {0} does not fit the transaction that manifest.v1.json records for it")]
    TransactionDiffers(Tag),
    /// The settings name an entry that the folder does not have.
    #[error("entry {0} is not in the folder")]
    UnknownEntry(Tag),
    /// An entry requires a precondition that has no file.
    #[error("entry {tag} requires {name}, and there is no requires/{name}.sql")]
    PreconditionMissing {
        /// The entry.
        tag: Tag,
        /// The precondition.
        name: Tag,
    },
    /// A precondition is not one query.
    #[error("requires/{0}.sql is not one query")]
    PreconditionNotOneQuery(Tag),
    /// The grants file is not the JSON of a grants file, or names an unknown object class, grantee or privilege.
    #[error("grants.v1.json is not a grants file")]
    GrantsUnreadable(#[source] serde_json::Error),
    /// The grants file's bytes are not canonical JSON.
    #[error("grants.v1.json is not canonical JSON (RFC 8785)")]
    GrantsNotCanonical,
    /// The grants file names an entry the folder does not have.
    #[error("grants.v1.json names the entry {0}, which is not in the folder")]
    GrantsUnknownEntry(Tag),
    /// A grant or revoke that names no privilege.
    #[error("grants.v1.json names no privilege on {object} in entry {tag}")]
    GrantEmpty {
        /// The entry.
        tag: Tag,
        /// The object, as SQL names it.
        object: String,
    },
    /// The effects file is not JSON of its form.
    #[error("effects.v1.json cannot be read")]
    EffectsUnreadable(#[source] serde_json::Error),
    /// The effects file is not in its canonical form.
    #[error("effects.v1.json is not canonical JSON of version 1")]
    EffectsNotCanonical,
    /// The effects were measured of another manifest, grants file or preconditions.
    #[error("effects.v1.json was measured of another manifest, grants file or preconditions")]
    EffectsStale,
    /// An entry was not measured.
    #[error("effects.v1.json does not speak of entry {0}")]
    EffectsMissing(Tag),
    /// An entry decides by rows, and the effects file does not say so, or says it of other objects.
    #[error("effects.v1.json does not mark what entry {0} decides by the rows it finds")]
    EffectsUnmarked(Tag),
    /// An expected snapshot is not there.
    #[error("{0} is not there")]
    SchemaMissing(String),
    /// An expected snapshot is not what the effects lead to.
    #[error("{0} is not what effects.v1.json leads to")]
    SchemaDiffers(String),
    /// A snapshot of a state in which no database stays, or of no measured bundle.
    #[error("{0} belongs to no state that effects.v1.json leads to")]
    SchemaStray(String),
    /// An expected snapshot has no JSON form.
    #[error("an expected snapshot could not be written")]
    SchemaEncoding(#[source] SnapshotError),
    /// A grant that its object or grantee cannot have.
    #[error(
        "grants.v1.json gives {privilege} on {object} to {grantee} in entry {tag}, which is never granted"
    )]
    GrantRefused {
        /// The entry.
        tag: Tag,
        /// The privilege.
        privilege: &'static str,
        /// The object, as SQL names it.
        object: String,
        /// The role.
        grantee: &'static str,
    },
}

impl BundleError {
    /// The stable code.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::Unreadable { .. } => Code::BundleUnreadable,
            Self::TooLarge { .. } => Code::BundleTooLarge,
            Self::NoEntries => Code::BundleNoEntries,
            Self::TwoForms { .. } => Code::BundleTwoForms,
            Self::NotAFile { .. } => Code::BundleNotAFile,
            Self::Journal(_) => Code::BundleJournal,
            Self::Dialect(_) => Code::BundleDialect,
            Self::BadTag { .. } | Self::BadFolder(_) => Code::BundleBadTag,
            Self::RepeatedTag(_) => Code::BundleRepeatedTag,
            Self::RepeatedIndex { .. } => Code::BundleRepeatedIndex,
            Self::IndexOrder { .. } => Code::BundleIndexOrder,
            Self::BadWhen { .. } => Code::BundleBadWhen,
            Self::MissingFile(_) => Code::BundleMissingFile,
            Self::Orphan(_) => Code::BundleOrphanFile,
            Self::CarriageReturn { .. } => Code::BundleCarriageReturn,
            Self::ByteOrderMark { .. } => Code::BundleByteOrderMark,
            Self::Nul { .. } => Code::BundleNul,
            Self::NotUtf8 { .. } => Code::BundleNotUtf8,
            Self::ManifestMissing => Code::ManifestMissing,
            Self::ManifestUnreadable(_) | Self::ManifestInvalid(_) => Code::ManifestInvalid,
            Self::ManifestNotCanonical => Code::ManifestNotCanonical,
            Self::EntryNotInManifest { .. }
            | Self::EntryNotInFolder(_)
            | Self::IndexDiffers(_)
            | Self::TransactionDiffers(_) => Code::ManifestDiffers,
            Self::Sql { fault, .. } => match fault.kind {
                FaultKind::CutByBreakpoint(_) => Code::SqlBreakpointInside,
                FaultKind::NeverClosed(_) => Code::SqlNeverClosed,
                FaultKind::Refused(Refusal::UnnamedIndex) => Code::SqlUnnamedIndex,
                FaultKind::Refused(_) => Code::SqlRefused,
            },
            Self::BytesDiffer { .. } => Code::BundleBytesDiffer,
            Self::UnknownEntry(_) => Code::BundleUnknownEntry,
            Self::PreconditionMissing { .. } => Code::BundlePreconditionMissing,
            Self::PreconditionNotOneQuery(_) => Code::BundlePreconditionInvalid,
            Self::GrantsUnreadable(_) | Self::GrantsNotCanonical | Self::GrantEmpty { .. } => {
                Code::GrantsInvalid
            }
            Self::GrantsUnknownEntry(_) => Code::GrantsUnknownEntry,
            Self::EffectsUnreadable(_) | Self::EffectsNotCanonical => Code::EffectsInvalid,
            Self::EffectsStale | Self::EffectsMissing(_) | Self::EffectsUnmarked(_) => Code::EffectsStale,
            Self::SchemaMissing(_) => Code::SchemaFileMissing,
            Self::SchemaDiffers(_) => Code::SchemaFileDiffers,
            Self::SchemaStray(_) => Code::SchemaFileStray,
            Self::SchemaEncoding(_) => Code::Internal,
            Self::GrantRefused { .. } => Code::GrantsRefused,
        }
    }
}
