//! The coordinator's refusals, and change proposals.

macro_rules! coordination {
    ([$($areas:ident)*] $($entries:tt)*) => {
        gather! {
            [$($areas)*] $($entries)*
            CoordinatorSnapshot "COORDINATOR_SNAPSHOT" BadInput {
                what: "A snapshot that a decision was asked about is not complete, or contradicts itself.",
                database: "Nothing was decided, and nothing was written.",
                next: "Read the snapshot again in one REPEATABLE READ transaction, with everything its rows refer to. If it stays so, the message names the row to look at."
            }
            CoordinatorStaleFence "COORDINATOR_STALE_FENCE" No {
                what: "Somebody acted under a lease that has ended, or with a fence that is not the task's last one.",
                database: "Nothing was applied.",
                next: "Stop the session: another may have the task by now. Do not repeat the request; a new lease is to be acquired."
            }
            CoordinatorStaleSession "COORDINATOR_STALE_SESSION" No {
                what: "A session acted under a lease or an assignment that is not its own, or was not alive any more.",
                database: "Nothing was applied.",
                next: "Find out why the session acts: its task belongs to another one, or its heartbeats do not arrive."
            }
            CoordinatorStaleApproval "COORDINATOR_STALE_APPROVAL" No {
                what: "An assignment is not approved, its time is over, or another version of the task or another policy was in force when it was approved.",
                database: "Nothing was applied, and no lease was given.",
                next: "Have the task proposed and approved again."
            }

            // ---- change proposals ----
            ProposalNotFound "PROPOSAL_NOT_FOUND" No {
                what: "The workspace has no proposal with this id.",
                database: "Nothing was applied.",
                next: "List the proposals of the workspace."
            }
            ProposalDecided "PROPOSAL_DECIDED" No {
                what: "The proposal was accepted or rejected already, by somebody else or for another reason.",
                database: "Nothing was applied. The earlier decision stands.",
                next: "Look at the proposal: it says who decided, when and why. Submit another one if the change is still wanted."
            }
            ProposalTargetMissing "PROPOSAL_TARGET_MISSING" No {
                what: "What the proposal would change is not in the workspace.",
                database: "Nothing was applied, and the proposal is pending.",
                next: "Reject the proposal."
            }
            ProposalEvent "PROPOSAL_EVENT" Internal {
                what: "The command that was carried out for a proposal did not write the event that an acceptance is recorded with: of this workspace, this target, this proposal, its submission, its command and this transaction.",
                database: "What the command did was undone, and the proposal is pending.",
                next: "Report the handler of the command as a defect of the service."
            }
            ProposalRefused "PROPOSAL_REFUSED" No {
                what: "The server refused a statement about a proposal, for example because somebody is no active member of the workspace.",
                database: "Nothing was applied.",
                next: "The server's message names the rule. Make the member active, or let another one act."
            }
            IdempotencyKeyReused "IDEMPOTENCY_KEY_REUSED" No {
                what: "The member used the idempotency key before, for something else.",
                database: "Nothing was applied. What was recorded under the key stands.",
                next: "Use a key of its own for each act, and the same one only to repeat an act whose outcome is not known."
            }
        }
    };
}
