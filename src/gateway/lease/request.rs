//! Who asks, for what, and what is given: values that were normalised at the edge.

use super::name::{ConnectorId, CorrelationId, HolderId, LeaseId, LogicalAgentId, Scope, TenantId};
use crate::attest::Instant;
use crate::fence::Fence;
use crate::secret::Secret;
use serde::Serialize;
use std::collections::BTreeSet;
use std::time::Duration;

/// No lease is given for less.
pub const SHORTEST_TTL: Duration = Duration::from_secs(1);
/// No lease is given for longer, whatever is asked and permitted: whoever dies holds a connector for no longer than this.
pub const LONGEST_TTL: Duration = Duration::from_secs(300);

/// How long a lease lasts without being renewed, in whole milliseconds, within [`SHORTEST_TTL`] and [`LONGEST_TTL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ttl(Duration);

/// Who asks, as the gateway authenticated them. It is made by the code that did so; nothing deserialises it.
#[derive(Clone, Debug)]
pub struct AuthenticatedContext {
    tenant: TenantId,
    holder: HolderId,
    correlation: CorrelationId,
}

/// What one lease is of, within the tenant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The agent.
    pub agent: LogicalAgentId,
    /// The connector.
    pub connector: ConnectorId,
}

/// What the policy decides about. Neither scopes nor approval are stored or recorded anywhere.
#[derive(Debug)]
pub struct Request {
    /// Of what.
    pub binding: Binding,
    /// What it is asked for.
    pub scopes: BTreeSet<Scope>,
    /// A reference to an approval of exactly this, where there is one.
    pub approval: Option<Secret>,
}

/// What a holder shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// The lease it was given.
    pub lease: LeaseId,
    /// The epoch it was given.
    pub epoch: Fence,
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// A binding that was never used.
    Acquire {
        /// For how long.
        ttl: Duration,
    },
    /// More time.
    Renew {
        /// By whom.
        held: Held,
        /// For how long from now.
        ttl: Duration,
    },
    /// Somebody else's lease, whether it is held, expired or released.
    TakeOver {
        /// The epoch that was seen.
        expected: Fence,
        /// For how long.
        ttl: Duration,
    },
    /// To be rid of it.
    Release {
        /// By whom.
        held: Held,
    },
    /// An effect.
    Act {
        /// By whom.
        held: Held,
    },
}

/// What an adapter acts with, and hands on to what it acts on. Its epoch is text in JSON, as every [`Fence`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ConnectorExecutionContext {
    pub(super) tenant_id: TenantId,
    pub(super) logical_agent_id: LogicalAgentId,
    pub(super) connector_id: ConnectorId,
    pub(super) holder_id: HolderId,
    pub(super) lease_id: LeaseId,
    pub(super) lease_epoch: Fence,
    /// Cut down to the second: it never says longer than the row does.
    pub(super) expires_at: Instant,
    pub(super) correlation_id: CorrelationId,
}

impl Ttl {
    /// So long; `None` outside of the bounds.
    #[must_use]
    pub fn new(duration: Duration) -> Option<Self> {
        (SHORTEST_TTL..=LONGEST_TTL).contains(&duration).then_some(Self(duration))
    }

    /// In milliseconds.
    #[must_use]
    pub fn millis(self) -> u128 {
        self.0.as_millis()
    }
}

impl AuthenticatedContext {
    /// Who was authenticated, and in which request.
    #[must_use]
    pub const fn new(tenant: TenantId, holder: HolderId, correlation: CorrelationId) -> Self {
        Self { tenant, holder, correlation }
    }

    /// Whose data it may see.
    #[must_use]
    pub const fn tenant(&self) -> &TenantId {
        &self.tenant
    }

    /// Who it is.
    #[must_use]
    pub const fn holder(&self) -> &HolderId {
        &self.holder
    }

    /// The request.
    #[must_use]
    pub const fn correlation(&self) -> CorrelationId {
        self.correlation
    }
}

impl Operation {
    /// For how long a lease is asked, where one is.
    pub(super) const fn ttl(self) -> Option<Duration> {
        match self {
            Self::Acquire { ttl } | Self::Renew { ttl, .. } | Self::TakeOver { ttl, .. } => Some(ttl),
            Self::Release { .. } | Self::Act { .. } => None,
        }
    }

    /// The lease that is shown, where one is.
    pub(super) const fn held(self) -> Option<Held> {
        match self {
            Self::Renew { held, .. } | Self::Release { held } | Self::Act { held } => Some(held),
            Self::Acquire { .. } | Self::TakeOver { .. } => None,
        }
    }

    /// The epoch that is expected, where one is.
    pub(super) const fn expected(self) -> Option<Fence> {
        match self {
            Self::Acquire { .. } => None,
            Self::TakeOver { expected, .. } => Some(expected),
            Self::Renew { held, .. } | Self::Release { held } | Self::Act { held } => Some(held.epoch),
        }
    }
}

impl ConnectorExecutionContext {
    /// What its holder shows from now on.
    #[must_use]
    pub const fn held(&self) -> Held {
        Held { lease: self.lease_id, epoch: self.lease_epoch }
    }

    /// The second in which it expires.
    #[must_use]
    pub const fn expires_at(&self) -> Instant {
        self.expires_at
    }
}
