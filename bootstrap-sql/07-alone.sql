-- The runner's own lock keeps migrations out of this database.
DO $alone$
BEGIN
    IF NOT pg_try_advisory_xact_lock(1297044289, 1262636593) THEN
        RAISE EXCEPTION 'BOOTSTRAP_LOCKED: a migration of this database is at work'
            USING HINT = 'Run the script again when it has ended.';
    END IF;
END
$alone$;

