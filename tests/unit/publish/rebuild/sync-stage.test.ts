import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Brand } from '#src/brand/registry.ts';
import { silentLog } from '#src/lib/log.ts';
import { changedSince, syncStage } from '#src/publish/rebuild/sync-stage.ts';
import { createTally } from '#src/publish/rebuild/tally.ts';
import type { RebuildConfig } from '#src/publish/rebuild/types.ts';
import { testBrand } from '../../../helpers/memory-source.ts';
import { startMinimalUpstream } from '../../../helpers/minimal-upstream.ts';
import { type Answerer, type ScriptedServer, send, startScriptedServer } from '../../../helpers/scripted-server.ts';
import { bookNumbered, pageOf } from '../../../helpers/table-upstream.ts';

let server: ScriptedServer;
let answer: Answerer;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-sync-stage-'));
  server = await startScriptedServer((...args) => answer(...args));
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const brand = { ...testBrand, folder: '', apiPrefix: '/test_api', locales: ['en', 'es'] } as unknown as Brand;
const config = (change: Partial<RebuildConfig> = {}) =>
  ({ upstream: server.origin, log: silentLog, ...change }) as RebuildConfig;

const success = (data: object) => JSON.stringify({ success: 1, data, errors: [] });
const failure = (code: string) => JSON.stringify({ success: 0, data: null, errors: [{ code, message: 'no' }] });

describe('changedSince, which reads the books that have changed since a cursor', () => {
  it('requests the changes for each language of the brand under its prefix', async () => {
    answer = (response, { query }) => {
      const book = bookNumbered(Number(query['section']), { language: 'en' });
      send(response, 200, success({ ...pageOf([book], {}), cursor: 'c.8' }));
    };
    const changed = await changedSince(config(), brand, 'c.7');
    expect([...changed].map(([code, books]) => [code, [...books.keys()]])).toEqual([
      ['en', [Number(server.seen[0]?.query['section'])]],
      ['es', [Number(server.seen.at(-1)?.query['section'])]],
    ]);
    expect(server.seen[0]?.query['section']).not.toBe(server.seen.at(-1)?.query['section']);
    expect(server.seen.map(({ path }) => path).filter((path) => path !== '/test_api/v1/book.list')).toEqual([]);
    expect(server.seen[0]?.query['since']).toBe('c.7');
  });

  it('rejects a cursor that the upstream does not accept', async () => {
    answer = (response) => send(response, 400, failure('BAD_REQUEST'));
    await expect(changedSince(config(), brand, 'other.1')).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('"other.1"'),
    });
  });
});

describe('the sync stage of a rebuild', () => {
  it('fails with the error of the failed call, and counts calls, failures and retries', async () => {
    answer = (response) => send(response, 403, failure('FORBIDDEN'));
    const tally = createTally();
    const sync = { config: config(), brand, pullsSettings: true, file: join(folder, 'catalogue.db'), tally };
    await expect(syncStage(sync)).rejects.toThrow('section');
    const { calls, errors, retries } = tally.upstream;
    expect(calls).toBeGreaterThan(0);
    expect({ errors, retries }).toEqual({ errors: calls, retries: 0 });
  });

  it('reports the number of calls, and leaves out a tag that breaks the contract', async () => {
    const upstream = await startMinimalUpstream((name, body) => {
      const first = name === 'seo.book_tags' && (body as { data: { items: object[] } }).data.items[0];
      return first ? Object.assign(first, { name: 7 }) && body : body;
    });
    const tally = createTally();
    const settings = { upstream: upstream.origin, log: silentLog } as RebuildConfig;
    const file = join(folder, 'catalogue.db');
    const english: Brand = { ...brand, apiPrefix: '/freenovel_api', locales: ['en'] };
    const synced = await syncStage({ config: settings, brand: english, pullsSettings: true, file, tally });
    await upstream.close();
    expect(synced).toMatchObject({ apiCalls: tally.upstream.calls, losses: [{ call: 'seo.book_tags', items: 1 }] });
    expect(tally.upstream.calls).toBeGreaterThan(10);
  });
});
