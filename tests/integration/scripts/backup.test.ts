import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '#src/api/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { command, done } from '../../helpers/commands.ts';
import { publishBrands } from '../serve/proxy-config/fixture.ts';
import { fillStore } from './program.ts';

let folder: string;
let env: { LECTERN_STATE: string; LECTERN_BRANDS: string };
let to: string;
let writer: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-backup-'));
  env = { LECTERN_STATE: join(folder, 'state'), LECTERN_BRANDS: join(folder, 'brands') };
  to = join(folder, 'backups');
  // These folders only need the names of published brands, because no command reads them as brands.
  for (const brand of ['ash', 'oak', 'elm']) {
    mkdirSync(join(env.LECTERN_BRANDS, brand), { recursive: true });
    writeFileSync(join(env.LECTERN_BRANDS, brand, 'brand.ts'), `export default '${brand}';\n`);
  }
});
afterEach(() => {
  writer?.kill('SIGKILL');
  writer = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a process that writes to the store. @returns the lines that the process prints, one per commit */
function startWriter(store: string): string[] {
  const lines: string[] = [];
  writer = spawn(process.execPath, [resolve('tests/helpers/store-writer-process.ts'), store], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let rest = '';
  writer.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
  });
  return lines;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await wait(20);
}

/** The contents of a restored store, in the format in which the writing process prints them. */
async function storedRows(state: string): Promise<Set<string>> {
  const store = await openStore(join(state, 'api'));
  try {
    const users = (await store.visitors.all(sql`SELECT email FROM users`)).map(({ email }) => `user ${email}`);
    const books = (await store.catalogue.all(sql`SELECT key FROM books WHERE key LIKE 'b%'`)).map(
      ({ key }) => `book ${key}`,
    );
    return new Set([...users, ...books]);
  } finally {
    await store.close();
  }
}

function integrityOf(file: string): unknown[] {
  const database = new DatabaseSync(file);
  const check = database.prepare('PRAGMA integrity_check').all();
  const keys = database.prepare('PRAGMA foreign_key_check').all();
  database.close();
  return [...check.map((row) => row['integrity_check']), ...keys];
}

it('a backup made during 50 writes per second contains every write committed before its start', async () => {
  const { LECTERN_STATE: state } = env;
  await fillStore(state, 30);
  const picture = join(state, 'api/media/covers/one.svg');
  writeFileSync(picture, '<svg/>');
  await publishBrands(state);
  const page = readFileSync(join(state, 'ash/current/site/genres.html.br'));

  const lines = startWriter(join(state, 'api'));
  await until(() => lines.length >= 100);
  const before = [...lines];
  const { stdout } = await done('backup', ['--to', to, '--releases', '--json'], env);
  const during = lines.length - before.length;
  // If the backup had blocked the writer, nothing would have been written during the backup.
  expect(during).toBeGreaterThan(20);
  const child = writer;
  child?.kill('SIGKILL');
  if (child) await once(child, 'close');

  const { parts } = JSON.parse(stdout);
  expect(parts).toEqual(['api', 'brands', 'releases']);
  rmSync(state, { recursive: true });
  rmSync(env.LECTERN_BRANDS, { recursive: true });
  await done('restore', ['--from', to], env);

  const content = await storedRows(state);
  expect(before.filter((line) => !content.has(line))).toEqual([]);
  // Each database in the backup is a consistent copy without gaps.
  for (const kind of ['user', 'book']) {
    const all = lines.filter((line) => line.startsWith(kind));
    const last = all.findLastIndex((line) => content.has(line));
    expect(all.slice(0, last + 1).filter((line) => !content.has(line))).toEqual([]);
  }
  for (const name of ['catalogue.db', 'visitors.db']) expect(integrityOf(join(state, 'api', name))).toEqual(['ok']);
  expect(readFileSync(picture, 'utf8')).toBe('<svg/>');
  expect(readFileSync(join(state, 'ash/current/site/genres.html.br'))).toEqual(page);
  expect(readFileSync(join(env.LECTERN_BRANDS, 'oak/brand.ts'), 'utf8')).toContain('oak');
  expect(readdirSync(state).filter((name) => name.startsWith('.'))).toEqual([]);
});

it('restoring a backup is rejected while an API runs, and over existing data unless --replace is given', async () => {
  const { LECTERN_STATE: state } = env;
  await fillStore(state, 1);
  await done('backup', ['--to', to], env);
  const lines = startWriter(join(state, 'api'));
  await until(() => lines.length >= 5);
  const running = await command('restore', ['--from', to, '--replace'], env);
  expect([running.code, running.stderr]).toEqual([2, expect.stringMatching(/visitors\.db open\. Stop the API/)]);
  const child = writer;
  child?.kill('SIGKILL');
  if (child) await once(child, 'close');

  const refused = await command('restore', ['--from', to], env);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/already exist: .*api\. Add --replace/)]);
  expect((await storedRows(state)).size).toBeGreaterThanOrEqual(5);
  const { stdout } = await done('restore', ['--from', to, '--replace', '--json'], env);
  const { aside, keptBrands } = JSON.parse(stdout);
  expect((await storedRows(state)).size).toBe(0);
  expect((await storedRows(aside)).size).toBeGreaterThanOrEqual(5);
  expect(keptBrands).toEqual(['ash', 'elm', 'oak']);
});
