//! Which files of the outside a service has. A path in a container is followed to what is mounted there, so that two
//! services that call one thing by different names are still seen to have the same thing.

use super::model::{Access, Service, Source};
use super::place::Place;
use super::role::{Cast, Role};
use super::text::Text;

/// Something outside: a place in a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Origin {
    store: Store,
    /// Components, with variables as `${NAME}`.
    path: Vec<String>,
}

/// Where things lie outside of containers.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Store {
    Host,
    Volume(String),
    Secret(String),
    Config(String),
}

/// A part of the outside in a container.
#[derive(Clone, Debug)]
pub(super) struct Inside {
    pub(super) place: Place,
    pub(super) origin: Origin,
    pub(super) access: Access,
    /// Where it is, in the container.
    target: Vec<String>,
}

/// A file that a variable or an option names.
pub(super) struct Named<'a> {
    /// The variable or option.
    pub(super) by: &'static str,
    pub(super) path: &'a Text,
}

/// What one of these variables leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Matter {
    /// Nobody else may have it.
    Secret,
    /// Everybody may read it.
    Public,
}

/// The variables that name a file, with what is in it.
pub(super) const FILES: [(&str, Matter); 9] = [
    ("DATABASE_MIGRATION_URL_FILE", Matter::Secret),
    ("DATABASE_URL_FILE", Matter::Secret),
    ("MOSAIC_TARGET_URL_FILE", Matter::Secret),
    ("MOSAIC_TARGET_CREDENTIAL_VERSION_FILE", Matter::Public),
    ("MOSAIC_ATTESTATION_SIGNING_KEY_FILE", Matter::Secret),
    ("MOSAIC_TRUST_STORE_FILE", Matter::Public),
    ("MOSAIC_ALLOWANCES_FILE", Matter::Public),
    ("DATABASE_TLS_CA_CERT_PATH", Matter::Public),
    ("POSTGRES_PASSWORD_FILE", Matter::Secret),
];

/// The options that name a file with a secret; the last is the server's, after `-c`.
const OPTIONS: [&str; 3] = ["--source-url-file", "--target-url-file", "ssl_key_file"];

/// Where an importer looks for an attestation that no option names.
const ATTESTATION: &str = "/run/mosaic-attestations/migrate-target.v1.json";

impl Origin {
    /// Nothing for what nobody else sees.
    fn of(source: &Source) -> Option<Self> {
        let (store, path) = match source {
            Source::Host(path) => (Store::Host, path.as_str()),
            Source::Volume { name, within } => (Store::Volume(name.clone()), within.as_str()),
            Source::Secret(name) => (Store::Secret(name.clone()), ""),
            Source::Config(name) => (Store::Config(name.clone()), ""),
            Source::Fresh => return None,
        };
        Some(Self { store, path: components(path) })
    }

    /// Whether one of them lies in the other, or they are the same.
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        self.contains(other) || other.contains(self)
    }

    /// Whether the other is this, or lies in it.
    pub(super) fn contains(&self, other: &Self) -> bool {
        self.store == other.store && other.path.starts_with(&self.path)
    }

    /// Whether a swarm keeps it, with an owner and mode for each service.
    pub(super) const fn is_object(&self) -> bool {
        matches!(self.store, Store::Secret(_) | Store::Config(_))
    }
}

/// Everything of the outside in a container.
pub(super) fn insides(service: &Service) -> Vec<Inside> {
    let inside = |place, source: &Source, access, target: &str| {
        let origin = Origin::of(source)?;
        Some(Inside { place, origin, access, target: components(target) })
    };
    let mounts = service.mounts.iter();
    let mounts = mounts.filter_map(|mount| inside(mount.place, &mount.source, mount.access, &mount.target));
    let objects = service.secrets.iter().chain(&service.configs);
    let objects = objects.filter_map(|used| inside(used.key.place, &used.source, Access::Read, &used.target));
    mounts.chain(objects).collect()
}

/// The part of the outside that a path in a container leads to: the deepest mount counts.
pub(super) fn behind(cast: &Cast<'_>, path: &str) -> Option<Inside> {
    let wanted = components(path);
    let leading = cast.insides.iter().filter(|inside| wanted.starts_with(&inside.target));
    let mut inside = leading.max_by_key(|inside| inside.target.len())?.clone();
    inside.origin.path.extend(wanted[inside.target.len()..].iter().cloned());
    Some(inside)
}

/// The files with secrets that a service is told of.
pub(super) fn secrets(service: &Service) -> Vec<Named<'_>> {
    named(service, |matter| matter == Matter::Secret)
}

/// All files that a service is told of.
pub(super) fn files(service: &Service) -> Vec<Named<'_>> {
    named(service, |_| true)
}

fn named(service: &Service, wanted: fn(Matter) -> bool) -> Vec<Named<'_>> {
    let variables = FILES.into_iter().filter(|(_, matter)| wanted(*matter));
    let variables = variables.filter_map(|(name, _)| {
        let path = service.variable(name)?.value.as_ref()?;
        Some(Named { by: name, path })
    });
    let words = service.words();
    let options =
        OPTIONS.into_iter().filter_map(|name| Some(Named { by: name, path: option(&words, name)? }));
    variables.chain(options).collect()
}

impl Named<'_> {
    /// The path in the container.
    pub(super) fn path(&self) -> String {
        let text = self.path.symbolic();
        match text.split_once('=') {
            Some((name, value)) if name == self.by => value.to_owned(),
            _ => text,
        }
    }
}

/// The word with the value of an option: the one after it, or `--option=value` itself.
fn option<'a>(words: &[&'a Text], name: &str) -> Option<&'a Text> {
    let joined = |word: &str| word.strip_prefix(name).is_some_and(|rest| rest.starts_with('='));
    let after = words.windows(2).find(|pair| pair[0].as_str() == name).map(|pair| pair[1]);
    after.or_else(|| words.iter().copied().find(|word| joined(word.as_str())))
}

/// Where an importer finds its attestation.
pub(super) fn attestation(cast: &Cast<'_>) -> Option<Inside> {
    if cast.role != Role::Importer {
        return None;
    }
    const OPTION: &str = "--target-attestation-file";
    let named = option(&cast.service.words(), OPTION).map(|path| Named { by: OPTION, path }.path());
    behind(cast, named.as_deref().unwrap_or(ATTESTATION))
}

fn components(path: &str) -> Vec<String> {
    path.split('/').filter(|part| !part.is_empty() && *part != ".").map(str::to_owned).collect()
}
