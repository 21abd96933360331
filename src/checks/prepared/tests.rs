use super::facts::Facts;
use super::rules::RULES;
use super::{Passwords, Scope, evaluate, questions};
use crate::bundle::Bundle;
use crate::checks::{Check, Verdict};
use crate::scram::{Salt, Verifier};
use crate::secret::Secret;
use std::collections::BTreeSet;

const PASSWORD: &str = "twenty-two characters or more";

/// What a server answers on which everything is as promised.
fn as_promised(scope: &Scope) -> Facts {
    let rows = |rule: &super::rules::Rule| {
        let expected = (rule.expected)(scope);
        let row = |(subject, fact): (&String, &String)| vec![subject.clone(), fact.clone()];
        Some(
            expected
                .iter()
                .flat_map(|(subject, facts)| facts.iter().map(move |fact| row((subject, fact))))
                .collect(),
        )
    };
    let verifier = Verifier::of(&Secret::new(PASSWORD.into()), Salt::derived("", "")).unwrap().to_string();
    let row = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>();
    Facts {
        hba: Some(vec![row(&["1", "hostssl", "all", "all", "all", "scram-sha-256", ""])]),
        versions: Some(vec![row(&["vector", "0.8.0"])]),
        verifiers: Some(vec![row(&["mosaic_migrator", &verifier])]),
        steps: Some(vec![
            row(&["mosaic_migrator", "set", "", "mosaic_schema_owner"]),
            row(&["mosaic_runtime", "inherit", "", "mosaic_runtime_capability"]),
        ]),
        refusal: None,
        rules: RULES.iter().map(rows).collect(),
    }
}

fn passwords() -> Passwords {
    Passwords { migrator: Some(Secret::new(PASSWORD.into())), ..Passwords::default() }
}

fn bad(facts: &Facts, scope: &Scope) -> Vec<(String, Verdict)> {
    let checks: Vec<Check> = evaluate(facts, scope, &passwords());
    checks
        .into_iter()
        .filter(|check| check.verdict != Verdict::Good)
        .map(|check| (check.id, check.verdict))
        .collect()
}

#[test]
fn what_is_promised_is_good_and_every_check_has_its_own_id() {
    let scope = Scope::base();
    let checks = evaluate(&as_promised(&scope), &scope, &passwords());
    assert!(checks.iter().all(|check| check.verdict == Verdict::Good), "{checks:?}");
    let ids: BTreeSet<&str> = checks.iter().map(|check| check.id.as_str()).collect();
    assert_eq!(ids.len(), checks.len());
}

#[test]
fn a_question_without_an_answer_fails_each_of_its_checks() {
    let scope = Scope::base();
    for index in 0..RULES.len() {
        let mut facts = as_promised(&scope);
        facts.rules[index] = None;
        let found: Vec<Check> = evaluate(&facts, &scope, &Passwords::default());
        let found: Vec<Verdict> =
            found.iter().map(|check| check.verdict).filter(|verdict| *verdict != Verdict::Good).collect();
        assert!(!found.is_empty() && found.iter().all(|verdict| *verdict == Verdict::Unseen), "{found:?}");
    }
    let mut facts = as_promised(&scope);
    (facts.hba, facts.versions, facts.verifiers) = (None, None, None);
    let expected = [
        "role.migrator.verifier",
        "extension.vector.version",
        "hba.network",
        "hba.loopback",
        "hba.authentication",
        "hba.file",
    ];
    assert_eq!(bad(&facts, &scope), expected.map(|id| (id.to_owned(), Verdict::Unseen)));
}

#[test]
fn a_path_over_several_grants_is_told() {
    let scope = Scope::base();
    let mut facts = as_promised(&scope);
    let more = [["mosaic_runtime", "set", "", "x"], ["x", "inherit", "", "mosaic_schema_owner"]];
    let more = more.map(|row| row.map(str::to_owned).to_vec());
    facts.steps.as_mut().unwrap().extend(more);
    let checks = evaluate(&facts, &scope, &passwords());
    let access = checks.iter().find(|check| check.id == "role.runtime.access").unwrap();
    assert_eq!(access.verdict, Verdict::Violation);
    assert!(access.observed.contains("mosaic_runtime –SET→ x –INHERIT→ mosaic_schema_owner"), "{access}");
    facts.steps = None;
    assert!(bad(&facts, &scope).contains(&("role.runtime.access".into(), Verdict::Unseen)));
}

#[test]
fn every_kind_of_step_leads_somewhere_and_another_kind_is_not_understood() {
    let scope = Scope::base();
    let access = |kind: &str| {
        let mut facts = as_promised(&scope);
        let step = ["mosaic_runtime", kind, "f()", "x"].map(str::to_owned).to_vec();
        facts.steps.as_mut().unwrap().push(step);
        let checks = evaluate(&facts, &scope, &Passwords::default());
        let check = checks.into_iter().find(|check| check.id == "role.runtime.access").unwrap();
        (check.verdict, check.observed)
    };
    let told = |step: &str| {
        (Verdict::Violation, format!("USAGE mosaic_runtime_capability; mosaic_runtime –{step}→ x"))
    };
    for (kind, step) in
        [("inherit", "INHERIT"), ("set", "SET"), ("admin", "ADMIN"), ("execute", "EXECUTE f()")]
    {
        assert_eq!(access(kind), told(step));
    }
    assert_eq!(access("lend").0, Verdict::Unseen);
}

#[test]
fn a_row_of_another_form_is_not_seen() {
    let scope = Scope::base();
    let mut facts = as_promised(&scope);
    facts.rules[2] = Some(vec![vec!["migrator".into()]]);
    assert!(bad(&facts, &scope).iter().all(|(_, verdict)| *verdict == Verdict::Unseen));
}

#[test]
fn a_stored_verifier_is_never_shown() {
    let scope = Scope::base();
    let mut facts = as_promised(&scope);
    let other =
        Verifier::of(&Secret::new("another password of some length".into()), Salt::derived("", "")).unwrap();
    facts.verifiers = Some(vec![vec!["mosaic_migrator".into(), other.to_string()]]);
    let checks = evaluate(&facts, &scope, &passwords());
    let check = checks.iter().find(|check| check.id == "role.migrator.verifier").unwrap();
    assert_eq!(check.verdict, Verdict::Violation);
    assert!(!format!("{checks:?}").contains("SCRAM-SHA-256$"));
}

#[test]
fn questions_are_complete_statements() {
    for question in questions(&Scope::base()) {
        let open =
            question.split('{').skip(1).find(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()));
        assert_eq!(open, None, "a place was not filled");
        assert!(!question.trim_end().ends_with(';'), "the session joins statements itself: {question}");
    }
}

/// Area and aspect of each rule, and how many subjects and facts it expects of every prepared database.
const EXPECTED: [(&str, &str, usize, usize); 25] = [
    ("server", "", 4, 4),
    ("session", "", 1, 1),
    ("role", "attributes", 7, 7),
    ("role", "password", 7, 7),
    ("role", "memberships", 7, 2),
    ("role", "members", 7, 2),
    ("role", "access", 7, 2),
    ("setting", "", 9, 0),
    ("role", "owns", 7, 0),
    ("role", "creates", 3, 0),
    ("role", "grants", 7, 0),
    ("database", "", 1, 4),
    ("schema", "privileges", 5, 15),
    ("schema", "objects", 4, 0),
    ("relation", "privileges", 4, 16),
    ("control", "columns", 3, 18),
    ("guard", "", 3, 3),
    ("extension", "place", 1, 1),
    ("default_privileges", "", 1, 1),
    ("large_objects", "", 1, 0),
    ("parameters", "", 1, 0),
    ("fast_load", "", 1, 0),
    ("predefined_roles", "", 1, 0),
    ("other_databases", "", 1, 0),
    ("control", "row", 1, 1),
];

#[test]
fn nothing_that_is_promised_is_left_out() {
    let scope = Scope::base();
    let counted = RULES.map(|rule| {
        let expected = (rule.expected)(&scope);
        (rule.area, rule.aspect, expected.len(), expected.values().map(BTreeSet::len).sum())
    });
    assert_eq!(counted, EXPECTED);
}

#[test]
fn each_role_has_the_attributes_of_what_it_is_for() {
    let place = RULES.iter().position(|rule| rule.aspect == "attributes").unwrap();
    let expected = (RULES[place].expected)(&Scope::base());
    for (role, attributes) in [
        ("platform_database_owner", "NOLOGIN NOSUPERUSER INHERIT"),
        ("schema_owner", "NOLOGIN NOSUPERUSER INHERIT"),
        ("migrator", "LOGIN NOSUPERUSER NOINHERIT"),
        ("runtime_capability", "NOLOGIN NOSUPERUSER INHERIT"),
        ("runtime", "LOGIN NOSUPERUSER INHERIT"),
        ("extension_owner", "NOLOGIN SUPERUSER INHERIT"),
        ("data_importer", "LOGIN NOSUPERUSER NOINHERIT"),
    ] {
        let fact = format!("{attributes} NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS");
        assert_eq!(expected[role], BTreeSet::from([fact]), "{role}");
    }
}

#[test]
fn privileges_are_read_from_the_lists_of_an_object() {
    const OWNER: &str = "mosaic_platform_database_owner";
    let scope = Scope::base();
    let place = RULES.iter().position(|rule| rule.area == "database").unwrap();
    let found = |acl: &str| {
        let mut facts = as_promised(&scope);
        let row = ["privileges", OWNER, acl, &format!("{{{OWNER}=CTc/{OWNER}}}")];
        facts.rules[place] = Some(vec![row.map(str::to_owned).to_vec()]);
        let checks = evaluate(&facts, &scope, &Passwords::default());
        let check = checks.into_iter().find(|check| check.id == "database.privileges").unwrap();
        (check.verdict, check.observed.contains("TEMPORARY for PUBLIC"))
    };
    let logins = ["mosaic_migrator", "mosaic_runtime", "mosaic_data_importer"];
    let connect = logins.map(|login| format!("{login}=c/{OWNER}")).join(",");
    assert_eq!(found(&format!("{{{OWNER}=CTc/{OWNER},{connect}}}")), (Verdict::Good, false));
    let more = format!("{{{OWNER}=CTc/{OWNER},{connect},=T/{OWNER}}}");
    assert_eq!(found(&more), (Verdict::Violation, true));
    assert_eq!(found("?"), (Verdict::Unseen, false));
}

/// The check of this id, where the rule's question has these rows for answer.
fn judged(area: &str, aspect: &str, id: &str, rows: &[&[&str]], scope: &Scope) -> Check {
    let place = RULES.iter().position(|rule| (rule.area, rule.aspect) == (area, aspect)).unwrap();
    let mut facts = as_promised(scope);
    let rows = rows.iter().map(|row| row.iter().map(|&cell| cell.to_owned()).collect());
    facts.rules[place].as_mut().unwrap().extend(rows);
    evaluate(&facts, scope, &Passwords::default()).into_iter().find(|check| check.id == id).unwrap()
}

#[test]
fn what_is_there_beside_what_is_promised_is_a_violation_unless_it_is_tolerated() {
    use Verdict::{Good, Violation, Warning};
    let base = Scope::base();
    let mut creating = Scope::base();
    creating.database_create = true;
    let create = ["privileges", "CREATE for mosaic_schema_owner"];
    let opened = ["public", "USAGE for mosaic_runtime_capability"];
    let owned = "ALL for owner mosaic_schema_owner";
    for (area, aspect, id, row, scope, verdict) in [
        ("database", "", "database.privileges", &create[..], &base, Violation),
        ("database", "", "database.privileges", &create, &creating, Good),
        ("schema", "privileges", "schema.public.privileges", &opened, &base, Good),
        ("schema", "privileges", "schema.public.privileges", &["public", "CREATE for x"], &base, Violation),
        ("schema", "privileges", "schema.other.privileges", &["other", owned], &base, Violation),
        ("fast_load", "", "fast_load.data_importer", &["data_importer", "SET x"], &base, Warning),
        ("other_databases", "", "other_databases.public_connect", &["public_connect", "x"], &base, Warning),
    ] {
        let check = judged(area, aspect, id, &[row], scope);
        assert_eq!(check.verdict, verdict, "{check}");
        assert!(check.observed.contains(row[1]), "{check}");
    }
}

#[test]
fn what_no_migration_may_leave_behind_is_told_of_its_schema() {
    const OWNER: &str = "mosaic_schema_owner";
    let objects = |row: [&str; 6]| {
        let schema = row[1];
        let id = format!("schema.{schema}.objects");
        judged("schema", "objects", &id, &[&row], &Scope::base())
    };
    let runtime = "{mosaic_runtime_capability=r/mosaic_schema_owner}";
    let importer = "{mosaic_data_importer=r/mosaic_schema_owner}";
    for row in [
        ["table", "mosaic", "a", OWNER, runtime, "f"],
        ["table", "mosaic", "a", OWNER, importer, "f"],
        ["routine", "mosaic_extensions", "f()", "mosaic_extension_owner", "{}", "f"],
        ["schema", "mosaic", "a", "eve", "{}", "f"],
        ["default", "mosaic", "a", "eve", "{}", "f"],
    ] {
        let check = objects(row);
        assert_eq!((check.verdict, &*check.observed), (Verdict::Good, "none"), "{row:?}");
    }
    for (row, observed) in [
        (["table", "mosaic", "a", "eve", "{}", "f"], "table mosaic.a owned by eve"),
        (
            ["routine", "mosaic_extensions", "f()", OWNER, "{}", "f"],
            "routine mosaic_extensions.f() owned by mosaic_schema_owner",
        ),
        (["routine", "mosaic", "f()", OWNER, "{}", "t"], "routine mosaic.f() is SECURITY DEFINER"),
        (
            ["table", "mosaic", "a", OWNER, "{=r/mosaic_schema_owner}", "f"],
            "SELECT on table mosaic.a for PUBLIC",
        ),
        (
            ["table", "mosaic", "a", OWNER, "{eve=r/mosaic_schema_owner}", "f"],
            "SELECT on table mosaic.a for eve",
        ),
        (
            ["table", "mosaic", "a", OWNER, "{mosaic_data_importer=r*/mosaic_schema_owner}", "f"],
            "SELECT on table mosaic.a for mosaic_data_importer WITH GRANT OPTION",
        ),
    ] {
        let check = objects(row);
        assert_eq!((check.verdict, &*check.observed), (Verdict::Violation, observed));
    }
    let place = RULES.iter().position(|rule| rule.aspect == "objects").unwrap();
    let mut facts = as_promised(&Scope::base());
    let control = ["table", "mosaic_control", "a", "eve", "{}", "f"].map(str::to_owned).to_vec();
    facts.rules[place].as_mut().unwrap().push(control);
    assert_eq!(bad(&facts, &Scope::base()), [], "the control schema has rules of its own");
}

#[test]
fn a_verifier_is_that_of_the_given_password_or_fails() {
    let scope = Scope::base();
    let stored = |cells: &[[&str; 2]]| {
        let mut facts = as_promised(&scope);
        facts.verifiers = Some(cells.iter().map(|row| row.map(str::to_owned).to_vec()).collect());
        let checks = evaluate(&facts, &scope, &passwords());
        let check = checks.into_iter().find(|check| check.id == "role.migrator.verifier").unwrap();
        (check.verdict, check.observed)
    };
    let violation = |observed: &str| (Verdict::Violation, observed.to_owned());
    assert_eq!(stored(&[["mosaic_migrator", "md5abc"]]), violation("another method than SCRAM-SHA-256"));
    assert_eq!(stored(&[["mosaic_runtime", "md5abc"]]), violation("no password"));
    assert_eq!(stored(&[]), violation("no password"));
}

#[test]
fn an_extension_has_an_accepted_version_or_fails() {
    let shipped = Scope::of(&Bundle::shipped().unwrap()).unwrap();
    let check = |scope: &Scope, rows: &[[&str; 2]]| {
        let rows = rows.iter().map(|row| row.map(str::to_owned).to_vec()).collect();
        let checks = super::judge::versions(&Some(rows), scope);
        let check = checks.into_iter().find(|check| check.id == "extension.vector.version").unwrap();
        (check.verdict, check.expected, check.observed)
    };
    let told = |verdict, expected: &str, observed: &str| (verdict, expected.to_owned(), observed.to_owned());
    let base = Scope::base();
    assert_eq!(check(&base, &[["vector", "0.8.0"]]), told(Verdict::Good, "any version", "0.8.0"));
    assert_eq!(check(&base, &[["other", "1"]]), told(Verdict::Violation, "any version", "not installed"));
    let accepted = shipped.extensions().next().unwrap().1.iter().cloned().collect::<Vec<_>>().join("; ");
    assert_eq!(check(&shipped, &[["vector", "0.8.1"]]), told(Verdict::Good, &accepted, "0.8.1"));
    assert_eq!(check(&shipped, &[["vector", "0.7.0"]]), told(Verdict::Violation, &accepted, "0.7.0"));
}

#[test]
fn why_the_server_would_not_answer_is_told_of_what_was_not_seen_alone() {
    let scope = Scope::base();
    let mut facts = as_promised(&scope);
    facts.hba = None;
    facts.refusal = Some(crate::postgres::ServerError {
        sqlstate: "42501".to_owned(),
        message: "permission denied".to_owned(),
        position: None,
        more: Box::default(),
    });
    for check in evaluate(&facts, &scope, &Passwords::default()) {
        let unseen = check.verdict == Verdict::Unseen;
        assert_eq!(unseen, check.id.starts_with("hba."), "{check}");
        assert_eq!(unseen, check.observed == "not seen (42501: permission denied)", "{check}");
    }
}
