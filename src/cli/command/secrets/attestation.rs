//! `secrets attestation`: what was handed over, as objects of a Swarm.

use super::super::super::args::secrets::Attestation as Args;
use super::super::super::clock;
use super::super::super::exit::Failure;
use super::super::super::output::{Answer, Ending};
use super::SecretsCommandError;
use crate::secrets::attestation::{Published, publish};
use serde_json::json;

pub fn attestation(args: &Args) -> Result<Answer, Failure> {
    let now = clock::instant().map_err(SecretsCommandError::Clock)?;
    let Published { artifact, stack, written } = publish(&args.generation, &args.from, &args.out, now)?;
    let statement = artifact.statement();
    Ok(Answer {
        ending: Ending::Reached(format!("the stack file for the attestation is {}", stack.display())),
        text: format!("stack  {}\nuntil  {}\n", stack.display(), statement.expires_at),
        result: json!({
            "stack": stack,
            "written": written.name(),
            "nonce": statement.nonce,
            "secret_version": statement.secret_version,
            "expires_at": statement.expires_at,
        }),
        notes: Vec::new(),
    })
}
