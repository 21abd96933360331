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
fn run(text: &str) -> Vec<Statement<'_>> {
    let ends =
        |statement: &Statement<'_>| matches!(control(statement), Some(Control::Begin | Control::Commit));
    statements(text).filter(|statement| !ends(statement)).collect()
}

fn steps_are_the_statements(text: &str) {
    let steps = steps(text).unwrap();
    assert!(steps.iter().all(|step| !step.statements.is_empty()));
    let stepped: Vec<_> = steps.into_iter().flat_map(|step| step.statements).collect();
    assert_eq!(stepped, run(text));
}

/// The one message holds the same statements, and leads back to where they stand.
fn message_is_the_statements(text: &str) {
    let message = Message::of(text);
    let (sent, run) = (message.text(), run(text));
    let sent_texts = statements(&sent).map(|statement| statement.text);
    assert!(sent_texts.eq(run.iter().map(|statement| statement.text)), "{sent}");
    for (ordinal, statement) in run.iter().enumerate() {
        let place = message.at_statement(ordinal).unwrap();
        assert_eq!((place.chunk, place.line), (statement.chunk, statement.line));
    }
    assert_eq!(message.at_statement(run.len()), None);
    // A little beyond the end is in the last statement still: there the server puts what is missing.
    let length = sent.chars().count();
    assert_eq!(message.at_character(0), None);
    assert!(
        (1..=length + 1).step_by(1 + length / 3).all(|position| message.at_character(position).is_some())
    );
    assert_eq!(message.at_character(length + 10), None);
}
