import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const PAUSE_MS = 50;

const childrenOf = async (pid: number): Promise<number[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => ''))
    .split(' ')
    .flatMap((id) => Number(id) || []);

/** Ids of all descendants of a process. */
async function descendantsOf(pid: number): Promise<number[]> {
  const children = await childrenOf(pid);
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()];
}

const isRunning = (pid: number) =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    (stat) => !/\) Z /.test(stat),
    () => false,
  );

it('npm run test:browsers ends its child processes on SIGTERM', async () => {
  const run = spawn(process.execPath, ['scripts/run.mjs', 'test-browsers', '--only', 'chromium'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(run, 'exit');
  let output = '';
  run.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  // The processes are run.mjs, the command itself, and the first child of the command.
  let pids: number[] = [];
  while (pids.length < 2) {
    await wait(PAUSE_MS);
    expect(run.exitCode, output).toBeNull();
    pids = await descendantsOf(run.pid ?? 0);
  }
  run.kill('SIGTERM');
  expect(await ended).toEqual([143, null]);
  expect(output).toContain('Interrupted by SIGTERM.');
  expect(await Promise.all(pids.map(isRunning))).toEqual(pids.map(() => false));
});
