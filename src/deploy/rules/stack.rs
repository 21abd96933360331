//! That the file itself says what happens.

use super::super::finding::Findings;
use super::super::model::{Orchestrator, Source};
use super::super::place::Place;
use super::super::rule::Rule;
use super::super::text::Text;
use super::Scene;

pub(super) fn apply(scene: &Scene<'_>, findings: &mut Findings) {
    complete(scene, findings);
    match scene.stack.orchestrator {
        Orchestrator::Compose => {}
        Orchestrator::Swarm => ignored(scene, findings),
        Orchestrator::Portainer => paths(scene, findings),
    }
}

fn complete(scene: &Scene<'_>, findings: &mut Findings) {
    for place in &scene.stack.includes {
        findings.add(Rule::FileComplete, *place, "another file is included, and not read");
    }
    for cast in scene.cast {
        for (place, key) in [(cast.service.extends, "extends"), (cast.service.volumes_from, "volumes_from")] {
            if let Some(place) = place {
                findings.of(Rule::FileComplete, place, cast.name(), format!("{key} is not followed"));
            }
        }
    }
}

fn ignored(scene: &Scene<'_>, findings: &mut Findings) {
    for cast in scene.known() {
        let service = cast.service;
        let after = service.after.first().map(|dependency| dependency.service.place);
        let security = service.security.first().map(|text| text.place);
        let restart = service.restart.as_ref().map(|text| text.place);
        for (place, key) in [(after, "depends_on"), (restart, "restart"), (security, "security_opt")] {
            if let Some(place) = place {
                let message = format!("docker stack deploy passes over {key}");
                findings.of(Rule::FileIgnored, place, cast.name(), message);
            }
        }
    }
}

fn paths(scene: &Scene<'_>, findings: &mut Findings) {
    let relative = |path: &str| !path.starts_with(['/', '$']);
    let message = |path: &str| format!("{path} is a relative path");
    for cast in scene.cast {
        for mount in &cast.service.mounts {
            if let Source::Host(path) = &mount.source
                && relative(path)
            {
                findings.of(Rule::FilePaths, mount.place, cast.name(), message(path));
            }
        }
        let context = cast.service.build.as_ref().and_then(|build| build.context.as_ref());
        if let Some(context) = context.filter(|context| relative(context.as_str())) {
            findings.of(Rule::FilePaths, context.place, cast.name(), message(context.as_str()));
        }
    }
    for object in scene.stack.secrets.iter().chain(&scene.stack.configs) {
        let file: Option<(Place, &str)> = object.file.as_ref().map(|file: &Text| (file.place, file.as_str()));
        if let Some((place, path)) = file.filter(|(_, path)| relative(path)) {
            findings.add(Rule::FilePaths, place, message(path));
        }
    }
}
