//! JSON is read as the parser of YAML would read it, which all of it is as well.

use super::super::super::kind::Kind;
use super::super::super::mapped::Mapped;
use super::super::super::matcher::Rules;
use super::super::super::region::{Region, Role};
use super::super::Reader;
use super::{read_json, read_yaml};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Values with the names that make their own parts of a text.
fn values() -> impl Strategy<Value = Value> {
    let texts = prop_oneof![
        "[a-zé \"\\\\/:#{}\\[\\],\n\t'-]{0,12}",
        prop::sample::select(vec![
            "npm run build",
            "create table t (id int)",
            "psql -f a.sql",
            "# Title\n\nSome text."
        ])
        .prop_map(str::to_owned),
    ];
    let names = prop_oneof![
        prop::sample::select(vec![
            "scripts",
            "command",
            "args",
            "source",
            "name",
            "value",
            "run",
            "environment"
        ])
        .prop_map(str::to_owned),
        "[a-z]{1,3}",
    ];
    let leaf = prop_oneof![
        texts.prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        Just(Value::Null),
    ];
    leaf.prop_recursive(4, 24, 4, move |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            btree_map(names.clone(), inner, 0..4).prop_map(|entries| json!(entries)),
        ]
    })
}

/// What was read, and from where.
fn read(text: &str, by: impl FnOnce(&mut Reader, &Mapped)) -> Vec<(Role, String, String, usize)> {
    let mut reader = Reader::new(&Rules::ALL);
    by(&mut reader, &Mapped::whole(text));
    let shown = |region: &Region| {
        let (text, around) = (region.text.as_str().to_owned(), region.around.as_str().to_owned());
        (region.role, text, around, region.text.source(0))
    };
    reader.regions.iter().map(shown).collect()
}

proptest! {
    #[test]
    fn json_is_read_as_the_yaml_that_it_is(value in values(), pretty in any::<bool>()) {
        let text = if pretty { format!("{value:#}") } else { value.to_string() };
        let as_yaml = read(&text, |reader, text| read_yaml(reader, text, Kind::Json));
        prop_assert_eq!(read(&text, read_json), as_yaml, "{}", text);
    }
}
