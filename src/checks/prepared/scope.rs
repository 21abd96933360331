//! What a bundle needs from the database, as bootstrap provides it.

use crate::bundle::{Bundle, BundleError};
use std::collections::{BTreeMap, BTreeSet};

/// Made by bootstrap for itself, with owners of their own.
pub(super) const OWN_SCHEMAS: [&str; 2] = ["mosaic_control", "mosaic_extensions"];

/// Schemas, ledger, extensions and the right to make schemas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    made: BTreeSet<String>,
    /// Schemas that the bundle's entries make.
    left_to_entries: BTreeSet<String>,
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
            made: BTreeSet::from(["drizzle", "mosaic", "public"].map(str::to_owned)),
            left_to_entries: BTreeSet::new(),
            extensions: BTreeMap::from([("vector".to_owned(), BTreeSet::new())]),
            ledger_schema: "drizzle".to_owned(),
            ledger_table: "__drizzle_migrations".to_owned(),
            database_create: false,
        }
    }

    /// What this bundle needs, beside what every prepared database has.
    ///
    /// # Errors
    /// [`BundleError`] for an entry that cannot be read.
    pub fn of(bundle: &Bundle) -> Result<Self, BundleError> {
        let manifest = bundle.manifest();
        let mut scope = Self::base();
        // An entry that creates its schema would find it there and fail.
        let created = bundle.created_schemas()?;
        scope.made.insert(manifest.ledger().schema.as_str().to_owned());
        for schema in manifest.managed_schemas() {
            let name = schema.as_str().to_owned();
            if scope.made.contains(&name) || OWN_SCHEMAS.contains(&schema.as_str()) {
                continue;
            }
            let schemas = if created.contains(schema) { &mut scope.left_to_entries } else { &mut scope.made };
            schemas.insert(name);
        }
        for extension in manifest.needs().extensions() {
            scope.extensions.insert(extension.name().as_str().to_owned(), extension.versions().clone());
        }
        manifest.ledger().schema.as_str().clone_into(&mut scope.ledger_schema);
        manifest.ledger().table.as_str().clone_into(&mut scope.ledger_table);
        scope.database_create = manifest.needs().database_create();
        Ok(scope)
    }

    /// Schemas that the schema owner owns, or will once entries have made them.
    pub fn owned_schemas(&self) -> impl Iterator<Item = &str> {
        self.made_schemas().chain(self.schemas_left_to_entries())
    }

    /// Those that bootstrap makes or takes, sorted.
    pub fn made_schemas(&self) -> impl Iterator<Item = &str> {
        self.made.iter().map(String::as_str)
    }

    /// Those that are not there before the migrations, sorted.
    pub(super) fn schemas_left_to_entries(&self) -> impl Iterator<Item = &str> {
        self.left_to_entries.iter().map(String::as_str)
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

    /// Every schema of interest, sorted.
    pub(super) fn schemas(&self) -> BTreeSet<&str> {
        self.owned_schemas().chain(OWN_SCHEMAS).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
        names.into_iter().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_schema_that_an_entry_makes_is_left_to_it() {
        let case = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/bundle/needs");
        let scope = Scope::of(&Bundle::load(&case).unwrap()).unwrap();
        assert_eq!(listed(scope.made_schemas()), "drizzle mosaic public");
        assert_eq!(listed(scope.schemas_left_to_entries()), "app");
        assert_eq!(listed(scope.owned_schemas()), "drizzle mosaic public app");
        assert_eq!(listed(scope.schemas()), "app drizzle mosaic mosaic_control mosaic_extensions public");
        assert_eq!(listed(scope.usage_schemas()), "drizzle mosaic");
        assert!(scope.database_create);
    }

    #[test]
    fn the_shipped_bundle_needs_what_every_prepared_database_has_and_versions() {
        let scope = Scope::of(&Bundle::shipped().unwrap()).unwrap();
        let [(name, versions)] = scope.extensions().collect::<Vec<_>>()[..] else { panic!("{scope:?}") };
        assert!(name == "vector" && versions.contains("0.8.0"));
        let any = BTreeMap::from([("vector".to_owned(), BTreeSet::new())]);
        assert_eq!(Scope { extensions: any, ..scope }, Scope::base());
    }
}
