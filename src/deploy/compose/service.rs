//! One service of a Compose file.

use super::super::model::{
    Access, Attachment, Build, Condition, Dependency, Health, Mount, Service, Source, Use, is_on,
};
use super::super::read::Shape;
use super::super::text::Text;
use super::super::words::Words;
use super::super::yaml::{Node, Value};
use super::path;

/// What a container may share with the machine or with another container.
const NAMESPACES: [&str; 6] = ["network_mode", "pid", "ipc", "uts", "userns_mode", "cgroup"];

/// Commands that are run in a container beside its own.
const HOOKS: [&str; 2] = ["post_start", "pre_stop"];

pub(super) fn read(name: &Text, node: &Node) -> Result<Service, Shape> {
    node.entries()?;
    let deploy = node.get("deploy");
    let of_deploy = |key: &str| deploy.map_or(Ok(None), |deploy| deploy.text_of(key));
    let restart_condition = deploy
        .and_then(|deploy| deploy.get("restart_policy"))
        .map_or(Ok(None), |policy| policy.text_of("condition"))?;
    let mut namespaces = Vec::new();
    for key in NAMESPACES {
        namespaces.extend(node.text_of(key)?.map(|text| (key, text)));
    }
    let scale = of_deploy("replicas")?.or(node.text_of("scale")?);
    Ok(Service {
        name: name.clone(),
        extends: node.get("extends").map(|node| node.place),
        image: node.text_of("image")?,
        build: node.get("build").map(build).transpose()?,
        entrypoint: words(node, "entrypoint")?,
        command: words(node, "command")?,
        user: node.text_of("user")?,
        environment: node.settings_of("environment")?,
        env_files: env_files(node)?,
        labels: [
            node.settings_of("labels")?,
            node.settings_of("annotations")?,
            deploy.map_or(Ok(Vec::new()), |node| node.settings_of("labels"))?,
        ]
        .concat(),
        health: node.get("healthcheck").map(health).transpose()?,
        mounts: mounts(node)?,
        secrets: uses(node, "secrets", "/run/secrets/", Source::Secret)?,
        configs: uses(node, "configs", "/", Source::Config)?,
        networks: attachments(node)?,
        namespaces,
        privileged: node.text_of("privileged")?,
        read_only: node.text_of("read_only")?,
        cap_add: node.texts_of("cap_add")?,
        cap_drop: node.texts_of("cap_drop")?,
        security: node.texts_of("security_opt")?,
        devices: node.get("devices").map(|node| node.place),
        ports: node.get("ports").filter(|node| !is_empty(node)).map(|node| node.place),
        restart: node.text_of("restart")?,
        scale,
        mode: of_deploy("mode")?,
        restart_condition,
        after: dependencies(node)?,
        volumes_from: node.get("volumes_from").map(|node| node.place),
        groups: node.texts_of("group_add")?,
        hooks: HOOKS.into_iter().find_map(|key| node.get(key)).map(|node| node.place),
        api_socket: node.text_of("use_api_socket")?,
    })
}

fn is_empty(node: &Node) -> bool {
    matches!(&node.value, Value::List(items) if items.is_empty())
}

fn build(node: &Node) -> Result<Build, Shape> {
    if let Value::Scalar(_) = node.value {
        return Ok(Build { place: node.place, args: Vec::new(), context: Some(node.text()?) });
    }
    Ok(Build { place: node.place, args: node.settings_of("args")?, context: node.text_of("context")? })
}

fn words(node: &Node, key: &str) -> Result<Option<Words>, Shape> {
    let Some(node) = node.get(key) else { return Ok(None) };
    Ok(Some(match &node.value {
        Value::List(items) => {
            let words = items.iter().map(|item| item.text()).collect::<Result<_, _>>()?;
            Words { place: node.place, words }
        }
        _ => Words::split(&node.text()?),
    }))
}

fn env_files(node: &Node) -> Result<Vec<Text>, Shape> {
    let Some(Value::List(items)) = node.get("env_file").map(|node| &node.value) else {
        return node.texts_of("env_file");
    };
    let one = |item: &Node| match item.text_of("path")? {
        Some(path) => Ok(path),
        None => item.text(),
    };
    items.iter().map(|item| one(item)).collect()
}

fn health(node: &Node) -> Result<Health, Shape> {
    Ok(Health { place: node.place, test: words(node, "test")?, disable: node.text_of("disable")? })
}

fn mounts(node: &Node) -> Result<Vec<Mount>, Shape> {
    let mut mounts = Vec::new();
    for item in node.items_of("volumes")? {
        mounts.push(match &item.value {
            Value::Map(_) => long(item)?,
            _ => short(&item.text()?),
        });
    }
    for text in node.texts_of("tmpfs")? {
        let target = text.as_str().split(':').next().unwrap_or_default().to_owned();
        mounts.push(Mount { place: text.place, source: Source::Fresh, target, access: Access::Write });
    }
    Ok(mounts)
}

/// `[SOURCE:]TARGET[:OPTIONS]`.
fn short(text: &Text) -> Mount {
    let parts = text.split_colons();
    let (source, target, options) = match parts.as_slice() {
        [target] => (None, target, None),
        [source, target] => (Some(source), target, None),
        [source, target, options, ..] => (Some(source), target, Some(options)),
        [] => (None, text, None),
    };
    let read_only = options.is_some_and(|options| options.as_str().split(',').any(|option| option == "ro"));
    Mount {
        place: text.place,
        source: source.map_or(Source::Fresh, self::source),
        target: target.symbolic(),
        access: if read_only { Access::Read } else { Access::Write },
    }
}

/// A path, or the name of a volume.
fn source(text: &Text) -> Source {
    let symbolic = text.symbolic();
    if symbolic.contains('/') || symbolic.starts_with(['.', '~', '$']) {
        Source::Host(path::normal(&symbolic))
    } else {
        Source::Volume { name: symbolic, within: String::new() }
    }
}

fn long(node: &Node) -> Result<Mount, Shape> {
    let source = node.text_of("source")?;
    let kind = node.text_of("type")?;
    let source = match (kind.as_ref().map(Text::as_str), source) {
        (Some("bind"), Some(path)) => Source::Host(path::normal(&path.symbolic())),
        (_, Some(name)) => match self::source(&name) {
            Source::Volume { name, .. } => {
                let within = node.get("volume").map_or(Ok(None), |volume| volume.text_of("subpath"))?;
                Source::Volume { name, within: within.as_ref().map(Text::symbolic).unwrap_or_default() }
            }
            other => other,
        },
        (_, None) => Source::Fresh,
    };
    let target = node.text_of("target")?.ok_or(Shape::new(node.place, "a mount with a target"))?;
    let read_only = is_on(node.text_of("read_only")?.as_ref());
    let access = if read_only { Access::Read } else { Access::Write };
    Ok(Mount { place: node.place, source, target: target.symbolic(), access })
}

fn uses(node: &Node, key: &str, directory: &str, store: fn(String) -> Source) -> Result<Vec<Use>, Shape> {
    let one = |item: &Node| {
        let (source, long) = match &item.value {
            Value::Map(_) => {
                let source = item.text_of("source")?.ok_or(Shape::new(item.place, "a source"))?;
                (source, Some(item))
            }
            _ => (item.text()?, None),
        };
        let of = |key: &str| long.map_or(Ok(None), |item| item.text_of(key));
        let target = of("target")?.unwrap_or_else(|| source.clone()).symbolic();
        let target = if target.starts_with('/') { target } else { format!("{directory}{target}") };
        let (uid, gid, mode) = (of("uid")?, of("gid")?, of("mode")?);
        Ok(Use { source: store(source.symbolic()), key: source, target, uid, gid, mode })
    };
    node.items_of(key)?.into_iter().map(one).collect()
}

fn attachments(node: &Node) -> Result<Vec<Attachment>, Shape> {
    match node.get("networks") {
        Some(Node { value: Value::Map(entries), .. }) => entries
            .iter()
            .map(|entry| Ok(attachment(entry.key.clone(), entry.value.texts_of("aliases")?)))
            .collect(),
        _ => Ok(node
            .texts_of("networks")?
            .into_iter()
            .map(|network| attachment(network, Vec::new()))
            .collect()),
    }
}

fn attachment(network: Text, aliases: Vec<Text>) -> Attachment {
    Attachment { outside: network.symbolic(), network, aliases }
}

/// A dependency that need not be there is none.
fn dependencies(node: &Node) -> Result<Vec<Dependency>, Shape> {
    let Some(Node { value: Value::Map(entries), .. }) = node.get("depends_on") else {
        let names = node.texts_of("depends_on")?.into_iter();
        return Ok(names.map(|service| Dependency { service, condition: Condition::Started }).collect());
    };
    let mut dependencies = Vec::new();
    for entry in entries {
        let required = entry.value.text_of("required")?;
        if required.is_some() && !is_on(required.as_ref()) {
            continue;
        }
        let condition = match entry.value.text_of("condition")?.as_ref().map(Text::as_str) {
            Some("service_healthy") => Condition::Healthy,
            Some("service_completed_successfully") => Condition::Completed,
            _ => Condition::Started,
        };
        dependencies.push(Dependency { service: entry.key.clone(), condition });
    }
    Ok(dependencies)
}
