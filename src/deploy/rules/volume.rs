//! What two services have in common.

use super::super::finding::Findings;
use super::super::holding::{Inside, attestation};
use super::super::model::Access;
use super::super::role::{Cast, Role};
use super::super::rule::Rule;
use super::Scene;

pub(super) fn apply(scene: &Scene<'_>, findings: &mut Findings) {
    for (position, one) in scene.cast.iter().enumerate() {
        for other in &scene.cast[position + 1..] {
            if one.role != Role::Other || other.role != Role::Other {
                between(one, other, findings);
            }
        }
    }
    for importer in scene.playing(Role::Importer) {
        sealed(scene, importer, findings);
    }
}

/// Whether a service can write to something of which this is a part, or which is a part of this.
fn writes(cast: &Cast<'_>, inside: &Inside) -> bool {
    let mut written = cast.insides.iter().filter(|data| data.access == Access::Write);
    written.any(|data| data.origin.overlaps(&inside.origin))
}

/// Two services of one part are two copies of it, unless each has data of its own.
fn are_one(one: &Cast<'_>, other: &Cast<'_>) -> bool {
    one.role == other.role && one.role != Role::Database
}

fn between(one: &Cast<'_>, other: &Cast<'_>, findings: &mut Findings) {
    for (writer, reader) in [(one, other), (other, one)] {
        let name = writer.name();
        let both_write = !are_one(one, other) && reader.role != Role::Database;
        for inside in reader.insides.iter().filter(|inside| writes(writer, inside)) {
            if writer.role == Role::Database {
                let message = format!("has what {name} writes");
                findings.of(Rule::VolumeDatabase, inside.place, reader.name(), message);
            } else if both_write && inside.access == Access::Write {
                let message = format!("can write to what {name} writes");
                findings.of(Rule::VolumeShared, inside.place, reader.name(), message);
            }
        }
    }
}

fn sealed(scene: &Scene<'_>, importer: &Cast<'_>, findings: &mut Findings) {
    let attestation = attestation(importer);
    if let Some(inside) = attestation.as_ref().filter(|inside| inside.access == Access::Write) {
        let message = "can write to its attestation";
        findings.of(Rule::AttestationReadOnly, inside.place, importer.name(), message);
    }
    for verifier in scene.playing(Role::Verifier) {
        if let Some(inside) = importer.insides.iter().find(|inside| writes(verifier, inside)) {
            let message = format!("has what {} writes", verifier.name());
            findings.of(Rule::HandoffRoute, inside.place, importer.name(), message);
        }
    }
}
