//! Which generation is current, and which ones its consumers have: pure.

use super::consumer::Consumer;
use super::descriptor::{Descriptor, Orchestrator};
use super::history::Known;
use super::mounts::Mount;
use mosaic_db::error::Code;
use std::collections::BTreeSet;
use std::fmt;

/// How it is known what a consumer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// A running process sees it as a mount.
    Mounted,
    /// The description that was named is the one of this generation.
    Shown,
}

/// A consumer and a generation that it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holding {
    pub consumer: Consumer,
    pub evidence: Evidence,
    /// The generation; none for one that is not here any more.
    pub number: Option<u32>,
    pub age: Age,
}

/// How a generation that a consumer has compares with the current one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Age {
    Current,
    /// Whatever changed since then has not reached the consumer.
    Behind,
    /// It is not one of this directory's.
    Foreign,
}

/// Consumers that have something else than the current generation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{} {} not the current generation", words(.0), if .0.len() == 1 { "has" } else { "have" })]
pub struct Behind(BTreeSet<Consumer>);

impl Behind {
    /// The catalogue code.
    pub const fn code(&self) -> Code {
        Code::ConsumerBehind
    }
}

impl fmt::Display for Age {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Current => "current",
            Self::Behind => "behind",
            Self::Foreign => "not one of these",
        })
    }
}

impl Evidence {
    /// The word in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mounted => "mounted",
            Self::Shown => "shown",
        }
    }
}

fn words(consumers: &BTreeSet<Consumer>) -> String {
    consumers.iter().map(|consumer| consumer.name()).collect::<Vec<_>>().join(", ")
}

/// What the consumers have, by the mounts there are and the descriptions that were shown.
pub fn holdings(
    known: &[Known],
    current: &Known,
    mounts: &BTreeSet<Mount>,
    shown: &[(Consumer, Descriptor)],
) -> Vec<Holding> {
    let holding = |consumer, evidence, found: Option<&Known>| Holding {
        consumer,
        evidence,
        number: found.map(|found| found.descriptor.number),
        age: match found {
            Some(found) if found == current => Age::Current,
            Some(_) => Age::Behind,
            None => Age::Foreign,
        },
    };
    // What another directory's consumers have mounted is none of this one's business.
    let mounted = mounts.iter().filter_map(|mount| {
        let found = known.iter().find(|known| known.name == mount.generation);
        found.map(|found| holding(mount.consumer, Evidence::Mounted, Some(found)))
    });
    let shown = shown.iter().map(|(consumer, descriptor)| {
        let found = known.iter().find(|known| known.descriptor == *descriptor);
        let mut holding = holding(*consumer, Evidence::Shown, found);
        if found.is_none() && of_the_same(descriptor, &current.descriptor) {
            (holding.number, holding.age) = (Some(descriptor.number), Age::Behind);
        }
        holding
    });
    mounted.chain(shown).collect()
}

/// Whether it may have been one of the generations that are gone.
fn of_the_same(one: &Descriptor, other: &Descriptor) -> bool {
    let of = |descriptor: &Descriptor| -> (String, Orchestrator) {
        (descriptor.environment.to_string(), descriptor.orchestrator)
    };
    of(one) == of(other) && one.number < other.number
}

/// That nobody has something else than the current generation.
///
/// # Errors
/// [`Behind`] names those who have.
pub fn require_current(holdings: &[Holding]) -> Result<(), Behind> {
    let behind = holdings.iter().filter(|holding| holding.age != Age::Current);
    let behind: BTreeSet<_> = behind.map(|holding| holding.consumer).collect();
    if behind.is_empty() { Ok(()) } else { Err(Behind(behind)) }
}

#[cfg(test)]
mod tests;
