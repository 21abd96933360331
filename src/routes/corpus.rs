//! The labelled snippets, and how well they are told apart. Of the held-out half nothing is shown but counts.

use super::rule::Class;
use super::scan::scan;
use super::snippet::{Label, Snippet, parse};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The snippets of one directory of the corpus.
pub(super) fn read(half: &str) -> Vec<Snippet> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/routes").join(half);
    let mut files: Vec<_> = std::fs::read_dir(directory)
        .expect("the corpus")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "snippets"))
        .collect();
    files.sort();
    let snippets =
        |file| parse(&std::fs::read_to_string(file).expect("a file of snippets")).expect("snippets");
    files.iter().flat_map(snippets).collect()
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
        let is_route = snippet.label == Label::Route;
        let wrong = is_route == hits.is_empty();
        if wrong && detail == Detail::Names {
            let rules: Vec<_> = hits.iter().map(|hit| (hit.rule.id, hit.span.line)).collect();
            println!("{half}: {} {} {rules:?}", if is_route { "MISSED" } else { "MISTAKEN" }, snippet.name);
        }
        for tally in [&mut all, classes.entry(snippet.class).or_default()] {
            match (is_route, hits.is_empty()) {
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
    assert!(tally.precision() >= 0.99 && tally.recall() >= 0.99);
}

#[test]
fn the_half_that_rules_were_not_tuned_on() {
    let tally = measure("held-out", Detail::Counts);
    assert!(tally.precision() >= 0.92 && tally.recall() >= 0.89);
}

#[test]
fn the_table_of_counts_is_right() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/routes/README.md");
    let page = std::fs::read_to_string(page).expect("the page of the corpus");
    let halves = [read("held-out"), read("tuning")];
    for class in super::rules().map(|rule| rule.class.name()).collect::<BTreeSet<_>>() {
        let counts = halves.iter().flat_map(|half| {
            let of = |label| half.iter().filter(|one| one.class == class && one.label == label).count();
            [of(Label::Route), of(Label::Clean)]
        });
        let counts: Vec<String> = counts.map(|count| count.to_string()).collect();
        let row = page.lines().find(|line| line.starts_with(&format!("| `{class}` |"))).expect(class);
        assert!(row.ends_with(&format!("| {} |", counts.join(" | "))), "{row}: {counts:?}");
    }
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
