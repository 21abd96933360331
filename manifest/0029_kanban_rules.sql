-- What keys and checks cannot say. Functions run as whoever writes, name everything with its schema, and answer for the
-- importer nothing: it copies rows for which all of this was asked when they were written.
CREATE FUNCTION mosaic.refuse() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $refuse$
BEGIN
	RAISE EXCEPTION '% of %.%: %', lower(TG_OP), TG_TABLE_SCHEMA, TG_TABLE_NAME, TG_ARGV[0]
		USING ERRCODE = 'restrict_violation', CONSTRAINT = TG_NAME, SCHEMA = TG_TABLE_SCHEMA, TABLE = TG_TABLE_NAME;
END
$refuse$;
--> statement-breakpoint
-- The grants let nobody who serves change evidence. This holds for its owner too.
CREATE TRIGGER approval_decision_artifacts_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON mosaic.approval_decision_artifacts
	FOR EACH STATEMENT EXECUTE FUNCTION mosaic.refuse('what is recorded is evidence');
--> statement-breakpoint
CREATE TRIGGER approval_decisions_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON mosaic.approval_decisions
	FOR EACH STATEMENT EXECUTE FUNCTION mosaic.refuse('what is recorded is evidence');
--> statement-breakpoint
CREATE TRIGGER artifacts_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON mosaic.artifacts
	FOR EACH STATEMENT EXECUTE FUNCTION mosaic.refuse('what is recorded is evidence');
--> statement-breakpoint
CREATE TRIGGER connector_lease_audit_log_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON mosaic.connector_lease_audit_log
	FOR EACH STATEMENT EXECUTE FUNCTION mosaic.refuse('what is recorded is evidence');
--> statement-breakpoint
CREATE TRIGGER task_checkpoint_artifacts_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON mosaic.task_checkpoint_artifacts
	FOR EACH STATEMENT EXECUTE FUNCTION mosaic.refuse('what is recorded is evidence');
--> statement-breakpoint
CREATE TRIGGER task_checkpoints_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON mosaic.task_checkpoints
	FOR EACH STATEMENT EXECUTE FUNCTION mosaic.refuse('what is recorded is evidence');
--> statement-breakpoint
CREATE TRIGGER task_events_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON mosaic.task_events
	FOR EACH STATEMENT EXECUTE FUNCTION mosaic.refuse('what is recorded is evidence');
--> statement-breakpoint
-- The row of the membership stays locked until the end, so that it cannot be suspended between this and the commit.
CREATE FUNCTION mosaic.require_active_member() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $require$
DECLARE
	field text;
	member text;
	standing mosaic.membership_status;
BEGIN
	IF current_user = 'mosaic_data_importer' THEN
		RETURN NULL;
	END IF;
	FOREACH field IN ARRAY TG_ARGV LOOP
		member := to_jsonb(NEW) ->> field;
		CONTINUE WHEN member IS NULL;
		CONTINUE WHEN TG_OP = 'UPDATE' AND member = to_jsonb(OLD) ->> field;
		SELECT status INTO standing FROM mosaic.workspace_members
			WHERE workspace_id = NEW.workspace_id AND user_id = member FOR SHARE;
		IF standing IS DISTINCT FROM 'active' THEN
			RAISE EXCEPTION '%.% is no active member of its workspace', TG_TABLE_NAME, field
				USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME, SCHEMA = TG_TABLE_SCHEMA, TABLE = TG_TABLE_NAME, COLUMN = field;
		END IF;
	END LOOP;
	RETURN NULL;
END
$require$;
--> statement-breakpoint
CREATE TRIGGER projects_active_member_insert AFTER INSERT ON mosaic.projects
	FOR EACH ROW WHEN (num_nonnulls(NEW.owner_user_id, NEW.archived_by_user_id) > 0) EXECUTE FUNCTION mosaic.require_active_member('owner_user_id', 'archived_by_user_id');
--> statement-breakpoint
CREATE TRIGGER projects_active_member_update AFTER UPDATE ON mosaic.projects
	FOR EACH ROW WHEN ((NEW.owner_user_id, NEW.archived_by_user_id) IS DISTINCT FROM (OLD.owner_user_id, OLD.archived_by_user_id)) EXECUTE FUNCTION mosaic.require_active_member('owner_user_id', 'archived_by_user_id');
--> statement-breakpoint
CREATE TRIGGER missions_active_member_insert AFTER INSERT ON mosaic.missions
	FOR EACH ROW WHEN (NEW.archived_by_user_id IS NOT NULL) EXECUTE FUNCTION mosaic.require_active_member('archived_by_user_id');
--> statement-breakpoint
CREATE TRIGGER missions_active_member_update AFTER UPDATE ON mosaic.missions
	FOR EACH ROW WHEN (NEW.archived_by_user_id IS DISTINCT FROM OLD.archived_by_user_id) EXECUTE FUNCTION mosaic.require_active_member('archived_by_user_id');
--> statement-breakpoint
CREATE TRIGGER milestones_active_member_insert AFTER INSERT ON mosaic.milestones
	FOR EACH ROW WHEN (NEW.archived_by_user_id IS NOT NULL) EXECUTE FUNCTION mosaic.require_active_member('archived_by_user_id');
--> statement-breakpoint
CREATE TRIGGER milestones_active_member_update AFTER UPDATE ON mosaic.milestones
	FOR EACH ROW WHEN (NEW.archived_by_user_id IS DISTINCT FROM OLD.archived_by_user_id) EXECUTE FUNCTION mosaic.require_active_member('archived_by_user_id');
--> statement-breakpoint
CREATE TRIGGER tasks_active_member_insert AFTER INSERT ON mosaic.tasks
	FOR EACH ROW WHEN (num_nonnulls(NEW.owner_user_id, NEW.archived_by_user_id) > 0) EXECUTE FUNCTION mosaic.require_active_member('owner_user_id', 'archived_by_user_id');
--> statement-breakpoint
CREATE TRIGGER tasks_active_member_update AFTER UPDATE ON mosaic.tasks
	FOR EACH ROW WHEN ((NEW.owner_user_id, NEW.archived_by_user_id) IS DISTINCT FROM (OLD.owner_user_id, OLD.archived_by_user_id)) EXECUTE FUNCTION mosaic.require_active_member('owner_user_id', 'archived_by_user_id');
--> statement-breakpoint
CREATE TRIGGER task_assignments_active_member_insert AFTER INSERT ON mosaic.task_assignments
	FOR EACH ROW WHEN (num_nonnulls(NEW.principal_user_id, NEW.proposed_by_user_id) > 0) EXECUTE FUNCTION mosaic.require_active_member('principal_user_id', 'proposed_by_user_id');
--> statement-breakpoint
CREATE TRIGGER task_assignments_active_member_update AFTER UPDATE ON mosaic.task_assignments
	FOR EACH ROW WHEN ((NEW.principal_user_id, NEW.proposed_by_user_id) IS DISTINCT FROM (OLD.principal_user_id, OLD.proposed_by_user_id)) EXECUTE FUNCTION mosaic.require_active_member('principal_user_id', 'proposed_by_user_id');
--> statement-breakpoint
CREATE TRIGGER change_proposals_active_member_insert AFTER INSERT ON mosaic.change_proposals
	FOR EACH ROW WHEN (num_nonnulls(NEW.proposer_user_id, NEW.decided_by_user_id) > 0) EXECUTE FUNCTION mosaic.require_active_member('proposer_user_id', 'decided_by_user_id');
--> statement-breakpoint
CREATE TRIGGER change_proposals_active_member_update AFTER UPDATE ON mosaic.change_proposals
	FOR EACH ROW WHEN ((NEW.proposer_user_id, NEW.decided_by_user_id) IS DISTINCT FROM (OLD.proposer_user_id, OLD.decided_by_user_id)) EXECUTE FUNCTION mosaic.require_active_member('proposer_user_id', 'decided_by_user_id');
--> statement-breakpoint
CREATE TRIGGER artifacts_active_member_insert AFTER INSERT ON mosaic.artifacts
	FOR EACH ROW WHEN (NEW.created_by_user_id IS NOT NULL) EXECUTE FUNCTION mosaic.require_active_member('created_by_user_id');
--> statement-breakpoint
CREATE TRIGGER approval_decisions_active_member_insert AFTER INSERT ON mosaic.approval_decisions
	FOR EACH ROW WHEN (NEW.decided_by_user_id IS NOT NULL) EXECUTE FUNCTION mosaic.require_active_member('decided_by_user_id');
--> statement-breakpoint
CREATE TRIGGER task_events_active_member_insert AFTER INSERT ON mosaic.task_events
	FOR EACH ROW WHEN (NEW.actor_user_id IS NOT NULL) EXECUTE FUNCTION mosaic.require_active_member('actor_user_id');
--> statement-breakpoint
CREATE TRIGGER external_links_active_member_insert AFTER INSERT ON mosaic.external_links
	FOR EACH ROW WHEN (NEW.created_by_user_id IS NOT NULL) EXECUTE FUNCTION mosaic.require_active_member('created_by_user_id');
--> statement-breakpoint
CREATE TRIGGER external_links_active_member_update AFTER UPDATE ON mosaic.external_links
	FOR EACH ROW WHEN (NEW.created_by_user_id IS DISTINCT FROM OLD.created_by_user_id) EXECUTE FUNCTION mosaic.require_active_member('created_by_user_id');
--> statement-breakpoint
-- A row comes into a workspace once.
CREATE TRIGGER teams_workspace_stays BEFORE UPDATE ON mosaic.teams
	FOR EACH ROW WHEN (NEW.workspace_id IS DISTINCT FROM OLD.workspace_id AND OLD.workspace_id IS NOT NULL)
	EXECUTE FUNCTION mosaic.refuse('a row does not change its workspace');
--> statement-breakpoint
CREATE TRIGGER team_members_workspace_stays BEFORE UPDATE ON mosaic.team_members
	FOR EACH ROW WHEN (NEW.workspace_id IS DISTINCT FROM OLD.workspace_id AND OLD.workspace_id IS NOT NULL)
	EXECUTE FUNCTION mosaic.refuse('a row does not change its workspace');
--> statement-breakpoint
CREATE TRIGGER agents_workspace_stays BEFORE UPDATE ON mosaic.agents
	FOR EACH ROW WHEN (NEW.workspace_id IS DISTINCT FROM OLD.workspace_id AND OLD.workspace_id IS NOT NULL)
	EXECUTE FUNCTION mosaic.refuse('a row does not change its workspace');
--> statement-breakpoint
CREATE TRIGGER projects_workspace_stays BEFORE UPDATE ON mosaic.projects
	FOR EACH ROW WHEN (NEW.workspace_id IS DISTINCT FROM OLD.workspace_id AND OLD.workspace_id IS NOT NULL)
	EXECUTE FUNCTION mosaic.refuse('a row does not change its workspace');
--> statement-breakpoint
CREATE TRIGGER missions_workspace_stays BEFORE UPDATE ON mosaic.missions
	FOR EACH ROW WHEN (NEW.workspace_id IS DISTINCT FROM OLD.workspace_id AND OLD.workspace_id IS NOT NULL)
	EXECUTE FUNCTION mosaic.refuse('a row does not change its workspace');
--> statement-breakpoint
CREATE TRIGGER tasks_workspace_stays BEFORE UPDATE ON mosaic.tasks
	FOR EACH ROW WHEN (NEW.workspace_id IS DISTINCT FROM OLD.workspace_id AND OLD.workspace_id IS NOT NULL)
	EXECUTE FUNCTION mosaic.refuse('a row does not change its workspace');
--> statement-breakpoint
-- Foreign keys of the history set references to NULL, or delete, before the new ones can refuse. So this refuses first.
CREATE FUNCTION mosaic.refuse_delete_of_parent() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $refuse$
DECLARE
	referring text;
BEGIN
	CASE TG_TABLE_NAME
		WHEN 'projects' THEN
			SELECT CASE
				WHEN EXISTS (SELECT FROM mosaic.missions WHERE workspace_id = OLD.workspace_id AND project_id = OLD.id) THEN 'missions_workspace_project_fk'
				WHEN EXISTS (SELECT FROM mosaic.tasks WHERE workspace_id = OLD.workspace_id AND project_id = OLD.id) THEN 'tasks_workspace_project_fk'
				WHEN EXISTS (SELECT FROM mosaic.agents WHERE workspace_id = OLD.workspace_id AND project_id = OLD.id) THEN 'agents_workspace_project_fk'
			END INTO referring;
		WHEN 'missions' THEN
			SELECT CASE WHEN EXISTS (
				SELECT FROM mosaic.tasks WHERE workspace_id = OLD.workspace_id AND project_id = OLD.project_id AND mission_id = OLD.id
			) THEN 'tasks_workspace_mission_fk' END INTO referring;
		WHEN 'teams' THEN
			SELECT CASE WHEN EXISTS (
				SELECT FROM mosaic.team_members WHERE workspace_id = OLD.workspace_id AND team_id = OLD.id
			) THEN 'team_members_workspace_team_fk' END INTO referring;
	END CASE;
	IF referring IS NOT NULL THEN
		RAISE EXCEPTION 'a row of %.% is still referred to', TG_TABLE_SCHEMA, TG_TABLE_NAME
			USING ERRCODE = 'restrict_violation', CONSTRAINT = referring, SCHEMA = TG_TABLE_SCHEMA, TABLE = TG_TABLE_NAME;
	END IF;
	RETURN OLD;
END
$refuse$;
--> statement-breakpoint
CREATE TRIGGER projects_restrict_delete BEFORE DELETE ON mosaic.projects
	FOR EACH ROW WHEN (OLD.workspace_id IS NOT NULL) EXECUTE FUNCTION mosaic.refuse_delete_of_parent();
--> statement-breakpoint
CREATE TRIGGER missions_restrict_delete BEFORE DELETE ON mosaic.missions
	FOR EACH ROW WHEN (OLD.workspace_id IS NOT NULL) EXECUTE FUNCTION mosaic.refuse_delete_of_parent();
--> statement-breakpoint
CREATE TRIGGER teams_restrict_delete BEFORE DELETE ON mosaic.teams
	FOR EACH ROW WHEN (OLD.workspace_id IS NOT NULL) EXECUTE FUNCTION mosaic.refuse_delete_of_parent();
--> statement-breakpoint
CREATE TRIGGER tasks_fence_rises BEFORE UPDATE ON mosaic.tasks
	FOR EACH ROW WHEN (NEW.fencing_counter < OLD.fencing_counter) EXECUTE FUNCTION mosaic.refuse('a fence only rises');
--> statement-breakpoint
CREATE TRIGGER tasks_version_rises BEFORE UPDATE ON mosaic.tasks
	FOR EACH ROW WHEN (NEW.version < OLD.version) EXECUTE FUNCTION mosaic.refuse('a version only rises');
--> statement-breakpoint
-- Whoever takes a lease raised the counter in this transaction and holds its row; whoever comes with an older number is late.
CREATE FUNCTION mosaic.require_current_fence() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $require$
DECLARE
	counter bigint;
BEGIN
	IF current_user = 'mosaic_data_importer' THEN
		RETURN NEW;
	END IF;
	SELECT fencing_counter INTO counter FROM mosaic.tasks WHERE workspace_id = NEW.workspace_id AND id = NEW.task_id FOR SHARE;
	IF counter IS DISTINCT FROM NEW.fencing_token THEN
		RAISE EXCEPTION 'the fencing token is not the current one of its task'
			USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME, SCHEMA = TG_TABLE_SCHEMA, TABLE = TG_TABLE_NAME;
	END IF;
	RETURN NEW;
END
$require$;
--> statement-breakpoint
CREATE TRIGGER task_leases_current_fence BEFORE INSERT ON mosaic.task_leases
	FOR EACH ROW EXECUTE FUNCTION mosaic.require_current_fence();
--> statement-breakpoint
CREATE TRIGGER task_checkpoints_current_fence BEFORE INSERT ON mosaic.task_checkpoints
	FOR EACH ROW EXECUTE FUNCTION mosaic.require_current_fence();
--> statement-breakpoint
CREATE FUNCTION mosaic.require_live_lease() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $require$
BEGIN
	IF current_user = 'mosaic_data_importer' THEN
		RETURN NEW;
	END IF;
	PERFORM FROM mosaic.task_leases WHERE workspace_id = NEW.workspace_id AND id = NEW.lease_id
		AND state = 'active' AND expires_at > clock_timestamp() FOR SHARE;
	IF NOT FOUND THEN
		RAISE EXCEPTION 'the lease has ended'
			USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME, SCHEMA = TG_TABLE_SCHEMA, TABLE = TG_TABLE_NAME;
	END IF;
	RETURN NEW;
END
$require$;
--> statement-breakpoint
CREATE TRIGGER task_checkpoints_live_lease BEFORE INSERT ON mosaic.task_checkpoints
	FOR EACH ROW EXECUTE FUNCTION mosaic.require_live_lease();
--> statement-breakpoint
CREATE TRIGGER task_leases_identity BEFORE UPDATE ON mosaic.task_leases
	FOR EACH ROW WHEN (
		OLD.state <> 'active' OR (NEW.id, NEW.workspace_id, NEW.task_id, NEW.assignment_id, NEW.approval_decision_id, NEW.session_id, NEW.fencing_token, NEW.acquired_at)
			IS DISTINCT FROM (OLD.id, OLD.workspace_id, OLD.task_id, OLD.assignment_id, OLD.approval_decision_id, OLD.session_id, OLD.fencing_token, OLD.acquired_at)
	)
	EXECUTE FUNCTION mosaic.refuse('a lease keeps what it binds, and does not change after its end');
--> statement-breakpoint
CREATE TRIGGER task_assignments_identity BEFORE UPDATE ON mosaic.task_assignments
	FOR EACH ROW WHEN (
		OLD.state IN ('rejected', 'released', 'expired', 'superseded') AND NEW.state <> OLD.state
		OR (NEW.id, NEW.workspace_id, NEW.task_id, NEW.task_version, NEW.specialist_role, NEW.principal_user_id, NEW.principal_team_id, NEW.principal_agent_id, NEW.target_session_id, NEW.policy_revision, NEW.proposed_by_user_id, NEW.proposed_by_service)
			IS DISTINCT FROM (OLD.id, OLD.workspace_id, OLD.task_id, OLD.task_version, OLD.specialist_role, OLD.principal_user_id, OLD.principal_team_id, OLD.principal_agent_id, OLD.target_session_id, OLD.policy_revision, OLD.proposed_by_user_id, OLD.proposed_by_service)
	)
	EXECUTE FUNCTION mosaic.refuse('an assignment keeps what it binds, and does not begin again');
--> statement-breakpoint
CREATE FUNCTION mosaic.stamp_transaction() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $stamp$
BEGIN
	IF current_user <> 'mosaic_data_importer' THEN
		NEW.transaction_id := pg_current_xact_id()::text::bigint;
	END IF;
	RETURN NEW;
END
$stamp$;
--> statement-breakpoint
CREATE TRIGGER task_events_transaction BEFORE INSERT ON mosaic.task_events
	FOR EACH ROW EXECUTE FUNCTION mosaic.stamp_transaction();
--> statement-breakpoint
CREATE TRIGGER change_proposals_begin BEFORE INSERT ON mosaic.change_proposals
	FOR EACH ROW WHEN ((NEW.state <> 'pending' OR NEW.version <> 1) AND current_user <> 'mosaic_data_importer')
	EXECUTE FUNCTION mosaic.refuse('a proposal begins as pending');
--> statement-breakpoint
CREATE TRIGGER change_proposals_decide_once BEFORE UPDATE ON mosaic.change_proposals
	FOR EACH ROW WHEN (
		OLD.state <> 'pending' OR NEW.state = 'pending' OR NEW.version <> OLD.version + 1
		OR (NEW.id, NEW.workspace_id, NEW.proposer_user_id, NEW.source_note_digest, NEW.target_aggregate_type, NEW.target_aggregate_id, NEW.expected_target_version, NEW.command_type, NEW.command_payload, NEW.idempotency_key, NEW.submitted_audit_event_id, NEW.created_at)
			IS DISTINCT FROM (OLD.id, OLD.workspace_id, OLD.proposer_user_id, OLD.source_note_digest, OLD.target_aggregate_type, OLD.target_aggregate_id, OLD.expected_target_version, OLD.command_type, OLD.command_payload, OLD.idempotency_key, OLD.submitted_audit_event_id, OLD.created_at)
	)
	EXECUTE FUNCTION mosaic.refuse('a proposal is decided once, as it was submitted');
--> statement-breakpoint
-- Asked at the end of the transaction, of an event that this transaction wrote.
CREATE FUNCTION mosaic.require_submitted_event() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $require$
BEGIN
	IF current_user = 'mosaic_data_importer' THEN
		RETURN NULL;
	END IF;
	PERFORM FROM mosaic.task_events
		WHERE workspace_id = NEW.workspace_id AND id = NEW.submitted_audit_event_id
			AND event_type = 'change_proposal.submitted'
			AND aggregate_type = 'change_proposal' AND aggregate_id = NEW.id
			AND previous_version IS NULL AND new_version = 1
			AND transaction_id = pg_current_xact_id()::text::bigint;
	IF NOT FOUND THEN
		RAISE EXCEPTION 'the event is not that of this submission'
			USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME, SCHEMA = TG_TABLE_SCHEMA, TABLE = TG_TABLE_NAME;
	END IF;
	RETURN NULL;
END
$require$;
--> statement-breakpoint
CREATE FUNCTION mosaic.require_accepted_event() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $require$
BEGIN
	PERFORM FROM mosaic.task_events
		WHERE workspace_id = NEW.workspace_id AND id = NEW.accepted_command_audit_event_id
			AND aggregate_type = NEW.target_aggregate_type AND aggregate_id = NEW.target_aggregate_id
			AND command_type = NEW.command_type
			AND causation_id = NEW.submitted_audit_event_id
			AND payload ->> 'changeProposalId' = NEW.id::text
			AND previous_version = NEW.expected_target_version
			AND transaction_id = pg_current_xact_id()::text::bigint;
	IF NOT FOUND THEN
		RAISE EXCEPTION 'the event is not that of the command this proposal asks for'
			USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME, SCHEMA = TG_TABLE_SCHEMA, TABLE = TG_TABLE_NAME;
	END IF;
	RETURN NULL;
END
$require$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER change_proposals_submitted_event AFTER INSERT ON mosaic.change_proposals
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION mosaic.require_submitted_event();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER change_proposals_accepted_event AFTER UPDATE ON mosaic.change_proposals
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.state = 'accepted') EXECUTE FUNCTION mosaic.require_accepted_event();
