import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bundleBrand } from '#src/brand/assets.ts';
import { type Brand, loadBrands } from '#src/brand/registry.ts';
import { buildKeyOf } from '#src/rebuild/build-key.ts';
import { createPartRenderer } from '#src/rebuild/render-part.ts';
import { createSharedResources } from '#src/rebuild/shared-resources.ts';
import type { RebuildConfig } from '#src/rebuild/types.ts';
import { plainBundle, plainRenderers } from '../../helpers/plain-renderer.ts';

const MODULES = 'node_modules';
const brands = await loadBrands('brands');
const local = brands.find(({ id }) => id === 'local') as Brand;
const shown = (await bundleBrand(local, MODULES)).brand;

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'lectern-part-'));
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

/** Renders a part without pages. */
function render(buildKey: string) {
  const config = { state, modules: MODULES, brands } as unknown as RebuildConfig;
  const shared = createSharedResources({
    bundle: async () => plainBundle('code-1'),
    renderers: async () => ({
      ...plainRenderers(),
      open: async () => ({ render: async () => [], close: async () => {} }) as never,
    }),
  });
  const order = {
    shard: { index: 1, of: 2 },
    jobs: '',
    previous: undefined,
    created: '2026-01-01T00:00:00Z',
    buildKey,
  };
  return createPartRenderer(config, shared).render(local, order);
}

it('a part of the plan of the same code and brand is rendered', async () => {
  expect(await render(buildKeyOf({ id: 'code-1' }, shown))).toEqual({ pages: 0, costs: {} });
});

it('a part of a plan of other code, or of another version of the brand, is refused before anything is written', async () => {
  const refused = 'The plan was made by other code than this worker has, or for another version of the brand.';
  await expect(render(buildKeyOf({ id: 'code-2' }, shown))).rejects.toThrow(refused);
  await expect(render(buildKeyOf({ id: 'code-1' }, { ...shown, tagline: 'Another one' }))).rejects.toThrow(refused);
  expect(readdirSync(state)).toEqual([]);
});
