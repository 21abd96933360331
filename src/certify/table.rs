//! Everything that is attempted, and the refusal that must come of each. A probe is added here and nowhere else.

mod data;
mod extensions;
mod objects;
mod privileges;
mod roles;
mod server;

use super::probe::{Actor, Probe};

/// The logins as they are.
const LOGINS: &[Actor] = &[Actor::Runtime, Actor::Importer, Actor::Migrator];
/// The logins that serve or fill, and no more.
const SERVING: &[Actor] = &[Actor::Runtime, Actor::Importer];
/// The logins, and the schema owner that one of them becomes.
const EVERYONE: &[Actor] = &[Actor::Runtime, Actor::Importer, Actor::Migrator, Actor::Owner];
const RUNTIME: &[Actor] = &[Actor::Runtime];
/// The logins that inherit nothing.
const UNINHERITING: &[Actor] = &[Actor::Importer, Actor::Migrator];
const IMPORTER: &[Actor] = &[Actor::Importer];
const MIGRATOR: &[Actor] = &[Actor::Migrator];
const OWNER: &[Actor] = &[Actor::Owner];
/// The schema owner, outside a run.
const UNLOCKED: &[Actor] = &[Actor::Unlocked];

/// The probes of this actor, in order.
pub(super) fn of(actor: Actor) -> impl Iterator<Item = &'static Probe> {
    all().filter(move |probe| probe.actors.contains(&actor))
}

/// Every probe.
pub(super) fn all() -> impl Iterator<Item = &'static Probe> {
    let areas = [
        objects::CREATION,
        objects::CHANGE,
        objects::GUARD,
        data::PROBES,
        extensions::PROBES,
        privileges::PROBES,
        roles::PROBES,
        server::PROBES,
    ];
    areas.into_iter().flatten()
}

/// What needs CREATE on the database, which a bundle whose entries make schemas gives the schema owner for as long as it
/// needs it.
pub(super) const DATABASE_CREATE: [&str; 3] = ["schema.create", "publication.create", "extension.create"];

/// What a login can do all the same, by PostgreSQL's rules. It is part of the evidence so that nobody takes the rest for
/// more than it is.
pub(super) const NOT_CLAIMED: [(&str, &str); 8] = [
    ("login.password", "a login may change its own password"),
    ("login.settings", "a login may store settings for itself with ALTER ROLE SET; readiness looks for them"),
    (
        "login.owned",
        "DROP OWNED BY itself is a login's to say; it owns nothing, and what others granted stays",
    ),
    ("owner.itself", "the schema owner may store a password and settings for itself; it cannot log in"),
    ("locks.advisory", "a login may take any advisory lock, the migration lock included, and so delay a run"),
    ("locks.rows", "a login may lock tables and rows that it may change"),
    ("notifications", "a login may LISTEN and NOTIFY on any channel"),
    ("catalog.reading", "a login may read the names and definitions of objects that it may not use"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn an_id_stands_for_one_probe_of_each_actor() {
        let mut seen = BTreeSet::new();
        for probe in all() {
            assert!(!probe.actors.is_empty() && !probe.allows.is_empty(), "{}", probe.id);
            for actor in probe.actors {
                assert!(seen.insert((probe.id, format!("{actor:?}"))), "{} {actor:?}", probe.id);
            }
        }
        assert!(seen.len() > 250, "{}", seen.len());
    }

    #[test]
    fn exceptions_are_of_probes_that_exist() {
        let known: BTreeSet<&str> = of(Actor::Owner).map(|probe| probe.id).collect();
        assert!(DATABASE_CREATE.iter().all(|id| known.contains(id)));
    }
}
