import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeEpub } from '../../../unit/api/epub/make-epub.ts';

let state: string;
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'lectern-seed-command-'));
});
afterEach(() => rm(state, { recursive: true, force: true }));

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(command: string, ...args: string[]): Promise<Outcome> {
  const env = { ...process.env, LECTERN_STATE: state };
  return new Promise((resolve) => {
    execFile(process.execPath, [`scripts/${command}.ts`, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });
}

it('npm run seed prints only JSON on standard output', async () => {
  const { code, stdout, stderr } = await run('seed', '--books', '12', '--seed', 'x', '--json');
  expect(code, stderr).toBe(0);
  const report = JSON.parse(stdout);
  expect(Object.keys(report)).toEqual(['books', 'chapters', 'tags', 'keywords', 'seconds']);
  expect(report.books).toBe(12);
  expect(stderr).toContain('12 English books');
});

it.each([
  ['--books', 'many', '--books is "many"'],
  ['--books', '0', '--books is "0"'],
  ['--seed', 'a b', '--seed is "a b"'],
])('npm run seed rejects %s %s', async (option, value, message) => {
  const { code, stderr } = await run('seed', option, value);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

it('npm run import stores the valid files and exits with 1 if it rejects a file', async () => {
  const [good, bad] = [join(state, 'good.epub'), join(state, 'bad.epub')];
  await writeFile(good, makeEpub());
  await writeFile(bad, 'no zip');
  const { code, stdout } = await run('import', '--json', bad, good);
  expect(code).toBe(1);
  expect(JSON.parse(stdout).map(({ status }: { status: string }) => status)).toEqual(['refused', 'added']);
});
