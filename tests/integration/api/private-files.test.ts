import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '#src/api/index.ts';
import { testState } from '../../helpers/test-state.ts';
import { fillStore } from '../scripts/program.ts';
import { writeBrandFolder } from './brand-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-private-'));
  await chmod(folder, 0o755);
});
afterEach(() => rm(folder, { recursive: true }));

const permissionsOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

/** The permissions of the store's database files and of the files that SQLite creates next to them. */
async function databases(): Promise<Record<string, string>> {
  const names = (await readdir(join(folder, 'api'))).filter((name) => name.includes('.db'));
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await permissionsOf(join(folder, 'api', name))] as const)),
  );
}

const PRIVATE = Object.fromEntries(
  ['catalogue.db', 'visitors.db'].flatMap((name) => ['', '-shm', '-wal'].map((suffix) => [name + suffix, '600'])),
);

it('files with data of visitors are readable only by their owner, even if the umask is 0', async () => {
  await writeBrandFolder(join(folder, 'brands'));
  const env = { ...process.env, LECTERN_STATE: folder, LECTERN_BRANDS: join(folder, 'brands') };
  const command = `umask 0; exec "${process.execPath}" scripts/api.ts --port 0`;
  const running = spawn('sh', ['-c', command], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(running, 'close');
  await once(running.stdout, 'data');
  try {
    expect(await databases()).toEqual(PRIVATE);
    expect(await permissionsOf(join(folder, 'api'))).toBe('700');
    expect(await permissionsOf(join(folder, 'api', 'mail'))).toBe('700');
  } finally {
    running.kill('SIGTERM');
  }
  expect((await ended)[0]).toBe(0);
});

it('releases are readable by the web server, even if the umask is 077', async () => {
  const shared = await testState();
  try {
    await fillStore(shared.folder, 1);
    const command = `umask 77; exec "${process.execPath}" scripts/rebuild.ts --brand local`;
    const env = { ...process.env, LECTERN_STATE: shared.folder };
    const running = spawn('sh', ['-c', command], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    expect((await once(running, 'close'))[0]).toBe(0);
    const site = join(shared.folder, 'local/current/site');
    for (const name of await readdir(site, { recursive: true }))
      expect(await permissionsOf(join(site, name))).toMatch(/^(644|755)$/);
    expect(await permissionsOf(join(shared.folder, 'local'))).toBe('755');
    expect(await permissionsOf(join(shared.folder, 'api'))).toBe('700');
  } finally {
    await shared.remove();
  }
});

it('files that an older Lectern version left readable to others become private, but parent folders keep their permissions', async () => {
  const api = join(folder, 'api');
  const before = await openStore(api);
  for (const name of Object.keys(PRIVATE)) await chmod(join(api, name), 0o644);
  await chmod(api, 0o755);
  const after = await openStore(api);
  try {
    expect(await databases()).toEqual(PRIVATE);
    expect(await permissionsOf(api)).toBe('700');
    expect(await permissionsOf(folder)).toBe('755');
  } finally {
    await after.close();
    await before.close();
  }
});
