use super::super::{EVIDENCE_SCHEMA, Insufficient, Observation, Person, Remark, SLOT_SCHEMA, Tls, Verified};
use super::*;
use crate::attest::{
    Grade, KeyId, PublicKey, Purpose, State, TrustedKey, VerifyError, Window, canonical, pae,
};
use crate::error::Code;
use ed25519_dalek::Signer as _;
use std::collections::BTreeMap;

const PROGRAM: &str = "program 1";
const NOW: u64 = 1_800_000_000;

fn at(seconds: u64) -> Instant {
    Instant::from_unix(seconds).unwrap()
}

fn key(number: u8) -> ed25519_dalek::SigningKey {
    ed25519_dalek::SigningKey::from_bytes(&[number; 32])
}

fn key_id(number: u8) -> KeyId {
    PublicKey::from_bytes(key(number).verifying_key().as_bytes()).unwrap().id()
}

/// Key 1 signs parts, key 2 reviews, key 3 is a development key, key 4 is of another purpose, key 5 of nobody.
fn trust() -> TrustStore {
    let trusted = |number, purpose, grade| TrustedKey {
        public_key: PublicKey::from_bytes(key(number).verifying_key().as_bytes()).unwrap(),
        purpose,
        window: Window::new(at(NOW - 1_000_000), at(NOW + 10_000_000)).unwrap(),
        state: State::Active,
        grade,
    };
    let store = TrustStore::of(trusted(1, Purpose::Certify, Grade::Production));
    let store = store.with_key(trusted(2, Purpose::Review, Grade::Production)).unwrap();
    let store = store.with_key(trusted(3, Purpose::Certify, Grade::Development)).unwrap();
    store.with_key(trusted(4, Purpose::MigrateTarget, Grade::Production)).unwrap()
}

#[derive(Clone)]
enum Said {
    Part(Box<Evidence>),
    Slot(Slot),
}

/// A document before it is signed.
#[derive(Clone)]
struct Draft {
    name: &'static str,
    said: Said,
    key: u8,
    purpose: Purpose,
}

impl Draft {
    fn bytes(&self) -> Vec<u8> {
        match &self.said {
            Said::Part(part) => canonical::to_bytes(part).unwrap(),
            Said::Slot(slot) => canonical::to_bytes(slot).unwrap(),
        }
    }

    fn part(&mut self) -> &mut Evidence {
        match &mut self.said {
            Said::Part(part) => part,
            Said::Slot(_) => panic!("{} is no part", self.name),
        }
    }

    fn slot(&mut self) -> &mut Slot {
        match &mut self.said {
            Said::Slot(slot) => slot,
            Said::Part(_) => panic!("{} is no slot", self.name),
        }
    }
}

fn part(name: &'static str, login: Login) -> Draft {
    let denied = |id: &str, on: String| Observation {
        id: id.to_owned(),
        role: login.role().to_owned(),
        on,
        statement: "UPDATE".to_owned(),
        expected: "42501".to_owned(),
        observed: "42501".to_owned(),
        outcome: Outcome::Denied,
        allows: "change evidence".to_owned(),
    };
    let ids = ["immutable.update", "immutable.delete", "immutable.truncate"];
    let observations =
        IMMUTABLE.iter().flat_map(|name| ids.map(|id| denied(id, format!("mosaic.{name}")))).collect();
    let verified = Verified {
        refused: String::new(),
        schema: Some(Digest::of(b"schema")),
        applied: 1,
        pending: 0,
        allowed: vec![],
        checks: BTreeMap::new(),
    };
    let evidence = Evidence {
        schema: EVIDENCE_SCHEMA.to_owned(),
        login,
        by: Some(Person::new("Ada Lovelace").unwrap()),
        invocation: "i".to_owned(),
        program: PROGRAM.to_owned(),
        issued: at(NOW - 100),
        bundle: Digest::of(b"bundle"),
        database: Database {
            id: "d".to_owned(),
            name: "mosaic".to_owned(),
            oid: "16384".to_owned(),
            server_version: "17.4".to_owned(),
            system_identifier: "7".to_owned(),
            timeline: "1".to_owned(),
        },
        tls: Tls { leaf_spki: Digest::of(b"key"), authorities: vec![] },
        observations,
        immutable: IMMUTABLE.iter().map(|name| ((*name).to_owned(), Relation::Attempted)).collect(),
        verified: (login == Login::Migrator).then_some(verified),
        not_claimed: vec![Remark { id: "r".to_owned(), what: "w".to_owned() }],
    };
    Draft { name, said: Said::Part(Box::new(evidence)), key: 1, purpose: Purpose::Certify }
}

fn slot(name: &'static str, kind: SlotKind, by: &str) -> Draft {
    let said = Said::Slot(Slot {
        schema: SLOT_SCHEMA.to_owned(),
        kind,
        by: Person::new(by).unwrap(),
        database_id: "d".to_owned(),
        evidence: Digest::of(b"evidence"),
        evidence_bytes: 8,
        issued: at(NOW - 50),
        invocation: "i".to_owned(),
        program: PROGRAM.to_owned(),
        reviewed: vec![],
    });
    let (key, purpose) = if kind == SlotKind::Review { (2, Purpose::Review) } else { (1, Purpose::Certify) };
    Draft { name, said, key, purpose }
}

fn good() -> Vec<Draft> {
    vec![
        part("runtime", Login::Runtime),
        part("migrator", Login::Migrator),
        part("importer", Login::Importer),
        slot("rotation", SlotKind::Rotation, "Ada Lovelace"),
        slot("rollback", SlotKind::Rollback, "Ada Lovelace"),
        slot("review", SlotKind::Review, "Grace Hopper"),
    ]
}

fn named<'a>(drafts: &'a mut [Draft], name: &str) -> &'a mut Draft {
    drafts.iter_mut().find(|draft| draft.name == name).unwrap()
}

/// Signs, with a review of everything else as it is.
fn outcome_of(kind: Kind, mut drafts: Vec<Draft>) -> Result<Certificate, NotCertified> {
    let others = drafts.iter().filter(|draft| draft.name != "review" && draft.name != "unseen");
    let mut reviewed: Vec<Digest> = others.map(|draft| Digest::of(&draft.bytes())).collect();
    reviewed.sort();
    if let Some(Draft { said: Said::Slot(review), .. }) =
        drafts.iter_mut().find(|draft| draft.name == "review")
    {
        review.reviewed = reviewed;
    }
    let signed: Vec<(&str, Vec<u8>, Vec<u8>)> = drafts
        .iter()
        .map(|draft| {
            let bytes = draft.bytes();
            let signature = key(draft.key).sign(&pae(draft.purpose.payload_type(), &bytes));
            (draft.name, bytes, signature.to_bytes().to_vec())
        })
        .collect();
    let documents: Vec<Document<'_>> =
        signed.iter().map(|(name, bytes, signature)| Document { name, bytes, signature }).collect();
    assemble(kind, &documents, &trust(), PROGRAM, at(NOW))
}

fn reasons_of(kind: Kind, change: impl FnOnce(&mut Vec<Draft>)) -> Vec<Reason> {
    let mut drafts = good();
    change(&mut drafts);
    outcome_of(kind, drafts).expect_err("no certificate").0
}

#[test]
fn the_same_documents_give_the_same_bytes_in_any_order() {
    for kind in [Kind::Foundation, Kind::Immutability] {
        let certificate = outcome_of(kind, good()).unwrap();
        let bytes = canonical::to_bytes(&certificate).unwrap();
        let mut reversed = good();
        reversed.reverse();
        assert_eq!(canonical::to_bytes(&outcome_of(kind, reversed).unwrap()).unwrap(), bytes);
        assert_eq!(canonical::parse::<Certificate>(&bytes).unwrap(), certificate);
        assert_eq!((certificate.parts.len(), certificate.slots.len()), (3, 3));
        assert_eq!(certificate.parts[0].key, key_id(1));
        assert_eq!(certificate.slots[0].key, key_id(2));
    }
}

#[test]
fn what_is_missing_is_named() {
    for (name, reason) in [
        ("runtime", Reason::PartMissing(Login::Runtime)),
        ("migrator", Reason::PartMissing(Login::Migrator)),
        ("importer", Reason::PartMissing(Login::Importer)),
        ("rotation", Reason::SlotEmpty(SlotKind::Rotation)),
        ("rollback", Reason::SlotEmpty(SlotKind::Rollback)),
        ("review", Reason::SlotEmpty(SlotKind::Review)),
    ] {
        let reasons = reasons_of(Kind::Foundation, |drafts| drafts.retain(|draft| draft.name != name));
        assert_eq!(reasons, [reason]);
    }
    let nothing = assemble(Kind::Foundation, &[], &trust(), PROGRAM, at(NOW)).unwrap_err();
    assert_eq!((nothing.0.len(), nothing.code()), (6, Code::NotCertified));
}

/// One thing is changed in one document, and that is the only reason.
#[test]
fn each_defect_is_the_only_reason() {
    type Change = fn(&mut Draft);
    let document = |name: &str| name.to_owned();
    let cases: Vec<(&'static str, Change, Reason)> = vec![
        (
            "runtime",
            |it| it.part().database.id = "e".into(),
            Reason::OtherDatabase { document: document("migrator") },
        ),
        (
            "importer",
            |it| it.part().database.id = "e".into(),
            Reason::OtherDatabase { document: document("importer") },
        ),
        (
            "rotation",
            |it| it.slot().database_id = "e".into(),
            Reason::OtherDatabase { document: document("rotation") },
        ),
        (
            "importer",
            |it| it.part().database.system_identifier = "8".into(),
            Reason::OtherServer { document: document("importer") },
        ),
        (
            "importer",
            |it| it.part().database.timeline = "2".into(),
            Reason::OtherServer { document: document("importer") },
        ),
        (
            "importer",
            |it| it.part().bundle = Digest::of(b"other"),
            Reason::OtherBundle { document: document("importer") },
        ),
        (
            "importer",
            |it| it.part().program = "program 0".into(),
            Reason::OtherProgram { document: document("importer") },
        ),
        ("importer", |it| it.part().by = None, Reason::Nameless { document: document("importer") }),
        (
            "importer",
            |it| it.part().issued = at(NOW - PART_MAX_AGE - 1),
            Reason::TooOld { document: document("importer"), allowed: PART_MAX_AGE },
        ),
        (
            "rollback",
            |it| it.slot().issued = at(NOW - SLOT_MAX_AGE - 1),
            Reason::TooOld { document: document("rollback"), allowed: SLOT_MAX_AGE },
        ),
        (
            "importer",
            |it| it.part().issued = at(NOW + MAX_SKEW_SECONDS + 1),
            Reason::FromTheFuture { document: document("importer") },
        ),
        ("migrator", |it| it.part().verified = None, Reason::Unverified { document: document("migrator") }),
        (
            "migrator",
            |it| it.part().verified.as_mut().unwrap().refused = "SCHEMA_DRIFT".into(),
            Reason::Insufficient {
                document: document("migrator"),
                cause: Insufficient::NotVerified { code: "SCHEMA_DRIFT".into() },
            },
        ),
        (
            "review",
            |it| it.slot().by = Person::new("ada  LOVELACE").unwrap(),
            Reason::ReviewersName { document: document("runtime") },
        ),
    ];
    for (name, change, expected) in cases {
        let reasons = reasons_of(Kind::Foundation, |drafts| change(named(drafts, name)));
        assert!(reasons.contains(&expected), "{name}: {reasons:?}");
        let variant = std::mem::discriminant(&expected);
        assert!(
            reasons.iter().all(|reason| std::mem::discriminant(reason) == variant),
            "{name}: {reasons:?}"
        );
        assert_eq!(NotCertified(reasons).code(), Code::NotCertified);
    }
}

#[test]
fn another_signature_is_no_signature() {
    let signature_of = |reasons: &[Reason]| match reasons.first() {
        Some(Reason::Signature { cause, .. }) => Some(*cause),
        _ => None,
    };
    let by = |key, purpose| {
        reasons_of(Kind::Foundation, |drafts| {
            let draft = named(drafts, "runtime");
            (draft.key, draft.purpose) = (key, purpose);
        })
    };
    assert_eq!(signature_of(&by(5, Purpose::Certify)), Some(VerifyError::Unknown));
    let other = by(4, Purpose::MigrateTarget);
    assert_eq!(signature_of(&other), Some(VerifyError::OtherPurpose { found: Purpose::MigrateTarget }));
    assert_eq!(by(3, Purpose::Certify)[0], Reason::DevelopmentKey { document: "runtime".into() });
    let reviewers = Reason::OtherPurpose { document: "runtime".into(), meant: Purpose::Certify };
    assert_eq!(by(2, Purpose::Review)[0], reviewers);
    let own = reasons_of(Kind::Foundation, |drafts| {
        let review = named(drafts, "review");
        (review.key, review.purpose) = (1, Purpose::Certify);
    });
    assert_eq!(own[0], Reason::OtherPurpose { document: "review".into(), meant: Purpose::Review });
}

#[test]
fn one_byte_more_or_less_is_another_document() {
    let drafts = good();
    let bytes = drafts[0].bytes();
    let signature = key(1).sign(&pae(Purpose::Certify.payload_type(), &bytes)).to_bytes();
    let judge = |bytes: &[u8], signature: &[u8]| {
        let document = Document { name: "runtime", bytes, signature };
        assemble(Kind::Foundation, &[document], &trust(), PROGRAM, at(NOW)).unwrap_err().0.remove(0)
    };
    assert_eq!(judge(&bytes, &signature), Reason::PartMissing(Login::Migrator));
    let text = String::from_utf8(bytes.clone()).unwrap();
    let allowed = text.replacen("42501", "42502", 1);
    let unknown = Reason::Signature { document: "runtime".into(), cause: VerifyError::Unknown };
    assert_eq!(judge(allowed.as_bytes(), &signature), unknown);
    assert_eq!(judge(&bytes[..bytes.len() - 1], &signature), unknown);
    assert!(matches!(
        judge(&bytes, &signature[..63]),
        Reason::Signature { cause: VerifyError::Length { .. }, .. }
    ));
    let spaced = [&bytes[..], b" "].concat();
    let signed = key(1).sign(&pae(Purpose::Certify.payload_type(), &spaced)).to_bytes();
    assert!(matches!(judge(&spaced, &signed), Reason::Malformed { .. }));
}

#[test]
fn what_was_allowed_or_proves_nothing_is_named_by_its_id() {
    for outcome in [Outcome::Allowed, Outcome::Unproven] {
        let reasons = reasons_of(Kind::Foundation, |drafts| {
            named(drafts, "runtime").part().observations[0].outcome = outcome;
        });
        assert_eq!(reasons.len(), 1);
        assert!(reasons[0].to_string().contains("immutable.update"), "{}", reasons[0]);
    }
    let none = reasons_of(Kind::Foundation, |drafts| named(drafts, "runtime").part().observations.clear());
    assert!(matches!(none[..], [Reason::Insufficient { .. }]), "{none:?}");
}

#[test]
fn a_document_is_there_once_and_was_reviewed() {
    let twice = reasons_of(Kind::Foundation, |drafts| {
        let mut other = part("other", Login::Runtime);
        other.part().issued = at(NOW - 99);
        drafts.push(other);
    });
    assert_eq!(twice, [Reason::Repeated { document: "other".into() }]);
    let unseen = reasons_of(Kind::Foundation, |drafts| named(drafts, "rollback").name = "unseen");
    assert_eq!(unseen, [Reason::NotReviewed { document: "unseen".into() }]);
}

#[test]
fn what_is_not_there_yet_is_not_yet() {
    let pending = |drafts: &mut Vec<Draft>| {
        named(drafts, "migrator").part().verified.as_mut().unwrap().pending = 2;
    };
    let absent = |drafts: &mut Vec<Draft>| {
        for name in ["runtime", "migrator", "importer"] {
            let part = named(drafts, name).part();
            part.immutable.insert("artifacts".to_owned(), Relation::Unlisted);
            part.observations.retain(|made| made.on != "mosaic.artifacts");
        }
    };
    assert!(
        outcome_of(Kind::Foundation, {
            let mut drafts = good();
            absent(&mut drafts);
            drafts
        })
        .is_ok()
    );
    let not_there = Reason::RelationNotThere { relation: "mosaic.artifacts".into() };
    assert_eq!(reasons_of(Kind::Immutability, absent), [not_there]);
    for reasons in [reasons_of(Kind::Foundation, pending), reasons_of(Kind::Immutability, absent)] {
        assert_eq!(NotCertified(reasons).code(), Code::NotYetCertified);
    }
    let both = reasons_of(Kind::Immutability, |drafts| {
        absent(drafts);
        drafts.retain(|draft| draft.name != "rotation");
    });
    assert_eq!(NotCertified(both).code(), Code::NotCertified);
}

#[test]
fn each_login_must_have_been_denied_each_change() {
    let reasons = reasons_of(Kind::Immutability, |drafts| {
        let observations = &mut named(drafts, "importer").part().observations;
        observations.retain(|made| (&*made.id, &*made.on) != ("immutable.delete", "mosaic.artifacts"));
    });
    let (relation, login) = ("mosaic.artifacts".to_owned(), Login::Importer);
    assert_eq!(reasons, [Reason::RelationNotShown { relation, login, verb: "DELETE" }]);
}
