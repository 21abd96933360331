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
        }
    };
}
