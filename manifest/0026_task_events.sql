CREATE TABLE mosaic.task_events (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	workspace_id uuid NOT NULL,
	sequence bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
	aggregate_type mosaic.aggregate_type NOT NULL,
	aggregate_id uuid NOT NULL,
	event_type text NOT NULL,
	command_type text,
	previous_version bigint,
	new_version bigint NOT NULL,
	actor_user_id text,
	actor_agent_id uuid,
	actor_service text,
	correlation_id text NOT NULL,
	causation_id uuid,
	payload jsonb DEFAULT '{}' NOT NULL,
	-- The 64-bit number of the transaction that wrote the row, set by the server.
	transaction_id bigint NOT NULL,
	occurred_at timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT task_events_pkey PRIMARY KEY (id),
	CONSTRAINT task_events_sequence_unique UNIQUE (sequence),
	CONSTRAINT task_events_workspace_fk FOREIGN KEY (workspace_id) REFERENCES mosaic.workspaces (id) ON DELETE RESTRICT,
	CONSTRAINT task_events_user_fk FOREIGN KEY (workspace_id, actor_user_id) REFERENCES mosaic.workspace_members (workspace_id, user_id) ON DELETE RESTRICT,
	CONSTRAINT task_events_agent_fk FOREIGN KEY (workspace_id, actor_agent_id) REFERENCES mosaic.agents (workspace_id, id) ON DELETE RESTRICT,
	CONSTRAINT task_events_actor_check CHECK (num_nonnulls(actor_user_id, actor_agent_id, actor_service) = 1),
	CONSTRAINT task_events_type_check CHECK (event_type ~ '^[a-z_]+(\.[a-z_]+)+$'),
	CONSTRAINT task_events_version_check CHECK (new_version >= 1 AND (previous_version IS NULL OR previous_version >= 1 AND new_version > previous_version)),
	CONSTRAINT task_events_payload_check CHECK (jsonb_typeof(payload) = 'object')
);
--> statement-breakpoint
CREATE UNIQUE INDEX task_events_workspace_id_uidx ON mosaic.task_events (workspace_id, id);
--> statement-breakpoint
ALTER TABLE mosaic.task_events
	ADD CONSTRAINT task_events_workspace_causation_fk FOREIGN KEY (workspace_id, causation_id) REFERENCES mosaic.task_events (workspace_id, id) ON DELETE RESTRICT;
--> statement-breakpoint
CREATE INDEX task_events_aggregate_idx ON mosaic.task_events (workspace_id, aggregate_type, aggregate_id, sequence);
--> statement-breakpoint
CREATE INDEX task_events_workspace_causation_idx ON mosaic.task_events (workspace_id, causation_id) WHERE causation_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX task_events_user_idx ON mosaic.task_events (workspace_id, actor_user_id) WHERE actor_user_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX task_events_agent_idx ON mosaic.task_events (workspace_id, actor_agent_id) WHERE actor_agent_id IS NOT NULL;
