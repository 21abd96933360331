//! Authority that has gone stale, one fact at a time.

use super::generate::{NOW, assignment, lease, one_task, revision, uuid};
use crate::coordinator::*;
use crate::error::Code;
use crate::fence::Fence;

#[test]
fn a_claim_is_good_for_one_lease_one_fence_and_one_session() {
    let parts = one_task();
    let (task, session, lease) = (&parts.tasks[0], parts.sessions[0], lease(&parts));
    let claim = Claim { lease: lease.id, session: session.id, fence: task.fence };
    assert_eq!(claim.check(task, &lease, &session, NOW), Ok(()));

    let stale = |fence| Err(Rejection::StaleFence(fence));
    let older = Fence::from_bigint(4).unwrap();
    let other = Claim { lease: LeaseId(uuid(4, 9)), ..claim };
    assert_eq!(other.check(task, &lease, &session, NOW), stale(StaleFence::OtherLease(lease.id)));
    let old = Claim { fence: older, ..claim };
    assert_eq!(old.check(task, &lease, &session, NOW), stale(StaleFence::Superseded(task.fence)));
    // The counter went on: whoever holds the old lease does not know.
    let mut moved = task.clone();
    moved.fence = task.fence.next().unwrap();
    assert_eq!(claim.check(&moved, &lease, &session, NOW), stale(StaleFence::Superseded(moved.fence)));
    let mut ended = lease;
    ended.released_at = Some(NOW);
    assert_eq!(claim.check(task, &ended, &session, NOW), stale(StaleFence::Released(NOW)));
    let over = lease.expires_at;
    assert_eq!(claim.check(task, &lease, &session, over), stale(StaleFence::Expired(over)));

    let stranger = SessionId(uuid(2, 9));
    let other = Claim { session: stranger, ..claim };
    let rejected = other.check(task, &lease, &session, NOW);
    assert_eq!(rejected, Err(Rejection::StaleSession(StaleSession::NotHolder(stranger))));
    let mut dead = session;
    dead.alive_until = NOW;
    let rejected = claim.check(task, &lease, &dead, NOW).unwrap_err();
    assert_eq!(rejected, Rejection::StaleSession(StaleSession::Ended(NOW)));
    assert_eq!(rejected.code(), Code::CoordinatorStaleSession);
}

#[test]
fn an_approval_is_good_for_one_task_version_session_and_policy() {
    let parts = one_task();
    let (task, session) = (&parts.tasks[0], &parts.sessions[0]);
    let approved = assignment(&parts, AssignmentState::Approved);
    let check = |assignment: &Assignment, session: &Session, policy: &str, now| {
        let policy_revision = &revision(policy);
        Acquisition { task, assignment, session, policy_revision, now }.check()
    };
    assert_eq!(check(&approved, session, "policy-1", NOW), Ok(()));
    let pre_authorized = assignment(&parts, AssignmentState::PolicyPreAuthorized);
    assert_eq!(check(&pre_authorized, session, "policy-1", NOW), Ok(()));

    let stale = |approval| Err(Rejection::StaleApproval(approval));
    for state in AssignmentState::ALL {
        if !matches!(state, AssignmentState::Approved | AssignmentState::PolicyPreAuthorized) {
            let other = assignment(&parts, *state);
            assert_eq!(check(&other, session, "policy-1", NOW), stale(StaleApproval::State(*state)));
        }
    }
    let over = approved.expires_at;
    assert_eq!(check(&approved, session, "policy-1", over), stale(StaleApproval::Expired(over)));
    let policy = revision("policy-2");
    assert_eq!(check(&approved, session, "policy-2", NOW), stale(StaleApproval::Policy(policy)));
    let mut other = approved.clone();
    other.task_version = 2;
    assert_eq!(check(&other, session, "policy-1", NOW), stale(StaleApproval::Version(1)));
    other.task = TaskId(uuid(0, 9));
    assert_eq!(check(&other, session, "policy-1", NOW), stale(StaleApproval::Task(other.task)));

    let mut stranger = *session;
    stranger.id = SessionId(uuid(2, 9));
    let rejected = Err(Rejection::StaleSession(StaleSession::NotHolder(stranger.id)));
    assert_eq!(check(&approved, &stranger, "policy-1", NOW), rejected);
    let mut dead = *session;
    dead.alive_until = NOW;
    let rejected = Err(Rejection::StaleSession(StaleSession::Ended(NOW)));
    assert_eq!(check(&approved, &dead, "policy-1", NOW), rejected);
}
