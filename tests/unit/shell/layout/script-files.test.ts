import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');
/** Their scripts are in the head, where they load together with the style sheet. */
const HEADS = ['src/shell/layout/Base.astro', 'src/shell/frame/ClientErrors.astro'];

it('pages wait for no script file after their head', () => {
  const components = globSync('src/{features,shell}/**/*.astro', { cwd: ROOT }).filter((path) => !HEADS.includes(path));
  expect(components.length).toBeGreaterThan(50);
  const waiting = components.flatMap((path) => {
    const scripts = readFileSync(join(ROOT, path), 'utf8').match(/<script\b[^>]*?\ssrc=[^>]*>/g) ?? [];
    return scripts.filter((tag) => !/\s(defer|async|type="module")\s/.test(tag)).map((tag) => `${path}: ${tag}`);
  });
  expect(waiting).toEqual([]);
});
