//! Handing attestations over.

macro_rules! handoff {
    ([$($areas:ident)*] $($entries:tt)*) => {
        gather! {
            [$($areas)*] $($entries)*
            HandoffDescriptor "HANDOFF_DESCRIPTOR" Config {
                what: "The descriptor is not the canonical JSON of one, or is of another version.",
                database: "No connection was opened. The importer has what it had before; do not start it.",
                next: "Render the generation again: mosaic-db-migrator secrets render. An editor that adds a newline changes the file."
            }
            HandoffMayNotGive "HANDOFF_MAY_NOT_GIVE" Refused {
                what: "This process may not give files to another user, so it could not hand over what it verified. Nothing was looked at.",
                database: "No connection was opened. The importer has what it had before; do not start it.",
                next: "Run it as root and let it keep the capabilities CHOWN, SETUID and SETGID."
            }
            HandoffTarget "HANDOFF_TARGET" Config {
                what: "The directory to hand over into cannot be used: it is missing, or somebody else than root or this user may write to it or above it.",
                database: "No connection was opened. The importer has what it had before; do not start it.",
                next: "Make --to a directory of the user that runs handoff, which nobody else may write to: namei -l DIR."
            }
            HandoffBefore "HANDOFF_BEFORE" Config {
                what: "What was handed over before cannot be read, is not there any more, or is not what was written. Without it nobody can say that the new attestation is later.",
                database: "No connection was opened. The importer has what it had before; do not start it.",
                next: "Find out who changed the directory of --to. Then name a new, empty one, and have the target attested again."
            }
            HandoffBusy "HANDOFF_BUSY" Locked {
                what: "Another process hands over into the same directory at this moment.",
                database: "No connection was opened. The importer has what it had before; do not start it.",
                next: "Wait for it and run handoff again: what is there already is not written a second time."
            }
            HandoffNotWritten "HANDOFF_NOT_WRITTEN" Io {
                what: "The attestation was verified, but it could not be written for the importer, or could not be given to it.",
                database: "No connection was opened. The importer has what it had before; do not start it.",
                next: "Make room on the file system of --to, and let it keep owners (user 10002 must exist in the user namespace); then run handoff again."
            }
            HandoffGenerationDiffers "HANDOFF_GENERATION_DIFFERS" TargetRefused {
                what: "The attestation was made for another generation than the descriptor names: MOSAIC_CORRELATION_ID was another one when the target was verified.",
                database: "No connection was opened. The importer has what it had before; do not start it.",
                next: "Verify again with MOSAIC_CORRELATION_ID set to the generation of the descriptor, or name the descriptor of the generation that was verified."
            }
            HandoffOlder "HANDOFF_OLDER" TargetRefused {
                what: "A later attestation, or one for a later version of the secret, was handed over before. What is older never follows it.",
                database: "No connection was opened. The importer has what it had before; do not start it.",
                next: "Have the target attested again: mosaic-db-migrator --verify. If nobody put an old attestation in its place by mistake, treat the producer as compromised."
            }
            HandoffSourceAccessList "HANDOFF_SOURCE_ACCESS_LIST" Config {
                what: "A file that the producer offers has an access control list, which lets in users that its mode does not show.",
                database: "No connection was opened. The importer has what it had before; do not start it.",
                next: "Treat the producer as compromised until it is known what wrote there, then have the target attested again: mosaic-db-migrator --verify."
            }
            HandoffSourceChanged "HANDOFF_SOURCE_CHANGED" Config {
                what: "A file that the producer offers changed while it was looked at: it grew, was written over, or was replaced.",
                database: "No connection was opened. The importer has what it had before; do not start it.",
                next: "Run handoff again once the verification has ended. If it stays so, treat the producer as compromised."
            }
            HandoffSourceDirectory "HANDOFF_SOURCE_DIRECTORY" Config {
                what: "The producer's directory, one above it or the one of the generation is not a directory, or others may write to it.",
                database: "No connection was opened. The importer has what it had before; do not start it.",
                next: "Make --from the directory that MOSAIC_ATTESTATION_DIR names: namei -l DIR shows owners and modes."
            }
            HandoffSourceFileSystem "HANDOFF_SOURCE_FILE_SYSTEM" Config {
                what: "Something in the producer's directory is on another file system, which may answer whatever it likes.",
                database: "No connection was opened. The importer has what it had before; do not start it.",
                next: "Find out what is mounted there (findmnt -R DIR), then have the target attested again."
            }
            HandoffSourceHardLinks "HANDOFF_SOURCE_HARD_LINKS" Config {
                what: "A file that the producer offers has a second name: it may be another file of the system.",
                database: "No connection was opened. The importer has what it had before; do not start it.",
                next: "Treat the producer as compromised until it is known what wrote there, then have the target attested again: mosaic-db-migrator --verify."
            }
            HandoffSourceLink "HANDOFF_SOURCE_LINK" Config {
                what: "Something that the producer offers is a symbolic link.",
                database: "No connection was opened. The importer has what it had before; do not start it.",
                next: "Treat the producer as compromised until it is known what wrote there, then have the target attested again: mosaic-db-migrator --verify."
            }
            HandoffSourceMissing "HANDOFF_SOURCE_MISSING" Config {
                what: "The producer's directory, its pointer, or one of the two files of the generation that the pointer names is not there: nothing was attested, or only half of it is there.",
                database: "No connection was opened. The importer has what it had before; do not start it.",
                next: "Have the target attested: mosaic-db-migrator --verify with the attestation variables set; then run handoff again."
            }
            HandoffSourceMode "HANDOFF_SOURCE_MODE" Config {
                what: "A file that the producer offers has another mode than 0400.",
                database: "No connection was opened. The importer has what it had before; do not start it.",
                next: "Treat the producer as compromised until it is known what wrote there, then have the target attested again: mosaic-db-migrator --verify."
            }
            HandoffSourceNotRegular "HANDOFF_SOURCE_NOT_REGULAR" Config {
                what: "Something that the producer offers in place of a file is a FIFO, a directory, a socket or a device.",
                database: "No connection was opened. The importer has what it had before; do not start it.",
                next: "Treat the producer as compromised until it is known what wrote there, then have the target attested again: mosaic-db-migrator --verify."
            }
            HandoffSourceOwner "HANDOFF_SOURCE_OWNER" Config {
                what: "Something that the producer offers belongs to somebody else than user and group 10003.",
                database: "No connection was opened. The importer has what it had before; do not start it.",
                next: "Treat the producer as compromised until it is known what wrote there, then have the target attested again: mosaic-db-migrator --verify."
            }
            HandoffSourcePointer "HANDOFF_SOURCE_POINTER" Config {
                what: "The producer's pointer does not hold the name of a generation.",
                database: "No connection was opened. The importer has what it had before; do not start it.",
                next: "Treat the producer as compromised until it is known what wrote there, then have the target attested again: mosaic-db-migrator --verify."
            }
            HandoffSourceSize "HANDOFF_SOURCE_SIZE" Config {
                what: "A file that the producer offers is empty, or larger than any attestation.",
                database: "No connection was opened. The importer has what it had before; do not start it.",
                next: "Treat the producer as compromised until it is known what wrote there, then have the target attested again: mosaic-db-migrator --verify."
            }
            HandoffSourceUnreadable "HANDOFF_SOURCE_UNREADABLE" Config {
                what: "Something that the producer offers is there and may not be read.",
                database: "No connection was opened. The importer has what it had before; do not start it.",
                next: "Run handoff as root and let it keep the capabilities CHOWN, SETUID and SETGID; look for errors of the disk (dmesg)."
            }
        }
    };
}
