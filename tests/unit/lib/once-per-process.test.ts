import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { isFirst, shareOnce } from '#src/lib/once-per-process.ts';

const MODULE = new URL('../../../src/lib/once-per-process.ts', import.meta.url).href;

/** Calls `isFirst` in a new thread. */
async function isFirstInThread(text: string): Promise<unknown> {
  const code = `import(${JSON.stringify(MODULE)}).then(({ isFirst }) =>
    require('node:worker_threads').parentPort.postMessage(isFirst(${JSON.stringify(text)})));`;
  const worker = new Worker(code, { eval: true });
  const [result] = await once(worker, 'message');
  await worker.terminate();
  return result;
}

describe('isFirst', () => {
  it('returns true once per text', () => {
    expect(['a b', 'a c', 'a b', 'a c'].map(isFirst)).toEqual([true, true, false, false]);
  });

  it('distinguishes a thousand texts', () => {
    const texts = Array.from({ length: 1000 }, (_, index) => `text ${index}`);
    expect(texts.filter(isFirst).length).toBeGreaterThan(990);
  });

  it('returns true in one thread only', { timeout: 60_000 }, async () => {
    shareOnce();
    expect([await isFirstInThread('in threads'), await isFirstInThread('in threads')]).toEqual([true, false]);
    expect(isFirst('in threads')).toBe(false);
  });
});
