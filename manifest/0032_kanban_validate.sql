-- Reads every row, beside readers and writers: no lock that keeps either out.
ALTER TABLE mosaic.teams
	VALIDATE CONSTRAINT teams_workspace_fk,
	VALIDATE CONSTRAINT teams_workspace_owner_fk,
	VALIDATE CONSTRAINT teams_workspace_id_present;
--> statement-breakpoint
ALTER TABLE mosaic.team_members
	VALIDATE CONSTRAINT team_members_workspace_team_fk,
	VALIDATE CONSTRAINT team_members_workspace_user_fk,
	VALIDATE CONSTRAINT team_members_workspace_id_present;
--> statement-breakpoint
ALTER TABLE mosaic.projects
	VALIDATE CONSTRAINT projects_workspace_fk,
	VALIDATE CONSTRAINT projects_workspace_owner_user_fk,
	VALIDATE CONSTRAINT projects_workspace_owner_team_fk,
	VALIDATE CONSTRAINT projects_workspace_archived_by_fk,
	VALIDATE CONSTRAINT projects_tenant_check,
	VALIDATE CONSTRAINT projects_owner_check,
	VALIDATE CONSTRAINT projects_canonical_check,
	VALIDATE CONSTRAINT projects_key_check,
	VALIDATE CONSTRAINT projects_version_check,
	VALIDATE CONSTRAINT projects_archive_check,
	VALIDATE CONSTRAINT projects_workspace_id_present;
--> statement-breakpoint
ALTER TABLE mosaic.missions
	VALIDATE CONSTRAINT missions_workspace_fk,
	VALIDATE CONSTRAINT missions_workspace_project_fk,
	VALIDATE CONSTRAINT missions_workspace_archived_by_fk,
	VALIDATE CONSTRAINT missions_canonical_check,
	VALIDATE CONSTRAINT missions_objective_check,
	VALIDATE CONSTRAINT missions_version_check,
	VALIDATE CONSTRAINT missions_archive_check,
	VALIDATE CONSTRAINT missions_workspace_id_present;
--> statement-breakpoint
ALTER TABLE mosaic.tasks
	VALIDATE CONSTRAINT tasks_workspace_fk,
	VALIDATE CONSTRAINT tasks_workspace_project_fk,
	VALIDATE CONSTRAINT tasks_workspace_mission_fk,
	VALIDATE CONSTRAINT tasks_workspace_milestone_fk,
	VALIDATE CONSTRAINT tasks_workspace_parent_fk,
	VALIDATE CONSTRAINT tasks_workspace_owner_user_fk,
	VALIDATE CONSTRAINT tasks_workspace_owner_team_fk,
	VALIDATE CONSTRAINT tasks_workspace_archived_by_fk,
	VALIDATE CONSTRAINT tasks_tenant_check,
	VALIDATE CONSTRAINT tasks_owner_check,
	VALIDATE CONSTRAINT tasks_canonical_check,
	VALIDATE CONSTRAINT tasks_parent_check,
	VALIDATE CONSTRAINT tasks_criteria_check,
	VALIDATE CONSTRAINT tasks_estimate_check,
	VALIDATE CONSTRAINT tasks_source_check,
	VALIDATE CONSTRAINT tasks_version_check,
	VALIDATE CONSTRAINT tasks_fencing_counter_check,
	VALIDATE CONSTRAINT tasks_archive_check,
	VALIDATE CONSTRAINT tasks_workspace_id_present;
--> statement-breakpoint
ALTER TABLE mosaic.agents
	VALIDATE CONSTRAINT agents_workspace_fk,
	VALIDATE CONSTRAINT agents_workspace_project_fk,
	VALIDATE CONSTRAINT agents_version_check,
	VALIDATE CONSTRAINT agents_workspace_id_present;
