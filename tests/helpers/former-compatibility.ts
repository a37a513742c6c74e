/**
 * PostgreSQL functions and operators that versions up to 0.2 created, so that PostgreSQL could run SQLite's statements.
 */
export const FORMER_COMPATIBILITY = `
CREATE SCHEMA IF NOT EXISTS lectern;
SET LOCAL search_path = lectern;

CREATE OR REPLACE FUNCTION json_each(list text) RETURNS TABLE (key bigint, value text) LANGUAGE sql IMMUTABLE ROWS 20 AS $$
  SELECT n - 1, e #>> '{}' FROM jsonb_array_elements(list::jsonb) WITH ORDINALITY AS l (e, n)
$$;
CREATE OR REPLACE FUNCTION id_is_text(id bigint, value text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$ SELECT id = value::bigint $$;
CREATE OR REPLACE FUNCTION field_of(record text, name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT record::jsonb ->> name
$$;
DO $$ BEGIN
  CREATE OPERATOR = (LEFTARG = bigint, RIGHTARG = text, FUNCTION = id_is_text);
  CREATE OPERATOR ->> (LEFTARG = text, RIGHTARG = text, FUNCTION = field_of);
EXCEPTION WHEN duplicate_function THEN NULL; END $$;

CREATE OR REPLACE FUNCTION json_object(k1 text, v1 bigint, k2 text, v2 text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object(k1, v1, k2, v2)
$$;
CREATE OR REPLACE FUNCTION add_to_group(list jsonb, one anyelement) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT list || jsonb_build_array(one)
$$;
CREATE OR REPLACE FUNCTION group_text(list jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT list::text $$;
DO $$ BEGIN
  CREATE AGGREGATE json_group_array(anyelement) (SFUNC = add_to_group, STYPE = jsonb, INITCOND = '[]', FINALFUNC = group_text);
EXCEPTION WHEN duplicate_function THEN NULL; END $$;

CREATE OR REPLACE FUNCTION max(one bigint, other bigint) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT greatest(one, other)
$$;
CREATE OR REPLACE FUNCTION max(one text, other text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT greatest(one COLLATE "C", other COLLATE "C")
$$;
CREATE OR REPLACE FUNCTION instr(whole text, part text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT strpos(whole, part)
$$;
COMMENT ON SCHEMA lectern IS 'former';
`;
