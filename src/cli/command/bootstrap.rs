//! `bootstrap`: what an operator's superuser session runs, and the proof that it took effect.

mod check;
mod render;
mod shadow_plan;
mod snapshot;

use super::super::Context;
use super::super::args::bootstrap::Bootstrap;
use super::super::exit::Failure;
use super::super::output::Reply;
use mosaic_db::bundle::Bundle;
use mosaic_db::checks::prepared::Scope;
use std::path::PathBuf;

pub fn bootstrap(action: &Bootstrap, context: &Context<'_>) -> Result<Reply, Failure> {
    match action {
        Bootstrap::Render(args) => render::render(args),
        Bootstrap::Check(args) => check::check(args, context),
        Bootstrap::Snapshot(args) => snapshot::snapshot(args),
        Bootstrap::ShadowPlan(args) => shadow_plan::shadow_plan(args),
    }
}

fn scope(bundle: Option<&PathBuf>) -> Result<Scope, Failure> {
    let bundle = match bundle {
        Some(directory) => Bundle::load(directory)?,
        None => Bundle::shipped()?,
    };
    Ok(Scope::of(&bundle)?)
}
