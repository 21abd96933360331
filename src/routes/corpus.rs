//! The labelled snippets, and how well they are told apart. Of the held-out half nothing is shown but counts.

use super::rule::Class;
use super::scan::scan;
use std::collections::BTreeMap;
use std::path::Path;

/// One labelled snippet.
struct Snippet {
    name: String,
    file: String,
    /// Whether something in it is to be found.
    is_route: bool,
    /// What it is, or could be mistaken for.
    class: String,
    bytes: Vec<u8>,
}

fn read(half: &str) -> Vec<Snippet> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/routes").join(half);
    let mut files: Vec<_> = std::fs::read_dir(directory)
        .expect("the corpus")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "snippets"))
        .collect();
    files.sort();
    files.iter().flat_map(|file| parse(&std::fs::read_to_string(file).expect("a file of snippets"))).collect()
}

fn parse(text: &str) -> Vec<Snippet> {
    let mut snippets: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix('▌'), snippets.last_mut()) {
            (Some(header), Some((headers, body))) if body.is_empty() => headers.push(header.trim()),
            (Some(header), _) => snippets.push((vec![header.trim()], Vec::new())),
            (None, Some((_, body))) => body.push(line),
            (None, None) => {}
        }
    }
    snippets.into_iter().map(|(headers, body)| snippet(&headers, &body)).collect()
}

fn snippet(headers: &[&str], body: &[&str]) -> Snippet {
    let header = |word: &str| {
        headers
            .iter()
            .skip(1)
            .find_map(|line| line.strip_prefix(word).filter(|rest| rest.starts_with(' ')))
            .map(str::trim)
    };
    let label = header("route").or(header("clean")).expect("a label");
    let end = body.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    let text: String = body[..end].iter().flat_map(|line| [*line, "\n"]).collect();
    let bytes = if headers.contains(&"escaped") { unescaped(&text) } else { text.into_bytes() };
    Snippet {
        name: headers[0].to_owned(),
        file: header("file").expect("a file").to_owned(),
        is_route: header("route").is_some(),
        class: label.split(", ").next().expect("a class").to_owned(),
        bytes,
    }
}

fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        rest = &rest[at + 1..];
        let length = match rest.as_bytes()[0] {
            b'r' => {
                bytes.push(b'\r');
                1
            }
            b'x' => {
                bytes.push(u8::from_str_radix(&rest[1..3], 16).expect("two digits"));
                3
            }
            b'u' => {
                let end = rest.find('}').expect("a closing brace");
                let number = u32::from_str_radix(&rest[2..end], 16).expect("digits");
                bytes.extend_from_slice(char::from_u32(number).expect("a character").to_string().as_bytes());
                end + 1
            }
            b'\n' => 1,
            other => {
                bytes.push(other);
                1
            }
        };
        rest = &rest[length..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

/// How many of a half were found, missed, and found although they are clean.
#[derive(Default)]
struct Tally {
    found: usize,
    missed: usize,
    mistaken: usize,
    left: usize,
}

impl Tally {
    fn precision(&self) -> f64 {
        self.found as f64 / (self.found + self.mistaken).max(1) as f64
    }

    fn recall(&self) -> f64 {
        self.found as f64 / (self.found + self.missed).max(1) as f64
    }
}

/// Whether single snippets may be named.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    Counts,
    Names,
}

fn measure(half: &str, detail: Detail) -> Tally {
    let mut classes: BTreeMap<String, Tally> = BTreeMap::new();
    let mut all = Tally::default();
    for snippet in read(half) {
        let hits = scan(&snippet.file, &snippet.bytes).hits;
        let wrong = snippet.is_route == hits.is_empty();
        if wrong && detail == Detail::Names {
            let rules: Vec<_> = hits.iter().map(|hit| (hit.rule.id, hit.span.line)).collect();
            println!(
                "{half}: {} {} {rules:?}",
                if snippet.is_route { "MISSED" } else { "MISTAKEN" },
                snippet.name
            );
        }
        for tally in [&mut all, classes.entry(snippet.class).or_default()] {
            match (snippet.is_route, hits.is_empty()) {
                (true, false) => tally.found += 1,
                (true, true) => tally.missed += 1,
                (false, false) => tally.mistaken += 1,
                (false, true) => tally.left += 1,
            }
        }
    }
    for (class, tally) in &classes {
        println!(
            "{half}: {class}: {} of {} found, {} of {} mistaken",
            tally.found,
            tally.found + tally.missed,
            tally.mistaken,
            tally.mistaken + tally.left
        );
    }
    println!("{half}: precision {:.3}, recall {:.3}", all.precision(), all.recall());
    all
}

#[test]
fn the_half_that_rules_are_tuned_on() {
    let tally = measure("tuning", Detail::Names);
    assert!(tally.precision() >= 0.97 && tally.recall() >= 0.96);
}

#[test]
fn the_half_that_rules_were_not_tuned_on() {
    let tally = measure("held-out", Detail::Counts);
    assert!(tally.precision() >= 0.88 && tally.recall() >= 0.81);
}

#[test]
fn every_label_is_the_class_of_a_rule() {
    for snippet in read("tuning").into_iter().chain(read("held-out")) {
        let known = super::rules().any(|rule| rule.class.name() == snippet.class);
        assert!(known, "{}: {}", snippet.name, snippet.class);
    }
    assert!(
        super::rules()
            .all(|rule| rule.class != Class::DdlStatement || rule.id.starts_with("routes.ddl-statement."))
    );
}
