//! What a checked load accepts, and what it says about everything else.

use super::*;
use crate::error::Code;
use proptest::prelude::*;

/// A classic folder of two entries with its manifest and grants.
fn folder() -> FileSet {
    let mut files = FileSet::default();
    let journal = r#"{"version":"7","dialect":"postgresql","entries":[
        {"idx":0,"version":"7","when":1000,"tag":"0000_a","breakpoints":true},
        {"idx":2,"version":"7","when":2000,"tag":"0002_b","breakpoints":true}]}"#;
    files.insert("meta/_journal.json", regular(journal));
    files.insert("0000_a.sql", regular("create table a(i int);"));
    files.insert("0002_b.sql", regular("create table b(i int);"));
    files.insert("requires/filled.sql", regular("select 1 where false"));
    files.insert("manifest.v1.json", regular(&String::from_utf8(manifest().encode().unwrap()).unwrap()));
    files.insert(
        "grants.v1.json",
        regular(concat!(
            r#"{"entries":{"0002_b":{"grant":[{"on":{"kind":"table","name":"b","schema":"public"},"#,
            r#""privileges":["insert","select"],"to":"runtime"},{"on":{"arguments":["integer","text[]"],"kind":"routine","#,
            r#""name":"f","schema":"public"},"privileges":["execute"],"to":"importer"}],"revoke":[{"on":{"kind":"schema","#,
            r#""name":"we\"ird"},"privileges":["usage"],"to":"importer"}]}}}"#
        )),
    );
    files
}

fn manifest() -> Manifest {
    let name = |text: &str| crate::identifier::Identifier::new(text).unwrap();
    let record = |idx, tag: &str, body: &str, requires: &[&str]| ManifestEntry {
        idx,
        tag: Tag::new(tag).unwrap(),
        sha256: Digest::of(body.as_bytes()),
        size: body.len() as u64,
        phase: Phase::History,
        transaction: Transaction::Single,
        requires: requires.iter().map(|name| Tag::new(*name).unwrap()).collect(),
    };
    Manifest {
        version: 1,
        dialect: Dialect::Postgresql,
        ledger: LedgerName { schema: name("drizzle"), table: name("__drizzle_migrations") },
        managed_schemas: [name("public")].into(),
        history_path: Vec::new(),
        needs: Needs::default(),
        seeded_tables: [].into(),
        entries: vec![
            record(0, "0000_a", "create table a(i int);", &[]),
            record(2, "0002_b", "create table b(i int);", &["filled"]),
        ],
    }
}

fn regular(text: &str) -> File {
    File::Regular(Cow::Owned(text.as_bytes().to_vec()))
}

/// The code of a folder in which one path was replaced.
fn code_with(path: &'static str, text: &str) -> Option<Code> {
    let mut files = folder();
    files.insert(path, regular(text));
    Bundle::assemble(files).err().map(|error| error.code())
}

#[test]
fn a_good_folder_is_accepted_whole() {
    let bundle = Bundle::assemble(folder()).unwrap();
    assert_eq!(bundle.form(), Form::Classic);
    assert_eq!(bundle.fingerprint(), manifest().fingerprint().unwrap());
    let second = bundle.entry(&Tag::new("0002_b").unwrap()).unwrap();
    assert_eq!(
        (second.when(), second.name(), second.body()),
        (2000, "19700101000002_b", "create table b(i int);")
    );
    assert_eq!(bundle.precondition(&second.requires()[0]), Some("select 1 where false"));
    assert_eq!(
        bundle.grants().statements(second.tag()),
        [
            r#"REVOKE USAGE ON SCHEMA "we""ird" FROM "mosaic_data_importer""#,
            r#"GRANT INSERT, SELECT ON TABLE "public"."b" TO "mosaic_runtime_capability""#,
            r#"GRANT EXECUTE ON ROUTINE "public"."f"(integer, text[]) TO "mosaic_data_importer""#,
        ]
    );
    assert_eq!(bundle.grants().statements(bundle.entries()[0].tag()), Vec::<String>::new());
}

#[test]
fn one_changed_byte_is_refused_and_a_known_cause_is_named() {
    assert_eq!(code_with("0000_a.sql", "create table a(j int);"), Some(Code::BundleBytesDiffer));
    let mut files = folder();
    files.insert("0000_a.sql", regular("create table a(i int);\n"));
    let Err(BundleError::BytesDiffer { tag, variant }) = Bundle::assemble(files) else { panic!("accepted") };
    assert_eq!((tag.as_str(), variant), ("0000_a", Some(Variant::WithoutFinalNewline)));
}

#[test]
fn statements_must_fit_what_the_manifest_records() {
    let with_body = |body: &str| {
        let mut files = folder();
        let mut manifest = manifest();
        manifest.entries[0].sha256 = Digest::of(body.as_bytes());
        manifest.entries[0].size = body.len() as u64;
        files.insert("manifest.v1.json", File::Regular(manifest.encode().unwrap().into()));
        files.insert("0000_a.sql", regular(body));
        Bundle::assemble(files).map(drop).map_err(|error| error.code())
    };
    assert_eq!(with_body("select 2;"), Ok(()));
    assert_eq!(with_body("vacuum;"), Err(Code::ManifestDiffers));
    assert_eq!(with_body("drop schema drizzle;"), Err(Code::SqlRefused));
    assert_eq!(with_body("create index concurrently on a (i);"), Err(Code::SqlUnnamedIndex));
    assert_eq!(with_body("select '"), Err(Code::SqlNeverClosed));
}

#[test]
fn one_spelling_of_each_file() {
    let manifest = String::from_utf8(manifest().encode().unwrap()).unwrap();
    for (text, code) in [
        (format!("{manifest}\n"), Code::ManifestNotCanonical),
        (manifest.replace(r#""version":1"#, r#""version":1.0"#), Code::ManifestInvalid),
        (manifest.replace(r#""version":1"#, r#""version":2"#), Code::ManifestInvalid),
        (manifest.replace(r#""idx":2"#, r#""idx":0"#), Code::ManifestInvalid),
        (manifest.replace(r#""version":1"#, r#""version":1,"version":1"#), Code::ManifestInvalid),
        (manifest.replace(r#""version":1"#, r#""more":1,"version":1"#), Code::ManifestInvalid),
        (manifest.replace(r#""idx":2"#, r#""idx":3"#), Code::ManifestDiffers),
        (manifest.replace("0002_b", "0002_c"), Code::ManifestDiffers),
        (manifest.replace(r#"["public"]"#, r#"["pg_toast"]"#), Code::ManifestInvalid),
    ] {
        assert_eq!(code_with("manifest.v1.json", &text), Some(code), "{text}");
    }
}

#[test]
fn grants_beyond_a_role_are_refused() {
    let grants = |kind: &str, privilege: &str, to: &str| {
        let text = format!(
            r#"{{"entries":{{"0002_b":{{"grant":[{{"on":{{"kind":"{kind}","name":"b","schema":"s"}},"privileges":["{privilege}"],"to":"{to}"}}],"revoke":[]}}}}}}"#
        );
        code_with("grants.v1.json", &text)
    };
    assert_eq!(grants("table", "delete", "runtime"), None);
    assert_eq!(grants("table", "delete", "importer"), Some(Code::GrantsRefused));
    assert_eq!(grants("table", "usage", "runtime"), Some(Code::GrantsRefused));
    assert_eq!(grants("sequence", "select", "importer"), Some(Code::GrantsRefused));
    assert_eq!(grants("table", "truncate", "runtime"), Some(Code::GrantsInvalid));
    assert_eq!(grants("table", "select", "public"), Some(Code::GrantsInvalid));
    assert_eq!(grants("planet", "select", "runtime"), Some(Code::GrantsInvalid));
    let on_evidence = |privilege: &str| {
        let text = format!(
            r#"{{"entries":{{"0002_b":{{"grant":[{{"on":{{"kind":"table","name":"task_events","schema":"mosaic"}},"privileges":[{privilege}],"to":"runtime"}}],"revoke":[]}}}}}}"#
        );
        code_with("grants.v1.json", &text)
    };
    assert_eq!(on_evidence("\"insert\",\"select\""), None);
    assert_eq!(on_evidence("\"update\""), Some(Code::GrantsRefused));
    assert_eq!(on_evidence(""), Some(Code::GrantsInvalid));
    let unknown = r#"{"entries":{"0009_x":{"grant":[],"revoke":[]}}}"#;
    assert_eq!(code_with("grants.v1.json", unknown), Some(Code::GrantsUnknownEntry));
}

#[test]
fn a_link_is_refused_where_bytes_are_needed() {
    for path in
        ["0000_a.sql", "meta/_journal.json", "manifest.v1.json", "grants.v1.json", "requires/filled.sql"]
    {
        let mut files = folder();
        files.insert(path, File::Link);
        assert_eq!(Bundle::assemble(files).unwrap_err().code(), Code::BundleNotAFile, "{path}");
    }
}

proptest! {
    #[test]
    fn any_manifest_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(Manifest::read(&bytes).is_err());
    }

    #[test]
    fn a_damaged_manifest_or_grants_file_never_passes_for_another(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let bytes = manifest().encode().unwrap();
        let mut damaged = bytes.clone();
        damaged[at.index(bytes.len())] = byte;
        if let Ok(read) = Manifest::read(&damaged) {
            prop_assert_eq!(read.fingerprint().unwrap(), Digest::of(&damaged));
        }
        let _ = Grants::read(&damaged);
    }
}
