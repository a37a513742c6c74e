import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createServerClient } from '#src/contract/client/client.server.ts';
import { silentLog } from '#src/lib/log.ts';
import { openSource, syncSnapshot } from '#src/publish/snapshot/index.ts';
import { type ScriptedServer, send, startScriptedServer } from '../../../helpers/scripted-server.ts';
import { PREFIX, type SmallApi, startSmallApi } from '../../../helpers/small-api.ts';

let folder: string;
let api: SmallApi;
let upstream: ScriptedServer;
/** Numbers of concurrent `book.list` calls, counted when each call starts and including the call itself. */
let crowds: number[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-troubled-'));
  api = await startSmallApi(3000);
  crowds = [];
  let inProgress = 0;
  // An upstream that accepts only two concurrent calls for pages of books.
  upstream = await startScriptedServer(async (response, { path, query }) => {
    const isPage = path.endsWith('book.list');
    if (isPage) inProgress += 1;
    if (isPage) crowds.push(inProgress);
    const isTooMuch = isPage && inProgress > 2;
    if (isTooMuch) send(response, 429, { success: 0, data: null, errors: [] }, { 'retry-after': '0' });
    else {
      const answer = await fetch(`${api.origin}${path}?${new URLSearchParams(query)}`);
      send(response, answer.status, await answer.text());
    }
    if (isPage) inProgress -= 1;
  });
});
afterEach(async () => {
  await upstream.close();
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

it('a sync of the snapshot succeeds with an upstream that rejects concurrent calls', async () => {
  const client = createServerClient({ origin: upstream.origin, prefix: PREFIX, log: silentLog });
  const file = join(folder, 'catalogue.db');
  await syncSnapshot({ file, locales: ['en'], upstream: 'one', connect: () => client });
  await client.close();
  const source = openSource(file, 7);
  const letters = source.letters().map((letter) => source.total({ kind: 'letter', letter }));
  source.close();
  expect(letters.reduce((sum, total) => sum + total, 0)).toBe(3000);
  expect(Math.max(...crowds)).toBeGreaterThan(2);
});
