//! Several databases in one stack: each with its own network, authority and secrets.

use super::super::finding::Findings;
use super::super::holding::{Named, behind, files};
use super::super::role::{Cast, Role};
use super::super::rule::Rule;
use super::Scene;

/// What the services of one database may have in common with those of another: it says whom a signature is believed of.
const COMMON: [&str; 2] = ["MOSAIC_TRUST_STORE_FILE", "MOSAIC_ALLOWANCES_FILE"];

pub(super) fn apply(scene: &Scene<'_>, findings: &mut Findings) {
    if scene.playing(Role::Database).count() < 2 {
        return;
    }
    for cast in scene.known() {
        network(scene, cast, findings);
        material(scene, cast, findings);
    }
}

/// A server meets itself alone, and a client one server. An importer may read one and write to another.
fn network(scene: &Scene<'_>, cast: &Cast<'_>, findings: &mut Findings) {
    let databases = scene.databases_of(cast.service);
    if databases.len() < 2 || cast.role == Role::Importer {
        return;
    }
    let met: Vec<&str> =
        databases.iter().map(|cast| cast.name()).filter(|name| *name != cast.name()).collect();
    let place = cast.service.networks.last().map_or(cast.service.name.place, |last| last.network.place);
    findings.of(
        Rule::PairNetwork,
        place,
        cast.name(),
        format!("is on one network with {}", met.join(" and ")),
    );
}

fn material(scene: &Scene<'_>, cast: &Cast<'_>, findings: &mut Findings) {
    let [own] = scene.databases_of(cast.service)[..] else { return };
    let told = files(cast.service).into_iter().filter(|file| !COMMON.contains(&file.by));
    for file in told {
        let Some(held) = behind(cast, &file.path()) else { continue };
        for other in scene.known().filter(|other| is_of_another(scene, other, own)) {
            let mut had = other.insides.iter();
            if let Some(inside) = had.find(|inside| inside.origin.contains(&held.origin)) {
                let message = message(&file, cast);
                findings.of(Rule::PairMaterial, inside.place, other.name(), message);
            }
        }
    }
}

fn is_of_another(scene: &Scene<'_>, other: &Cast<'_>, own: &Cast<'_>) -> bool {
    matches!(scene.databases_of(other.service)[..], [theirs] if theirs.name() != own.name())
}

fn message(file: &Named<'_>, cast: &Cast<'_>) -> String {
    format!("has what {} of {} leads to", file.by, cast.name())
}
