//! What a container may do, and as whom.

use super::super::finding::Findings;
use super::super::model::{Source, is_on};
use super::super::place::Place;
use super::super::role::{Cast, Role};
use super::super::rule::Rule;
use super::super::text::{Piece, Text};
use super::Scene;

/// Sockets of container engines.
const SOCKETS: [&str; 5] = ["docker.sock", "podman.sock", "containerd.sock", "crio.sock", "docker.raw.sock"];
/// Directories of the machine that hold other services' files, and the engine's.
const SYSTEM: [&str; 8] = ["/", "/etc", "/home", "/var", "/var/lib", "/run", "/var/run", "/run/secrets"];
/// Those of which no part is harmless.
const TREES: [&str; 8] = [
    "/boot",
    "/dev",
    "/proc",
    "/root",
    "/sys",
    "/var/lib/docker",
    "/var/lib/containerd",
    "/var/lib/containers",
];
/// What a parent that is root needs to open files as their owners and to give away what it wrote.
const PARENT: [&str; 3] = ["CHOWN", "SETGID", "SETUID"];
/// The users of the parts that have a fixed one.
const IDENTITIES: [&str; 3] = ["10001", "10002", "10003"];

pub(super) fn apply(scene: &Scene<'_>, findings: &mut Findings) {
    for cast in scene.cast {
        privileges(cast, findings);
        paths(cast, findings);
        image(cast, findings);
        if cast.role == Role::Other {
            reserved(cast, findings);
        } else {
            user(cast, findings);
            hardened(scene, cast, findings);
        }
    }
}

fn privileges(cast: &Cast<'_>, findings: &mut Findings) {
    let service = cast.service;
    let privileged = service.privileged.as_ref().filter(|text| !text.is("false")).map(|text| text.place);
    for (place, what) in [(privileged, "is privileged"), (service.devices, "has devices of the machine")] {
        if let Some(place) = place {
            findings.of(Rule::ContainerPrivileged, place, cast.name(), what);
        }
    }
    for (key, value) in &service.namespaces {
        let text = value.as_str();
        let shared = text == "host" || text.starts_with("service:") || text.starts_with("container:");
        if shared || text.contains('$') {
            findings.of(Rule::ContainerNamespace, value.place, cast.name(), format!("shares {key}: {text}"));
        }
    }
    for option in &service.security {
        let text = option.as_str().replace('=', ":");
        if text.ends_with(":unconfined") || text == "label:disable" || text == "systempaths:unconfined" {
            findings.of(
                Rule::ContainerConfined,
                option.place,
                cast.name(),
                format!("is not confined: {option}"),
            );
        }
    }
}

fn paths(cast: &Cast<'_>, findings: &mut Findings) {
    if let Some(socket) = cast.service.api_socket.as_ref().filter(|text| !text.is("false")) {
        findings.of(Rule::ContainerSocket, socket.place, cast.name(), "asks for the engine's socket");
    }
    for mount in &cast.service.mounts {
        let Source::Host(path) = &mount.source else { continue };
        let inside =
            |tree: &str| path.strip_prefix(tree).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        if SOCKETS.iter().any(|socket| path.ends_with(socket)) {
            findings.of(Rule::ContainerSocket, mount.place, cast.name(), format!("has {path}"));
        } else if SYSTEM.contains(&path.as_str()) || TREES.iter().any(|tree| inside(tree)) {
            findings.of(Rule::ContainerHost, mount.place, cast.name(), format!("has {path} of the machine"));
        }
    }
}

fn image(cast: &Cast<'_>, findings: &mut Findings) {
    let service = cast.service;
    let (place, what) = match (&service.image, &service.build) {
        (Some(image), _) if is_by_digest(image) => return,
        (Some(image), _) => (image.place, format!("has an image without a digest in this file: {image}")),
        (None, Some(build)) => (build.place, "has its image built where it is deployed".to_owned()),
        (None, None) => (service.name.place, "has no image".to_owned()),
    };
    findings.of(Rule::ImageDigest, place, cast.name(), what);
}

/// Whether a name ends in `@sha256:` and a digest, or a variable for one: the engine takes nothing else there.
pub(in crate::deploy) fn is_by_digest(image: &Text) -> bool {
    const MARK: &str = "@sha256:";
    let pieces = image.pieces();
    let is_digest =
        |text: &str| text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    match pieces.as_slice() {
        [.., Piece::Literal(before), Piece::Variable { .. }] => before.ends_with(MARK),
        [.., Piece::Literal(last)] => last.split_once(MARK).is_some_and(|(_, digest)| is_digest(digest)),
        _ => false,
    }
}

fn reserved(cast: &Cast<'_>, findings: &mut Findings) {
    for who in cast.service.user.iter().chain(&cast.service.groups) {
        let numbers = who.with_defaults();
        if numbers.split(':').any(|part| IDENTITIES.contains(&part)) {
            let message = format!("runs as {who}, which is kept for another part");
            findings.of(Rule::UserReserved, who.place, cast.name(), message);
        }
    }
}

/// The user that a part runs as; nothing where only root is ruled out.
fn expected(cast: &Cast<'_>) -> Option<&'static str> {
    match cast.role {
        Role::Gateway => Some("10001:10001"),
        Role::Importer => Some("10002:10002"),
        Role::Runner => Some("10003:10003"),
        Role::Verifier if !cast.attests() => Some("10003:10003"),
        Role::Verifier | Role::Handoff => Some("0:0"),
        Role::Database | Role::Other => None,
    }
}

fn user(cast: &Cast<'_>, findings: &mut Findings) {
    let service = cast.service;
    if let Some(group) = service.groups.first() {
        findings.of(Rule::UserIdentity, group.place, cast.name(), format!("is in the further group {group}"));
    }
    let Some(user) = &service.user else {
        let message = "names no user, so the image decides";
        findings.of(Rule::UserIdentity, service.name.place, cast.name(), message);
        return;
    };
    let good = expected(cast).map_or_else(|| !is_root(user), |expected| user.is(expected));
    if !good {
        let wanted = expected(cast).unwrap_or("one that is not root");
        findings.of(
            Rule::UserIdentity,
            user.place,
            cast.name(),
            format!("runs as {user} instead of {wanted}"),
        );
    }
}

/// What a variable decides may be root.
fn is_root(user: &Text) -> bool {
    let Some(text) = user.literal() else { return true };
    let number = text.split(':').next().unwrap_or_default();
    number.is_empty() || number == "root" || number.bytes().all(|byte| byte == b'0')
}

fn hardened(scene: &Scene<'_>, cast: &Cast<'_>, findings: &mut Findings) {
    let service = cast.service;
    let here = |text: Option<&Text>| text.map_or(service.name.place, |text| text.place);
    if !is_on(service.read_only.as_ref()) {
        let place = here(service.read_only.as_ref());
        findings.of(Rule::ContainerReadOnly, place, cast.name(), "can write to its root file system");
    }
    if !service.cap_drop.iter().any(|cap| cap.as_str().eq_ignore_ascii_case("all")) {
        let place = here(service.cap_drop.first());
        findings.of(
            Rule::ContainerCapDrop,
            place,
            cast.name(),
            "keeps the capabilities that a container has by default",
        );
    }
    capabilities(cast, findings);
    let gains_none = service.security.iter().any(|option| {
        matches!(option.as_str(), "no-new-privileges" | "no-new-privileges:true" | "no-new-privileges=true")
    });
    // A swarm takes it from the configuration of its daemons.
    if !gains_none && !scene.is_swarm() {
        let place: Place = here(service.security.first());
        findings.of(
            Rule::ContainerPrivileges,
            place,
            cast.name(),
            "can gain privileges by starting a program",
        );
    }
}

fn capabilities(cast: &Cast<'_>, findings: &mut Findings) {
    let needed: &[&str] = if cast.attests() || cast.role == Role::Handoff { &PARENT } else { &[] };
    let mut missing = needed.to_vec();
    for cap in &cast.service.cap_add {
        let name = cap.as_str().to_ascii_uppercase();
        let name = name.strip_prefix("CAP_").unwrap_or(&name);
        if !needed.contains(&name) {
            findings.of(Rule::ContainerCapAdd, cap.place, cast.name(), format!("is given {cap}"));
        }
        missing.retain(|needed| *needed != name);
    }
    if !missing.is_empty() {
        let place = cast.service.cap_add.first().map_or(cast.service.name.place, |cap| cap.place);
        findings.of(
            Rule::ContainerCapAdd,
            place,
            cast.name(),
            format!("is not given {}", missing.join(", ")),
        );
    }
}
