import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '#src/api/store/database.ts';
import { openStore, type Store } from '#src/api/store/open.ts';
import { sql } from '#src/api/store/sql.ts';
import { createWriter } from '#src/api/store/writer/index.ts';

/** Values of `PRAGMA synchronous`. */
const [NORMAL, FULL] = [1, 2];

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-store-'));
  store = await openStore(folder);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const synchronous = async (database: Database) => (await database.one(sql`PRAGMA synchronous`))['synchronous'];

it('changes to the visitors database are flushed to disk at each commit, unlike changes to counts and the catalogue', async () => {
  expect(await synchronous(store.visitors)).toBe(FULL);
  expect([await synchronous(store.counts), await synchronous(store.catalogue)]).toEqual([NORMAL, NORMAL]);
});

it('page view counts can be read immediately after they are written', async () => {
  await store.counts.run(sql`INSERT INTO page_views (day, brand, path, views) VALUES ('2026-11-23', 'ash', '/', 3)`);
  expect((await store.visitors.one(sql`SELECT views FROM page_views`))['views']).toBe(3);
});

it('an open store locks both database files', async () => {
  await (await openStore(folder)).close();
  await createWriter(store).transaction(async () => undefined);
  const script = `
    const { DatabaseSync } = require('node:sqlite');
    const lock = (file) => new DatabaseSync(file).exec(
      'PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    for (const file of process.argv.slice(1))
      try { lock(file); console.log('free'); } catch (error) { console.log(error.errcode); }`;
  const files = ['catalogue.db', 'visitors.db'].map((name) => join(folder, name));
  const { stdout } = spawnSync(process.execPath, ['-e', script, ...files], { encoding: 'utf8' });
  expect(stdout.split('\n')).toEqual(['5', '5', '']);
});

it.each([
  ['no PostgreSQL code is loaded for a store in files', '', 0],
  ['the PostgreSQL driver is loaded for a store in PostgreSQL', `, 'postgres://127.0.0.1:1/none'`, 1],
])('%s', (_title, address, loaded) => {
  // `pg` is a CommonJS package, so `require.cache` contains its modules after they are loaded.
  const script = `
    import { createRequire } from 'node:module';
    const { openStore } = await import('${resolve('src/api/index.ts')}');
    await openStore(process.argv[1]${address}).then((store) => store.close(), () => {});
    const files = Object.keys(createRequire(process.argv[1]).cache);
    console.log(files.some((file) => file.includes('/node_modules/pg/')) ? 1 : 0);`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script, join(folder, 'other')], {
    encoding: 'utf8',
  });
  expect([stdout, stderr]).toEqual([`${loaded}\n`, '']);
});
