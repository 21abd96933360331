use super::*;
use crate::bundle::Bundle;

const OWNER: &str = role::SCHEMA_OWNER;

fn object(class: Class, schema: &str, name: &str) -> ScopeObject {
    ScopeObject { class, schema: schema.to_owned(), name: name.to_owned() }
}

fn judged(row: [&str; COLUMNS], allowed: &Allowed) -> Vec<Violation> {
    judge(&ResultSet::of_texts(&[row]), allowed)
}

fn by_bootstrap() -> Allowed {
    Allowed::by_bootstrap(Bundle::shipped().unwrap().manifest().ledger())
}

/// One object of each kind, as a grants file says it and as a row says it.
const KINDS: [(&str, Class, &str, &str); 6] = [
    (r#"{"kind":"schema","name":"s"}"#, Class::Schema, "", "s"),
    (r#"{"kind":"table","schema":"s","name":"o"}"#, Class::Table, "s", "o"),
    (r#"{"kind":"view","schema":"s","name":"o"}"#, Class::View, "s", "o"),
    (r#"{"kind":"sequence","schema":"s","name":"o"}"#, Class::Sequence, "s", "o"),
    (r#"{"kind":"type","schema":"s","name":"o"}"#, Class::Type, "s", "o"),
    (
        r#"{"kind":"routine","schema":"s","name":"o","arguments":["uuid","text"]}"#,
        Class::Routine,
        "s",
        "o(uuid, text)",
    ),
];

#[test]
fn what_bootstrap_grants_is_allowed() {
    let allowed = by_bootstrap();
    for grantee in [role::RUNTIME_CAPABILITY, role::IMPORTER] {
        for row in [
            ["schema", "", "mosaic", OWNER, &format!("{{{grantee}=U/{OWNER}}}"), "f"],
            ["schema", "", "drizzle", OWNER, &format!("{{{grantee}=U/{OWNER}}}"), "f"],
            ["table", "drizzle", "__drizzle_migrations", OWNER, &format!("{{{grantee}=r/{OWNER}}}"), "f"],
        ] {
            assert_eq!(judged(row, &allowed), [], "{row:?}");
            assert_eq!(judged(row, &Allowed::default()).len(), 1, "{row:?}");
        }
    }
}

#[test]
fn what_a_grants_file_gives_is_allowed_until_it_takes_it_back() {
    for (on, class, schema, name) in KINDS {
        let grant = format!(r#"{{"on":{on},"to":"runtime","privileges":["select"]}}"#);
        let entry = |revoke: &str, grant: &str| -> EntryGrants {
            serde_json::from_str(&format!(r#"{{"revoke":[{revoke}],"grant":[{grant}]}}"#)).unwrap()
        };
        let list = format!("{{{}=r/{OWNER}}}", role::RUNTIME_CAPABILITY);
        let row = [class.word(), schema, name, OWNER, &list, "f"];
        let held = Held {
            object: object(class, schema, name),
            grantee: role::RUNTIME_CAPABILITY.to_owned(),
            privilege: "SELECT".to_owned(),
        };
        let mut allowed = Allowed::default();
        assert_eq!(judged(row, &allowed), [Violation::Grant(held.clone())]);
        allowed.apply(&entry("", &grant));
        assert_eq!(judged(row, &allowed), []);
        let passed_on = list.replace("=r/", "=r*/");
        let row_with_option = [class.word(), schema, name, OWNER, &passed_on, "f"];
        assert_eq!(judged(row_with_option, &allowed), [Violation::GrantOption(held.clone())]);
        allowed.apply(&entry(&grant, ""));
        assert_eq!(judged(row, &allowed), [Violation::Grant(held)]);
    }
}

#[test]
fn owners_and_definers_are_looked_at() {
    let allowed = Allowed::default();
    let owned = |class, word| {
        let expected = Violation::Owner { object: object(class, "s", "o"), owner: "eve".to_owned() };
        assert_eq!(judged([word, "s", "o", "eve", "{}", "f"], &allowed), [expected]);
    };
    owned(Class::Table, "table");
    owned(Class::Routine, "routine");
    owned(Class::DefaultPrivilege, "default");
    assert_eq!(judged(["column", "s", "o", "eve", "{}", "f"], &allowed), [], "its owner is its table's");
    let definer = Violation::SecurityDefiner(object(Class::Routine, "s", "f()"));
    assert_eq!(judged(["routine", "s", "f()", OWNER, "{}", "t"], &allowed), [definer]);
    let own = format!("{{{OWNER}=arwd/{OWNER}}}");
    assert_eq!(judged(["table", "s", "o", OWNER, &own, "f"], &allowed), [], "an owner may hold anything");
}

#[test]
fn what_everybody_has_on_every_type_is_no_privilege_of_this_one() {
    let held =
        |class: &str, list: &str| judged([class, "s", "o", OWNER, list, "f"], &Allowed::default()).len();
    let list = |privilege: &str| format!("{{{privilege}/{OWNER}}}");
    assert_eq!(held("type", &list("=U")), 0);
    assert_eq!(held("type", &list("=U*")), 1);
    assert_eq!(held("type", &list("=C")), 1);
    assert_eq!(held("type", &list("eve=U")), 1);
    assert_eq!(held("sequence", &list("=U")), 1);
}

#[test]
fn the_importers_fast_load_is_no_violation_on_a_table_alone() {
    let importer = role::IMPORTER;
    let list = format!("{{{importer}=am/{OWNER}}}");
    let mut allowed = Allowed::default();
    for (class, word) in [(Class::Table, "table"), (Class::View, "view")] {
        allowed.insert(class, "s", "o", importer, "INSERT");
        let violations = judged([word, "s", "o", OWNER, &list, "f"], &allowed);
        assert_eq!(violations.len(), usize::from(class != Class::Table), "{violations:?}");
    }
}

#[test]
fn what_cannot_be_read_does_not_pass() {
    let allowed = Allowed::default();
    for row in [["tables", "s", "o", OWNER, "{}", "f"], ["table", "s", "o", OWNER, "?", "f"]] {
        assert_eq!(judged(row, &allowed), [Violation::Unreadable]);
    }
    assert_eq!(judge(&ResultSet::of_texts(&[["table", "s"]]), &allowed), [Violation::Unreadable]);
}

#[test]
fn the_managed_schemas_and_the_ledgers_are_asked_about() {
    let bundle = Bundle::shipped().unwrap();
    let manifest = bundle.manifest();
    let question = question(manifest);
    assert!(
        question.contains("'drizzle'") && question.contains("'mosaic'") && !question.contains("{schemas}")
    );
    let rows = ResultSet::of_texts(&[
        ["schema", "", "mosaic"],
        ["schema", "", "other"],
        ["table", "mosaic", "other"],
        ["table", "drizzle", "x"],
        ["table", "other", "mosaic"],
        ["default", "", "other"],
        ["default", "other", "x"],
    ]);
    let kept = within(&rows, manifest);
    assert_eq!(
        kept.exact::<3>().unwrap(),
        [
            ["schema", "", "mosaic"],
            ["table", "mosaic", "other"],
            ["table", "drizzle", "x"],
            ["default", "", "other"],
            ["default", "other", "x"],
        ]
    );
    let unreadable = ResultSet::of_texts(&[["x"]]);
    assert_eq!(within(&unreadable, manifest), unreadable, "it is for the judgement to refuse");
}

#[test]
fn each_violation_names_its_object() {
    let table = object(Class::Table, "s", "o");
    let held = || Held { object: table.clone(), grantee: "eve".to_owned(), privilege: "SELECT".to_owned() };
    for (violation, facts) in [
        (
            Violation::Owner { object: table.clone(), owner: "eve".to_owned() },
            &["table s.o", "eve", OWNER][..],
        ),
        (Violation::Grant(held()), &["eve holds SELECT", "table s.o"]),
        (Violation::GrantOption(held()), &["eve may pass on SELECT", "table s.o"]),
        (Violation::SecurityDefiner(object(Class::Schema, "", "s")), &["schema s is SECURITY DEFINER"]),
        (Violation::Unreadable, &["cannot be read"]),
    ] {
        let line = violation.to_string();
        assert!(facts.iter().all(|fact| line.contains(fact)), "{line}");
    }
    let words = [
        Class::Column,
        Class::DefaultPrivilege,
        Class::Routine,
        Class::Schema,
        Class::Sequence,
        Class::Table,
        Class::Type,
        Class::View,
    ]
    .map(Class::word);
    assert_eq!(BTreeSet::from(words).len(), words.len());
}
