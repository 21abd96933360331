-- The checks are proved, so that no row is read under the lock that this takes.
ALTER TABLE mosaic.teams ALTER COLUMN workspace_id SET NOT NULL;
--> statement-breakpoint
ALTER TABLE mosaic.team_members ALTER COLUMN workspace_id SET NOT NULL;
--> statement-breakpoint
ALTER TABLE mosaic.projects ALTER COLUMN workspace_id SET NOT NULL;
--> statement-breakpoint
ALTER TABLE mosaic.missions ALTER COLUMN workspace_id SET NOT NULL;
--> statement-breakpoint
ALTER TABLE mosaic.tasks ALTER COLUMN workspace_id SET NOT NULL;
--> statement-breakpoint
ALTER TABLE mosaic.agents ALTER COLUMN workspace_id SET NOT NULL;
