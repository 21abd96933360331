use super::document::{More, Place, Posture, Source};
use super::plan::{Plan, PlanError, Standing};
use super::{Document, Terms, activate, cut_over, read, rotate_authority};
use serde_json::{Value, json};

const HOUR: u64 = 3_600_000;
const NOW: u64 = 1_800_000_000_000;
const TERMS: Terms<'_> = Terms { now: NOW, max_age: 24 * HOUR, database_id: None };

/// An answer that reached its state so many minutes ago.
fn document(source: Source, minutes: u64) -> Document {
    Document {
        name: format!("{}-{minutes}", source.word()),
        source,
        invocation: Some(format!("{}-{minutes}", source.word())),
        at: NOW - minutes * 60_000,
        failure: None,
        place: Some(Place { id: Some("one".to_owned()), cluster: ("7".to_owned(), "16384".to_owned()) }),
        bundle: None,
        schema: None,
        more: match source {
            Source::Verify => More::Attested(true),
            Source::TlsCheck => More::Tls(Box::default()),
            _ => More::Nothing,
        },
    }
}

fn serving(minutes: u64) -> Document {
    let over_tls = [("mosaic_runtime".to_owned(), 2)].into();
    Document {
        more: More::Tls(Box::new(Posture { over_tls, ..Posture::default() })),
        ..document(Source::TlsCheck, minutes)
    }
}

/// Everything that an activation takes, in its order.
fn all() -> Vec<Document> {
    use Source::{BootstrapCheck, Certificate, Readiness, Run, TlsCheck, Verify};
    let mut all: Vec<Document> =
        [(BootstrapCheck, 60), (TlsCheck, 55), (Run, 50), (Verify, 45), (Readiness, 40)]
            .into_iter()
            .chain([(Certificate, 35)])
            .map(|(source, minutes)| document(source, minutes))
            .collect();
    all.push(serving(30));
    all
}

fn plan(documents: &[Document]) -> Plan {
    activate(documents, TERMS, "DIR")
}

/// The step that is open first, and why.
fn next(documents: &[Document]) -> (&'static str, String) {
    match plan(documents).conclude() {
        Err(PlanError::Open { next, reason, .. }) => (next, reason),
        other => panic!("{other:?}"),
    }
}

#[test]
fn nothing_is_done_without_documents_and_everything_with_all() {
    assert_eq!(next(&[]).0, "bootstrap");
    assert_eq!(plan(&all()).conclude(), Ok(()));
    let order = ["bootstrap", "tls", "run", "verify", "readiness", "certify", "runtime"];
    for (count, step) in order.into_iter().enumerate() {
        assert_eq!(next(&all()[..count]).0, step);
    }
}

#[test]
fn each_document_is_needed() {
    for missing in 0..all().len() {
        let mut documents = all();
        documents.remove(missing);
        // The last answer of tls check stands for the first one too.
        let open = plan(&documents).conclude();
        assert_eq!(open.is_ok(), missing == 1, "{missing}: {open:?}");
    }
}

#[test]
fn the_newest_document_of_a_kind_decides() {
    let mut documents = all();
    documents.push(Document { failure: Some("SCHEMA_DRIFT".to_owned()), ..document(Source::Readiness, 1) });
    assert_eq!(next(&documents), ("readiness", "readiness-1 failed with SCHEMA_DRIFT".to_owned()));
    documents.push(document(Source::Readiness, 0));
    assert_eq!(plan(&documents).conclude(), Ok(()));
}

#[test]
fn a_run_makes_what_was_proved_before_it_stale() {
    let mut documents = all();
    documents.push(document(Source::Run, 20));
    for step in ["verify", "readiness", "certify"] {
        let (open, reason) = next(&documents);
        assert_eq!(open, step);
        assert!(reason.contains("stale"), "{reason}");
        documents.push(document(
            match step {
                "verify" => Source::Verify,
                "readiness" => Source::Readiness,
                _ => Source::Certificate,
            },
            10,
        ));
    }
    // And the sessions that were seen before the new certificate.
    assert_eq!(next(&documents).0, "runtime");
    documents.push(serving(5));
    assert_eq!(plan(&documents).conclude(), Ok(()));
}

#[test]
fn a_verification_that_is_not_attested_is_none() {
    let mut documents = all();
    documents.push(Document { more: More::Attested(false), ..document(Source::Verify, 1) });
    assert_eq!(next(&documents).0, "verify");
}

#[test]
fn what_is_old_foreign_or_nowhere_is_set_aside_and_named() {
    let other = Place { id: Some("two".to_owned()), cluster: ("7".to_owned(), "16384".to_owned()) };
    let terms = Terms { database_id: Some("one"), ..TERMS };
    type Change = fn(&mut Document, Place);
    let changes: [(&str, Change); 3] = [
        ("stale", |it, _| it.at = NOW - 25 * HOUR),
        ("foreign", |it, other| it.place = Some(other)),
        ("of which database", |it, _| it.place = None),
    ];
    for (word, change) in changes {
        let mut documents = all();
        change(&mut documents[0], other.clone());
        let plan = activate(&documents, terms, "DIR");
        assert!(plan.set_aside.len() == 1 && plan.set_aside[0].contains(word), "{:?}", plan.set_aside);
        assert!(!plan.steps[0].standing.is_done(), "{word}");
        assert!(plan.steps[1..].iter().all(|step| step.standing.is_done()), "{word}");
    }
    let nobodys = Terms { database_id: Some("three"), ..TERMS };
    assert_eq!(activate(&all(), nobodys, "DIR").set_aside.len(), all().len());
}

#[test]
fn what_cannot_be_true_at_once_is_a_contradiction() {
    type Change = fn(&mut Vec<Document>);
    let changes: [(&str, Change); 6] = [
        ("databases", |all| all[0].place.as_mut().unwrap().id = Some("two".to_owned())),
        ("clusters", |all| all[0].place.as_mut().unwrap().cluster.0 = "8".to_owned()),
        ("future", |all| all[0].at = NOW + HOUR),
        ("of one run", |all| {
            let invocation = all[3].invocation.clone();
            all.push(Document { invocation, failure: Some("X".to_owned()), ..document(Source::Verify, 2) });
        }),
        ("another bundle", |all| {
            all[2].bundle = Some("a".to_owned());
            all[3].bundle = Some("b".to_owned());
        }),
        ("another schema", |all| {
            all[4].schema = Some("a".to_owned());
            all[5].schema = Some("b".to_owned());
        }),
    ];
    for (word, change) in changes {
        let mut documents = all();
        change(&mut documents);
        match plan(&documents).conclude() {
            Err(PlanError::Contradictory(all)) => {
                assert!(all.len() == 1 && all[0].contains(word), "{word}: {all:?}");
            }
            other => panic!("{word}: {other:?}"),
        }
    }
}

#[test]
fn who_cannot_read_the_id_is_told_by_the_cluster() {
    let mut documents = all();
    documents[1].place.as_mut().unwrap().id = None;
    assert_eq!(plan(&documents).conclude(), Ok(()));
    documents[1].place.as_mut().unwrap().cluster.1 = "5".to_owned();
    let plan = plan(&documents);
    assert!(plan.set_aside[0].contains("foreign"), "{:?}", plan.set_aside);
}

fn checked(minutes: u64, bad: &[&str]) -> Document {
    let ids = [
        "handshake.verified",
        "leaf.signer",
        "leaf.names",
        "leaf.validity",
        "leaf.binding",
        "authority.overlap",
        "plaintext.session",
        "plaintext.replication",
        "server.ssl",
        "server.protocol",
        "server.files",
        "rules.plaintext",
        "rules.errors",
        "rules.loaded",
        "sessions.plaintext",
    ];
    let verdict = |id: &&str| if bad.contains(id) { "violation" } else { "good" };
    let verdicts = ids.iter().map(|id| ((*id).to_owned(), verdict(id).to_owned())).collect();
    Document {
        failure: (!bad.is_empty()).then(|| "TLS_CHECK_FAILED".to_owned()),
        more: More::Tls(Box::new(Posture { verdicts, ..Posture::default() })),
        ..document(Source::TlsCheck, minutes)
    }
}

fn done(plan: &Plan) -> Vec<bool> {
    plan.steps.iter().map(|step| step.standing.is_done()).collect()
}

#[test]
fn the_cut_over_goes_by_the_newest_check() {
    let at = |documents: &[Document]| done(&cut_over(documents, TERMS, "DIR"));
    assert_eq!(at(&[]), [false; 5]);
    let open = ["plaintext.session", "rules.plaintext"];
    let busy = checked(50, &[&open[..], &["sessions.plaintext"]].concat());
    assert_eq!(at(std::slice::from_ref(&busy)), [true, false, false, false, false]);
    let drained = checked(40, &open);
    assert_eq!(at(&[busy.clone(), drained.clone()]), [true, true, false, false, false]);
    let closed = checked(30, &["sessions.plaintext"]);
    assert_eq!(at(&[busy.clone(), drained, closed]), [true, false, true, false, false]);
    assert_eq!(at(&[checked(20, &[]), busy.clone()]), [true; 5]);
    // What was good once is looked at again.
    assert_eq!(at(&[checked(60, &[]), busy]), [true, false, false, false, false]);
    assert_eq!(at(&[checked(20, &["server.loaded"])]), [true, true, true, true, false]);
}

fn shown(minutes: u64, leaf: &str, next: Option<&str>, overlap: &str) -> Document {
    let mut document = checked(minutes, &[]);
    if let More::Tls(posture) = &mut document.more {
        posture.leaf = Some(leaf.to_owned());
        posture.next = next.map(str::to_owned);
        posture.verdicts.insert("authority.overlap".to_owned(), overlap.to_owned());
    }
    document
}

#[test]
fn a_rotation_goes_step_by_step() {
    let mut documents = Vec::new();
    let at = |documents: &[Document]| done(&rotate_authority(documents, TERMS, "DIR"));
    assert_eq!(at(&documents), [false; 4]);
    documents.push(shown(50, "old", Some("new"), "good"));
    assert_eq!(at(&documents), [true, false, false, false]);
    documents.push(document(Source::Verify, 45));
    documents.push(shown(40, "new", None, "warning"));
    assert_eq!(at(&documents), [true, true, false, false], "attested before the new certificate was shown");
    documents.push(document(Source::Verify, 30));
    assert_eq!(at(&documents), [true, true, true, false]);
    documents.push(shown(20, "new", None, "good"));
    assert_eq!(at(&documents), [true; 4]);
    documents.push(shown(10, "third", None, "good"));
    assert_eq!(at(&documents), [true, false, false, false]);
}

fn answer(change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let mut answer = json!({
        "schema": "mosaic.output.v1", "command": "verify", "invocation": "i", "ended": "1800000000000",
        "outcome": "reached", "status": 0, "code": null,
        "result": {
            "database": { "id": "one", "oid": "16384", "system_identifier": "7" },
            "bundle": "b", "schema": "s", "attestation": { "nonce": "n" },
        },
    });
    change(&mut answer);
    serde_json::to_vec(&answer).unwrap()
}

#[test]
fn an_answer_is_read_and_what_is_none_is_named() {
    let read_answer = read("a", &answer(|_| {})).unwrap();
    let expected = Document {
        bundle: Some("b".to_owned()),
        schema: Some("s".to_owned()),
        invocation: Some("i".to_owned()),
        name: "a".to_owned(),
        ..document(Source::Verify, 0)
    };
    assert_eq!(read_answer, expected);
    type Change = fn(&mut Value);
    let changes: [(&str, Change); 7] = [
        ("no JSON document", |it| it["schema"] = json!("mosaic.output.v2")),
        ("answer of status", |it| it["command"] = json!("status")),
        ("answer of ,", |it| it["command"] = json!(null)),
        ("lacks", |it| it["ended"] = json!(null)),
        ("lacks", |it| it["status"] = json!("0")),
        ("at once", |it| it["status"] = json!(2)),
        ("at once", |it| it["code"] = json!("SCHEMA_DRIFT")),
    ];
    for (word, change) in changes {
        let unknown = read("a", &answer(change)).unwrap_err().to_string();
        assert!(unknown.contains(word), "{word}: {unknown}");
    }
    for bytes in [&b""[..], b"[]", b"{}", b"\xff", b"{\"schema\":\"mosaic.receipt.v1\"}"] {
        assert!(read("a", bytes).is_err());
    }
}

#[test]
fn steps_name_the_directory_of_the_documents() {
    let plan = activate(&all(), TERMS, "/evidence");
    assert!(plan.steps.iter().all(|step| step.command.contains("/evidence/")), "{:?}", plan.steps);
    assert!(plan.steps.iter().all(|step| matches!(step.standing, Standing::Done { .. })));
}
