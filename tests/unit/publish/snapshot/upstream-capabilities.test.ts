import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LOCALES } from '#src/contract/locales.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { openSnapshot } from '#src/publish/snapshot/schema.ts';
import { storeCapabilities } from '#src/publish/snapshot/upstream-capabilities.ts';
import type { UpstreamClient } from '#src/publish/snapshot/upstream-reader.ts';
import { type Table, tableUpstream } from '../../../helpers/table-upstream.ts';

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

async function stored(upstream: UpstreamClient): Promise<(string | undefined)[]> {
  await storeCapabilities(sql, upstream, LOCALES.en);
  return ['accounts', 'translators', 'reports', 'filtered'].map(
    (word) => sql.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', word)?.value,
  );
}

/**
 * An upstream that responds to no probe, so that no call is known to be missing, and that fails every call with this
 * status and code.
 */
const silent = (status: number, code: string): UpstreamClient => ({
  lacks: () => false,
  async probe() {},
  call: async (call) => ({ success: 0, data: call.empty, errors: [{ code, message: 'not now' }], status }),
});

const able: Table = {
  'auth.login': () => 'BAD_REQUEST',
  'translator.apply': () => 'BAD_REQUEST',
  'report.add': () => 'BAD_REQUEST',
  'tag.books': () => ({}),
};

it('the snapshot records which calls the upstream has, also after the upstream has gained or lost calls', async () => {
  expect(await stored(tableUpstream({ 'genre.books': () => ({}), 'category.books': () => ({}) }))).toEqual([
    'no',
    'no',
    'no',
    'genre',
  ]);
  expect(await stored(tableUpstream(able))).toEqual(['yes', 'yes', 'yes', 'tag']);
  expect(await stored(tableUpstream({}))).toEqual(['no', 'no', 'no', '']);
});

it.each([
  ['responds with 503', 503, 'CLIENT_STATUS'],
  ['responds with 429', 429, 'RATE_LIMITED'],
  ['times out', 0, 'CLIENT_TIMEOUT'],
  ['is down', 0, 'CLIENT_NETWORK'],
])('the snapshot keeps the recorded capabilities if the upstream %s', async (_, status, code) => {
  for (const table of [{}, able]) {
    const before = await stored(tableUpstream(table));
    expect(await stored(silent(status, code))).toEqual(before);
  }
});

it('an upstream that has never responded is recorded in the snapshot as having all calls', async () => {
  expect(await stored(silent(503, 'CLIENT_STATUS'))).toEqual(['yes', 'yes', 'yes', 'category genre tag']);
});
