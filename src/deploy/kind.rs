//! What kind of file something is.

use super::model::Orchestrator;
use super::{dockerfile, hba};
use serde::Serialize;

/// What a file is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A stack; whether for Compose or for a swarm is told by what is in it.
    Stack,
    /// A stack for `docker compose up`.
    Compose,
    /// A stack for `docker stack deploy`.
    Swarm,
    /// A stack for Portainer on one machine.
    Portainer,
    /// How an image is built.
    Dockerfile,
    /// A server's `pg_hba.conf`.
    Hba,
    /// A server's `postgresql.conf`, or a part of it.
    Settings,
}

impl Kind {
    /// Those that can be asked for.
    pub const ALL: [Self; 6] =
        [Self::Compose, Self::Swarm, Self::Portainer, Self::Dockerfile, Self::Hba, Self::Settings];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stack => "stack",
            Self::Compose => "compose",
            Self::Swarm => "swarm",
            Self::Portainer => "portainer",
            Self::Dockerfile => "dockerfile",
            Self::Hba => "hba",
            Self::Settings => "settings",
        }
    }

    /// What a text is, told by its first line that is no comment.
    pub(super) fn of(text: &str) -> Option<Self> {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let first = lines.next()?;
        let word = first.split_whitespace().next()?;
        if hba::begins(word) && !first.contains('=') {
            return Some(Self::Hba);
        }
        if dockerfile::begins(word) && first.split_whitespace().count() > 1 {
            return Some(Self::Dockerfile);
        }
        // In YAML an equals sign comes after a colon, if at all.
        let is_setting =
            first.find('=').is_some_and(|equals| first.find(':').is_none_or(|colon| equals < colon));
        Some(if is_setting { Self::Settings } else { Self::Stack })
    }

    /// How such a stack is brought up, where that is said.
    pub(super) const fn orchestrator(self) -> Option<Orchestrator> {
        match self {
            Self::Compose => Some(Orchestrator::Compose),
            Self::Swarm => Some(Orchestrator::Swarm),
            Self::Portainer => Some(Orchestrator::Portainer),
            Self::Stack | Self::Dockerfile | Self::Hba | Self::Settings => None,
        }
    }
}

impl From<Orchestrator> for Kind {
    fn from(orchestrator: Orchestrator) -> Self {
        match orchestrator {
            Orchestrator::Compose => Self::Compose,
            Orchestrator::Swarm => Self::Swarm,
            Orchestrator::Portainer => Self::Portainer,
        }
    }
}
