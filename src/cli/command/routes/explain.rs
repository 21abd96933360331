//! `routes explain`: what a rule finds, why, what to do instead; and the list of all.

use super::super::super::args::routes::Explain;
use super::super::super::output::{Answer, Ending};
use super::RoutesCommandError;
use mosaic_db::routes::inventory::FaultRule;
use mosaic_db::routes::{self, Basis, Rule};
use serde_json::{Value, json};
use std::fmt::Write as _;

pub(super) fn explain(args: &Explain) -> Result<Answer, RoutesCommandError> {
    let Some(word) = &args.rule else { return Ok(all()) };
    if let Some(rule) = routes::rule(word) {
        return Ok(answer(one(rule), rule.id.to_owned(), facts(rule)));
    }
    if let Some(rule) = FaultRule::ALL.iter().find(|rule| rule.id == word) {
        return Ok(answer(of_inventory(rule), rule.id.to_owned(), json!(rule)));
    }
    let distance = |id: &&str| strsim::levenshtein(id, word);
    let ids = routes::rules().map(|rule| rule.id).chain(FaultRule::ALL.iter().map(|rule| rule.id));
    let nearest = ids.min_by_key(distance).filter(|id| distance(id) <= id.len() / 3);
    Err(RoutesCommandError::UnknownRule { word: word.to_owned(), nearest })
}

fn answer(text: String, sentence: String, result: Value) -> Answer {
    Answer { ending: Ending::Reached(sentence), text, result, notes: Vec::new() }
}

fn all() -> Answer {
    let mut text = String::new();
    for rule in routes::rules() {
        let _infallible = writeln!(text, "{:<52} {}", rule.id, rule.title);
    }
    for rule in FaultRule::ALL {
        let _infallible = writeln!(text, "{:<52} {}", rule.id, rule.title);
    }
    let count = routes::rules().count() + FaultRule::ALL.len();
    let result = json!({
        "rules": routes::rules().map(facts).collect::<Vec<_>>(),
        "inventory": FaultRule::ALL,
        "words": routes::words(),
    });
    answer(text, format!("{count} rules"), result)
}

fn one(rule: &Rule) -> String {
    let permit = match rule.basis() {
        Basis::Lexical => "a record of the inventory may permit its exact text",
        Basis::Semantic => "nothing can permit it",
    };
    let (class, title, why, instead) = (rule.class, rule.title, rule.class.why(), rule.class.instead());
    format!(
        "{}\n  {title}\n  class:     {}\n  why:       {why}\n  instead:   {instead}\n  inventory: {permit}\n",
        rule.id,
        class.name()
    )
}

fn of_inventory(rule: &FaultRule) -> String {
    format!("{}\n  {}\n  why:       {}\n", rule.id, rule.title, rule.why)
}

fn facts(rule: &Rule) -> Value {
    json!({
        "id": rule.id,
        "title": rule.title,
        "class": rule.class,
        "basis": rule.basis(),
        "why": rule.class.why(),
        "instead": rule.class.instead(),
    })
}
