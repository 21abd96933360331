//! What a bundle needs from the database, as bootstrap provides it.

use crate::bundle::Manifest;
use std::collections::{BTreeMap, BTreeSet};

/// Made by bootstrap for itself, with owners of their own.
const OWN_SCHEMAS: [&str; 2] = ["mosaic_control", "mosaic_extensions"];

/// Schemas, ledger, extensions and the right to make schemas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    owned: BTreeSet<String>,
    extensions: BTreeMap<String, BTreeSet<String>>,
    /// The ledger's schema.
    pub ledger_schema: String,
    /// The ledger's name in it.
    pub ledger_table: String,
    /// Whether entries create schemas, for which they need CREATE on the database.
    pub database_create: bool,
}

impl Scope {
    /// What every prepared database has.
    #[must_use]
    pub fn base() -> Self {
        Self {
            // `public` belongs to the schema owner even where no entry uses it: nobody else may make anything there.
            owned: BTreeSet::from(["drizzle", "mosaic", "public"].map(str::to_owned)),
            extensions: BTreeMap::from([("vector".to_owned(), BTreeSet::new())]),
            ledger_schema: "drizzle".to_owned(),
            ledger_table: "__drizzle_migrations".to_owned(),
            database_create: false,
        }
    }

    /// What this bundle needs, beside what every prepared database has.
    #[must_use]
    pub fn of(manifest: &Manifest) -> Self {
        let mut scope = Self::base();
        let schemas = manifest.managed_schemas().iter().chain([&manifest.ledger().schema]);
        let schemas = schemas.map(|schema| schema.as_str().to_owned());
        scope.owned.extend(schemas.filter(|schema| !OWN_SCHEMAS.contains(&schema.as_str())));
        for extension in manifest.needs().extensions() {
            scope.extensions.insert(extension.name().as_str().to_owned(), extension.versions().clone());
        }
        manifest.ledger().schema.as_str().clone_into(&mut scope.ledger_schema);
        manifest.ledger().table.as_str().clone_into(&mut scope.ledger_table);
        scope.database_create = manifest.needs().database_create();
        scope
    }

    /// Schemas that the schema owner owns, sorted.
    pub fn owned_schemas(&self) -> impl Iterator<Item = &str> {
        self.owned.iter().map(String::as_str)
    }

    /// Schemas that runtime and importer look into from the start, sorted. A bundle's grants file opens others.
    #[must_use]
    pub fn usage_schemas(&self) -> BTreeSet<&str> {
        BTreeSet::from(["mosaic", &self.ledger_schema])
    }

    /// Extensions with the versions that will do, sorted; no version named means any.
    pub fn extensions(&self) -> impl Iterator<Item = (&str, &BTreeSet<String>)> {
        self.extensions.iter().map(|(name, versions)| (name.as_str(), versions))
    }

    /// Every schema that bootstrap makes or takes, sorted.
    pub(super) fn schemas(&self) -> BTreeSet<&str> {
        self.owned_schemas().chain(OWN_SCHEMAS).collect()
    }
}
