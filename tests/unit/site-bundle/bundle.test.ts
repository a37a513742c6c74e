import { globSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { SOURCES } from '#src/site-bundle/bundle.ts';

/** Parts that no page is made of. */
const OUTSIDE = ['api', 'rebuild', 'release', 'server'];

it('counts every part of the pages as a source of the bundle', () => {
  const src = resolve('src');
  const parts = readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const files = globSync([...SOURCES]);
  const missing = parts
    .map(({ name }) => name)
    .filter((name) => !files.some((file) => file.startsWith(`src/${name}/`)));
  expect(missing.sort()).toEqual(OUTSIDE);
});
