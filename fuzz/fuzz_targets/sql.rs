//! SQL as text: no byte is lost, and what a statement is taken for does not depend on blanks and comments in it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mosaic_db::bundle::Transaction;
use mosaic_db::bundle::sql::{
    Class, Control, Lexer, Message, Routines, Statement, chunks, classify, conditional, inspect,
    is_one_statement, is_quiet, steps,
};
use mosaic_db::identifier::Identifier;
use std::collections::BTreeSet;

const BREAKPOINT: &str = "--> statement-breakpoint";

fuzz_target!(|text: &str| {
    let managed = BTreeSet::from([Identifier::new("public").unwrap()]);
    tokens_are_the_text(text);
    chunks_are_drizzles(text);
    for statement in statements(text) {
        blanks_mean_nothing(statement.text, &managed);
    }
    match inspect(text, &managed) {
        Ok(found) => {
            steps_are_the_statements(text);
            if found.transaction == Transaction::Single {
                message_is_the_statements(text);
            }
        }
        Err(fault) => assert!((1..=text.split('\n').count()).contains(&fault.line), "{fault}"),
    }
    if is_one_statement(text) {
        assert_eq!(statements(text).count(), 1);
    }
    let _ = is_quiet(text, &["__drizzle_migrations"]);
    let _ = conditional(text, &Routines::of([text].into_iter()));
});

fn statements(text: &str) -> impl Iterator<Item = Statement<'_>> {
    chunks(text).flat_map(|chunk| chunk.statements())
}

fn texts<'a>(statements: impl IntoIterator<Item = Statement<'a>>) -> Vec<&'a str> {
    statements.into_iter().map(|statement| statement.text).collect()
}

fn tokens_are_the_text(text: &str) {
    let mut at = 0;
    for token in Lexer::new(text) {
        assert_eq!(token.start, at);
        assert!(!token.text.is_empty());
        assert!(text[at..].starts_with(token.text));
        at += token.text.len();
    }
    assert_eq!(at, text.len());
}

/// Cut where Drizzle cuts, and between the statements of a piece nothing but what the server reads over.
fn chunks_are_drizzles(text: &str) {
    assert!(chunks(text).map(|chunk| chunk.text).eq(text.split(BREAKPOINT)));
    for chunk in chunks(text) {
        let mut at = chunk.start;
        let end = chunk.start + chunk.text.len();
        assert_eq!(&text[at..end], chunk.text);
        let blank = |gap| Lexer::new(gap).all(|token| token.kind.is_blank() || token.text == ";");
        for statement in chunk.statements() {
            assert!(blank(&text[at..statement.start]));
            assert_eq!(&text[statement.start..statement.end()], statement.text);
            assert_eq!(statement.line, text[..statement.start].matches('\n').count() + 1);
            assert_eq!(statement.chunk, chunk.number);
            at = statement.end();
        }
        assert!(blank(&text[at..end]));
    }
}

fn blanks_mean_nothing(statement: &str, managed: &BTreeSet<Identifier>) {
    let tokens = Lexer::new(statement).filter(|token| !token.kind.is_blank());
    let spaced = tokens.map(|token| token.text).collect::<Vec<_>>().join(" /* ; */\t");
    assert_eq!(classify(&spaced, managed), classify(statement, managed), "{spaced}");
}

fn control(statement: &Statement<'_>) -> Option<Control> {
    match classify(statement.text, &BTreeSet::new()) {
        Ok(Class::Control(control)) => Some(control),
        _ => None,
    }
}

/// Every statement but those that begin and end transactions.
fn run(text: &str) -> Vec<&str> {
    let ours =
        |statement: &Statement<'_>| !matches!(control(statement), Some(Control::Begin | Control::Commit));
    texts(statements(text).filter(ours))
}

fn steps_are_the_statements(text: &str) {
    let steps = steps(text).unwrap();
    assert!(steps.iter().all(|step| !step.statements.is_empty()));
    assert_eq!(texts(steps.into_iter().flat_map(|step| step.statements)), run(text));
}

/// The one message holds the same statements, and leads back to where they stand.
fn message_is_the_statements(text: &str) {
    let message = Message::of(text);
    let sent = message.text();
    assert_eq!(texts(statements(&sent)), run(text));
    let lines = statements(text).filter(|statement| run(text).contains(&statement.text));
    let found = lines.enumerate().all(|(ordinal, statement)| {
        message.at_statement(ordinal).is_some_and(|place| place.line == statement.line)
    });
    assert!(found);
    let length = sent.chars().count();
    for position in [1, length / 2, length] {
        assert_eq!(message.at_character(position).is_some(), (1..=length).contains(&position));
    }
}
