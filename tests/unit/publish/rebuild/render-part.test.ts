import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bundleBrand } from '#src/brand/assets.ts';
import { type Brand, loadBrands } from '#src/brand/registry.ts';
import { buildKeyOf } from '#src/publish/plan/build-key.ts';
import { acquireLock, acquireShardLock, LockedError } from '#src/publish/rebuild/lock.ts';
import { createPartRenderer } from '#src/publish/rebuild/render-part.ts';
import type { RebuildConfig } from '#src/publish/rebuild/types.ts';
import { createSharedResources } from '#src/publish/render/shared-resources.ts';
import { plainBundle, plainRenderers } from '../../../helpers/plain-renderer.ts';

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
function render(buildKey: string, whileRendering: () => void = () => {}) {
  const config = { state, modules: MODULES, brands } as unknown as RebuildConfig;
  const shared = createSharedResources({
    bundle: async () => plainBundle('code-1'),
    renderers: async () => ({
      ...plainRenderers(),
      open: async () => {
        whileRendering();
        return { render: async () => [], close: async () => {} } as never;
      },
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

it('a worker renders a part of a plan made by the same code for the same brand', async () => {
  expect(await render(buildKeyOf({ id: 'code-1' }, shown))).toEqual({ pages: 0, costs: {} });
});

it('a worker rejects a part of a plan made by other code or for another version of the brand, and writes nothing', async () => {
  const refused = "The plan was made by other code than this worker's, or for another version of the brand.";
  await expect(render(buildKeyOf({ id: 'code-2' }, shown))).rejects.toThrow(refused);
  await expect(render(buildKeyOf({ id: 'code-1' }, { ...shown, tagline: 'Another one' }))).rejects.toThrow(refused);
  expect(readdirSync(state)).toEqual([]);
});

it('a worker rejects a part while a run of the brand is in progress, or while the same part is being rendered', async () => {
  const folder = join(state, local.id);
  const key = buildKeyOf({ id: 'code-1' }, shown);
  const others = [() => acquireLock(folder, local.id), () => acquireShardLock(folder, local.id, { index: 1, of: 2 })];
  for (const acquire of others) {
    const lock = acquire();
    await expect(render(key)).rejects.toThrow(LockedError);
    lock.release();
  }
  const other = acquireShardLock(folder, local.id, { index: 2, of: 2 });
  expect(await render(key)).toEqual({ pages: 0, costs: {} });
  other.release();
  const seen: boolean[] = [];
  await render(key, () => {
    try {
      acquireLock(folder, local.id).release();
      seen.push(true);
    } catch {
      seen.push(false);
    }
  });
  acquireLock(folder, local.id).release();
  expect(seen).toEqual([false]);
});
