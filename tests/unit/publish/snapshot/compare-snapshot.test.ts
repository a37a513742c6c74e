import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bookList } from '#src/contract/index.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { openSql } from '#src/lib/sqlite.ts';
import { compareSnapshot } from '#src/publish/snapshot/compare-snapshot.ts';
import { createCursors } from '#src/publish/snapshot/pull-changes.ts';
import { openSnapshot } from '#src/publish/snapshot/schema.ts';
import { tableUpstream } from '../../../helpers/table-upstream.ts';

const { en } = LOCALES;
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-compare-'));
  file = join(folder, 'catalogue.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A snapshot with three books from the list of all books, and one that occurs only in a ranking. */
function snapshot({ cursor = 'c', losses = false }: { cursor?: string | undefined; losses?: boolean } = {}): void {
  const sql = openSnapshot(file);
  for (const [id, feed] of [
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 0],
  ] as const)
    sql.run(`INSERT INTO books VALUES (?, ?, 0, '', ?, 0, '{}')`, en.section, id, feed);
  sql.run(`INSERT INTO books VALUES (?, 5, 0, '', 1, 0, '{}')`, en.section + 1);
  createCursors(sql, en.section).set(bookList.name, cursor === '' ? undefined : cursor);
  if (losses) sql.run(`INSERT INTO meta VALUES ('losses', '1')`);
  sql.close();
}

interface UpstreamChanges {
  readonly changed?: number;
  readonly removed?: readonly number[];
  readonly total?: number;
}

const upstream = ({ changed = 0, removed, total = 3 }: UpstreamChanges) =>
  tableUpstream({
    'book.list': ({ since }) => ({
      items: [],
      page: 1,
      page_size: 1,
      total: since === 'c' ? changed : total,
      ...(since === 'c' && removed ? { removed } : {}),
    }),
  });
const compare = (changes: UpstreamChanges = {}) => compareSnapshot(file, en, upstream(changes));

it('a snapshot equals the upstream if both have the same number of books and no change is listed', async () => {
  snapshot();
  expect(await compare()).toEqual({ state: 'same', books: 3 });
});

it('a snapshot is behind the upstream by the number of changed and removed books', async () => {
  snapshot();
  expect(await compare({ changed: 2 })).toEqual({ state: 'behind', changes: 2 });
  expect(await compare({ removed: [7] })).toEqual({ state: 'behind', changes: 1 });
  expect(await compare({ changed: 2, removed: [7, 8], total: 9 })).toEqual({ state: 'behind', changes: 4 });
});

it('a snapshot differs from the upstream if the numbers of books differ although no change is listed', async () => {
  snapshot();
  expect(await compare({ total: 4 })).toEqual({ state: 'different', books: 3, upstream: 4 });
  expect(await compare({ total: 2 })).toEqual({ state: 'different', books: 3, upstream: 2 });
});

it('a snapshot cannot be compared with an upstream that lists no changes or that broke the contract', async () => {
  snapshot({ cursor: '' });
  expect(await compare()).toEqual({ state: 'unknown' });
  rmSync(file);
  snapshot({ losses: true });
  expect(await compare()).toEqual({ state: 'unknown' });
});

it.each(['changes', 'books'])(
  'a snapshot cannot be compared with an upstream that does not respond to the request for %s',
  async (which) => {
    snapshot();
    const client = tableUpstream({
      'book.list': ({ since }) =>
        (since === 'c') === (which === 'changes') ? 'UNAVAILABLE' : { items: [], page: 1, page_size: 1, total: 3 },
    });
    expect(await compareSnapshot(file, en, client)).toEqual({ state: 'unknown' });
  },
);

it('a snapshot from an older version counts as outdated, and a snapshot that cannot be read as damaged', async () => {
  snapshot();
  const sql = openSql(file);
  sql.run('PRAGMA user_version = 1');
  sql.close();
  expect(await compare()).toEqual({ state: 'outdated' });
  writeFileSync(file, 'no database');
  expect(await compare()).toMatchObject({ state: 'damaged', problem: expect.any(String) });
});
