//! `allowance draft`: what a database has beside its bundle, written down to be reviewed and signed.

use super::super::super::args::allowance::Draft as Args;
use super::super::super::exit::Failure;
use super::super::super::output::{Answer, Ending};
use super::super::super::resolve::ProofConfig;
use super::super::super::{Context, clock, runtime};
use super::{AllowanceCommandError, listed, write};
use crate::environment::Process;
use mosaic_db::allowance::{Allowance, AllowanceError, Draft, judge};
use mosaic_db::assess::Extra;
use mosaic_db::attest::Text;
use mosaic_db::inspect::beside;
use serde_json::json;

/// What is allowed already stays as it is; what is found beside it gets the owner, reason and end that were given.
pub fn draft(args: &Args, context: &Context<'_>) -> Result<Answer, Failure> {
    let config = ProofConfig::resolve(context.environment, Process::Runner)?;
    let bundle = config.bundle.load()?;
    let endpoint = config.login.endpoint(config.connect_timeout)?;
    let application_name = context.output.application_name();
    let in_force = config.allowances.in_force();
    let found =
        runtime::block_on(async { Ok(beside(&endpoint, &bundle, in_force, &application_name).await) })??;
    let mut notes = Vec::new();
    let mut allowances = found.allowed;
    for extra in found.extras.iter().filter(|extra| wanted(args, &extra.name)) {
        match judge(extra.class, &extra.fields) {
            Ok(()) => allowances.push(allowance(args, extra)?),
            Err(harm) => {
                notes.push(format!("{} {} cannot be allowed: {harm}", extra.class.word(), extra.name));
            }
        }
    }
    for name in &args.object {
        if !allowances.iter().any(|allowance| allowance.name.as_str() == name) {
            return Err(AllowanceCommandError::Object(name.clone()).into());
        }
    }
    if allowances.is_empty() {
        return Err(AllowanceCommandError::Nothing.into());
    }
    let now = clock::instant().map_err(AllowanceCommandError::Clock)?;
    let draft = Draft::new(&found.database_id, now, allowances)?;
    write(&args.out, &draft.encode()?)?;
    Ok(Answer {
        ending: Ending::Reached(format!(
            "{} is a draft; nothing is allowed until it is signed",
            args.out.display()
        )),
        text: listed(draft.database_id(), draft.list()),
        result: json!({
            "database_id": draft.database_id(),
            "allowances": super::super::allowed(draft.list()),
            "draft": args.out,
        }),
        notes,
    })
}

fn wanted(args: &Args, name: &str) -> bool {
    args.object.is_empty() || args.object.iter().any(|object| object == name)
}

fn allowance(args: &Args, extra: &Extra) -> Result<Allowance, AllowanceError> {
    Ok(Allowance {
        class: extra.class,
        expires: args.expires,
        fields: extra.fields.clone(),
        name: Text::new(&*extra.name).map_err(|_| AllowanceError::Text)?,
        owner: args.owner.clone(),
        reason: args.reason.clone(),
    })
}
