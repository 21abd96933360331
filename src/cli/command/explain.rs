//! `explain`: what the catalogue says about an error code, or the table of variables about a variable, or the list of
//! everything that can be asked for. The reference pages of the manual are made from its JSON form.

use super::super::args::Explain;
use super::super::exit::{Failure, UsageError};
use super::super::output::{Answer, Ending, Reply};
use crate::environment::{Kind, Variable};
use mosaic_db::error::{Code, Entry, Status};
use serde_json::{Value, json};
use std::fmt::Write as _;

pub fn explain(args: &Explain) -> Result<Reply, Failure> {
    let answer = match &args.word {
        None => all(),
        Some(word) => match find(word)? {
            Found::Code(code) => one(code.entry()),
            Found::Variable(variable) => of_variable(variable),
        },
    };
    Ok(Reply::Answer(answer))
}

enum Found {
    Code(Code),
    Variable(Variable),
}

fn find(word: &str) -> Result<Found, UsageError> {
    let wanted = word.to_ascii_uppercase();
    let found = Code::named(&wanted).map(Found::Code);
    found.or_else(|| Variable::named(&wanted).map(Found::Variable)).ok_or_else(|| {
        let distance = |word: &&str| strsim::levenshtein(word, &wanted);
        let codes = Code::ALL.iter().map(|code| code.entry().code);
        let known = codes.chain(Variable::ALL.iter().map(|variable| variable.name()));
        let nearest = known.min_by_key(distance);
        let nearest = nearest.filter(|word| distance(word) <= word.len() / 3);
        UsageError::UnknownWord { word: word.to_owned(), nearest }
    })
}

fn one(entry: &Entry) -> Answer {
    let status = entry.status;
    let text = format!(
        "{}\n  {}\n  database: {}\n  next:     {}\n  status:   {}, {}\n",
        entry.code,
        entry.what,
        entry.database,
        entry.next,
        status.number(),
        status.meaning()
    );
    let message = format!("{} ends with exit status {}", entry.code, status.number());
    Answer { ending: Ending::Reached(message), text, result: facts(entry), notes: Vec::new() }
}

fn of_variable(variable: Variable) -> Answer {
    let (name, read_by) = (variable.name(), variable.used_by());
    let text = format!("{name}\n  {}\n  read by:  {read_by}\n", variable.meaning());
    let message = format!("{name} is a variable");
    Answer { ending: Ending::Reached(message), text, result: listed(variable), notes: Vec::new() }
}

fn all() -> Answer {
    let entries = Code::ALL.iter().map(|code| code.entry());
    let mut text = entries.clone().fold(String::new(), |mut text, entry| {
        let _infallible = writeln!(text, "{:>3}  {:<32} {}", entry.status.number(), entry.code, entry.what);
        text
    });
    for variable in Variable::ALL {
        let _infallible = writeln!(text, "     {:<32} {}", variable.name(), variable.meaning());
    }
    let (codes, variables) = (Code::ALL.len(), Variable::ALL.len());
    let message = format!("{codes} error codes and {variables} variables");
    let result = json!({
        "codes": entries.map(facts).collect::<Vec<_>>(),
        "statuses": Status::ALL.iter().copied().map(meaning).collect::<Vec<_>>(),
        "variables": Variable::ALL.iter().copied().map(listed).collect::<Vec<_>>(),
    });
    Answer { ending: Ending::Reached(message), text, result, notes: Vec::new() }
}

fn facts(entry: &Entry) -> Value {
    json!({
        "code": entry.code,
        "status": entry.status.number(),
        "what": entry.what,
        "database": entry.database,
        "next": entry.next,
    })
}

fn meaning(status: Status) -> Value {
    json!({ "status": status.number(), "outcome": status.word(), "meaning": status.meaning() })
}

fn listed(variable: Variable) -> Value {
    let holds = match variable.kind() {
        Kind::Path => "path",
        Kind::Secret => "secret",
        Kind::Text => "text",
    };
    json!({
        "name": variable.name(),
        "holds": holds,
        "read_by": variable.used_by(),
        "meaning": variable.meaning(),
    })
}
