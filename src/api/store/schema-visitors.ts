import { LIVING_LISTS } from './schema-living-lists.ts';
/** The schema of visitors' data, which is in a separate file so that a long import never blocks sign-ins. */
export const VISITORS_SCHEMA: readonly string[] = [
  `
CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT, email TEXT NOT NULL UNIQUE, name TEXT NOT NULL, password TEXT NOT NULL,
  coins INTEGER NOT NULL DEFAULT 0, created_at TEXT NOT NULL
) STRICT;

-- token is the SHA-256 of the visitor's token.
CREATE TABLE sessions (
  token TEXT PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at TEXT NOT NULL, expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

CREATE TABLE devices (
  uuid TEXT PRIMARY KEY, platform TEXT NOT NULL, first_seen TEXT NOT NULL, last_seen TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- entry is null if the book was removed at that time; at is milliseconds since 1970.
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
  `
-- A session is one sign-in on one device. Visitors who signed in before this step must sign in again.
DROP TABLE sessions;
CREATE TABLE sessions (
  id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  browser TEXT, system TEXT, created_at TEXT NOT NULL, seen_at TEXT NOT NULL, expires_at TEXT NOT NULL,
  generation INTEGER NOT NULL DEFAULT 0, renewed_at TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- Tokens are stored as SHA-256.
CREATE TABLE access_tokens (
  token TEXT PRIMARY KEY, session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX access_tokens_by_session ON access_tokens (session_id);
CREATE INDEX access_tokens_by_expiry ON access_tokens (expires_at);

-- Used tokens stay as long as the session, so that their reuse is detected.
CREATE TABLE refresh_tokens (
  token TEXT PRIMARY KEY, session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  generation INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id);

-- Whether the visitor has shown that mail to the address reaches them.
ALTER TABLE users ADD COLUMN proven INTEGER NOT NULL DEFAULT 0;

CREATE TABLE reset_tokens (
  token TEXT PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX reset_tokens_by_user ON reset_tokens (user_id);

CREATE TABLE identities (
  issuer TEXT NOT NULL, subject TEXT NOT NULL, user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX identities_by_user ON identities (user_id);

-- Sign-ins in progress at the OpenID provider.
CREATE TABLE oidc_states (
  state TEXT PRIMARY KEY, brand TEXT NOT NULL, nonce TEXT NOT NULL, verifier TEXT NOT NULL, expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Payments for chapters; key identifies the request.
CREATE TABLE payments (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE, key TEXT NOT NULL,
  book_id INTEGER NOT NULL, chapter_id INTEGER NOT NULL, coins INTEGER NOT NULL, voucher_id INTEGER,
  paid_at TEXT NOT NULL,
  PRIMARY KEY (user_id, key)
) STRICT, WITHOUT ROWID;
`,
  `
-- Items of visitors' libraries (src/contract/entities/library.ts): value is null if the item was removed; at is
-- milliseconds since 1970; seq rises with every change by the visitor.
CREATE TABLE library (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE, kind TEXT NOT NULL, id TEXT NOT NULL,
  at INTEGER NOT NULL, value TEXT, seq INTEGER NOT NULL,
  PRIMARY KEY (user_id, kind, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX library_by_seq ON library (user_id, seq);
INSERT INTO library (user_id, kind, id, at, value, seq)
  SELECT user_id, 'read', book_id, at, json_remove(entry, '$.read_at'),
    row_number() OVER (PARTITION BY user_id ORDER BY at, book_id)
  FROM history;
DROP TABLE history;
`,
  `
-- Browsers that are notified of new chapters. told is the number of the last chapter notified, or that existed before.
CREATE TABLE push_subscriptions (
  id INTEGER PRIMARY KEY AUTOINCREMENT, endpoint TEXT NOT NULL UNIQUE, brand TEXT NOT NULL, p256dh TEXT NOT NULL,
  auth TEXT NOT NULL, reader TEXT NOT NULL, created_at TEXT NOT NULL
) STRICT;
CREATE TABLE push_books (
  subscription_id INTEGER NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE, book_id INTEGER NOT NULL,
  told INTEGER NOT NULL,
  PRIMARY KEY (subscription_id, book_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX push_books_by_book ON push_books (book_id, told);
-- due and queued are milliseconds since 1970.
CREATE TABLE push_outbox (
  subscription_id INTEGER NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE, book_id INTEGER NOT NULL,
  chapter_id INTEGER NOT NULL, title TEXT NOT NULL, body TEXT NOT NULL, tries INTEGER NOT NULL, due INTEGER NOT NULL,
  queued INTEGER NOT NULL,
  PRIMARY KEY (subscription_id, book_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX push_outbox_by_time ON push_outbox (due);

-- Words searched in a day (UTC); key is the folded word.
CREATE TABLE searches (
  day TEXT NOT NULL, section INTEGER NOT NULL, key TEXT NOT NULL, word TEXT NOT NULL, times INTEGER NOT NULL,
  PRIMARY KEY (day, section, key)
) STRICT, WITHOUT ROWID;
`,
  `
DROP TABLE searches;
-- Words that visitors searched for, with the last day (UTC). key is the folded word; visitor is a hash of word and device,
-- so that the words of one visitor cannot be linked.
CREATE TABLE searches (
  section INTEGER NOT NULL, key TEXT NOT NULL, visitor TEXT NOT NULL, word TEXT NOT NULL, day TEXT NOT NULL,
  PRIMARY KEY (section, key, visitor)
) STRICT, WITHOUT ROWID;
CREATE INDEX searches_by_day ON searches (day);
`,
  `
-- Devices that have signed in to an account; device is the SHA-256 of its id.
CREATE TABLE known_devices (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE, device TEXT NOT NULL, seen_at TEXT NOT NULL,
  PRIMARY KEY (user_id, device)
) STRICT, WITHOUT ROWID;
`,
  `
-- Accounts belong to a group of brands. '' marks those from before this step; they join the first group they sign in to.
CREATE TABLE users_of_groups (
  id INTEGER PRIMARY KEY AUTOINCREMENT, accounts TEXT NOT NULL DEFAULT '', email TEXT NOT NULL, name TEXT NOT NULL,
  password TEXT NOT NULL, coins INTEGER NOT NULL DEFAULT 0, created_at TEXT NOT NULL,
  proven INTEGER NOT NULL DEFAULT 0,
  UNIQUE (accounts, email)
) STRICT;
INSERT INTO users_of_groups (id, email, name, password, coins, created_at, proven)
  SELECT id, email, name, password, coins, created_at, proven FROM users;
DROP TABLE users;
ALTER TABLE users_of_groups RENAME TO users;
CREATE INDEX users_by_email ON users (email);

-- An identity at a provider may have an account in each group.
CREATE TABLE identities_of_groups (
  issuer TEXT NOT NULL, subject TEXT NOT NULL, user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (issuer, subject, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO identities_of_groups SELECT issuer, subject, user_id FROM identities;
DROP TABLE identities;
ALTER TABLE identities_of_groups RENAME TO identities;
CREATE INDEX identities_by_user ON identities (user_id);
`,
  `
-- Accounts that may use the admin. secret belongs to the second factor, which is in use from confirmed_at on; used_step is
-- the time step of the last accepted code.
CREATE TABLE staff (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE, role TEXT NOT NULL, granted_by TEXT NOT NULL,
  granted_at TEXT NOT NULL, secret TEXT, confirmed_at TEXT, used_step INTEGER NOT NULL DEFAULT 0
) STRICT;

-- token is the SHA-256 of the browser's token.
CREATE TABLE staff_sessions (
  token TEXT PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES staff (user_id) ON DELETE CASCADE,
  created_at TEXT NOT NULL, seen_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX staff_sessions_by_user ON staff_sessions (user_id);

-- Each replaces one code of the second factor, once; code is its SHA-256.
CREATE TABLE recovery_codes (
  user_id INTEGER NOT NULL REFERENCES staff (user_id) ON DELETE CASCADE, code TEXT NOT NULL,
  PRIMARY KEY (user_id, code)
) STRICT, WITHOUT ROWID;

-- When the account was locked; null if it can sign in.
ALTER TABLE users ADD COLUMN locked_at TEXT;
`,
  `
-- Mistakes that readers report; user_id is the signed-in visitor. Settled reports state when and by whom (an email address);
-- note is a remark on them.
CREATE TABLE reports (
  id INTEGER PRIMARY KEY AUTOINCREMENT, brand TEXT NOT NULL, key TEXT NOT NULL,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE, section INTEGER NOT NULL, book_id INTEGER NOT NULL,
  chapter_id INTEGER NOT NULL, kind TEXT NOT NULL, passage TEXT NOT NULL, text TEXT NOT NULL, created_at TEXT NOT NULL,
  settled_at TEXT, settled_by TEXT, note TEXT NOT NULL DEFAULT '',
  UNIQUE (brand, key)
) STRICT;
CREATE INDEX reports_by_user ON reports (user_id);
CREATE INDEX reports_by_settling ON reports (settled_at);
`,
  `
-- Timestamps were stored as received; now they are in UTC (repair-timestamps.ts).
UPDATE vouchers SET expires_at = utc_milliseconds(expires_at) WHERE expires_at <> utc_milliseconds(expires_at);
UPDATE library SET value = json_set(value, '$.added_at', utc_given(value ->> '$.added_at'))
  WHERE kind = 'shelf' AND value ->> '$.added_at' <> utc_given(value ->> '$.added_at');
UPDATE library SET value = json_set(value, '$.created_at', utc_given(value ->> '$.created_at'),
    '$.updated_at', utc_given(value ->> '$.updated_at'))
  WHERE kind = 'mark' AND (value ->> '$.created_at' <> utc_given(value ->> '$.created_at')
    OR value ->> '$.updated_at' <> utc_given(value ->> '$.updated_at'));
`,
  `
-- The language of the account's last sign-in and of its mails, as in the calls' parameter lang.
ALTER TABLE users ADD COLUMN lang TEXT NOT NULL DEFAULT '';

-- The push service of the endpoint, for fair delivery; '' for subscriptions from before this step.
ALTER TABLE push_subscriptions ADD COLUMN service TEXT NOT NULL DEFAULT '';

-- Invitations to the admin. token is the SHA-256 of the one in the link; secret is that of the second factor which the
-- page last offered to the visitor, or empty.
CREATE TABLE staff_invitations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, accounts TEXT NOT NULL, email TEXT NOT NULL UNIQUE, role TEXT NOT NULL,
  token TEXT NOT NULL UNIQUE, secret TEXT NOT NULL DEFAULT '', invited_by TEXT NOT NULL, created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT;
`,
  `
-- Statistics (docs/operate/analytics.md). day is a UTC day; period is a day, or a month such as 2026-03 for older rows;
-- devices and readers are 0 until the day is closed.
CREATE TABLE statistics_sites (
  day TEXT NOT NULL, brand TEXT NOT NULL, section INTEGER NOT NULL, views INTEGER NOT NULL DEFAULT 0,
  reads INTEGER NOT NULL DEFAULT 0,
  shelved INTEGER NOT NULL DEFAULT 0, unlocks INTEGER NOT NULL DEFAULT 0, searches INTEGER NOT NULL DEFAULT 0,
  unanswered INTEGER NOT NULL DEFAULT 0,
  sign_ups INTEGER NOT NULL DEFAULT 0, devices INTEGER NOT NULL DEFAULT 0, readers INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (day, brand, section)
) STRICT, WITHOUT ROWID;
CREATE TABLE statistics_books (
  day TEXT NOT NULL, brand TEXT NOT NULL, section INTEGER NOT NULL, book_id INTEGER NOT NULL,
  views INTEGER NOT NULL DEFAULT 0,
  reads INTEGER NOT NULL DEFAULT 0, shelved INTEGER NOT NULL DEFAULT 0, unlocks INTEGER NOT NULL DEFAULT 0,
  devices INTEGER NOT NULL DEFAULT 0,
  readers INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (day, brand, section, book_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE statistics_chapters (
  period TEXT NOT NULL, brand TEXT NOT NULL, section INTEGER NOT NULL, book_id INTEGER NOT NULL,
  chapter_id INTEGER NOT NULL, views INTEGER NOT NULL DEFAULT 0, reads INTEGER NOT NULL DEFAULT 0,
  unlocks INTEGER NOT NULL DEFAULT 0,
  devices INTEGER NOT NULL DEFAULT 0, readers INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (period, brand, section, book_id, chapter_id)
) STRICT, WITHOUT ROWID;
-- book_id is 0 for pages without a book; origin is '' for visits without a referrer.
CREATE TABLE statistics_origins (
  period TEXT NOT NULL, brand TEXT NOT NULL, section INTEGER NOT NULL, book_id INTEGER NOT NULL, origin TEXT NOT NULL,
  views INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (period, brand, section, book_id, origin)
) STRICT, WITHOUT ROWID;
-- Searches without results; key is the folded word.
CREATE TABLE statistics_words (
  period TEXT NOT NULL, brand TEXT NOT NULL, section INTEGER NOT NULL, key TEXT NOT NULL, word TEXT NOT NULL,
  times INTEGER NOT NULL DEFAULT 0, devices INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (period, brand, section, key)
) STRICT, WITHOUT ROWID;

-- The following rows are deleted when their day is closed. device is a hash with the salt of the day; each
-- device has a row for the site (book_id and chapter_id are 0), for each book (chapter_id is 0) and for each chapter.
CREATE TABLE statistics_salts (day TEXT PRIMARY KEY, salt TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE statistics_devices (
  day TEXT NOT NULL, brand TEXT NOT NULL, section INTEGER NOT NULL, book_id INTEGER NOT NULL,
  chapter_id INTEGER NOT NULL, device INTEGER NOT NULL, has_read INTEGER NOT NULL,
  PRIMARY KEY (day, brand, section, book_id, chapter_id, device)
) STRICT, WITHOUT ROWID;
CREATE TABLE statistics_searchers (
  day TEXT NOT NULL, brand TEXT NOT NULL, section INTEGER NOT NULL, key TEXT NOT NULL, device INTEGER NOT NULL,
  PRIMARY KEY (day, brand, section, key, device)
) STRICT, WITHOUT ROWID;
-- The last batch that each process has stored, so that no batch is stored twice.
CREATE TABLE statistics_batches (process TEXT PRIMARY KEY, batch INTEGER NOT NULL, day TEXT NOT NULL) STRICT, WITHOUT ROWID;
`,
  LIVING_LISTS,
];
