//! Who comes after whom, and that who ends is not started again.

use super::super::finding::Findings;
use super::super::model::{Condition, Service};
use super::super::role::{Cast, Role};
use super::super::rule::Rule;
use super::super::text::Text;
use super::super::words::is_shell;
use super::Scene;

pub(super) fn apply(scene: &Scene<'_>, findings: &mut Findings) {
    for cast in scene.known() {
        if cast.role.ends() {
            one_shot(scene, cast, findings);
            single(cast, findings);
            direct(cast, findings);
        }
        if !scene.is_swarm() {
            order(scene, cast, findings);
        }
        if cast.role == Role::Gateway {
            health(cast, findings);
        }
    }
}

/// The rule for the runner, and the one for the other steps.
const fn either(cast: &Cast<'_>, runner: Rule, step: Rule) -> Rule {
    match cast.role {
        Role::Runner => runner,
        _ => step,
    }
}

fn one_shot(scene: &Scene<'_>, cast: &Cast<'_>, findings: &mut Findings) {
    let rule = either(cast, Rule::RunnerOneShot, Rule::StepOneShot);
    let service = cast.service;
    let ends = |text: &Text| text.is("no") || text.is("false") || text.is("none");
    if let Some(condition) = service.restart_condition.as_ref().filter(|text| !ends(text)) {
        let message = format!("is started again: its restart policy is {condition}");
        findings.of(rule, condition.place, cast.name(), message);
    }
    if scene.is_swarm() {
        if service.restart_condition.is_none() {
            findings.of(rule, service.name.place, cast.name(), "is started again: that is a swarm's default");
        }
    } else if let Some(restart) = service.restart.as_ref().filter(|text| !ends(text)) {
        findings.of(rule, restart.place, cast.name(), format!("is started again: restart is {restart}"));
    }
}

fn single(cast: &Cast<'_>, findings: &mut Findings) {
    let rule = either(cast, Rule::RunnerSingle, Rule::StepSingle);
    let service = cast.service;
    if let Some(scale) = service.scale.as_ref().filter(|text| !(text.is("0") || text.is("1"))) {
        findings.of(rule, scale.place, cast.name(), format!("is there {scale} times"));
    }
    if let Some(mode) =
        service.mode.as_ref().filter(|text| !(text.is("replicated") || text.is("replicated-job")))
    {
        findings.of(
            rule,
            mode.place,
            cast.name(),
            format!("is there once for each node: its mode is {mode}"),
        );
    }
}

fn direct(cast: &Cast<'_>, findings: &mut Findings) {
    let words = cast.service.words();
    if let Some(first) = words.first().filter(|_| is_shell(&words)) {
        findings.of(Rule::CommandDirect, first.place, cast.name(), format!("is run by {first}"));
    }
    if let Some(place) = cast.service.hooks {
        findings.of(Rule::CommandDirect, place, cast.name(), "has another command run in its container");
    }
}

fn health(cast: &Cast<'_>, findings: &mut Findings) {
    let service = cast.service;
    let Some(health) = &service.health else {
        findings.of(Rule::GatewayHealth, service.name.place, cast.name(), "has no health check");
        return;
    };
    let none = health.test.as_ref().is_none_or(|test| test.words.first().is_none_or(|word| word.is("NONE")));
    let disabled = health.disable.as_ref().is_some_and(|text| !text.is("false"));
    if none || disabled {
        let place = health.disable.as_ref().map_or(health.place, |text| text.place);
        findings.of(Rule::GatewayHealth, place, cast.name(), "has its health check turned off");
    }
}

fn order(scene: &Scene<'_>, cast: &Cast<'_>, findings: &mut Findings) {
    let (rule, before, condition, wanted) = match cast.role {
        Role::Runner => (Rule::OrderRunner, Role::Database, Condition::Healthy, "the database is healthy"),
        Role::Gateway => (Rule::OrderGateway, Role::Runner, Condition::Completed, "a runner has ended well"),
        Role::Verifier => {
            (Rule::OrderVerify, Role::Runner, Condition::Completed, "the runner has ended well")
        }
        Role::Handoff => {
            (Rule::OrderHandoff, Role::Verifier, Condition::Completed, "verification has ended well")
        }
        Role::Importer => {
            (Rule::OrderImporter, Role::Handoff, Condition::Completed, "the handoff has ended well")
        }
        Role::Database | Role::Other => return,
    };
    // The server may be run elsewhere; a gateway without a runner is one that nobody made a shape for.
    if before == Role::Database && scene.playing(Role::Database).next().is_none() {
        return;
    }
    let own: Vec<&str> = scene.databases_of(cast.service).iter().map(|cast| cast.name()).collect();
    let is_before = |service: &Service| {
        let Some(found) = scene.cast.iter().find(|cast| cast.service.name == service.name) else {
            return false;
        };
        let theirs = scene.databases_of(found.service);
        // A controller that hands over has no network.
        let pair =
            own.is_empty() || theirs.is_empty() || theirs.iter().any(|cast| own.contains(&cast.name()));
        found.role == before && pair
    };
    if !comes_after(scene, cast.service, &is_before, condition, &mut Vec::new()) {
        let place = cast.service.after.first().map_or(cast.service.name.place, |after| after.service.place);
        findings.of(rule, place, cast.name(), format!("does not wait until {wanted}"));
    }
}

/// Whether a service starts only when such a one is that far, by itself or because it waits for one that does.
fn comes_after<'a>(
    scene: &Scene<'a>,
    service: &'a Service,
    is_before: &dyn Fn(&Service) -> bool,
    condition: Condition,
    seen: &mut Vec<&'a str>,
) -> bool {
    seen.push(service.name.as_str());
    service.after.iter().any(|dependency| {
        let Some(before) = scene.stack.service(dependency.service.as_str()) else { return false };
        if is_before(before) {
            return dependency.condition == condition;
        }
        dependency.condition != Condition::Started
            && !seen.contains(&before.name.as_str())
            && comes_after(scene, before, is_before, condition, seen)
    })
}
