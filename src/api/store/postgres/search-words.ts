/** SQL that removes the objects with which versions before 0.3 ran SQLite statements on PostgreSQL. */
const FORMER = `
DROP OPERATOR IF EXISTS lectern.= (bigint, text);
DROP OPERATOR IF EXISTS lectern.->> (text, text);
DROP AGGREGATE IF EXISTS lectern.json_group_array (anyelement);
DROP FUNCTION IF EXISTS lectern.json_each (text), lectern.id_is_text (bigint, text), lectern.field_of (text, text),
  lectern.json_object (text, bigint, text, text), lectern.add_to_group (jsonb, anyelement), lectern.group_text (jsonb),
  lectern.max (bigint, bigint), lectern.max (text, text), lectern.instr (text, text);
`;

/**
 * SQL that creates, in a separate schema, the function that the columns of the search index call.
 *
 * It takes words separated by spaces. Each is indexed both as it is and prefixed with the letter of its field
 * (`A/dragon`): a GIN index does not contain a tsvector's weights, so a search by weight would read every row with the
 * word. Words of field D get no prefix, because no search is limited to this field. Positions of different fields are
 * far apart, so that no phrase matches across fields.
 */
export const SEARCH_WORDS = `
CREATE SCHEMA IF NOT EXISTS lectern;
${FORMER}
CREATE OR REPLACE FUNCTION lectern.words(list text, field text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT coalesce(string_agg(word || place || CASE field WHEN 'D' THEN '' ELSE ' ' || field || '/' || word || place END, ' '), '')::tsvector
  FROM (SELECT word, ':' || least(n + (ascii(field) - 65) * 2000, 16383) AS place
    FROM unnest(string_to_array(list, ' ')) WITH ORDINALITY AS l (word, n) WHERE word <> '' AND octet_length(word) < 2000) p
$$;
`;
