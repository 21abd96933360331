//! `secrets status`: which generation is current, and who has another one.

use super::super::super::args::secrets::Status as Args;
use super::super::super::exit::Failure;
use super::super::super::output::{Answer, Ending};
use super::{SecretsCommandError, generation, versions};
use crate::safe_fs;
use crate::secrets::consumer::Consumer;
use crate::secrets::descriptor::Descriptor;
use crate::secrets::status::{Holding, holdings, require_current};
use crate::secrets::{mounts, render};
use serde_json::json;
use std::fmt::Write as _;

pub fn status(args: &Args) -> Result<Answer, Failure> {
    let current = safe_fs::current(&args.out)?;
    let known = render::known(&args.out)?;
    let newest = known.iter().find(|known| Some(&known.name) == current.as_ref());
    let current = newest.ok_or(SecretsCommandError::NoGeneration)?;
    let mut shown = Vec::new();
    for one in &args.consumer {
        let (bytes, consumer) = (safe_fs::read_public(&one.file)?, one.consumer);
        let read = Descriptor::parse(&bytes);
        let refused = |source| SecretsCommandError::Shown { consumer: consumer.name(), source };
        shown.push((consumer, read.map_err(refused)?));
    }
    let holdings = holdings(&known, current, &mounts::read(), &shown);
    let unseen: Vec<_> = Consumer::ALL
        .into_iter()
        .filter(|consumer| !holdings.iter().any(|holding| holding.consumer == *consumer))
        .map(Consumer::name)
        .collect();
    let number = current.descriptor.number;
    let mut text = format!("current   {number}  {}\n", args.out.join(&current.name).display());
    let _infallible = writeln!(text, "versions  {}", versions(&current.descriptor));
    for holding in &holdings {
        let _infallible = writeln!(text, "{}", line(holding));
    }
    for consumer in &unseen {
        let _infallible = writeln!(text, "{consumer:<9} not seen");
    }
    let seen = holdings.len();
    Ok(Answer {
        ending: match require_current(&holdings) {
            Ok(()) => Ending::Reached(format!("generation {number} is current; {seen} were seen to have it")),
            Err(behind) => Ending::NotReached(behind.into()),
        },
        text,
        result: json!({
            "environment": current.descriptor.environment,
            "for": current.descriptor.orchestrator,
            "current": generation(&args.out, current),
            "generations": known.iter().map(|known| generation(&args.out, known)).collect::<Vec<_>>(),
            "holdings": holdings.iter().map(holding).collect::<Vec<_>>(),
            "not_seen": unseen,
        }),
        notes: Vec::new(),
    })
}

fn line(holding: &Holding) -> String {
    let number = holding.number.map_or_else(|| "?".to_owned(), |number| number.to_string());
    format!("{:<9} {number}  {}, {}", holding.consumer.name(), holding.age, holding.evidence.name())
}

fn holding(holding: &Holding) -> serde_json::Value {
    json!({
        "consumer": holding.consumer,
        "generation": holding.number,
        "age": holding.age.to_string(),
        "evidence": holding.evidence.name(),
    })
}
