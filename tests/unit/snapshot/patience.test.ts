import { expect, it } from 'vitest';
import type { Result } from '#src/contract/index.ts';
import { createGate } from '#src/snapshot/gate.ts';
import { patiently } from '#src/snapshot/patience.ts';

const fine: Result<string> = { success: 1, data: 'here', errors: [], status: 200 };
const busy = (status: number, retryAfterMs?: number): Result<string> => ({
  success: 0,
  data: '',
  errors: [{ code: 'CLIENT_STATUS', message: 'busy' }],
  status,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});
const late: Result<string> = { success: 0, data: '', errors: [{ code: 'CLIENT_TIMEOUT', message: 'late' }], status: 0 };

/** An upstream that gives these results in turn, the last one for ever. */
function upstream(...results: Result<string>[]) {
  const asked: number[] = [];
  return {
    asked,
    async ask(): Promise<Result<string>> {
      asked.push(performance.now());
      return results[Math.min(asked.length, results.length) - 1] ?? fine;
    },
  };
}

it.each([
  ['is busy', busy(503, 15)],
  ['has had too much', busy(429, 15)],
])('waits as long as an upstream asks for that %s, and asks fewer things at a time', async (_, trouble) => {
  const gate = createGate(4);
  const { ask, asked } = upstream(trouble, fine);
  expect(await patiently(gate, ask)).toEqual(fine);
  expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThan(13);
  expect(gate.width).toBe(2);
});

it('asks again after a second where no answer came in time', async () => {
  const gate = createGate(4);
  const { ask, asked } = upstream(late, fine);
  expect(await patiently(gate, ask)).toEqual(fine);
  expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThan(990);
  expect(gate.width).toBe(2);
});

it('gives up at the third time', async () => {
  const { ask, asked } = upstream(busy(503, 1));
  expect(await patiently(createGate(4), ask)).toEqual(busy(503, 1));
  expect(asked).toHaveLength(3);
});

it('gives up at once where the upstream asks for a long pause', async () => {
  const { ask, asked } = upstream(busy(503, 31_000));
  expect(await patiently(createGate(4), ask)).toEqual(busy(503, 31_000));
  expect(asked).toHaveLength(1);
});

it('takes any other failure for what it is', async () => {
  const gate = createGate(4);
  const { ask, asked } = upstream(busy(500), fine);
  expect(await patiently(gate, ask)).toEqual(busy(500));
  expect(asked).toHaveLength(1);
  expect(gate.width).toBe(4);
});
