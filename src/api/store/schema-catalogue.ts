/** Tables that only the writer may change, with the column that identifies the record. */
export const WATCHED = [
  ['books', 'id'],
  ['chapters', 'book_id'],
  ['chapter_texts', 'chapter_id'],
  ['authors', 'id'],
  ['genres', 'id'],
  ['tags', 'id'],
  ['keywords', 'id'],
  ['rankings', 'id'],
  ['ranking_books', 'ranking_id'],
  ['shelves', 'id'],
  ['shelf_books', 'shelf_id'],
  ['banners', 'id'],
  ['help_events', 'id'],
] as const;

/**
 * The schema of the content, which seed and import write and every brand reads. Each script is a step of `PRAGMA
 * user_version`. `seq` is the change sequence for the parameter `since`: a row gets the next number whenever its JSON
 * changes. Ids are never reused (AUTOINCREMENT), so that the id of a removed record never denotes another one.
 */
export const CATALOGUE_SCHEMA: readonly string[] = [
  `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO meta VALUES ('store', lower(hex(randomblob(6)))), ('seq', '0');

CREATE TABLE authors (
  id INTEGER PRIMARY KEY AUTOINCREMENT, section INTEGER NOT NULL, name TEXT NOT NULL,
  introduction TEXT NOT NULL, books INTEGER NOT NULL DEFAULT 0, updated_at TEXT NOT NULL,
  UNIQUE (section, name)
) STRICT;

CREATE TABLE genres (
  id INTEGER PRIMARY KEY AUTOINCREMENT, section INTEGER NOT NULL, name TEXT NOT NULL,
  introduction TEXT NOT NULL, kept INTEGER NOT NULL DEFAULT 0, updated_at TEXT NOT NULL,
  UNIQUE (section, name)
) STRICT;

CREATE TABLE tags (
  id INTEGER PRIMARY KEY AUTOINCREMENT, section INTEGER NOT NULL, name TEXT NOT NULL, name_key TEXT NOT NULL,
  genre_id INTEGER REFERENCES genres (id) ON DELETE SET NULL, updated_at TEXT NOT NULL, seq INTEGER NOT NULL,
  UNIQUE (section, name)
) STRICT;
CREATE INDEX tags_by_name ON tags (section, name_key);
CREATE INDEX tags_by_seq ON tags (section, seq);
CREATE INDEX tags_by_genre ON tags (genre_id);

CREATE TABLE genre_tags (
  genre_id INTEGER NOT NULL REFERENCES genres (id) ON DELETE CASCADE, position INTEGER NOT NULL,
  tag_id INTEGER NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
  PRIMARY KEY (genre_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX genre_tags_by_tag ON genre_tags (tag_id, genre_id);

CREATE TABLE keywords (
  id INTEGER PRIMARY KEY AUTOINCREMENT, section INTEGER NOT NULL, name TEXT NOT NULL, name_key TEXT NOT NULL,
  kept INTEGER NOT NULL DEFAULT 0, updated_at TEXT NOT NULL, seq INTEGER NOT NULL,
  UNIQUE (section, name)
) STRICT;
CREATE INDEX keywords_by_name ON keywords (section, name_key);
CREATE INDEX keywords_by_seq ON keywords (section, seq);

CREATE TABLE categories (
  id INTEGER PRIMARY KEY AUTOINCREMENT, section INTEGER NOT NULL, name TEXT NOT NULL, sub_name TEXT NOT NULL,
  UNIQUE (section, name, sub_name)
) STRICT;

-- genres, tags and keywords are JSON as in the API's response, so that one row is enough for it.
CREATE TABLE books (
  id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, fingerprint TEXT NOT NULL,
  section INTEGER NOT NULL, title TEXT NOT NULL, title_key TEXT NOT NULL,
  author_id INTEGER NOT NULL REFERENCES authors (id), author_name TEXT NOT NULL,
  category TEXT NOT NULL, sub_category TEXT, status TEXT NOT NULL, introduction TEXT NOT NULL,
  genres TEXT NOT NULL, tags TEXT NOT NULL, keywords TEXT NOT NULL,
  words INTEGER NOT NULL, chapters INTEGER NOT NULL, rating REAL, hot INTEGER NOT NULL, language TEXT NOT NULL,
  cover TEXT, source TEXT, published_at TEXT NOT NULL, updated_at TEXT NOT NULL, seq INTEGER NOT NULL
) STRICT;
CREATE INDEX books_by_section ON books (section);
CREATE INDEX books_by_seq ON books (section, seq);
CREATE INDEX books_by_title ON books (section, title_key);
CREATE INDEX books_by_author ON books (author_id);

-- Every list of books in its order (see MEMBERSHIP). No foreign key, which would need an index by book as big as this
-- table: the writer deletes exactly the rows that it inserted.
CREATE TABLE memberships (
  kind INTEGER NOT NULL, target INTEGER NOT NULL, hot INTEGER NOT NULL, book_id INTEGER NOT NULL,
  status TEXT NOT NULL, length TEXT NOT NULL,
  PRIMARY KEY (kind, target, hot DESC, book_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE chapters (
  id INTEGER PRIMARY KEY AUTOINCREMENT, book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
  number INTEGER NOT NULL, title TEXT NOT NULL, part TEXT, kind TEXT NOT NULL, words INTEGER NOT NULL,
  price INTEGER, updated_at TEXT NOT NULL,
  UNIQUE (book_id, number)
) STRICT;
CREATE TABLE chapter_texts (
  chapter_id INTEGER PRIMARY KEY REFERENCES chapters (id) ON DELETE CASCADE, html TEXT NOT NULL
) STRICT;

-- Removed books, tags and keywords, for \`since\`.
CREATE TABLE removals (
  kind TEXT NOT NULL, section INTEGER NOT NULL, seq INTEGER NOT NULL, id INTEGER NOT NULL,
  PRIMARY KEY (kind, section, seq)
) STRICT, WITHOUT ROWID;

-- Rows of the brand '' are shared by all brands without rows of their own.
CREATE TABLE rankings (
  id INTEGER PRIMARY KEY AUTOINCREMENT, brand TEXT NOT NULL, section INTEGER NOT NULL, type TEXT NOT NULL,
  type_name TEXT NOT NULL, name TEXT NOT NULL,
  UNIQUE (section, brand, type, name)
) STRICT;
CREATE TABLE ranking_books (
  ranking_id INTEGER NOT NULL REFERENCES rankings (id) ON DELETE CASCADE, position INTEGER NOT NULL,
  book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
  PRIMARY KEY (ranking_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX ranking_books_by_book ON ranking_books (book_id);

CREATE TABLE shelves (
  id INTEGER PRIMARY KEY AUTOINCREMENT, brand TEXT NOT NULL, section INTEGER NOT NULL, name TEXT NOT NULL,
  style TEXT NOT NULL,
  UNIQUE (section, brand, name)
) STRICT;
CREATE TABLE shelf_books (
  shelf_id INTEGER NOT NULL REFERENCES shelves (id) ON DELETE CASCADE, position INTEGER NOT NULL,
  book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
  PRIMARY KEY (shelf_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX shelf_books_by_book ON shelf_books (book_id);

CREATE TABLE banners (
  id INTEGER PRIMARY KEY AUTOINCREMENT, brand TEXT NOT NULL, section INTEGER NOT NULL, title TEXT NOT NULL,
  subtitle TEXT NOT NULL, image TEXT, book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
  updated_at TEXT NOT NULL,
  UNIQUE (section, brand, title)
) STRICT;
CREATE INDEX banners_by_book ON banners (book_id);

CREATE TABLE help_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT, section INTEGER NOT NULL,
  book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE, inviter TEXT NOT NULL,
  needed INTEGER NOT NULL, helped INTEGER NOT NULL, expires_at TEXT NOT NULL,
  UNIQUE (book_id, inviter)
) STRICT;

-- The text is folded (tokenize.ts) before it is stored here; rowid is the book's id.
CREATE VIRTUAL TABLE book_search USING fts5 (
  title, author, subjects, introduction,
  content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 0", prefix='2 3'
);
-- Authors, tags and keywords; rowid is 4 * id + kind (see NAME_KIND).
CREATE VIRTUAL TABLE name_search USING fts5 (
  name, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 0", prefix='1 2 3'
);
-- Every word of a title or name, as it is and without each of its letters: two words that differ by one typo share a variant.
CREATE TABLE term_variants (
  section INTEGER NOT NULL, variant TEXT NOT NULL, term TEXT NOT NULL,
  PRIMARY KEY (section, variant, term)
) STRICT, WITHOUT ROWID;
`,
  `
-- As in the API's response: {"keyword": {"id", "name"}, "number"}.
ALTER TABLE books ADD COLUMN series TEXT;
`,
  `
-- Null if unknown.
ALTER TABLE books ADD COLUMN rating_count INTEGER;
`,
  `
-- When a chapter with a price becomes free: RFC 3339 in UTC to the second, so that texts compare like times.
ALTER TABLE chapters ADD COLUMN free_from TEXT;
CREATE INDEX chapters_by_free_from ON chapters (free_from) WHERE free_from IS NOT NULL;
-- The time up to which the change feed includes freed chapters.
INSERT INTO meta VALUES ('freed', '');
`,
  `
-- Which brands offer a book: \`offered_by\` has their ids as JSON, the original publisher first; null for every brand.
ALTER TABLE books ADD COLUMN offered_by TEXT;
-- The same as the number of a set of brands, which reads compare; 0 for every brand.
ALTER TABLE books ADD COLUMN brands INTEGER NOT NULL DEFAULT 0;
ALTER TABLE memberships ADD COLUMN brands INTEGER NOT NULL DEFAULT 0;
CREATE TABLE brand_sets (
  brand TEXT NOT NULL, set_id INTEGER NOT NULL, PRIMARY KEY (brand, set_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX books_by_brands ON books (section, brands);
-- The brand that a book was removed from; '' for every brand.
ALTER TABLE removals ADD COLUMN brand TEXT NOT NULL DEFAULT '';
`,
  `
-- Brands that offer every book; they are in every set.
CREATE TABLE whole_brands (brand TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
`,
  `
-- Who changed which record, and when. The columns before and after are JSON: the whole record if it was added or deleted,
-- else the fields that differ. Rows never change.
CREATE TABLE audit_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, who TEXT NOT NULL, command TEXT NOT NULL, act TEXT NOT NULL,
  kind TEXT NOT NULL, record INTEGER NOT NULL, name TEXT NOT NULL, before TEXT, after TEXT
) STRICT;
CREATE INDEX audit_log_by_record ON audit_log (kind, record);
CREATE TRIGGER audit_log_kept BEFORE DELETE ON audit_log BEGIN SELECT raise(ABORT, 'the audit log keeps its rows'); END;
CREATE TRIGGER audit_log_unchanged BEFORE UPDATE ON audit_log BEGIN SELECT raise(ABORT, 'the audit log keeps its rows'); END;
`,
  `
-- Books that visitors cannot see yet. \`publish_at\` is when they become visible, RFC 3339 in UTC to the second.
-- Such a book is in the negated section, with separate authors, tags and keywords, and its set of brands is -1: no call
-- reads that section, and no brand is in that set.
ALTER TABLE books ADD COLUMN publish_at TEXT;
ALTER TABLE books ADD COLUMN state TEXT GENERATED ALWAYS AS
  (CASE WHEN section > 0 THEN 'published' WHEN publish_at IS NULL THEN 'draft' ELSE 'scheduled' END) VIRTUAL;
CREATE INDEX books_by_publish_at ON books (publish_at) WHERE publish_at IS NOT NULL;
-- A chapter's position among all of its book; \`number\` counts published chapters, and is the negated place for others.
ALTER TABLE chapters ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
UPDATE chapters SET place = number;
ALTER TABLE chapters ADD COLUMN publish_at TEXT;
ALTER TABLE chapters ADD COLUMN state TEXT GENERATED ALWAYS AS
  (CASE WHEN number > 0 THEN 'published' WHEN publish_at IS NULL THEN 'draft' ELSE 'scheduled' END) VIRTUAL;
CREATE INDEX chapters_by_publish_at ON chapters (publish_at) WHERE publish_at IS NOT NULL;
`,
  `
-- Ids and names that authors, tags, keywords and genres had before they were renamed or merged: their addresses redirect to the one
-- with the id \`now\`.
CREATE TABLE former_names (
  kind TEXT NOT NULL, id INTEGER NOT NULL, name TEXT NOT NULL, now INTEGER NOT NULL,
  PRIMARY KEY (kind, id, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX former_names_by_now ON former_names (kind, now);
`,
  `
-- Books that were taken down permanently: their keys are not imported again. \`reason\` is the legal reason or null;
-- \`media\` has the files of the book as JSON.
CREATE TABLE takedowns (
  book_id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, title TEXT NOT NULL, section INTEGER NOT NULL, reason TEXT, at TEXT NOT NULL,
  media TEXT NOT NULL
) STRICT;
`,
  `
-- Rows changed by something other than the writer. During its transaction, the writer sets \`writing\`, which no other
-- connection sees. Steps that change rows of these tables must set it as well.
INSERT INTO meta VALUES ('writing', '0');
CREATE TABLE foreign_edits (
  place TEXT NOT NULL, record INTEGER NOT NULL, act TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (place, record)
) STRICT, WITHOUT ROWID;
${WATCHED.map(([table, record]) => foreignEditTriggers(table, record)).join('')}`,
  // A step only for PostgreSQL; step numbers are the same in both.
  '',
  `
-- Timestamps were stored as received; now they are in UTC to the second (repair-timestamps.ts). The change feed includes
-- the books that this changes.
UPDATE meta SET value = '1' WHERE key = 'writing';
UPDATE meta SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT) WHERE key = 'seq';
UPDATE books SET seq = (SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'seq')
  WHERE published_at <> utc_seconds(published_at) OR updated_at <> utc_seconds(updated_at)
    OR id IN (SELECT book_id FROM chapters WHERE updated_at <> utc_seconds(updated_at) OR free_from <> utc_seconds(free_from));
UPDATE books SET published_at = utc_seconds(published_at), updated_at = utc_seconds(updated_at), publish_at = utc_seconds(publish_at)
  WHERE published_at <> utc_seconds(published_at) OR updated_at <> utc_seconds(updated_at) OR publish_at <> utc_seconds(publish_at);
UPDATE chapters SET updated_at = utc_seconds(updated_at), free_from = utc_seconds(free_from), publish_at = utc_seconds(publish_at)
  WHERE updated_at <> utc_seconds(updated_at) OR free_from <> utc_seconds(free_from) OR publish_at <> utc_seconds(publish_at);
UPDATE help_events SET expires_at = utc_seconds(expires_at) WHERE expires_at <> utc_seconds(expires_at);
UPDATE meta SET value = '0' WHERE key = 'writing';
`,
  // A step only for PostgreSQL.
  '',
  `
-- The first lines of each book's first chapters (beginnings.ts), to find the book that an imported file resembles.
CREATE TABLE IF NOT EXISTS book_beginnings (
  hash TEXT NOT NULL, book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE, PRIMARY KEY (hash, book_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS book_beginnings_by_book ON book_beginnings (book_id);
INSERT OR IGNORE INTO book_beginnings
  SELECT hash, book_id FROM (
    SELECT beginning_of(t.html) AS hash, c.book_id FROM chapters c JOIN chapter_texts t ON t.chapter_id = c.id WHERE c.place <= 5
  ) WHERE hash IS NOT NULL;
`,
  `
-- Former states of books and chapters: \`state\` is compressed JSON (compressed-json.ts), \`media\` has its files as JSON. A
-- state was saved by \`saved_by\` ('' if unknown), and replaced by a save of \`replaced_by\`. \`…_how\` is the command of the
-- save, or restore or undo. \`sitting_from\` is the first of the saves that were combined (revision-states.ts).
CREATE TABLE revisions (
  id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, record INTEGER NOT NULL, book_id INTEGER NOT NULL,
  saved_at TEXT NOT NULL, saved_by TEXT NOT NULL, saved_how TEXT NOT NULL,
  replaced_at TEXT NOT NULL, replaced_by TEXT NOT NULL, replaced_how TEXT NOT NULL, sitting_from TEXT NOT NULL,
  state TEXT NOT NULL, media TEXT NOT NULL
) STRICT;
CREATE INDEX revisions_by_record ON revisions (kind, record, id);
CREATE INDEX revisions_by_book ON revisions (book_id);
CREATE INDEX revisions_by_age ON revisions (replaced_at);
`,
  `
-- Deleted records that can be restored (bin-states.ts). \`record\` is the former id, \`book_id\` the book that the record
-- belongs to or is. \`places\` and \`media\` are JSON, \`state\` is compressed JSON.
CREATE TABLE bin (
  id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, record INTEGER NOT NULL, book_id INTEGER, name TEXT NOT NULL,
  section INTEGER NOT NULL, brand TEXT NOT NULL, key TEXT, deleted_at TEXT NOT NULL, deleted_by TEXT NOT NULL,
  deleted_how TEXT NOT NULL, places TEXT NOT NULL, media TEXT NOT NULL, state TEXT NOT NULL, UNIQUE (kind, record)
) STRICT;
CREATE INDEX bin_by_book ON bin (book_id);
CREATE INDEX bin_by_age ON bin (deleted_at);
-- To find old revisions without reading their states.
DROP INDEX revisions_by_age;
CREATE INDEX revisions_by_time ON revisions (kind, record, replaced_at);
-- The chapters of deleted books.
CREATE TABLE bin_chapters (
  bin_id INTEGER NOT NULL REFERENCES bin (id) ON DELETE CASCADE, place INTEGER NOT NULL, state TEXT NOT NULL,
  PRIMARY KEY (bin_id, place)
) STRICT, WITHOUT ROWID;
`,
  `
-- Values that replace those of a brand's folder, as JSON. Pictures are names in brand_pictures, whose content is Base64.
-- Their names contain a hash of the content, so that earlier settings can be restored.
CREATE TABLE brand_settings (
  id INTEGER PRIMARY KEY AUTOINCREMENT, brand TEXT NOT NULL UNIQUE, fields TEXT NOT NULL, updated_at TEXT NOT NULL
) STRICT;
CREATE TABLE brand_pictures (name TEXT PRIMARY KEY, content TEXT NOT NULL) STRICT, WITHOUT ROWID;
`,
  `
-- The work of which the book is an edition, and what it was before its translation. \`alternative_titles\` is a JSON list.
ALTER TABLE books ADD COLUMN work TEXT;
ALTER TABLE books ADD COLUMN alternative_titles TEXT NOT NULL DEFAULT '[]';
ALTER TABLE books ADD COLUMN original_title TEXT;
ALTER TABLE books ADD COLUMN original_author TEXT;
ALTER TABLE books ADD COLUMN original_language TEXT;
CREATE INDEX books_by_work ON books (work) WHERE work IS NOT NULL;
`,
  `
-- A takedown erases texts from the log (erase-texts.ts). All other changes to its rows stay forbidden.
DROP TRIGGER audit_log_unchanged;
CREATE TRIGGER audit_log_unchanged BEFORE UPDATE ON audit_log
  WHEN (SELECT value FROM meta WHERE key = 'writing') <> '1'
    OR (OLD.id, OLD.at, OLD.who, OLD.command, OLD.act, OLD.kind, OLD.record, OLD.name)
      IS NOT (NEW.id, NEW.at, NEW.who, NEW.command, NEW.act, NEW.kind, NEW.record, NEW.name)
BEGIN SELECT raise(ABORT, 'the audit log keeps its rows'); END;
`,
];

/** Returns SQL of the triggers that record changes to a table that the writer did not make. */
function foreignEditTriggers(table: string, record: string): string {
  const triggerOn = (act: string, row: string) => `
CREATE TRIGGER ${table}_${act}_by_another AFTER ${act.toUpperCase()} ON ${table}
  WHEN (SELECT value FROM meta WHERE key = 'writing') <> '1'
BEGIN
  INSERT OR REPLACE INTO foreign_edits VALUES ('${table}', ${row}.${record}, '${act}', strftime('%Y-%m-%dT%H:%M:%SZ', 'now'));
END;`;
  return ['insert', 'update', 'delete'].map((act) => triggerOn(act, act === 'delete' ? 'OLD' : 'NEW')).join('');
}
