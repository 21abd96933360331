//! The order of steps: nothing that uses a database starts before the runner has changed it and a verification proved it.

use super::matcher::{self, Rules, is_among};
use super::pattern::Pattern;
use super::read::prose::mood;
use super::region::{Mood, Region, Role};
use super::required::Need;
use super::rules::{DEPENDENCIES, ORDER};
use std::collections::BTreeMap;

macro_rules! pattern {
    ($name:ident = $text:expr) => {
        static $name: Pattern = Pattern::new($text);
    };
}

pattern!(
    COMPOSE = r"(?i)\b(?:docker|podman|nerdctl)[ -]compose(?:\s+-{1,2}[\w-]+(?:[= ][^\s-]\S*)?)*?\s+(?:up|start|restart|watch)\b([^|;&`]*)|\b(?:tilt\s+up|skaffold\s+(?:dev|run)|devspace\s+(?:dev|deploy)|garden\s+(?:dev|deploy))\b|\bdocker\s+stack\s+deploy\b|\bpodman\s+(?:kube\s+play|pod\s+start)\b|\bdocker\s+service\s+(?:create|update)\b[^|;&`]*gateway|\bdocker\s+run\b[^|;&`]*\bgateway\S*"
);
pattern!(
    GATEWAYS = r"(?i)\b(?:start|bring up|launch|roll(?: out)?|deploy|restart|boot|power up|scale up|fire up|spin up|switch on|turn on)(?:s|ing)?\s+(?:all\s+|both\s+|the\s+|your\s+|up\s+|(?:docker|compose|application)\s+|\w+\s+(?:and|&|\+)\s+)*(?:two\s+)?(?:gateways?|services|stack|pods|containers|servers?|platform|everything|api|application)\b|\b(?:stack|containers|services|pods)\b[^.]{0,40}\b(?:is|are|gets?)\s+(?:\w+\s+)?(?:started|running|rolled out|launched|brought up|deployed)\b|\bsystemctl\s+(?:enable\s+--now|start|restart)\s+(?:\S+\s+)*?\S*(?:gateway|api|mosaic\.target)|\bkubectl\s+(?:apply|create|rollout\s+restart|scale)\b|\bhelm\s+(?:-\S+\s+)*(?:install|upgrade)\b|\b(?:bring|take|spin|fire|power)\s+(?:\w+\s+){1,4}up\b|\b(?:start|launch)(?:s|ing)?\s+(?:\w+\s+){0,4}(?:with|by|in|through)\s+`?(?:docker |podman )?compose\b|\bdocker\s+(?:run|start)\b[^|;&]*\b(?:postgres|gateway)\S*|\b(?:bring|take|get)\s+(?:the\s+|all\s+|both\s+|your\s+)*(?:gateways?|services|stack|pods|containers|servers?|api)\s+(?:\w+\s+)?(?:up|back|online)\b|\bscale\s+(?:up\s+|out\s+)?(?:the\s+|all\s+|your\s+)*gateways?\b|\bgateways?\b[^.]{0,40}\b(?:is|are) (?:started|up|running|rolled out)\b"
);
pattern!(
    RUN = r"(?i)(?:^|[\s`'\x22/\[,])--run\b|\brun(?:s|ning)?\s+the\s+(?:runner|migrator)\b|\bcompose\b[^|;&]*\brun\b[^|;&]*\b(?:migrator|runner)\b|\bsystemctl\s+start\s+\S*(?:migrator|runner)|\b(?:the )?(?:runner|migrator)\s+(?:applies|runs|has|is run|finish\w+|brings|changes)\b|\bwith the runner\b|\bmigrate with the\b|\bthe runner\b|\bmosaic-db-migrator(?:[\w.-]*)?\s*$"
);
pattern!(VERIFY = r"(?i)(?:^|[\s`'\x22/\[,])--verify\b|\breadiness\b");
// Much is verified: after a run it is the database.
pattern!(CHECKED = r"(?i)\bverification\b|\bverif(?:y|ies|ied)\b");
// A program that starts Compose gives its words as arguments.
pattern!(STARTS = r"(?i)^(?:sudo )?(?:docker|podman)[ -]compose\s");
pattern!(BOOTSTRAP = r"(?i)\bbootstrap\b");
pattern!(
    NEEDS_DATABASE = r"(?i)^(?:.*(?:db|database|postgres\w*|pg\w*|gateway\S*|api|app|web|server|backend|worker|mosaic|federation|timescale|all)\b.*)$"
);
pattern!(RUNNER = r"(?i)migrat|\brun\b|verif");
pattern!(
    SIDELINE = r"(?i)(?:-f|--file|--profile)[ =]\S*(?:docs?|monitor|observ|mail|cache|prox|elk|grafana|valkey|redis|minio|tool|lint|metrics|tracing|static)"
);
pattern!(BEFORE_IT = r"(?i)\b(?:before|until)\b|\bonly (?:after|when|once|then)\b");

/// One step, in the order of the file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// Starts containers with a database or a gateway among them.
    Compose,
    /// Starts gateways.
    Gateways,
    Run,
    Verify,
    /// Verifies something.
    Checked,
    Bootstrap,
}

/// What a file has that starts something too early.
pub(super) fn need(rule: &str) -> Need {
    match rule {
        ORDER => {
            let later = Need::any([RUN.need(), BOOTSTRAP.need()]);
            Need::any([COMPOSE.need(), Need::all([GATEWAYS.need(), later])])
        }
        DEPENDENCIES => Need::any([
            Need::all([
                Need::word("services"),
                Need::word("gateway"),
                Need::any(["depends_on", "migrator", "command", "entrypoint"].map(Need::word)),
            ]),
            Need::all([Need::word("unit"), Need::any(["postgres", "before"].map(Need::word))]),
        ]),
        _ => Need::Nothing,
    }
}

/// What a sentence has that starts something.
pub(super) fn need_of_sentence() -> Need {
    Need::any([COMPOSE.need(), GATEWAYS.need()])
}

/// What a part of a file has that may be a step, or decide whether one comes too early.
pub(super) fn need_of_step() -> Need {
    Need::any([&COMPOSE, &GATEWAYS, &RUN, &VERIFY, &CHECKED, &BOOTSTRAP].map(Pattern::need))
}

/// Which regions start something too early.
pub(super) fn judge(path: &str, regions: &[Region], among: &Rules) -> Vec<(&'static str, usize)> {
    let mut found = Vec::new();
    if is_among(ORDER, among) {
        found.extend(steps_out_of_order(regions, among));
    }
    if is_among(DEPENDENCIES, among) {
        found.extend(dependencies(path, regions));
    }
    found
}

fn steps_out_of_order(regions: &[Region], among: &Rules) -> Vec<(&'static str, usize)> {
    let mut steps: Vec<(usize, usize, Step)> = Vec::new();
    let may_be_step =
        |region: &Region| among.contains(matcher::EVERY) || matcher::may_be_step(&[region.text.as_str()]);
    let near = regions.iter().enumerate().filter(|(_, region)| may_be_step(region));
    let speaking = near.filter(|(_, region)| match region.role {
        Role::Command | Role::Sentence => true,
        Role::Literal => STARTS.is_in(region.text.as_str()) && !matcher::is_told(region),
        _ => false,
    });
    for (position, region) in speaking {
        let text = region.text.as_str();
        let asserts =
            || region.mood == Mood::Asserts && (region.role != Role::Sentence || mood(text) == Mood::Asserts);
        let place = |at: usize| region.text.source(at);
        if let Some(found) = COMPOSE.captures(text)
            && asserts()
        {
            let part = |number| found.get(number).map_or(0..0, |part: regex::bytes::Match<'_>| part.range());
            let (whole, services) = (part(0), part(1));
            if SIDELINE.is_in(text.get(whole.clone()).unwrap_or_default()) {
                continue;
            }
            match started(text.get(services).unwrap_or_default()) {
                Some(step) => steps.push((place(whole.start), position, step)),
                None => continue,
            }
        }
        // "Before the gateways start, …" names the step that comes later first.
        for (pattern, step) in [
            (&RUN, Step::Run),
            (&VERIFY, Step::Verify),
            (&CHECKED, Step::Checked),
            (&BOOTSTRAP, Step::Bootstrap),
        ] {
            for one in pattern.find_all(text) {
                steps.push((place(one.start), position, step));
            }
        }
        if let Some(one) = GATEWAYS.find(text)
            && !BEFORE_IT.is_in(part_around(text, one.start))
            && asserts()
        {
            steps.push((place(one.start), position, Step::Gateways));
        }
    }
    steps.sort_by_key(|(place, ..)| *place);
    let mut found = Vec::new();
    let seen = |steps: &[(usize, usize, Step)], step| steps.iter().any(|(_, _, one)| *one == step);
    for (at, (_, position, step)) in steps.iter().enumerate() {
        let (before, after) = steps.split_at(at);
        let proved = seen(before, Step::Verify) || seen(before, Step::Run) && seen(before, Step::Checked);
        let is_run = seen(before, Step::Run);
        let comes_later = seen(after, Step::Run) || seen(after, Step::Bootstrap);
        let too_early = match step {
            Step::Compose => !proved,
            Step::Gateways if is_run => !proved && seen(after, Step::Verify),
            Step::Gateways => !proved && comes_later,
            Step::Run | Step::Verify | Step::Checked | Step::Bootstrap => false,
        };
        if too_early {
            found.push((ORDER, *position));
        }
    }
    found
}

/// What stands between semicolons around a place.
fn part_around(text: &str, at: usize) -> &str {
    let (before, after) = text.split_at_checked(at).unwrap_or((text, ""));
    let start = before.rfind(';').map_or(0, |end| end + 1);
    let end = after.find(';').map_or(text.len(), |end| at + end);
    text.get(start..end).unwrap_or_default()
}

/// What these services of a Compose file are: `None` if none of them has to do with the database.
fn started(services: &str) -> Option<Step> {
    let mut names = Vec::new();
    let mut words = services.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "-t" | "--timeout" | "--scale" | "--profile" | "-f" | "--wait-timeout" | "--pull"
            | "--exit-code-from" => {
                words.next();
            }
            _ if word.starts_with('-') => {}
            _ if word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.\"'".contains(&byte)) => {
                names.push(word)
            }
            _ => break,
        }
    }
    if names.is_empty() {
        return Some(Step::Compose);
    }
    let names: Vec<_> = names.into_iter().filter(|name| !RUNNER.is_in(name)).collect();
    if names.is_empty() {
        return Some(Step::Run);
    }
    names.iter().any(|name| NEEDS_DATABASE.is_in(name)).then_some(Step::Compose)
}

/// One service of a Compose file, or a unit.
#[derive(Default)]
struct Service {
    position: usize,
    image: String,
    command: String,
    needs: Vec<(String, String)>,
    /// Whether it has what another part of the file says.
    merges: bool,
    /// Whether it counts as healthy only when the program finds the database ready.
    asks: bool,
}

fn dependencies(path: &str, regions: &[Region]) -> Vec<(&'static str, usize)> {
    let mut services: BTreeMap<String, Service> = BTreeMap::new();
    let mut units = Vec::new();
    // What is started before the runner.
    let mut earlier = Vec::new();
    for (position, region) in regions.iter().enumerate().filter(|(_, region)| region.role == Role::Setting) {
        let Some((key, value)) = region.text.as_str().split_once(" = ") else { continue };
        if ["Unit.After", "Unit.Requires", "Unit.Wants", "Unit.BindsTo"].contains(&key) {
            units.push((position, value));
        }
        if key == "Unit.Before" && RUNNER.is_in(value) {
            earlier.push(position);
        }
        let mut parts = key.split('.');
        let (Some("services"), Some(name), Some(part)) = (parts.next(), parts.next(), parts.next()) else {
            continue;
        };
        let service = services.entry(name.to_owned()).or_default();
        service.position = if service.position == 0 { position } else { service.position };
        let rest: Vec<&str> = parts.collect();
        match (part, rest.as_slice()) {
            ("<<" | "depends_on" | "extends", []) if value.starts_with('*') || part == "extends" => {
                service.merges = true;
            }
            ("healthcheck", _) if value.contains("readiness") => service.asks = true,
            ("image", _) => value.clone_into(&mut service.image),
            ("command" | "entrypoint", _) => service.command.push_str(value),
            ("depends_on", [other, "condition"]) => {
                service.position = position;
                service.needs.push(((*other).to_owned(), value.to_owned()));
            }
            ("depends_on", _) => {
                service.position = position;
                service.needs.push((value.to_owned(), "service_started".to_owned()));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    let is_gateway =
        |name: &str, service: &Service| name.contains("gateway") || service.image.contains("gateway");
    let is_runner = |name: &str, service: &Service| {
        service.image.contains("mosaic-db-migrator")
            || name.contains("migrator")
            || service.command.contains("--run")
            || service.command.contains("--verify")
    };
    for (name, service) in &services {
        let of = |other: &String| services.get_key_value(other);
        let runner_waits = is_runner(name, service)
            && service
                .needs
                .iter()
                .filter_map(|(other, _)| of(other))
                .any(|(name, found)| is_gateway(name, found) && !is_runner(name, found));
        let gateway_does_not = is_gateway(name, service)
            && !is_runner(name, service)
            && !service.merges
            && !service.asks
            && (!service.needs.is_empty() || services.iter().any(|(name, one)| is_runner(name, one)))
            && !service.needs.iter().any(|(other, condition)| {
                condition == "service_completed_successfully"
                    && (of(other).is_none_or(|(name, found)| is_runner(name, found)))
            });
        if runner_waits || gateway_does_not {
            found.push((DEPENDENCIES, service.position));
        }
    }
    let of_gateway = path.contains("gateway")
        || regions.iter().any(|region| {
            region.role == Role::Setting
                && region.text.as_str().starts_with("Service.ExecStart = ")
                && region.text.as_str().contains("gateway")
        });
    if of_gateway && !path.contains("migrator") {
        found.extend(earlier.into_iter().map(|position| (DEPENDENCIES, position)));
    }
    if of_gateway
        && !path.contains("migrator")
        && let Some((position, _)) = units.iter().find(|(_, value)| value.contains("postgres"))
        && !units.iter().any(|(_, value)| value.contains("migrator") || value.contains("verify"))
    {
        found.push((DEPENDENCIES, *position));
    }
    found
}
