//! Where credentials are, and who has them.

use super::super::credential;
use super::super::finding::Findings;
use super::super::holding::{FILES, Matter, Named, behind, files, secrets};
use super::super::model::{Access, Object, Orchestrator, Use};
use super::super::role::{Cast, Role};
use super::super::rule::Rule;
use super::super::text::{Piece, Text};
use super::Scene;

pub(super) fn apply(scene: &Scene<'_>, findings: &mut Findings) {
    for cast in scene.cast {
        visible(cast, findings);
    }
    for object in scene.stack.secrets.iter().chain(&scene.stack.configs) {
        source(object, findings);
        if scene.is_swarm() {
            versioned(object, findings);
        }
    }
    for cast in scene.known() {
        foreign(cast, findings);
        mounted(cast, findings);
        isolated(scene, cast, findings);
        modes(scene, cast, findings);
        if cast.role.connects() && cast.service.variable("DATABASE_TLS_CA_CERT_PATH").is_none() {
            let message = "names no certificate authority (DATABASE_TLS_CA_CERT_PATH)";
            findings.of(Rule::TlsCa, cast.service.name.place, cast.name(), message);
        }
    }
}

/// In what everybody may look at.
fn visible(cast: &Cast<'_>, findings: &mut Findings) {
    let service = cast.service;
    for setting in service.environment.iter().filter(|setting| credential::is_set(setting)) {
        let message = format!("has a credential in its environment: {}", setting.name);
        findings.of(Rule::SecretEnvironment, setting.name.place, cast.name(), message);
    }
    for file in &service.env_files {
        findings.of(
            Rule::SecretEnvFile,
            file.place,
            cast.name(),
            format!("takes its environment from {file}"),
        );
    }
    for word in credential::among(&service.words()) {
        findings.of(Rule::SecretArguments, word.place, cast.name(), "has a credential among its arguments");
    }
    let test = service.health.as_ref().and_then(|health| health.test.as_ref());
    let words: Vec<&Text> = test.iter().flat_map(|test| &test.words).collect();
    for word in credential::among(&words) {
        findings.of(Rule::SecretHealth, word.place, cast.name(), "has a credential in its health check");
    }
    for label in service.labels.iter().filter(|label| credential::is_set(label)) {
        let message = format!("has a credential in its label {}", label.name);
        findings.of(Rule::SecretLabels, label.name.place, cast.name(), message);
    }
    for arg in service.build.iter().flat_map(|build| &build.args).filter(|arg| credential::is_set(arg)) {
        let message = format!("has a credential as build argument {}", arg.name);
        findings.of(Rule::SecretBuild, arg.name.place, cast.name(), message);
    }
}

fn source(object: &Object, findings: &mut Findings) {
    let environment = object.environment.as_ref().map(|text| (text.place, "the environment"));
    let content = object.content.as_ref().filter(|text| credential::is_in(text));
    for (place, from) in environment.into_iter().chain(content.map(|text| (text.place, "text in this file")))
    {
        findings.add(Rule::SecretSource, place, format!("{} is made from {from}", object.key));
    }
}

/// `…-7`, `….v7.…`, or with a variable that nobody set for good.
fn versioned(object: &Object, findings: &mut Findings) {
    let name = object.name.as_ref().unwrap_or(&object.key);
    let varies = name.pieces().iter().any(|piece| matches!(piece, Piece::Variable { default: None, .. }));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = name.as_str().split(['-', '_', '.']).skip(1).collect();
    let marked = parts.iter().any(|part| part.strip_prefix('v').is_some_and(is_number));
    if !varies && !marked && !parts.last().is_some_and(|last| is_number(last)) {
        findings.add(Rule::SecretVersioned, name.place, format!("{name} has no version in its name"));
    }
}

/// Who may be told of what.
fn users_of(variable: &str) -> &'static [Role] {
    match variable {
        "DATABASE_MIGRATION_URL_FILE" => &[Role::Runner, Role::Verifier],
        "DATABASE_URL_FILE" => &[Role::Gateway],
        // A runner has the environment of the verification, and does not open that file.
        "MOSAIC_TARGET_URL_FILE" => &[Role::Importer, Role::Verifier, Role::Runner],
        "MOSAIC_ATTESTATION_SIGNING_KEY_FILE" => &[Role::Verifier],
        "POSTGRES_PASSWORD_FILE" | "ssl_key_file" => &[Role::Database],
        _ => &[Role::Importer],
    }
}

/// What a service is told of that is not its own. A gateway that runs something else may have files of its own.
fn foreign(cast: &Cast<'_>, findings: &mut Findings) {
    for (name, _) in FILES.into_iter().filter(|(_, matter)| *matter == Matter::Secret) {
        let Some(setting) = cast.service.variable(name) else { continue };
        if !users_of(name).contains(&cast.role) {
            let message = format!("is told of {name}, which is not for a {}", cast.role.name());
            findings.of(Rule::SecretForeign, setting.name.place, cast.name(), message);
        }
    }
}

fn mounted(cast: &Cast<'_>, findings: &mut Findings) {
    for file in files(cast.service) {
        if behind(cast, &file.path()).is_none() {
            let message = format!("nothing is mounted where {} leads: {}", file.by, file.path());
            findings.of(Rule::SecretMounted, file.path.place, cast.name(), message);
        }
    }
    for file in secrets(cast.service) {
        if let Some(inside) = behind(cast, &file.path()).filter(|inside| inside.access == Access::Write) {
            let message = format!("can write to what {} leads to", file.by);
            findings.of(Rule::SecretReadOnly, inside.place, cast.name(), message);
        }
    }
}

/// Nobody else has what this service is told of.
fn isolated(scene: &Scene<'_>, owner: &Cast<'_>, findings: &mut Findings) {
    for file in secrets(owner.service).into_iter().filter(|file| users_of(file.by).contains(&owner.role)) {
        let Some(held) = behind(owner, &file.path()) else { continue };
        for other in scene.cast.iter().filter(|other| other.name() != owner.name()) {
            if may_share(&file, owner.role, other.role, held.origin.is_object()) {
                continue;
            }
            for inside in other.insides.iter().filter(|inside| inside.origin.contains(&held.origin)) {
                let message = format!("has what {} of {} leads to", file.by, owner.name());
                findings.of(Rule::SecretIsolation, inside.place, other.name(), message);
            }
        }
    }
}

/// Copies in files have one owner each; a swarm gives each service a copy of its own.
fn may_share(file: &Named<'_>, owner: Role, other: Role, object: bool) -> bool {
    let users = users_of(file.by);
    let same_copy = (owner == Role::Importer) == (other == Role::Importer);
    users.contains(&other) && (same_copy || object)
}

fn modes(scene: &Scene<'_>, cast: &Cast<'_>, findings: &mut Findings) {
    for used in &cast.service.secrets {
        if scene.stack.orchestrator == Orchestrator::Swarm {
            if let Err(message) = has_owner_and_mode(used, cast) {
                findings.of(Rule::SecretMode, used.key.place, cast.name(), message);
            }
        } else if let Some(ignored) = [&used.uid, &used.gid, &used.mode].into_iter().flatten().next() {
            let message = format!("gives {} an owner or mode that has no effect", used.key);
            findings.of(Rule::SecretIgnoredMode, ignored.place, cast.name(), message);
        }
    }
}

fn has_owner_and_mode(used: &Use, cast: &Cast<'_>) -> Result<(), String> {
    let given = |text: &Option<Text>| text.as_ref().map(Text::symbolic);
    let (Some(uid), Some(gid), Some(mode)) = (given(&used.uid), given(&used.gid), given(&used.mode)) else {
        return Err(format!("does not say owner and mode of {}", used.key));
    };
    if !matches!(mode.as_str(), "0400" | "0o400" | "256") {
        return Err(format!("has {} with mode {mode}", used.key));
    }
    // Root opens the files of the two whose copies it compares.
    let by_root = cast.attests() && matches!(uid.as_str(), "0" | "10002" | "10003");
    let user = cast.service.user.as_ref().map(Text::symbolic).unwrap_or_default();
    if user == format!("{uid}:{gid}") || by_root {
        return Ok(());
    }
    Err(format!("has {} of {uid}:{gid}", used.key))
}
