//! From signed bytes to a snapshot: whatever is not exactly what was allowed stays in it.

use super::*;
use crate::attest::{PublicKey, State, TrustedKey, VerifyError, Window, pae};
use crate::catalog::{Class, Fields};
use ed25519_dalek::{Signer as _, SigningKey};

const DATABASE: &str = "6f1c2e34-0000-4000-8000-000000000001";
const DEFINITION: &str = "CREATE INDEX extra ON mosaic.users USING btree (name)";
const ISSUED: &str = "2026-06-01T00:00:00Z";
const EXPIRES: &str = "2026-09-01T00:00:00Z";

fn instant(text: &str) -> Instant {
    Instant::parse(text).unwrap()
}

fn fields(definition: &str) -> Fields {
    [("definition".to_owned(), definition.to_owned())].into()
}

fn allowance(name: &str) -> serde_json::Value {
    serde_json::json!({
        "class": "index", "name": name, "fields": { "definition": DEFINITION },
        "owner": "search team", "reason": "slow report", "expires": EXPIRES,
    })
}

fn document(allowances: &[serde_json::Value]) -> serde_json::Value {
    serde_json::json!({
        "schema": "mosaic.catalog-allowances.v1", "database_id": DATABASE, "issued": ISSUED, "allowances": allowances,
    })
}

fn bytes(document: &serde_json::Value) -> Vec<u8> {
    serde_jcs::to_vec(document).unwrap()
}

fn trust(purpose: Purpose, grade: Grade) -> TrustStore {
    TrustStore::of(TrustedKey {
        public_key: PublicKey::from_bytes(key().verifying_key().as_bytes()).unwrap(),
        purpose,
        window: Window::new(instant("2026-01-01T00:00:00Z"), instant("2027-01-01T00:00:00Z")).unwrap(),
        state: State::Active,
        grade,
    })
}

fn key() -> SigningKey {
    SigningKey::from_bytes(&[7; 32])
}

fn verified(bytes: &[u8]) -> Result<Allowances, AllowanceError> {
    let signature = key().sign(&pae(PAYLOAD_TYPE, bytes)).to_bytes();
    verify(bytes, &signature, &trust(Purpose::Allowance, Grade::Production), instant(ISSUED))
}

fn snapshot(definition: &str) -> Snapshot {
    Snapshot::of(
        [
            ((Class::Index, "mosaic.extra".to_owned()), fields(definition)),
            ((Class::Table, "mosaic.users".to_owned()), Fields::new()),
        ]
        .into(),
    )
}

fn admitted(now: &str, database: &str, definition: &str) -> Result<Admitted, AllowanceError> {
    let allowances = verified(&bytes(&document(&[allowance("mosaic.extra")])))?;
    allowances.as_of(instant(now)).admit(database, snapshot(definition), None)
}

#[test]
fn what_is_allowed_is_taken_out_until_it_expires() {
    let there = admitted("2026-08-31T23:59:59Z", DATABASE, DEFINITION).unwrap();
    assert_eq!(there.allowed.len(), 1);
    assert!(there.remarks.is_empty() && there.snapshot.objects().len() == 1);
    assert!(there.allowed[0].to_string().contains("search team answers for it until 2026-09-01T00:00:00Z"));

    for (now, definition) in [
        (EXPIRES, DEFINITION),
        (ISSUED, "CREATE INDEX extra ON mosaic.users USING btree (name, id)"),
        (ISSUED, "CREATE UNIQUE INDEX extra ON mosaic.users USING btree (name)"),
    ] {
        let kept = admitted(now, DATABASE, definition).unwrap();
        assert_eq!(kept.snapshot, snapshot(definition), "{now} {definition}");
        assert!(kept.allowed.is_empty() && kept.remarks.len() == 1, "{now} {definition}");
    }
    assert_eq!(admitted(ISSUED, "another", DEFINITION).unwrap_err(), AllowanceError::OtherDatabase);
    let nothing = InForce::none().admit("any", snapshot(DEFINITION), None).unwrap();
    assert_eq!(nothing.snapshot, snapshot(DEFINITION));
}

#[test]
fn an_entry_that_makes_an_object_of_the_name_wins() {
    let bundle = crate::bundle::Bundle::shipped().unwrap();
    let effects = bundle.effects().unwrap().unwrap();
    let made = effects.expected(bundle.entries().iter().map(crate::bundle::Entry::tag));
    let ((class, name), found) =
        made.objects().iter().find(|((class, _), fields)| kind::judge(*class, fields).is_ok()).unwrap();
    let mut of_entry = allowance(name);
    of_entry["fields"] = serde_json::to_value(found).unwrap();
    let allowances = verified(&bytes(&document(&[of_entry]))).unwrap();
    let kept = allowances.as_of(instant(ISSUED)).admit(DATABASE, made.clone(), Some(effects)).unwrap();
    assert!(kept.snapshot.objects().contains_key(&(*class, name.clone())));
    assert_eq!(kept.remarks.len(), 1);
}

#[test]
fn only_a_key_for_allowances_can_allow() {
    let bytes = bytes(&document(&[allowance("mosaic.extra")]));
    let now = instant(ISSUED);
    let good = trust(Purpose::Allowance, Grade::Production);
    let sign = |payload_type| key().sign(&pae(payload_type, &bytes)).to_bytes();
    let signature = sign(PAYLOAD_TYPE);
    let refused = |bytes: &[u8], signature: &[u8], trust: &TrustStore| {
        verify(bytes, signature, trust, now).map(|_| ()).unwrap_err()
    };
    assert!(verify(&bytes, &signature, &good, now).is_ok());

    let mut tampered = bytes.clone();
    let place = tampered.windows(4).position(|window| window == b"slow").unwrap();
    tampered[place] = b'S';
    assert_eq!(refused(&tampered, &signature, &good), AllowanceError::Signature(VerifyError::Unknown));
    let other = trust(Purpose::Review, Grade::Production);
    assert_eq!(
        refused(&bytes, &signature, &other),
        AllowanceError::Signature(VerifyError::OtherPurpose { found: Purpose::Review })
    );
    let of_route = sign(Purpose::Allowance.payload_type());
    assert!(matches!(refused(&bytes, &of_route, &good), AllowanceError::Signature(_)));
    let desk = trust(Purpose::Allowance, Grade::Development);
    assert_eq!(refused(&bytes, &signature, &desk), AllowanceError::DevelopmentKey);
}

#[test]
fn a_signed_document_still_says_only_what_it_may() {
    type Change = fn(&mut serde_json::Value);
    let cases: &[(&str, Change)] = &[
        ("ALLOWANCES_INVALID", |document| document["schema"] = "other".into()),
        ("ALLOWANCES_INVALID", |document| document["more"] = 1.into()),
        ("ALLOWANCES_INVALID", |document| document["allowances"][0]["owner"] = " ".into()),
        ("ALLOWANCES_INVALID", |document| document["allowances"][0]["reason"] = "".into()),
        ("ALLOWANCES_INVALID", |document| document["allowances"][0]["name"] = "é".into()),
        ("ALLOWANCES_INVALID", |document| document["allowances"][1]["name"] = "mosaic.a".into()),
        ("ALLOWANCES_INVALID", |document| document["allowances"][1]["name"] = "mosaic.extra".into()),
        ("ALLOWANCES_TIME", |document| document["allowances"][0]["expires"] = ISSUED.into()),
        ("ALLOWANCES_TIME", |document| document["allowances"][0]["expires"] = "2027-06-03T00:00:00Z".into()),
        ("ALLOWANCES_TIME", |document| document["issued"] = "2026-06-01T00:01:01Z".into()),
        ("ALLOWANCE_REFUSED", |document| document["allowances"][0]["class"] = "trigger".into()),
        ("ALLOWANCE_REFUSED", |document| {
            document["allowances"][0]["fields"]["definition"] =
                "CREATE UNIQUE INDEX i ON a USING btree (b)".into();
        }),
    ];
    let good = document(&[allowance("mosaic.extra"), allowance("mosaic.other")]);
    assert!(verified(&bytes(&good)).is_ok());
    for (code, change) in cases {
        let mut changed = good.clone();
        change(&mut changed);
        let error = verified(&bytes(&changed)).unwrap_err();
        assert_eq!(error.code().entry().code, *code, "{error}: {changed}");
    }
    let mut spaced = bytes(&good);
    spaced.push(b'\n');
    assert_eq!(verified(&spaced).unwrap_err().code().entry().code, "ALLOWANCES_INVALID");
}

#[test]
fn a_draft_is_read_as_it_was_written() {
    let of = |name: &str| serde_json::from_value::<Allowance>(allowance(name)).unwrap();
    let draft = Draft::new(DATABASE, instant(ISSUED), vec![of("mosaic.b"), of("mosaic.a")]).unwrap();
    assert_eq!(Draft::parse(&draft.encode().unwrap()).unwrap(), draft);
    let names: Vec<&str> = draft.list().iter().map(|allowance| allowance.name.as_str()).collect();
    assert_eq!(names, ["mosaic.a", "mosaic.b"]);
}
