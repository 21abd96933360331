-- Two workspaces with at least one row of everything; the first has two projects. Written as the runtime writes. An id is
-- the MD5 of a name, so that a test can say whom it means.
BEGIN;
INSERT INTO mosaic.workspaces (id, slug, name) VALUES
	(md5('a')::uuid, 'a', 'A'), (md5('b')::uuid, 'b', 'B');
INSERT INTO mosaic.users (id, name, email) VALUES
	('ada', 'Ada', 'ada@a'), ('bob', 'Bob', 'bob@a'), ('sue', 'Sue', 'sue@a'), ('eve', 'Eve', 'eve@b');
INSERT INTO mosaic.workspace_members (workspace_id, user_id, role, status) VALUES
	(md5('a')::uuid, 'ada', 'owner', 'active'), (md5('a')::uuid, 'bob', 'member', 'active'),
	(md5('a')::uuid, 'sue', 'member', 'suspended'), (md5('b')::uuid, 'eve', 'owner', 'active');
INSERT INTO mosaic.teams (id, workspace_id, name, slug, owner_id) VALUES
	(md5('team a')::uuid, md5('a')::uuid, 'Team A', 'team-a', 'ada'), (md5('team b')::uuid, md5('b')::uuid, 'Team B', 'team-b', 'eve');
INSERT INTO mosaic.team_members (id, workspace_id, team_id, user_id) VALUES
	(md5('in team a')::uuid, md5('a')::uuid, md5('team a')::uuid, 'bob'), (md5('in team b')::uuid, md5('b')::uuid, md5('team b')::uuid, 'eve');
INSERT INTO mosaic.projects (id, workspace_id, key, name, canonical_status, owner_user_id, owner_team_id, archived_at, archived_by_user_id, archive_reason) VALUES
	(md5('alpha')::uuid, md5('a')::uuid, 'ALPHA', 'Alpha', 'active', 'ada', NULL, NULL, NULL, NULL),
	(md5('beta')::uuid, md5('a')::uuid, 'BETA', 'Beta', 'active', NULL, md5('team a')::uuid, now(), 'ada', 'over'),
	(md5('gamma')::uuid, md5('b')::uuid, 'GAMMA', 'Gamma', 'active', 'eve', NULL, NULL, NULL, NULL);
INSERT INTO mosaic.missions (id, workspace_id, project_id, name, objective, canonical_status, archived_at, archived_by_user_id, archive_reason) VALUES
	(md5('alpha mission')::uuid, md5('a')::uuid, md5('alpha')::uuid, 'M', 'reach it', 'active', now(), 'ada', 'over'),
	(md5('beta mission')::uuid, md5('a')::uuid, md5('beta')::uuid, 'M', 'reach it', 'active', NULL, NULL, NULL),
	(md5('gamma mission')::uuid, md5('b')::uuid, md5('gamma')::uuid, 'M', 'reach it', 'active', NULL, NULL, NULL);
INSERT INTO mosaic.milestones (id, workspace_id, project_id, name, archived_at, archived_by_user_id, archive_reason) VALUES
	(md5('alpha milestone')::uuid, md5('a')::uuid, md5('alpha')::uuid, 'S', now(), 'ada', 'over'),
	(md5('beta milestone')::uuid, md5('a')::uuid, md5('beta')::uuid, 'S', NULL, NULL, NULL),
	(md5('gamma milestone')::uuid, md5('b')::uuid, md5('gamma')::uuid, 'S', NULL, NULL, NULL);
INSERT INTO mosaic.project_current_milestones (workspace_id, project_id, milestone_id)
	SELECT workspace_id, project_id, id FROM mosaic.milestones;
INSERT INTO mosaic.mission_milestones (workspace_id, project_id, mission_id, milestone_id)
	SELECT m.workspace_id, m.project_id, m.id, s.id FROM mosaic.missions AS m JOIN mosaic.milestones AS s USING (workspace_id, project_id);
INSERT INTO mosaic.tasks (id, workspace_id, project_id, mission_id, milestone_id, title, canonical_status, owner_user_id) VALUES
	(md5('alpha parent')::uuid, md5('a')::uuid, md5('alpha')::uuid, NULL, NULL, 'P', 'backlog', 'ada'),
	(md5('beta parent')::uuid, md5('a')::uuid, md5('beta')::uuid, NULL, NULL, 'P', 'backlog', 'ada'),
	(md5('gamma parent')::uuid, md5('b')::uuid, md5('gamma')::uuid, NULL, NULL, 'P', 'backlog', 'eve'),
	(md5('gamma task')::uuid, md5('b')::uuid, md5('gamma')::uuid, md5('gamma mission')::uuid, md5('gamma milestone')::uuid, 'T', 'backlog', 'eve');
INSERT INTO mosaic.tasks (id, workspace_id, project_id, mission_id, milestone_id, parent_task_id, title, canonical_status, owner_team_id, archived_at, archived_by_user_id, archive_reason) VALUES
	(md5('alpha task')::uuid, md5('a')::uuid, md5('alpha')::uuid, md5('alpha mission')::uuid, md5('alpha milestone')::uuid, md5('alpha parent')::uuid, 'T', 'in_progress', md5('team a')::uuid, now(), 'ada', 'over');
INSERT INTO mosaic.tags (id, workspace_id, name, normalized_name) VALUES
	(md5('red a')::uuid, md5('a')::uuid, 'Red', 'red'), (md5('red b')::uuid, md5('b')::uuid, 'Red', 'red');
INSERT INTO mosaic.task_tags (workspace_id, task_id, tag_id) VALUES
	(md5('a')::uuid, md5('alpha task')::uuid, md5('red a')::uuid), (md5('b')::uuid, md5('gamma task')::uuid, md5('red b')::uuid);
INSERT INTO mosaic.task_dependencies (workspace_id, predecessor_task_id, successor_task_id) VALUES
	(md5('a')::uuid, md5('alpha parent')::uuid, md5('alpha task')::uuid), (md5('b')::uuid, md5('gamma parent')::uuid, md5('gamma task')::uuid);
INSERT INTO mosaic.agents (id, workspace_id, project_id, name, provider, model) VALUES
	(md5('agent a')::uuid, md5('a')::uuid, md5('alpha')::uuid, 'coder-a', 'p', 'm'), (md5('agent b')::uuid, md5('b')::uuid, md5('gamma')::uuid, 'coder-b', 'p', 'm');
INSERT INTO mosaic.agent_sessions (id, workspace_id, agent_id)
	SELECT md5(replace(name, 'coder-', 'session '))::uuid, workspace_id, id FROM mosaic.agents;
INSERT INTO mosaic.artifacts (id, workspace_id, project_id, milestone_id, mission_id, task_id, kind, uri, sha256, created_by_user_id, created_by_session_id) VALUES
	(md5('of project a')::uuid, md5('a')::uuid, md5('alpha')::uuid, NULL, NULL, NULL, 'log', 'x:', repeat('0', 64), 'ada', NULL),
	(md5('of milestone a')::uuid, md5('a')::uuid, NULL, md5('alpha milestone')::uuid, NULL, NULL, 'log', 'x:', repeat('0', 64), NULL, md5('session a')::uuid),
	(md5('of mission a')::uuid, md5('a')::uuid, NULL, NULL, md5('alpha mission')::uuid, NULL, 'log', 'x:', repeat('0', 64), 'ada', NULL),
	(md5('of task a')::uuid, md5('a')::uuid, NULL, NULL, NULL, md5('alpha task')::uuid, 'log', 'x:', repeat('0', 64), 'ada', NULL),
	(md5('of task b')::uuid, md5('b')::uuid, NULL, NULL, NULL, md5('gamma task')::uuid, 'log', 'x:', repeat('0', 64), 'eve', NULL);
INSERT INTO mosaic.task_assignments (id, workspace_id, task_id, task_version, specialist_role, principal_user_id, principal_team_id, principal_agent_id, target_session_id, state, policy_revision, proposed_by_user_id, reason, expires_at) VALUES
	(md5('assignment a')::uuid, md5('a')::uuid, md5('alpha task')::uuid, 1, 'coder', NULL, NULL, md5('agent a')::uuid, md5('session a')::uuid, 'approved', 'r1', 'ada', 'fits', now() + interval '1 day'),
	(md5('to bob')::uuid, md5('a')::uuid, md5('alpha task')::uuid, 1, 'review', 'bob', NULL, NULL, NULL, 'awaiting_approval', 'r1', 'ada', 'fits', now() + interval '1 day'),
	(md5('to team a')::uuid, md5('a')::uuid, md5('alpha task')::uuid, 1, 'planning', NULL, md5('team a')::uuid, NULL, NULL, 'awaiting_approval', 'r1', 'ada', 'fits', now() + interval '1 day'),
	(md5('assignment b')::uuid, md5('b')::uuid, md5('gamma task')::uuid, 1, 'coder', NULL, NULL, md5('agent b')::uuid, md5('session b')::uuid, 'approved', 'r1', 'eve', 'fits', now() + interval '1 day');
INSERT INTO mosaic.task_execution_states (workspace_id, task_id, max_attempts) VALUES
	(md5('a')::uuid, md5('alpha task')::uuid, 3), (md5('b')::uuid, md5('gamma task')::uuid, 3);
INSERT INTO mosaic.approval_decisions (id, workspace_id, project_id, mission_id, task_id, assignment_id, decision, decided_by_user_id, policy_revision, reason) VALUES
	(md5('for project a')::uuid, md5('a')::uuid, md5('alpha')::uuid, NULL, NULL, NULL, 'approved', 'ada', 'r1', 'good'),
	(md5('for mission a')::uuid, md5('a')::uuid, NULL, md5('alpha mission')::uuid, NULL, NULL, 'approved', 'ada', 'r1', 'good'),
	(md5('for task a')::uuid, md5('a')::uuid, NULL, NULL, md5('alpha task')::uuid, NULL, 'approved', 'ada', 'r1', 'good'),
	(md5('for assignment a')::uuid, md5('a')::uuid, NULL, NULL, NULL, md5('assignment a')::uuid, 'approved', 'ada', 'r1', 'good'),
	(md5('for assignment b')::uuid, md5('b')::uuid, NULL, NULL, NULL, md5('assignment b')::uuid, 'approved', 'eve', 'r1', 'good');
INSERT INTO mosaic.approval_decision_artifacts (workspace_id, approval_decision_id, artifact_id) VALUES
	(md5('a')::uuid, md5('for task a')::uuid, md5('of task a')::uuid), (md5('b')::uuid, md5('for assignment b')::uuid, md5('of task b')::uuid);
UPDATE mosaic.tasks SET fencing_counter = fencing_counter + 1 WHERE id IN (md5('alpha task')::uuid, md5('gamma task')::uuid);
INSERT INTO mosaic.task_leases (id, workspace_id, task_id, assignment_id, approval_decision_id, session_id, fencing_token, expires_at) VALUES
	(md5('lease a')::uuid, md5('a')::uuid, md5('alpha task')::uuid, md5('assignment a')::uuid, md5('for assignment a')::uuid, md5('session a')::uuid, 1, now() + interval '1 day'),
	(md5('lease b')::uuid, md5('b')::uuid, md5('gamma task')::uuid, md5('assignment b')::uuid, md5('for assignment b')::uuid, md5('session b')::uuid, 1, now() + interval '1 day');
INSERT INTO mosaic.task_checkpoints (id, workspace_id, task_id, lease_id, assignment_id, session_id, fencing_token, sequence, resumable_summary, context_usage_percent)
	SELECT md5(replace(s.slug, s.slug, 'checkpoint ' || s.slug))::uuid, l.workspace_id, l.task_id, l.id, l.assignment_id, l.session_id, l.fencing_token, 1, 'half way', 50
	FROM mosaic.task_leases AS l JOIN mosaic.workspaces AS s ON s.id = l.workspace_id;
INSERT INTO mosaic.task_checkpoint_artifacts (workspace_id, checkpoint_id, artifact_id) VALUES
	(md5('a')::uuid, md5('checkpoint a')::uuid, md5('of task a')::uuid), (md5('b')::uuid, md5('checkpoint b')::uuid, md5('of task b')::uuid);
INSERT INTO mosaic.task_events (id, workspace_id, aggregate_type, aggregate_id, event_type, new_version, actor_user_id, actor_agent_id, correlation_id, causation_id) VALUES
	(md5('submitted a')::uuid, md5('a')::uuid, 'change_proposal', md5('proposal a')::uuid, 'change_proposal.submitted', 1, 'ada', NULL, 'c', NULL),
	(md5('submitted b')::uuid, md5('b')::uuid, 'change_proposal', md5('proposal b')::uuid, 'change_proposal.submitted', 1, 'eve', NULL, 'c', NULL),
	(md5('seen a')::uuid, md5('a')::uuid, 'task', md5('alpha task')::uuid, 'task.seen', 1, NULL, md5('agent a')::uuid, 'c', md5('submitted a')::uuid),
	(md5('seen b')::uuid, md5('b')::uuid, 'task', md5('gamma task')::uuid, 'task.seen', 1, NULL, md5('agent b')::uuid, 'c', md5('submitted b')::uuid);
INSERT INTO mosaic.change_proposals (id, workspace_id, proposer_user_id, source_note_digest, target_aggregate_type, target_aggregate_id, expected_target_version, command_type, command_payload, idempotency_key, submitted_audit_event_id)
	SELECT aggregate_id, workspace_id, actor_user_id, repeat('0', 64), 'task', md5(CASE actor_user_id WHEN 'ada' THEN 'alpha task' ELSE 'gamma task' END)::uuid, 1, 'task.transition', '{}', 'k', id
	FROM mosaic.task_events WHERE event_type = 'change_proposal.submitted';
INSERT INTO mosaic.outbox (workspace_id, event_id, topic, payload) SELECT workspace_id, id, 'tasks', '{}' FROM mosaic.task_events;
INSERT INTO mosaic.external_links (workspace_id, project_id, task_id, kind, url, created_by_user_id) VALUES
	(md5('a')::uuid, md5('alpha')::uuid, NULL, 'pr', 'x:', 'ada'), (md5('a')::uuid, NULL, md5('alpha task')::uuid, 'pr', 'x:', 'ada'),
	(md5('b')::uuid, NULL, md5('gamma task')::uuid, 'pr', 'x:', 'eve');
COMMIT;
-- One that is decided, so that every column is used by some row.
BEGIN;
INSERT INTO mosaic.task_events (id, workspace_id, aggregate_type, aggregate_id, event_type, command_type, previous_version, new_version, actor_user_id, correlation_id, causation_id, payload) VALUES
	(md5('accepted a')::uuid, md5('a')::uuid, 'task', md5('alpha task')::uuid, 'task.transitioned', 'task.transition', 1, 2, 'ada', 'c', md5('submitted a')::uuid, jsonb_build_object('changeProposalId', md5('proposal a')::uuid));
UPDATE mosaic.change_proposals SET state = 'accepted', decided_by_user_id = 'ada', decision_reason = 'good', decided_at = now(), version = 2, accepted_command_audit_event_id = md5('accepted a')::uuid
	WHERE id = md5('proposal a')::uuid;
COMMIT;
