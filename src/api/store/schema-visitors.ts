/** What visitors leave behind, in a file of its own: a long import never keeps a visitor from signing in. */
export const VISITORS_SCHEMA: readonly string[] = [
  `
CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT, email TEXT NOT NULL UNIQUE, name TEXT NOT NULL, password TEXT NOT NULL,
  coins INTEGER NOT NULL DEFAULT 0, created_at TEXT NOT NULL
) STRICT;

-- token is the SHA-256 of what the visitor holds.
CREATE TABLE sessions (
  token TEXT PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at TEXT NOT NULL, expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

CREATE TABLE devices (
  uuid TEXT PRIMARY KEY, platform TEXT NOT NULL, first_seen TEXT NOT NULL, last_seen TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- entry is null where the book was removed at that moment; at is milliseconds since 1970.
CREATE TABLE history (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE, book_id INTEGER NOT NULL,
  at INTEGER NOT NULL, entry TEXT,
  PRIMARY KEY (user_id, book_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE unlocks (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE, book_id INTEGER NOT NULL,
  chapter_id INTEGER NOT NULL, unlocked_at TEXT NOT NULL,
  PRIMARY KEY (user_id, book_id, chapter_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE recharges (
  id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  coins INTEGER NOT NULL, amount TEXT NOT NULL, state TEXT NOT NULL, created_at TEXT NOT NULL
) STRICT;
CREATE INDEX recharges_by_user ON recharges (user_id, id);

CREATE TABLE vouchers (
  id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL, coins INTEGER NOT NULL, used_on TEXT, expires_at TEXT NOT NULL, created_at TEXT NOT NULL
) STRICT;
CREATE INDEX vouchers_by_user ON vouchers (user_id, id);

CREATE TABLE help_clicks (
  event_id INTEGER NOT NULL, device TEXT NOT NULL, at TEXT NOT NULL,
  PRIMARY KEY (event_id, device)
) STRICT, WITHOUT ROWID;
`,
  `
-- Views of a page in a day (UTC).
CREATE TABLE page_views (
  day TEXT NOT NULL, brand TEXT NOT NULL, path TEXT NOT NULL, views INTEGER NOT NULL,
  PRIMARY KEY (day, brand, path)
) STRICT, WITHOUT ROWID;
`,
  `
CREATE TABLE shares (
  token TEXT PRIMARY KEY, device TEXT NOT NULL, kind TEXT NOT NULL, target_id INTEGER NOT NULL,
  created_at TEXT NOT NULL, expires_at TEXT NOT NULL,
  UNIQUE (device, kind, target_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX shares_by_expiry ON shares (expires_at);

-- languages and books are JSON lists.
CREATE TABLE translator_applications (
  id INTEGER PRIMARY KEY AUTOINCREMENT, brand TEXT NOT NULL, key TEXT NOT NULL, email TEXT NOT NULL,
  name TEXT NOT NULL, native TEXT NOT NULL, languages TEXT NOT NULL, books TEXT NOT NULL, about TEXT NOT NULL,
  section INTEGER NOT NULL, created_at TEXT NOT NULL,
  UNIQUE (brand, key), UNIQUE (brand, email)
) STRICT;
`,
];
