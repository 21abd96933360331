//! The privileges on one object, as facts about it.

use crate::roles::acl;

/// `acl` is the list in force, `built_in` the one that an object begins with; nothing where one of them cannot be read.
///
/// An owner's full set reads as ALL. MAINTAIN came with 17, so a table that came from 16 may be without it. A column
/// begins with nothing for anybody, and its owner's rights are the table's.
pub(super) fn facts(owner: &str, acl: &str, built_in: &str) -> Option<Vec<String>> {
    let (held, built_in) = (acl::parse(acl)?, acl::parse(built_in)?);
    let mut facts: Vec<String> = Vec::new();
    for held in held.iter().filter(|held| !held.is_of(owner)) {
        let option = if held.grantable { " WITH GRANT OPTION" } else { "" };
        let by = if held.grantor == owner { String::new() } else { format!(" by {}", held.grantor) };
        facts.push(format!("{} for {}{option}{by}", held.privilege, held.grantee()));
    }
    let of_owner = |list: &[acl::Held]| -> Vec<&str> {
        list.iter().filter(|held| held.is_of(owner)).map(|held| held.privilege).collect()
    };
    let (full, own) = (of_owner(&built_in), of_owner(&held));
    if !full.is_empty() {
        let has_all = full.iter().all(|privilege| *privilege == "MAINTAIN" || own.contains(privilege));
        let what = match (has_all, own.is_empty()) {
            (true, _) => "ALL".to_owned(),
            (false, true) => "nothing".to_owned(),
            (false, false) => own.join(", "),
        };
        facts.push(format!("{what} for owner {owner}"));
    }
    Some(facts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_owner_has_all_whether_or_not_the_server_knows_maintain() {
        for built_in in ["{o=arwdDxt/o}", "{o=arwdDxtm/o}"] {
            let facts = |acl| facts("o", acl, built_in).unwrap();
            assert_eq!(facts("{o=arwdDxt/o}"), ["ALL for owner o"]);
            assert_eq!(facts("{o=ar/o}"), ["INSERT, SELECT for owner o"]);
            assert_eq!(facts("{}"), ["nothing for owner o"]);
        }
    }

    #[test]
    fn others_are_told_with_their_options_and_grantors() {
        let facts = facts("o", "{=r/o,x=a*/y}", "{}").unwrap();
        assert_eq!(facts, ["SELECT for PUBLIC", "INSERT for x WITH GRANT OPTION by y"]);
    }

    #[test]
    fn what_cannot_be_read_gives_no_facts() {
        assert_eq!(facts("o", "", "{}"), None);
        assert_eq!(facts("o", "{}", "?"), None);
    }
}
