CREATE TABLE IF NOT EXISTS "backlog" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"body" text,
	"status" "task_status" DEFAULT 'not-started' NOT NULL,
	"priority" "task_priority" DEFAULT 'medium' NOT NULL,
	"repository" text,
	"labels" text[] DEFAULT '{}'::text[] NOT NULL,
	"claimed_by" text,
	"claimed_at" timestamp with time zone,
	"claim_expires_at" timestamp with time zone,
	"claim_attempts" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "backlog_edges" (
	"predecessor_id" uuid NOT NULL,
	"successor_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "backlog_edges_predecessor_id_successor_id_pk" PRIMARY KEY("predecessor_id","successor_id")
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "mission_tasks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"mission_id" uuid NOT NULL,
	"task_id" uuid,
	"user_id" text NOT NULL,
	"status" "task_status" DEFAULT 'not-started' NOT NULL,
	"description" text,
	"notes" text,
	"pr" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DO $$ BEGIN
 ALTER TABLE "backlog_edges" ADD CONSTRAINT "backlog_edges_predecessor_id_backlog_id_fk" FOREIGN KEY ("predecessor_id") REFERENCES "public"."backlog"("id") ON DELETE cascade ON UPDATE no action;
EXCEPTION
 WHEN duplicate_object THEN null;
END $$;
--> statement-breakpoint
DO $$ BEGIN
 ALTER TABLE "backlog_edges" ADD CONSTRAINT "backlog_edges_successor_id_backlog_id_fk" FOREIGN KEY ("successor_id") REFERENCES "public"."backlog"("id") ON DELETE cascade ON UPDATE no action;
EXCEPTION
 WHEN duplicate_object THEN null;
END $$;
--> statement-breakpoint
DO $$ BEGIN
 ALTER TABLE "mission_tasks" ADD CONSTRAINT "mission_tasks_mission_id_missions_id_fk" FOREIGN KEY ("mission_id") REFERENCES "public"."missions"("id") ON DELETE cascade ON UPDATE no action;
EXCEPTION
 WHEN duplicate_object THEN null;
END $$;
--> statement-breakpoint
DO $$ BEGIN
 ALTER TABLE "mission_tasks" ADD CONSTRAINT "mission_tasks_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE set null ON UPDATE no action;
EXCEPTION
 WHEN duplicate_object THEN null;
END $$;
--> statement-breakpoint
DO $$ BEGIN
 ALTER TABLE "mission_tasks" ADD CONSTRAINT "mission_tasks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
EXCEPTION
 WHEN duplicate_object THEN null;
END $$;
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "backlog_status_priority_idx" ON "backlog" USING btree ("status","priority");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "backlog_claimed_by_uidx" ON "backlog" USING btree ("claimed_by") WHERE "backlog"."claimed_by" is not null and "backlog"."status" = 'in-progress';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "backlog_edges_successor_id_idx" ON "backlog_edges" USING btree ("successor_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "mission_tasks_mission_id_idx" ON "mission_tasks" USING btree ("mission_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "mission_tasks_task_id_idx" ON "mission_tasks" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "mission_tasks_user_id_idx" ON "mission_tasks" USING btree ("user_id");