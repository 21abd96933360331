//! A superuser's session on a migrated database, and what the server itself says of a graph.

use super::graph::{OBJECTS, ROLES};
use crate::support::{Database, NAME};
use mosaic_db::dsn::Dsn;
use mosaic_db::postgres::transport::StartupSettings;
use mosaic_db::postgres::{Batch, CaBundle, Connection, Endpoint, Stop, batch};
use mosaic_lab::cluster::SUPERUSER;
use mosaic_lab::postgres::Major;
use std::collections::BTreeSet;
use std::time::Duration;
use tokio::runtime::Runtime;

pub struct Server {
    runtime: Runtime,
    connection: Connection,
    _database: Database,
}

/// What `pg_has_role`, `has_*_privilege` and the catalogs say.
pub struct Oracle {
    /// (role, kind, other role) of every role there is.
    access: BTreeSet<[String; 3]>,
    /// (role or `public`, place in [`OBJECTS`], privilege).
    pub held: BTreeSet<(String, usize, String)>,
    pub superusers: BTreeSet<String>,
    pub logins: BTreeSet<String>,
    /// Every role with its attributes.
    pub attributes: BTreeSet<[String; 2]>,
    /// (role, member, options and grantor).
    pub memberships: BTreeSet<[String; 3]>,
    /// (caller, owner) of functions that lend their owner's rights.
    lent: BTreeSet<[String; 2]>,
}

impl Server {
    /// With the compiled-in bundle applied.
    pub fn start(major: Major) -> Self {
        let database = Database::on(major);
        database.shipped(&["--run"]).run().assert_reached();
        let cluster = database.cluster();
        let dsn = Dsn::parse(&cluster.url(SUPERUSER, cluster.superuser_password(), NAME)).expect("a URL");
        let pem = std::fs::read(cluster.ca_pem_path()).expect("the CA file");
        let ca = CaBundle::from_pem(&pem).expect("a certificate");
        let endpoint = Endpoint::new(dsn, &ca, None, Duration::from_secs(10)).expect("an endpoint");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let settings = mosaic_db::catalog::SETTINGS;
        let settings =
            settings.iter().fold(StartupSettings::default(), |all, (name, value)| all.with(name, value));
        let connection = runtime.block_on(endpoint.connect("test", &settings)).expect("a session");
        Self { runtime, connection, _database: database }
    }

    pub fn run(&self, sql: &str) -> Result<Batch, Stop> {
        self.runtime.block_on(batch::run(self.connection.client(), sql))
    }

    pub fn must(&self, sql: &str) -> Batch {
        self.run(sql).unwrap_or_else(|stop| panic!("{sql}\n{:?}", stop.server()))
    }

    /// The results of these questions.
    pub fn ask(&self, questions: &[String]) -> Batch {
        self.must(&questions.join("\n;\n"))
    }

    /// Whether this runs, in a transaction that goes on; what it did is taken back.
    pub fn would(&self, sql: &str) -> Result<Batch, String> {
        self.must("SAVEPOINT attempt");
        let outcome = self.run(sql);
        self.must("ROLLBACK TO attempt; RELEASE attempt");
        outcome.map_err(|stop| stop.server().map(ToString::to_string).unwrap_or_default())
    }

    pub fn oracle(&self) -> Oracle {
        let subjects = ROLES.iter().chain(&["public"]);
        let roles: Vec<String> = subjects.map(|role| format!("('{role}')")).collect();
        let roles = roles.join(", ");
        let privileges = OBJECTS.iter().enumerate().map(|(place, object)| {
            let kinds: Vec<String> = object.privileges.iter().map(|kind| format!("('{kind}')")).collect();
            let holds = object.question.replace("{role}", "r.name").replace("{privilege}", "p.kind");
            format!(
                "SELECT r.name, '{place}', p.kind FROM (VALUES {roles}) AS r (name), (VALUES {}) AS p (kind) WHERE {holds}",
                kinds.join(", ")
            )
        });
        let questions = [
            "SELECT a.rolname, k.kind, b.rolname FROM pg_roles a, pg_roles b, (VALUES ('USAGE'), ('SET')) AS k (kind) \
             WHERE a.oid <> b.oid AND pg_has_role(a.oid, b.oid, k.kind)"
                .to_owned(),
            privileges.collect::<Vec<_>>().join("\nUNION ALL\n"),
            "SELECT rolname FROM pg_roles WHERE rolsuper".to_owned(),
            "SELECT rolname FROM pg_roles WHERE rolcanlogin".to_owned(),
            "SELECT rolname, concat_ws(' ', rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication, \
             rolbypassrls, rolconnlimit, rolvaliduntil) FROM pg_roles"
                .to_owned(),
            "SELECT roleid::regrole, member::regrole, concat_ws(' ', admin_option, inherit_option, set_option, grantor) \
             FROM pg_auth_members"
                .to_owned(),
            "SELECT r.rolname, p.proowner::regrole FROM pg_proc p, pg_roles r WHERE p.proname LIKE 'lend\\_%' \
             AND has_function_privilege(r.oid, p.oid, 'EXECUTE') AND has_schema_privilege(r.oid, p.pronamespace, 'USAGE')"
                .to_owned(),
        ];
        let answers = self.ask(&questions);
        Oracle {
            access: rows(&answers, 0),
            held: rows::<3>(&answers, 1)
                .into_iter()
                .map(|[role, place, kind]| (role, place.parse().expect("a place"), kind))
                .collect(),
            superusers: rows::<1>(&answers, 2).into_iter().flatten().collect(),
            logins: rows::<1>(&answers, 3).into_iter().flatten().collect(),
            attributes: rows(&answers, 4),
            memberships: rows(&answers, 5),
            lent: rows(&answers, 6),
        }
    }
}

fn rows<const N: usize>(answers: &Batch, place: usize) -> BTreeSet<[String; N]> {
    let rows = answers.set(place).exact::<N>().expect("rows without NULL");
    rows.into_iter().map(|row| row.map(str::to_owned)).collect()
}

impl Oracle {
    /// Roles whose rights this one has without doing anything (USAGE), or can be set to (SET).
    pub fn of<'a>(&'a self, role: &'a str, kind: &'a str) -> impl Iterator<Item = &'a str> {
        let wanted = move |[from, how, _]: &&'a [String; 3]| from == role && how == kind;
        self.access.iter().filter(wanted).map(|[_, _, to]| to.as_str())
    }

    /// Every role whose rights this one can come to, by any chain of what the server lets it do. What a superuser could
    /// go on to is left out.
    pub fn reached(&self, from: &str) -> BTreeSet<String> {
        let mut settable = BTreeSet::from([from.to_owned()]);
        let mut acting = BTreeSet::from([from.to_owned()]);
        loop {
            let mut next_settable = settable.clone();
            for role in settable.iter().filter(|role| !self.superusers.contains(*role)) {
                next_settable.extend(self.of(role, "SET").map(str::to_owned));
            }
            let mut next_acting: BTreeSet<String> = acting.union(&next_settable).cloned().collect();
            for actor in acting.iter().filter(|role| !self.superusers.contains(*role)) {
                let holders: BTreeSet<&str> = self.of(actor, "USAGE").chain([actor.as_str()]).collect();
                for [role, member, options] in &self.memberships {
                    // Only a superuser may grant a superuser's role.
                    if options.starts_with('t')
                        && holders.contains(member.as_str())
                        && !self.superusers.contains(role)
                    {
                        next_settable.insert(role.clone());
                    }
                }
                let lent = self.lent.iter().filter(|[caller, _]| caller == actor);
                next_acting.extend(lent.map(|[_, owner]| owner.clone()));
            }
            if (&next_settable, &next_acting) == (&settable, &acting) {
                break;
            }
            (settable, acting) = (next_settable, next_acting);
        }
        let mut reached = acting.clone();
        for actor in acting.iter().filter(|role| !self.superusers.contains(*role)) {
            reached.extend(self.of(actor, "USAGE").map(str::to_owned));
        }
        reached.remove(from);
        reached
    }
}
