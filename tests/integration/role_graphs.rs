//! Random graphs of roles, with the server as the judge: what the audit says of them is so, and what it does not say is
//! not so.
//!
//! `PROPTEST_CASES=2000 cargo xtask test role_graphs` tries as many. The seeds of graphs that failed are kept beside this
//! file and tried first.

mod graph;
mod listed;
mod server;
mod walk;

use graph::{Graph, OBJECTS, OF_BOOTSTRAP, Place, ROLES, graph};
use listed::{Listed, grants_file};
use mosaic_db::bundle::{Bundle, Tag};
use mosaic_db::checks::prepared::{Facts, Passwords, Scope, evaluate, questions};
use mosaic_db::checks::{Check, Verdict, VisibleTo, granted_for_a_while, proof};
use mosaic_db::roles::scope::{self, Allowed, Held, Violation};
use mosaic_lab::postgres::Major;
use proptest::test_runner::{Config, FileFailurePersistence, TestCaseError, TestRunner};
use server::{Oracle, Server};
use std::collections::BTreeSet;

/// In each run of the tests; the environment may ask for more.
const GRAPHS: u32 = 24;

fn runner() -> TestRunner {
    let given = Config::default();
    let cases = if given.cases == 256 { GRAPHS } else { given.cases };
    TestRunner::new(Config {
        cases,
        max_shrink_iters: 500,
        source_file: Some(file!()),
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("proptest-regressions"))),
        ..given
    })
}

/// What the audit said of a graph.
struct Audit {
    checks: Vec<Check>,
    violations: Vec<Violation>,
}

struct Judge {
    server: Server,
    bundle: Bundle,
    scope: Scope,
    allowed: Allowed,
    before: Oracle,
}

impl Judge {
    fn on(major: Major) -> Self {
        let server = Server::start(major);
        server.must(&graph::ground());
        let bundle = Bundle::shipped().expect("the compiled-in bundle");
        let mut allowed = Allowed::by_bootstrap(bundle.manifest().ledger());
        for entry in bundle.entries() {
            bundle.grants().entry(entry.tag()).into_iter().for_each(|grants| allowed.apply(grants));
        }
        let (scope, before) = (Scope::of(&bundle).expect("a scope"), server.oracle());
        Self { server, bundle, scope, allowed, before }
    }

    fn audit(&self) -> Audit {
        let facts = Facts::from_batch(&self.server.ask(&questions(&self.scope)), None);
        let checks = evaluate(&facts, &self.scope, &Passwords::default());
        let found = self.server.ask(&[scope::question(self.bundle.manifest())]);
        Audit { checks, violations: scope::judge(found.set(0), &self.allowed) }
    }

    /// The part of the audit that takes no superuser, as the migrator's session.
    fn audit_as_migrator(&self) -> Vec<Check> {
        self.server.must("SET LOCAL SESSION AUTHORIZATION mosaic_migrator");
        let answers = self.server.ask(&proof::questions(&self.scope));
        self.server.must("RESET SESSION AUTHORIZATION");
        proof::evaluate(&answers, None, &self.scope)
    }

    fn judge(&self, graph: &Graph) -> Result<(), String> {
        self.server.must("BEGIN");
        self.server.must(&graph.script());
        let audit = self.audit();
        let judged = self.compare(&audit);
        self.server.must("ROLLBACK");
        judged
    }

    /// What a grants file lists is what the server lets its grantees do, and the audit has nothing to say about it.
    fn judge_listed(&self, listed: &Listed) -> Result<(), String> {
        let (grants, tag) = (listed.file(), Tag::new(listed::TAG).expect("a tag"));
        let statements = grants.statements(&tag);
        assert_eq!(statements, listed.file().statements(&tag), "the same file gives the same bytes");
        self.server.must(&format!(
            "BEGIN; SET LOCAL ROLE mosaic_schema_owner;\n{};\nRESET ROLE",
            statements.join(";\n")
        ));
        let held = self.server.oracle().held;
        let found = self.server.ask(&[scope::question(self.bundle.manifest())]);
        self.server.must("ROLLBACK");
        let expected = listed.after(&self.before.held);
        if held != expected {
            let differing: Vec<_> = held.symmetric_difference(&expected).collect();
            return Err(format!("the server and the file differ about {differing:?}"));
        }
        let mut allowed = self.allowed.clone();
        grants.entry(&tag).into_iter().for_each(|entry| allowed.apply(entry));
        match scope::judge(found.set(0), &allowed).as_slice() {
            [] => Ok(()),
            violations => Err(format!("{violations:?}")),
        }
    }

    fn compare(&self, audit: &Audit) -> Result<(), String> {
        let now = self.server.oracle();
        let everybody = audit.checks.iter().filter(|check| check.visible_to == VisibleTo::AnyRole);
        let by_anybody: BTreeSet<String> = everybody.map(ToString::to_string).collect();
        let by_migrator: BTreeSet<String> =
            self.audit_as_migrator().iter().map(ToString::to_string).collect();
        equal("what the migrator sees", &by_anybody, &by_migrator)?;
        for role in &ROLES[..OF_BOOTSTRAP] {
            self.attributes_and_memberships(audit, &now, role)?;
            self.access(audit, &now, role)?;
        }
        self.violations_are_real(audit)?;
        self.rights_are_explained(audit, &now)
    }

    /// A check is good exactly where nothing was changed.
    fn attributes_and_memberships(&self, audit: &Audit, now: &Oracle, role: &str) -> Result<(), String> {
        let before = &self.before;
        let of = |oracle: &Oracle, place: usize| -> BTreeSet<[String; 3]> {
            oracle.memberships.iter().filter(|row| row[place] == role).cloned().collect()
        };
        let members = |oracle: &Oracle| -> BTreeSet<String> {
            of(oracle, 0).into_iter().map(|[_, member, _]| member).collect()
        };
        let attributes = |oracle: &Oracle| oracle.attributes.iter().find(|row| row[0] == role).cloned();
        for (aspect, unchanged) in [
            ("attributes", attributes(before) == attributes(now)),
            ("memberships", of(before, 1) == of(now, 1)),
            ("members", members(before) == members(now)),
        ] {
            let check = audit.check(&format!("role.{}.{aspect}", short(role)));
            if (check.verdict == Verdict::Good) != unchanged {
                return Err(format!("{check}, although it is {unchanged} that nothing was changed"));
            }
        }
        Ok(())
    }

    /// The facts are those of the server, each path can be walked, and there is one to each role that can be reached.
    fn access(&self, audit: &Audit, now: &Oracle, role: &str) -> Result<(), String> {
        let check = audit.check(&format!("role.{}.access", short(role)));
        let (paths, facts): (BTreeSet<String>, BTreeSet<String>) =
            listed(&check.observed).into_iter().partition(|fact| fact.contains('→'));
        paths.iter().try_for_each(|path| walk::walk(&self.server, path))?;
        if now.superusers.contains(role) {
            return Ok(());
        }
        let kinds = ["USAGE", "SET"].into_iter();
        let expected = kinds.flat_map(|kind| now.of(role, kind).map(move |other| format!("{kind} {other}")));
        // Whoever owns the database is in this one by that (PostgreSQL manual, "Predefined Roles"), and in no other way.
        let of_the_database = "pg_database_owner";
        let by_owning =
            |fact: &String| role == "mosaic_platform_database_owner" && fact.ends_with(of_the_database);
        equal("access", &expected.filter(|fact| !by_owning(fact)).collect(), &facts)?;
        let ends = paths.iter().filter_map(|path| Some(walk::steps(path).1.last()?.1.to_owned()));
        let mut told: BTreeSet<String> =
            ends.chain(facts.iter().filter_map(|fact| Some(fact.split_once(' ')?.1.to_owned()))).collect();
        if told.iter().any(|reached| now.superusers.contains(reached)) {
            return Ok(());
        }
        let mut reached = now.reached(role);
        reached.remove(of_the_database);
        told.remove(of_the_database);
        equal(&format!("what {role} can come to"), &reached, &told)
    }

    /// Who is said to hold something holds it.
    fn violations_are_real(&self, audit: &Audit) -> Result<(), String> {
        for violation in &audit.violations {
            let (held, option) = match violation {
                Violation::Grant(held) => (held, ""),
                Violation::GrantOption(held) => (held, " WITH GRANT OPTION"),
                _ => continue,
            };
            let object = OBJECTS.iter().find(|object| object.is(&held.object.to_string()));
            let Some(object) = object else { return Err(format!("nothing was granted there: {violation}")) };
            let role = if held.grantee == "PUBLIC" { "public" } else { held.grantee.as_str() };
            let question = object.question.replace("{role}", &format!("'{role}'"));
            let question = question.replace("{privilege}", &format!("'{}{option}'", held.privilege));
            if self.server.must(&format!("SELECT {question}")).set(0).get(0, 0) != Some("t") {
                return Err(format!("the server does not agree: {violation}"));
            }
        }
        Ok(())
    }

    /// Every right that was not there before is said to be there, or to be reached.
    fn rights_are_explained(&self, audit: &Audit, now: &Oracle) -> Result<(), String> {
        for right @ (role, place, privilege) in now.held.difference(&self.before.held) {
            let of_bootstrap = ROLES[..OF_BOOTSTRAP].contains(&role.as_str());
            if !of_bootstrap || now.superusers.contains(role) {
                continue;
            }
            let object = &OBJECTS[*place];
            // What everybody may use beyond the managed schemas is not for the audit, but that a login may make something.
            let everybody = now.held.contains(&("public".to_owned(), *place, privilege.clone()));
            let makes = privilege == "CREATE" && now.logins.contains(role);
            if object.place == Place::Beyond && everybody && !makes {
                continue;
            }
            let holders: BTreeSet<&str> = now.of(role, "USAGE").chain([role.as_str(), "PUBLIC"]).collect();
            let granted = match object.place {
                Place::Managed(_) => audit.violations.iter().any(|violation| match violation {
                    Violation::Grant(Held { object: on, grantee, privilege: held }) => {
                        object.is_part_of(&on.to_string())
                            && held == privilege
                            && holders.contains(grantee.as_str())
                    }
                    Violation::Owner { object: on, owner } => {
                        object.is_part_of(&on.to_string()) && holders.contains(owner.as_str())
                    }
                    _ => false,
                }),
                Place::Check(id) => audit.fails(id) || audit.fails(&format!("role.{}.grants", short(role))),
                Place::Beyond => ["grants", "creates", "owns"]
                    .iter()
                    .any(|aspect| audit.fails(&format!("role.{}.{aspect}", short(role)))),
            };
            let access = listed(&audit.check(&format!("role.{}.access", short(role))).observed);
            let reached = holders.iter().any(|holder| {
                holder != role
                    && now.held.contains(&((*holder).to_owned(), *place, privilege.clone()))
                    && access.contains(&format!("USAGE {holder}"))
            });
            // What an import may be granted for a while is no violation, and told all the same.
            let for_a_while = role == "mosaic_data_importer"
                && ["MAINTAIN", "SET"].contains(&privilege.as_str())
                && !granted_for_a_while(&audit.checks).is_empty();
            if !(granted || reached || for_a_while) {
                return Err(format!("nothing explains {right:?} on {}{}", object.on, object.columns));
            }
        }
        Ok(())
    }
}

impl Audit {
    fn check(&self, id: &str) -> &Check {
        self.checks.iter().find(|check| check.id == id).unwrap_or_else(|| panic!("no check {id}"))
    }

    fn fails(&self, id: &str) -> bool {
        self.checks.iter().any(|check| check.id == id && check.verdict.fails())
    }
}

impl graph::Object {
    fn is(&self, name: &str) -> bool {
        matches!(self.place, Place::Managed(own) if own == name)
    }

    /// Whether what is granted on that is granted on this too.
    fn is_part_of(&self, name: &str) -> bool {
        self.is(name) || !self.columns.is_empty() && name == self.on.to_lowercase()
    }
}

fn short(role: &str) -> &str {
    role.strip_prefix("mosaic_").expect("a role of bootstrap")
}

fn listed(facts: &str) -> BTreeSet<String> {
    facts.split("; ").filter(|fact| *fact != "none").map(str::to_owned).collect()
}

fn equal(what: &str, server: &BTreeSet<String>, audit: &BTreeSet<String>) -> Result<(), String> {
    let only = |a: &BTreeSet<String>, b: &BTreeSet<String>| a.difference(b).cloned().collect::<Vec<_>>();
    let (missing, invented) = (only(server, audit), only(audit, server));
    if missing.is_empty() && invented.is_empty() {
        return Ok(());
    }
    Err(format!("{what}: the audit misses {missing:?} and invents {invented:?}"))
}

fn every_graph_is_told_as_it_is(major: Major) {
    let judge = Judge::on(major);
    let given =
        runner().run(&grants_file(), |listed| judge.judge_listed(&listed).map_err(TestCaseError::fail));
    given.unwrap_or_else(|failure| panic!("{failure}"));
    let told = runner().run(&graph(), |graph| judge.judge(&graph).map_err(TestCaseError::fail));
    told.unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn every_graph_is_told_as_it_is_on_16() {
    every_graph_is_told_as_it_is(Major::V16);
}

#[test]
fn every_graph_is_told_as_it_is_on_17() {
    every_graph_is_told_as_it_is(Major::V17);
}

#[test]
fn every_graph_is_told_as_it_is_on_18() {
    every_graph_is_told_as_it_is(Major::V18);
}
