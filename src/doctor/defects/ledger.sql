-- The rows of the ledger.

-- defect ledger-row-unknown
-- verify BUNDLE_OLDER_THAN_DATABASE: ledger.rows
INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES (repeat('0', 64), 1);
-- revert
DELETE FROM drizzle.__drizzle_migrations WHERE hash = repeat('0', 64);

-- defect ledger-row-twice
-- verify LEDGER_ROW_DUPLICATE: ledger.rows
INSERT INTO drizzle.__drizzle_migrations (hash, created_at)
    SELECT hash, created_at FROM drizzle.__drizzle_migrations ORDER BY id DESC LIMIT 1;
-- revert
DELETE FROM drizzle.__drizzle_migrations WHERE id = (SELECT max(id) FROM drizzle.__drizzle_migrations);

-- defect ledger-row-edited
-- verify LEDGER_ENTRY_EDITED: ledger.rows
CREATE TEMPORARY TABLE kept AS SELECT hash FROM drizzle.__drizzle_migrations ORDER BY id DESC LIMIT 1;
UPDATE drizzle.__drizzle_migrations SET hash = repeat('0', 64) WHERE hash = (SELECT hash FROM kept);
-- revert
UPDATE drizzle.__drizzle_migrations SET hash = (SELECT hash FROM kept) WHERE hash = repeat('0', 64);
DROP TABLE kept;

-- defect ledger-row-malformed
-- verify LEDGER_CORRUPT: ledger.rows
INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('short', 1);
-- revert
DELETE FROM drizzle.__drizzle_migrations WHERE hash = 'short';
