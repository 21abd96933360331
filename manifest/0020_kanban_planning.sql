-- Rules for rows that exist are NOT VALID: they hold for what is written from now on, and are validated after the backfill.
ALTER TABLE mosaic.teams
	ADD CONSTRAINT teams_workspace_fk FOREIGN KEY (workspace_id) REFERENCES mosaic.workspaces (id) ON DELETE RESTRICT NOT VALID,
	ADD CONSTRAINT teams_workspace_owner_fk FOREIGN KEY (workspace_id, owner_id) REFERENCES mosaic.workspace_members (workspace_id, user_id) ON DELETE RESTRICT NOT VALID;
--> statement-breakpoint
ALTER TABLE mosaic.team_members
	ADD CONSTRAINT team_members_workspace_team_fk FOREIGN KEY (workspace_id, team_id) REFERENCES mosaic.teams (workspace_id, id) ON DELETE RESTRICT NOT VALID,
	ADD CONSTRAINT team_members_workspace_user_fk FOREIGN KEY (workspace_id, user_id) REFERENCES mosaic.workspace_members (workspace_id, user_id) ON DELETE RESTRICT NOT VALID;
--> statement-breakpoint
ALTER TABLE mosaic.projects
	ADD CONSTRAINT projects_workspace_fk FOREIGN KEY (workspace_id) REFERENCES mosaic.workspaces (id) ON DELETE RESTRICT NOT VALID,
	ADD CONSTRAINT projects_workspace_owner_user_fk FOREIGN KEY (workspace_id, owner_user_id) REFERENCES mosaic.workspace_members (workspace_id, user_id) ON DELETE RESTRICT NOT VALID,
	ADD CONSTRAINT projects_workspace_owner_team_fk FOREIGN KEY (workspace_id, owner_team_id) REFERENCES mosaic.teams (workspace_id, id) ON DELETE RESTRICT NOT VALID,
	ADD CONSTRAINT projects_workspace_archived_by_fk FOREIGN KEY (workspace_id, archived_by_user_id) REFERENCES mosaic.workspace_members (workspace_id, user_id) ON DELETE RESTRICT NOT VALID,
	ADD CONSTRAINT projects_tenant_check CHECK (workspace_id IS NOT NULL OR num_nonnulls(key, canonical_status, owner_user_id, owner_team_id, archived_at) = 0) NOT VALID,
	ADD CONSTRAINT projects_owner_check CHECK (num_nonnulls(owner_user_id, owner_team_id) <= 1) NOT VALID,
	ADD CONSTRAINT projects_canonical_check CHECK (canonical_status IS NULL OR num_nonnulls(owner_user_id, owner_team_id) = 1) NOT VALID,
	ADD CONSTRAINT projects_key_check CHECK (key ~ '^[A-Z][A-Z0-9]{0,15}$') NOT VALID,
	ADD CONSTRAINT projects_version_check CHECK (version >= 1) NOT VALID,
	ADD CONSTRAINT projects_archive_check CHECK (num_nonnulls(archived_at, archived_by_user_id, archive_reason) IN (0, 3) AND btrim(coalesce(archive_reason, '-')) <> '') NOT VALID;
--> statement-breakpoint
ALTER TABLE mosaic.missions
	ADD CONSTRAINT missions_workspace_fk FOREIGN KEY (workspace_id) REFERENCES mosaic.workspaces (id) ON DELETE RESTRICT NOT VALID,
	ADD CONSTRAINT missions_workspace_project_fk FOREIGN KEY (workspace_id, project_id) REFERENCES mosaic.projects (workspace_id, id) ON DELETE RESTRICT NOT VALID,
	ADD CONSTRAINT missions_workspace_archived_by_fk FOREIGN KEY (workspace_id, archived_by_user_id) REFERENCES mosaic.workspace_members (workspace_id, user_id) ON DELETE RESTRICT NOT VALID,
	ADD CONSTRAINT missions_canonical_check CHECK (canonical_status IS NULL OR num_nonnulls(workspace_id, project_id) = 2) NOT VALID,
	ADD CONSTRAINT missions_objective_check CHECK (btrim(objective) <> '') NOT VALID,
	ADD CONSTRAINT missions_version_check CHECK (version >= 1) NOT VALID,
	ADD CONSTRAINT missions_archive_check CHECK (num_nonnulls(archived_at, archived_by_user_id, archive_reason) IN (0, 3) AND btrim(coalesce(archive_reason, '-')) <> '' AND (archived_at IS NULL OR workspace_id IS NOT NULL)) NOT VALID;
--> statement-breakpoint
CREATE TABLE mosaic.milestones (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	workspace_id uuid NOT NULL,
	project_id uuid NOT NULL,
	name text NOT NULL,
	description text,
	status mosaic.milestone_lifecycle DEFAULT 'planned' NOT NULL,
	rank numeric DEFAULT 0 NOT NULL,
	due_at timestamp with time zone,
	source_digest text,
	source_key text,
	version bigint DEFAULT 1 NOT NULL,
	archived_at timestamp with time zone,
	archived_by_user_id text,
	archive_reason text,
	created_at timestamp with time zone DEFAULT now() NOT NULL,
	updated_at timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT milestones_pkey PRIMARY KEY (id),
	CONSTRAINT milestones_workspace_id_unique UNIQUE (workspace_id, id),
	CONSTRAINT milestones_workspace_project_id_unique UNIQUE (workspace_id, project_id, id),
	CONSTRAINT milestones_source_unique UNIQUE (workspace_id, project_id, source_key),
	CONSTRAINT milestones_workspace_project_fk FOREIGN KEY (workspace_id, project_id) REFERENCES mosaic.projects (workspace_id, id) ON DELETE RESTRICT,
	CONSTRAINT milestones_workspace_archived_by_fk FOREIGN KEY (workspace_id, archived_by_user_id) REFERENCES mosaic.workspace_members (workspace_id, user_id) ON DELETE RESTRICT,
	CONSTRAINT milestones_name_check CHECK (btrim(name) <> ''),
	CONSTRAINT milestones_version_check CHECK (version >= 1),
	CONSTRAINT milestones_archive_check CHECK (num_nonnulls(archived_at, archived_by_user_id, archive_reason) IN (0, 3) AND btrim(coalesce(archive_reason, '-')) <> '')
);
--> statement-breakpoint
CREATE INDEX milestones_workspace_archived_by_idx ON mosaic.milestones (workspace_id, archived_by_user_id) WHERE archived_by_user_id IS NOT NULL;
--> statement-breakpoint
-- A join and not a column of projects: the two tables would refer to each other.
CREATE TABLE mosaic.project_current_milestones (
	workspace_id uuid NOT NULL,
	project_id uuid NOT NULL,
	milestone_id uuid NOT NULL,
	created_at timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT project_current_milestones_pkey PRIMARY KEY (workspace_id, project_id),
	CONSTRAINT project_current_milestones_project_fk FOREIGN KEY (workspace_id, project_id) REFERENCES mosaic.projects (workspace_id, id) ON DELETE RESTRICT,
	CONSTRAINT project_current_milestones_milestone_fk FOREIGN KEY (workspace_id, project_id, milestone_id) REFERENCES mosaic.milestones (workspace_id, project_id, id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE INDEX project_current_milestones_milestone_idx ON mosaic.project_current_milestones (workspace_id, project_id, milestone_id);
--> statement-breakpoint
CREATE TABLE mosaic.mission_milestones (
	workspace_id uuid NOT NULL,
	project_id uuid NOT NULL,
	mission_id uuid NOT NULL,
	milestone_id uuid NOT NULL,
	position integer DEFAULT 0 NOT NULL,
	created_at timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT mission_milestones_pkey PRIMARY KEY (workspace_id, mission_id, milestone_id),
	CONSTRAINT mission_milestones_mission_fk FOREIGN KEY (workspace_id, project_id, mission_id) REFERENCES mosaic.missions (workspace_id, project_id, id) ON DELETE RESTRICT,
	CONSTRAINT mission_milestones_milestone_fk FOREIGN KEY (workspace_id, project_id, milestone_id) REFERENCES mosaic.milestones (workspace_id, project_id, id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE INDEX mission_milestones_mission_idx ON mosaic.mission_milestones (workspace_id, project_id, mission_id);
--> statement-breakpoint
CREATE INDEX mission_milestones_milestone_idx ON mosaic.mission_milestones (workspace_id, project_id, milestone_id);
--> statement-breakpoint
ALTER TABLE mosaic.tasks
	ADD CONSTRAINT tasks_workspace_fk FOREIGN KEY (workspace_id) REFERENCES mosaic.workspaces (id) ON DELETE RESTRICT NOT VALID,
	ADD CONSTRAINT tasks_workspace_project_fk FOREIGN KEY (workspace_id, project_id) REFERENCES mosaic.projects (workspace_id, id) ON DELETE RESTRICT NOT VALID,
	ADD CONSTRAINT tasks_workspace_mission_fk FOREIGN KEY (workspace_id, project_id, mission_id) REFERENCES mosaic.missions (workspace_id, project_id, id) ON DELETE RESTRICT NOT VALID,
	ADD CONSTRAINT tasks_workspace_milestone_fk FOREIGN KEY (workspace_id, project_id, milestone_id) REFERENCES mosaic.milestones (workspace_id, project_id, id) ON DELETE RESTRICT NOT VALID,
	ADD CONSTRAINT tasks_workspace_parent_fk FOREIGN KEY (workspace_id, project_id, parent_task_id) REFERENCES mosaic.tasks (workspace_id, project_id, id) ON DELETE RESTRICT NOT VALID,
	ADD CONSTRAINT tasks_workspace_owner_user_fk FOREIGN KEY (workspace_id, owner_user_id) REFERENCES mosaic.workspace_members (workspace_id, user_id) ON DELETE RESTRICT NOT VALID,
	ADD CONSTRAINT tasks_workspace_owner_team_fk FOREIGN KEY (workspace_id, owner_team_id) REFERENCES mosaic.teams (workspace_id, id) ON DELETE RESTRICT NOT VALID,
	ADD CONSTRAINT tasks_workspace_archived_by_fk FOREIGN KEY (workspace_id, archived_by_user_id) REFERENCES mosaic.workspace_members (workspace_id, user_id) ON DELETE RESTRICT NOT VALID,
	ADD CONSTRAINT tasks_tenant_check CHECK (num_nonnulls(workspace_id, project_id) = 2 OR num_nonnulls(canonical_status, milestone_id, parent_task_id, owner_user_id, owner_team_id, archived_at) = 0) NOT VALID,
	ADD CONSTRAINT tasks_owner_check CHECK (num_nonnulls(owner_user_id, owner_team_id) <= 1) NOT VALID,
	ADD CONSTRAINT tasks_canonical_check CHECK (canonical_status IS NULL OR num_nonnulls(owner_user_id, owner_team_id) = 1) NOT VALID,
	ADD CONSTRAINT tasks_parent_check CHECK (parent_task_id <> id) NOT VALID,
	ADD CONSTRAINT tasks_criteria_check CHECK (jsonb_typeof(acceptance_criteria) = 'array') NOT VALID,
	ADD CONSTRAINT tasks_estimate_check CHECK (estimate_minutes >= 0) NOT VALID,
	ADD CONSTRAINT tasks_source_check CHECK (num_nonnulls(source_kind, source_key) IN (0, 2)) NOT VALID,
	ADD CONSTRAINT tasks_version_check CHECK (version >= 1) NOT VALID,
	ADD CONSTRAINT tasks_fencing_counter_check CHECK (fencing_counter >= 0) NOT VALID,
	ADD CONSTRAINT tasks_archive_check CHECK (num_nonnulls(archived_at, archived_by_user_id, archive_reason) IN (0, 3) AND btrim(coalesce(archive_reason, '-')) <> '') NOT VALID;
--> statement-breakpoint
CREATE TABLE mosaic.tags (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	workspace_id uuid NOT NULL,
	name text NOT NULL,
	normalized_name text NOT NULL,
	color text,
	created_at timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT tags_pkey PRIMARY KEY (id),
	CONSTRAINT tags_workspace_id_unique UNIQUE (workspace_id, id),
	CONSTRAINT tags_workspace_name_unique UNIQUE (workspace_id, normalized_name),
	CONSTRAINT tags_workspace_fk FOREIGN KEY (workspace_id) REFERENCES mosaic.workspaces (id) ON DELETE RESTRICT,
	CONSTRAINT tags_name_check CHECK (normalized_name = lower(btrim(name)) AND normalized_name <> '')
);
--> statement-breakpoint
CREATE TABLE mosaic.task_tags (
	workspace_id uuid NOT NULL,
	task_id uuid NOT NULL,
	tag_id uuid NOT NULL,
	created_at timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT task_tags_pkey PRIMARY KEY (workspace_id, task_id, tag_id),
	CONSTRAINT task_tags_task_fk FOREIGN KEY (workspace_id, task_id) REFERENCES mosaic.tasks (workspace_id, id) ON DELETE RESTRICT,
	CONSTRAINT task_tags_tag_fk FOREIGN KEY (workspace_id, tag_id) REFERENCES mosaic.tags (workspace_id, id) ON DELETE RESTRICT
);
--> statement-breakpoint
CREATE INDEX task_tags_tag_idx ON mosaic.task_tags (workspace_id, tag_id);
--> statement-breakpoint
-- One edge between two tasks, whatever its type.
CREATE TABLE mosaic.task_dependencies (
	workspace_id uuid NOT NULL,
	predecessor_task_id uuid NOT NULL,
	successor_task_id uuid NOT NULL,
	type mosaic.dependency_type DEFAULT 'blocks' NOT NULL,
	created_at timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT task_dependencies_pkey PRIMARY KEY (workspace_id, predecessor_task_id, successor_task_id),
	CONSTRAINT task_dependencies_predecessor_fk FOREIGN KEY (workspace_id, predecessor_task_id) REFERENCES mosaic.tasks (workspace_id, id) ON DELETE RESTRICT,
	CONSTRAINT task_dependencies_successor_fk FOREIGN KEY (workspace_id, successor_task_id) REFERENCES mosaic.tasks (workspace_id, id) ON DELETE RESTRICT,
	CONSTRAINT task_dependencies_distinct_check CHECK (predecessor_task_id <> successor_task_id)
);
--> statement-breakpoint
CREATE INDEX task_dependencies_successor_idx ON mosaic.task_dependencies (workspace_id, successor_task_id);
--> statement-breakpoint
ALTER TABLE mosaic.agents
	ADD CONSTRAINT agents_workspace_fk FOREIGN KEY (workspace_id) REFERENCES mosaic.workspaces (id) ON DELETE RESTRICT NOT VALID,
	ADD CONSTRAINT agents_workspace_project_fk FOREIGN KEY (workspace_id, project_id) REFERENCES mosaic.projects (workspace_id, id) ON DELETE RESTRICT NOT VALID,
	ADD CONSTRAINT agents_version_check CHECK (version >= 1) NOT VALID;
--> statement-breakpoint
CREATE TABLE mosaic.agent_sessions (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	workspace_id uuid NOT NULL,
	agent_id uuid NOT NULL,
	state mosaic.agent_session_state DEFAULT 'active' NOT NULL,
	runtime text,
	metadata jsonb,
	started_at timestamp with time zone DEFAULT now() NOT NULL,
	last_seen_at timestamp with time zone DEFAULT now() NOT NULL,
	ended_at timestamp with time zone,
	CONSTRAINT agent_sessions_pkey PRIMARY KEY (id),
	CONSTRAINT agent_sessions_workspace_id_unique UNIQUE (workspace_id, id),
	CONSTRAINT agent_sessions_workspace_agent_id_unique UNIQUE (workspace_id, agent_id, id),
	CONSTRAINT agent_sessions_agent_fk FOREIGN KEY (workspace_id, agent_id) REFERENCES mosaic.agents (workspace_id, id) ON DELETE RESTRICT,
	CONSTRAINT agent_sessions_ended_check CHECK ((state = 'ended') = (ended_at IS NOT NULL))
);
