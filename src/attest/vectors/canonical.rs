//! RFC 8785: the published pairs and numbers, the same bytes from a second implementation, and JSON that is none.

use super::{bytes, read, set};
use crate::attest::canonical;
use proptest::prelude::*;
use serde_json::Value;

#[test]
fn published_pairs() {
    let Some(set) = set("jcs-cyberphone") else { return };
    let data = set.join("testdata");
    for name in ["arrays", "french", "structures", "unicode", "values", "weird"] {
        let input: Value = serde_json::from_slice(&read(&data.join(format!("input/{name}.json")))).unwrap();
        let expected = read(&data.join(format!("output/{name}.json")));
        let hex = String::from_utf8(read(&data.join(format!("outhex/{name}.txt")))).unwrap();
        let hex: String = hex.split_whitespace().collect();
        assert_eq!(bytes(&hex), expected, "{name}");
        assert_eq!(serde_jcs::to_vec(&input).unwrap(), expected, "{name}");
        assert_eq!(serde_json_canonicalizer::to_vec(&input).unwrap(), expected, "{name}");
        // Our documents are the printable part of them.
        let printable = expected.iter().all(|byte| matches!(byte, 0x20..=0x7e));
        assert_eq!(canonical::to_bytes(&input).is_ok(), printable, "{name}");
    }
}

/// ECMAScript's shortest form of a double (ECMA-262, 6.1.6.1.20), 10,000 times.
#[test]
fn published_numbers() {
    let Some(set) = set("jcs-cyberphone") else { return };
    let text = String::from_utf8(read(&set.join("es6numbers-10000.txt"))).unwrap();
    for line in text.lines() {
        let (hex, expected) = line.split_once(',').unwrap();
        let number = f64::from_bits(u64::from_str_radix(hex, 16).unwrap());
        assert_eq!(serde_jcs::to_string(&number).unwrap(), expected, "{hex}");
        assert_eq!(serde_json_canonicalizer::to_string(&number).unwrap(), expected, "{hex}");
    }
    assert_eq!(text.lines().count(), 10_000);
}

/// Keys are ordered by their UTF-16 code units, which is not the order of their code points.
#[test]
fn keys_beyond_the_basic_plane() {
    let document: Value = serde_json::from_str("{\"\u{fb33}\":1,\"\u{1f600}\":2}").unwrap();
    let expected = "{\"\u{1f600}\":2,\"\u{fb33}\":1}";
    assert_eq!(serde_jcs::to_string(&document).unwrap(), expected);
    assert_eq!(serde_json_canonicalizer::to_string(&document).unwrap(), expected);
}

#[test]
fn json_test_suite() {
    let Some(set) = set("jsontestsuite") else { return };
    let (mut accepted, mut refused) = (0, 0);
    for file in std::fs::read_dir(set.join("test_parsing")).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let text = read(&path);
        let parsed = serde_json::from_slice::<Value>(&text);
        match name.split_once('_').unwrap().0 {
            "y" => {
                assert!(parsed.is_ok(), "{name}");
                accepted += 1;
            }
            "n" => {
                assert!(parsed.is_err(), "{name}");
                assert!(canonical::parse::<Value>(&text).is_err(), "{name}");
                refused += 1;
            }
            _ => {}
        }
        one_spelling(&text, &name);
    }
    for file in std::fs::read_dir(set.join("test_transform")).unwrap() {
        let path = file.unwrap().path();
        one_spelling(&read(&path), path.file_name().unwrap().to_str().unwrap());
    }
    assert_eq!((accepted, refused), (95, 188));
}

/// What is read is written the same way, by both implementations.
fn one_spelling(text: &[u8], name: &str) {
    if let Ok(document) = canonical::parse::<Value>(text) {
        assert_eq!(canonical::to_bytes(&document).unwrap(), text, "{name}");
        assert_eq!(serde_json_canonicalizer::to_vec(&document).unwrap(), text, "{name}");
    }
}

fn document() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::from),
        any::<u32>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            proptest::collection::btree_map(".{0,6}", inner, 0..6)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn two_implementations_agree(document in document()) {
        prop_assert_eq!(
            serde_jcs::to_vec(&document).unwrap(),
            serde_json_canonicalizer::to_vec(&document).unwrap()
        );
    }

    #[test]
    fn one_changed_byte_is_noticed(at in any::<prop::sample::Index>(), byte in 0u8..) {
        let good = br#"{"a":[1,2],"b":{"c":"d","e":17},"f":"g\"h"}"#;
        let document: Value = canonical::parse(good).unwrap();
        let mut changed = good.to_vec();
        let at = at.index(good.len());
        changed[at] = byte;
        if let Ok(other) = canonical::parse::<Value>(&changed) {
            prop_assert_eq!(other == document, changed == good);
        }
    }
}
