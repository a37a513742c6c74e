import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '#src/contract/client/types.ts';
import type { LibraryItem } from '#src/contract/entities/library.ts';
import { forgetAll, inOrder, type Move, outcomeOf, perform, someMove } from '../../../../helpers/library-moves.ts';
import { memoryAccount } from '../../../../helpers/memory-account.ts';
import { examples } from '../../../../slow-tests.ts';
import { loadStores, memoryPlatform } from '../../../shell/state/memory-platform.ts';

const START = Date.parse('2026-05-01T12:00:00Z');
const DEVICES = 3;

interface Device {
  readonly stores: Awaited<ReturnType<typeof loadStores>>;
  call: ApiClient;
  /** How far the device's clock is ahead, in ms. */
  skew: number;
}

let time = START;
const devices: Device[] = [];

async function startDevice(number: number): Promise<Device> {
  const none: ApiClient = async (call) => ({ success: 0, data: call.empty, errors: [], status: 0 });
  const place: { device?: Device } = {};
  const client: ApiClient = (call, params, context) => (place.device?.call ?? none)(call, params, context);
  let serial = 0;
  const platform = {
    ...memoryPlatform({}, client),
    now: () => time + (place.device?.skew ?? 0),
    randomUuid() {
      serial += 1;
      return `${number}0000000-0000-${String(serial).padStart(4, '0')}-0000`;
    },
  };
  place.device = { stores: await loadStores(platform), call: none, skew: 0 };
  const { local } = place.device.stores;
  local.$userInfo.set({ id: 1, name: 'Ann', email: 'a@b.org', coins: 0, created_at: '2026-01-01T00:00:00Z' });
  return place.device;
}

beforeAll(async () => {
  for (let number = 1; number <= DEVICES; number += 1) devices.push(await startDevice(number));
});

type Step =
  | { readonly is: 'move'; readonly device: number; readonly move: Move }
  | { readonly is: 'sync' | 'lost'; readonly device: number; readonly meanwhile: readonly Move[] }
  | { readonly is: 'wait'; readonly ms: number };

const someDevice = fc.nat(DEVICES - 1);
const someStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ is: fc.constant('move' as const), device: someDevice, move: someMove }) },
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constantFrom('sync' as const, 'lost' as const),
      device: someDevice,
      meanwhile: fc.array(someMove, { maxLength: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('wait' as const), ms: fc.nat(5000) }) },
);

/** Enough steps for all devices to sync. */
const someSteps = fc.array(someStep, { minLength: 10, maxLength: 50, size: 'max' });

/** Runs the steps on new devices and then syncs all devices. @returns every change */
async function run(steps: readonly Step[], skews: readonly number[]) {
  time = START;
  const account = memoryAccount(() => time);
  const changes: LibraryItem[] = [];
  const sync = async (device: Device, call: ApiClient) => {
    device.call = call;
    device.stores.local.$token.set('abcdef0123456789');
    await device.stores.sync.syncNow();
    device.stores.local.$token.set('');
  };
  for (const [index, device] of devices.entries()) {
    device.skew = skews[index] ?? 0;
    forgetAll(device.stores);
  }
  for (const step of steps) {
    if (step.is === 'wait') time += step.ms;
    else {
      const device = devices[step.device] as Device;
      const { stores } = device;
      if (step.is === 'move') perform(stores, step.move, changes);
      else if (step.is === 'lost') await sync(device, account.clientWithoutResponses());
      else
        await sync(
          device,
          account.client(() => {
            for (const move of step.meanwhile) perform(stores, move, changes);
          }),
        );
    }
  }
  for (const device of [...devices, ...devices]) await sync(device, account.client());
  return { account, changes };
}

const skews = (maxSkew: number) =>
  fc.array(fc.integer({ min: -maxSkew, max: maxSkew }), { minLength: DEVICES, maxLength: DEVICES });

describe('a library on three devices', () => {
  it('converges without losing newer changes, whatever the order of reads, removals, lists and syncs', async () => {
    await fc.assert(
      fc.asyncProperty(someSteps, skews(240_000), async (steps, clocks) => {
        const { account, changes } = await run(steps, clocks);
        const expected = inOrder(outcomeOf(changes));
        expect(inOrder(account.items)).toEqual(expected);
        for (const { stores } of devices) expect(inOrder(stores.library.localItems())).toEqual(expected);
      }),
      { numRuns: examples(60) },
    );
  }, 60_000);

  it('converges even if a clock is a year ahead', async () => {
    await fc.assert(
      fc.asyncProperty(someSteps, skews(31_536_000_000), async (steps, clocks) => {
        const { account } = await run(steps, clocks);
        for (const { stores } of devices) expect(inOrder(stores.library.localItems())).toEqual(inOrder(account.items));
      }),
      { numRuns: examples(30) },
    );
  }, 60_000);
});
