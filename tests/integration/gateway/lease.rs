//! Leases of connectors on a real server, as the runtime: who gets one, who does not, and what the audit log says of both.

use super::write::connect;
use super::{aside, migrated, runtime};
use crate::support::Database;
use mosaic_db::error::Code;
use mosaic_db::fence::Fence;
use mosaic_db::gateway::PolicyRevision;
use mosaic_db::gateway::lease::{
    AUDIT_COLUMNS, Asked, AuthenticatedContext, Binding, ConnectorExecutionContext, ConnectorId,
    ConnectorLeasePolicy, ConnectorLeases, CorrelationId, DenyConnectorLeasePolicy, Held, HolderId,
    LONGEST_TTL, LeaseError, LeaseId, LogicalAgentId, Rejection, Request, SHORTEST_TTL, Scope, TenantId, Ttl,
    Verdict,
};
use mosaic_db::postgres::Connection;
use mosaic_db::secret::Secret;
use mosaic_db::uuid::Uuid;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, TestRunner};
use std::collections::BTreeSet;
use std::time::Duration;

const TTL: Duration = Duration::from_secs(60);

/// What a service might decide: everything, for this test's tenants.
struct Permissive;

impl ConnectorLeasePolicy for Permissive {
    fn revision(&self) -> PolicyRevision {
        PolicyRevision::new("7").expect("a revision")
    }

    fn decide(&self, _asked: &Asked<'_>) -> Verdict {
        Verdict::Permit { at_most: Ttl::new(LONGEST_TTL).expect("the bound") }
    }
}

const LEASES: ConnectorLeases<Permissive> = ConnectorLeases::new(Permissive);

fn of(tenant: &str, holder: &str) -> AuthenticatedContext {
    let correlation = CorrelationId(Uuid::from_u128(0xc0));
    AuthenticatedContext::new(
        TenantId::new(tenant).expect("a tenant"),
        HolderId::new(holder).expect("a holder"),
        correlation,
    )
}

fn request(connector: &str) -> Request {
    let agent = LogicalAgentId::new("agent").expect("an agent");
    let connector = ConnectorId::new(connector).expect("a connector");
    Request { binding: Binding { agent, connector }, scopes: BTreeSet::new(), approval: None }
}

fn epoch(number: i64) -> Fence {
    Fence::from_bigint(number).expect("an epoch")
}

fn rejected<T>(outcome: Result<T, LeaseError>) -> Rejection {
    match outcome {
        Err(LeaseError::Rejected(rejection)) => rejection,
        Err(other) => panic!("not refused: {other}"),
        Ok(_) => panic!("not refused"),
    }
}

/// The audit log: event, reason, epoch of the row, epoch that was expected.
fn audit(database: &Database) -> Vec<[String; 4]> {
    let columns = "event, coalesce(reason_code, ''), coalesce(lease_epoch::text, ''), coalesce(expected_epoch::text, '')";
    let rows = format!("SELECT {columns} FROM mosaic.connector_lease_audit_log ORDER BY id");
    aside(|| {
        let rows = database.admin().query(&rows, &[]).expect("the audit log");
        rows.iter().map(|row| [0, 1, 2, 3].map(|column| row.get(column))).collect()
    })
}

/// The leases, as text.
fn leases(database: &Database) -> String {
    let rows = "SELECT string_agg(l::text, E'\\n' ORDER BY l.id) FROM mosaic.connector_leases l";
    aside(|| database.value(rows))
}

fn expire(database: &Database) {
    let past = "UPDATE mosaic.connector_leases SET acquired_at = acquired_at - interval '1 h', \
                expires_at = acquired_at - interval '30 min'";
    aside(|| database.execute(past));
}

/// Everything that a holder can ask, with what it shows.
async fn as_holder<P: ConnectorLeasePolicy>(
    leases: &ConnectorLeases<P>,
    connection: &mut Connection,
    context: &AuthenticatedContext,
    held: Held,
) -> [Rejection; 3] {
    let request = request("matrix");
    [
        rejected(leases.renew(connection, context, &request, held, TTL).await),
        rejected(leases.release(connection, context, &request, held).await),
        rejected(leases.admit(connection, context, &request, held).await),
    ]
}

#[test]
fn a_lease_from_its_first_holder_to_the_next() {
    let database = migrated();
    let (first, second, request) = (of("tenant", "first"), of("tenant", "second"), request("matrix"));
    runtime().block_on(async {
        let connection = &mut connect(&database, database.cluster().port()).await;
        let lease = LEASES.acquire(connection, &first, &request, TTL).await.expect("a lease");
        let held = lease.held();
        assert_eq!(held.epoch, epoch(1));
        assert_eq!(LEASES.admit(connection, &first, &request, held).await.expect("it holds"), lease);
        let longer = LEASES.renew(connection, &first, &request, held, TTL * 2).await.expect("more time");
        assert!(longer.expires_at() > lease.expires_at() && longer.held() == held);
        assert_eq!(
            rejected(LEASES.acquire(connection, &second, &request, TTL).await),
            Rejection::BindingHeld
        );
        assert_eq!(as_holder(&LEASES, connection, &second, held).await, [Rejection::NotHolder; 3]);
        LEASES.release(connection, &first, &request, held).await.expect("it is given up");

        assert_eq!(as_holder(&LEASES, connection, &first, held).await, [Rejection::Released; 3]);
        for context in [&first, &second] {
            let again = LEASES.acquire(connection, context, &request, TTL).await;
            assert_eq!(rejected(again), Rejection::BindingUsed, "its own neither");
        }
        let wrong = LEASES.take_over(connection, &second, &request, epoch(2), TTL).await;
        assert_eq!(rejected(wrong), Rejection::StaleEpoch);
        let taken = LEASES.take_over(connection, &second, &request, epoch(1), TTL).await.expect("a takeover");
        assert!(taken.held().epoch == epoch(2) && taken.held().lease != held.lease);

        assert_eq!(as_holder(&LEASES, connection, &first, held).await, [Rejection::StaleEpoch; 3]);
        let old_lease = Held { lease: held.lease, epoch: epoch(2) };
        assert_eq!(as_holder(&LEASES, connection, &second, old_lease).await, [Rejection::StaleLease; 3]);
        assert!(LEASES.admit(connection, &second, &request, taken.held()).await.is_ok());
    });
    let log = audit(&database);
    let changes: Vec<&str> =
        log.iter().map(|row| row[0].as_str()).filter(|event| *event != "reject").collect();
    assert_eq!(changes, ["acquire", "renew", "release", "takeover"]);
    assert_eq!(log.len(), 4 + 1 + 3 + 3 + 2 + 1 + 3 + 3);
    let reasons: Vec<&str> =
        log.iter().map(|row| row[1].as_str()).filter(|reason| !reason.is_empty()).collect();
    assert_eq!(&reasons[..4], ["binding_held", "not_holder", "not_holder", "not_holder"]);
    assert_eq!(&reasons[reasons.len() - 3..], ["stale_lease"; 3]);
    let stale =
        log.iter().filter(|row| row[1] == "stale_epoch").map(|row| (row[2].as_str(), row[3].as_str()));
    assert_eq!(stale.collect::<Vec<_>>(), [("1", "2"), ("2", "1"), ("2", "1"), ("2", "1")]);
}

#[test]
fn an_expired_lease_is_nobodys_until_it_is_taken_over() {
    let database = migrated();
    let (first, second, request) = (of("tenant", "first"), of("tenant", "second"), request("matrix"));
    runtime().block_on(async {
        let connection = &mut connect(&database, database.cluster().port()).await;
        let lease = LEASES.acquire(connection, &first, &request, TTL).await.expect("a lease");
        expire(&database);
        assert_eq!(as_holder(&LEASES, connection, &first, lease.held()).await, [Rejection::Expired; 3]);
        let again = LEASES.acquire(connection, &first, &request, TTL).await;
        assert_eq!(rejected(again), Rejection::BindingUsed);
        let before = leases(&database);
        assert!(before.contains(&lease.held().lease.to_string()), "the row is as it was: {before}");
        let taken = LEASES.take_over(connection, &second, &request, epoch(1), TTL).await.expect("a takeover");
        assert_eq!(taken.held().epoch, epoch(2));
    });
    let events: Vec<String> = audit(&database).into_iter().map(|[event, ..]| event).collect();
    let expected = ["acquire", "expiry", "reject", "reject", "reject", "reject", "takeover"];
    assert_eq!(events, expected, "an expiry is seen once");
}

/// Many rounds, in each of which several sessions want one binding, and then the next epoch of it.
#[test]
fn of_several_takers_one_wins() {
    const TAKERS: usize = 4;
    let database = migrated();
    runtime().block_on(async {
        let mut connections = Vec::new();
        for _ in 0..TAKERS {
            connections.push(connect(&database, database.cluster().port()).await);
        }
        for round in 0..50 {
            let request = request(&format!("connector-{round}"));
            let acquiring =
                connections.iter_mut().enumerate().map(|(taker, connection)| {
                    let request = &request;
                    async move {
                        LEASES.acquire(connection, &of("tenant", &format!("{taker}")), request, TTL).await
                    }
                });
            one_of(futures_util::future::join_all(acquiring).await, 1, Rejection::BindingHeld);
            for current in 1..=3 {
                let taking = connections.iter_mut().enumerate().map(|(taker, connection)| {
                    let request = &request;
                    let context = of("tenant", &format!("{taker}"));
                    async move { LEASES.take_over(connection, &context, request, epoch(current), TTL).await }
                });
                let outcomes = futures_util::future::join_all(taking).await;
                one_of(outcomes, current + 1, Rejection::StaleEpoch);
            }
        }
    });
    let count = |event: &str| {
        database
            .value(&format!("SELECT count(*) FROM mosaic.connector_lease_audit_log WHERE event = '{event}'"))
    };
    assert_eq!(["acquire", "takeover", "reject"].map(count), ["50", "150", "600"]);
}

fn one_of(outcomes: Vec<Result<ConnectorExecutionContext, LeaseError>>, number: i64, refused: Rejection) {
    let (won, lost): (Vec<_>, Vec<_>) = outcomes.into_iter().partition(Result::is_ok);
    let epochs: Vec<Fence> = won.into_iter().flatten().map(|lease| lease.held().epoch).collect();
    assert_eq!(epochs, [epoch(number)]);
    assert!(lost.into_iter().map(rejected).all(|rejection| rejection == refused));
}

#[test]
fn the_policy_that_is_shipped_refuses_everything_and_changes_nothing() {
    let database = migrated();
    let (context, request) = (of("tenant", "first"), request("matrix"));
    let shipped = ConnectorLeases::<DenyConnectorLeasePolicy>::default();
    runtime().block_on(async {
        let connection = &mut connect(&database, database.cluster().port()).await;
        let mut held = Held { lease: LeaseId(Uuid::from_u128(1)), epoch: epoch(1) };
        for standing in ["unused", "held", "released", "expired"] {
            match standing {
                "held" => {
                    held = LEASES.acquire(connection, &context, &request, TTL).await.expect("a lease").held();
                }
                "released" => {
                    LEASES.release(connection, &context, &request, held).await.expect("it is given up");
                }
                "expired" => {
                    let taken = LEASES.take_over(connection, &context, &request, epoch(1), TTL).await;
                    held = taken.expect("a takeover").held();
                    expire(&database);
                }
                _ => {}
            }
            let before = leases(&database);
            let refused = audit(&database).len();
            let acquired = shipped.acquire(connection, &context, &request, TTL).await;
            let taken = shipped.take_over(connection, &context, &request, held.epoch, TTL).await;
            let all = as_holder(&shipped, connection, &context, held).await;
            assert_eq!([rejected(acquired), rejected(taken)], [Rejection::Policy; 2], "{standing}");
            assert_eq!(all, [Rejection::Policy; 3], "{standing}");
            assert_eq!(leases(&database), before, "{standing}");
            let log = audit(&database).split_off(refused);
            assert_eq!(log.iter().filter(|row| row[1] == "policy_denied").count(), 5, "{standing}: {log:?}");
        }
    });
}

#[test]
fn no_lease_is_given_for_longer_or_shorter_than_the_bounds() {
    let database = migrated();
    let context = of("tenant", "first");
    runtime().block_on(async {
        let connection = &mut connect(&database, database.cluster().port()).await;
        let request = request("matrix");
        for ttl in [Duration::ZERO, SHORTEST_TTL / 2, LONGEST_TTL + Duration::from_millis(1), Duration::MAX] {
            assert_eq!(rejected(LEASES.acquire(connection, &context, &request, ttl).await), Rejection::Ttl);
        }
        let lease = LEASES.acquire(connection, &context, &request, LONGEST_TTL).await.expect("a lease");
        let beyond = LONGEST_TTL + Duration::from_secs(1);
        let renewed = LEASES.renew(connection, &context, &request, lease.held(), beyond).await;
        assert_eq!(rejected(renewed), Rejection::Ttl);
        let taken = LEASES.take_over(connection, &context, &request, epoch(1), beyond).await;
        assert_eq!(rejected(taken), Rejection::Ttl);
    });
    let longest = "SELECT max(expires_at - renewed_at) FROM mosaic.connector_leases";
    assert_eq!(database.value(longest), "00:05:00");
}

#[test]
fn tenants_do_not_see_each_others_leases() {
    let database = migrated();
    runtime().block_on(async {
        let connection = &mut connect(&database, database.cluster().port()).await;
        let request = request("matrix");
        let (ours, theirs) = (of("ours", "holder"), of("theirs", "holder"));
        let lease = LEASES.acquire(connection, &ours, &request, TTL).await.expect("a lease");
        assert_eq!(as_holder(&LEASES, connection, &theirs, lease.held()).await, [Rejection::NoLease; 3]);
        let taken = LEASES.take_over(connection, &theirs, &request, epoch(1), TTL).await;
        assert_eq!(rejected(taken), Rejection::NoLease);
        LEASES.acquire(connection, &theirs, &request, TTL).await.expect("a binding of their own");
    });
    let foreign = "SELECT count(*) FROM mosaic.connector_lease_audit_log WHERE tenant_id = 'theirs' AND event = 'reject' \
                   AND (lease_epoch IS NOT NULL OR expires_at IS NOT NULL)";
    assert_eq!(database.value(foreign), "0", "nothing of a foreign lease is told");
}

/// What cannot be recorded is neither done nor refused: there is no answer that anybody could act on.
#[test]
fn without_an_audit_log_nothing_is_decided() {
    let database = migrated();
    let (context, request) = (of("tenant", "first"), request("matrix"));
    runtime().block_on(async {
        let connection = &mut connect(&database, database.cluster().port()).await;
        let lease = LEASES.acquire(connection, &context, &request, TTL).await.expect("a lease");
        let before = leases(&database);
        let revoke = "REVOKE INSERT ON mosaic.connector_lease_audit_log FROM mosaic_runtime_capability";
        aside(|| database.execute(revoke));
        let held = lease.held();
        let outcomes = [
            LEASES.acquire(connection, &context, &request, TTL).await.map(drop),
            LEASES.renew(connection, &context, &request, held, TTL).await.map(drop),
            LEASES.take_over(connection, &context, &request, epoch(1), TTL).await.map(drop),
            LEASES.release(connection, &context, &request, held).await,
            LEASES.admit(connection, &of("tenant", "another"), &request, held).await.map(drop),
        ];
        for outcome in outcomes {
            let error = outcome.expect_err("nothing to record it in");
            assert_eq!(error.code(), Code::LeaseStoreRefused, "{error}");
        }
        assert_eq!(leases(&database), before);
        let revoke = "REVOKE UPDATE ON mosaic.connector_leases FROM mosaic_runtime_capability";
        aside(|| database.execute(revoke));
        let unproven = LEASES.admit(connection, &context, &request, held).await.expect_err("no proof");
        assert_eq!(unproven.code(), Code::KanbanWriteHealthUnproven);
    });
}

#[test]
fn an_epoch_is_text_at_the_edge() {
    let database = migrated();
    let (context, request) = (of("tenant", "first"), request("matrix"));
    runtime().block_on(async {
        let connection = &mut connect(&database, database.cluster().port()).await;
        LEASES.acquire(connection, &context, &request, TTL).await.expect("a lease");
        let nearly = "UPDATE mosaic.connector_leases SET lease_epoch = 9223372036854775806";
        aside(|| database.execute(nearly));
        let last = LEASES.take_over(connection, &context, &request, epoch(i64::MAX - 1), TTL).await;
        let json = serde_json::to_value(last.expect("a takeover")).expect("JSON");
        assert_eq!(json["leaseEpoch"], "9223372036854775807");
        let none = LEASES.take_over(connection, &context, &request, epoch(i64::MAX), TTL).await;
        assert_eq!(rejected(none), Rejection::EpochsExhausted);
    });
}

/// Whatever is asked, permitted or not: the log has its columns, and in them nothing of what only the policy may see.
#[test]
fn the_audit_log_holds_no_datum_of_the_policys() {
    let database = migrated();
    let mut runner = TestRunner::new(Config { failure_persistence: None, ..Config::default() });
    let secret = "canary[!-~]{1,40}";
    let asked = (
        proptest::collection::vec("canary[A-Za-z0-9._:@/-]{1,40}", 0..5),
        secret,
        (0_u8..5, 0_i64..4, 0_u128..3, 0_u64..400),
    );
    runtime().block_on(async {
        let connection = &mut connect(&database, database.cluster().port()).await;
        let shipped = ConnectorLeases::<DenyConnectorLeasePolicy>::default();
        let mut shown = LeaseId(Uuid::from_u128(0));
        for case in 0..200_u32 {
            let drawn = asked.new_tree(&mut runner).expect("a case").current();
            let (scopes, approval, (operation, number, lease, seconds)) = drawn;
            let mut request = request(["matrix", "slack"][case as usize % 2]);
            request.scopes = scopes.into_iter().map(|scope| Scope::new(scope).expect("a scope")).collect();
            request.approval = Some(Secret::new(approval));
            let context =
                of(["tenant", "other"][case as usize / 2 % 2], ["first", "second"][case as usize / 4 % 2]);
            let lease = if lease == 0 { shown } else { LeaseId(Uuid::from_u128(lease)) };
            let (held, ttl) = (Held { lease, epoch: epoch(number) }, Duration::from_secs(seconds));
            let outcome = match operation {
                0 => LEASES.acquire(connection, &context, &request, ttl).await,
                1 => LEASES.renew(connection, &context, &request, held, ttl).await,
                2 => LEASES.take_over(connection, &context, &request, held.epoch, ttl).await,
                3 => LEASES.admit(connection, &context, &request, held).await,
                _ => shipped.admit(connection, &context, &request, held).await,
            };
            match outcome {
                Ok(lease) => shown = lease.held().lease,
                Err(LeaseError::Rejected(_)) => {}
                Err(other) => panic!("{other}"),
            }
        }
    });
    let text = "SELECT count(*) FROM mosaic.connector_lease_audit_log a WHERE a::text LIKE '%canary%'";
    assert_eq!(database.value(text), "0");
    assert_ne!(database.value("SELECT count(*) FROM mosaic.connector_lease_audit_log"), "0");
    assert!(!leases(&database).contains("canary"));
    let columns = "SELECT string_agg(attname, ',' ORDER BY attnum) FROM pg_attribute \
                   WHERE attrelid = 'mosaic.connector_lease_audit_log'::regclass AND attnum > 0 AND NOT attisdropped";
    assert_eq!(database.value(columns), format!("id,{},occurred_at", AUDIT_COLUMNS.join(",")));
}
