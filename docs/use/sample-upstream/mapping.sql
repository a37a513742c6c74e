-- Maps the tables of novels.sql to the objects of the contract. For your own database, rewrite these views.
-- The column json of a view is the object. The server selects and sorts by its other columns.
CREATE TEMP VIEW chapter AS
SELECT *, json_object(
  'id', id, 'number', number, 'title', heading, 'part', volume, 'kind', iif(is_extra, 'section', 'chapter'),
  'words', word_count, 'locked', json('false'), 'price', NULL, 'free_from', NULL,
  'updated_at', strftime('%Y-%m-%dT%H:%M:%SZ', modified)) AS json
FROM (SELECT *, row_number() OVER book AS number, lag(id) OVER book AS previous_id, lead(id) OVER book AS next_id
  FROM chapters WHERE is_draft = 0 WINDOW book AS (PARTITION BY novel_id ORDER BY position, id));

-- Each line of the plain text in body becomes a paragraph.
CREATE TEMP VIEW chapter_text AS
SELECT id, novel_id, json_set(json, '$.book_id', novel_id, '$.previous_id', previous_id, '$.next_id', next_id, '$.html',
  '<p>' || replace(replace(replace(body, '&', '&amp;'), '<', '&lt;'), char(10), '</p><p>') || '</p>') AS json
FROM chapter;

CREATE TEMP VIEW novel AS
SELECT n.*, w.pen_name, g.name AS genre, iif(n.state = 'completed', 'finished', 'updating') AS status,
  iif(n.votes = 0, NULL, round(n.stars * 1.0 / n.votes, 1)) AS rating, count(c.id) AS chapters,
  coalesce(sum(c.word_count), 0) AS words, max(n.modified, coalesce(max(c.modified), '')) AS updated,
  (SELECT json_group_array(json_object('id', t.id, 'name', t.name)) FROM novel_tags x JOIN tags t ON t.id = x.tag_id
    WHERE x.novel_id = n.id) AS tags,
  n.title || ' ' || w.pen_name || ' ' || g.name || coalesce((SELECT ' ' || group_concat(t.name, ' ')
    FROM novel_tags x JOIN tags t ON t.id = x.tag_id WHERE x.novel_id = n.id), '') AS search_text
FROM novels n JOIN writers w ON w.id = n.writer_id JOIN genres g ON g.id = n.genre_id
  LEFT JOIN chapter c ON c.novel_id = n.id WHERE n.state <> 'hidden' GROUP BY n.id;

CREATE TEMP VIEW book AS
SELECT *, json_object(
  'id', id, 'title', title, 'author', json_object('id', writer_id, 'name', pen_name), 'status', status,
  'cover', iif(cover_url IS NULL, NULL, json_object('url', cover_url, 'widths', json('[]'), 'tone', id % 36)),
  'introduction', blurb, 'category', json_object('name', genre, 'sub_name', NULL), 'genres', json_array(genre_id),
  'tags', json(tags), 'keywords', json('[]'), 'words', words, 'chapters', chapters, 'rating', rating,
  'rating_count', votes, 'hot', views, 'language', lang, 'published_at', strftime('%Y-%m-%dT%H:%M:%SZ', published),
  'updated_at', strftime('%Y-%m-%dT%H:%M:%SZ', updated)) AS json
FROM novel;

CREATE TEMP VIEW book_detail AS
SELECT id, lang, json_set(json, '$.source', NULL,
  '$.first_chapter_id', (SELECT id FROM chapter WHERE novel_id = b.id AND number = 1),
  '$.last_chapter', json((SELECT json FROM chapter WHERE novel_id = b.id ORDER BY number DESC LIMIT 1))) AS json
FROM book b;

CREATE TEMP VIEW author AS
SELECT w.id, w.pen_name AS name, n.lang, json_object('id', w.id, 'name', w.pen_name, 'introduction', w.about,
  'avatar', NULL, 'books', count(*), 'updated_at', strftime('%Y-%m-%dT%H:%M:%SZ', w.joined)) AS json
FROM writers w JOIN novel n ON n.writer_id = w.id GROUP BY w.id, n.lang;

CREATE TEMP VIEW tag AS
SELECT t.id, t.name, g.lang, t.genre_id, json_object('id', t.id, 'name', t.name, 'genre_id', t.genre_id,
  'updated_at', strftime('%Y-%m-%dT%H:%M:%SZ', t.created)) AS json
FROM tags t JOIN genres g ON g.id = t.genre_id;

CREATE TEMP VIEW genre AS
SELECT id, name, lang, json_object('id', id, 'name', name, 'introduction', about, 'tags',
  (SELECT json_group_array(json_object('id', t.id, 'name', t.name)) FROM tags t WHERE t.genre_id = g.id),
  'updated_at', strftime('%Y-%m-%dT%H:%M:%SZ', created)) AS json
FROM genres g;

-- The database has no keywords and no help events.
CREATE TEMP VIEW keyword AS SELECT id, name, lang, json FROM tag WHERE FALSE;
CREATE TEMP VIEW event AS SELECT id, lang, json FROM tag WHERE FALSE;
