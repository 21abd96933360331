-- The first of three steps to NOT NULL without a long lock: from now on every row that is written has a workspace.
ALTER TABLE mosaic.teams ADD CONSTRAINT teams_workspace_id_present CHECK (workspace_id IS NOT NULL) NOT VALID;
--> statement-breakpoint
ALTER TABLE mosaic.team_members ADD CONSTRAINT team_members_workspace_id_present CHECK (workspace_id IS NOT NULL) NOT VALID;
--> statement-breakpoint
ALTER TABLE mosaic.agents ADD CONSTRAINT agents_workspace_id_present CHECK (workspace_id IS NOT NULL) NOT VALID;
--> statement-breakpoint
ALTER TABLE mosaic.projects ADD CONSTRAINT projects_workspace_id_present CHECK (workspace_id IS NOT NULL) NOT VALID;
--> statement-breakpoint
ALTER TABLE mosaic.missions ADD CONSTRAINT missions_workspace_id_present CHECK (workspace_id IS NOT NULL) NOT VALID;
--> statement-breakpoint
ALTER TABLE mosaic.tasks ADD CONSTRAINT tasks_workspace_id_present CHECK (workspace_id IS NOT NULL) NOT VALID;
