import sharp from 'sharp';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LimitedPoolOptions } from '#src/lib/limited-pool.ts';
import { type Answerer, type ScriptedServer, send, startScriptedServer } from '../../../helpers/scripted-server.ts';

/** Jobs sent to the process with resource limits. */
const jobs: unknown[] = [];
vi.mock('#src/lib/limited-pool.ts', async (original) => {
  const { createLimitedPool } = await original<typeof import('#src/lib/limited-pool.ts')>();
  return {
    createLimitedPool(options: LimitedPoolOptions<string>) {
      const pool = createLimitedPool(options);
      const run: typeof pool.run = (job, input, hooks) => {
        jobs.push(job);
        return pool.run(job, input, hooks);
      };
      return { ...pool, run };
    },
  };
});
// Another test file in this process may have loaded the module without the mock.
vi.resetModules();
const { drawCovers } = await import('#src/serve/render/draw-covers.ts');

const cover = await sharp({ create: { width: 40, height: 60, channels: 3, background: '#cc3300' } })
  .png()
  .toBuffer();
const sendCover: Answerer = (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(cover);

let upstream: ScriptedServer;
let answers: Record<string, Answerer>;
beforeEach(async () => {
  answers = {};
  upstream = await startScriptedServer((response, request, count) =>
    (answers[request.path] ?? sendCover)(response, request, count),
  );
});
afterEach(() => upstream.close());

const draw = (...covers: string[]) => drawCovers(covers, upstream.origin, 60_000);
const isPicture = (drawn: Uint8Array | number) =>
  typeof drawn !== 'number' && drawn.subarray(0, 2).join() === '255,216';
const status =
  (code: number): Answerer =>
  (response) =>
    send(response, code, '');

it('covers are combined into one image that omits missing covers', async () => {
  answers = { '/none': status(404) };
  expect(isPicture(await draw('/a?w=320', '/none'))).toBe(true);
  expect(upstream.seen.find(({ path }) => path === '/a')?.query).toEqual({ w: '320' });
});

it('an invalid cover does not affect the other covers of the image', async () => {
  answers = { '/text': (response) => response.writeHead(200).end('no picture') };
  expect(isPicture(await draw('/text', '/a'))).toBe(true);
  expect(await draw('/text')).toBe(404);
});

let slowCovers = 0;
it('a cover that takes too long to draw is omitted, and not drawn again', async () => {
  // Covers that failed are remembered, so a repeated test needs another path.
  slowCovers += 1;
  const slow = `/slow-${slowCovers}`;
  const turbulence = '<feTurbulence baseFrequency="0.9" numOctaves="20"/><feGaussianBlur stdDeviation="90"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1500" height="2200"><filter id="f">${turbulence.repeat(200)}</filter><rect width="1500" height="2200" filter="url(#f)"/></svg>`;
  answers = { [slow]: (response) => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(svg) };
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 10);
  expect(isPicture(await draw(slow, '/a'))).toBe(true);
  clearInterval(timer);
  // If the cover were drawn in this thread, it would block the timer.
  expect(turns).toBeGreaterThan(10);
  const before = jobs.length;
  expect(before).toBeGreaterThan(0);
  expect(await draw(slow)).toBe(404);
  expect(jobs).toHaveLength(before);
}, 600_000);

it.each([
  ['a reset', (response) => response.socket?.resetAndDestroy()],
  ['a 502', status(502)],
  ['a 503', status(503)],
] as const satisfies readonly (readonly [string, Answerer])[])(
  'a cover is requested again after %s',
  async (_what, fault) => {
    let requestCount = 0;
    answers = {
      '/a': (response, request, count) => {
        requestCount += 1;
        return (requestCount === 1 ? fault : sendCover)(response, request, count);
      },
    };
    expect(isPicture(await draw('/a'))).toBe(true);
    expect(requestCount).toBe(2);
  },
);

it('no image is drawn if no cover can be loaded, or if all covers are from a different site', async () => {
  answers = { '/none': status(404) };
  expect(await draw('/none')).toBe(404);
  expect(await draw('https://elsewhere.invalid/a')).toBe(404);
  expect(await draw()).toBe(404);
  expect(upstream.seen).toHaveLength(1);
});

it.each([429, 500, 503])('a cover is requested again later if the upstream responds with %i', async (code) => {
  answers = { '/busy': status(code) };
  expect(await draw('/a', '/busy')).toBe(503);
});

it('a cover is requested again later if the upstream does not respond, or redirects', async () => {
  answers = {
    '/hang': () => {},
    '/moved': (response) => response.writeHead(302, { location: '/a' }).end(),
  };
  expect(await drawCovers(['/hang'], upstream.origin, 50)).toBe(503);
  expect(await draw('/moved')).toBe(503);
});
