//! The rules for a stack, by what they are about.

mod container;
mod database;
mod order;
mod pair;
mod secret;
mod stack;
mod volume;

pub(super) use container::is_by_digest;

use super::certificate::Certificate;
use super::finding::Findings;
use super::model::{Orchestrator, Service, Stack};
use super::role::{Cast, Role};

/// What a rule looks at.
pub(super) struct Scene<'a> {
    pub(super) stack: &'a Stack,
    pub(super) cast: &'a [Cast<'a>],
    pub(super) certificates: &'a [Certificate],
}

impl<'a> Scene<'a> {
    /// Those whose part is known.
    fn known(&self) -> impl Iterator<Item = &'a Cast<'a>> {
        self.cast.iter().filter(|cast| cast.role != Role::Other)
    }

    /// Those who play this part.
    fn playing(&self, role: Role) -> impl Iterator<Item = &'a Cast<'a>> {
        self.cast.iter().filter(move |cast| cast.role == role)
    }

    fn is_swarm(&self) -> bool {
        self.stack.orchestrator == Orchestrator::Swarm
    }

    /// The databases that a service shares a network with.
    fn databases_of(&self, service: &Service) -> Vec<&'a Cast<'a>> {
        self.playing(Role::Database).filter(|cast| cast.service.meets(service)).collect()
    }
}

impl Cast<'_> {
    fn name(&self) -> &str {
        self.service.name.as_str()
    }

    /// Whether this verification ends in a signature, and therefore has a parent that is root.
    fn attests(&self) -> bool {
        self.role == Role::Verifier && self.service.variable("MOSAIC_ATTESTATION_DIR").is_some()
    }
}

/// Applies all of them.
pub(super) fn apply(scene: &Scene<'_>, findings: &mut Findings) {
    stack::apply(scene, findings);
    order::apply(scene, findings);
    container::apply(scene, findings);
    secret::apply(scene, findings);
    volume::apply(scene, findings);
    database::apply(scene, findings);
    pair::apply(scene, findings);
}
