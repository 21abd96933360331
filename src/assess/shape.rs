//! The judgement of a database's shape, and of what stands beside it.

use super::{Assessment, Objection};
use crate::allowance::{Admitted, Allowance, InForce};
use crate::bundle::{Bundle, Tag};
use crate::catalog::{self, Change, Class, Difference, Fields, Leeway, Snapshot};
use crate::survey::Survey;
use std::collections::HashSet;

/// Takes what is allowed out of what was observed: it counts neither for the comparison nor for the fingerprint.
///
/// # Errors
/// [`Objection::Allowances`] if they are for another database, [`Objection::Effects`] for a file of another bundle.
pub fn admit(
    bundle: &Bundle,
    survey: &Survey,
    observed: Snapshot,
    allowances: InForce<'_>,
) -> Result<Admitted, Objection> {
    // Without allowances there is no need for the effects here.
    let effects = if allowances.is_empty() { None } else { bundle.effects()? };
    Ok(allowances.admit(&survey.database_id, observed, effects)?)
}

/// What comparing the catalog came to, where it is not objected to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// How far it was compared.
    pub extent: Extent,
    /// How it differs from what was measured because applied entries found rows.
    pub by_rows: Vec<Difference>,
    /// What is there beside it, by signed allowances.
    pub allowed: Vec<Allowance>,
    /// Why other allowances are of no effect.
    pub remarks: Vec<String>,
}

/// How far the catalog was compared with where the entries lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    Compared,
    /// Not at all, because the bundle was not measured.
    NotMeasured,
    /// Only for pending entries: an applied one can have changed anything, depending on rows.
    Open,
}

impl Shape {
    /// What is worth knowing about the comparison.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let extent = match self.extent {
            Extent::Compared => None,
            Extent::NotMeasured => {
                Some("the bundle was not measured (effects.v1.json), so the catalog was not compared")
            }
            Extent::Open => Some(
                "an applied entry decides by rows and does not say about which objects, so the catalog was not \
                 compared with what was measured",
            ),
        };
        let by_rows =
            self.by_rows.iter().map(|found| format!("{found}; an applied entry decides that by rows"));
        let allowed = self.allowed.iter().map(ToString::to_string);
        let remarks = self.remarks.iter().cloned();
        extent.map(str::to_owned).into_iter().chain(by_rows).chain(allowed).chain(remarks).collect()
    }
}

/// Judges the shape of the database: no entry without its ledger row may have left traces, unless it is known to have
/// begun; and where no entry could run now, the catalog must be where the applied ones lead. What applied entries
/// decide by rows may be either way, and of a pending one that does only the ledger says whether it has run. A bundle
/// that was not measured says nothing about any of it.
///
/// # Errors
/// [`Objection::EffectsPresent`], [`Objection::Drift`], or [`Objection::Effects`] for a file of another bundle.
pub fn assess_shape(
    bundle: &Bundle,
    assessment: &Assessment,
    admitted: &Admitted,
) -> Result<Shape, Objection> {
    let observed = &admitted.snapshot;
    let shape = |extent, by_rows| Shape {
        extent,
        by_rows,
        allowed: admitted.allowed.clone(),
        remarks: admitted.remarks.clone(),
    };
    let Some(effects) = bundle.effects()? else {
        return Ok(shape(Extent::NotMeasured, Vec::new()));
    };
    let applied = applied(bundle, assessment);
    let expected = effects.expected(applied.iter().copied());
    let leeway = Leeway::new(effects.conditional(applied.into_iter()), &expected, observed);
    for step in assessment.plan().steps() {
        let Some(entry) = bundle.entries().get(step.position()) else { continue };
        if assessment.has_begun(entry.tag()) {
            continue;
        }
        let Some(of_entry) = effects.entry(entry.tag()) else { continue };
        if !of_entry.conditional.is_none() {
            continue;
        }
        let mut present = of_entry.delta.already_in(&expected, observed);
        present.retain(|difference| !leeway.covers(difference));
        if !present.is_empty() {
            return Err(Objection::EffectsPresent { tag: entry.tag().to_string(), present });
        }
    }
    if leeway.is_open() {
        return Ok(shape(Extent::Open, Vec::new()));
    }
    let mut by_rows = Vec::new();
    if assessment.require_settled().is_ok() {
        let differences = catalog::diff(&expected, observed);
        let (decided, drifted) =
            differences.into_iter().partition::<Vec<_>, _>(|difference| leeway.covers(difference));
        if !drifted.is_empty() {
            return Err(Objection::Drift { differences: drifted, remarks: admitted.remarks.clone() });
        }
        by_rows = decided;
    }
    Ok(shape(Extent::Compared, by_rows))
}

/// Something that is there and in no entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extra {
    /// Its class.
    pub class: Class,
    /// Its name.
    pub name: String,
    /// What it is.
    pub fields: Fields,
}

/// What is there beside what the applied entries made, without what is allowed or may be there by their own decision.
///
/// # Errors
/// [`Objection::Effects`] for a file of another bundle.
pub fn extras(
    bundle: &Bundle,
    assessment: &Assessment,
    admitted: &Admitted,
) -> Result<Vec<Extra>, Objection> {
    let observed = &admitted.snapshot;
    let Some(effects) = bundle.effects()? else { return Ok(Vec::new()) };
    let applied = applied(bundle, assessment);
    let expected = effects.expected(applied.iter().copied());
    let leeway = Leeway::new(effects.conditional(applied.into_iter()), &expected, observed);
    let differences = catalog::diff(&expected, observed).into_iter();
    let added = differences.filter(|found| found.change == Change::Added && !leeway.covers(found));
    let extra = added.filter_map(|Difference { class, name, .. }| {
        let fields = observed.objects().get(&(class, name.clone()))?.clone();
        Some(Extra { class, name, fields })
    });
    Ok(extra.collect())
}

fn applied<'a>(bundle: &'a Bundle, assessment: &Assessment) -> Vec<&'a Tag> {
    let pending: HashSet<usize> = assessment.plan().steps().iter().map(|step| step.position()).collect();
    let entries = bundle.entries().iter().enumerate();
    entries.filter(|(position, _)| !pending.contains(position)).map(|(_, entry)| entry.tag()).collect()
}
