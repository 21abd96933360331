-- Takes missions_workspace_id_uidx away, and before it everything that depends on it: see kanban.md, "Going back before the
-- switch". For the bootstrap's superuser, through psql, with no run in progress. One transaction; nothing is dropped along.
\set ON_ERROR_STOP on
BEGIN;
SET LOCAL lock_timeout = '10s';

DO $refuse$
DECLARE
	holder text;
BEGIN
	IF EXISTS (SELECT FROM mosaic.kanban_switch WHERE switched_at IS NOT NULL) THEN
		RAISE EXCEPTION 'the switch was made: what was written since is nowhere else';
	END IF;
	FOREACH holder IN ARRAY ARRAY['artifacts', 'approval_decisions', 'task_leases'] LOOP
		EXECUTE format('LOCK TABLE mosaic.%I IN ACCESS EXCLUSIVE MODE', holder);
		EXECUTE format('SELECT %L WHERE EXISTS (SELECT FROM mosaic.%I)', holder, holder) INTO holder;
		IF holder IS NOT NULL THEN
			RAISE EXCEPTION 'mosaic.% holds evidence: freeze the writers, and save it first', holder;
		END IF;
	END LOOP;
END
$refuse$;

-- The foreign keys, from the newest to the oldest, then the tables that had them, with what refers to these.
ALTER TABLE mosaic.approval_decisions DROP CONSTRAINT approval_decisions_workspace_mission_fk;
ALTER TABLE mosaic.artifacts DROP CONSTRAINT artifacts_workspace_mission_fk;
DROP TABLE mosaic.task_checkpoint_artifacts;
DROP TABLE mosaic.task_checkpoints;
DROP TABLE mosaic.task_leases;
DROP TABLE mosaic.approval_decision_artifacts;
DROP TABLE mosaic.approval_decisions;
DROP TABLE mosaic.artifacts;

-- Nothing refers to the key any more. It is not CONCURRENTLY, which would need a transaction of its own.
DROP INDEX mosaic.missions_workspace_id_uidx;
COMMIT;
