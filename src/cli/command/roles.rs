//! `roles`: who is a member of what, as a graph.

use super::super::Context;
use super::super::args::roles::{Graph as Args, Language, Roles};
use super::super::exit::Failure;
use super::super::output::{Answer, Ending, Reply};
use super::super::resolve::{self, Login};
use super::super::runtime;
use crate::report::graph;
use mosaic_db::inspect;
use mosaic_db::postgres::Identity;
use mosaic_db::roles::graph::{Found, Graph};
use serde_json::json;
use std::path::Path;

pub fn roles(action: &Roles, context: &Context<'_>) -> Result<Reply, Failure> {
    match action {
        Roles::Graph(args) => Ok(Reply::Answer(shown(args, context)?)),
    }
}

fn shown(args: &Args, context: &Context<'_>) -> Result<Answer, Failure> {
    let (identity, found) = match &args.url_file {
        None => (None, Found::required()),
        Some(path) => asked(path, context).map(|(identity, found)| (Some(identity), found))?,
    };
    let graph = Graph::of(&found);
    let text = match args.format {
        Language::Dot => graph::dot(&graph),
        Language::Mermaid => graph::mermaid(&graph),
        Language::Svg => graph::standalone(&graph),
    };
    let faults = graph.faults();
    let (roles, links) = (graph.roles().len(), graph.links().len());
    // Showing what is there was asked for, whatever it is; --verify judges it.
    Ok(Answer {
        ending: Ending::Reached(format!("{roles} roles, {links} links, {} faults", faults.len())),
        text,
        result: json!({
            "database": identity.as_ref().map(|identity| super::database(identity, None)),
            "found": found,
            "faults": faults,
        }),
        notes: faults,
    })
}

fn asked(url_file: &Path, context: &Context<'_>) -> Result<(Identity, Found), Failure> {
    let connect_timeout = resolve::connect_timeout(context.environment)?;
    let endpoint = Login::of_file(context.environment, url_file)?.endpoint(connect_timeout)?;
    let application_name = context.output.application_name();
    Ok(runtime::block_on(async { Ok(inspect::roles(&endpoint, &application_name).await) })??)
}
