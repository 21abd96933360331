//! The statements: the row under lock, each change together with its line of the audit log, and the lines of what changed
//! nothing. Every time is the server's, taken after the lock.

use super::LeaseError;
use super::audit::{COLUMNS, Event};
use super::decide::{Change, Rejection, Row, Standing};
use super::name::LeaseId;
use super::request::{AuthenticatedContext, Binding, ConnectorExecutionContext, Operation, Ttl};
use crate::attest::Instant;
use crate::fence::Fence;
use crate::gateway::write::{Permit, Transaction};
use crate::postgres::ResultSet;
use crate::uuid::Uuid;

/// One binding of a tenant, and who asks about it.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub context: &'a AuthenticatedContext,
    pub binding: &'a Binding,
}

/// The row of a binding: `$1` tenant, `$2` agent, `$3` connector.
const PLACE: &str = "tenant_id = $1 AND logical_agent_id = $2 AND connector_id = $3";

/// A time as [`Instant`] reads it, cut down to the second.
const INSTANT: &str = r#"pg_catalog.to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')"#;

/// The row as `changed` left it, for the audit log.
const AUDITED: &str = "SELECT $9, tenant_id, logical_agent_id, connector_id, lease_id, lease_epoch, $7::bigint, \
     holder_id, expires_at, released_at, NULL, $6 FROM changed";

/// The values of every statement that writes, in the order of their numbers.
struct Values {
    ttl: Option<String>,
    correlation: String,
    expected: Option<String>,
    lease: Option<String>,
    /// An [`Event`], or the reason why there is none.
    word: &'static str,
}

impl Place<'_> {
    /// Locks the row, and looks at it when nobody else can change it any more.
    pub(super) async fn look(&self, transaction: &Transaction<'_>) -> Result<Option<Row>, LeaseError> {
        let key = self.key();
        let lock = format!("SELECT FROM mosaic.connector_leases WHERE {PLACE} FOR UPDATE");
        transaction.ask(&lock, &key).await?;
        let row = format!(
            "SELECT lease_id::text, lease_epoch::text, holder_id, CASE WHEN released_at IS NOT NULL THEN 'released' \
             WHEN expires_at <= pg_catalog.clock_timestamp() THEN 'expired' ELSE 'held' END, {INSTANT} \
             FROM mosaic.connector_leases WHERE {PLACE}"
        );
        let rows = transaction.ask(&row, &key).await?;
        match rows.exact::<5>().ok_or(LeaseError::Unreadable)?[..] {
            [] => Ok(None),
            [fields] => read(fields).map(Some).ok_or(LeaseError::Unreadable),
            [..] => Err(LeaseError::Unreadable),
        }
    }

    /// Changes the row as long as it is what was decided about; `None` if it is not.
    pub(super) async fn apply(
        &self,
        permit: Permit<'_>,
        operation: Operation,
        change: Change,
    ) -> Result<Option<ConnectorExecutionContext>, LeaseError> {
        let still = format!(
            "{PLACE} AND lease_epoch = $7::bigint AND lease_id = $8::uuid AND holder_id = $4 \
             AND released_at IS NULL AND expires_at > moment"
        );
        let (event, ttl, statement) = match change {
            Change::Insert(ttl) => (
                Event::Acquire,
                Some(ttl),
                "INSERT INTO mosaic.connector_leases (tenant_id, logical_agent_id, connector_id, lease_id, lease_epoch, \
                 holder_id, acquired_at, renewed_at, expires_at, correlation_id) SELECT $1, $2, $3, \
                 pg_catalog.gen_random_uuid(), 1, $4, moment, moment, until, $6 FROM clock \
                 ON CONFLICT (tenant_id, logical_agent_id, connector_id) DO NOTHING"
                    .to_owned(),
            ),
            Change::Prolong(ttl) => (
                Event::Renew,
                Some(ttl),
                format!(
                    "UPDATE mosaic.connector_leases SET renewed_at = moment, expires_at = until, correlation_id = $6 \
                     FROM clock WHERE {still}"
                ),
            ),
            Change::Replace(ttl) => (
                Event::Takeover,
                Some(ttl),
                format!(
                    "UPDATE mosaic.connector_leases SET lease_id = pg_catalog.gen_random_uuid(), \
                     lease_epoch = lease_epoch + 1, holder_id = $4, acquired_at = moment, renewed_at = moment, \
                     expires_at = until, released_at = NULL, correlation_id = $6 FROM clock \
                     WHERE {PLACE} AND lease_epoch = $7::bigint"
                ),
            ),
            Change::Release => (
                Event::Release,
                None,
                format!(
                    "UPDATE mosaic.connector_leases SET released_at = moment, correlation_id = $6 FROM clock WHERE {still}"
                ),
            ),
        };
        // MATERIALIZED: one reading of the clock for all that follows.
        let statement = format!(
            "WITH clock AS MATERIALIZED (SELECT moment, \
             moment + coalesce($5::bigint, 0) * interval '1 millisecond' AS until \
             FROM (SELECT pg_catalog.clock_timestamp() AS moment) AS now), \
             changed AS ({statement} RETURNING connector_leases.*), \
             audited AS (INSERT INTO mosaic.connector_lease_audit_log ({}) {AUDITED}) \
             SELECT lease_id::text, lease_epoch::text, holder_id, 'held', {INSTANT} FROM changed",
            COLUMNS.join(", ")
        );
        let rows = self.write(permit, &statement, &Values::new(self, operation, ttl, event.word())).await?;
        match rows.exact::<5>().ok_or(LeaseError::Unreadable)?[..] {
            [] => Ok(None),
            [fields] => read(fields).map(|row| Some(self.unchanged(&row))).ok_or(LeaseError::Unreadable),
            [..] => Err(LeaseError::Unreadable),
        }
    }

    /// Records that a lease was seen to have expired, unless somebody did.
    pub(super) async fn record_expiry(
        &self,
        permit: Permit<'_>,
        operation: Operation,
    ) -> Result<(), LeaseError> {
        let statement = format!(
            "WITH changed AS (SELECT * FROM mosaic.connector_leases WHERE {PLACE}) \
             INSERT INTO mosaic.connector_lease_audit_log ({}) {AUDITED} \
             WHERE NOT EXISTS (SELECT FROM mosaic.connector_lease_audit_log AS seen WHERE seen.event = $9 \
             AND seen.lease_id = changed.lease_id AND seen.expires_at = changed.expires_at)",
            COLUMNS.join(", ")
        );
        let values = Values { expected: None, ..Values::new(self, operation, None, Event::Expiry.word()) };
        self.write(permit, &statement, &values).await.map(drop)
    }

    /// Records a refusal: what was shown, and what the row has.
    pub(super) async fn record_rejection(
        &self,
        permit: Permit<'_>,
        operation: Operation,
        rejection: Rejection,
    ) -> Result<(), LeaseError> {
        let statement = format!(
            "INSERT INTO mosaic.connector_lease_audit_log ({}) SELECT '{}', $1, $2, $3, \
             coalesce($8::uuid, durable.lease_id), durable.lease_epoch, $7::bigint, $4, durable.expires_at, durable.released_at, $9, $6 \
             FROM (SELECT) AS always LEFT JOIN mosaic.connector_leases AS durable ON {PLACE}",
            COLUMNS.join(", "),
            Event::Reject.word()
        );
        self.write(permit, &statement, &Values::new(self, operation, None, rejection.word())).await.map(drop)
    }

    async fn write(
        &self,
        permit: Permit<'_>,
        statement: &str,
        values: &Values,
    ) -> Result<ResultSet, LeaseError> {
        let [tenant, agent, connector] = self.key();
        let values = [
            tenant,
            agent,
            connector,
            Some(self.context.holder().as_str()),
            values.ttl.as_deref(),
            Some(&values.correlation),
            values.expected.as_deref(),
            values.lease.as_deref(),
            Some(values.word),
        ];
        Ok(permit.write(statement, &values).await?)
    }

    fn key(&self) -> [Option<&str>; 3] {
        [self.context.tenant().as_str(), self.binding.agent.as_str(), self.binding.connector.as_str()]
            .map(Some)
    }

    /// What an adapter gets of a row that is its own.
    pub(super) fn unchanged(&self, row: &Row) -> ConnectorExecutionContext {
        ConnectorExecutionContext {
            tenant_id: self.context.tenant().clone(),
            logical_agent_id: self.binding.agent.clone(),
            connector_id: self.binding.connector.clone(),
            holder_id: self.context.holder().clone(),
            lease_id: row.lease,
            lease_epoch: row.epoch,
            expires_at: row.expires_at,
            correlation_id: self.context.correlation(),
        }
    }
}

impl Values {
    fn new(place: &Place<'_>, operation: Operation, ttl: Option<Ttl>, word: &'static str) -> Self {
        Self {
            ttl: ttl.map(|ttl| ttl.millis().to_string()),
            correlation: place.context.correlation().to_string(),
            expected: operation.expected().map(|epoch| epoch.to_string()),
            lease: operation.held().map(|held| held.lease.to_string()),
            word,
        }
    }
}

fn read([lease, epoch, holder, standing, expires_at]: [&str; 5]) -> Option<Row> {
    let standing = match standing {
        "held" => Standing::Held,
        "expired" => Standing::Expired,
        "released" => Standing::Released,
        _ => return None,
    };
    Some(Row {
        lease: LeaseId(Uuid::parse(lease).ok()?),
        epoch: Fence::parse(epoch).ok()?,
        holder: holder.to_owned(),
        standing,
        expires_at: Instant::parse(expires_at).ok()?,
    })
}
