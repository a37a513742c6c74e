import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const PROGRAM = `
  import { repeatQuery } from ${JSON.stringify(import.meta.resolve('#src/publish/release-store/repeat-query.ts'))};
  const end = repeatQuery({ postgres: 'postgres://127.0.0.1:1/none', sql: 'SELECT 1', values: [], everyMs: 10 });
  setTimeout(end, 100);
`;
const MAX_DURATION_MS = 60_000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-repeat-query-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('a thread that repeats a database statement does not keep its process alive', async () => {
  const program = join(folder, 'program.mjs');
  await writeFile(program, PROGRAM);
  const child = spawn(process.execPath, [program], { timeout: MAX_DURATION_MS });
  const [code, signal] = await once(child, 'close');
  expect({ code, signal }).toEqual({ code: 0, signal: null });
});
