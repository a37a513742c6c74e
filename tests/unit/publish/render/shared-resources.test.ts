import { expect, it } from 'vitest';
import type { PageRendererPool } from '#src/publish/rebuild/index.ts';
import { createSharedResources } from '#src/publish/render/shared-resources.ts';
import { plainBundle, plainRenderers } from '../../../helpers/plain-renderer.ts';

it('shared resources start renderers in advance, and the next request rejects if that fails', async () => {
  const fault = new Error('no threads');
  let starts = 0;
  const shared = createSharedResources({
    bundle: async () => plainBundle(),
    async renderers() {
      starts += 1;
      throw fault;
    },
  });
  await shared.startRenderers();
  expect(starts).toBe(1);
  await expect(shared.renderers()).rejects.toBe(fault);
  await shared.close();
});

it('shared resources start renderers once, and again after a thread has ended', async () => {
  const started: { isWhole: boolean; closed: boolean }[] = [];
  const shared = createSharedResources({
    bundle: async () => plainBundle(),
    async renderers(): Promise<PageRendererPool> {
      const state = { isWhole: true, closed: false };
      started.push(state);
      return {
        open: plainRenderers().open,
        isIntact: () => state.isWhole,
        async close() {
          state.closed = true;
        },
      };
    },
  });
  expect(await shared.renderers()).toBe(await shared.renderers());
  expect(started).toHaveLength(1);
  Object.assign(started[0] ?? {}, { isWhole: false });
  await shared.renderers();
  expect(started.map(({ closed }) => closed)).toEqual([true, false]);
  await shared.close();
  expect(started.map(({ closed }) => closed)).toEqual([true, true]);
});
