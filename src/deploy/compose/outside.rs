//! What the things of a file are outside of it. Two keys may be one volume, one network or one file, and a volume may be
//! a directory of the machine: rules that compare have to see that.

use super::super::model::{Object, Orchestrator, Service, Source};
use super::super::read::Shape;
use super::super::text::Text;
use super::super::yaml::Node;
use super::path;

/// Gives everything that services use the name that it has outside.
pub(super) fn resolve(
    root: &Node,
    orchestrator: Orchestrator,
    objects: [&[Object]; 2],
    services: &mut [Service],
) -> Result<(), Shape> {
    for service in services {
        for mount in &mut service.mounts {
            if let Source::Volume { name, within } = &mount.source
                && let Some(volume) = root.get("volumes").and_then(|volumes| volumes.get(name))
            {
                mount.source = volume_of(name, within, volume)?;
            }
        }
        for attachment in &mut service.networks {
            let network = root.get("networks").and_then(|networks| networks.get(attachment.network.as_str()));
            if let Some(name) = network.map_or(Ok(None), |network| network.text_of("name"))? {
                attachment.outside = name.symbolic();
            }
        }
        for (uses, objects) in [&mut service.secrets, &mut service.configs].into_iter().zip(objects) {
            for used in uses {
                let object = objects.iter().find(|object| object.key.as_str() == used.key.as_str());
                if let Some(source) = object.and_then(|object| object_of(object, orchestrator, &used.source))
                {
                    used.source = source;
                }
            }
        }
    }
    Ok(())
}

fn volume_of(key: &str, within: &str, volume: &Node) -> Result<Source, Shape> {
    let device = volume.get("driver_opts").map_or(Ok(None), |options| options.text_of("device"))?;
    if let Some(device) = device {
        return Ok(Source::Host(path::normal(&format!("{}/{within}", device.symbolic()))));
    }
    let name = volume.text_of("name")?;
    let name = name.as_ref().map_or_else(|| key.to_owned(), Text::symbolic);
    Ok(Source::Volume { name, within: within.to_owned() })
}

/// Compose mounts the file; a swarm keeps what was in it, under its name.
fn object_of(object: &Object, orchestrator: Orchestrator, source: &Source) -> Option<Source> {
    match (&object.file, &object.name, orchestrator) {
        (Some(file), _, Orchestrator::Compose | Orchestrator::Portainer) => {
            Some(Source::Host(path::normal(&file.symbolic())))
        }
        (_, Some(name), _) => Some(match source {
            Source::Config(_) => Source::Config(name.symbolic()),
            _ => Source::Secret(name.symbolic()),
        }),
        _ => None,
    }
}
