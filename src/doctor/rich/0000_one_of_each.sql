CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE DOMAIN positive AS numeric(20,10) DEFAULT 1 NOT NULL CHECK (VALUE > 0);
CREATE TYPE pair AS (a integer, b text COLLATE "C");
CREATE TYPE span AS RANGE (subtype = numeric);
CREATE SEQUENCE numbers AS smallint START 5 INCREMENT 2 MAXVALUE 100 CYCLE;
CREATE TABLE parent (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, m mood DEFAULT 'ok' NOT NULL,
  p positive, t text COLLATE "C" UNIQUE, at timestamptz DEFAULT '2024-01-02 03:04:05+00', i interval DEFAULT '1 day 2 hours',
  total numeric GENERATED ALWAYS AS (p * 2) STORED, CHECK (t <> ''), CONSTRAINT named CHECK (p < 1000));
CREATE TABLE child (id serial, parent bigint REFERENCES parent ON DELETE CASCADE DEFERRABLE, d date, e bytea DEFAULT '\xabcd',
  EXCLUDE USING btree (id WITH =)) WITH (fillfactor = 70);
CREATE TABLE parts (k integer NOT NULL, v text) PARTITION BY RANGE (k);
CREATE TABLE parts_low PARTITION OF parts FOR VALUES FROM (0) TO (10);
CREATE UNIQUE INDEX child_d ON child (d DESC NULLS LAST, lower(id::text)) WHERE d > '2020-01-01';
CREATE VIEW seen AS SELECT p.id, c.d FROM parent p LEFT JOIN child c ON c.parent = p.id WHERE p.t IS NOT NULL;
CREATE MATERIALIZED VIEW kept AS SELECT count(*) AS n FROM parent;
CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
CREATE FUNCTION twice(n integer DEFAULT 2) RETURNS integer LANGUAGE sql IMMUTABLE STRICT RETURN n * 2;
CREATE TRIGGER touched BEFORE UPDATE ON child FOR EACH ROW EXECUTE FUNCTION touch();
ALTER TABLE parent ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON parent FOR SELECT USING (t = current_user);
CREATE RULE quiet AS ON DELETE TO child DO INSTEAD NOTHING;
CREATE STATISTICS related (dependencies) ON id, d FROM child;
CREATE AGGREGATE product (numeric) (sfunc = numeric_mul, stype = numeric, initcond = '1');
COMMENT ON TABLE parent IS 'text without effect';
