//! What a hostile or careless file must not do.

use super::*;

fn refused(text: &str) -> (usize, String) {
    let (place, error) = parse(text).expect_err("refused");
    (place.line, error.to_string())
}

#[test]
fn aliases_that_amount_to_too_much_are_refused() {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..9 {
        let before = format!("*a{}, ", level - 1).repeat(10);
        text += &format!("a{level}: &a{level} [{}]\n", before.trim_end_matches(", "));
    }
    let (line, message) = refused(&text);
    assert!(line <= 6 && message.contains("more than"), "{line} {message}");
}

#[test]
fn an_alias_inside_what_it_stands_for_is_refused() {
    assert_eq!(refused("a: &a\n  - *a\n"), (2, YamlError::Recursion.to_string()));
}

#[test]
fn depth_is_bounded() {
    for open in ["[", "{a: ", "- "] {
        assert_eq!(refused(&open.repeat(100_000)).0, 1);
    }
    let text: String = (0..100).map(|depth| " ".repeat(depth) + "a:\n").collect();
    assert_eq!(refused(&text).1, YamlError::Depth.to_string());
}

#[test]
fn one_mapping_has_a_bounded_number_of_keys() {
    let text: String = (0..=MAX_KEYS).map(|key| format!("k{key}: 1\n")).collect();
    assert_eq!(refused(&text).1, YamlError::Keys.to_string());
}

#[test]
fn a_key_that_stands_twice_is_refused() {
    let (line, message) = refused("a:\n  b: 1\n  c: 2\n  b: 3\n");
    assert_eq!(line, 4);
    assert!(message.contains("\"b\"") && message.contains("line 2"), "{message}");
    assert_eq!(refused("a: {b: 1, 'b': 2}").0, 1);
}

#[test]
fn what_could_be_read_in_two_ways_is_refused() {
    assert_eq!(refused("a: 1\n---\nb: 2\n"), (2, YamlError::Documents.to_string()));
    assert_eq!(refused("? [a]\n: 1\n").1, YamlError::Key.to_string());
    assert_eq!(refused("a: &a b\n*a : c\n").1, YamlError::Key.to_string());
    assert_eq!(refused("a: !reset null\n").1, "the tag !reset is not followed");
    assert_eq!(refused("a:\n  <<: b\n").1, YamlError::Merge.to_string());
    assert_eq!(refused("# nothing\n").1, YamlError::Empty.to_string());
    for broken in ["a:\n\tb: 1\n", "a: [", "a: *b", "a: 'b", "{a: b", "a: b: c", "- a\nb: c"] {
        let (_, error) = parse(broken).expect_err(broken);
        assert!(matches!(error, YamlError::Syntax(_)), "{broken:?}: {error}");
    }
}

#[test]
fn merged_keys_give_way_to_those_that_are_written() {
    let root = parse("x: &x {a: 1, b: 2}\ny: &y {b: 3, c: 4}\nz:\n  <<: [*x, *y]\n  a: 5\n").unwrap();
    let z = root.get("z").unwrap();
    let all: Vec<_> = ["a", "b", "c"].into_iter().map(|key| z.text_of(key).unwrap().unwrap()).collect();
    let texts: Vec<_> = all.iter().map(|text| (text.as_str(), text.place.line)).collect();
    assert_eq!(texts, [("5", 5), ("2", 1), ("4", 2)]);
}

#[test]
fn a_value_knows_where_it_stands() {
    let root = parse("a:\n  b: \"c d\"\n  e: {f: g}\n").unwrap();
    let a = root.get("a").unwrap();
    assert_eq!(a.text_of("b").unwrap().unwrap().place, Place::new(2, 6, 5));
    assert_eq!(a.get("e").unwrap().text_of("f").unwrap().unwrap().place, Place::new(3, 10, 1));
}
