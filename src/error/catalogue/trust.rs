//! Signatures, whom to trust, and signed allowances.

macro_rules! trust {
    ([$($areas:ident)*] $($entries:tt)*) => {
        gather! {
            [$($areas)*] $($entries)*
            // ---- signatures and whom to trust ----
            SignatureLength "SIGNATURE_LENGTH" TargetRefused {
                what: "A signature file is not the 64 raw bytes of an Ed25519 signature.",
                database: "Nothing of the signed document was read, and no connection was opened.",
                next: "Fetch both files of the generation again; a signature is neither hexadecimal nor base64 nor followed by a newline."
            }
            SignatureUnknown "SIGNATURE_UNKNOWN" TargetRefused {
                what: "No key of the trust store made this signature over these bytes: the document was changed, the two files are not of one generation, or another key signed.",
                database: "Nothing of the signed document was read, and no connection was opened.",
                next: "Fetch both files of one generation again. If a new key is in use, distribute the trust store that lists it."
            }
            SignatureOtherPurpose "SIGNATURE_OTHER_PURPOSE" TargetRefused {
                what: "A trusted key made the signature, but for a document of another kind, or it is trusted for another kind only.",
                database: "Nothing of the signed document was read, and no connection was opened.",
                next: "Find out who presented a document of one kind as another. A key signs for one purpose."
            }
            SigningKeyRevoked "SIGNING_KEY_REVOKED" TargetRefused {
                what: "The key that made the signature is revoked, for every time of issue.",
                database: "Nothing of the signed document was read, and no connection was opened.",
                next: "Have the document made again under a key that is not revoked."
            }
            SigningKeyNotYetValid "SIGNING_KEY_NOT_YET_VALID" TargetRefused {
                what: "By the trust store, the time of the key that made the signature has not come, or the clock is behind.",
                database: "Nothing of the signed document was acted on, and no connection was opened.",
                next: "Compare the clock (date -u) with the key's window: mosaic-db-migrator attest inspect TRUST_STORE."
            }
            SigningKeyExpired "SIGNING_KEY_EXPIRED" TargetRefused {
                what: "By the trust store, the time of the key that made the signature is over.",
                database: "Nothing of the signed document was acted on, and no connection was opened.",
                next: "Have the document made again under a key whose window covers today."
            }
            SigningKeyInvalid "SIGNING_KEY_INVALID" Config {
                what: "A signing key file is not the 32 raw bytes of an Ed25519 seed.",
                database: "No connection was opened.",
                next: "mosaic-db-migrator attest keygen --out DIR --purpose PURPOSE makes one."
            }
            TrustStoreInvalid "TRUST_STORE_INVALID" TargetRefused {
                what: "The trust store is not the canonical JSON of one, or what it says cannot be.",
                database: "No signature was checked, and no connection was opened.",
                next: "Distribute the trust store again as it was made; an editor that adds a newline changes it."
            }
            TrustStoreKeyInvalid "TRUST_STORE_KEY_INVALID" TargetRefused {
                what: "The trust store lists a key that is not the canonical encoding of a point of the curve.",
                database: "No signature was checked, and no connection was opened.",
                next: "Find out who wrote the trust store: attest keygen makes no such key."
            }
            TrustStoreKeyRepeated "TRUST_STORE_KEY_REPEATED" TargetRefused {
                what: "The trust store lists a key twice. A key has one purpose and one window.",
                database: "No signature was checked, and no connection was opened.",
                next: "Make a key of its own for each purpose and each window: mosaic-db-migrator attest keygen."
            }
            TrustStoreKeyUnknown "TRUST_STORE_KEY_UNKNOWN" Usage {
                what: "The key to revoke is not in the trust store.",
                database: "The trust store is unchanged, and no connection was opened.",
                next: "mosaic-db-migrator attest inspect TRUST_STORE lists the keys it has."
            }
            TrustStoreKeyWeak "TRUST_STORE_KEY_WEAK" TargetRefused {
                what: "The trust store lists a key of small order, under which anybody can make signatures.",
                database: "No signature was checked, and no connection was opened.",
                next: "Treat this as an attack: find out who wrote the trust store, and replace it by the last good one."
            }

            // ---- allowances ----
            AllowancesInvalid "ALLOWANCES_INVALID" TargetRefused {
                what: "The document of allowances is not one that this program makes: not canonical, of another version, out of order, or without an owner or a reason.",
                database: "Nothing was changed. No object counts as allowed.",
                next: "Make it with mosaic-db-migrator allowance draft, and sign what that wrote."
            }
            AllowanceNothing "ALLOWANCE_NOTHING" No {
                what: "There is nothing to allow: what was named is not there beside the bundle, is already as an entry makes it, or is of a kind that cannot be allowed.",
                database: "Nothing was changed.",
                next: "mosaic-db-migrator --verify names what is drift; the notes say what of it cannot be allowed, and why."
            }
            AllowancesTime "ALLOWANCES_TIME" TargetRefused {
                what: "An allowance does not end within 366 days of its document's date, or that date is still to come.",
                database: "Nothing was changed. No object counts as allowed.",
                next: "Draft it again with an earlier --expires; compare the clocks of both machines (date -u)."
            }
            AllowanceRefused "ALLOWANCE_REFUSED" TargetRefused {
                what: "An allowance is for something that can change what the database does: only indexes that are not unique, and extended statistics, over plain columns can be allowed.",
                database: "Nothing was changed. No object counts as allowed.",
                next: "Drop the object, or ship it as an entry of the bundle; take it out of the allowances and sign them again."
            }
            AllowancesOtherDatabase "ALLOWANCES_OTHER_DATABASE" TargetRefused {
                what: "The allowances name another database than this one: they are signed for one database, by its random id.",
                database: "Nothing was changed.",
                next: "Point MOSAIC_ALLOWANCES_FILE at the file that was signed for this database; mosaic-db-migrator allowance check FILE --trust-store S shows which one a file is for."
            }
            AllowancesDevelopmentKey "ALLOWANCES_DEVELOPMENT_KEY" TargetRefused {
                what: "The allowances are signed by a development key.",
                database: "Nothing was changed. No object counts as allowed.",
                next: "Have them signed under a production key for allowances: mosaic-db-migrator attest keygen --out DIR --purpose allowance."
            }
        }
    };
}
