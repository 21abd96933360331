//! The closed vocabularies of tasks and their assignments, in the words of the database.

use crate::vocabulary::vocabulary;

vocabulary! {
    /// Where a task is.
    TaskStatus {
        /// Not yet to be worked on.
        Backlog "backlog"
        /// To be worked on.
        Ready "ready"
        /// Worked on.
        InProgress "in_progress"
        /// Stopped by something that somebody has to clear up.
        Blocked "blocked"
        /// Handed in.
        InReview "in_review"
        /// Accepted.
        Done "done"
        /// Given up.
        Cancelled "cancelled"
    }

    /// Where an assignment is.
    AssignmentState {
        /// Proposed; somebody has to approve it.
        AwaitingApproval "awaiting_approval"
        /// Proposed; policy approved it beforehand.
        PolicyPreAuthorized "policy_pre_authorized"
        /// Approved.
        Approved "approved"
        /// Refused.
        Rejected "rejected"
        /// Approved, and under a lease.
        Leased "leased"
        /// Its lease was given back.
        Released "released"
        /// Not acted on in time, or its lease ran out.
        Expired "expired"
        /// Another took its place.
        Superseded "superseded"
    }

    /// What kind of work a task is, and what kind an agent can do.
    SpecialistRole {
        /// Planning.
        Planning "planning"
        /// Enhancement of a plan.
        Enhance "enhance"
        /// Writing code.
        Coder "coder"
        /// Reviewing code.
        Review "review"
        /// Reviewing code for security.
        SecurityReview "security-review"
        /// Watching pull requests.
        PrMonitor "pr-monitor"
        /// The last, independent gate.
        Certifier "certifier"
    }

    /// What one task is to another.
    DependencyType {
        /// It must be done before the other begins.
        Blocks "blocks"
        /// It is worth knowing of; it holds nobody up.
        RelatesTo "relates_to"
    }

    /// How urgent a task is, the most urgent first.
    Priority {
        /// Before everything else.
        Critical "critical"
        /// Soon.
        High "high"
        /// In its turn.
        Medium "medium"
        /// When there is time.
        Low "low"
    }
}

impl AssignmentState {
    /// Whether it still holds its task and its session's capacity.
    #[must_use]
    pub const fn is_live(self) -> bool {
        match self {
            Self::AwaitingApproval | Self::PolicyPreAuthorized | Self::Approved | Self::Leased => true,
            Self::Rejected | Self::Released | Self::Expired | Self::Superseded => false,
        }
    }
}
