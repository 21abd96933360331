//! A database that is as it should be, to be broken: made, prepared by the bootstrap script and migrated by the runner,
//! as an operator's would be.

use super::admin::Admin;
use super::defect::{Defect, Malformed, Proof, read};
use super::judge::{Missed, Seen};
use super::scratch::Server;
use super::{DATABASE, Request, SelfTestError};
use crate::bootstrap::replay::{Replay, Step};
use crate::bootstrap::{self, BootstrapError, DatabaseName, Logins, OtherDatabases};
use crate::migrate::{self, Limits, Unmet};
use mosaic_db::allowance::InForce;
use mosaic_db::bundle::{Bundle, BundleError, File, FileSet};
use mosaic_db::checks::Check;
use mosaic_db::checks::prepared::{self, Passwords, Scope};
use mosaic_db::identifier::Identifier;
use mosaic_db::inspect;
use mosaic_db::postgres::identity::role;
use mosaic_db::postgres::{Endpoint, ServerError, Session};
use mosaic_db::scram::Verifier;
use mosaic_db::secret::Secret;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::time::Duration;

/// Nobody else works on a scratch database.
const LIMITS: Limits = Limits {
    lock_wait: Duration::from_secs(1),
    lock_timeout: Duration::from_secs(10),
    statement_timeout: None,
};

/// A bundle, and the defects that are made with its objects.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// The compiled-in one.
    Shipped,
    /// One of nearly everything that can be in a schema.
    Rich,
}

impl Kind {
    pub(super) const ALL: [Self; 2] = [Self::Shipped, Self::Rich];

    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Shipped => "the compiled-in bundle",
            Self::Rich => "a bundle with one of everything",
        }
    }

    pub(super) fn defects(self) -> Result<Vec<Defect>, Malformed> {
        let files: &[&'static str] = match self {
            Self::Shipped => &[
                include_str!("defects/memberships.sql"),
                include_str!("defects/privileges.sql"),
                include_str!("defects/surroundings.sql"),
                include_str!("defects/ledger.sql"),
                include_str!("defects/prepared.sql"),
            ],
            Self::Rich => &[include_str!("defects/shapes.sql"), include_str!("defects/logic.sql")],
        };
        let lists: Vec<Vec<Defect>> = files.iter().map(|file| read(file)).collect::<Result<_, _>>()?;
        Ok(lists.into_iter().flatten().collect())
    }

    fn bundle(self) -> Result<Bundle, BundleError> {
        const RICH: [(&str, &[u8]); 5] = [
            ("0000_one_of_each.sql", include_bytes!("rich/0000_one_of_each.sql")),
            ("0001_plain.sql", include_bytes!("rich/0001_plain.sql")),
            ("effects.v1.json", include_bytes!("rich/effects.v1.json")),
            ("manifest.v1.json", include_bytes!("rich/manifest.v1.json")),
            ("meta/_journal.json", include_bytes!("rich/meta/_journal.json")),
        ];
        match self {
            Self::Shipped => Bundle::shipped(),
            Self::Rich => {
                let files =
                    RICH.map(|(path, bytes)| (Cow::Borrowed(path), File::Regular(Cow::Borrowed(bytes))));
                Bundle::assemble(FileSet::from_iter(files))
            }
        }
    }
}

pub(super) struct Ground {
    bundle: Bundle,
    scope: Scope,
    passwords: Passwords,
    application_name: String,
    admin: Admin,
    /// The superuser in this database, and a session of it that stays.
    superuser: (Endpoint, Session),
    /// The same of the migrator.
    migrator: (Endpoint, Session),
    verified: Seen,
    prepared: Seen,
}

impl Ground {
    /// Makes the database and proves that nothing is wrong with it.
    pub(super) async fn prepare(
        request: &Request<'_>,
        server: &Server,
        kind: Kind,
    ) -> Result<Self, SelfTestError> {
        let bundle = kind.bundle()?;
        let scope = Scope::of(&bundle)?;
        let database = Identifier::new(DATABASE).map_err(|_| BootstrapError::DatabaseName)?;
        let [migrator, runtime, importer] = [password()?, password()?, password()?];
        let logins = Logins {
            migrator: verifier(role::MIGRATOR, &migrator)?,
            runtime: verifier(role::RUNTIME, &runtime)?,
            importer: verifier(role::IMPORTER, &importer)?,
        };
        server.create_database().await?;
        let own = request.endpoint.dsn();
        let superuser = request.endpoint.with(own.of_login(own.user(), own.password(), &database));
        let admin = Admin::open(&superuser, request.application_name).await?;
        bootstrap(&admin, &scope, &logins).await?;
        let migrator_endpoint = request.endpoint.with(own.of_login(role::MIGRATOR, &migrator, &database));
        let run = migrate::Request {
            endpoint: &migrator_endpoint,
            bundle: &bundle,
            allowances: InForce::none(),
            limits: LIMITS,
            application_name: request.application_name,
            interrupt: request.interrupt,
            unmet: Unmet::Holds,
        };
        migrate::run(&run, &mut migrate::Report::default(), &mut |_| {}).await.map_err(Box::new)?;
        let proving_as_superuser = Session::open(&superuser, request.application_name).await?;
        let proving_as_migrator = Session::open(&migrator_endpoint, request.application_name).await?;
        let nothing = || Seen { code: None, checks: Vec::new(), facts: serde_json::Value::Null };
        let mut ground = Self {
            bundle,
            scope,
            passwords: Passwords {
                migrator: Some(migrator),
                runtime: Some(runtime),
                importer: Some(importer),
            },
            application_name: request.application_name.to_owned(),
            admin,
            superuser: (superuser, proving_as_superuser),
            migrator: (migrator_endpoint, proving_as_migrator),
            verified: nothing(),
            prepared: nothing(),
        };
        ground.verified = ground.look_afresh(Proof::Verify).await;
        ground.prepared = ground.look_afresh(Proof::Prepared).await;
        ground.require_sound()?;
        Ok(ground)
    }

    /// What this proof said before anything was broken.
    pub(super) const fn before(&self, proof: Proof) -> &Seen {
        match proof {
            Proof::Verify => &self.verified,
            Proof::Prepared => &self.prepared,
        }
    }

    /// What it says now, and what is thought of that. A session that stays need not see what a new one does (settings of
    /// the database, for one), so what is not as it should be there is looked at again as an operator's command would.
    pub(super) async fn look<T>(
        &self,
        proof: Proof,
        judge: impl Fn(&Seen) -> Result<T, Missed>,
    ) -> (Seen, Result<T, Missed>) {
        let seen = match proof {
            Proof::Verify => Seen::of_verification(
                inspect::verify_on(&self.migrator.1, &self.bundle, InForce::none()).await,
            ),
            Proof::Prepared => Seen::of_preparation(
                prepared::inspect_on(&self.superuser.1, &self.scope, &self.passwords).await,
            ),
        };
        match judge(&seen) {
            Ok(content) => (seen, Ok(content)),
            Err(_) => {
                let seen = self.look_afresh(proof).await;
                let judged = judge(&seen);
                (seen, judged)
            }
        }
    }

    async fn look_afresh(&self, proof: Proof) -> Seen {
        let name = &self.application_name;
        match proof {
            Proof::Verify => Seen::of_verification(
                inspect::verify(&self.migrator.0, &self.bundle, InForce::none(), name).await,
            ),
            Proof::Prepared => Seen::of_preparation(
                prepared::inspect(&self.superuser.0, name, &self.scope, &self.passwords).await,
            ),
        }
    }

    /// Changes something as the superuser.
    pub(super) async fn change(&self, sql: &str) -> Result<Result<(), ServerError>, SelfTestError> {
        let changed = self.admin.try_to(sql).await?.map(|_| ());
        self.admin.run("to be itself again", "RESET ROLE; RESET ALL").await?;
        Ok(changed)
    }

    /// Every check of both proofs.
    pub(super) fn checks(&self) -> impl Iterator<Item = &Check> {
        self.verified.checks.iter().chain(&self.prepared.checks)
    }

    pub(super) async fn close(self) {
        let Self { admin, superuser: (_, superuser), migrator: (_, migrator), .. } = self;
        superuser.close().await;
        migrator.close().await;
        admin.close().await;
    }

    fn require_sound(&self) -> Result<(), SelfTestError> {
        let code = self.verified.code.map(|code| code.entry().code.to_owned());
        let failing = self.checks().filter(|check| check.verdict.fails() && !is_about_files(check));
        let wrong: Vec<String> = code.into_iter().chain(failing.map(|check| check.id.clone())).collect();
        if wrong.is_empty() { Ok(()) } else { Err(SelfTestError::Unsound(wrong)) }
    }
}

/// The server's own files are not made here, and not broken either.
fn is_about_files(check: &Check) -> bool {
    check.id.starts_with("hba.")
}

/// The very script that an operator runs through `psql`.
async fn bootstrap(admin: &Admin, scope: &Scope, logins: &Logins) -> Result<(), SelfTestError> {
    let what = "what prepares the scratch database";
    let database = DatabaseName::new(DATABASE.to_owned())?;
    let script = bootstrap::render(&bootstrap::Request {
        database: &database,
        scope,
        logins,
        other_databases: OtherDatabases::LeftAlone,
    });
    let mut replay = Replay::of(&script);
    while let Some(step) = replay.next_step()? {
        match step {
            Step::Run(sql) => drop(admin.run(what, &sql).await?),
            Step::Remember(sql) => replay.remember(admin.run(what, &sql).await?.from_end(0)),
            Step::Generate(sql) => {
                let answer = admin.run(what, &sql).await?;
                for statement in answer.from_end(0).rows().iter().flatten().flatten() {
                    admin.run(what, statement).await?;
                }
            }
        }
    }
    Ok(())
}

fn password() -> Result<Secret, BootstrapError> {
    let mut text = String::with_capacity(64);
    for byte in bootstrap::random::<32>()? {
        let _infallible = write!(text, "{byte:02x}");
    }
    Ok(Secret::new(text))
}

fn verifier(role: &'static str, password: &Secret) -> Result<Verifier, BootstrapError> {
    bootstrap::verifier(role, password, None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_defect_has_a_name_of_its_own() {
        let mut names = BTreeSet::new();
        for defect in Kind::ALL.into_iter().flat_map(|kind| kind.defects().expect("files that can be read")) {
            assert!(names.insert(defect.id), "{} stands there twice", defect.id);
            assert!((16..=18).contains(&defect.since), "{}", defect.id);
        }
        assert!(names.len() > 250, "{}", names.len());
    }

    #[test]
    fn the_bundle_with_one_of_everything_is_measured() {
        assert!(Kind::Rich.bundle().expect("a bundle").is_measured());
    }
}
