//! PostgreSQL's own scanner and grammar as the judge of this lexer, splitter and classifier.
//!
//! What libpg_query says is recorded under `fixtures/sql`; `oracle.py` there says how.

use super::reader::ObjectName;
use super::*;
use crate::identifier::Identifier;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::PathBuf;

type Range = (usize, usize);

#[derive(Deserialize)]
struct Corpus {
    statements: Vec<(usize, usize, Vec<String>)>,
    tokens: Vec<Range>,
}

#[derive(Deserialize)]
struct Random {
    text: String,
    tokens: Vec<Range>,
}

fn directory() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "fixtures", "sql"].iter().collect()
}

/// Ranges of all tokens but operators and punctuation, which this lexer leaves in larger or smaller pieces.
fn token_ranges(text: &str) -> Vec<Range> {
    let plain = |kind| matches!(kind, Kind::Whitespace | Kind::Operator | Kind::Punctuation | Kind::Other);
    Lexer::new(text)
        .filter(|token| !plain(token.kind))
        .map(|token| (token.start, token.start + token.text.len()))
        .collect()
}

fn statements(text: &str) -> impl Iterator<Item = Statement<'_>> {
    chunks(text).flat_map(|chunk| chunk.statements())
}

/// A class in the words of `oracle.py`.
fn words(statement: &str) -> Vec<String> {
    let object = |name: &ObjectName| {
        name.schema.iter().chain([&name.name]).map(|part| part.as_str().to_owned()).collect::<Vec<_>>()
    };
    let managed: BTreeSet<Identifier> = [Identifier::new("managed").unwrap()].into();
    let (word, names) = match classify(statement, &managed) {
        Err(_) => ("refused", Vec::new()),
        Ok(Class::Transactional) => ("transactional", Vec::new()),
        Ok(Class::Control(Control::Begin)) => ("begin", Vec::new()),
        Ok(Class::Control(Control::Commit)) => ("commit", Vec::new()),
        Ok(Class::Control(Control::Savepoint)) => ("savepoint", Vec::new()),
        Ok(Class::Control(Control::Release)) => ("release", Vec::new()),
        Ok(Class::Alone(Postcondition::IndexValid { index, table })) => {
            ("index valid", [vec![index.as_str().to_owned()], object(&table)].concat())
        }
        Ok(Class::Alone(Postcondition::IndexAbsent { index })) => ("index absent", object(&index)),
        Ok(Class::Alone(Postcondition::Reindexed { .. })) => ("reindexed", Vec::new()),
        Ok(Class::Alone(Postcondition::Vacuumed)) => ("vacuumed", Vec::new()),
        Ok(Class::Alone(Postcondition::Clustered)) => ("clustered", Vec::new()),
        Ok(Class::Alone(Postcondition::PartitionDetached { table, partition })) => {
            ("detached", [object(&table), vec!["from".to_owned()], object(&partition)].concat())
        }
    };
    [vec![word.to_owned()], names].concat()
}

#[test]
fn the_corpus_is_read_as_postgresql_reads_it() {
    let mut read = 0;
    for item in std::fs::read_dir(directory()).unwrap() {
        let path = item.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "sql") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let said: Corpus =
            serde_json::from_slice(&std::fs::read(path.with_extension("json")).unwrap()).unwrap();
        assert_eq!(token_ranges(&text), said.tokens, "{}", path.display());
        let starts: Vec<usize> = said.statements.iter().map(|(start, ..)| *start).collect();
        assert_eq!(
            statements(&text).map(|found| found.start).collect::<Vec<_>>(),
            starts,
            "{}",
            path.display()
        );
        for (found, (_, end, _)) in statements(&text).zip(&said.statements) {
            // libpg_query leaves comments before the semicolon in the statement.
            assert!(
                Lexer::new(&text[found.end()..*end]).all(|token| token.kind.is_blank()),
                "{}",
                found.text
            );
        }
        for (start, end, class) in said.statements {
            assert_eq!(words(&text[start..end]), class, "{}: {}", path.display(), &text[start..end]);
            read += 1;
        }
    }
    assert!(read > 150, "only {read} statements were compared");
}

#[test]
fn random_text_is_scanned_as_postgresql_scans_it() {
    let lines = std::fs::read_to_string(directory().join("random.jsonl")).unwrap();
    let mut read = 0;
    for line in lines.lines() {
        let said: Random = serde_json::from_str(line).unwrap();
        assert_eq!(token_ranges(&said.text), said.tokens, "{:?}", said.text);
        read += 1;
    }
    assert!(read >= 1000, "only {read} texts were compared");
}
