CREATE TABLE mosaic.outbox (
	id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
	workspace_id uuid NOT NULL,
	event_id uuid NOT NULL,
	topic text NOT NULL,
	payload jsonb NOT NULL,
	attempts integer DEFAULT 0 NOT NULL,
	available_at timestamp with time zone DEFAULT now() NOT NULL,
	published_at timestamp with time zone,
	last_error text,
	created_at timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT outbox_pkey PRIMARY KEY (id),
	CONSTRAINT outbox_event_topic_unique UNIQUE (workspace_id, event_id, topic),
	CONSTRAINT outbox_workspace_event_fk FOREIGN KEY (workspace_id, event_id) REFERENCES mosaic.task_events (workspace_id, id) ON DELETE RESTRICT,
	CONSTRAINT outbox_attempts_check CHECK (attempts >= 0)
);
--> statement-breakpoint
CREATE INDEX outbox_waiting_idx ON mosaic.outbox (available_at, id) WHERE published_at IS NULL;
--> statement-breakpoint
CREATE TABLE mosaic.external_links (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	workspace_id uuid NOT NULL,
	project_id uuid,
	task_id uuid,
	kind text NOT NULL,
	url text NOT NULL,
	external_id text,
	created_by_user_id text,
	source_key text,
	created_at timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT external_links_pkey PRIMARY KEY (id),
	CONSTRAINT external_links_workspace_id_unique UNIQUE (workspace_id, id),
	CONSTRAINT external_links_source_unique UNIQUE (workspace_id, source_key),
	CONSTRAINT external_links_workspace_project_fk FOREIGN KEY (workspace_id, project_id) REFERENCES mosaic.projects (workspace_id, id) ON DELETE RESTRICT,
	CONSTRAINT external_links_workspace_task_fk FOREIGN KEY (workspace_id, task_id) REFERENCES mosaic.tasks (workspace_id, id) ON DELETE RESTRICT,
	CONSTRAINT external_links_workspace_user_fk FOREIGN KEY (workspace_id, created_by_user_id) REFERENCES mosaic.workspace_members (workspace_id, user_id) ON DELETE RESTRICT,
	CONSTRAINT external_links_target_check CHECK (num_nonnulls(project_id, task_id) = 1),
	CONSTRAINT external_links_kind_check CHECK (btrim(kind) <> ''),
	CONSTRAINT external_links_url_check CHECK (btrim(url) <> '')
);
--> statement-breakpoint
CREATE INDEX external_links_workspace_project_idx ON mosaic.external_links (workspace_id, project_id) WHERE project_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX external_links_workspace_task_idx ON mosaic.external_links (workspace_id, task_id) WHERE task_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX external_links_workspace_user_idx ON mosaic.external_links (workspace_id, created_by_user_id) WHERE created_by_user_id IS NOT NULL;
