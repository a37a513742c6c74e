import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const MODULE = fileURLToPath(import.meta.resolve('#src/release-store/repeat-query.ts'));
const PROGRAM = `
  import { repeatQuery } from ${JSON.stringify(MODULE)};
  const end = repeatQuery({ postgres: 'postgres://127.0.0.1:1/none', sql: 'SELECT 1', values: [], everyMs: 10 });
  setTimeout(end, 100);
`;
const LONGEST_MS = 60_000;

it('a statement that is run again and again in a thread does not hold its process once the work of that is over', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], { timeout: LONGEST_MS });
  const [code, signal] = await once(child, 'close');
  expect({ code, signal }).toEqual({ code: 0, signal: null });
});
