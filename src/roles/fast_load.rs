//! What lets the importer load rows without row triggers, for as long as it stands: SET on `session_replication_role`, and
//! MAINTAIN, with which it can lock what it fills. `bootstrap render --importer-fast-load` gives it, beside what a bundle
//! gives.
//!
//! In exactly this form it is no part of a database's shape and no violation, and every audit says that it is there. In any
//! other form it is a privilege like others, which nobody listed.

use super::acl::Held;
use crate::postgres::identity::role;

const ADDS: &str = "INSERT";
const LOCKS: &str = "MAINTAIN";

/// Whether one privilege in a table's list is this grant: the importer's, from the table's owner, not to be passed on, and on a
/// table that it may fill.
#[must_use]
pub fn is_on_table(held: &Held, all: &[Held], owner: &str) -> bool {
    let from_owner = |held: &Held| held.is_of(role::IMPORTER) && held.grantor == owner;
    owner == role::SCHEMA_OWNER
        && held.privilege == LOCKS
        && !held.grantable
        && from_owner(held)
        && all.iter().any(|other| other.privilege == ADDS && from_owner(other))
}

#[cfg(test)]
mod tests {
    use super::super::acl;
    use super::*;

    fn is_granted(list: &str, owner: &str) -> bool {
        let all = acl::parse(list).expect("a list");
        all.iter().any(|held| is_on_table(held, &all, owner))
    }

    #[test]
    fn only_exactly_this_grant_is_it() {
        let owner = "mosaic_schema_owner";
        assert!(is_granted("{mosaic_data_importer=arm/mosaic_schema_owner}", owner));
        for other in [
            "{mosaic_data_importer=ar/mosaic_schema_owner}",
            "{mosaic_data_importer=rm/mosaic_schema_owner}",
            "{mosaic_data_importer=arm*/mosaic_schema_owner}",
            "{mosaic_data_importer=ar/mosaic_schema_owner,mosaic_data_importer=m/another}",
            "{mosaic_data_importer=m/mosaic_schema_owner,mosaic_data_importer=a/another}",
            "{mosaic_runtime_capability=arm/mosaic_schema_owner}",
            "{=arm/mosaic_schema_owner}",
        ] {
            assert!(!is_granted(other, owner), "{other}");
        }
        assert!(!is_granted("{mosaic_data_importer=arm/another}", "another"));
    }
}
