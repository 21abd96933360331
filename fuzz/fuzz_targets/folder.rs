//! Migration folders: journal, manifest, grants and effects. What is accepted keeps the order that its journal has, and
//! what `check` finds wrong is what loading ends with.
//!
//! The input is a directory as text: a line `=== PATH` before each file.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mosaic_db::bundle::sql::{Kind, Lexer};
use mosaic_db::bundle::{
    Bundle, BundleError, Effects, File, FileSet, Finding, Manifest, Settings, Transaction, check, diff,
    schemas,
};
use mosaic_db::catalog::Snapshot;
use mosaic_db::digest::Digest;
use mosaic_db::error::Code;
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeSet;

const MANIFEST: &str = "manifest.v1.json";
const EFFECTS: &str = "effects.v1.json";
/// 2026, in milliseconds since 1970.
const NOW: i64 = 1_780_000_000_000;

fuzz_target!(|text: &str| {
    let mut files = folder(text);
    let _ = judge(&files);
    let drafted = Manifest::draft(&files).ok().flatten();
    let settings = drafted.as_ref().map(Settings::of).unwrap_or_default();
    let Ok(manifest) = Manifest::build(files.clone(), &settings) else { return };
    let bytes = manifest.encode().unwrap();
    assert_eq!(Manifest::read(&bytes).unwrap(), manifest);
    put(&mut files, MANIFEST, bytes);
    let bundle = match judge(&files) {
        Ok(bundle) => bundle,
        Err(error) => return assert!(is_beside_the_manifest(&error), "{error}"),
    };
    if let Some(bytes) = effects_of(&files, &bundle) {
        put(&mut files, EFFECTS, bytes);
        judge(&files).unwrap();
    }
});

fn folder(text: &str) -> FileSet {
    let mut files = FileSet::default();
    for part in text.split("=== ").skip(1) {
        let (path, bytes) = part.split_once('\n').unwrap_or((part, ""));
        put(&mut files, path, bytes.strip_suffix('\n').unwrap_or(bytes).into());
    }
    files
}

fn put(files: &mut FileSet, path: &str, bytes: Vec<u8>) {
    files.insert(path.to_owned(), File::Regular(Cow::Owned(bytes)));
}

fn bytes_of<'a>(files: &'a FileSet, wanted: &str) -> Option<&'a [u8]> {
    files.iter().find_map(|(path, file)| match file {
        File::Regular(bytes) if path == wanted => Some(&**bytes),
        _ => None,
    })
}

/// Loads the folder, and compares with what `check` says of it.
fn judge(files: &FileSet) -> Result<Bundle, BundleError> {
    let findings = check(files.clone(), NOW);
    let errors: Vec<Code> = findings
        .iter()
        .filter_map(|finding| match finding {
            Finding::Error(error) => Some(error.code()),
            Finding::Warning(_) => None,
        })
        .collect();
    let loaded = Bundle::assemble(files.clone());
    let bundle = match loaded {
        Ok(bundle) => bundle,
        Err(error) => {
            assert!(errors.contains(&error.code()), "{error}: {findings:?}");
            return Err(error);
        }
    };
    holds_together(&bundle, files);
    let effects = bundle.effects();
    if let Err(error) = &effects {
        assert!(errors.contains(&error.code()), "{error}: {findings:?}");
    }
    if let Ok(Some(effects)) = &effects {
        assert_eq!(effects.encode().unwrap(), bytes_of(files, EFFECTS).unwrap());
        expectations_are_read_again(&bundle, effects);
    }
    let beside = |error: &BundleError| {
        matches!(
            error,
            BundleError::EffectsUnmarked(_)
                | BundleError::SchemaMissing(_)
                | BundleError::SchemaDiffers(_)
                | BundleError::SchemaStray(_)
        )
    };
    let loads = |finding: &Finding| match finding {
        Finding::Error(error) => beside(error),
        Finding::Warning(_) => true,
    };
    assert!(effects.is_err() || findings.iter().all(loads), "{findings:?}");
    Ok(bundle)
}

/// Whether it is about files that have no part in a manifest: grants and preconditions.
fn is_beside_the_manifest(error: &BundleError) -> bool {
    match error {
        BundleError::Orphan(path)
        | BundleError::ByteOrderMark { path }
        | BundleError::CarriageReturn { path, .. }
        | BundleError::Nul { path, .. }
        | BundleError::NotUtf8 { path, .. } => path.starts_with("requires/"),
        BundleError::PreconditionMissing { .. }
        | BundleError::PreconditionNotOneQuery(_)
        | BundleError::GrantsUnreadable(_)
        | BundleError::GrantsNotCanonical
        | BundleError::GrantsUnknownEntry(_)
        | BundleError::GrantEmpty { .. }
        | BundleError::GrantRefused { .. } => true,
        _ => false,
    }
}

fn expectations_are_read_again(bundle: &Bundle, effects: &Effects) {
    for bytes in schemas(bundle, effects).unwrap().values() {
        let snapshot = Snapshot::read(bytes).unwrap();
        assert_eq!(snapshot.encode().unwrap(), *bytes);
    }
    let tags = || bundle.entries().iter().map(|entry| entry.tag());
    let expected = effects.expected(tags());
    assert_eq!(Snapshot::read(&expected.encode().unwrap()).unwrap(), expected);
    let _ = effects.conditional(tags());
}

fn holds_together(bundle: &Bundle, files: &FileSet) {
    assert_eq!(bundle.manifest().encode().unwrap(), bytes_of(files, MANIFEST).unwrap());
    assert!(diff(bundle.manifest(), bundle.manifest()).is_empty());
    bundle.digest().unwrap();
    bundle.created_schemas().unwrap();
    let entries = bundle.entries();
    let tags: BTreeSet<&str> = entries.iter().map(|entry| entry.tag().as_str()).collect();
    assert_eq!(tags.len(), entries.len());
    assert!(entries.is_sorted_by(|before, after| before.record().idx() < after.record().idx()));
    assert!(entries.is_sorted_by_key(|entry| entry.phase()));
    for entry in entries {
        assert_eq!(Digest::of(entry.body().as_bytes()), entry.sha256());
        assert!(entry.requires().iter().all(|name| bundle.precondition(name).is_some()));
        match entry.transaction() {
            Transaction::Single => drop(entry.message().text()),
            Transaction::None => drop(entry.steps().unwrap()),
        }
        bundle.grants().statements(entry.tag()).iter().for_each(|text| is_one_grant(text));
    }
}

/// Whatever a grants file names, it stays within its one statement.
fn is_one_grant(text: &str) {
    let mut tokens = Lexer::new(text);
    let words = ["GRANT", "REVOKE"];
    assert!(tokens.next().is_some_and(|first| words.contains(&first.text)), "{text}");
    let stays = tokens.all(|token| match token.kind {
        Kind::Word | Kind::QuotedIdentifier | Kind::Number => true,
        Kind::Whitespace => token.text == " ",
        Kind::Punctuation => token.text != ";",
        _ => false,
    });
    assert!(stays, "{text}");
}

/// The file of measured effects, as if it had been measured of this bundle.
fn effects_of(files: &FileSet, bundle: &Bundle) -> Option<Vec<u8>> {
    let Ok(Value::Object(mut effects)) = serde_json::from_slice(bytes_of(files, EFFECTS)?) else {
        return None;
    };
    let preconditions = bundle.preconditions_digest().unwrap();
    for (key, digest) in [
        ("manifest", bundle.fingerprint()),
        ("grants", bundle.grants_digest()),
        ("preconditions", preconditions),
    ] {
        effects.insert(key.to_owned(), digest.to_string().into());
    }
    serde_jcs::to_vec(&effects).ok()
}
