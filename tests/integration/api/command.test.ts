import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeBrandFolder } from './brand-folder.ts';

let folder: string;
let running: ChildProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-api-command-'));
  await writeBrandFolder(join(folder, 'brands'));
});
afterEach(async () => {
  if (running?.exitCode === null) running.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

function start(...args: string[]): ChildProcess {
  running = spawn(process.execPath, ['scripts/api.ts', ...args], {
    env: { ...process.env, LECTERN_STATE: folder, LECTERN_BRANDS: join(folder, 'brands') },
  });
  return running;
}

async function output(child: ChildProcess): Promise<{ code: number | null; text: string }> {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (text += part.toString()));
  const [code] = await once(child, 'close');
  return { code, text };
}

describe('npm run api', () => {
  it('prints its address, serves calls under the prefix of a brand, and exits with 0 on SIGTERM', async () => {
    const child = start('--port', '0');
    const ended = output(child);
    const line = await Promise.race([once(child.stdout ?? child, 'data'), ended.then(({ text }) => expect.fail(text))]);
    const response = await fetch(`${String(line).trim()}/test_api/v1/book.list`);
    expect([response.status, await response.json()]).toMatchObject([200, { success: 1, data: { total: 0 } }]);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
    expect((await stat(join(folder, 'api', 'catalogue.db'))).isFile()).toBe(true);
    await expect(stat(join(folder, 'api', 'catalogue.db-wal'))).rejects.toThrow();
  });

  it('prints its help, and exits with 2 if used incorrectly', async () => {
    expect(await output(start('--help'))).toMatchObject({ code: 0, text: expect.stringContaining('npm run api') });
    expect((await output(start('--port', 'x'))).code).toBe(2);
    expect((await output(start('--colour'))).code).toBe(2);
  });
});
