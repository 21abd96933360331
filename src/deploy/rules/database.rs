//! The server: how it is started, and who can reach it.

use super::super::finding::Findings;
use super::super::model::is_on;
use super::super::role::{Cast, Role};
use super::super::rule::Rule;
use super::super::settings;
use super::super::text::Text;
use super::Scene;

/// Where the image looks for scripts when its data directory is empty.
const INIT: &str = "/docker-entrypoint-initdb.d";

pub(super) fn apply(scene: &Scene<'_>, findings: &mut Findings) {
    for cast in scene.playing(Role::Database) {
        reached(scene, cast, findings);
        started(cast, findings);
        named(scene, cast, findings);
    }
}

fn reached(scene: &Scene<'_>, cast: &Cast<'_>, findings: &mut Findings) {
    let service = cast.service;
    if let Some(place) = service.ports {
        findings.of(Rule::DatabasePublished, place, cast.name(), "publishes a port");
    }
    for name in service.joined() {
        let network = scene.stack.networks.iter().find(|network| network.name.as_str() == name);
        if !is_on(network.and_then(|network| network.internal.as_ref())) {
            let attachment = service.networks.iter().find(|attachment| attachment.network.as_str() == name);
            let declared = network.map(|network| network.name.place);
            let place = declared.or(attachment.map(|attachment| attachment.network.place));
            let message = format!("is on the network {name}, which is not said to be internal");
            findings.of(Rule::NetworkInternal, place.unwrap_or(service.name.place), cast.name(), message);
        }
    }
}

fn started(cast: &Cast<'_>, findings: &mut Findings) {
    let service = cast.service;
    let targets = service.mounts.iter().map(|mount| (mount.place, &mount.target));
    let objects = service.secrets.iter().chain(&service.configs).map(|used| (used.key.place, &used.target));
    for (place, target) in targets.chain(objects).filter(|(_, target)| target.starts_with(INIT)) {
        findings.of(Rule::DatabaseInit, place, cast.name(), format!("runs what is mounted at {target}"));
    }
    if let Some(setting) = service.variable("POSTGRES_HOST_AUTH_METHOD") {
        let method = setting.value.as_ref();
        if !method.is_some_and(|method| method.is("scram-sha-256")) {
            let shown = method.map(Text::as_str).unwrap_or_default();
            let message = format!("accepts logins by {shown}");
            findings.of(Rule::DatabaseAuth, setting.name.place, cast.name(), message);
        }
    }
    let given = settings::of_command(&service.words());
    let has = |name: &str| given.iter().any(|setting| setting.name.as_str() == name);
    if !(has("hba_file") && (has("config_file") || has("ssl"))) {
        let place = service.command.as_ref().map_or(service.name.place, |command| command.place);
        let message = "is started without a hba_file, or without ssl and config_file";
        findings.of(Rule::DatabaseSettings, place, cast.name(), message);
    }
    settings::judge(&given, Some(cast.name()), findings);
}

/// The names that a client may use for it.
fn names(cast: &Cast<'_>) -> Vec<String> {
    let aliases = cast.service.networks.iter().flat_map(|attachment| &attachment.aliases);
    aliases.map(Text::symbolic).chain([cast.name().to_owned()]).collect()
}

fn named(scene: &Scene<'_>, cast: &Cast<'_>, findings: &mut Findings) {
    if scene.certificates.is_empty() {
        return;
    }
    let own = names(cast);
    let place = cast.service.name.place;
    let good_for = |cast: &Cast<'_>| {
        let names = names(cast);
        let good = scene.certificates.iter().filter(move |certificate| certificate.is_good_for_any(&names));
        good.map(|certificate| certificate.file()).collect::<Vec<_>>()
    };
    let certificates = good_for(cast);
    if certificates.is_empty() {
        let message = format!("no given certificate has {} among its alternative names", own.join(" or "));
        findings.of(Rule::CertificateName, place, cast.name(), message);
    }
    for other in scene.playing(Role::Database).take_while(|other| other.name() != cast.name()) {
        if let Some(both) = good_for(other).into_iter().find(|file| certificates.contains(file)) {
            let message = format!("{both} is good for it and for {}", other.name());
            findings.of(Rule::CertificatePair, place, cast.name(), message);
        }
    }
}
