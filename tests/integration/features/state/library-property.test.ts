import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LibraryItem } from '#src/contract/entities/library.ts';
import { inOrder, type Move, outcomeOf, perform, someMove } from '../../../helpers/library-moves.ts';
import { examples } from '../../../slow-tests.ts';
import { NOW, startApi, type TestApi } from '../../api/fixture.ts';
import { type Device, startDevice } from './upstream.ts';

let api: TestApi;
let serial = 0;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

let time = 0;

/** Devices of one account, each with a separate clock. */
async function devicesOf(skews: readonly number[]): Promise<Device[]> {
  serial += 1;
  const reader = { email: `property${serial}@example.org`, password: 'correct horse', name: 'Rea' };
  const devices: Device[] = [];
  for (const skew of skews) {
    const device = await startDevice(api.address, { now: () => time + skew });
    device.stores.host.setPageContext({ apiPrefix: '/freenovel_api', locale: 'en' });
    const { auth } = device.stores;
    expect(await (devices.length === 0 ? auth.signUp(reader) : auth.signIn(reader))).toBeUndefined();
    devices.push(device);
  }
  return devices;
}

type Step = readonly [device: number, move: Move | 'sync', ms: number];
const someStep: fc.Arbitrary<Step> = fc.tuple(
  fc.nat(1),
  fc.oneof({ weight: 3, arbitrary: someMove }, { weight: 1, arbitrary: fc.constant('sync' as const) }),
  fc.nat(3000),
);
const someSkews = fc.tuple(fc.integer({ min: -200_000, max: 200_000 }), fc.integer({ min: -200_000, max: 200_000 }));

it('two devices converge through the real API without losing newer changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(someStep, { minLength: 12, maxLength: 40, size: 'max' }),
      someSkews,
      async (steps, skews) => {
        time = NOW.getTime();
        const devices = await devicesOf(skews);
        const changes: LibraryItem[] = [];
        for (const [place, move, ms] of steps) {
          const { stores } = devices[place] as Device;
          time += ms;
          if (move === 'sync') await stores.sync.syncNow();
          else perform(stores, move, changes);
        }
        for (const { stores } of [...devices, ...devices]) await stores.sync.syncNow();
        for (const { stores } of devices) {
          expect(stores.sync.$syncState.get()).toBe('idle');
          expect(inOrder(stores.library.localItems())).toEqual(inOrder(outcomeOf(changes)));
        }
      },
    ),
    { numRuns: examples(12) },
  );
}, 60_000);
