import { globSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { SOURCES } from '#src/site-bundle/bundle.ts';

/** Folders of src that are not in the bundle. */
const OUTSIDE = ['api', 'backup', 'metrics', 'nights', 'rebuild', 'release', 'reverse-proxy', 'server'];

it('has every folder of src among the sources of the bundle, or names it as not bundled', () => {
  const src = resolve('src');
  const folders = readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const files = globSync([...SOURCES]);
  const missing = folders
    .map(({ name }) => name)
    .filter((name) => !files.some((file) => file.startsWith(`src/${name}/`)));
  expect(missing.sort()).toEqual(OUTSIDE);
});
