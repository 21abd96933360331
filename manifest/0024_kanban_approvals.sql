CREATE TABLE mosaic.approval_decisions (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	workspace_id uuid NOT NULL,
	project_id uuid,
	mission_id uuid,
	task_id uuid,
	assignment_id uuid,
	decision mosaic.approval_verdict NOT NULL,
	decided_by_user_id text NOT NULL,
	policy_revision text NOT NULL,
	reason text NOT NULL,
	decided_at timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT approval_decisions_pkey PRIMARY KEY (id),
	CONSTRAINT approval_decisions_workspace_id_unique UNIQUE (workspace_id, id),
	CONSTRAINT approval_decisions_assignment_unique UNIQUE (workspace_id, assignment_id, id),
	CONSTRAINT approval_decisions_workspace_project_fk FOREIGN KEY (workspace_id, project_id) REFERENCES mosaic.projects (workspace_id, id) ON DELETE RESTRICT,
	CONSTRAINT approval_decisions_workspace_task_fk FOREIGN KEY (workspace_id, task_id) REFERENCES mosaic.tasks (workspace_id, id) ON DELETE RESTRICT,
	CONSTRAINT approval_decisions_workspace_assignment_fk FOREIGN KEY (workspace_id, assignment_id) REFERENCES mosaic.task_assignments (workspace_id, id) ON DELETE RESTRICT,
	CONSTRAINT approval_decisions_workspace_user_fk FOREIGN KEY (workspace_id, decided_by_user_id) REFERENCES mosaic.workspace_members (workspace_id, user_id) ON DELETE RESTRICT,
	CONSTRAINT approval_decisions_target_check CHECK (num_nonnulls(project_id, mission_id, task_id, assignment_id) = 1),
	CONSTRAINT approval_decisions_reason_check CHECK (btrim(reason) <> '')
);
--> statement-breakpoint
ALTER TABLE mosaic.approval_decisions
	ADD CONSTRAINT approval_decisions_workspace_mission_fk FOREIGN KEY (workspace_id, mission_id) REFERENCES mosaic.missions (workspace_id, id) ON DELETE RESTRICT;
--> statement-breakpoint
CREATE INDEX approval_decisions_workspace_project_idx ON mosaic.approval_decisions (workspace_id, project_id) WHERE project_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX approval_decisions_workspace_mission_idx ON mosaic.approval_decisions (workspace_id, mission_id) WHERE mission_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX approval_decisions_workspace_task_idx ON mosaic.approval_decisions (workspace_id, task_id) WHERE task_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX approval_decisions_workspace_user_idx ON mosaic.approval_decisions (workspace_id, decided_by_user_id);
--> statement-breakpoint
CREATE TABLE mosaic.approval_decision_artifacts (
	workspace_id uuid NOT NULL,
	approval_decision_id uuid NOT NULL,
	artifact_id uuid NOT NULL,
	created_at timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT approval_decision_artifacts_pkey PRIMARY KEY (workspace_id, approval_decision_id, artifact_id),
	CONSTRAINT approval_decision_artifacts_decision_fk FOREIGN KEY (workspace_id, approval_decision_id) REFERENCES mosaic.approval_decisions (workspace_id, id) ON DELETE RESTRICT,
	CONSTRAINT approval_decision_artifacts_artifact_fk FOREIGN KEY (workspace_id, artifact_id) REFERENCES mosaic.artifacts (workspace_id, id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE INDEX approval_decision_artifacts_artifact_idx ON mosaic.approval_decision_artifacts (workspace_id, artifact_id);
