//! The port through which a service decides who may have a lease.
//!
//! The library implements it once, and only to refuse: whom to trust with a connector is no decision of a library, and a
//! service that has not decided must not have one. Services implement the trait; that is what it is there for.

use super::decide::Standing;
use super::request::{AuthenticatedContext, Operation, Request, Ttl};
use crate::gateway::health::PolicyRevision;

/// What is to be decided.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Who asks.
    pub context: &'a AuthenticatedContext,
    /// Of what, with which scopes and approval.
    pub request: &'a Request,
    /// What.
    pub operation: Operation,
    /// How the binding stands, under the lock of its row.
    pub standing: Standing,
}

/// The decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No.
    Deny,
    /// Yes. Where a lease is given, it is for what was asked, or for this if that is less.
    Permit {
        /// The longest time.
        at_most: Ttl,
    },
}

/// Decides. It is asked under the lock of a row, and so it must know its answer without waiting for anything.
pub trait ConnectorLeasePolicy {
    /// Which policy is in force. An operation under whose feet it changes is refused.
    fn revision(&self) -> PolicyRevision;

    /// The decision. What it permits is judged further: epoch, lease, holder, time.
    fn decide(&self, asked: &Asked<'_>) -> Verdict;
}

/// Refuses everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct DenyConnectorLeasePolicy;

impl ConnectorLeasePolicy for DenyConnectorLeasePolicy {
    fn revision(&self) -> PolicyRevision {
        PolicyRevision::fixed("deny")
    }

    fn decide(&self, _asked: &Asked<'_>) -> Verdict {
        Verdict::Deny
    }
}
