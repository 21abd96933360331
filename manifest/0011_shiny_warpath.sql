ALTER TABLE "summaries" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "summaries" CASCADE;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "tags" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "external_ref" text;--> statement-breakpoint
CREATE INDEX "tasks_tags_idx" ON "tasks" USING gin ("tags");--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_project_external_ref_uidx" ON "tasks" USING btree ("project_id","external_ref") WHERE "tasks"."external_ref" is not null;--> statement-breakpoint
DROP TYPE "public"."summary_state";