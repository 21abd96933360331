//! Measuring what each entry does: the entries run one by one against a scratch database, with the very runner that
//! will run them for real, and the catalog is compared around each.

use super::error::MigrateError;
use super::event::Event;
use super::run::{Report, Request, run};
use mosaic_db::bundle::sql::Objects;
use mosaic_db::bundle::{Bundle, BundleError, Effects, EntryEffects, Tag};
use mosaic_db::catalog::{Delta, Snapshot};
use mosaic_db::error::Code;
use mosaic_db::inspect::{InspectError, inspect};
use mosaic_db::postgres::identity::role;
use mosaic_db::postgres::{ConnectError, Literal, Session};
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// Why the entries could not be measured.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MeasureError {
    #[error(transparent)]
    Connect(#[from] ConnectError),
    #[error("the scratch database was not inspected")]
    Inspect(#[from] InspectError),
    #[error("the entries do not run on the scratch database")]
    Migrate(#[from] MigrateError),
    #[error(transparent)]
    Bundle(#[from] BundleError),
    #[error("the scratch database does not say how its tables are stored")]
    Storage,
}

impl MeasureError {
    pub(crate) fn code(&self) -> Code {
        match self {
            Self::Connect(error) => error.code(),
            Self::Inspect(error) => error.code(),
            Self::Migrate(error) => error.code(),
            Self::Bundle(error) => error.code(),
            Self::Storage => Code::QuestionRefused,
        }
    }
}

/// A table's name, where its rows are stored, and how often it was read whole, by OID.
type Storage = BTreeMap<String, Table>;

struct Table {
    name: String,
    file: String,
    scans: u64,
}

/// Runs every entry of the request's bundle on a bootstrapped database whose ledger is empty.
pub(crate) async fn measure(
    request: &Request<'_>,
    events: &mut impl FnMut(Event),
) -> Result<Effects, MeasureError> {
    let mut before = observe(request, &request.bundle.through(0)).await?;
    let base = before.0.clone();
    let mut measured: BTreeMap<Tag, EntryEffects> = BTreeMap::new();
    for (position, entry) in request.bundle.entries().iter().enumerate() {
        let bundle = request.bundle.through(position + 1);
        run(&Request { bundle: &bundle, ..*request }, &mut Report::default(), events).await?;
        let after = observe(request, &bundle).await?;
        let (rewrites, scans) = touched(&before.1, &after.1);
        let delta = Delta::between(&before.0, &after.0);
        measured
            .insert(entry.tag().clone(), EntryEffects { delta, rewrites, scans, conditional: Objects::None });
        before = after;
    }
    Ok(Effects::new(request.bundle, &base, measured)?)
}

async fn observe(request: &Request<'_>, bundle: &Bundle) -> Result<(Snapshot, Storage), MeasureError> {
    let snapshot =
        inspect(request.endpoint, bundle, request.allowances, request.application_name).await?.snapshot;
    let session = Session::open(request.endpoint, request.application_name).await?;
    let storage = storage(&session, bundle).await;
    session.close().await;
    Ok((snapshot, storage?))
}

/// How long the runner's server process may take to end. It hands in its statistics when it does.
const PATIENCE: Duration = Duration::from_secs(10);

async fn storage(session: &Session, bundle: &Bundle) -> Result<Storage, MeasureError> {
    let others =
        "SELECT count(*) FROM pg_stat_activity WHERE usename = session_user AND pid <> pg_backend_pid()";
    let deadline = Instant::now() + PATIENCE;
    while Instant::now() < deadline {
        let answer = session.read(&[others]).await.map_err(|_| MeasureError::Storage)?;
        if answer.set(0).get(0, 0) == Some("0") {
            break;
        }
        sleep(Duration::from_millis(5)).await;
    }
    let managed: Vec<String> =
        bundle.manifest().managed_schemas().iter().map(|name| Literal(name.as_str()).to_string()).collect();
    let set_role = format!("SET LOCAL ROLE {}", role::SCHEMA_OWNER);
    let question = format!(
        "SELECT c.oid, n.nspname || '.' || c.relname, c.relfilenode, pg_stat_get_numscans(c.oid) \
         FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
         WHERE n.nspname IN ({}) AND c.relkind IN ('r', 'm')",
        managed.join(", ")
    );
    let answer = session.read(&[&set_role, &question]).await.map_err(|_| MeasureError::Storage)?;
    let rows = answer.set(1).exact::<4>().ok_or(MeasureError::Storage)?;
    rows.into_iter()
        .map(|[oid, name, file, scans]| {
            let scans = scans.parse().map_err(|_| MeasureError::Storage)?;
            Ok((oid.to_owned(), Table { name: name.to_owned(), file: file.to_owned(), scans }))
        })
        .collect()
}

/// Tables that were there before and have been written anew, or read whole, since; by their new names.
fn touched(before: &Storage, after: &Storage) -> (Vec<String>, Vec<String>) {
    let both = || after.iter().filter_map(|(oid, now)| Some((before.get(oid)?, now)));
    let names = |tables: Vec<&Table>| {
        let mut names: Vec<String> = tables.into_iter().map(|table| table.name.clone()).collect();
        names.sort();
        names
    };
    let rewritten = both().filter(|(then, now)| then.file != now.file).map(|(_, now)| now).collect();
    let scanned = both().filter(|(then, now)| then.scans < now.scans).map(|(_, now)| now).collect();
    (names(rewritten), names(scanned))
}
