import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { bundleIslandScript } from '#src/publish/bundle/island-script.ts';

const MAX_BYTES = 860;

it(`the directives of the site have at most ${MAX_BYTES} bytes`, async () => {
  const { text } = await bundleIslandScript(join(import.meta.dirname, '../../../..'), '');
  expect(text).toContain('intent');
  expect(brotliCompressSync(text).length).toBeLessThanOrEqual(MAX_BYTES);
});
