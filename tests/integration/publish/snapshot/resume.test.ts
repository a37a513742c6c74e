import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createServerClient } from '#src/contract/client/client.server.ts';
import { silentLog } from '#src/lib/log.ts';
import { openSql } from '#src/lib/sqlite.ts';
import { openSource, syncSnapshot } from '#src/publish/snapshot/index.ts';
import { everything } from '../../../helpers/everything.ts';
import { type FaultyUpstream, startFaultyUpstream } from '../../../helpers/faulty-upstream.ts';
import { PREFIX, type SmallApi, smallBook, startSmallApi } from '../../../helpers/small-api.ts';

let folder: string;
let api: SmallApi;
let upstream: FaultyUpstream;
const file = (name = 'catalogue.db') => join(folder, name);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-resume-'));
  api = await startSmallApi(1100);
  upstream = await startFaultyUpstream(api.origin);
});
afterEach(async () => {
  await upstream.close();
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

async function sync(into = file()): Promise<void> {
  const client = createServerClient({ origin: upstream.origin, prefix: PREFIX, log: silentLog });
  try {
    await syncSnapshot({ file: into, locales: ['en'], upstream: 'one', connect: () => client });
  } finally {
    await client.close();
  }
}

function storedPages(): number {
  if (!existsSync(file('catalogue.db.pull'))) return 0;
  const sql = openSql(file('catalogue.db.pull'), { readOnly: true });
  try {
    return sql.get<{ pages: number }>(`SELECT count(*) AS pages FROM pages WHERE list LIKE 'book.list%'`)?.pages ?? 0;
  } catch {
    return 0;
  } finally {
    sql.close();
  }
}

/** Kills a sync in a separate process while it waits for page 5 of 6. */
async function killHalfway(): Promise<void> {
  upstream.break(({ name, page }) => name === 'book.list' && page === 5, 'hang');
  const child = spawn(process.execPath, ['tests/helpers/sync-process.ts', upstream.origin, file()], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  while (storedPages() < 4) await pause(20);
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
  upstream.clearFaults();
  upstream.record();
}

const read = (from: string) => {
  const source = openSource(from, 7);
  try {
    return everything(source);
  } finally {
    source.close();
  }
};

/** Pages after the first, which is always requested to find out whether the list exists and what has changed. */
const requestedPages = () =>
  upstream.calls.filter(({ name, page }) => name === 'book.list' && page > 1).map(({ page }) => page);

it('a sync of the snapshot resumes after being killed, and an unfinished snapshot cannot be opened', async () => {
  await killHalfway();
  expect(() => openSource(file(), 7)).toThrow('There is no snapshot');
  await sync();
  expect(requestedPages()).toEqual([5, 6]);
  expect(existsSync(file('catalogue.db.pull'))).toBe(false);
  await sync(file('fresh.db'));
  expect(read(file())).toEqual(read(file('fresh.db')));
});

it('a resumed sync of the snapshot reads all changes, and reads a page of a list again if its entries may have moved', async () => {
  await killHalfway();
  await api.write(async (writer) => {
    for (let number = 0; number < 40; number += 1) await writer.removeBook(`book-${number}`);
    await writer.putBook(smallBook(700, { title: 'Zenith 700', genres: ['Fantasy'] }));
    await writer.putBook(smallBook(2000));
  });
  await sync();
  expect(requestedPages()).toEqual([4, 5, 6]);
  await sync(file('fresh.db'));
  expect(read(file())).toEqual(read(file('fresh.db')));
});

it('an interrupted full sync leaves the previous snapshot unchanged', async () => {
  await sync();
  const before = read(file());
  const sql = openSql(file());
  sql.run(`UPDATE meta SET value = 'of-another-store.1' WHERE key LIKE 'cursor:book.list%'`);
  sql.close();
  await api.write((writer) => writer.putBook(smallBook(3, { title: 'Zenith 3' })));
  await killHalfway();
  expect(read(file())).toEqual(before);
  await sync();
  expect(requestedPages()).toEqual([5, 6]);
  expect(read(file()).letters.map(([letter]) => letter)).toContain('Z');
});
