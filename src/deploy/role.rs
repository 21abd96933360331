//! Which part a service plays, told by what it runs, else by what it is given. Its name says nothing.

use super::holding::{Inside, insides};
use super::model::{Service, Stack};
use super::text::Text;
use super::words::{base, flat};
use serde::Serialize;

/// The label by which a service says itself what nothing else shows.
const LABEL: &str = "mosaic.role";

/// Programs that are this one, by either of its names.
const PROGRAMS: [&str; 2] = ["mosaic-db-migrator", "mosaic"];

/// A part in the deployment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The PostgreSQL server.
    Database,
    /// `--run`.
    Runner,
    /// `--verify`.
    Verifier,
    /// `handoff`.
    Handoff,
    /// `migrate-tier`.
    Importer,
    /// Whatever serves with the runtime's login.
    Gateway,
    /// Anything else; only the general rules hold for it.
    Other,
}

impl Role {
    const NAMED: [Self; 6] =
        [Self::Database, Self::Runner, Self::Verifier, Self::Handoff, Self::Importer, Self::Gateway];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Database => "database",
            Self::Runner => "runner",
            Self::Verifier => "verifier",
            Self::Handoff => "handoff",
            Self::Importer => "importer",
            Self::Gateway => "gateway",
            Self::Other => "other",
        }
    }

    /// Whether it does one thing and ends.
    pub(super) const fn ends(self) -> bool {
        matches!(self, Self::Runner | Self::Verifier | Self::Handoff | Self::Importer)
    }

    /// Whether it opens a session on the database.
    pub(super) const fn connects(self) -> bool {
        matches!(self, Self::Runner | Self::Verifier | Self::Importer | Self::Gateway)
    }
}

/// A service with the part it plays.
#[derive(Debug)]
pub(super) struct Cast<'a> {
    pub(super) service: &'a Service,
    pub(super) role: Role,
    /// What it was told by.
    pub(super) because: String,
    /// Everything of the outside in its container.
    pub(super) insides: Vec<Inside>,
}

/// Every service of a stack with its part.
pub(super) fn cast(stack: &Stack) -> Vec<Cast<'_>> {
    let one = |service| {
        let (role, because) = role(service);
        Cast { service, role, because, insides: insides(service) }
    };
    stack.services.iter().map(one).collect()
}

fn role(service: &Service) -> (Role, String) {
    by_command(service)
        .or_else(|| by_label(service))
        .or_else(|| by_image(service))
        .or_else(|| by_credential(service))
        .unwrap_or_else(|| (Role::Other, "nothing that it runs or is given is known".to_owned()))
}

fn by_command(service: &Service) -> Option<(Role, String)> {
    let words = flat(&service.words());
    let program = words.iter().position(|word| PROGRAMS.contains(&base(word)));
    let arguments = match program {
        Some(position) => &words[position + 1..],
        // The arguments of a program that the image names.
        None if service.entrypoint.is_none() => &words[..],
        None => &[],
    };
    let first = arguments.first()?.as_str();
    let role = match first {
        "--run" => Role::Runner,
        "--verify" => Role::Verifier,
        "migrate-tier" => Role::Importer,
        "handoff" => Role::Handoff,
        "storage" if program.is_some() => match arguments.get(1).map(String::as_str) {
            Some("migrate") => Role::Runner,
            Some("migrate-tier") => Role::Importer,
            _ => return None,
        },
        _ if base(first) == "postgres" && program.is_none() => {
            return Some((Role::Database, "it runs postgres".to_owned()));
        }
        _ => return None,
    };
    Some((role, format!("it runs {first}")))
}

fn by_label(service: &Service) -> Option<(Role, String)> {
    let label = service.labels.iter().find(|label| label.name.as_str() == LABEL)?.value.as_ref()?;
    let role = Role::NAMED.into_iter().find(|role| label.is(role.name()))?;
    Some((role, format!("its label {LABEL}")))
}

/// Images of the server, told apart from those of its many companions.
fn by_image(service: &Service) -> Option<(Role, String)> {
    const SERVERS: [&str; 6] = ["postgres", "postgresql", "pgvector", "postgis", "timescaledb", "spilo"];
    const COMPANIONS: [&str; 9] =
        ["exporter", "backup", "bouncer", "pool", "admin", "client", "operator", "proxy", "rest"];
    let image = service.image.as_ref()?;
    let name = image_name(image).to_ascii_lowercase();
    let words: Vec<&str> = name.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    let is = |set: &[&str]| words.iter().any(|word| set.contains(word));
    (is(&SERVERS) && !is(&COMPANIONS)).then(|| (Role::Database, "its image".to_owned()))
}

/// The last component of an image's name, without tag and digest.
fn image_name(image: &Text) -> String {
    let text = image.with_defaults();
    let name = text.split('@').next().unwrap_or_default();
    base(name).split(':').next().unwrap_or_default().to_owned()
}

fn by_credential(service: &Service) -> Option<(Role, String)> {
    // Who serves may wrongly be given more; who migrates is known by what it runs.
    const GIVEN: [(&str, Role); 6] = [
        ("DATABASE_URL_FILE", Role::Gateway),
        ("DATABASE_URL", Role::Gateway),
        ("DATABASE_MIGRATION_URL_FILE", Role::Runner),
        ("DATABASE_MIGRATION_URL", Role::Runner),
        ("MOSAIC_TARGET_URL_FILE", Role::Importer),
        ("POSTGRES_HOST_AUTH_METHOD", Role::Database),
    ];
    let (name, role) = GIVEN.into_iter().find(|(name, _)| service.variable(name).is_some())?;
    Some((role, format!("it is given {name}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deploy::{compose, yaml};

    fn told(service: &str) -> Role {
        let text = format!("services: {{x: {{{service}}}}}");
        let stack = compose::read(&yaml::parse(&text).unwrap(), None).unwrap();
        cast(&stack)[0].role
    }

    #[test]
    fn a_service_is_known_by_what_it_runs() {
        assert_eq!(told("command: --run"), Role::Runner);
        assert_eq!(told("command: [/opt/bin/mosaic-db-migrator, --verify]"), Role::Verifier);
        assert_eq!(told("entrypoint: mosaic, command: [storage, migrate-tier, --yes]"), Role::Importer);
        assert_eq!(told("command: sh -c 'exec mosaic-db-migrator --run'"), Role::Runner);
        assert_eq!(told("entrypoint: [mosaic-db-migrator], command: handoff"), Role::Handoff);
        assert_eq!(told("entrypoint: [other], command: --run"), Role::Other);
        assert_eq!(told("command: [postgres, -c, ssl=on]"), Role::Database);
    }

    #[test]
    fn a_service_is_known_by_its_image_or_what_it_is_given() {
        assert_eq!(told("image: example.com/db/pgvector:pg17"), Role::Database);
        assert_eq!(told("image: '${POSTGRES_IMAGE:?x}@sha256:${S}'"), Role::Database);
        assert_eq!(told("image: prom/postgres-exporter"), Role::Other);
        assert_eq!(told("environment: [DATABASE_URL_FILE=/run/x]"), Role::Gateway);
        assert_eq!(told("image: a, labels: {mosaic.role: database}"), Role::Database);
        assert_eq!(told("image: redis"), Role::Other);
    }
}
