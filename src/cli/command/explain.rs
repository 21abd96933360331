//! `explain`: what the catalogue says about an error code, or the list of all codes.

use super::super::args::Explain;
use super::super::exit::{Failure, UsageError};
use super::super::output::{Answer, Ending, Reply};
use mosaic_db::error::{Code, Entry};
use serde_json::{Value, json};
use std::fmt::Write as _;

pub fn explain(args: &Explain) -> Result<Reply, Failure> {
    let answer = match &args.code {
        None => all(),
        Some(word) => one(find(word)?.entry()),
    };
    Ok(Reply::Answer(answer))
}

fn find(word: &str) -> Result<Code, UsageError> {
    let wanted = word.to_ascii_uppercase();
    Code::named(&wanted).ok_or_else(|| {
        let distance = |word: &&str| strsim::levenshtein(word, &wanted);
        let nearest = Code::ALL.iter().map(|code| code.entry().code).min_by_key(distance);
        let nearest = nearest.filter(|word| distance(word) <= word.len() / 3);
        UsageError::UnknownCode { word: word.to_owned(), nearest }
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

fn all() -> Answer {
    let entries = Code::ALL.iter().map(|code| code.entry());
    let text = entries.clone().fold(String::new(), |mut text, entry| {
        let _infallible = writeln!(text, "{:>3}  {:<32} {}", entry.status.number(), entry.code, entry.what);
        text
    });
    let message = format!("{} error codes", Code::ALL.len());
    let result = json!({ "codes": entries.map(facts).collect::<Vec<_>>() });
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
