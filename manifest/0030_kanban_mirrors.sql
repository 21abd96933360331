-- What the release before this schema reads and writes stays true beside the new columns, in the same transaction. Every
-- object of this entry goes with the contract release.
--
-- The workspace that holds everything from before there were workspaces, made at the first need.
CREATE FUNCTION mosaic.bootstrap_workspace() RETURNS uuid LANGUAGE plpgsql SET search_path = pg_catalog AS $bootstrap$
DECLARE
	found_id uuid;
BEGIN
	SELECT id INTO found_id FROM mosaic.workspaces WHERE is_bootstrap;
	IF found_id IS NULL THEN
		INSERT INTO mosaic.workspaces (slug, name, is_bootstrap) VALUES ('default', 'Default', true) ON CONFLICT DO NOTHING;
		SELECT id INTO STRICT found_id FROM mosaic.workspaces WHERE is_bootstrap;
	END IF;
	RETURN found_id;
END
$bootstrap$;
--> statement-breakpoint
-- Whether somebody is an active member. Until the switch, whom the old release names is one of the first workspace.
CREATE FUNCTION mosaic.enrolled(workspace uuid, member text) RETURNS boolean LANGUAGE plpgsql SET search_path = pg_catalog AS $enrolled$
BEGIN
	INSERT INTO mosaic.workspace_members (workspace_id, user_id, status)
		SELECT bootstrap.id, person.id, CASE WHEN person.banned_at IS NULL THEN 'active' ELSE 'suspended' END::mosaic.membership_status
		FROM mosaic.workspaces AS bootstrap CROSS JOIN mosaic.users AS person
		WHERE bootstrap.id = workspace AND bootstrap.is_bootstrap AND person.id = member
			AND NOT EXISTS (SELECT FROM mosaic.kanban_switch WHERE switched_at IS NOT NULL)
			AND NOT EXISTS (SELECT FROM mosaic.workspace_members WHERE workspace_id = workspace AND user_id = member)
		ON CONFLICT DO NOTHING;
	RETURN EXISTS (SELECT FROM mosaic.workspace_members WHERE workspace_id = workspace AND user_id = member AND status = 'active');
END
$enrolled$;
--> statement-breakpoint
-- The workspace of a parent, which comes into the first one if it has none yet.
CREATE FUNCTION mosaic.team_workspace(team uuid) RETURNS uuid LANGUAGE plpgsql SET search_path = pg_catalog AS $workspace$
DECLARE
	answer uuid;
BEGIN
	UPDATE mosaic.teams SET workspace_id = mosaic.bootstrap_workspace() WHERE id = team AND workspace_id IS NULL;
	SELECT workspace_id INTO answer FROM mosaic.teams WHERE id = team;
	RETURN answer;
END
$workspace$;
--> statement-breakpoint
CREATE FUNCTION mosaic.project_workspace(project uuid) RETURNS uuid LANGUAGE plpgsql SET search_path = pg_catalog AS $workspace$
DECLARE
	answer uuid;
BEGIN
	UPDATE mosaic.projects SET workspace_id = mosaic.bootstrap_workspace() WHERE id = project AND workspace_id IS NULL;
	SELECT workspace_id INTO answer FROM mosaic.projects WHERE id = project;
	RETURN answer;
END
$workspace$;
--> statement-breakpoint
CREATE FUNCTION mosaic.mission_workspace(mission uuid) RETURNS uuid LANGUAGE plpgsql SET search_path = pg_catalog AS $workspace$
DECLARE
	answer uuid;
BEGIN
	UPDATE mosaic.missions SET workspace_id = coalesce(mosaic.project_workspace(project_id), mosaic.bootstrap_workspace())
		WHERE id = mission AND workspace_id IS NULL;
	SELECT workspace_id INTO answer FROM mosaic.missions WHERE id = mission;
	RETURN answer;
END
$workspace$;
--> statement-breakpoint
-- Everybody and everything that a free text may mean; it means something only if there is one row.
CREATE FUNCTION mosaic.assignee_principals(workspace uuid, assignee text) RETURNS TABLE (user_id text, team_id uuid, agent_id uuid)
LANGUAGE sql STABLE SET search_path = pg_catalog AS $principals$
	SELECT person.id, NULL::uuid, NULL::uuid FROM mosaic.users AS person
		LEFT JOIN mosaic.workspace_members AS member ON member.workspace_id = workspace AND member.user_id = person.id
		WHERE (person.id = assignee OR lower(person.email) = lower(assignee) OR person.name = assignee)
			AND person.banned_at IS NULL AND coalesce(member.status, 'active') = 'active'
	UNION ALL
	SELECT NULL, team.id, NULL FROM mosaic.teams AS team
		WHERE coalesce(team.workspace_id, workspace) = workspace AND (team.slug = assignee OR team.name = assignee)
	UNION ALL
	SELECT NULL, NULL, agent.id FROM mosaic.agents AS agent
		WHERE coalesce(agent.workspace_id, workspace) = workspace AND agent.name = assignee
$principals$;
--> statement-breakpoint
CREATE FUNCTION mosaic.mirror_team() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $mirror$
BEGIN
	IF current_user = 'mosaic_data_importer' THEN
		RETURN NEW;
	END IF;
	-- Who names a workspace knows its members.
	IF TG_OP = 'UPDATE' OR NEW.workspace_id IS NULL THEN
		NEW.workspace_id := coalesce(NEW.workspace_id, mosaic.bootstrap_workspace());
		PERFORM mosaic.enrolled(NEW.workspace_id, NEW.owner_id);
	END IF;
	RETURN NEW;
END
$mirror$;
--> statement-breakpoint
CREATE TRIGGER teams_n1_mirror BEFORE INSERT OR UPDATE ON mosaic.teams FOR EACH ROW EXECUTE FUNCTION mosaic.mirror_team();
--> statement-breakpoint
CREATE FUNCTION mosaic.mirror_team_member() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $mirror$
BEGIN
	IF current_user = 'mosaic_data_importer' THEN
		RETURN NEW;
	END IF;
	IF TG_OP = 'UPDATE' OR NEW.workspace_id IS NULL THEN
		NEW.workspace_id := coalesce(NEW.workspace_id, mosaic.team_workspace(NEW.team_id));
		PERFORM mosaic.enrolled(NEW.workspace_id, NEW.user_id);
	END IF;
	RETURN NEW;
END
$mirror$;
--> statement-breakpoint
CREATE TRIGGER team_members_n1_mirror BEFORE INSERT OR UPDATE ON mosaic.team_members FOR EACH ROW EXECUTE FUNCTION mosaic.mirror_team_member();
--> statement-breakpoint
CREATE FUNCTION mosaic.mirror_agent() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $mirror$
BEGIN
	IF current_user <> 'mosaic_data_importer' AND NEW.workspace_id IS NULL THEN
		NEW.workspace_id := coalesce(mosaic.project_workspace(NEW.project_id), mosaic.bootstrap_workspace());
	END IF;
	RETURN NEW;
END
$mirror$;
--> statement-breakpoint
CREATE TRIGGER agents_n1_mirror BEFORE INSERT OR UPDATE ON mosaic.agents FOR EACH ROW EXECUTE FUNCTION mosaic.mirror_agent();
--> statement-breakpoint
CREATE FUNCTION mosaic.mirror_project() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $mirror$
DECLARE
	owner_is_new boolean;
	owner_was_changed boolean;
	status_is_new boolean;
BEGIN
	IF current_user = 'mosaic_data_importer' THEN
		RETURN NEW;
	END IF;
	NEW.workspace_id := coalesce(NEW.workspace_id, mosaic.bootstrap_workspace());
	IF TG_OP = 'INSERT' THEN
		owner_is_new := num_nonnulls(NEW.owner_user_id, NEW.owner_team_id) > 0;
		owner_was_changed := NOT owner_is_new;
		status_is_new := NEW.canonical_status IS NOT NULL;
	ELSE
		owner_is_new := (NEW.owner_user_id, NEW.owner_team_id) IS DISTINCT FROM (OLD.owner_user_id, OLD.owner_team_id);
		owner_was_changed := NOT owner_is_new AND (
			num_nonnulls(NEW.owner_user_id, NEW.owner_team_id) = 0
			OR (NEW.owner_id, NEW.team_id, NEW.owner_type) IS DISTINCT FROM (OLD.owner_id, OLD.team_id, OLD.owner_type));
		status_is_new := NEW.canonical_status IS DISTINCT FROM OLD.canonical_status;
	END IF;

	IF owner_is_new AND NEW.owner_user_id IS NOT NULL THEN
		NEW.owner_id := NEW.owner_user_id;
		NEW.owner_type := 'user';
	ELSIF owner_is_new AND NEW.owner_team_id IS NOT NULL THEN
		NEW.team_id := NEW.owner_team_id;
		NEW.owner_type := 'team';
	-- Where the old columns name nobody, the owner that is known stays.
	ELSIF owner_was_changed AND NEW.owner_type = 'user' AND NEW.owner_id IS NOT NULL AND mosaic.enrolled(NEW.workspace_id, NEW.owner_id) THEN
		NEW.owner_user_id := NEW.owner_id;
		NEW.owner_team_id := NULL;
	ELSIF owner_was_changed AND NEW.owner_type = 'team' AND NEW.team_id IS NOT NULL AND mosaic.team_workspace(NEW.team_id) = NEW.workspace_id THEN
		NEW.owner_team_id := NEW.team_id;
		NEW.owner_user_id := NULL;
	END IF;

	IF status_is_new AND NEW.canonical_status <> 'planning' THEN
		NEW.status := NEW.canonical_status::text::mosaic.project_status;
	ELSIF NOT status_is_new AND num_nonnulls(NEW.owner_user_id, NEW.owner_team_id) = 1
		AND (NEW.canonical_status IS NULL OR TG_OP = 'UPDATE' AND NEW.status <> OLD.status) THEN
		NEW.canonical_status := NEW.status::text::mosaic.project_lifecycle;
	END IF;

	IF TG_OP = 'UPDATE' AND NEW.version = OLD.version
		AND (NEW.name, NEW.description, NEW.status, NEW.owner_user_id, NEW.owner_team_id, NEW.metadata)
			IS DISTINCT FROM (OLD.name, OLD.description, OLD.status, OLD.owner_user_id, OLD.owner_team_id, OLD.metadata) THEN
		NEW.version := OLD.version + 1;
	END IF;
	RETURN NEW;
END
$mirror$;
--> statement-breakpoint
CREATE TRIGGER projects_n1_mirror BEFORE INSERT OR UPDATE ON mosaic.projects FOR EACH ROW EXECUTE FUNCTION mosaic.mirror_project();
--> statement-breakpoint
CREATE FUNCTION mosaic.mirror_mission() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $mirror$
DECLARE
	status_is_new boolean;
BEGIN
	IF current_user = 'mosaic_data_importer' THEN
		RETURN NEW;
	END IF;
	NEW.workspace_id := coalesce(NEW.workspace_id, mosaic.project_workspace(NEW.project_id), mosaic.bootstrap_workspace());
	IF NEW.objective IS NULL AND btrim(NEW.description) <> '' THEN
		NEW.objective := NEW.description;
	END IF;
	status_is_new := CASE TG_OP WHEN 'INSERT' THEN NEW.canonical_status IS NOT NULL
		ELSE NEW.canonical_status IS DISTINCT FROM OLD.canonical_status END;
	IF status_is_new AND NEW.canonical_status IS NOT NULL THEN
		NEW.status := replace(NEW.canonical_status::text, 'draft', 'planning')::mosaic.mission_status;
	ELSIF NEW.project_id IS NULL THEN
		-- The old release may take a mission out of its project; the new one knows it again when it has one.
		NEW.canonical_status := NULL;
	ELSIF NEW.canonical_status IS NULL OR TG_OP = 'UPDATE' AND NEW.status <> OLD.status THEN
		NEW.canonical_status := replace(NEW.status::text, 'planning', 'draft')::mosaic.mission_lifecycle;
	END IF;
	IF TG_OP = 'UPDATE' AND NEW.version = OLD.version
		AND (NEW.name, NEW.description, NEW.status, NEW.project_id, NEW.metadata)
			IS DISTINCT FROM (OLD.name, OLD.description, OLD.status, OLD.project_id, OLD.metadata) THEN
		NEW.version := OLD.version + 1;
	END IF;
	RETURN NEW;
END
$mirror$;
--> statement-breakpoint
CREATE TRIGGER missions_n1_mirror BEFORE INSERT OR UPDATE ON mosaic.missions FOR EACH ROW EXECUTE FUNCTION mosaic.mirror_mission();
--> statement-breakpoint
CREATE FUNCTION mosaic.mirror_task() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $mirror$
DECLARE
	mission record;
	meant record;
	owner_is_new boolean;
	assignee_was_changed boolean;
	status_is_new boolean;
	label text;
BEGIN
	IF current_user = 'mosaic_data_importer' THEN
		RETURN NEW;
	END IF;
	IF TG_OP = 'INSERT' THEN
		owner_is_new := num_nonnulls(NEW.owner_user_id, NEW.owner_team_id) > 0;
		assignee_was_changed := NEW.assignee IS NOT NULL;
		status_is_new := NEW.canonical_status IS NOT NULL;
	ELSE
		owner_is_new := (NEW.owner_user_id, NEW.owner_team_id) IS DISTINCT FROM (OLD.owner_user_id, OLD.owner_team_id);
		-- A mirror that writes the assignee is no statement of the old release.
		assignee_was_changed := NEW.assignee IS DISTINCT FROM OLD.assignee AND pg_trigger_depth() = 1;
		status_is_new := NEW.canonical_status IS DISTINCT FROM OLD.canonical_status;
	END IF;

	-- The workspace, where there is one for all that the task refers to.
	SELECT id, project_id INTO mission FROM mosaic.missions WHERE id = NEW.mission_id;
	-- It is the mission's project, but where another task there has the reference: the old release may write that.
	IF NEW.project_id IS NULL AND NOT EXISTS (
		SELECT FROM mosaic.tasks WHERE project_id = mission.project_id AND external_ref = NEW.external_ref AND id <> NEW.id
	) THEN
		NEW.project_id := mission.project_id;
	END IF;
	IF TG_OP = 'UPDATE' AND NEW.project_id IS NULL AND OLD.project_id IS NOT NULL AND NOT status_is_new AND NOT owner_is_new THEN
		-- The old release may take a task out of its project; the new one knows it again when it has one.
		NEW.canonical_status := NULL;
		NEW.owner_user_id := NULL;
		NEW.owner_team_id := NULL;
		NEW.milestone_id := NULL;
		NEW.parent_task_id := NULL;
	END IF;
	IF NEW.workspace_id IS NULL THEN
		IF NEW.project_id IS NULL THEN
			NEW.workspace_id := mosaic.bootstrap_workspace();
		ELSIF mission.id IS NULL THEN
			NEW.workspace_id := mosaic.project_workspace(NEW.project_id);
		ELSIF mission.project_id = NEW.project_id THEN
			NEW.workspace_id := mosaic.mission_workspace(mission.id);
		END IF;
	END IF;

	-- The owner: whom the assignee names, if it names one; else who answers for the project.
	IF NEW.workspace_id IS NOT NULL AND NEW.project_id IS NOT NULL AND NOT owner_is_new THEN
		IF NEW.assignee IS NOT NULL AND (assignee_was_changed OR num_nonnulls(NEW.owner_user_id, NEW.owner_team_id) = 0) THEN
			SELECT max(user_id) AS user_id, max(team_id::text)::uuid AS team_id INTO meant
				FROM mosaic.assignee_principals(NEW.workspace_id, NEW.assignee) HAVING count(*) = 1;
			IF meant.user_id IS NOT NULL AND mosaic.enrolled(NEW.workspace_id, meant.user_id) THEN
				NEW.owner_user_id := meant.user_id;
				NEW.owner_team_id := NULL;
			ELSIF meant.team_id IS NOT NULL AND mosaic.team_workspace(meant.team_id) = NEW.workspace_id THEN
				NEW.owner_team_id := meant.team_id;
				NEW.owner_user_id := NULL;
			END IF;
		END IF;
		IF num_nonnulls(NEW.owner_user_id, NEW.owner_team_id) = 0 THEN
			SELECT owner_user_id, owner_team_id INTO meant FROM mosaic.projects WHERE id = NEW.project_id;
			IF meant.owner_team_id IS NOT NULL OR meant.owner_user_id IS NOT NULL AND mosaic.enrolled(NEW.workspace_id, meant.owner_user_id) THEN
				NEW.owner_user_id := meant.owner_user_id;
				NEW.owner_team_id := meant.owner_team_id;
			END IF;
		END IF;
	ELSIF owner_is_new AND NEW.assignee IS NOT DISTINCT FROM (CASE TG_OP WHEN 'UPDATE' THEN OLD.assignee END)
		AND (TG_OP = 'INSERT' OR num_nonnulls(OLD.owner_user_id, OLD.owner_team_id) = 1) THEN
		-- The name, if whoever reads it knows who is meant.
		SELECT coalesce(
			(SELECT name FROM mosaic.users WHERE id = NEW.owner_user_id), (SELECT slug FROM mosaic.teams WHERE id = NEW.owner_team_id)
		) INTO label;
		IF (SELECT count(*) FROM mosaic.assignee_principals(NEW.workspace_id, label)) = 1 THEN
			NEW.assignee := label;
		END IF;
	END IF;

	IF status_is_new AND NEW.canonical_status NOT IN ('ready', 'in_review') THEN
		NEW.status := CASE NEW.canonical_status WHEN 'backlog' THEN 'not-started' WHEN 'in_progress' THEN 'in-progress'
			ELSE NEW.canonical_status::text END::mosaic.task_status;
	ELSIF NOT status_is_new AND NEW.project_id IS NOT NULL AND num_nonnulls(NEW.owner_user_id, NEW.owner_team_id) = 1
		AND (NEW.canonical_status IS NULL OR TG_OP = 'UPDATE' AND NEW.status <> OLD.status) THEN
		NEW.canonical_status := CASE NEW.status WHEN 'not-started' THEN 'backlog' WHEN 'in-progress' THEN 'in_progress'
			ELSE NEW.status::text END::mosaic.task_lifecycle;
	END IF;

	IF TG_OP = 'INSERT' THEN
		NEW.due_at := coalesce(NEW.due_at, NEW.due_date);
		NEW.due_date := NEW.due_at;
	ELSIF NEW.due_at IS DISTINCT FROM OLD.due_at THEN
		NEW.due_date := NEW.due_at;
	ELSIF NEW.due_date IS DISTINCT FROM OLD.due_date THEN
		NEW.due_at := NEW.due_date;
	END IF;

	IF TG_OP = 'UPDATE' AND NEW.version = OLD.version
		AND (NEW.title, NEW.description, NEW.status, NEW.priority, NEW.project_id, NEW.mission_id, NEW.assignee, NEW.tags, NEW.due_date, NEW.metadata)
			IS DISTINCT FROM (OLD.title, OLD.description, OLD.status, OLD.priority, OLD.project_id, OLD.mission_id, OLD.assignee, OLD.tags, OLD.due_date, OLD.metadata) THEN
		NEW.version := OLD.version + 1;
	END IF;
	RETURN NEW;
END
$mirror$;
--> statement-breakpoint
CREATE TRIGGER tasks_n1_mirror BEFORE INSERT OR UPDATE ON mosaic.tasks FOR EACH ROW EXECUTE FUNCTION mosaic.mirror_task();
--> statement-breakpoint
CREATE FUNCTION mosaic.mirror_tags_to_rows() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $mirror$
DECLARE
	wanted uuid[];
BEGIN
	IF current_user = 'mosaic_data_importer' OR NEW.workspace_id IS NULL OR jsonb_typeof(NEW.tags) <> 'array' THEN
		RETURN NULL;
	END IF;
	INSERT INTO mosaic.tags (workspace_id, name, normalized_name)
		SELECT DISTINCT ON (lower(btrim(item #>> '{}'))) NEW.workspace_id, btrim(item #>> '{}'), lower(btrim(item #>> '{}'))
		FROM jsonb_array_elements(NEW.tags) WITH ORDINALITY AS listed (item, place)
		WHERE jsonb_typeof(item) = 'string' AND btrim(item #>> '{}') <> ''
		ORDER BY lower(btrim(item #>> '{}')), place
		ON CONFLICT DO NOTHING;
	SELECT coalesce(array_agg(id), '{}') INTO wanted FROM mosaic.tags
		WHERE workspace_id = NEW.workspace_id AND normalized_name IN (
			SELECT lower(btrim(item #>> '{}')) FROM jsonb_array_elements(NEW.tags) AS listed (item) WHERE jsonb_typeof(item) = 'string');
	DELETE FROM mosaic.task_tags WHERE workspace_id = NEW.workspace_id AND task_id = NEW.id AND tag_id <> ALL (wanted);
	INSERT INTO mosaic.task_tags (workspace_id, task_id, tag_id)
		SELECT NEW.workspace_id, NEW.id, tag_id FROM unnest(wanted) AS tag_id ON CONFLICT DO NOTHING;
	RETURN NULL;
END
$mirror$;
--> statement-breakpoint
CREATE TRIGGER tasks_n1_tags_insert AFTER INSERT ON mosaic.tasks
	FOR EACH ROW WHEN (NEW.tags <> '[]') EXECUTE FUNCTION mosaic.mirror_tags_to_rows();
--> statement-breakpoint
CREATE TRIGGER tasks_n1_tags_update AFTER UPDATE ON mosaic.tasks
	FOR EACH ROW WHEN (NEW.tags IS DISTINCT FROM OLD.tags) EXECUTE FUNCTION mosaic.mirror_tags_to_rows();
--> statement-breakpoint
-- Once a statement, so that all tags of a task are there. A list that says the same in other words stays as it was written.
CREATE FUNCTION mosaic.mirror_rows_to_tags() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $mirror$
BEGIN
	IF current_user = 'mosaic_data_importer' OR pg_trigger_depth() > 1 THEN
		RETURN NULL;
	END IF;
	UPDATE mosaic.tasks AS task SET tags = now_tagged.names
		FROM (
			SELECT changed.task_id,
				coalesce(jsonb_agg(tag.name ORDER BY tag.normalized_name COLLATE "C") FILTER (WHERE tag.id IS NOT NULL), '[]') AS names,
				array_agg(tag.normalized_name ORDER BY tag.normalized_name COLLATE "C") FILTER (WHERE tag.id IS NOT NULL) AS normalized
			FROM (SELECT DISTINCT workspace_id, task_id FROM changed_rows) AS changed
			LEFT JOIN mosaic.task_tags AS tagged ON tagged.workspace_id = changed.workspace_id AND tagged.task_id = changed.task_id
			LEFT JOIN mosaic.tags AS tag ON tag.workspace_id = tagged.workspace_id AND tag.id = tagged.tag_id
			GROUP BY changed.task_id
		) AS now_tagged
		WHERE task.id = now_tagged.task_id AND now_tagged.normalized IS DISTINCT FROM (
			SELECT array_agg(DISTINCT lower(btrim(item #>> '{}')) COLLATE "C")
			FROM jsonb_array_elements(CASE jsonb_typeof(task.tags) WHEN 'array' THEN task.tags ELSE '[]' END) AS listed (item)
			WHERE jsonb_typeof(item) = 'string' AND btrim(item #>> '{}') <> '');
	RETURN NULL;
END
$mirror$;
--> statement-breakpoint
CREATE TRIGGER task_tags_n1_insert AFTER INSERT ON mosaic.task_tags REFERENCING NEW TABLE AS changed_rows
	FOR EACH STATEMENT EXECUTE FUNCTION mosaic.mirror_rows_to_tags();
--> statement-breakpoint
CREATE TRIGGER task_tags_n1_delete AFTER DELETE ON mosaic.task_tags REFERENCING OLD TABLE AS changed_rows
	FOR EACH STATEMENT EXECUTE FUNCTION mosaic.mirror_rows_to_tags();
--> statement-breakpoint
CREATE FUNCTION mosaic.mirror_assignment() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $mirror$
DECLARE
	label text;
BEGIN
	IF current_user = 'mosaic_data_importer' THEN
		RETURN NULL;
	END IF;
	SELECT coalesce(
		(SELECT name FROM mosaic.users WHERE id = NEW.principal_user_id),
		(SELECT slug FROM mosaic.teams WHERE id = NEW.principal_team_id),
		(SELECT name FROM mosaic.agents WHERE id = NEW.principal_agent_id)
	) INTO label;
	IF (SELECT count(*) FROM mosaic.assignee_principals(NEW.workspace_id, label)) = 1 THEN
		UPDATE mosaic.tasks SET assignee = label
			WHERE workspace_id = NEW.workspace_id AND id = NEW.task_id AND assignee IS DISTINCT FROM label;
	END IF;
	RETURN NULL;
END
$mirror$;
--> statement-breakpoint
CREATE TRIGGER task_assignments_n1_mirror AFTER INSERT OR UPDATE OF state ON mosaic.task_assignments
	FOR EACH ROW WHEN (NEW.state = 'leased') EXECUTE FUNCTION mosaic.mirror_assignment();
--> statement-breakpoint
-- The status of a mission's task is that of the task it links to. What is written here was never read again.
CREATE FUNCTION mosaic.mirror_mission_task() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $mirror$
BEGIN
	IF current_user <> 'mosaic_data_importer' THEN
		SELECT status INTO NEW.status FROM mosaic.tasks WHERE id = NEW.task_id;
	END IF;
	RETURN NEW;
END
$mirror$;
--> statement-breakpoint
CREATE TRIGGER mission_tasks_n1_linked BEFORE INSERT ON mosaic.mission_tasks
	FOR EACH ROW WHEN (NEW.task_id IS NOT NULL) EXECUTE FUNCTION mosaic.mirror_mission_task();
--> statement-breakpoint
CREATE TRIGGER mission_tasks_n1_status_read_only BEFORE UPDATE ON mosaic.mission_tasks
	FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION mosaic.refuse('its status is kept for readers alone');
--> statement-breakpoint
-- What the old release cannot read is not written before it is gone.
CREATE FUNCTION mosaic.require_switch() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $require$
BEGIN
	IF current_user <> 'mosaic_data_importer' AND NOT EXISTS (SELECT FROM mosaic.kanban_switch WHERE switched_at IS NOT NULL) THEN
		RAISE EXCEPTION 'a status that the old columns cannot show'
			USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME, SCHEMA = TG_TABLE_SCHEMA, TABLE = TG_TABLE_NAME;
	END IF;
	RETURN NULL;
END
$require$;
--> statement-breakpoint
CREATE TRIGGER tasks_n1_switch AFTER INSERT OR UPDATE OF canonical_status ON mosaic.tasks
	FOR EACH ROW WHEN (NEW.canonical_status IN ('ready', 'in_review')) EXECUTE FUNCTION mosaic.require_switch();
--> statement-breakpoint
CREATE TRIGGER projects_n1_switch AFTER INSERT OR UPDATE OF canonical_status ON mosaic.projects
	FOR EACH ROW WHEN (NEW.canonical_status = 'planning') EXECUTE FUNCTION mosaic.require_switch();
--> statement-breakpoint
CREATE FUNCTION mosaic.refuse_frozen_backlog() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $refuse$
BEGIN
	IF current_user <> 'mosaic_data_importer' AND EXISTS (SELECT FROM mosaic.kanban_switch WHERE backlog_frozen_at IS NOT NULL) THEN
		RAISE EXCEPTION 'the old backlog is kept for readers alone'
			USING ERRCODE = 'restrict_violation', CONSTRAINT = TG_NAME, SCHEMA = TG_TABLE_SCHEMA, TABLE = TG_TABLE_NAME;
	END IF;
	RETURN NULL;
END
$refuse$;
--> statement-breakpoint
CREATE TRIGGER backlog_n1_frozen BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON mosaic.backlog
	FOR EACH STATEMENT EXECUTE FUNCTION mosaic.refuse_frozen_backlog();
