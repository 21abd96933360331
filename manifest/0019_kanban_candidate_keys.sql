-- Keys and indexes on tables that are in use, built beside their writers. The keys are what composite foreign keys refer
-- to; each contains a primary key, so that no row can violate one.
CREATE UNIQUE INDEX CONCURRENTLY teams_workspace_id_uidx ON mosaic.teams (workspace_id, id);
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY teams_workspace_slug_uidx ON mosaic.teams (workspace_id, slug);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY teams_workspace_owner_idx ON mosaic.teams (workspace_id, owner_id);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY team_members_workspace_team_idx ON mosaic.team_members (workspace_id, team_id);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY team_members_workspace_user_idx ON mosaic.team_members (workspace_id, user_id);
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY agents_workspace_id_uidx ON mosaic.agents (workspace_id, id);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY agents_workspace_project_idx ON mosaic.agents (workspace_id, project_id);
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY projects_workspace_id_uidx ON mosaic.projects (workspace_id, id);
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY projects_workspace_key_uidx ON mosaic.projects (workspace_id, key);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY projects_workspace_owner_user_idx ON mosaic.projects (workspace_id, owner_user_id);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY projects_workspace_owner_team_idx ON mosaic.projects (workspace_id, owner_team_id);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY projects_workspace_archived_by_idx ON mosaic.projects (workspace_id, archived_by_user_id) WHERE archived_by_user_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY projects_unmapped_idx ON mosaic.projects (id) WHERE canonical_status IS NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY missions_workspace_project_id_uidx ON mosaic.missions (workspace_id, project_id, id);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY missions_workspace_archived_by_idx ON mosaic.missions (workspace_id, archived_by_user_id) WHERE archived_by_user_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY missions_unmapped_idx ON mosaic.missions (id) WHERE canonical_status IS NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY tasks_workspace_id_uidx ON mosaic.tasks (workspace_id, id);
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY tasks_workspace_project_id_uidx ON mosaic.tasks (workspace_id, project_id, id);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY tasks_workspace_mission_idx ON mosaic.tasks (workspace_id, project_id, mission_id);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY tasks_workspace_milestone_idx ON mosaic.tasks (workspace_id, project_id, milestone_id) WHERE milestone_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY tasks_workspace_parent_idx ON mosaic.tasks (workspace_id, project_id, parent_task_id) WHERE parent_task_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY tasks_workspace_owner_user_idx ON mosaic.tasks (workspace_id, owner_user_id);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY tasks_workspace_owner_team_idx ON mosaic.tasks (workspace_id, owner_team_id) WHERE owner_team_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY tasks_workspace_archived_by_idx ON mosaic.tasks (workspace_id, archived_by_user_id) WHERE archived_by_user_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY tasks_workspace_status_rank_idx ON mosaic.tasks (workspace_id, project_id, canonical_status, rank);
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY tasks_source_uidx ON mosaic.tasks (workspace_id, source_kind, source_key) WHERE source_kind IS NOT NULL;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY tasks_unmapped_idx ON mosaic.tasks (id) WHERE canonical_status IS NULL;
