//! The decision about a database that was surveyed: one pure function for the runner, verification and `status`.

mod shape;

pub use shape::{Extent, Extra, Shape, admit, assess_shape, extras};

use crate::allowance::AllowanceError;
use crate::bundle::{Bundle, BundleError, Entry, Tag};
use crate::catalog::Difference;
use crate::error::Code;
use crate::ledger::{self, EntriesPending, Known, Plan, Reconciliation, Refused};
use crate::precondition::Hold;
use crate::roles::scope::{self, Allowed, Violation};
use crate::survey::Survey;
use serde_json::json;
use std::collections::{BTreeSet, HashSet};
use std::fmt;

/// A database that is as the ledger says, and what is left to do.
#[derive(Clone, Debug)]
pub struct Assessment {
    plan: Plan,
    about_ledger: Vec<String>,
    in_the_way: Vec<String>,
    allowed: Allowed,
    /// Tags of pending entries of which earlier runs have done a part.
    begun: BTreeSet<String>,
    hold: Option<Hold>,
}

/// Why a database may neither be migrated nor trusted.
#[derive(Debug, thiserror::Error)]
pub enum Objection {
    /// The ledger was refused.
    #[error(transparent)]
    Ledger(#[from] Refused),
    /// Objects in the managed scope belong to somebody else.
    #[error("{}", Listed(.0))]
    ForeignObjects(Vec<Violation>),
    /// Privileges are held that no grants file lists, or a routine runs with its owner's rights.
    #[error("{}", Listed(.0))]
    Privileges(Vec<Violation>),
    /// Effects of an entry are there without its ledger row.
    #[error("entry {tag} has no ledger row, and of what it does this is there already: {}", Listed(.present))]
    EffectsPresent {
        /// The entry.
        tag: String,
        /// What is there.
        present: Vec<Difference>,
    },
    /// The catalog is not where the applied entries lead.
    #[error("{}{}", Listed(.differences), Remarks(.remarks))]
    Drift {
        /// How it differs.
        differences: Vec<Difference>,
        /// Why allowances do not make it good.
        remarks: Vec<String>,
    },
    /// The allowances are not for this database.
    #[error(transparent)]
    Allowances(#[from] AllowanceError),
    /// The bundle's effects file does not belong to it.
    #[error(transparent)]
    Effects(#[from] BundleError),
    /// An extension is missing or has a version that is not accepted.
    #[error("extension {name} is needed in an accepted version; found: {found}")]
    Extension {
        /// The extension.
        name: String,
        /// Its installed version, or `none`.
        found: String,
    },
}

impl Objection {
    /// The catalogue code.
    #[must_use]
    pub fn code(&self) -> Code {
        match self {
            Self::Ledger(refused) => refused.code(),
            Self::ForeignObjects(_) => Code::ObjectsOfAnotherOwner,
            Self::Privileges(_) => Code::PrivilegesUnlisted,
            Self::EffectsPresent { .. } => Code::EffectsPresent,
            Self::Drift { .. } => Code::SchemaDrift,
            Self::Allowances(error) => error.code(),
            Self::Effects(error) => error.code(),
            Self::Extension { .. } => Code::ExtensionMissing,
        }
    }

    /// Everything that was objected to, for JSON; the message names only the first few.
    #[must_use]
    pub fn facts(&self) -> serde_json::Value {
        match self {
            Self::Ledger(refused) => {
                let refusals = refused.refusals();
                let refusals = refusals.map(
                    |refusal| json!({ "code": refusal.code().entry().code, "message": refusal.to_string() }),
                );
                json!({ "refusals": refusals.collect::<Vec<_>>() })
            }
            Self::ForeignObjects(violations) | Self::Privileges(violations) => {
                json!({ "violations": violations.iter().map(ToString::to_string).collect::<Vec<_>>() })
            }
            Self::EffectsPresent { tag, present } => json!({ "entry": tag, "present": present }),
            Self::Drift { differences, remarks } => {
                json!({ "differences": differences, "remarks": remarks })
            }
            Self::Effects(_) | Self::Allowances(_) => serde_json::Value::Null,
            Self::Extension { name, found } => json!({ "extension": name, "found": found }),
        }
    }
}

impl Assessment {
    /// What is left to do.
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The first pending entry, if it requires something to be met before it may run. One of which a part has run is
    /// finished without asking again.
    #[must_use]
    pub fn next_requiring<'a>(&self, bundle: &'a Bundle) -> Option<&'a Entry> {
        let entry = bundle.entries().get(self.plan.steps().first()?.position())?;
        (!entry.requires().is_empty() && !self.has_begun(entry.tag())).then_some(entry)
    }

    /// Whether earlier runs have done a part of a pending entry.
    #[must_use]
    pub fn has_begun(&self, tag: &Tag) -> bool {
        self.begun.contains(tag.as_str())
    }

    /// With what was found out about the first pending entry.
    #[must_use]
    pub fn with_hold(self, hold: Option<Hold>) -> Self {
        Self { hold, ..self }
    }

    /// The first pending entry, if it may not run yet: it and all after it wait.
    #[must_use]
    pub const fn hold(&self) -> Option<&Hold> {
        self.hold.as_ref()
    }

    /// That no entry could run now: none is pending, or the first pending one is held.
    ///
    /// # Errors
    /// [`EntriesPending`] if one could.
    pub const fn require_settled(&self) -> Result<(), EntriesPending> {
        match self.hold {
            Some(_) => Ok(()),
            None => self.plan.require_empty(),
        }
    }

    /// What is unusual about the ledger, and harmless.
    #[must_use]
    pub fn about_ledger(&self) -> &[String] {
        &self.about_ledger
    }

    /// Remarks that change nothing about the verdict.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        [self.about_ledger.as_slice(), &self.in_the_way].concat()
    }

    /// Privileges that may be held after the entries applied so far.
    #[must_use]
    pub const fn allowed(&self) -> &Allowed {
        &self.allowed
    }
}

/// Judges the ledger alone: for a run that has nothing to do, and so nothing to fear from its surroundings. `None` where
/// something is pending, or the ledger is refused: then everything has to be looked at.
#[must_use]
pub fn settled_by_ledger(bundle: &Bundle, survey: &Survey) -> Option<Assessment> {
    let reconciliation = reconcile(bundle, survey);
    let plan = ledger::plan(&reconciliation).ok().filter(|plan| plan.steps().is_empty())?;
    Some(Assessment {
        plan,
        about_ledger: reconciliation.notes().iter().map(ToString::to_string).collect(),
        in_the_way: Vec::new(),
        allowed: Allowed::by_bootstrap(bundle.manifest().ledger()),
        begun: BTreeSet::new(),
        hold: None,
    })
}

/// Judges what was found against the bundle.
///
/// # Errors
/// The first [`Objection`], in the order in which an operator would clear them up.
pub fn assess(bundle: &Bundle, survey: &Survey) -> Result<Assessment, Objection> {
    let reconciliation = reconcile(bundle, survey);
    let plan = ledger::plan(&reconciliation)?;
    let pending: HashSet<usize> = plan.steps().iter().map(|step| step.position()).collect();
    let mut allowed = Allowed::by_bootstrap(bundle.manifest().ledger());
    for (position, entry) in bundle.entries().iter().enumerate() {
        if let (false, Some(grants)) = (pending.contains(&position), bundle.grants().entry(entry.tag())) {
            allowed.apply(grants);
        }
    }
    let (owners, privileges): (Vec<_>, Vec<_>) = scope::judge(&survey.scope, &allowed)
        .into_iter()
        .partition(|violation| matches!(violation, Violation::Owner { .. }));
    if !owners.is_empty() {
        return Err(Objection::ForeignObjects(owners));
    }
    if !privileges.is_empty() {
        return Err(Objection::Privileges(privileges));
    }
    require_extensions(bundle, survey)?;
    let about_ledger = reconciliation.notes().iter().map(ToString::to_string).collect();
    let in_the_way = in_the_way(survey, &plan);
    let begun = survey.progress.iter().map(|row| row.tag.clone()).collect();
    Ok(Assessment { plan, about_ledger, in_the_way, allowed, begun, hold: None })
}

fn reconcile(bundle: &Bundle, survey: &Survey) -> Reconciliation {
    let known: Vec<Known<'_>> = bundle.entries().iter().map(Known::from).collect();
    ledger::reconcile(&known, &survey.ledger)
}

fn require_extensions(bundle: &Bundle, survey: &Survey) -> Result<(), Objection> {
    for needed in bundle.manifest().needs().extensions() {
        let installed = survey.extensions.iter().find(|extension| extension.name == needed.name().as_str());
        if !installed.is_some_and(|extension| needed.accepts(&extension.version)) {
            return Err(Objection::Extension {
                name: needed.name().as_str().to_owned(),
                found: installed.map_or_else(|| "none".to_owned(), |extension| extension.version.clone()),
            });
        }
    }
    Ok(())
}

fn in_the_way(survey: &Survey, plan: &Plan) -> Vec<String> {
    let indexes =
        survey.invalid_indexes.iter().map(|index| format!("index {index} is not valid or not ready"));
    // Locks matter only to entries that are still to run.
    let holders = if plan.steps().is_empty() { &[][..] } else { &survey.lock_holders };
    let locks = holders.iter().map(|holder| {
        format!(
            "{} holds {} on {}; entries may have to wait for it",
            holder.who, holder.mode, holder.relation
        )
    });
    indexes.chain(locks).collect()
}

/// What follows a list in the same line.
struct Remarks<'a>(&'a [String]);

impl fmt::Display for Remarks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|remark| write!(f, "; {remark}"))
    }
}

/// The first few of a list in one line; the whole list is in the data.
pub struct Listed<'a, T>(pub &'a [T]);

impl<T: fmt::Display> fmt::Display for Listed<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 5;
        for (place, item) in self.0.iter().take(SHOWN).enumerate() {
            let separator = if place == 0 { "" } else { "; " };
            write!(f, "{separator}{item}")?;
        }
        match self.0.len().checked_sub(SHOWN) {
            Some(more @ 1..) => write!(f, "; and {more} more"),
            _ => Ok(()),
        }
    }
}
