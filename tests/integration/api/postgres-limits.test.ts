import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openSharedLimits, openStore, type SharedLimits } from '#src/api/index.ts';
import { createLimits } from '#src/api/visitors/rate-limits.ts';
import { type Postgres, startPostgres } from '../../../scripts/testing/postgres.ts';
import { newDatabase } from '../../helpers/test-store.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let server: Postgres;
let address: string;
const opened: SharedLimits[] = [];

beforeAll(async () => {
  server = await startPostgres();
  address = await newDatabase(server.url);
  const folder = mkdtempSync(join(tmpdir(), 'lectern-limits-'));
  // Opening a store creates the table of rate limits.
  await (await openStore(folder, address)).close();
  rmSync(folder, { recursive: true });
});
afterEach(async () => {
  for (const limits of opened.splice(0)) await limits.close();
});
afterAll(() => server.close());

const RULES = { tries: [3, 600], others: [3, 600], moments: [1, 60] } as const;

/** Creates rate limits as another API process would. */
async function start() {
  const shared = await openSharedLimits(address);
  opened.push(shared);
  return createLimits(RULES, shared.createLimiter);
}

describe('rate limits shared by several processes', () => {
  it('allow exactly the configured number of uses across all processes, even concurrently', async () => {
    const [one, other] = [await start(), await start()];
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 ? one : other).tries.consume('together')),
    );
    expect(results.filter((seconds) => seconds === 0)).toHaveLength(3);
    expect(results.every((seconds) => seconds >= 0 && seconds <= 600)).toBe(true);
    expect(await one.tries.wait('together')).toBeGreaterThan(0);
  });

  it('are remembered after all processes are restarted', async () => {
    const before = await start();
    for (let use = 0; use < 3; use += 1) expect(await before.tries.consume('restart')).toBe(0);
    for (const limits of opened.splice(0)) await limits.close();
    const after = await start();
    expect([await after.tries.wait('restart'), await after.tries.consume('restart')]).toEqual([
      expect.closeTo(600, -2),
      expect.closeTo(600, -2),
    ]);
  });

  it('can be reset or refunded in one process, with effect in all', async () => {
    const [one, other] = [await start(), await start()];
    for (const limit of [one.tries, one.others])
      for (const key of ['ann', 'ben']) for (let use = 0; use < 3; use += 1) await limit.consume(key);
    await one.tries.reset('ann');
    expect(await other.tries.wait('ann')).toBe(0);
    expect(await other.tries.wait('ben')).toBeGreaterThan(0);
    expect(await other.others.wait('ann')).toBeGreaterThan(0);
    await one.others.restore('ben');
    expect([await other.others.consume('ben'), (await other.others.consume('ben')) > 0]).toEqual([0, true]);
  });

  it('allow a key again after its period', async () => {
    const [one, other] = [await start(), await start()];
    const begin = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: begin });
    onTestFinished(() => void vi.useRealTimers());
    expect([await one.moments.consume('a'), await other.moments.consume('a')]).toEqual([0, 60]);
    vi.setSystemTime(begin + 59_999);
    expect([await other.moments.wait('a'), await other.moments.consume('a')]).toEqual([1, 1]);
    vi.setSystemTime(begin + 60_000);
    expect([await other.moments.wait('a'), await other.moments.consume('a')]).toEqual([0, 0]);
  });
});
