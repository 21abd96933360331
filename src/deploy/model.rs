//! What a stack says, in one form whatever form it was written in. Nothing is judged here.

use super::place::Place;
use super::read::Setting;
use super::text::Text;
use super::words::Words;

/// How a stack is brought up, which decides what of it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Orchestrator {
    /// `docker compose up`.
    Compose,
    /// `docker stack deploy`.
    Swarm,
    /// Portainer, on one machine: as Compose, but the file lies where no other file does.
    Portainer,
}

/// Everything that a file says of a stack.
#[derive(Debug)]
pub(super) struct Stack {
    pub(super) orchestrator: Orchestrator,
    pub(super) services: Vec<Service>,
    pub(super) networks: Vec<Network>,
    pub(super) secrets: Vec<Object>,
    pub(super) configs: Vec<Object>,
    /// What brings in other files.
    pub(super) includes: Vec<Place>,
}

/// A network as it is declared.
#[derive(Debug)]
pub(super) struct Network {
    pub(super) name: Text,
    pub(super) internal: Option<Text>,
}

/// A secret or config as it is declared.
#[derive(Debug)]
pub(super) struct Object {
    /// What services call it.
    pub(super) key: Text,
    /// What it is called outside of the file.
    pub(super) name: Option<Text>,
    pub(super) file: Option<Text>,
    /// The variable of the deploying process that holds it.
    pub(super) environment: Option<Text>,
    pub(super) content: Option<Text>,
}

/// A service.
#[derive(Debug)]
pub(super) struct Service {
    pub(super) name: Text,
    pub(super) extends: Option<Place>,
    pub(super) image: Option<Text>,
    pub(super) build: Option<Build>,
    pub(super) entrypoint: Option<Words>,
    pub(super) command: Option<Words>,
    pub(super) user: Option<Text>,
    pub(super) environment: Vec<Setting>,
    pub(super) env_files: Vec<Text>,
    pub(super) labels: Vec<Setting>,
    pub(super) health: Option<Health>,
    pub(super) mounts: Vec<Mount>,
    pub(super) secrets: Vec<Use>,
    pub(super) configs: Vec<Use>,
    /// Nothing where the default network is joined.
    pub(super) networks: Vec<Attachment>,
    /// What is shared with the machine or another container, by key.
    pub(super) namespaces: Vec<(&'static str, Text)>,
    pub(super) privileged: Option<Text>,
    pub(super) read_only: Option<Text>,
    pub(super) cap_add: Vec<Text>,
    pub(super) cap_drop: Vec<Text>,
    pub(super) security: Vec<Text>,
    pub(super) devices: Option<Place>,
    pub(super) ports: Option<Place>,
    pub(super) restart: Option<Text>,
    pub(super) scale: Option<Text>,
    pub(super) mode: Option<Text>,
    pub(super) restart_condition: Option<Text>,
    pub(super) after: Vec<Dependency>,
    pub(super) volumes_from: Option<Place>,
    /// Groups beside that of its user.
    pub(super) groups: Vec<Text>,
    /// What else is started in its container.
    pub(super) hooks: Option<Place>,
    /// Whether the engine's socket is asked for by name.
    pub(super) api_socket: Option<Text>,
}

/// An image that is built where it is deployed.
#[derive(Debug)]
pub(super) struct Build {
    pub(super) place: Place,
    pub(super) args: Vec<Setting>,
    /// The context, where it is a path.
    pub(super) context: Option<Text>,
}

/// How a container is asked whether it is well.
#[derive(Debug)]
pub(super) struct Health {
    pub(super) place: Place,
    pub(super) test: Option<Words>,
    pub(super) disable: Option<Text>,
}

/// Something from outside in a container's file system.
#[derive(Debug)]
pub(super) struct Mount {
    pub(super) place: Place,
    pub(super) source: Source,
    pub(super) target: String,
    pub(super) access: Access,
}

/// Where what is mounted comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// A path of the machine in one spelling, with its variables as `${NAME}`.
    Host(String),
    /// A named volume, or a part of one.
    Volume {
        name: String,
        within: String,
    },
    /// A secret or config of the orchestrator's.
    Secret(String),
    Config(String),
    /// Nothing that anybody else sees.
    Fresh,
}

/// What a container may do with what is mounted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    Read,
    Write,
}

/// A secret or config in a container.
#[derive(Debug)]
pub(super) struct Use {
    pub(super) key: Text,
    pub(super) source: Source,
    pub(super) target: String,
    pub(super) uid: Option<Text>,
    pub(super) gid: Option<Text>,
    pub(super) mode: Option<Text>,
}

/// A network that a service joins.
#[derive(Debug)]
pub(super) struct Attachment {
    pub(super) network: Text,
    /// What the network is called outside of the file.
    pub(super) outside: String,
    pub(super) aliases: Vec<Text>,
}

/// A service that has to come first.
#[derive(Debug)]
pub(super) struct Dependency {
    pub(super) service: Text,
    pub(super) condition: Condition,
}

/// How far the service that comes first must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    Started,
    Healthy,
    Completed,
}

impl Stack {
    pub(super) fn service(&self, name: &str) -> Option<&Service> {
        self.services.iter().find(|service| service.name.as_str() == name)
    }
}

impl Service {
    /// The setting of this variable.
    pub(super) fn variable(&self, name: &str) -> Option<&Setting> {
        self.environment.iter().find(|setting| setting.name.as_str() == name)
    }

    /// What runs: entrypoint and command.
    pub(super) fn words(&self) -> Vec<&Text> {
        [&self.entrypoint, &self.command].into_iter().flatten().flat_map(|words| &words.words).collect()
    }

    /// The networks it joins, as the file calls them.
    pub(super) fn joined(&self) -> Vec<&str> {
        if self.networks.is_empty() {
            return vec!["default"];
        }
        self.networks.iter().map(|attachment| attachment.network.as_str()).collect()
    }

    /// Whether the two are on one network, whatever the file calls it.
    pub(super) fn meets(&self, other: &Self) -> bool {
        let both_default = self.networks.is_empty() && other.networks.is_empty();
        let theirs = |name: &str| other.networks.iter().any(|attachment| attachment.outside == name);
        // Without networks of its own a service joins the default one, which others may name.
        let default = |service: &Self, other: &Self| {
            service.networks.is_empty()
                && other.networks.iter().any(|attachment| attachment.network.is("default"))
        };
        both_default
            || default(self, other)
            || default(other, self)
            || self.networks.iter().any(|attachment| theirs(&attachment.outside))
    }
}

/// Whether a switch is on. What a variable decides is not.
pub(super) fn is_on(switch: Option<&Text>) -> bool {
    switch
        .and_then(Text::literal)
        .is_some_and(|text| matches!(&*text.to_ascii_lowercase(), "true" | "yes" | "on"))
}
