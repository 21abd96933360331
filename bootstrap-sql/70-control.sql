-- The control schema's tables, owned by the database owner: no application path reaches that role.
SET ROLE mosaic_platform_database_owner;

-- Which database this is. The id is drawn once, so that a database and its copies can be told from each other by name.
CREATE TABLE IF NOT EXISTS mosaic_control.identity (
    singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
    database_id uuid NOT NULL,
    control_version integer NOT NULL,
    created_at timestamptz NOT NULL
);
INSERT INTO mosaic_control.identity (database_id, control_version, created_at)
SELECT gen_random_uuid(), 1, now()
WHERE NOT EXISTS (SELECT FROM mosaic_control.identity);

-- How far an entry got that cannot be one transaction: one row per step, digests of the entry and of the statement.
CREATE TABLE IF NOT EXISTS mosaic_control.progress (
    sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    tag text NOT NULL,
    step integer NOT NULL CHECK (step >= 0),
    statement_digest text NOT NULL CHECK (statement_digest ~ '^[0-9a-f]{64}$'),
    state text NOT NULL CHECK (state IN ('started', 'done')),
    xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    done_at timestamptz,
    PRIMARY KEY (sha256, tag, step),
    CHECK ((state = 'done') = (done_at IS NOT NULL))
);

-- Which tables of a tier import are finished and compared, and with what digest.
CREATE TABLE IF NOT EXISTS mosaic_control.import_checkpoint (
    import_id uuid NOT NULL,
    table_name text NOT NULL,
    row_count bigint NOT NULL CHECK (row_count >= 0),
    byte_count bigint NOT NULL CHECK (byte_count >= 0),
    digest text NOT NULL CHECK (digest ~ '^[0-9a-f]{64}$'),
    finished_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (import_id, table_name)
);

GRANT SELECT ON mosaic_control.identity TO mosaic_schema_owner, mosaic_runtime_capability, mosaic_data_importer;
GRANT SELECT, INSERT, UPDATE, DELETE ON mosaic_control.progress TO mosaic_schema_owner;
GRANT SELECT, INSERT, UPDATE ON mosaic_control.import_checkpoint TO mosaic_data_importer;
RESET ROLE;
