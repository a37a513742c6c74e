import { beforeEach, expect, it } from 'vitest';
import { createKeptRenderer } from '#src/publish/render/kept-renderer.ts';
import type { PageRendererPool, RendererOptions } from '#src/publish/render/page-renderer.ts';

let log: string[];
let keptRenderer: ReturnType<typeof createKeptRenderer>;
beforeEach(() => {
  log = [];
  keptRenderer = createKeptRenderer();
});

/** A pool whose renderers log their calls. */
function poolNamed(name: string): PageRendererPool {
  let count = 0;
  return {
    async open({ folder }) {
      count += 1;
      const id = `${name}${count}`;
      log.push(`${id} opens ${folder}`);
      return {
        moveTo: async (next: string) => void log.push(`${id} moves to ${next}`),
        render: async () => [],
        modelHashes: async () => [],
        close: async () => void log.push(`${id} closes`),
      };
    },
    isIntact: () => true,
    close: async () => {},
  };
}
const pool = poolNamed('pool');

const lend = (key: string, folder: string, rendererPool = pool) =>
  keptRenderer.lend(rendererPool, key, { folder } as RendererOptions, async () => folder);

it("the kept renderer is reused for the next part of the same plan, and then writes to that part's folder", async () => {
  expect(await lend('night', 'a')).toBe('a');
  expect(await lend('night', 'b')).toBe('b');
  expect(log).toEqual(['pool1 opens a', 'pool1 moves to b']);
});

it('the kept renderer is closed before a renderer for a different plan is opened', async () => {
  const own = poolNamed('own');
  await lend('night', 'a', own);
  await lend('another night', 'b', own);
  expect(log).toEqual(['own1 opens a', 'own1 closes', 'own2 opens b']);
});

it('the kept renderer is not reused if the pool of threads was replaced', async () => {
  await lend('night', 'a', poolNamed('old'));
  await lend('night', 'b', poolNamed('new'));
  expect(log).toEqual(['old1 opens a', 'old1 closes', 'new1 opens b']);
});

it('the kept renderer is closed if a part fails, and the next part gets a new renderer', async () => {
  const own = poolNamed('own');
  const failing = keptRenderer.lend(own, 'night', { folder: 'a' } as RendererOptions, () =>
    Promise.reject(new Error('full')),
  );
  await expect(failing).rejects.toThrow('full');
  await lend('night', 'b', own);
  expect(log).toEqual(['own1 opens a', 'own1 closes', 'own2 opens b']);
});

it('two concurrent parts use two renderers, and one of them is kept', async () => {
  const own = poolNamed('own');
  const first = lend('night', 'a', own);
  const second = lend('night', 'b', own);
  await Promise.all([first, second]);
  expect(log.toSorted()).toEqual(['own1 opens a', 'own2 closes', 'own2 opens b']);
});

it.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
  'the kept renderer is closed even if it is returned %i ticks before another plan begins',
  async (moments) => {
    const own = poolNamed('own');
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = keptRenderer.lend(own, 'night', { folder: 'a' } as RendererOptions, () => promise);
    for (let n = 0; n < 20; n += 1) await Promise.resolve();
    resolve();
    for (let n = 0; n < moments; n += 1) await Promise.resolve();
    await Promise.all([first, lend('another night', 'b', own)]);
    await keptRenderer.close();
    expect(log.filter((line) => line.endsWith('closes')).toSorted()).toEqual(['own1 closes', 'own2 closes']);
  },
);

it('the kept renderer releases the snapshot when it is closed', async () => {
  const own = poolNamed('own');
  await lend('night', 'a', own);
  await keptRenderer.close();
  await keptRenderer.close();
  await lend('night', 'b', own);
  expect(log).toEqual(['own1 opens a', 'own1 closes', 'own2 opens b']);
});
