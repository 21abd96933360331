//! `bootstrap shadow-plan`: the steps, in order.

use super::super::super::args::bootstrap::ShadowPlan;
use super::super::super::exit::Failure;
use super::super::super::output::{Answer, Ending, Reply};
use crate::bootstrap::shadow::{Request, plan};
use crate::bootstrap::{BootstrapError, DatabaseName};
use serde_json::json;
use std::fmt::Write as _;

pub fn shadow_plan(args: &ShadowPlan) -> Result<Reply, Failure> {
    let (from, to) = (DatabaseName::new(args.database.clone())?, DatabaseName::new(args.shadow.clone())?);
    if from == to {
        return Err(BootstrapError::ShadowIsItself.into());
    }
    let steps = plan(&Request { from: &from, to: &to, owner: &args.owner });
    let mut text = String::new();
    for (place, step) in steps.iter().enumerate() {
        let _infallible = writeln!(text, "{}. {step}", place + 1);
    }
    let sentence =
        format!("{} steps; until the first write to the new database each can be taken back", steps.len());
    Ok(Reply::Answer(Answer {
        ending: Ending::Reached(sentence),
        text,
        result: json!({ "steps": steps }),
        notes: Vec::new(),
    }))
}
