import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from './fixture.ts';

let api: TestApi;

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"><rect width="600" height="800" fill="teal"/></svg>';

beforeAll(async () => {
  api = await startApi();
  const { media } = api.store;
  const picture = sharp({ create: { width: 700, height: 900, channels: 3, background: 'teal' } });
  await writeFile(join(media, 'covers', 'a.jpg'), await picture.jpeg().toBuffer());
  await writeFile(join(media, 'covers', 'drawn.svg'), SVG);
  await writeFile(join(media, 'pictures', 'broken.png'), 'no picture');
  await writeFile(join(media, 'pictures', 'note.txt'), 'text');
  await writeFile(join(media, 'covers', '.hidden.png'), 'hidden');
});
afterAll(() => api.close());

const fetchMedia = (path: string, init: RequestInit = {}) => fetch(`${api.address}/public/media/${path}`, init);

describe('media files of the API', () => {
  it('are served with their type, an ETag, a long cache lifetime and a policy that blocks all scripts', async () => {
    const response = await fetchMedia('covers/drawn.svg');
    expect([response.status, await response.text()]).toEqual([200, SVG]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    });
  });

  it('get a 304 if the client already has them, and a response without a body to HEAD', async () => {
    const etag = (await fetchMedia('covers/a.jpg')).headers.get('etag') ?? '';
    const again = await fetchMedia('covers/a.jpg', { headers: { 'if-none-match': etag } });
    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
    const head = await fetchMedia('covers/a.jpg', { method: 'HEAD' });
    expect([head.status, head.headers.get('etag'), (await head.arrayBuffer()).byteLength]).toEqual([200, etag, 0]);
  });

  it.each(['a.jpg', 'drawn.svg'])('are converted to WebP only once per requested width: %s', async (name) => {
    const ask = async () => {
      const response = await fetchMedia(`covers/${name}?w=240`);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
      return Buffer.from(await response.arrayBuffer());
    };
    const [first, second] = await Promise.all([ask(), ask()]);
    expect(await sharp(first).metadata()).toMatchObject({ format: 'webp', width: 240 });
    expect(await ask()).toEqual(second);
    const resized = await readdir(join(api.store.media, '.resized'));
    expect(resized.filter((file) => file.endsWith('.part'))).toEqual([]);
  });

  describe('that are also converted to AVIF', () => {
    const avif = { headers: { accept: 'image/avif,image/webp,image/*;q=0.8' } };
    const fetchAvif = (name: string) => fetchMedia(`covers/${name}?w=320`, avif);

    it('are sent as WebP with a cache lifetime of an hour until the AVIF file exists', async () => {
      const standIn = await fetchAvif('a.jpg');
      expect([standIn.headers.get('content-type'), standIn.headers.get('vary')]).toEqual(['image/webp', 'Accept']);
      expect(standIn.headers.get('cache-control')).toBe('public, max-age=3600');
      await expect.poll(async () => (await fetchAvif('a.jpg')).headers.get('content-type')).toBe('image/avif');
      const better = await fetchAvif('a.jpg');
      expect([better.headers.get('vary'), better.headers.get('cache-control')]).toEqual([
        'Accept',
        'public, max-age=31536000, immutable',
      ]);
      expect(better.headers.get('etag')).not.toBe(standIn.headers.get('etag'));
      const metadata = await sharp(Buffer.from(await better.arrayBuffer())).metadata();
      expect([metadata.format, metadata.compression, metadata.width]).toEqual(['heif', 'av1', 320]);
    });

    it.each(['image/webp,*/*', 'image/avif;q=0, image/webp', '*/*'])(
      'are sent as WebP for a request with the Accept header %s',
      async (accept) => {
        await expect.poll(async () => (await fetchAvif('a.jpg')).headers.get('content-type')).toBe('image/avif');
        const response = await fetchMedia('covers/a.jpg?w=320', { headers: { accept } });
        expect([response.headers.get('content-type'), response.headers.get('vary')]).toEqual(['image/webp', 'Accept']);
        expect(response.headers.get('cache-control')).toContain('immutable');
      },
    );
  });

  it.each(['200', '0', '-1', 'x', '', '240&w=320'])('are rejected with the width %j', async (width) => {
    expect((await fetchMedia(`covers/a.jpg?w=${width}`)).status).toBe(400);
  });

  it.each([
    'covers/none.jpg',
    'pictures/note.txt',
    'covers/.hidden.png',
    '.resized/x.webp',
    'covers/..%2f..%2fcatalogue.db',
    'covers/%2e%2e',
    'pictures/..%5c..%5ca.png',
    'covers/a.jpg%00.png',
    'other/a.png',
    'covers/%E0%A4%A',
    'covers',
  ])('are rejected with a 4xx status at %s', async (path) => {
    const { status } = await fetchMedia(path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });

  it('return the error that the contract defines if an image is broken', async () => {
    const response = await fetchMedia('pictures/broken.png?w=160');
    expect([response.status, await response.json()]).toMatchObject([
      500,
      { success: 0, errors: [{ code: 'INTERNAL' }] },
    ]);
  });
});
