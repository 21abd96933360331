//! Who holds what on an object, as one field.

use super::question::Class;
use crate::roles::acl::{self, Held};
use crate::roles::fast_load;

/// What others than the owner hold, and what the owner lacks of the full set. The full set itself is not listed, because
/// it grew in 17 (MAINTAIN). `acl` is `None` where nothing was ever granted or revoked: the built-in list is in force.
///
/// The outer `None` is for a list that cannot be read.
pub(super) fn field(class: Class, acl: Option<&str>, built_in: &str, owner: &str) -> Option<Option<String>> {
    let built_in = acl::parse(built_in)?;
    let listed = acl.map(acl::parse);
    let held = match &listed {
        Some(listed) => listed.as_ref()?,
        None => &built_in,
    };
    let beside_the_shape =
        |privilege: &Held| class == Class::Table && fast_load::is_on_table(privilege, held, owner);
    let of_others = held.iter().filter(|held| !held.is_of(owner) && !beside_the_shape(held));
    let of_others = of_others.map(|held| of_other(held, owner));
    let lacking = built_in.iter().filter(|full| {
        full.is_of(owner) && !held.iter().any(|held| held.is_of(owner) && held.privilege == full.privilege)
    });
    let mut facts: Vec<String> =
        of_others.chain(lacking.map(|full| format!("owner lacks {}", full.privilege))).collect();
    facts.sort();
    let facts = (!facts.is_empty()).then(|| facts.join(", "));
    Some(match (class, acl) {
        // Everybody may use a type by default, and a list that says the same is the same.
        (Class::Type, None) => None,
        (Class::Type, Some(_)) => {
            Some(facts.unwrap_or_else(|| "nobody".to_owned())).filter(|it| it != "PUBLIC=USAGE")
        }
        _ => facts,
    })
}

fn of_other(held: &Held, owner: &str) -> String {
    let star = if held.grantable { "*" } else { "" };
    let (slash, grantor) = if held.grantor == owner { ("", "") } else { ("/", &*held.grantor) };
    format!("{}={}{star}{slash}{grantor}", held.grantee(), held.privilege)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "{o=arwdDxt/o}";

    fn of_table(acl: Option<&str>) -> Option<Option<String>> {
        field(Class::Table, acl, TABLE, "o")
    }

    #[test]
    fn the_built_in_list_says_nothing_of_a_table() {
        assert_eq!(of_table(None), Some(None));
        assert_eq!(of_table(Some(TABLE)), Some(None));
        assert_eq!(of_table(Some("{o=arwdDxtm/o}")), Some(None), "of a newer server");
    }

    #[test]
    fn what_others_hold_and_the_owner_lacks_is_listed_in_order() {
        let acl = "{o=arwdDx/o,z=r*/o,=a/o,y=w/z}";
        let listed = "PUBLIC=INSERT, owner lacks TRIGGER, y=UPDATE/z, z=SELECT*";
        assert_eq!(of_table(Some(acl)), Some(Some(listed.to_owned())));
    }

    #[test]
    fn what_lets_the_importer_load_without_triggers_is_no_part_of_the_shape() {
        let (built_in, owner) = ("{mosaic_schema_owner=arwdDxtm/mosaic_schema_owner}", "mosaic_schema_owner");
        let of_table = |held: &str| {
            let acl = format!("{{mosaic_schema_owner=arwdDxtm/{owner},mosaic_data_importer={held}/{owner}}}");
            field(Class::Table, Some(&acl), built_in, owner).unwrap()
        };
        assert_eq!(of_table("arm"), of_table("ar"));
        assert_ne!(of_table("rm"), of_table("r"));
        assert_ne!(of_table("arm*"), of_table("ar"));
    }

    #[test]
    fn a_routine_is_everybodys_until_it_is_taken_away() {
        let of_routine = |acl| field(Class::Routine, acl, "{=X/o,o=X/o}", "o");
        assert_eq!(of_routine(None), Some(Some("PUBLIC=EXECUTE".to_owned())));
        assert_eq!(of_routine(Some("{o=X/o}")), Some(None));
    }

    #[test]
    fn a_type_is_everybodys_unless_it_is_taken_away() {
        let of_type = |acl| field(Class::Type, acl, "{=U/o,o=U/o}", "o");
        assert_eq!(of_type(None), Some(None));
        assert_eq!(of_type(Some("{o=U/o,=U/o}")), Some(None));
        assert_eq!(of_type(Some("{o=U/o}")), Some(Some("nobody".to_owned())));
        assert_eq!(of_type(Some("{=U/o,o=U/o,z=U/o}")), Some(Some("PUBLIC=USAGE, z=USAGE".to_owned())));
    }

    #[test]
    fn what_cannot_be_read_is_not_nothing() {
        assert_eq!(of_table(Some("{z}")), None);
        assert_eq!(field(Class::Table, None, "", "o"), None);
    }
}
