//! One thing at a time is changed behind the runner's back: `--verify` ends 2 and names it; taken back, it ends 0.

mod logic;
mod memberships;
mod privileges;
mod shapes;
mod surroundings;

use crate::catalog::one_of_each;
use crate::support::{Database, Folder};
use mosaic_db::bundle::Bundle;
use mosaic_lab::postgres::Major;
use serde_json::Value;
use std::collections::BTreeSet;

/// A change, how it is taken back, and what `--verify` says of it.
struct Mutation {
    apply: &'static str,
    revert: &'static str,
    code: &'static str,
    /// The id of a check that fails, or words of what is objected to.
    named: &'static str,
}

const fn mutation(
    code: &'static str,
    named: &'static str,
    apply: &'static str,
    revert: &'static str,
) -> Mutation {
    Mutation { apply, revert, code, named }
}

/// What was found wrong: a class of the catalog snapshot, and a field of it.
type Covered = BTreeSet<(String, String)>;

/// A migrated database with a measured bundle of its own.
struct Subject {
    database: Database,
    folder: Option<Folder>,
}

impl Subject {
    fn rich() -> Self {
        let folder = one_of_each().with(
            "0001_plain",
            "CREATE TABLE plain (id integer NOT NULL, note text);
             CREATE UNIQUE INDEX plain_id ON plain (id);
             CREATE DOMAIN spare AS integer DEFAULT 1 NOT NULL CHECK (VALUE > 0);",
        );
        let directory = folder.write();
        Database::on(Major::V18).measure(directory);
        let database = Database::on(Major::V18);
        database.migrator(&["--run"], directory).run().assert_reached();
        Self { database, folder: Some(folder) }
    }

    fn shipped(major: Major) -> Self {
        let database = Database::on(major);
        database.shipped(&["--run"]).run().assert_reached();
        Self { database, folder: None }
    }

    fn verify(&self) -> Value {
        let program = match &self.folder {
            Some(folder) => self.database.migrator(&["--verify"], folder.path()),
            None => self.database.shipped(&["--verify"]),
        };
        program.env("MOSAIC_OUTPUT", "json").run().json()
    }

    /// What is wrong although nothing should be.
    fn unsound(&self) -> Option<String> {
        let answer = self.verify();
        let bad = failing(&answer);
        let sound = answer["status"] == 0 && bad.is_empty();
        (!sound).then(|| format!("{} {bad:?}", answer["message"]))
    }

    /// Goes through all of them and gives the fields of the catalog that were found changed.
    fn assert_each_is_named(&self, mutations: &[Mutation]) -> Covered {
        assert_eq!(self.unsound(), None);
        let mut covered = Covered::new();
        let mut wrong = Vec::new();
        for Mutation { apply, revert, code, named } in mutations {
            self.database.execute(apply);
            let answer = self.verify();
            let bad = failing(&answer);
            let refused = answer["status"] == 2 && answer["code"] == *code;
            let is_named =
                answer["facts"].to_string().contains(named) || bad.iter().any(|check| check.contains(named));
            if !(refused && is_named) {
                wrong.push(format!("{apply}\n  {} {} {bad:?}", answer["code"], answer["message"]));
            }
            covered.extend(fields(&answer["facts"]));
            self.database.execute(revert);
            // What one leaves behind would hide what the next one does.
            assert_eq!(self.unsound(), None, "after {apply}, taken back");
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        covered
    }
}

/// Id and observation of each check that fails the command.
fn failing(answer: &Value) -> Vec<String> {
    let checks = answer["result"]["checks"].as_array().expect("a list of checks");
    let failing =
        checks.iter().filter(|check| check["verdict"] == "violation" || check["verdict"] == "unseen");
    failing.map(|check| format!("{} {}", text(&check["id"]), text(&check["observed"]))).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}

/// The fields that differences and violations speak of.
fn fields(facts: &Value) -> Covered {
    let differences = facts["differences"].as_array().into_iter().flatten().map(|difference| {
        // What is there or not has this field alone, or has it beside others.
        let field = difference["field"].as_str().unwrap_or("state");
        (text(&difference["class"]).to_owned(), field.to_owned())
    });
    let violations = facts["violations"].as_array().into_iter().flatten().map(text).map(|violation| {
        let (object, field) = match violation.split_once(" on ") {
            Some((_, object)) => (object, "privileges"),
            None if violation.ends_with(" is SECURITY DEFINER") => (violation, "security_definer"),
            None => (violation, "owner"),
        };
        let class = match object.split_once(' ') {
            Some(("default", _)) => "default privilege",
            Some((class, _)) => class,
            None => panic!("an object without a class: {violation}"),
        };
        (class.to_owned(), field.to_owned())
    });
    differences.chain(violations).collect()
}

#[test]
fn roles_and_memberships() {
    Subject::shipped(Major::V16).assert_each_is_named(memberships::MUTATIONS);
}

#[test]
fn privileges_and_control_tables() {
    Subject::shipped(Major::V17).assert_each_is_named(privileges::MUTATIONS);
}

#[test]
fn guard_extension_settings_and_the_rest_of_the_server() {
    Subject::shipped(Major::V17).assert_each_is_named(surroundings::MUTATIONS);
}

/// On 18, which has all that 16 and 17 have.
#[test]
fn every_field_of_the_catalog() {
    let subject = Subject::rich();
    let mut covered = subject.assert_each_is_named(shapes::MUTATIONS);
    covered.extend(subject.assert_each_is_named(logic::MUTATIONS));
    let folder = subject.folder.as_ref().expect("a folder");
    let bundle = Bundle::load(folder.path()).expect("a bundle");
    let mut admin = subject.database.admin();
    admin.batch_execute("SET search_path = pg_catalog").expect("a setting");
    let questions = mosaic_db::catalog::questions(bundle.manifest(), 180_000);
    for (class, question) in mosaic_db::catalog::Class::ALL.iter().zip(&questions) {
        let prepared = admin.prepare(question).expect("a question");
        for field in prepared.columns().iter().map(|column| column.name()).filter(|name| *name != "name") {
            let known = covered.contains(&(class.word().to_owned(), field.to_owned()));
            assert!(known, "no mutation changes the field {field} of a {}", class.word());
        }
    }
}

/// What cannot be seen does not pass, whatever is behind it.
#[test]
fn what_may_not_be_read_fails() {
    let subject = Subject::shipped(Major::V17);
    let cases = [
        ("SELECT ON pg_catalog.pg_shdepend", "PUBLIC"),
        ("SELECT ON pg_catalog.pg_parameter_acl", "PUBLIC"),
        ("SELECT ON pg_catalog.pg_event_trigger", "PUBLIC"),
        ("SELECT ON pg_catalog.pg_auth_members", "PUBLIC"),
        ("SELECT ON pg_catalog.pg_db_role_setting", "PUBLIC"),
        ("SELECT ON pg_catalog.pg_policy", "PUBLIC"),
        ("SELECT ON mosaic_control.identity", "mosaic_schema_owner"),
        ("SELECT ON mosaic_control.progress", "mosaic_schema_owner"),
        ("EXECUTE ON FUNCTION pg_catalog.pg_get_userbyid(oid)", "PUBLIC"),
    ];
    for (right, holder) in cases {
        subject.database.execute(&format!("REVOKE {right} FROM {holder}"));
        let answer = subject.verify();
        assert_ne!(answer["status"], 0, "without {right}");
        subject.database.execute(&format!("GRANT {right} TO {holder}"));
        assert_eq!(subject.unsound(), None, "{right}");
    }
    subject.database.execute("REVOKE SELECT ON pg_catalog.pg_event_trigger FROM PUBLIC");
    let answer = subject.verify();
    assert_eq!((answer["status"].as_u64(), answer["code"].as_str()), (Some(2), Some("CHECK_FAILED")));
    let checks = answer["result"]["checks"].as_array().expect("checks");
    let guard: Vec<&Value> = checks.iter().filter(|check| text(&check["id"]).starts_with("guard.")).collect();
    assert_eq!(guard.len(), 3);
    assert!(guard.iter().all(|check| check["verdict"] == "unseen" && check["visible_to"] == "any_role"));
}
