//! The bundle of the Mosaic platform, compiled in.
//!
//! Its statements are read by a test, not at every start: the digests, which are compared at every start, say that
//! they are the same statements.

use super::files::{File, FileSet};
use super::{Bundle, BundleError};
use std::borrow::Cow;

macro_rules! shipped {
    ($($path:literal)*) => {
        /// Every file of `manifest/` that a bundle is made of.
        const FILES: &[(&str, &[u8])] = &[$(($path, include_bytes!(concat!("../../manifest/", $path)))),*];
    };
}

shipped! {
    "0000_quiet_longshot.sql"
    "0001_amused_wild_child.sql"
    "0002_brave_sunspot.sql"
    "0003_tidy_siren.sql"
    "0004_warm_firelord.sql"
    "0005_pale_mandroid.sql"
    "0006_steady_gravity.sql"
    "0007_new_toad_men.sql"
    "0008_loud_swordsman.sql"
    "0009_late_blizzard.sql"
    "0010_keen_oracle.sql"
    "0011_shiny_warpath.sql"
    "0012_flat_outlaw_kid.sql"
    "0013_smooth_switch.sql"
    "0014_open_madrox.sql"
    "0015_dusty_speedball.sql"
    "0016_salty_morlocks.sql"
    "0017_relocate_to_mosaic.sql"
    "0018_kanban_tenancy.sql"
    "0019_kanban_candidate_keys.sql"
    "0020_kanban_planning.sql"
    "0021_missions_workspace_id_uidx.sql"
    "0022_kanban_artifacts.sql"
    "0023_kanban_assignments.sql"
    "0024_kanban_approvals.sql"
    "0025_kanban_leases.sql"
    "0026_task_events.sql"
    "0027_change_proposals.sql"
    "0028_kanban_links.sql"
    "0029_kanban_rules.sql"
    "0030_kanban_mirrors.sql"
    "0031_kanban_tenant_checks.sql"
    "0032_kanban_validate.sql"
    "0033_kanban_not_null.sql"
    "effects.v1.json"
    "grants.v1.json"
    "manifest.v1.json"
    "meta/_journal.json"
    "requires/kanban_backfilled.sql"
    "schema/0030_kanban_mirrors.v1.json"
    "schema/0033_kanban_not_null.v1.json"
}

impl Bundle {
    /// The compiled-in bundle.
    ///
    /// # Errors
    /// None in a program whose tests passed: see [`BundleError`].
    pub fn shipped() -> Result<Self, BundleError> {
        Self::gather(files())
    }
}

fn files() -> FileSet {
    FILES.iter().map(|(path, bytes)| (Cow::Borrowed(*path), File::Regular(Cow::Borrowed(*bytes)))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{Finding, Transaction, Warning, check, directory};
    use super::*;
    use std::path::Path;

    #[test]
    fn the_list_is_the_directory() {
        let found = directory::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("manifest")).unwrap();
        let read: Vec<&str> = found.paths().filter(|path| found.regular(path).is_some()).collect();
        assert_eq!(read, FILES.iter().map(|(path, _)| *path).collect::<Vec<_>>());
        for (path, bytes) in FILES {
            assert_eq!(found.regular(path), Some(*bytes), "{path}");
        }
    }

    #[test]
    fn every_statement_may_run() {
        let bundle = Bundle::assemble(files()).unwrap();
        assert_eq!(Bundle::shipped().unwrap(), bundle);
        let stepwise = bundle.entries().iter().filter(|entry| entry.transaction() == Transaction::None);
        assert_eq!(
            stepwise.map(|entry| entry.tag().as_str()).collect::<Vec<_>>(),
            ["0019_kanban_candidate_keys", "0021_missions_workspace_id_uidx"]
        );
        assert!(!bundle.manifest().needs().database_create());
    }

    #[test]
    fn what_was_measured_leads_to_the_schema_beside_it() {
        const SCHEMA: &str = "schema/0033_kanban_not_null.v1.json";
        let codes = |change: fn(&mut FileSet)| {
            let mut files = files();
            change(&mut files);
            let errors = check(files, i64::MAX).into_iter().filter_map(|finding| match finding {
                Finding::Error(error) => Some(error.code().entry().code),
                Finding::Warning(_) => None,
            });
            errors.collect::<Vec<_>>()
        };
        const OTHER: File = File::Regular(Cow::Borrowed(b"{}"));
        assert_eq!(codes(|_| {}), [""; 0]);
        assert_eq!(codes(|files| drop(files.take(SCHEMA))), ["SCHEMA_FILE_MISSING"]);
        assert_eq!(
            codes(|files| files.insert("schema/0016_salty_morlocks.v1.json", OTHER)),
            ["SCHEMA_FILE_STRAY"]
        );
        assert_eq!(
            codes(|files| {
                let mut bytes = files.regular(SCHEMA).unwrap().to_vec();
                *bytes.last_mut().unwrap() = b' ';
                files.insert(SCHEMA, File::Regular(Cow::Owned(bytes)));
            }),
            ["SCHEMA_FILE_DIFFERS"]
        );
        assert_eq!(codes(|files| drop(files.take("effects.v1.json"))), ["SCHEMA_FILE_STRAY"; 2]);
    }

    #[test]
    fn its_one_oddity_is_the_late_entry() {
        let findings = check(files(), i64::MAX);
        let [Finding::Warning(Warning::LateWhen { tag, before })] = findings.as_slice() else {
            panic!("{findings:?}")
        };
        assert_eq!((tag.as_str(), before.as_str()), ("0009_late_blizzard", "0008_loud_swordsman"));
    }
}
