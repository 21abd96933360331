//! What no migration may leave behind, whatever its grants file says: foreign owners, routines with their owner's rights,
//! and privileges of anybody but the runtime and the importer.

use super::scope::OWN_SCHEMAS;
use crate::postgres::identity::role;
use crate::roles::scope::{COLUMNS, Class, Found};

const EXTENSION_OWNER: &str = "mosaic_extension_owner";

/// The schema of one object, and what is wrong with the object. Schemas, default privileges and the control schema have
/// rules of their own. Nothing where the row has another form.
pub(super) fn facts(row: [&str; COLUMNS]) -> Option<Option<(String, Vec<String>)>> {
    let found = Found::read(row)?;
    let object = &found.object;
    let [control, extensions] = OWN_SCHEMAS;
    if matches!(object.class, Class::Schema | Class::DefaultPrivilege) || object.schema == control {
        return Some(None);
    }
    let owner = if object.schema == extensions { EXTENSION_OWNER } else { role::SCHEMA_OWNER };
    let mut facts = Vec::new();
    if found.owner != owner {
        facts.push(format!("{object} owned by {}", found.owner));
    }
    if found.definer {
        facts.push(format!("{object} is SECURITY DEFINER"));
    }
    let may_hold = [role::RUNTIME_CAPABILITY, role::IMPORTER];
    let strange = found.held_by_others().filter(|held| {
        held.grantable || held.grantee.as_deref().is_none_or(|grantee| !may_hold.contains(&grantee))
    });
    facts.extend(strange.map(|held| {
        let option = if held.grantable { " WITH GRANT OPTION" } else { "" };
        format!("{} on {object} for {}{option}", held.privilege, held.grantee())
    }));
    Some(Some((object.schema.clone(), facts)))
}
