//! Ids as types, so that none stands where another is meant.

use crate::uuid::ids;
use serde::{Deserialize, Serialize};
use std::fmt;

ids! {
    /// A workspace: the tenant.
    WorkspaceId
    /// A task.
    TaskId
    /// An assignment of a task.
    AssignmentId
    /// A lease of a task.
    LeaseId
    /// An agent.
    AgentId
    /// A session of an agent.
    SessionId
    /// A team.
    TeamId
}

/// A user. Accounts come with ids of their own making.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UserId(pub String);

impl fmt::Display for UserId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
