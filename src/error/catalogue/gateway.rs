//! What a gateway tells of an act that failed, and leases of connectors.

macro_rules! gateway {
    ([$($areas:ident)*] $($entries:tt)*) => {
        gather! {
            [$($areas)*] $($entries)*
            KanbanWriteHealthUnproven "KANBAN_WRITE_HEALTH_UNPROVEN" Temporary {
                what: "It is not proved that the transaction can write: the server refused the probe, or the proof is too old, of another policy or of another transaction.",
                database: "Nothing was applied. It can be read.",
                next: "SELECT pg_is_in_recovery(), current_setting('default_transaction_read_only') as the runtime; readiness tells the rest. Do not repeat the act until the health says healthy."
            }
            KanbanWriteUnavailable "KANBAN_WRITE_UNAVAILABLE" Unavailable {
                what: "The database can be neither read nor written to: it does not answer, or it ended the session.",
                database: "Nothing was applied.",
                next: "See whether the server runs and can be reached; readiness tells why not. Do not repeat the act until the health says healthy."
            }
            AggregateVersionConflict "AGGREGATE_VERSION_CONFLICT" No {
                what: "Somebody changed it since the version that the act was for.",
                database: "Nothing was applied. The answer has the version there is.",
                next: "Read it again, and decide anew whether the act is still what is wanted."
            }
            CommitRefused "COMMIT_REFUSED" No {
                what: "The server did not commit: a statement of the transaction had failed, or a deferred constraint does not hold.",
                database: "Nothing was applied.",
                next: "The message has what the server said; the first failed statement is in its log."
            }
            RetryableTransportError "RETRYABLE_TRANSPORT_ERROR" Uncertain {
                what: "No answer came, or one from somewhere between (502, 504).",
                database: "Whether the act was applied is not known.",
                next: "Repeat the act with the same idempotency key, and with no other."
            }

            // ---- leases of connectors ----
            LeasePolicyDenied "LEASE_POLICY_DENIED" Refused {
                what: "The service's policy does not let this holder have or use a lease of a connector. The policy that comes with the library refuses everything.",
                database: "Nothing was changed; the refusal is in the audit log.",
                next: "Nothing, as long as no other policy was approved and built into the service. There is no command that gives leases."
            }
            LeaseTtl "LEASE_TTL" Refused {
                what: "A lease was asked for a shorter or longer time than any is given for.",
                database: "Nothing was changed; the refusal is in the audit log.",
                next: "Ask for 1 to 300 seconds, and renew."
            }
            LeaseBindingTaken "LEASE_BINDING_TAKEN" No {
                what: "The binding was used: somebody holds its lease, or held it until it expired or was released. Its row is not used again.",
                database: "Nothing was changed; the refusal is in the audit log.",
                next: "Leave it to its holder. Where that is gone, only a takeover with the epoch that the row has gives it to another."
            }
            LeaseMissing "LEASE_MISSING" No {
                what: "The binding never had a lease.",
                database: "Nothing was changed; the refusal is in the audit log.",
                next: "It is acquired, not renewed, taken over, released or used."
            }
            LeaseStale "LEASE_STALE" No {
                what: "Somebody acted under a lease that is not theirs, or not any more: another epoch or lease, another holder, expired, released.",
                database: "Nothing was changed; the refusal is in the audit log. There must be no effect either.",
                next: "Stop the holder. Do not retry as the old holder; SELECT * FROM mosaic.connector_lease_audit_log WHERE correlation_id = … shows what it was, the rows before it what became of the lease."
            }
            LeaseEpochsExhausted "LEASE_EPOCHS_EXHAUSTED" Refused {
                what: "The epoch of the lease is the last that a bigint holds. No takeover reaches it by itself.",
                database: "Nothing was changed; the refusal is in the audit log.",
                next: "Find out in the audit log who wrote the row."
            }
            LeaseStoreRefused "LEASE_STORE_REFUSED" No {
                what: "The server refused a statement of an operation on a lease.",
                database: "Nothing was changed, and nothing was permitted. The audit log has nothing of it.",
                next: "readiness as the runtime tells whether the schema and its rights are as they must be."
            }
            LeaseOutcomeUnknown "LEASE_OUTCOME_UNKNOWN" Uncertain {
                what: "The connection was lost during the COMMIT of an operation on a lease.",
                database: "Whether it was applied is not known; nothing was permitted.",
                next: "SELECT * FROM mosaic.connector_lease_audit_log WHERE correlation_id = …: if there is a row, it was."
            }
        }
    };
}
