import { expect, it } from 'vitest';
import type { Makers } from '#src/rebuild/index.ts';
import { createShared } from '#src/rebuild/shared-resources.ts';
import { plainBundle, plainMakers } from '../../helpers/plain-renderer.ts';

it('makers are started ahead, and tell whoever needs them that they could not', async () => {
  const fault = new Error('no threads');
  let starts = 0;
  const shared = createShared({
    bundle: async () => plainBundle(),
    async makers() {
      starts += 1;
      throw fault;
    },
  });
  await shared.warmUp();
  expect(starts).toBe(1);
  await expect(shared.makers()).rejects.toBe(fault);
  await shared.close();
});

it('makers are started once, and again when a thread of them has ended', async () => {
  const started: { isWhole: boolean; closed: boolean }[] = [];
  const shared = createShared({
    bundle: async () => plainBundle(),
    async makers(): Promise<Makers> {
      const state = { isWhole: true, closed: false };
      started.push(state);
      return {
        open: plainMakers().open,
        isWhole: () => state.isWhole,
        async close() {
          state.closed = true;
        },
      };
    },
  });
  expect(await shared.makers()).toBe(await shared.makers());
  expect(started).toHaveLength(1);
  Object.assign(started[0] ?? {}, { isWhole: false });
  await shared.makers();
  expect(started.map(({ closed }) => closed)).toEqual([true, false]);
  await shared.close();
  expect(started.map(({ closed }) => closed)).toEqual([true, true]);
});
