use super::*;

fn environment(pairs: &[(&str, &str)]) -> Environment {
    Environment::from_pairs(pairs.iter().map(|(name, value)| (name.into(), value.into())))
}

#[test]
fn debug_shows_no_secret() {
    let environment = environment(&[("DATABASE_URL", "canary"), ("MOSAIC_TIER", "federated")]);
    let shown = format!("{environment:?}");
    assert!(!shown.contains("canary") && shown.contains("federated"), "{shown}");
}

#[test]
fn each_rule_has_its_own_code() {
    let url = ("DATABASE_MIGRATION_URL", "postgresql://canary");
    let refused = |pairs: &[(&str, &str)], process: Process, code: Code| {
        let error = environment(pairs).database_url(process).expect_err("must be refused");
        assert_eq!(error.code(), code, "{pairs:?}");
        assert!(!format!("{error} {error:?}").contains("canary"), "{error:?}");
    };
    refused(&[], Process::Runner, Code::MigrationUrlMissing);
    refused(&[("DATABASE_URL", "canary")], Process::Runner, Code::MigrationUrlMissing);
    refused(&[url, ("DATABASE_URL", "canary")], Process::Runner, Code::ForeignCredential);
    refused(&[url, ("DATABASE_URL_FILE", "/canary")], Process::Verifier, Code::ForeignCredential);
    refused(&[url, ("MOSAIC_TARGET_URL_FILE", "/canary")], Process::Runner, Code::ForeignCredential);
    refused(&[url, ("DATABASE_MIGRATION_URL_FILE", "/canary")], Process::Runner, Code::VariableConflict);
    refused(&[("DATABASE_MIGRATION_URL", "")], Process::Runner, Code::VariableInvalid);
    refused(&[("DATABASE_MIGRATION_URL_FILE", "")], Process::Runner, Code::VariableInvalid);
    refused(&[("DATABASE_MIGRATION_URL_FILE", "canary")], Process::Runner, Code::VariableInvalid);
    refused(&[("DATABASE_MIGRATION_URL_FILE", url.1)], Process::Runner, Code::VariableInvalid);
    refused(&[url, ("MOSAIC_TIER", "local")], Process::Runner, Code::LocalTier);
    refused(&[("DATABASE_URL", "canary"), ("MOSAIC_TIER", "local")], Process::Runner, Code::LocalTier);
    refused(&[url, ("MOSAIC_TIER", "Local")], Process::Runner, Code::VariableInvalid);
    refused(&[url, ("MOSAIC_LOCK_WAIT", "1")], Process::Runner, Code::VariableMisspelt);
    refused(&[url, ("MOSAIC_RECEIPTS_DIR", "/r")], Process::Runner, Code::VariableMisspelt);
    let target = ("MOSAIC_TARGET_URL_FILE", "/canary");
    refused(&[], Process::Importer, Code::VariableMissing);
    refused(&[("MOSAIC_TARGET_URL_FILE", "canary")], Process::Importer, Code::VariableInvalid);
    refused(&[target, url], Process::Importer, Code::ForeignCredential);
    refused(&[target, ("DATABASE_URL_FILE", "/canary")], Process::Importer, Code::ForeignCredential);
    refused(&[target, ("MOSAIC_TIER", "local")], Process::Importer, Code::LocalTier);
    let runtime = ("DATABASE_URL", "postgresql://canary");
    refused(&[url], Process::Runtime, Code::RuntimeUrlMissing);
    refused(&[runtime, url], Process::Runtime, Code::ForeignCredential);
    refused(&[runtime, ("MOSAIC_TARGET_URL_FILE", "/canary")], Process::Runtime, Code::ForeignCredential);
    refused(&[runtime, ("DATABASE_URL_FILE", "/canary")], Process::Runtime, Code::VariableConflict);
}

#[test]
fn the_runner_may_see_what_is_there_to_be_attested() {
    let attestation = ("MOSAIC_ATTESTATION_DIR", "/a");
    let pairs = [("DATABASE_MIGRATION_URL_FILE", "/m"), ("MOSAIC_TARGET_URL_FILE", "/t"), attestation];
    assert!(environment(&pairs).database_url(Process::Runner).is_ok());
    let pairs = [("DATABASE_URL_FILE", "/r"), ("MOSAIC_TARGET_URL_FILE", "/t"), attestation];
    let refused = environment(&pairs).database_url(Process::Runtime).expect_err("must be refused");
    assert_eq!(refused.code(), Code::ForeignCredential);
}

#[test]
fn the_verification_may_see_the_importers_url_file() {
    let pairs = [("DATABASE_MIGRATION_URL_FILE", "/m"), ("MOSAIC_TARGET_URL_FILE", "/t")];
    let given = environment(&pairs).database_url(Process::Verifier).expect("allowed");
    assert!(matches!(given, Given::InFile(Variable::MigrationUrlFile, path) if path.as_os_str() == "/m"));
}

#[test]
fn names_of_other_programs_are_theirs() {
    let pairs = [("DATABASE_MIGRATION_URL", "x"), ("MOSAIC_GATEWAY_PORT", "1"), ("DATABASE_POOL_SIZE", "9")];
    assert!(environment(&pairs).database_url(Process::Runner).is_ok());
}

#[test]
fn milliseconds_are_plain_decimal_numbers() {
    for (text, expected) in [("0", 0), ("2147483647", 2_147_483_647)] {
        let environment = environment(&[("MOSAIC_LOCK_WAIT_MS", text)]);
        assert_eq!(environment.milliseconds(Variable::LockWait), Ok(Some(Duration::from_millis(expected))));
    }
    for text in ["", "-1", "+1", "1s", " 1", "2147483648", "99999999999999999999"] {
        let environment = environment(&[("MOSAIC_LOCK_WAIT_MS", text)]);
        assert!(environment.milliseconds(Variable::LockWait).is_err(), "{text:?}");
    }
}

#[test]
fn the_table_has_each_name_once() {
    let mut names: Vec<_> = Variable::ALL.iter().map(|variable| variable.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Variable::ALL.len());
}
