-- What the backfill has not brought into the new schema: the first rows of each table, and steps that have not ended. Its
-- last step is "verify". A row in quarantine waits for somebody to decide, and so does what comes after this.
(SELECT 'teams' AS source, id::text AS key FROM mosaic.teams WHERE workspace_id IS NULL LIMIT 10)
UNION ALL
(SELECT 'team_members', id::text FROM mosaic.team_members WHERE workspace_id IS NULL LIMIT 10)
UNION ALL
(SELECT 'agents', id::text FROM mosaic.agents WHERE workspace_id IS NULL LIMIT 10)
UNION ALL
(SELECT 'projects', id::text FROM mosaic.projects WHERE canonical_status IS NULL AND workspace_id IS NULL LIMIT 10)
UNION ALL
(SELECT 'missions', id::text FROM mosaic.missions WHERE canonical_status IS NULL AND workspace_id IS NULL LIMIT 10)
UNION ALL
(SELECT 'tasks', id::text FROM mosaic.tasks WHERE canonical_status IS NULL AND workspace_id IS NULL LIMIT 10)
UNION ALL
(SELECT 'backfill_progress', step FROM mosaic.backfill_progress WHERE state <> 'complete' LIMIT 10)
UNION ALL
(SELECT 'backfill_quarantine', source_table || ' ' || source_key FROM mosaic.backfill_quarantine WHERE resolved_at IS NULL LIMIT 10)
UNION ALL
SELECT 'backfill_progress', 'verify'
	WHERE NOT EXISTS (SELECT FROM mosaic.backfill_progress WHERE step = 'verify' AND state = 'complete')
		AND (
			EXISTS (SELECT FROM mosaic.teams) OR EXISTS (SELECT FROM mosaic.agents) OR EXISTS (SELECT FROM mosaic.projects)
			OR EXISTS (SELECT FROM mosaic.missions) OR EXISTS (SELECT FROM mosaic.tasks)
			OR EXISTS (SELECT FROM mosaic.mission_tasks) OR EXISTS (SELECT FROM mosaic.backlog)
		)
