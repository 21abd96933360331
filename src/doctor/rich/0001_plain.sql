CREATE TABLE plain (id integer NOT NULL, note text);
CREATE UNIQUE INDEX plain_id ON plain (id);
CREATE DOMAIN spare AS integer DEFAULT 1 NOT NULL CHECK (VALUE > 0);
