CREATE TABLE "agent_logs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "agent_logs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"agent_id" uuid,
	"session_ref" text NOT NULL,
	"level" text DEFAULT 'info' NOT NULL,
	"category" text NOT NULL,
	"content" text NOT NULL,
	"metadata" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agent_logs" ADD CONSTRAINT "agent_logs_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_logs_session_ref_created_idx" ON "agent_logs" USING btree ("session_ref","created_at");--> statement-breakpoint
CREATE INDEX "agent_logs_errors_idx" ON "agent_logs" USING btree ("created_at" DESC NULLS LAST) WHERE "agent_logs"."level" = 'error';--> statement-breakpoint
ALTER TABLE "tasks" DROP COLUMN "position";