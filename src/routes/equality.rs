//! A scan that passes over what nothing can be found in finds the same as one that tries every rule on everything: in the
//! labelled snippets, in what becomes of them when words are taken apart in any way that a reader puts together again, and
//! in this repository.

use super::corpus;
use super::scan::{Hit, scan, scan_by_every_rule};
use super::snippet::Snippet;
use super::tests::PATHS;
use ignore::WalkBuilder;
use proptest::prelude::*;
use std::path::Path;
use std::sync::LazyLock;

static SNIPPETS: LazyLock<Vec<Snippet>> =
    LazyLock::new(|| corpus::read("tuning").into_iter().chain(corpus::read("held-out")).collect());

/// What may be put between two letters of a word, or in their place, so that a reader still takes them for one.
const WITHIN: [&str; 28] = [
    "\\",
    "\\\\",
    "\"\"",
    "\u{200b}",
    "\\u200b",
    "\\u0065",
    "&#101;",
    "<b>",
    "</i>",
    "<!-- -->",
    "**",
    "`",
    "~~",
    "_",
    "*",
    "[",
    "](x)",
    "![a](b)",
    "\\\n",
    "'\n'",
    "\", \"",
    "\u{435}",
    "{{x}}",
    "' + '",
    "\" \"",
    "\" .\n  \"",
    "` + x + `",
    "\").append(\"",
];

/// What may stand before and after a text, so that a reader takes it out of something else.
const AROUND: [(&str, &str); 10] = [
    ("cat > a.md <<EOF\n", "\nEOF\n"),
    ("cat > a <\\<EOF\n", "\nEOF\n"),
    ("run: \"cat > a.m\\d <<EOF\\n", "\\nEOF\\n\"\n"),
    ("a.html: |\n  ", "\n"),
    ("{\"source\": [\"", "\"]}"),
    ("exec(\"", "\")\n"),
    ("- x: [", "]\n"),
    ("```sh\n", "\n```\n"),
    ("<!-- ", " -->"),
    ("$ ", "\n"),
];

fn shown(hits: &[Hit]) -> Vec<(&'static str, super::Span, &str)> {
    hits.iter().map(|hit| (hit.rule.id, hit.span, hit.token.as_str())).collect()
}

/// Of texts that nobody is to see, nothing is shown but the rule.
fn differences(path: &str, bytes: &[u8]) -> Vec<&'static str> {
    let (some, every) = (scan(path, bytes).hits, scan_by_every_rule(path, bytes));
    if shown(&some) == shown(&every) {
        return Vec::new();
    }
    every.iter().chain(&some).map(|hit| hit.rule.id).collect()
}

#[test]
fn the_snippets_are_found_by_the_same_rules() {
    for snippet in SNIPPETS.iter() {
        assert_eq!(differences(&snippet.file, &snippet.bytes), Vec::<&str>::new(), "{}", snippet.name);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 0, ..ProptestConfig::with_cases(1_500) })]

    #[test]
    fn taking_words_apart_changes_nothing(
        snippet in any::<prop::sample::Index>(),
        path in prop::option::of(prop::sample::select(&PATHS[..])),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(&WITHIN[..]), 0_usize..2), 0..12),
        around in prop::option::weighted(0.3, prop::sample::select(&AROUND[..])),
        utf16 in prop::bool::weighted(0.05),
    ) {
        let snippet = snippet.get(&SNIPPETS);
        let mut letters: Vec<String> = String::from_utf8_lossy(&snippet.bytes).chars().map(String::from).collect();
        for (at, piece, replaced) in cuts {
            let at = at.index(letters.len());
            letters.splice(at..at + replaced, [piece.to_owned()]);
        }
        let (before, after) = around.unwrap_or_default();
        let text = format!("{before}{}{after}", letters.concat());
        let bytes = if utf16 {
            [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
        } else {
            text.into_bytes()
        };
        let path = path.unwrap_or(&snippet.file);
        let differences = differences(path, &bytes);
        prop_assert!(differences.is_empty(), "{} as {path}: {differences:?}", snippet.name);
    }
}

/// Several texts as the parts of one file, so that what one of them has is looked for in all.
fn together(parts: &[String], path: &str) -> String {
    let quoted = |text: &String| format!("{text:?}");
    match path {
        "a.json" => serde_json::json!({ "scripts": parts, "run": parts }).to_string(),
        "a.yml" => {
            parts.iter().map(|part| format!("- run: |\n    {}\n", part.replace('\n', "\n    "))).collect()
        }
        "a.md" => parts.iter().map(|part| format!("```\n{part}\n```\n\n")).collect(),
        _ => parts.iter().map(|part| format!("await run({});\n", quoted(part))).collect(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 0, ..ProptestConfig::with_cases(500) })]

    #[test]
    fn parts_that_are_passed_over_change_nothing(
        snippets in prop::collection::vec(any::<prop::sample::Index>(), 1..4),
        lines in any::<prop::sample::Index>(),
        path in prop::sample::select(vec!["a.json", "a.yml", "a.md", "a.ts"]),
    ) {
        let names: Vec<&str> = snippets.iter().map(|at| at.get(&SNIPPETS).name.as_str()).collect();
        let mut parts = Vec::new();
        for snippet in &snippets {
            let text = String::from_utf8_lossy(&snippet.get(&SNIPPETS).bytes).into_owned();
            // Line by line, most parts have nothing that is looked for; the whole text is one more.
            parts.extend(text.lines().take(lines.index(8)).map(str::to_owned));
            parts.push(text);
        }
        let differences = differences(path, together(&parts, path).as_bytes());
        prop_assert!(differences.is_empty(), "{names:?} as {path}: {differences:?}");
    }
}

/// Texts in which a part without a word that is looked for decides what is found in another.
const APART_FROM_EACH_OTHER: [(&str, &str); 2] = [
    ("a.yml", "- run: |\n    TOOL=drizzle-kit\n- run: |\n    npx $TOOL push\n"),
    ("a.yml", "- run: |\n    VERB=push\n- run: |\n    npx drizzle-kit $VERB\n"),
];

#[test]
fn what_one_part_says_counts_in_the_next() {
    for (path, text) in APART_FROM_EACH_OTHER {
        assert!(!scan_by_every_rule(path, text.as_bytes()).is_empty(), "{path}: {text}");
        assert_eq!(differences(path, text.as_bytes()), Vec::<&str>::new(), "{path}: {text}");
    }
}

/// Texts whose words are only there once a reader has put them together: a backslash within, a sum, and both.
const APART: [(&str, &str); 11] = [
    ("a.js", "await db.query(\"cre\\ate ta\\ble t (id int)\");\n"),
    ("a.py", "x = 'cre\\ate ta\\ble t (id int)'\n"),
    ("a.js", "await db.query('cre' + 'ate ta' + 'ble t (id int)');\n"),
    ("a.py", "cursor.execute(\"cre\" \"ate ta\" \"ble t (id int)\")\n"),
    ("a.rb", "ENV[\"DATABASE_URL\"] ||= \"p\" .\n  \"ostgres://shop:shop@localhost/shop\"\n"),
    ("a.sh", "npx drizzle-kit pu\"\"sh\n"),
    ("a.sh", "npx 'drizzle'-kit pu\\sh\n"),
    ("a.sh", "npx drizzle-kit pu\\\nsh\n"),
    ("a.sh", "alembic upg\\rade head\n"),
    ("Makefile", "up:\n\tnpx drizzle-kit pu\\\n\tsh\n"),
    ("a.js", "await db.query('cre' + '\\ate ta' + 'bl\\e t (id int)');\n"),
];

#[test]
fn what_is_only_there_when_it_is_put_together_is_found() {
    for (path, text) in APART {
        assert!(!scan_by_every_rule(path, text.as_bytes()).is_empty(), "{path}: {text}");
        assert_eq!(differences(path, text.as_bytes()), Vec::<&str>::new(), "{path}: {text}");
    }
}

/// One of this many files, none of them larger: all of them take minutes.
const SAMPLE: usize = 10;
const LARGEST: usize = 30_000;

#[test]
fn the_files_of_this_repository_are_found_by_the_same_rules() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tree = WalkBuilder::new(root)
        .standard_filters(false)
        .git_ignore(true)
        .filter_entry(|entry| entry.file_name() != ".git")
        .sort_by_file_name(Ord::cmp)
        .build();
    let files = tree.map(|entry| entry.expect("this repository").into_path()).filter(|path| path.is_file());
    for file in files.step_by(SAMPLE) {
        let bytes = std::fs::read(&file).expect("a file");
        let path = file.strip_prefix(root).unwrap_or(&file).to_string_lossy();
        if bytes.len() < LARGEST {
            assert_eq!(differences(&path, &bytes), Vec::<&str>::new(), "{path}");
        }
    }
}
