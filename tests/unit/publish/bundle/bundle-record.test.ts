import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readBundle, writeBundleRecord } from '#src/publish/bundle/bundle-record.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-bundle-'));
  mkdirSync(join(folder, 'client/_astro'), { recursive: true });
  writeFileSync(join(folder, 'client/_astro/a.js'), 'let a');
  writeFileSync(join(folder, 'entry.mjs'), 'export {}');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it("readBundle returns undefined until the bundle's record is written, and then the record with the policy", async () => {
  expect(await readBundle(folder)).toBeUndefined();
  await writeBundleRecord(folder, { id: 'b', csp: 'none', pageKeys: [] });
  expect(await readBundle(folder)).toEqual({ csp: 'none', pageKeys: [] });
});

it.each([
  ['lost', 'client/_astro/a.js', (file: string) => rmSync(file)],
  ['changed', 'entry.mjs', (file: string) => writeFileSync(file, 'export []')],
  ['cut off', 'bundle.json', (file: string) => truncateSync(file, 20)],
])('readBundle names a file that is %s', async (_title, file, damage) => {
  await writeBundleRecord(folder, { id: 'b', csp: 'none', pageKeys: [] });
  damage(join(folder, file));
  expect(await readBundle(folder)).toMatchObject({ damaged: file });
});
