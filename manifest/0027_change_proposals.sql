CREATE TABLE mosaic.change_proposals (
	id uuid NOT NULL,
	workspace_id uuid NOT NULL,
	proposer_user_id text NOT NULL,
	source_note_digest text NOT NULL,
	target_aggregate_type mosaic.aggregate_type NOT NULL,
	target_aggregate_id uuid NOT NULL,
	expected_target_version bigint NOT NULL,
	command_type text NOT NULL,
	command_payload jsonb NOT NULL,
	idempotency_key text NOT NULL,
	state mosaic.proposal_state DEFAULT 'pending' NOT NULL,
	decided_by_user_id text,
	decision_reason text,
	decided_at timestamp with time zone,
	version bigint DEFAULT 1 NOT NULL,
	submitted_audit_event_id uuid NOT NULL,
	accepted_command_audit_event_id uuid,
	created_at timestamp with time zone DEFAULT now() NOT NULL,
	updated_at timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT change_proposals_pkey PRIMARY KEY (id),
	CONSTRAINT change_proposals_workspace_id_unique UNIQUE (workspace_id, id),
	CONSTRAINT change_proposals_idempotency_unique UNIQUE (workspace_id, proposer_user_id, idempotency_key),
	CONSTRAINT change_proposals_submitted_event_unique UNIQUE (workspace_id, submitted_audit_event_id),
	CONSTRAINT change_proposals_accepted_event_unique UNIQUE (workspace_id, accepted_command_audit_event_id),
	CONSTRAINT change_proposals_proposer_fk FOREIGN KEY (workspace_id, proposer_user_id) REFERENCES mosaic.workspace_members (workspace_id, user_id) ON DELETE RESTRICT,
	CONSTRAINT change_proposals_decider_fk FOREIGN KEY (workspace_id, decided_by_user_id) REFERENCES mosaic.workspace_members (workspace_id, user_id) ON DELETE RESTRICT,
	CONSTRAINT change_proposals_digest_check CHECK (source_note_digest ~ '^[0-9a-f]{64}$'),
	CONSTRAINT change_proposals_target_check CHECK (target_aggregate_type IN ('project', 'milestone', 'mission', 'task', 'tag')),
	CONSTRAINT change_proposals_expected_check CHECK (expected_target_version >= 1),
	CONSTRAINT change_proposals_payload_check CHECK (jsonb_typeof(command_payload) = 'object'),
	CONSTRAINT change_proposals_idempotency_check CHECK (length(idempotency_key) BETWEEN 1 AND 128),
	CONSTRAINT change_proposals_version_check CHECK (version >= 1),
	CONSTRAINT change_proposals_decision_check CHECK (CASE WHEN state = 'pending' THEN num_nonnulls(decided_by_user_id, decision_reason, decided_at) = 0 ELSE num_nonnulls(decided_by_user_id, decision_reason, decided_at) = 3 END AND btrim(coalesce(decision_reason, '-')) <> ''),
	CONSTRAINT change_proposals_accepted_check CHECK ((state = 'accepted') = (accepted_command_audit_event_id IS NOT NULL))
);
--> statement-breakpoint
ALTER TABLE mosaic.change_proposals
	ADD CONSTRAINT change_proposals_workspace_submitted_event_fk FOREIGN KEY (workspace_id, submitted_audit_event_id) REFERENCES mosaic.task_events (workspace_id, id) ON DELETE RESTRICT;
--> statement-breakpoint
ALTER TABLE mosaic.change_proposals
	ADD CONSTRAINT change_proposals_workspace_accepted_command_event_fk FOREIGN KEY (workspace_id, accepted_command_audit_event_id) REFERENCES mosaic.task_events (workspace_id, id) ON DELETE RESTRICT;
--> statement-breakpoint
CREATE INDEX change_proposals_decider_idx ON mosaic.change_proposals (workspace_id, decided_by_user_id) WHERE decided_by_user_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX change_proposals_state_idx ON mosaic.change_proposals (workspace_id, state, created_at);
--> statement-breakpoint
CREATE INDEX change_proposals_target_idx ON mosaic.change_proposals (workspace_id, target_aggregate_type, target_aggregate_id);
