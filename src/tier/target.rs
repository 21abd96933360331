//! Where the rows go: the importer's session, after it proved what it is connected to, in one writing transaction.

use super::error::ImportError;
use super::plan::{Act, Plan, Transfer};
use super::proof::{self, ForeignKey, ProofError};
use super::run::{Event, Phase, Request, Tell};
use super::side::{self, Side};
use super::source::RUNNING;
use super::statement::{self, Mode};
use super::tally::Tally;
use crate::migrate::DURABLE;
use mosaic_db::attest::{Decimal, Observed, Text};
use mosaic_db::bundle::Bundle;
use mosaic_db::identifier::Identifier;
use mosaic_db::inspect::{Importable, inspect_as_importer};
use mosaic_db::postgres::transport::Canceller;
use mosaic_db::postgres::{Batch, Connection, Session, Stop, StopCause, batch, sqlstate};
use tokio_postgres::Client;

/// A target that is the attested one, before anything was written.
pub struct Target {
    connection: Connection,
    /// What was proved about it.
    pub importable: Importable,
    /// What nothing but this database on this running server has.
    pub running: String,
    /// The tables of the schema that is filled.
    pub side: Side,
}

/// How long the target waits for a source that stalls. In a COPY it does not count as idle.
const IDLE: &str = "10min";

impl Target {
    /// Opens the session, proves everything about it, and compares it with what was attested. No transaction that could
    /// write was begun.
    pub async fn open(request: &Request<'_>) -> Result<Self, ImportError> {
        let bundle = request.bundle;
        let (session, importable) =
            inspect_as_importer(request.target, bundle, request.allowances, request.application_name).await?;
        request.attested.require(&observed(&session, &importable)?)?;
        let running = format!("SELECT {RUNNING}");
        let [columns, references, sequences] = side::questions(schema_name(bundle));
        let answers = session.read(&[&running, &columns, &references, &sequences]).await.map_err(refused)?;
        let running = answers.set(0).get(0, 0).ok_or(ImportError::TargetUnreadable)?.to_owned();
        let side = Side::from_batch(&answers, 1).map_err(ImportError::TargetMalformed)?;
        Ok(Self { connection: session.into_connection(), importable, running, side })
    }

    /// The driver's client.
    pub const fn client(&self) -> &Client {
        self.connection.client()
    }

    /// What cancels its running statement.
    pub fn canceller(&self) -> Canceller {
        self.connection.canceller()
    }

    /// Begins the transaction for all tables, and gives its id: with it the server can say later what became of it.
    pub async fn begin(&self, plan: &Plan) -> Result<String, ImportError> {
        let deferring = if plan.deferred.is_empty() { "" } else { "SET CONSTRAINTS ALL DEFERRED; " };
        let silencing = plan.proof.as_ref().map(proof::Proof::begin).unwrap_or_default();
        self.begin_with(&(silencing + deferring)).await
    }

    /// Asks what it takes to load these tables without row triggers, and writes it into the plan.
    pub async fn plan_proof(&self, bundle: &Bundle, plan: &mut Plan) -> Result<(), ImportError> {
        let identity = &self.importable.identity;
        if identity.version < proof::OLDEST_SERVER {
            return Err(ProofError::Version(identity.version_text.clone()).into());
        }
        self.begin_reading().await?;
        let questions = proof::questions(schema_name(bundle), identity.version);
        let answers = self.ask(&questions.join(";\n")).await?;
        self.ask("COMMIT").await?;
        Ok(proof::plan(&answers, plan).ok_or(ImportError::TargetUnreadable)??)
    }

    /// Proves every foreign key of the tables that were filled, and names them.
    pub async fn prove(&self, plan: &Plan, tell: &mut Tell<'_>) -> Result<Vec<String>, ImportError> {
        let (mut proved, mut orphans) = (Vec::new(), Vec::new());
        for key in plan.proof.iter().flat_map(|proof| &proof.keys) {
            let name = key.to_string();
            tell(Event::Started { name: &name, phase: Phase::Proving });
            let answer = self.ask(&key.statement).await?;
            tell(Event::Ended { name: &name });
            match ForeignKey::orphans(&answer).ok_or(ImportError::TargetUnreadable)? {
                0 => proved.push(name),
                count => orphans.push(format!("{count} rows of {} by {}", key.table, key.name)),
            }
        }
        if orphans.is_empty() { Ok(proved) } else { Err(ImportError::Orphans(orphans)) }
    }

    /// Begins a transaction for one table, and proves that it is empty.
    pub async fn begin_one(&self, transfer: &Transfer) -> Result<String, ImportError> {
        let transaction = self.begin_with("").await?;
        self.require_empty_among(&[transfer]).await?;
        Ok(transaction)
    }

    /// Begins a transaction in which nothing is written.
    pub async fn begin_reading(&self) -> Result<(), ImportError> {
        self.ask(&statement::begin(Mode::Read)).await.map(drop)
    }

    async fn begin_with(&self, more: &str) -> Result<String, ImportError> {
        let message = format!(
            "{}; SET LOCAL idle_in_transaction_session_timeout = '{IDLE}'; {DURABLE}; {more}\
             SELECT pg_current_xact_id()",
            statement::begin(Mode::Write)
        );
        let answers = self.ask(&message).await?;
        Ok(answers.from_end(0).get(0, 0).unwrap_or_default().to_owned())
    }

    /// That the tables to fill are empty.
    pub async fn require_empty(&self, plan: &Plan) -> Result<(), ImportError> {
        let filled: Vec<&Transfer> = plan.transfers().filter(|transfer| transfer.act == Act::Copy).collect();
        self.require_empty_among(&filled).await
    }

    async fn require_empty_among(&self, filled: &[&Transfer]) -> Result<(), ImportError> {
        if filled.is_empty() {
            return Ok(());
        }
        let answers = self.ask(&statement::occupied(filled.iter().copied())).await?;
        let places =
            answers.set(0).rows().iter().filter_map(|row| row.first()?.as_deref()?.parse::<usize>().ok());
        let occupied: Vec<String> =
            places.filter_map(|place| filled.get(place)).map(|transfer| transfer.name.clone()).collect();
        if occupied.is_empty() { Ok(()) } else { Err(ImportError::NotEmpty(occupied)) }
    }

    /// Has the server check what was deferred.
    pub async fn check_deferred(&self, plan: &Plan) -> Result<(), ImportError> {
        if !plan.deferred.is_empty() {
            self.ask("SET CONSTRAINTS ALL IMMEDIATE").await?;
        }
        Ok(())
    }

    /// Sets the sequences. It is the one thing that a rollback does not take back (PostgreSQL manual, "Sequence
    /// Manipulation Functions"), and so the last one.
    pub async fn set_sequences(&self, plan: &Plan, values: &[(String, String)]) -> Result<(), ImportError> {
        let calls: Vec<String> = plan
            .sequences
            .iter()
            .zip(values)
            .map(|(pair, (last, called))| {
                let name = mosaic_db::postgres::Literal(&pair.target.sql).to_string();
                format!("SELECT setval({name}::regclass, {last}::bigint, '{called}'::boolean)")
            })
            .collect();
        if calls.is_empty() {
            return Ok(());
        }
        self.ask(&calls.join("; ")).await.map(drop)
    }

    /// One message on the writing connection.
    pub async fn ask(&self, message: &str) -> Result<Batch, ImportError> {
        batch::run(self.client(), message).await.map_err(refused)
    }

    /// Ends the session in order.
    pub async fn close(self) {
        self.connection.close().await;
    }
}

/// What the session saw, in the terms of an attestation.
fn observed(session: &Session, found: &Importable) -> Result<Observed, ImportError> {
    let identity = &found.identity;
    let decimal = |text: &str| Decimal::new(text).map_err(|_other| ImportError::TargetUnreadable);
    Ok(Observed {
        leaf_spki_sha256: session.leaf().spki,
        system_identifier: decimal(&identity.system_identifier)?,
        timeline: decimal(&identity.timeline)?,
        database_oid: decimal(&identity.database_oid)?,
        database_id: Text::new(found.database_id.as_str()).map_err(|_other| ImportError::TargetUnreadable)?,
        schema_sha256: found.schema,
    })
}

/// The schema that is filled: the application's, which is neither the ledger's nor, where there is another, `public`,
/// which holds what came before.
pub fn schema(bundle: &Bundle) -> Option<&Identifier> {
    let manifest = bundle.manifest();
    let schemas = || manifest.managed_schemas().iter().filter(|name| **name != manifest.ledger().schema);
    schemas().find(|name| name.as_str() != "public").or_else(|| schemas().next())
}

fn schema_name(bundle: &Bundle) -> &str {
    schema(bundle).map_or("mosaic", Identifier::as_str)
}

/// A table whose rows differ.
pub fn compare(transfer: &Transfer, source: Tally, target: Tally) -> Result<(), ImportError> {
    if source == target {
        return Ok(());
    }
    Err(ImportError::Different { table: transfer.name.clone(), sent: source.shown(), found: target.shown() })
}

fn refused(stop: Stop) -> ImportError {
    match stop.cause {
        StopCause::Server(cause) if !sqlstate::ends_session(&cause.sqlstate) => {
            ImportError::TargetRefused { table: None, cause }
        }
        StopCause::Server(_) | StopCause::Lost(_) => ImportError::TargetLost,
    }
}
