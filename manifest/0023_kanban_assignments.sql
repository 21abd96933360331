CREATE TABLE mosaic.task_assignments (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	workspace_id uuid NOT NULL,
	task_id uuid NOT NULL,
	task_version bigint NOT NULL,
	specialist_role mosaic.specialist_role NOT NULL,
	principal_user_id text,
	principal_team_id uuid,
	principal_agent_id uuid,
	target_session_id uuid,
	state mosaic.assignment_state DEFAULT 'awaiting_approval' NOT NULL,
	policy_revision text NOT NULL,
	proposed_by_user_id text,
	proposed_by_service text,
	reason text NOT NULL,
	expires_at timestamp with time zone NOT NULL,
	version bigint DEFAULT 1 NOT NULL,
	created_at timestamp with time zone DEFAULT now() NOT NULL,
	updated_at timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT task_assignments_pkey PRIMARY KEY (id),
	CONSTRAINT task_assignments_workspace_id_unique UNIQUE (workspace_id, id),
	CONSTRAINT task_assignments_workspace_task_id_unique UNIQUE (workspace_id, task_id, id),
	CONSTRAINT task_assignments_session_unique UNIQUE (workspace_id, task_id, id, target_session_id),
	CONSTRAINT task_assignments_task_fk FOREIGN KEY (workspace_id, task_id) REFERENCES mosaic.tasks (workspace_id, id) ON DELETE RESTRICT,
	CONSTRAINT task_assignments_user_fk FOREIGN KEY (workspace_id, principal_user_id) REFERENCES mosaic.workspace_members (workspace_id, user_id) ON DELETE RESTRICT,
	CONSTRAINT task_assignments_team_fk FOREIGN KEY (workspace_id, principal_team_id) REFERENCES mosaic.teams (workspace_id, id) ON DELETE RESTRICT,
	CONSTRAINT task_assignments_agent_fk FOREIGN KEY (workspace_id, principal_agent_id) REFERENCES mosaic.agents (workspace_id, id) ON DELETE RESTRICT,
	CONSTRAINT task_assignments_session_fk FOREIGN KEY (workspace_id, principal_agent_id, target_session_id) REFERENCES mosaic.agent_sessions (workspace_id, agent_id, id) ON DELETE RESTRICT,
	CONSTRAINT task_assignments_proposer_fk FOREIGN KEY (workspace_id, proposed_by_user_id) REFERENCES mosaic.workspace_members (workspace_id, user_id) ON DELETE RESTRICT,
	CONSTRAINT task_assignments_principal_check CHECK (num_nonnulls(principal_user_id, principal_team_id, principal_agent_id) = 1),
	CONSTRAINT task_assignments_session_check CHECK (target_session_id IS NULL OR principal_agent_id IS NOT NULL),
	CONSTRAINT task_assignments_proposer_check CHECK (num_nonnulls(proposed_by_user_id, proposed_by_service) = 1),
	CONSTRAINT task_assignments_reason_check CHECK (btrim(reason) <> ''),
	CONSTRAINT task_assignments_task_version_check CHECK (task_version >= 1),
	CONSTRAINT task_assignments_version_check CHECK (version >= 1),
	CONSTRAINT task_assignments_expiry_check CHECK (expires_at > created_at)
);
--> statement-breakpoint
-- For one role a task has one assignment that may still lead to a lease.
CREATE UNIQUE INDEX task_assignments_open_uidx ON mosaic.task_assignments (workspace_id, task_id, specialist_role)
	WHERE state IN ('awaiting_approval', 'policy_pre_authorized', 'approved', 'leased');
--> statement-breakpoint
CREATE INDEX task_assignments_user_idx ON mosaic.task_assignments (workspace_id, principal_user_id) WHERE principal_user_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX task_assignments_team_idx ON mosaic.task_assignments (workspace_id, principal_team_id) WHERE principal_team_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX task_assignments_session_idx ON mosaic.task_assignments (workspace_id, principal_agent_id, target_session_id) WHERE principal_agent_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX task_assignments_proposer_idx ON mosaic.task_assignments (workspace_id, proposed_by_user_id) WHERE proposed_by_user_id IS NOT NULL;
--> statement-breakpoint
CREATE TABLE mosaic.task_execution_states (
	workspace_id uuid NOT NULL,
	task_id uuid NOT NULL,
	state mosaic.execution_state DEFAULT 'idle' NOT NULL,
	attempts integer DEFAULT 0 NOT NULL,
	max_attempts integer NOT NULL,
	retry_at timestamp with time zone,
	last_failure_code text,
	reason text,
	version bigint DEFAULT 1 NOT NULL,
	updated_at timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT task_execution_states_pkey PRIMARY KEY (workspace_id, task_id),
	CONSTRAINT task_execution_states_task_fk FOREIGN KEY (workspace_id, task_id) REFERENCES mosaic.tasks (workspace_id, id) ON DELETE RESTRICT,
	CONSTRAINT task_execution_states_attempts_check CHECK (attempts >= 0 AND max_attempts >= 1 AND attempts <= max_attempts),
	CONSTRAINT task_execution_states_retry_check CHECK ((state = 'retry_scheduled') = (retry_at IS NOT NULL)),
	CONSTRAINT task_execution_states_exhausted_check CHECK (state <> 'exhausted' OR attempts = max_attempts),
	CONSTRAINT task_execution_states_quarantine_check CHECK (state <> 'quarantined' OR btrim(reason) <> '' AND reason IS NOT NULL),
	CONSTRAINT task_execution_states_version_check CHECK (version >= 1)
);
