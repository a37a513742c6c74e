import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createContentWatch } from '#src/serve/render/content-watch.ts';
import { type ScriptedServer, startScriptedServer } from '../../../helpers/scripted-server.ts';

let upstream: ScriptedServer;
let answer: { status: number; body: string };
let isNeeded: boolean;
let changes: number;
let watch: ReturnType<typeof createContentWatch>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  answer = { status: 200, body: '{"version":"1"}' };
  isNeeded = true;
  changes = 0;
  upstream = await startScriptedServer((response) => response.writeHead(answer.status).end(answer.body));
  watch = createContentWatch({
    upstreamOrigin: upstream.origin,
    isNeeded: () => isNeeded,
    onChange: () => {
      changes += 1;
    },
  });
  watch.start();
});
afterEach(async () => {
  await watch.close();
  vi.useRealTimers();
  await upstream.close();
});

/**
 * Advances the clock by a second.
 * @param asks whether the upstream is called in this second
 */
async function second(asks = true): Promise<void> {
  const before = upstream.seen.length;
  vi.advanceTimersByTime(1000);
  for (let turn = 0; asks && turn < 10_000 && upstream.seen.length === before; turn += 1) await nextTurn();
  await settled();
  expect(upstream.seen.length - before).toBe(asks ? 1 : 0);
}
const nextTurn = () => new Promise((resolve) => void setTimeout(resolve, 1));
/** Waits for a few turns of the event loop, because a response is read some time after it was sent. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
}

describe("the content watch, which polls the upstream's content version", () => {
  it('reports the first version, and then each change of the version once', async () => {
    await second();
    expect(changes).toBe(1);
    await second();
    expect(changes).toBe(1);
    answer = { status: 200, body: '{"version":"2"}' };
    await second();
    await second();
    expect(changes).toBe(2);
    expect(new Set(upstream.seen.map(({ path }) => path))).toEqual(new Set(['/content-version']));
  });

  it('continues while the upstream fails, without reporting a change', async () => {
    await second();
    answer = { status: 503, body: '{"version":"2"}' };
    await second();
    answer = { status: 200, body: '{"version":"1"}' };
    await second();
    expect(changes).toBe(1);
  });

  it.each([
    [404, '{"version":"1"}'],
    [499, ''],
    [200, '<!doctype html>'],
    [200, '{"version":7}'],
    [200, 'null'],
    [200, `{"version":"1","more":"${'x'.repeat(4096)}"}`],
  ])('retries after ten minutes if the upstream does not support the call: %i %.20s', async (status, body) => {
    answer = { status, body };
    await second();
    vi.advanceTimersByTime(10 * 60_000 - 1000);
    await settled();
    expect([upstream.seen.length, changes]).toEqual([1, 0]);
    answer = { status: 200, body: '{"version":"1"}' };
    await second();
    expect(changes).toBe(1);
  });

  it('makes no requests while nothing is cached', async () => {
    isNeeded = false;
    await second(false);
    isNeeded = true;
    await second();
  });

  it('runs a single timer even if it is started twice', async () => {
    watch.start();
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(5000);
    await settled();
    expect(upstream.seen).toHaveLength(1);
    await second();
  });

  it('makes no requests after it is closed', async () => {
    await watch.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
