CREATE TABLE mosaic.task_leases (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	workspace_id uuid NOT NULL,
	task_id uuid NOT NULL,
	assignment_id uuid NOT NULL,
	approval_decision_id uuid,
	session_id uuid NOT NULL,
	fencing_token bigint NOT NULL,
	state mosaic.lease_state DEFAULT 'active' NOT NULL,
	acquired_at timestamp with time zone DEFAULT now() NOT NULL,
	acknowledged_at timestamp with time zone,
	heartbeat_at timestamp with time zone DEFAULT now() NOT NULL,
	expires_at timestamp with time zone NOT NULL,
	ended_at timestamp with time zone,
	end_reason text,
	CONSTRAINT task_leases_pkey PRIMARY KEY (id),
	CONSTRAINT task_leases_workspace_id_unique UNIQUE (workspace_id, id),
	CONSTRAINT task_leases_fence_unique UNIQUE (workspace_id, task_id, fencing_token),
	CONSTRAINT task_leases_binding_unique UNIQUE (workspace_id, task_id, id, assignment_id, session_id, fencing_token),
	CONSTRAINT task_leases_assignment_fk FOREIGN KEY (workspace_id, task_id, assignment_id, session_id) REFERENCES mosaic.task_assignments (workspace_id, task_id, id, target_session_id) ON DELETE RESTRICT,
	CONSTRAINT task_leases_task_fk FOREIGN KEY (workspace_id, task_id) REFERENCES mosaic.tasks (workspace_id, id) ON DELETE RESTRICT,
	CONSTRAINT task_leases_session_fk FOREIGN KEY (workspace_id, session_id) REFERENCES mosaic.agent_sessions (workspace_id, id) ON DELETE RESTRICT,
	CONSTRAINT task_leases_approval_fk FOREIGN KEY (workspace_id, assignment_id, approval_decision_id) REFERENCES mosaic.approval_decisions (workspace_id, assignment_id, id) ON DELETE RESTRICT,
	CONSTRAINT task_leases_fence_check CHECK (fencing_token >= 1),
	CONSTRAINT task_leases_expiry_check CHECK (expires_at > acquired_at),
	CONSTRAINT task_leases_end_check CHECK ((state = 'active') = (ended_at IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX task_leases_active_uidx ON mosaic.task_leases (workspace_id, task_id) WHERE state = 'active';
--> statement-breakpoint
CREATE INDEX task_leases_assignment_idx ON mosaic.task_leases (workspace_id, task_id, assignment_id, session_id);
--> statement-breakpoint
CREATE INDEX task_leases_session_idx ON mosaic.task_leases (workspace_id, session_id);
--> statement-breakpoint
CREATE INDEX task_leases_approval_idx ON mosaic.task_leases (workspace_id, assignment_id, approval_decision_id) WHERE approval_decision_id IS NOT NULL;
--> statement-breakpoint
CREATE TABLE mosaic.task_checkpoints (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	workspace_id uuid NOT NULL,
	task_id uuid NOT NULL,
	lease_id uuid NOT NULL,
	assignment_id uuid NOT NULL,
	session_id uuid NOT NULL,
	fencing_token bigint NOT NULL,
	sequence bigint NOT NULL,
	resumable_summary text NOT NULL,
	context_usage_percent smallint NOT NULL,
	created_at timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT task_checkpoints_pkey PRIMARY KEY (id),
	CONSTRAINT task_checkpoints_workspace_id_unique UNIQUE (workspace_id, id),
	CONSTRAINT task_checkpoints_sequence_unique UNIQUE (workspace_id, lease_id, sequence),
	CONSTRAINT task_checkpoints_lease_fk FOREIGN KEY (workspace_id, task_id, lease_id, assignment_id, session_id, fencing_token) REFERENCES mosaic.task_leases (workspace_id, task_id, id, assignment_id, session_id, fencing_token) ON DELETE RESTRICT,
	CONSTRAINT task_checkpoints_sequence_check CHECK (sequence >= 1),
	CONSTRAINT task_checkpoints_context_check CHECK (context_usage_percent BETWEEN 0 AND 100)
);
--> statement-breakpoint
CREATE INDEX task_checkpoints_lease_idx ON mosaic.task_checkpoints (workspace_id, task_id, lease_id, assignment_id, session_id, fencing_token);
--> statement-breakpoint
CREATE TABLE mosaic.task_checkpoint_artifacts (
	workspace_id uuid NOT NULL,
	checkpoint_id uuid NOT NULL,
	artifact_id uuid NOT NULL,
	created_at timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT task_checkpoint_artifacts_pkey PRIMARY KEY (workspace_id, checkpoint_id, artifact_id),
	CONSTRAINT task_checkpoint_artifacts_checkpoint_fk FOREIGN KEY (workspace_id, checkpoint_id) REFERENCES mosaic.task_checkpoints (workspace_id, id) ON DELETE RESTRICT,
	CONSTRAINT task_checkpoint_artifacts_artifact_fk FOREIGN KEY (workspace_id, artifact_id) REFERENCES mosaic.artifacts (workspace_id, id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE INDEX task_checkpoint_artifacts_artifact_idx ON mosaic.task_checkpoint_artifacts (workspace_id, artifact_id);
