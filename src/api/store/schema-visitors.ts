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
];
