//! What must hold of a page whatever is in its documents.

use super::*;
use proptest::prelude::*;
use serde_json::{Value, json};

fn document(value: &Value) -> Document {
    Document::read("a file".to_owned(), value.to_string().as_bytes()).expect("a document")
}

/// The tags that a page opens, with what stands in them.
fn tags(page: &str) -> Vec<&str> {
    page.match_indices('<').filter_map(|(at, _)| page[at..].split_once('>').map(|(tag, _)| tag)).collect()
}

#[test]
fn a_page_runs_nothing_and_loads_nothing() {
    let page =
        page(&[document(&json!({ "schema": "mosaic.output.v1", "command": "<script>alert(1)</script>" }))]);
    assert!(page.starts_with("<!doctype html>\n<html lang=\"en\">"));
    assert!(page.contains("http-equiv=\"Content-Security-Policy\" content=\"default-src &#39;none&#39;"));
    for tag in tags(&page) {
        for refused in ["<script", "<link", "<img", "<iframe", " src=", " style=", " on"] {
            assert!(!tag.contains(refused), "{tag}");
        }
        assert!(!tag.contains(" href=") || tag.contains(" href=\"#"), "{tag}");
    }
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
}

#[test]
fn receipts_are_told_in_their_chain() {
    let receipt = |sequence: u64, previous: Option<String>| {
        json!({ "schema": "mosaic.receipt.v1", "sequence": sequence, "previous": previous, "outcome": "REACHED",
            "started": "1700000000000", "ended": "1700000001500", "entries": [{ "tag": "a", "sha256": "b" }] })
    };
    let first = document(&receipt(1, None));
    let second = document(&receipt(2, Some(first.sha256.to_string())));
    let torn = document(&receipt(3, Some("0".repeat(64))));
    let page = page(&[torn, second, first]);
    let place = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text} in {page}"));
    let (begins, follows) = (place("begins the chain"), place("</span>follows<"));
    assert!(begins < follows && follows < place("follows another receipt"));
    assert!(page.contains("1.5 s") && page.contains("2023-11-14T22:13:20.000Z"));
}

/// JSON with the keys that pictures look for, and anything at all where they look.
fn any_json() -> impl Strategy<Value = Value> {
    const KEYS: [&str; 30] = [
        "result",
        "facts",
        "checks",
        "id",
        "expected",
        "observed",
        "verdict",
        "differences",
        "change",
        "name",
        "class",
        "field",
        "applied",
        "tag",
        "milliseconds",
        "tables",
        "rows",
        "bytes",
        "plan",
        "waves",
        "hits",
        "rule",
        "files",
        "steps",
        "standing",
        "evidence",
        "observations",
        "found",
        "memberships",
        "notes",
    ];
    let key = prop_oneof![3 => prop::sample::select(&KEYS[..]).prop_map(str::to_owned), 1 => any::<String>()];
    let text = prop_oneof![
        2 => any::<String>(),
        1 => Just("</td><script>x</script>\" onload='y".to_owned()),
        1 => Just("role.runtime.memberships".to_owned()),
        1 => Just("x –SET→ y <b> ADMIN TRUE, INHERIT TRUE, SET TRUE by z".to_owned()),
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        text.prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 60, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::Array),
            prop::collection::btree_map(key.clone(), inner, 0..6)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    /// No text of a document becomes markup, and the same document gives the same bytes.
    #[test]
    fn a_hostile_document_stays_text(result in any_json(), facts in any_json(), schema in 0..4_usize) {
        let schemas = ["mosaic.output.v1", "mosaic.certify.probe.v1", "mosaic.receipt.v1", "mosaic.certificate.v1"];
        let mut value = json!({ "result": result, "facts": facts, "command": facts, "outcome": result });
        if let (Some(all), Value::Object(more)) = (value.as_object_mut(), result) {
            all.extend(more);
        }
        value["schema"] = schemas[schema].into();
        let shown = page(&[document(&value)]);
        prop_assert_eq!(&shown, &page(&[document(&value)]));
        for tag in tags(&shown) {
            let name: String = tag[1..].trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
            let known = ["html", "head", "meta", "title", "style", "body", "a", "header", "h1", "h2", "h3", "nav", "ul",
                "li", "main", "article", "section", "div", "p", "span", "dl", "dt", "dd", "table", "caption", "thead",
                "tbody", "tfoot", "tr", "th", "td", "code", "del", "ins", "details", "summary", "footer", "fieldset",
                "legend", "label", "input", "svg", "desc", "g", "rect", "path", "text"];
            prop_assert!(known.contains(&&*name) || tag == "<!doctype html", "{}", tag);
            prop_assert!(!tag.contains("onload="), "{}", tag);
        }
    }
}
