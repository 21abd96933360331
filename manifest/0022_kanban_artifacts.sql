CREATE TABLE mosaic.artifacts (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	workspace_id uuid NOT NULL,
	project_id uuid,
	milestone_id uuid,
	mission_id uuid,
	task_id uuid,
	kind text NOT NULL,
	title text,
	uri text,
	content jsonb,
	sha256 text NOT NULL,
	size_bytes bigint,
	created_by_user_id text,
	created_by_session_id uuid,
	created_by_service text,
	created_at timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT artifacts_pkey PRIMARY KEY (id),
	CONSTRAINT artifacts_workspace_id_unique UNIQUE (workspace_id, id),
	CONSTRAINT artifacts_workspace_project_fk FOREIGN KEY (workspace_id, project_id) REFERENCES mosaic.projects (workspace_id, id) ON DELETE RESTRICT,
	CONSTRAINT artifacts_workspace_milestone_fk FOREIGN KEY (workspace_id, milestone_id) REFERENCES mosaic.milestones (workspace_id, id) ON DELETE RESTRICT,
	CONSTRAINT artifacts_workspace_task_fk FOREIGN KEY (workspace_id, task_id) REFERENCES mosaic.tasks (workspace_id, id) ON DELETE RESTRICT,
	CONSTRAINT artifacts_workspace_user_fk FOREIGN KEY (workspace_id, created_by_user_id) REFERENCES mosaic.workspace_members (workspace_id, user_id) ON DELETE RESTRICT,
	CONSTRAINT artifacts_workspace_session_fk FOREIGN KEY (workspace_id, created_by_session_id) REFERENCES mosaic.agent_sessions (workspace_id, id) ON DELETE RESTRICT,
	CONSTRAINT artifacts_target_check CHECK (num_nonnulls(project_id, milestone_id, mission_id, task_id) = 1),
	CONSTRAINT artifacts_creator_check CHECK (num_nonnulls(created_by_user_id, created_by_session_id, created_by_service) = 1),
	CONSTRAINT artifacts_kind_check CHECK (btrim(kind) <> ''),
	CONSTRAINT artifacts_content_check CHECK (num_nonnulls(uri, content) >= 1),
	CONSTRAINT artifacts_sha256_check CHECK (sha256 ~ '^[0-9a-f]{64}$'),
	CONSTRAINT artifacts_size_check CHECK (size_bytes >= 0)
);
--> statement-breakpoint
ALTER TABLE mosaic.artifacts
	ADD CONSTRAINT artifacts_workspace_mission_fk FOREIGN KEY (workspace_id, mission_id) REFERENCES mosaic.missions (workspace_id, id) ON DELETE RESTRICT;
--> statement-breakpoint
CREATE INDEX artifacts_workspace_project_idx ON mosaic.artifacts (workspace_id, project_id) WHERE project_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX artifacts_workspace_milestone_idx ON mosaic.artifacts (workspace_id, milestone_id) WHERE milestone_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX artifacts_workspace_mission_idx ON mosaic.artifacts (workspace_id, mission_id) WHERE mission_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX artifacts_workspace_task_idx ON mosaic.artifacts (workspace_id, task_id) WHERE task_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX artifacts_workspace_user_idx ON mosaic.artifacts (workspace_id, created_by_user_id) WHERE created_by_user_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX artifacts_workspace_session_idx ON mosaic.artifacts (workspace_id, created_by_session_id) WHERE created_by_session_id IS NOT NULL;
