CREATE TYPE mosaic.workspace_role AS ENUM ('owner', 'admin', 'member', 'viewer');
--> statement-breakpoint
CREATE TYPE mosaic.membership_status AS ENUM ('invited', 'active', 'suspended', 'removed');
--> statement-breakpoint
CREATE TYPE mosaic.project_lifecycle AS ENUM ('planning', 'active', 'paused', 'completed', 'archived');
--> statement-breakpoint
CREATE TYPE mosaic.mission_lifecycle AS ENUM ('draft', 'active', 'paused', 'completed', 'failed');
--> statement-breakpoint
CREATE TYPE mosaic.milestone_lifecycle AS ENUM ('planned', 'active', 'completed', 'cancelled');
--> statement-breakpoint
CREATE TYPE mosaic.task_lifecycle AS ENUM ('backlog', 'ready', 'in_progress', 'blocked', 'in_review', 'done', 'cancelled');
--> statement-breakpoint
CREATE TYPE mosaic.assignment_state AS ENUM ('awaiting_approval', 'policy_pre_authorized', 'approved', 'rejected', 'leased', 'released', 'expired', 'superseded');
--> statement-breakpoint
CREATE TYPE mosaic.specialist_role AS ENUM ('planning', 'enhance', 'coder', 'review', 'security-review', 'pr-monitor', 'certifier');
--> statement-breakpoint
CREATE TYPE mosaic.agent_lifecycle AS ENUM ('active', 'suspended', 'retired');
--> statement-breakpoint
CREATE TYPE mosaic.agent_session_state AS ENUM ('active', 'draining', 'ended');
--> statement-breakpoint
CREATE TYPE mosaic.dependency_type AS ENUM ('blocks', 'relates_to');
--> statement-breakpoint
CREATE TYPE mosaic.lease_state AS ENUM ('active', 'released', 'expired');
--> statement-breakpoint
CREATE TYPE mosaic.execution_state AS ENUM ('idle', 'retry_scheduled', 'quarantined', 'exhausted');
--> statement-breakpoint
CREATE TYPE mosaic.approval_verdict AS ENUM ('approved', 'rejected');
--> statement-breakpoint
CREATE TYPE mosaic.proposal_state AS ENUM ('pending', 'accepted', 'rejected');
--> statement-breakpoint
CREATE TYPE mosaic.aggregate_type AS ENUM ('workspace', 'team', 'agent', 'project', 'milestone', 'mission', 'task', 'tag', 'task_assignment', 'task_lease', 'approval_decision', 'change_proposal');
--> statement-breakpoint
CREATE TABLE mosaic.workspaces (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	slug text NOT NULL,
	name text NOT NULL,
	is_bootstrap boolean DEFAULT false NOT NULL,
	version bigint DEFAULT 1 NOT NULL,
	created_at timestamp with time zone DEFAULT now() NOT NULL,
	updated_at timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT workspaces_pkey PRIMARY KEY (id),
	CONSTRAINT workspaces_slug_unique UNIQUE (slug),
	CONSTRAINT workspaces_slug_check CHECK (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
	CONSTRAINT workspaces_name_check CHECK (btrim(name) <> ''),
	CONSTRAINT workspaces_version_check CHECK (version >= 1)
);
--> statement-breakpoint
-- At most one workspace holds what was written before there were workspaces.
CREATE UNIQUE INDEX workspaces_bootstrap_uidx ON mosaic.workspaces (is_bootstrap) WHERE is_bootstrap;
--> statement-breakpoint
CREATE TABLE mosaic.workspace_members (
	workspace_id uuid NOT NULL,
	user_id text NOT NULL,
	role mosaic.workspace_role DEFAULT 'member' NOT NULL,
	status mosaic.membership_status DEFAULT 'invited' NOT NULL,
	version bigint DEFAULT 1 NOT NULL,
	created_at timestamp with time zone DEFAULT now() NOT NULL,
	updated_at timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT workspace_members_pkey PRIMARY KEY (workspace_id, user_id),
	CONSTRAINT workspace_members_workspace_fk FOREIGN KEY (workspace_id) REFERENCES mosaic.workspaces (id) ON DELETE RESTRICT,
	CONSTRAINT workspace_members_user_fk FOREIGN KEY (user_id) REFERENCES mosaic.users (id) ON DELETE RESTRICT,
	CONSTRAINT workspace_members_version_check CHECK (version >= 1)
);
--> statement-breakpoint
CREATE INDEX workspace_members_user_id_idx ON mosaic.workspace_members (user_id);
--> statement-breakpoint
-- Columns that are NULL, or a constant that no row stores: the tables are not rewritten.
ALTER TABLE mosaic.teams
	ADD COLUMN workspace_id uuid,
	ADD COLUMN version bigint DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE mosaic.team_members ADD COLUMN workspace_id uuid;
--> statement-breakpoint
ALTER TABLE mosaic.agents
	ADD COLUMN workspace_id uuid,
	ADD COLUMN lifecycle mosaic.agent_lifecycle DEFAULT 'active' NOT NULL,
	ADD COLUMN runtime text,
	ADD COLUMN roles mosaic.specialist_role[] DEFAULT '{}' NOT NULL,
	ADD COLUMN capabilities jsonb,
	ADD COLUMN version bigint DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE mosaic.projects
	ADD COLUMN workspace_id uuid,
	ADD COLUMN key text,
	ADD COLUMN canonical_status mosaic.project_lifecycle,
	ADD COLUMN priority mosaic.task_priority DEFAULT 'medium' NOT NULL,
	ADD COLUMN owner_user_id text,
	ADD COLUMN owner_team_id uuid,
	ADD COLUMN version bigint DEFAULT 1 NOT NULL,
	ADD COLUMN archived_at timestamp with time zone,
	ADD COLUMN archived_by_user_id text,
	ADD COLUMN archive_reason text;
--> statement-breakpoint
ALTER TABLE mosaic.missions
	ADD COLUMN workspace_id uuid,
	ADD COLUMN objective text,
	ADD COLUMN canonical_status mosaic.mission_lifecycle,
	ADD COLUMN policy jsonb,
	ADD COLUMN milestones_digest text,
	ADD COLUMN version bigint DEFAULT 1 NOT NULL,
	ADD COLUMN archived_at timestamp with time zone,
	ADD COLUMN archived_by_user_id text,
	ADD COLUMN archive_reason text;
--> statement-breakpoint
ALTER TABLE mosaic.tasks
	ADD COLUMN workspace_id uuid,
	ADD COLUMN canonical_status mosaic.task_lifecycle,
	ADD COLUMN milestone_id uuid,
	ADD COLUMN parent_task_id uuid,
	ADD COLUMN owner_user_id text,
	ADD COLUMN owner_team_id uuid,
	ADD COLUMN specialist_role mosaic.specialist_role,
	ADD COLUMN acceptance_criteria jsonb DEFAULT '[]' NOT NULL,
	ADD COLUMN rank numeric,
	ADD COLUMN due_at timestamp with time zone,
	ADD COLUMN not_before_at timestamp with time zone,
	ADD COLUMN estimate_minutes integer,
	ADD COLUMN retry_policy jsonb,
	ADD COLUMN tags_digest text,
	ADD COLUMN source_kind text,
	ADD COLUMN source_key text,
	ADD COLUMN version bigint DEFAULT 1 NOT NULL,
	ADD COLUMN fencing_counter bigint DEFAULT 0 NOT NULL,
	ADD COLUMN archived_at timestamp with time zone,
	ADD COLUMN archived_by_user_id text,
	ADD COLUMN archive_reason text;
--> statement-breakpoint
CREATE TABLE mosaic.backfill_progress (
	step text NOT NULL,
	cursor jsonb,
	rows bigint DEFAULT 0 NOT NULL,
	checksum text,
	state text DEFAULT 'running' NOT NULL,
	started_at timestamp with time zone DEFAULT now() NOT NULL,
	updated_at timestamp with time zone DEFAULT now() NOT NULL,
	finished_at timestamp with time zone,
	CONSTRAINT backfill_progress_pkey PRIMARY KEY (step),
	CONSTRAINT backfill_progress_rows_check CHECK (rows >= 0),
	CONSTRAINT backfill_progress_state_check CHECK (state IN ('running', 'complete')),
	CONSTRAINT backfill_progress_finished_check CHECK ((state = 'complete') = (finished_at IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE mosaic.backfill_quarantine (
	id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
	step text NOT NULL,
	source_table text NOT NULL,
	source_key text NOT NULL,
	reason_code text NOT NULL,
	detail text,
	source_digest text,
	first_seen_at timestamp with time zone DEFAULT now() NOT NULL,
	resolved_at timestamp with time zone,
	CONSTRAINT backfill_quarantine_pkey PRIMARY KEY (id),
	CONSTRAINT backfill_quarantine_row_unique UNIQUE (step, source_table, source_key, reason_code)
);
--> statement-breakpoint
CREATE INDEX backfill_quarantine_open_idx ON mosaic.backfill_quarantine (source_table, source_key) WHERE resolved_at IS NULL;
--> statement-breakpoint
-- One row, written by the entries that end compatibility: claims on the old backlog stop, then the new statuses begin.
CREATE TABLE mosaic.kanban_switch (
	id boolean DEFAULT true NOT NULL,
	backlog_frozen_at timestamp with time zone,
	switched_at timestamp with time zone,
	CONSTRAINT kanban_switch_pkey PRIMARY KEY (id),
	CONSTRAINT kanban_switch_single_check CHECK (id),
	CONSTRAINT kanban_switch_order_check CHECK (switched_at IS NULL OR backlog_frozen_at <= switched_at)
);
