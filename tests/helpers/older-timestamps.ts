import type { Database } from '#src/api/store/database.ts';
import { raw } from '#src/api/store/sql.ts';

/** SQL that creates catalogue rows whose timestamps have the formats of earlier versions, for both databases. */
export const CATALOGUE_ROWS = `
UPDATE meta SET value = '1' WHERE key = 'writing';
INSERT INTO authors (id, section, name, introduction, updated_at) VALUES (1, 7, 'Ann', '', '2026-01-01T00:00:00Z');
INSERT INTO books (id, key, fingerprint, section, title, title_key, author_id, author_name, category, status, introduction,
    genres, tags, keywords, words, chapters, hot, language, published_at, updated_at, seq) VALUES
  (1, 'a', '', 7, 'A', 'a', 1, 'Ann', '', 'updating', '', '[]', '[]', '[]', 0, 0, 0, 'en', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 5),
  (2, 'b', '', 7, 'B', 'b', 1, 'Ann', '', 'updating', '', '[]', '[]', '[]', 0, 0, 0, 'en', '2026-01-01T00:00:00.123Z', '2026-01-01T01:00:00+02:00', 6),
  (3, 'c', '', 7, 'C', 'c', 1, 'Ann', '', 'updating', '', '[]', '[]', '[]', 0, 0, 0, 'en', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 7);
INSERT INTO chapters (id, book_id, number, place, title, kind, words, price, free_from, updated_at) VALUES
  (1, 1, 1, 1, 'One', 'chapter', 0, 5, NULL, '2026-01-01T00:00:00Z'),
  (2, 3, 1, 1, 'One', 'chapter', 0, 5, '+010000-01-01T23:58:59Z', '2026-01-01T00:00:00.500Z');
INSERT INTO help_events (id, section, book_id, inviter, needed, helped, expires_at) VALUES
  (1, 7, 1, 'Mo', 5, 0, '2026-06-01T12:00:00+10:00'), (2, 7, 2, 'Mo', 5, 0, '2026-06-01T12:00:00+05');
UPDATE meta SET value = '7' WHERE key = 'seq';
UPDATE meta SET value = '0' WHERE key = 'writing';
`;

export const VISITORS_ROWS = `
INSERT INTO users (id, accounts, email, name, password, created_at) VALUES (1, 'local', 'a@example.org', 'Ann', '', '2026-01-01T00:00:00.000Z');
INSERT INTO vouchers (id, user_id, name, coins, expires_at, created_at) VALUES
  (1, 1, 'A', 5, '2026-06-01T12:00:00+10:00', ''), (2, 1, 'B', 5, '2026-06-01T12:00:00.000Z', ''), (3, 1, 'C', 5, '2026-06-01T12:00:00Z', '');
INSERT INTO library (user_id, kind, id, at, value, seq) VALUES
  (1, 'mark', 'aaaaaaaa', 1, '{"note":"é","created_at":"2026-01-01T00:00:00+05","updated_at":"2026-01-01T00:00:00Z"}', 1),
  (1, 'mark', 'bbbbbbbb', 1, NULL, 2),
  (1, 'shelf', '4', 1, '{"added_at":"2026-01-01 00:00:00Z"}', 3),
  (1, 'seen', '4', 1, '{"chapters":3}', 4);
`;

const READS = {
  'catalogue.db': [
    'SELECT id, published_at, updated_at, seq FROM books ORDER BY id',
    'SELECT id, free_from, updated_at FROM chapters ORDER BY id',
    'SELECT id, expires_at FROM help_events ORDER BY id',
    `SELECT key, value FROM meta WHERE key IN ('seq', 'writing') ORDER BY key`,
    'SELECT place FROM foreign_edits',
  ],
  'visitors.db': ['SELECT id, expires_at FROM vouchers ORDER BY id', 'SELECT id, value FROM library ORDER BY seq'],
} as const;

export type Repaired = keyof typeof READS;

/** Returns the repaired values, one list per row. JSON is parsed, because the databases format it differently. */
export async function readRepaired(database: Database, name: Repaired): Promise<unknown[][][]> {
  const value = (one: unknown) => (typeof one === 'string' && one.startsWith('{') ? JSON.parse(one) : one);
  return Array.fromAsync(READS[name], async (query) =>
    (await database.all(raw(query))).map((row) => Object.values(row).map(value)),
  );
}

export const REPAIRED: Readonly<Record<Repaired, unknown>> = {
  'catalogue.db': [
    [
      [1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 5],
      [2, '2026-01-01T00:00:00Z', '2025-12-31T23:00:00Z', 8],
      [3, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 8],
    ],
    [
      [1, null, '2026-01-01T00:00:00Z'],
      [2, '9999-12-31T23:59:59Z', '2026-01-01T00:00:00Z'],
    ],
    [
      [1, '2026-06-01T02:00:00Z'],
      [2, '2026-06-01T07:00:00Z'],
    ],
    [
      ['seq', '8'],
      ['writing', '0'],
    ],
    [],
  ],
  'visitors.db': [
    [
      [1, '2026-06-01T02:00:00.000Z'],
      [2, '2026-06-01T12:00:00.000Z'],
      [3, '2026-06-01T12:00:00.000Z'],
    ],
    [
      ['aaaaaaaa', { note: 'é', created_at: '2025-12-31T19:00:00.000Z', updated_at: '2026-01-01T00:00:00Z' }],
      ['bbbbbbbb', null],
      ['4', { added_at: '2026-01-01T00:00:00.000Z' }],
      ['4', { chapters: 3 }],
    ],
  ],
};
