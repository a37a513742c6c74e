import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headerBytes } from '../../helpers/header-bytes.ts';
import { type RealSite, startRealSite } from '../../helpers/real-site.ts';
import { type SmallApi, startSmallApi } from '../../helpers/small-api.ts';

/** The goal is 1.2 KB of 1,000 bytes, in HTTP/1.1. */
const MAX_HTTP1_BYTES = 1200;
const MAX_HPACK_BYTES = 900;

let api: SmallApi;
let site: RealSite;

beforeAll(async () => {
  api = await startSmallApi(60);
  site = await startRealSite(api);
});
afterAll(async () => {
  await site?.close();
  await api?.close();
});

const measure = (path: string) => headerBytes(Number(new URL(site.url).port), `${site.brand.id}.localhost`, path);

/** The first link on a page whose path starts with `start`. */
async function linkOn(path: string, start: string): Promise<string> {
  const { text } = await site.get(path);
  const link = text.match(new RegExp(`href="(${start}[^"]+)"`))?.[1];
  if (link === undefined) throw new Error(`${path} has no link to ${start}.`);
  return link;
}

describe('the headers of a page', () => {
  it.each(['/', '/genres', '/search', '/history', '/login', '/offline'])(
    'stay within their limits: %s',
    async (path) => {
      const bytes = await measure(path);
      expect(bytes.http1).toBeLessThanOrEqual(MAX_HTTP1_BYTES);
      expect(bytes.hpack).toBeLessThanOrEqual(MAX_HPACK_BYTES);
    },
  );

  it('stay within their limits for lists, and for novels and chapters with a dictionary', async () => {
    const novel = await linkOn('/', '/novel/');
    const pages = [await linkOn('/', '/genres/'), novel, await linkOn(novel, '/book-reader/')];
    const sizes = await Promise.all(pages.map(async (path) => ({ path, ...(await measure(path)) })));
    expect(sizes.filter(({ http1, hpack }) => http1 > MAX_HTTP1_BYTES || hpack > MAX_HPACK_BYTES)).toEqual([]);
    const { headers } = await site.get(pages[2] ?? '');
    expect(headers['link']).toContain('compression-dictionary');
  });

  it('allow only the scripts in the page if the page is rendered on request', async () => {
    const chapter = await linkOn(await linkOn('/', '/novel/'), '/book-reader/');
    const { headers, text } = await site.get(chapter);
    const inPage = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
      ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
    );
    const policy = String(headers['content-security-policy']);
    expect(new Set(policy.match(/'sha256-[^']+'/g))).toEqual(new Set(inPage));
  });
});
