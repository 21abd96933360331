//! The roles as a graph: which memberships there must be, which there are, and which lead where nothing may lead.
//!
//! Invariant: a link that touches a role of this program is required, missing, forbidden, or grants nothing; none is left
//! without a verdict.

use super::path::{Edge, Path, Step, reachable};
use crate::postgres::Batch;
use crate::postgres::identity::role;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// What a session of any role asks, one statement each, with `search_path` at `pg_catalog`.
pub const QUESTIONS: [&str; 3] =
    [include_str!("graph/roles.sql"), include_str!("graph/memberships.sql"), include_str!("graph/lent.sql")];

/// The roles that bootstrap makes.
pub const OURS: [&str; 7] = [
    "mosaic_platform_database_owner",
    role::SCHEMA_OWNER,
    role::MIGRATOR,
    role::RUNTIME_CAPABILITY,
    role::RUNTIME,
    "mosaic_extension_owner",
    role::IMPORTER,
];

/// The memberships that bootstrap grants; there is no other.
const REQUIRED: [(&str, &str, Options); 2] = [
    (role::MIGRATOR, role::SCHEMA_OWNER, Options { admin: false, inherit: false, set: true }),
    (role::RUNTIME, role::RUNTIME_CAPABILITY, Options { admin: false, inherit: true, set: false }),
];

/// The options of a membership (PostgreSQL manual, "GRANT on Roles").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The member may grant the role.
    pub admin: bool,
    /// The member has the role's rights without doing anything.
    pub inherit: bool,
    /// The member may `SET ROLE` to it.
    pub set: bool,
}

/// One role is a member of another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Membership {
    /// Who is a member.
    pub member: String,
    /// Of which role.
    pub role: String,
    /// With which options; `None` where only the membership is known.
    pub options: Option<Options>,
}

/// A function that lends its caller the rights of its owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lent {
    /// Who may call it.
    pub caller: String,
    /// The function with its argument types.
    pub function: String,
    /// Its owner.
    pub owner: String,
}

/// What there is on a server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Found {
    /// Roles that can log in.
    pub logins: BTreeSet<String>,
    /// Superusers.
    pub superusers: BTreeSet<String>,
    /// Memberships; of two between the same roles, the options add up.
    pub memberships: Vec<Membership>,
    /// Functions that lend rights.
    pub lent: Vec<Lent>,
}

/// A role in a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Role {
    /// Whether bootstrap makes it.
    pub origin: Origin,
    /// Whether it can log in.
    pub login: bool,
    /// Whether it is a superuser.
    pub superuser: bool,
}

/// Where a role comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It is one of [`OURS`].
    Bootstrap,
    /// Somebody else made it.
    Other,
}

/// What connects two roles.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum By {
    /// A membership, with its options where they are known.
    Membership(Option<Options>),
    /// A function that runs as its owner.
    Function(String),
}

/// What is to be said of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// It must be there, as it is.
    Required,
    /// It must be there and is not, or not with all its options.
    Missing,
    /// It must not be there, or is part of a path that must not be there.
    Forbidden,
    /// It grants nothing that matters to a role of this program.
    Idle,
}

/// A connection between two roles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Who gets rights.
    pub from: String,
    /// Whose rights.
    pub to: String,
    /// How.
    pub by: By,
    /// What is to be said of it.
    pub standing: Standing,
}

/// Roles, what connects them, and the paths that must not be there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    roles: BTreeMap<String, Role>,
    links: Vec<Link>,
    forbidden: Vec<Path>,
}

impl Found {
    /// Reads the answers to [`QUESTIONS`]; `None` where one is missing or has another form.
    #[must_use]
    pub fn from_batch(batch: &Batch) -> Option<Self> {
        if batch.completed() < QUESTIONS.len() {
            return None;
        }
        let roles = batch.set(0).exact::<3>()?;
        let named = |place: usize| {
            roles.iter().filter(move |row| row[place] == "true").map(|row| row[0].to_owned()).collect()
        };
        let membership = |[member, role, admin, inherit, set]: [&str; 5]| Membership {
            member: member.to_owned(),
            role: role.to_owned(),
            options: Some(Options { admin: admin == "true", inherit: inherit == "true", set: set == "true" }),
        };
        let lent = |[caller, function, owner]: [&str; 3]| Lent {
            caller: caller.to_owned(),
            function: function.to_owned(),
            owner: owner.to_owned(),
        };
        Some(Self {
            logins: named(1),
            superusers: named(2),
            memberships: batch.set(1).exact::<5>()?.into_iter().map(membership).collect(),
            lent: batch.set(2).exact::<3>()?.into_iter().map(lent).collect(),
        })
    }

    /// What bootstrap makes.
    #[must_use]
    pub fn required() -> Self {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let membership = |(member, role, options): (&str, &str, Options)| Membership {
            member: member.to_owned(),
            role: role.to_owned(),
            options: Some(options),
        };
        Self {
            logins: names(&[role::MIGRATOR, role::RUNTIME, role::IMPORTER]),
            superusers: names(&["mosaic_extension_owner"]),
            memberships: REQUIRED.map(membership).into(),
            lent: Vec::new(),
        }
    }

    /// One link for each pair of roles and each function, without what leads from a role to itself.
    fn links(&self) -> BTreeMap<(String, String, Option<String>), Option<Options>> {
        let mut links: BTreeMap<_, Option<Options>> = BTreeMap::new();
        for Membership { member, role, options } in self.memberships.iter().filter(|it| it.member != it.role)
        {
            let known = links.entry((member.clone(), role.clone(), None)).or_default();
            *known = match (*known, *options) {
                (Some(one), Some(other)) => Some(one.and(other)),
                (one, other) => one.or(other),
            };
        }
        for Lent { caller, function, owner } in self.lent.iter().filter(|it| it.caller != it.owner) {
            links.insert((caller.clone(), owner.clone(), Some(function.clone())), None);
        }
        links
    }
}

impl Options {
    /// Those of both.
    const fn and(self, other: Self) -> Self {
        Self {
            admin: self.admin || other.admin,
            inherit: self.inherit || other.inherit,
            set: self.set || other.set,
        }
    }

    /// Those that the other has not.
    const fn beyond(self, other: Self) -> Self {
        Self {
            admin: self.admin && !other.admin,
            inherit: self.inherit && !other.inherit,
            set: self.set && !other.set,
        }
    }

    const fn is_empty(self) -> bool {
        !self.admin && !self.inherit && !self.set
    }

    /// Those that are held, in the order of the manual.
    #[must_use]
    pub fn held(self) -> Vec<Step> {
        let all = [(self.admin, Step::Admin), (self.inherit, Step::Inherit), (self.set, Step::Set)];
        all.into_iter().filter(|(held, _)| *held).map(|(_, step)| step).collect()
    }
}

/// All three, as `GRANT` spells them.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |held| if held { "TRUE" } else { "FALSE" };
        write!(f, "ADMIN {}, INHERIT {}, SET {}", word(self.admin), word(self.inherit), word(self.set))
    }
}

/// The options that are held, or the function.
impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Membership(None) => f.write_str("member"),
            Self::Membership(Some(options)) if options.is_empty() => f.write_str("no option"),
            Self::Membership(Some(options)) => {
                let held: Vec<String> = options.held().iter().map(ToString::to_string).collect();
                f.write_str(&held.join(", "))
            }
            Self::Function(function) => write!(f, "EXECUTE {function}"),
        }
    }
}

impl Standing {
    /// One word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::Missing => "missing",
            Self::Forbidden => "forbidden",
            Self::Idle => "idle",
        }
    }
}

impl Graph {
    /// Judges what was found: the roles of this program, and every other from which or to which something leads.
    #[must_use]
    pub fn of(found: &Found) -> Self {
        let links = found.links();
        let edges = edges(&links, &found.superusers);
        let forbidden = forbidden(&edges);
        let on_a_path: BTreeSet<(&str, &str)> = forbidden.iter().flat_map(pairs).collect();
        let near = near(links.keys().map(|(from, to, _)| (from.as_str(), to.as_str())));
        let mut judged: Vec<Link> = Vec::new();
        for ((from, to, function), options) in &links {
            if !near(from, to) {
                continue;
            }
            let by = function.clone().map_or(By::Membership(*options), By::Function);
            let standing = standing(from, to, &by, on_a_path.contains(&(from, to)));
            judged.push(Link { from: from.clone(), to: to.clone(), by, standing });
        }
        for (from, to, options) in REQUIRED {
            if !links.contains_key(&(from.to_owned(), to.to_owned(), None)) {
                let by = By::Membership(Some(options));
                judged.push(Link { from: from.into(), to: to.into(), by, standing: Standing::Missing });
            }
        }
        let ends = judged.iter().flat_map(|link| [link.from.clone(), link.to.clone()]);
        let names: BTreeSet<String> = OURS.iter().map(|name| (*name).to_owned()).chain(ends).collect();
        let roles = names.into_iter().map(|name| {
            let (login, superuser) = (found.logins.contains(&name), found.superusers.contains(&name));
            let origin = if is_ours(&name) { Origin::Bootstrap } else { Origin::Other };
            (name, Role { origin, login, superuser })
        });
        Self { roles: roles.collect(), links: judged, forbidden }
    }

    /// The roles, by name.
    #[must_use]
    pub const fn roles(&self) -> &BTreeMap<String, Role> {
        &self.roles
    }

    /// What connects them, by the names of the roles.
    #[must_use]
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// What is wrong, a sentence each: the paths that must not be there, shortest first, other links that must not be there,
    /// and what is missing.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let mut faults: Vec<String> =
            self.forbidden.iter().map(|path| format!("forbidden: {path}")).collect();
        let told: BTreeSet<(&str, &str)> = self.forbidden.iter().flat_map(pairs).collect();
        for Link { from, to, by, standing } in &self.links {
            match (standing, by) {
                (Standing::Forbidden, By::Membership(None)) => {
                    faults.push(format!("forbidden: {from} is a member of {to}; its options are not told"));
                }
                (Standing::Forbidden, by) if !told.contains(&(from, to)) => {
                    faults.push(format!("forbidden: {from} –{by}→ {to}"));
                }
                (Standing::Missing, by) => faults.push(match by {
                    By::Membership(Some(options)) if *options != required(from, to).unwrap_or_default() => {
                        format!("missing: {from} → {to} has {options}")
                    }
                    _ => format!("missing: {from} –{by}→ {to}"),
                }),
                (Standing::Required | Standing::Forbidden | Standing::Idle, _) => {}
            }
        }
        faults
    }
}

fn is_ours(role: &str) -> bool {
    OURS.contains(&role)
}

fn required(from: &str, to: &str) -> Option<Options> {
    REQUIRED.iter().find(|link| (link.0, link.1) == (from, to)).map(|link| link.2)
}

fn standing(from: &str, to: &str, by: &By, on_a_path: bool) -> Standing {
    if let (By::Membership(Some(options)), Some(required)) = (by, required(from, to)) {
        return if !options.beyond(required).is_empty() {
            Standing::Forbidden
        } else if *options == required {
            Standing::Required
        } else {
            Standing::Missing
        };
    }
    let touches = is_ours(from) || is_ours(to);
    match by {
        By::Membership(None) if touches => Standing::Forbidden,
        By::Membership(Some(options)) if touches && !options.is_empty() => Standing::Forbidden,
        By::Membership(_) | By::Function(_) if on_a_path => Standing::Forbidden,
        By::Membership(_) | By::Function(_) => Standing::Idle,
    }
}

/// The steps that links come to. Only a superuser may grant the role of one (PostgreSQL manual, "GRANT").
fn edges(
    links: &BTreeMap<(String, String, Option<String>), Option<Options>>,
    superusers: &BTreeSet<String>,
) -> Vec<Edge> {
    let mut edges = Vec::new();
    for ((from, to, function), options) in links {
        let held = match (function, options) {
            (Some(function), _) => vec![Step::Execute(function.clone())],
            (None, options) => options.unwrap_or_default().held(),
        };
        let leads = |step: &Step| *step != Step::Admin || !superusers.contains(to);
        let edge = |step| Edge { from: from.clone(), step, to: to.clone() };
        edges.extend(held.into_iter().filter(leads).map(edge));
    }
    edges
}

/// Every path that touches a role of this program and is not required, shortest first.
fn forbidden(edges: &[Edge]) -> Vec<Path> {
    let is_required = |edge: &Edge| {
        required(&edge.from, &edge.to).is_some_and(|options| options.held().contains(&edge.step))
    };
    let steps = edges.iter().filter(|edge| is_ours(&edge.from) || is_ours(&edge.to));
    let steps = steps.filter(|edge| !is_required(edge));
    let mut paths: Vec<Path> = steps
        .map(|edge| Path { from: edge.from.clone(), steps: vec![(edge.step.clone(), edge.to.clone())] })
        .collect();
    let sources: BTreeSet<&str> = edges.iter().map(|edge| edge.from.as_str()).collect();
    for from in sources {
        let longer = reachable(edges, from)
            .into_iter()
            .filter(|(to, path)| path.steps.len() > 1 && (is_ours(from) || is_ours(to)));
        paths.extend(longer.map(|(_, path)| path));
    }
    paths.sort_by_key(|path| (path.steps.len(), path.to_string()));
    paths
}

/// The pairs of roles that a path leads over.
fn pairs(path: &Path) -> impl Iterator<Item = (&str, &str)> {
    let roles = path.steps.iter().map(|(_, role)| role.as_str());
    std::iter::once(path.from.as_str()).chain(roles.clone()).zip(roles)
}

/// Whether a link begins where one of our roles leads to, or ends where something leads to one.
fn near<'a>(links: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> impl Fn(&str, &str) -> bool {
    let spread = |next: fn((&'a str, &'a str)) -> (&'a str, &'a str)| {
        let mut reached: BTreeSet<String> = OURS.iter().map(|name| (*name).to_owned()).collect();
        loop {
            let before = reached.len();
            for link in links.clone() {
                let (known, new) = next(link);
                if reached.contains(known) && !reached.contains(new) {
                    reached.insert(new.to_owned());
                }
            }
            if reached.len() == before {
                return reached;
            }
        }
    };
    let (ahead, behind) = (spread(|link| link), spread(|(from, to)| (to, from)));
    move |from, to| ahead.contains(from) || behind.contains(to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::prepared::Scope;
    use crate::checks::proof;
    use crate::postgres::ResultSet;

    fn member(member: &str, role: &str, options: &[Step]) -> Membership {
        let has = |step| options.contains(&step);
        let options = Options { admin: has(Step::Admin), inherit: has(Step::Inherit), set: has(Step::Set) };
        Membership { member: member.to_owned(), role: role.to_owned(), options: Some(options) }
    }

    fn with(more: impl IntoIterator<Item = Membership>) -> Graph {
        let mut found = Found::required();
        found.memberships.extend(more);
        Graph::of(&found)
    }

    fn standings(graph: &Graph) -> Vec<(&str, &str, Standing)> {
        graph.links().iter().map(|link| (&*link.from, &*link.to, link.standing)).collect()
    }

    #[test]
    fn answers_are_read_as_they_were_asked() {
        let answers = |count: usize| {
            let roles = ResultSet::of_texts(&[
                ["a", "true", "false"],
                ["b", "false", "true"],
                ["c", "false", "false"],
            ]);
            let memberships = ResultSet::of_texts(&[
                ["a", "b", "true", "false", "false"],
                ["a", "c", "false", "true", "false"],
                ["b", "c", "false", "false", "true"],
            ]);
            let lent = ResultSet::of_texts(&[["a", "f()", "c"]]);
            Batch::of([roles, memberships, lent].into_iter().take(count).collect())
        };
        let lent = Lent { caller: "a".to_owned(), function: "f()".to_owned(), owner: "c".to_owned() };
        let found = Found {
            logins: ["a".to_owned()].into(),
            superusers: ["b".to_owned()].into(),
            memberships: vec![
                member("a", "b", &[Step::Admin]),
                member("a", "c", &[Step::Inherit]),
                member("b", "c", &[Step::Set]),
            ],
            lent: vec![lent],
        };
        assert_eq!(Found::from_batch(&answers(3)), Some(found));
        assert_eq!(Found::from_batch(&answers(2)), None);
    }

    #[test]
    fn options_add_up_and_are_taken_away_one_by_one() {
        let of = |bits: u8| Options { admin: bits & 1 > 0, inherit: bits & 2 > 0, set: bits & 4 > 0 };
        for one in 0..8 {
            assert_eq!(of(one).is_empty(), one == 0);
            assert_eq!(of(one).held().len(), one.count_ones() as usize);
            for other in 0..8 {
                assert_eq!(of(one).and(of(other)), of(one | other));
                assert_eq!(of(one).beyond(of(other)), of(one & !other));
            }
        }
    }

    #[test]
    fn a_link_is_told_by_what_it_gives() {
        let options = |admin, inherit, set| By::Membership(Some(Options { admin, inherit, set }));
        for (by, text) in [
            (By::Membership(None), "member"),
            (options(false, false, false), "no option"),
            (options(true, true, true), "ADMIN, INHERIT, SET"),
            (options(false, true, false), "INHERIT"),
            (By::Function("f()".to_owned()), "EXECUTE f()"),
        ] {
            assert_eq!(by.to_string(), text);
        }
        let all = [Standing::Required, Standing::Missing, Standing::Forbidden, Standing::Idle];
        assert_eq!(BTreeSet::from(all.map(Standing::word)).len(), all.len());
    }

    #[test]
    fn roles_are_told_with_their_origin_and_what_they_can_do() {
        let mut found = Found::required();
        found.logins.insert("x".to_owned());
        found.memberships.push(member("x", role::RUNTIME, &[Step::Set]));
        let graph = Graph::of(&found);
        let told = |name: &str| graph.roles().get(name).map(|it| (it.origin, it.login, it.superuser));
        assert_eq!(told("x"), Some((Origin::Other, true, false)));
        assert_eq!(told(role::RUNTIME), Some((Origin::Bootstrap, true, false)));
        assert_eq!(told(role::SCHEMA_OWNER), Some((Origin::Bootstrap, false, false)));
        assert_eq!(told("mosaic_extension_owner"), Some((Origin::Bootstrap, false, true)));
    }

    /// PostgreSQL manual, "GRANT": only a superuser may grant the role of one.
    #[test]
    fn administering_a_superuser_leads_nowhere_and_is_told() {
        let mut found = Found::required();
        found.memberships.push(member("x", "mosaic_extension_owner", &[Step::Admin]));
        found.memberships.push(member("y", "x", &[Step::Set]));
        let graph = Graph::of(&found);
        assert_eq!(graph.faults(), ["forbidden: x –ADMIN→ mosaic_extension_owner"]);
        let shown = standings(&graph);
        assert!(shown.contains(&("x", "mosaic_extension_owner", Standing::Forbidden)), "{shown:?}");
        assert!(shown.contains(&("y", "x", Standing::Idle)), "{shown:?}");
        found.memberships.push(member("x", role::MIGRATOR, &[Step::Admin]));
        let faults = Graph::of(&found).faults();
        assert_eq!(faults[0], "forbidden: x –ADMIN→ mosaic_migrator");
        assert!(faults.contains(&"forbidden: x –ADMIN→ mosaic_extension_owner".to_owned()), "{faults:?}");
    }

    #[test]
    fn what_leads_from_a_role_to_itself_is_no_link_and_what_is_between_the_same_roles_is_one() {
        let own = member(role::RUNTIME, role::RUNTIME, &[Step::Set]);
        let graph = with([own]);
        assert_eq!(graph.links().len(), REQUIRED.len());
        let twice = with([
            member("x", "y", &[Step::Set]),
            member("x", role::RUNTIME, &[Step::Set]),
            member("x", role::RUNTIME, &[Step::Inherit]),
        ]);
        let links: Vec<_> = twice.links().iter().filter(|link| link.from == "x").collect();
        let [link] = links[..] else { panic!("{links:?}") };
        let by = By::Membership(Some(Options { admin: false, inherit: true, set: true }));
        assert_eq!((&*link.to, &link.by, link.standing), (role::RUNTIME, &by, Standing::Forbidden));
        let mut found = Found::required();
        let itself = role::RUNTIME.to_owned();
        found.lent.push(Lent { caller: itself.clone(), function: "f()".to_owned(), owner: itself });
        assert_eq!(Graph::of(&found).links().len(), REQUIRED.len());
    }

    #[test]
    fn a_required_membership_whose_options_are_not_told_is_no_proof() {
        let mut found = Found::required();
        found.memberships[0].options = None;
        let untold =
            "forbidden: mosaic_migrator is a member of mosaic_schema_owner; its options are not told";
        assert_eq!(Graph::of(&found).faults(), [untold]);
    }

    #[test]
    fn what_bootstrap_makes_has_no_fault() {
        let graph = with([]);
        assert_eq!(graph.faults(), <[String; 0]>::default());
        assert_eq!(graph.roles().len(), OURS.len());
        assert!(graph.links().iter().all(|link| link.standing == Standing::Required));
    }

    /// The checks of a prepared database say the same of memberships.
    #[test]
    fn what_is_required_is_what_is_checked() {
        let checks = proof::evaluate(&Batch::default(), None, &Scope::base());
        for name in OURS {
            let id = format!("role.{}.memberships", &name["mosaic_".len()..]);
            let check = checks.iter().find(|check| check.id == id).expect("a check of each role");
            let of = REQUIRED.iter().find(|(member, ..)| *member == name);
            let text = of.map(|(_, role, options)| format!("{role} {options} by the bootstrap superuser"));
            assert_eq!(check.expected, text.unwrap_or_else(|| "none".to_owned()));
        }
    }

    #[test]
    fn a_stranger_on_the_way_is_shown_with_the_whole_path() {
        let graph = with([
            member(role::RUNTIME, "x", &[Step::Set]),
            member("x", role::SCHEMA_OWNER, &[Step::Inherit]),
            member("far", "away", &[Step::Set]),
            member("away", "beyond", &[Step::Set]),
        ]);
        assert_eq!(
            graph.faults(),
            [
                "forbidden: mosaic_runtime –SET→ x",
                "forbidden: x –INHERIT→ mosaic_schema_owner",
                "forbidden: mosaic_runtime –SET→ x –INHERIT→ mosaic_schema_owner",
            ]
        );
        assert!(graph.roles().contains_key("x"));
        assert!(["far", "away", "beyond"].iter().all(|name| !graph.roles().contains_key(*name)));
    }

    #[test]
    fn who_can_become_a_member_by_way_of_others_is_shown() {
        let graph = with([member("eve", "ops", &[Step::Set]), member("ops", role::MIGRATOR, &[Step::Set])]);
        let shown = standings(&graph);
        assert!(shown.contains(&("eve", "ops", Standing::Forbidden)), "{shown:?}");
        let last = "forbidden: eve –SET→ ops –SET→ mosaic_migrator –SET→ mosaic_schema_owner";
        assert_eq!(graph.faults().last().map(String::as_str), Some(last));
    }

    #[test]
    fn an_option_too_many_is_forbidden_and_one_too_few_is_missing() {
        let more = with([member(role::MIGRATOR, role::SCHEMA_OWNER, &[Step::Inherit])]);
        assert_eq!(more.faults(), ["forbidden: mosaic_migrator –INHERIT→ mosaic_schema_owner"]);
        let mut found = Found::required();
        found.memberships.remove(0);
        let absent = "missing: mosaic_migrator –SET→ mosaic_schema_owner";
        assert_eq!(Graph::of(&found).faults(), [absent]);
        found.memberships.push(member(role::MIGRATOR, role::SCHEMA_OWNER, &[]));
        let weaker =
            "missing: mosaic_migrator → mosaic_schema_owner has ADMIN FALSE, INHERIT FALSE, SET FALSE";
        assert_eq!(Graph::of(&found).faults(), [weaker]);
    }

    #[test]
    fn a_membership_without_an_option_leads_nowhere() {
        let graph = with([member("x", role::SCHEMA_OWNER, &[])]);
        assert!(standings(&graph).contains(&("x", role::SCHEMA_OWNER, Standing::Idle)));
        assert_eq!(graph.faults(), <[String; 0]>::default());
        let untold = Membership { options: None, ..member("x", role::SCHEMA_OWNER, &[]) };
        assert_eq!(with([untold]).faults().len(), 1);
    }

    #[test]
    fn what_lies_behind_a_membership_without_an_option_is_idle() {
        let mut found = Found::required();
        found.memberships.extend([
            member(role::RUNTIME, "x", &[]),
            member("x", "y", &[Step::Set]),
            Membership { options: None, ..member("x", "z", &[]) },
        ]);
        found.lent.push(Lent { caller: "x".into(), function: "f()".into(), owner: "w".into() });
        let graph = Graph::of(&found);
        for to in ["w", "y", "z"] {
            assert!(standings(&graph).contains(&("x", to, Standing::Idle)), "{to}");
        }
        assert_eq!(graph.faults(), <[String; 0]>::default());
    }

    #[test]
    fn a_definer_function_is_a_link() {
        let mut found = Found::required();
        found.lent.push(Lent {
            caller: role::RUNTIME.to_owned(),
            function: "f()".to_owned(),
            owner: role::SCHEMA_OWNER.to_owned(),
        });
        let graph = Graph::of(&found);
        assert_eq!(graph.faults(), ["forbidden: mosaic_runtime –EXECUTE f()→ mosaic_schema_owner"]);
        assert!(standings(&graph).contains(&(role::RUNTIME, role::SCHEMA_OWNER, Standing::Forbidden)));
    }
}
