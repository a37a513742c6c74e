import { describe, expect, it } from 'vitest';
import type { PublicBrand } from '#src/brand/public-brand.ts';
import { silentLog } from '#src/lib/log.ts';
import { createRenderCache } from '#src/server/render-cache.ts';
import type { RenderedPage, Renderer } from '#src/server/render-page.ts';

const BRAND = { id: 'ash' } as PublicBrand;
const WAIT_MS = 200;
/** Pages of a brand that are rendered at a time. */
const WIDTH = 16;

const page: RenderedPage = {
  kind: 'page',
  bytes: new Uint8Array([1]),
  br: undefined,
  etag: 'e',
  csp: undefined,
  maxAge: 60,
  stale: 0,
};

/** Pages that are there when a test says so. */
function heldRenderer() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const renderer: Renderer = {
    render({ address }) {
      begun.push(address);
      return new Promise((resolve) => ends.push(() => resolve(page)));
    },
    async close() {},
  };
  return { begun, ends, renderer };
}

describe('pages that wait for others of their brand', () => {
  it('are not begun once they would come too late, so that a flood delays nobody after it', async () => {
    const { begun, ends, renderer } = heldRenderer();
    const config = { renderer, upstreamOrigin: 'http://upstream.invalid', boundBytes: 1e6, log: silentLog };
    const cache = createRenderCache({ ...config, renderWaitMs: WAIT_MS });
    const flood = Array.from({ length: WIDTH + 50 }, (_, n) => cache.get(BRAND, `/flood/${n}`));
    const answers = await Promise.all(flood);
    expect(answers.every((answer) => answer.kind === 'error' && answer.status === 503)).toBe(true);
    const after = cache.get(BRAND, '/after');
    for (const end of ends.splice(0)) end();
    await expect.poll(() => begun.at(-1)).toBe('/after');
    expect(begun).toHaveLength(WIDTH + 1);
    for (const end of ends) end();
    expect(await after).toMatchObject({ kind: 'page' });
  });
});
