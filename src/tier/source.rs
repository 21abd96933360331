//! Where the rows come from: a PostgreSQL server over a verified session, or the embedded database. One transaction,
//! READ ONLY, with one snapshot from the first question to the last row.

use super::plan::{Pair, Plan};
use super::side::{self, Malformed, Sequence, Side};
use super::statement::{self, Mode};
use mosaic_db::postgres::embedded::{Address, Embedded, EmbeddedError};
use mosaic_db::postgres::transport::{Canceller, StartupSettings};
use mosaic_db::postgres::{
    Batch, ConnectError, Connection, Endpoint, Literal, ServerError, Stop, StopCause, batch, sqlstate,
};
use std::time::Duration;
use tokio_postgres::Client;

/// The oldest source: what is asked of its catalogs is there since then.
const OLDEST: u32 = 140_000;

/// A copy of a cluster has its identifier and its OIDs, but was not started in the same microsecond.
pub const RUNNING: &str = "(SELECT format('%s %s %s', c.system_identifier, \
     extract(epoch FROM pg_postmaster_start_time()), \
     (SELECT oid FROM pg_database WHERE datname = current_database())) FROM pg_control_system() c)";

/// Where to read.
pub enum Location {
    /// A server.
    Server(Endpoint),
    /// The embedded database.
    Embedded {
        /// Its address.
        address: Address,
        /// How long connecting may take.
        bound: Duration,
    },
}

/// An open source, in its transaction.
pub struct Source {
    link: Link,
    /// The schema's tables.
    pub side: Side,
    /// Who and where it is.
    pub facts: Facts,
}

/// What a source says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The version as it prints it.
    pub version: String,
    /// What nothing but this database on this running server has; none for the embedded database.
    pub running: Option<String>,
}

enum Link {
    Server(Connection),
    Embedded(Embedded),
}

/// Why there is no source.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// No session.
    #[error("the source")]
    Connect(#[from] ConnectError),
    /// No embedded database.
    #[error(transparent)]
    Embedded(#[from] EmbeddedError),
    /// An old server.
    #[error("the source is PostgreSQL {0}; 14 is the oldest that can be read")]
    Version(String),
    /// Another encoding.
    #[error("the source is encoded in {0}, not UTF8")]
    Encoding(String),
    /// No such schema.
    #[error("the source has no schema of the given name")]
    Schema,
    /// A question was refused.
    #[error("the source refused what is asked about its schema: {0}")]
    Refused(ServerError),
    /// The connection ended.
    #[error("the connection to the source was lost")]
    Lost,
    /// The answer cannot be read.
    #[error("the source: {0}")]
    Malformed(#[from] Malformed),
}

impl Source {
    /// Opens it, begins its transaction, and asks what the schema holds: one round trip after connecting.
    pub async fn open(
        location: &Location,
        schema: &str,
        application_name: &str,
    ) -> Result<Self, SourceError> {
        let link = Link::open(location, application_name).await?;
        let running = match link {
            Link::Server(_) => RUNNING,
            Link::Embedded(_) => "NULL",
        };
        let [columns, references, sequences] = side::questions(schema);
        let schema = Literal(schema);
        let message = format!(
            "{begin};
             SELECT current_setting('server_version_num'), current_setting('server_version'),
               pg_encoding_to_char(d.encoding), {running}, to_regnamespace(quote_ident({schema})) IS NOT NULL
             FROM pg_database d WHERE d.datname = current_database();
             {columns}; {references}; {sequences}",
            begin = statement::begin(Mode::Read),
        );
        let answers = batch::run(link.client(), &message).await.map_err(refused)?;
        let before = answers.completed().saturating_sub(1 + side::QUESTION_COUNT);
        let facts = facts(&answers, before)?;
        let side = Side::from_batch(&answers, before + 1)?;
        Ok(Self { link, side, facts })
    }

    /// The driver's client.
    pub const fn client(&self) -> &Client {
        self.link.client()
    }

    /// What cancels its running statement; the embedded database has no way to.
    pub fn canceller(&self) -> Option<Canceller> {
        match &self.link {
            Link::Server(connection) => Some(connection.canceller()),
            Link::Embedded(_) => None,
        }
    }

    /// Gives the snapshot of its transaction to others.
    pub async fn export_snapshot(&self) -> Result<String, SourceError> {
        let answers = batch::run(self.client(), "SELECT pg_export_snapshot()").await.map_err(refused)?;
        let snapshot = answers.set(0).get(0, 0).map(str::to_owned);
        snapshot.ok_or(SourceError::Malformed(Malformed::SNAPSHOT))
    }

    /// Opens another session that reads in this one's snapshot.
    pub async fn beside(
        &self,
        location: &Location,
        snapshot: &str,
        application_name: &str,
    ) -> Result<Self, SourceError> {
        let link = Link::open(location, application_name).await?;
        let begin = statement::begin_in(&Literal(snapshot));
        batch::run(link.client(), &begin).await.map_err(refused)?;
        Ok(Self { link, side: Side::default(), facts: self.facts.clone() })
    }

    /// The values of the sequences that are to be set, in the plan's order.
    pub async fn sequence_values(&self, plan: &Plan) -> Result<Vec<(String, String)>, SourceError> {
        if plan.sequences.is_empty() {
            return Ok(Vec::new());
        }
        let question =
            |pair: &Pair<Sequence>| format!("SELECT last_value, is_called FROM {}", pair.source.sql);
        let questions: Vec<String> = plan.sequences.iter().map(question).collect();
        let answers = batch::run(self.client(), &questions.join(";")).await.map_err(refused)?;
        (0..questions.len())
            .map(|place| {
                let set = answers.set(place);
                let value = set.get(0, 0).zip(set.get(0, 1));
                value
                    .map(|(last, called)| (last.to_owned(), called.to_owned()))
                    .ok_or(SourceError::Malformed(Malformed::SEQUENCES))
            })
            .collect()
    }

    /// Ends the session in order.
    pub async fn close(self) {
        let _nothing_depends_on_it = batch::run(self.client(), "ROLLBACK").await;
        match self.link {
            Link::Server(connection) => connection.close().await,
            Link::Embedded(embedded) => embedded.close().await,
        }
    }
}

impl Link {
    async fn open(location: &Location, application_name: &str) -> Result<Self, SourceError> {
        match location {
            Location::Server(endpoint) => {
                let settings = StartupSettings::default()
                    .with("default_transaction_read_only", "on")
                    .with("idle_in_transaction_session_timeout", "0")
                    .with("statement_timeout", "0");
                Ok(Self::Server(endpoint.connect(application_name, &settings).await?))
            }
            Location::Embedded { address, bound } => {
                Ok(Self::Embedded(Embedded::open(address, application_name, *bound).await?))
            }
        }
    }

    const fn client(&self) -> &Client {
        match self {
            Self::Server(connection) => connection.client(),
            Self::Embedded(embedded) => embedded.client(),
        }
    }
}

fn facts(answers: &Batch, place: usize) -> Result<Facts, SourceError> {
    let set = answers.set(place);
    let text = |column: usize| set.get(0, column).unwrap_or_default().to_owned();
    let version: u32 = text(0).parse().unwrap_or(0);
    if version < OLDEST {
        return Err(SourceError::Version(text(1)));
    }
    if text(2) != "UTF8" {
        return Err(SourceError::Encoding(text(2)));
    }
    if set.get(0, 4) != Some("t") {
        return Err(SourceError::Schema);
    }
    Ok(Facts { version: text(1), running: set.get(0, 3).map(str::to_owned) })
}

fn refused(stop: Stop) -> SourceError {
    match stop.cause {
        StopCause::Server(error) if !sqlstate::ends_session(&error.sqlstate) => SourceError::Refused(error),
        StopCause::Server(_) | StopCause::Lost(_) => SourceError::Lost,
    }
}
