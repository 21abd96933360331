//! From the tree of a Compose file to a [`Stack`] (Compose specification; Docker's schema 3 for `docker stack deploy`).

mod outside;
mod path;
mod service;

use super::model::{Network, Object, Orchestrator, Stack};
use super::read::Shape;
use super::yaml::Node;

/// How many services there may be: some rules look at each together with each other.
const MAX_SERVICES: usize = 256;

/// Reads a stack. What is merged from other files is noted and not followed.
pub(super) fn read(root: &Node, orchestrator: Option<Orchestrator>) -> Result<Stack, Shape> {
    root.entries()?;
    // A part of a stack may have objects alone.
    if !["services", "secrets", "configs"].iter().any(|key| root.get(key).is_some()) {
        return Err(Shape::new(root.place, "a mapping with services"));
    }
    if root.entries_of("services")?.len() > MAX_SERVICES {
        return Err(Shape::new(root.place, "a stack of at most 256 services"));
    }
    let orchestrator = orchestrator.map_or_else(|| recognised(root), Ok)?;
    let (secrets, configs) = (objects(root, "secrets")?, objects(root, "configs")?);
    let services = root.entries_of("services")?.iter().map(|entry| service::read(&entry.key, &entry.value));
    let mut services: Vec<_> = services.collect::<Result<_, _>>()?;
    outside::resolve(root, orchestrator, [&secrets, &configs], &mut services)?;
    Ok(Stack {
        orchestrator,
        services,
        networks: networks(root)?,
        secrets,
        configs,
        includes: root.get("include").map(|node| node.place).into_iter().collect(),
    })
}

/// Only a swarm keeps secrets and configs of its own, and has networks over several machines.
fn recognised(root: &Node) -> Result<Orchestrator, Shape> {
    for (section, key) in [("secrets", "external"), ("configs", "external"), ("networks", "driver")] {
        for entry in root.entries_of(section)? {
            let value = entry.value.text_of(key)?;
            if value.is_some_and(|text| text.is("true") || text.is("overlay")) {
                return Ok(Orchestrator::Swarm);
            }
        }
    }
    Ok(Orchestrator::Compose)
}

fn networks(root: &Node) -> Result<Vec<Network>, Shape> {
    let entries = root.entries_of("networks")?.iter();
    entries
        .map(|entry| Ok(Network { name: entry.key.clone(), internal: entry.value.text_of("internal")? }))
        .collect()
}

fn objects(root: &Node, key: &str) -> Result<Vec<Object>, Shape> {
    let entries = root.entries_of(key)?.iter();
    entries
        .map(|entry| {
            Ok(Object {
                key: entry.key.clone(),
                name: entry.value.text_of("name")?,
                file: entry.value.text_of("file")?,
                environment: entry.value.text_of("environment")?,
                content: entry.value.text_of("content")?,
            })
        })
        .collect()
}
