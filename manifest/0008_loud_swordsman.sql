-- Custom SQL migration file, put your code below! --
-- Slugs were stored as typed until the gateway began to lower-case them. Links already go out in lower case.
--> statement-breakpoint
DO $$
DECLARE
	team record;
BEGIN
	FOR team IN SELECT "id", "slug" FROM "teams" WHERE "slug" <> lower("slug") ORDER BY "created_at", "id" LOOP
		IF EXISTS (SELECT 1 FROM "teams" WHERE "slug" = lower(team.slug)) THEN
			-- The team that has the lower-case slug already keeps it: its links work today.
			UPDATE "teams" SET "slug" = lower(team.slug) || '-' || left(team.id::text, 8), "updated_at" = now() WHERE "id" = team.id;
		ELSE
			UPDATE "teams" SET "slug" = lower(team.slug), "updated_at" = now() WHERE "id" = team.id;
		END IF;
	END LOOP;
END $$;
--> statement-breakpoint
UPDATE "projects" SET "owner_type" = 'team' WHERE "team_id" IS NOT NULL AND "owner_type" = 'user';
