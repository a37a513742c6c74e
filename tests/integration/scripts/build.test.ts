import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillStore, runProgram } from './program.ts';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-build-'));
  await fillStore(folder, 1);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('npm run build does not overwrite a folder that contains unrelated files', async () => {
  const program = runProgram('build', ['--brand', 'freenovel', '--out', folder], folder);
  expect(await program.ended()).toBe(2);
  expect(program.err()).toContain('has files that are not from an earlier build');
  expect(existsSync(join(folder, 'api'))).toBe(true);
});
