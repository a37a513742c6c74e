import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LOCALES } from '#src/contract/locales.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { noteAbilities } from '#src/snapshot/abilities.ts';
import type { UpstreamCaller } from '#src/snapshot/pull.ts';
import { openSnapshot } from '#src/snapshot/schema.ts';
import { type Table, tableUpstream } from '../../helpers/table-upstream.ts';

let folder: string;
let sql: Sql;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-abilities-'));
  sql = openSnapshot(join(folder, 'catalogue.db'));
});
afterEach(() => {
  sql.close();
  rmSync(folder, { recursive: true, force: true });
});

async function noted(upstream: UpstreamCaller): Promise<(string | undefined)[]> {
  await noteAbilities(sql, upstream, LOCALES.en);
  return ['accounts', 'translators', 'filtered'].map(
    (word) => sql.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', word)?.value,
  );
}

/** Answers no probe, so that nothing is known to be lacking, and every call so. */
const silent = (status: number, code: string): UpstreamCaller => ({
  lacks: () => false,
  async probe() {},
  call: async (call) => ({ success: 0, data: call.empty, errors: [{ code, message: 'not now' }], status }),
});

const able: Table = {
  'auth.login': () => 'BAD_REQUEST',
  'translator.apply': () => 'BAD_REQUEST',
  'tag.books': () => ({}),
};

it('notes what the upstream has, and what it has got since', async () => {
  expect(await noted(tableUpstream({ 'genre.books': () => ({}), 'category.books': () => ({}) }))).toEqual([
    'no',
    'no',
    'genre',
  ]);
  expect(await noted(tableUpstream(able))).toEqual(['yes', 'yes', 'tag']);
  expect(await noted(tableUpstream({}))).toEqual(['no', 'no', '']);
});

it.each([
  ['is busy', 503, 'CLIENT_STATUS'],
  ['has had too much', 429, 'RATE_LIMITED'],
  ['does not answer in time', 0, 'CLIENT_TIMEOUT'],
  ['is gone', 0, 'CLIENT_NETWORK'],
])('keeps what it noted of an upstream that %s', async (_, status, code) => {
  for (const table of [{}, able]) {
    const before = await noted(tableUpstream(table));
    expect(await noted(silent(status, code))).toEqual(before);
  }
});

it('takes an upstream it knows nothing of for able until it says otherwise', async () => {
  expect(await noted(silent(503, 'CLIENT_STATUS'))).toEqual(['yes', 'yes', 'category genre tag']);
});
