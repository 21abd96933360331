-- Moves what the history created from "public" to "mosaic". This is the first application entry: from here on the
-- search path is "pg_catalog, mosaic" and every declaration names its schema.
--
-- The catalog says what there is to move, not a list in this file: a database to which somebody added a view or a
-- table is moved whole, or refused by name before anything has moved. pg_depend is asked because it answers for every
-- class of object, also one that a later server brings: what lives in a schema of its own right has a row there that
-- points at the schema. Indexes, constraints, triggers, row types and array types have none; they follow their parent.
--
-- A move keeps each OID, so defaults, foreign keys, views and parsed routine bodies go on meaning what they meant.
-- Only text is looked up anew: a routine whose body is a string would fail at its next call, long after this entry
-- was recorded as applied. Such routines are refused.
DO $relocate$
DECLARE
	-- Catalog classes in the order in which they move: what others are made of comes first.
	kinds constant text[] := ARRAY['TYPE', 'SEQUENCE', 'TABLE', 'STATISTICS', 'VIEW', 'MATERIALIZED VIEW', 'ROUTINE'];
	refused text[] := '{}';
	moving_kinds text[] := '{}';
	moving_classes oid[] := '{}';
	moving_objects oid[] := '{}';
	moving_name text;
	item record;
BEGIN
	FOR item IN
		SELECT o.classid, o.objid, o.kind, o.described,
			CASE
				WHEN o.extension IS NOT NULL THEN format('extension %I has members there', o.extension)
				WHEN o.kind IS NULL THEN format('%s is of a class that this entry does not move', o.described)
				WHEN o.owner <> current_user::regrole THEN format('%s is owned by %s, not by %I', o.described, o.owner::regrole, current_user)
				WHEN o.kind = 'ROUTINE' AND o.has_text_body THEN format('%s has a body of text, whose names are looked up at each call', o.described)
			END AS objection
		FROM (
			SELECT in_public.classid, in_public.objid, identified.type || ' ' || identified.identity AS described,
				CASE
					WHEN t.typtype IN ('e', 'd', 'c') THEN 'TYPE'
					WHEN c.relkind = 'S' THEN 'SEQUENCE'
					WHEN c.relkind IN ('r', 'p') THEN 'TABLE'
					WHEN s.oid IS NOT NULL THEN 'STATISTICS'
					WHEN c.relkind = 'v' THEN 'VIEW'
					WHEN c.relkind = 'm' THEN 'MATERIALIZED VIEW'
					WHEN p.prokind IN ('f', 'p', 'w') THEN 'ROUTINE'
				END AS kind,
				coalesce(t.typowner, c.relowner, s.stxowner, p.proowner) AS owner,
				p.prosqlbody IS NULL AS has_text_body,
				e.extname AS extension
			FROM pg_catalog.pg_depend AS in_public
			CROSS JOIN LATERAL pg_catalog.pg_identify_object(in_public.classid, in_public.objid, in_public.objsubid) AS identified
			LEFT JOIN pg_catalog.pg_type AS t ON in_public.classid = 'pg_catalog.pg_type'::regclass AND t.oid = in_public.objid
			LEFT JOIN pg_catalog.pg_class AS c ON in_public.classid = 'pg_catalog.pg_class'::regclass AND c.oid = in_public.objid
			LEFT JOIN pg_catalog.pg_statistic_ext AS s ON in_public.classid = 'pg_catalog.pg_statistic_ext'::regclass AND s.oid = in_public.objid
			LEFT JOIN pg_catalog.pg_proc AS p ON in_public.classid = 'pg_catalog.pg_proc'::regclass AND p.oid = in_public.objid
			LEFT JOIN pg_catalog.pg_depend AS member
				ON member.classid = in_public.classid AND member.objid = in_public.objid AND member.deptype = 'e'
			LEFT JOIN pg_catalog.pg_extension AS e ON e.oid = member.refobjid
			WHERE in_public.refclassid = 'pg_catalog.pg_namespace'::regclass AND in_public.refobjid = 'public'::regnamespace
				-- A sequence that a column owns (serial or identity) moves with its table and cannot move alone.
				AND NOT EXISTS (
					SELECT FROM pg_catalog.pg_depend AS owned
					WHERE c.relkind = 'S' AND owned.classid = in_public.classid AND owned.objid = in_public.objid
						AND owned.refclassid = 'pg_catalog.pg_class'::regclass AND owned.refobjsubid > 0 AND owned.deptype IN ('a', 'i')
				)
		) AS o
		ORDER BY array_position(kinds, o.kind), o.described COLLATE "C"
	LOOP
		IF item.objection = ANY (refused) THEN
			CONTINUE;
		ELSIF item.objection IS NOT NULL THEN
			refused := refused || item.objection;
		ELSE
			moving_kinds := moving_kinds || item.kind;
			moving_classes := moving_classes || item.classid;
			moving_objects := moving_objects || item.objid;
		END IF;
	END LOOP;

	IF refused <> '{}' THEN
		RAISE EXCEPTION 'schema public cannot move to mosaic as it is: %', array_to_string(refused, '; ')
			USING ERRCODE = 'object_not_in_prerequisite_state',
				HINT = 'Drop these objects, move them out of public or give them to the schema owner; write routines with BEGIN ATOMIC.';
	END IF;

	-- Named only now: the name of a routine contains those of its argument types, which may have moved just before.
	FOR i IN 1 .. cardinality(moving_objects) LOOP
		SELECT identity INTO STRICT moving_name FROM pg_catalog.pg_identify_object(moving_classes[i], moving_objects[i], 0);
		EXECUTE format('ALTER %s %s SET SCHEMA mosaic', moving_kinds[i], moving_name);
	END LOOP;
END
$relocate$;
