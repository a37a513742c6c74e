import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RealSite, startRealSite } from '../../helpers/real-site.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../helpers/small-api.ts';

let api: SmallApi;
let site: RealSite;

const cover = (file: string) => ({ file: `covers/${file}`, widths: [], tone: 3 });
const drawing = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="600"><rect width="400" height="600" fill="${color}"/></svg>`;

beforeAll(async () => {
  api = await startSmallApi(60);
  writeFileSync(join(api.media, 'covers/red.svg'), drawing('#ff0000'));
  writeFileSync(join(api.media, 'covers/blue.svg'), drawing('#0000ff'));
  writeFileSync(join(api.media, 'covers/broken.svg'), 'no picture');
  await api.write(async (open) => {
    await open.putBook(smallBook(2, { cover: cover('red.svg') }));
    await open.putBook(smallBook(4, { cover: cover('blue.svg') }));
    await open.putBook(smallBook(7, { cover: cover('lost.svg') }));
    await open.putBook(smallBook(8, { cover: cover('broken.svg') }));
  });
  site = await startRealSite(api);
});
afterAll(async () => {
  await site?.close();
  await api?.close();
});

/** Returns the image metadata in the head of a page. */
async function pictureOf(path: string): Promise<Record<string, string>> {
  const { text } = await site.get(path);
  const tags = text.matchAll(/<meta (?:property|name)="((?:og|twitter):image[^"]*)" content="([^"]*)"/g);
  return Object.fromEntries(
    Array.from(tags, ([, name = '', content = '']) => [name, content.replace(site.origin, '')]),
  );
}

const NOVEL = '/novel/3/Romance/Lantern-2';

it('the share image of a novel and its chapters shows the cover', async () => {
  const picture = await pictureOf(NOVEL);
  expect(picture).toMatchObject({
    'og:image': expect.stringMatching(/^\/share\/3\.[0-9a-f]{10}\.jpg$/),
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': expect.stringContaining('Lantern 2'),
    'twitter:image': picture['og:image'],
  });
  const { status, headers, body } = await site.get(picture['og:image'] ?? '');
  expect([status, headers['content-type']]).toEqual([200, 'image/jpeg']);
  expect(headers['cache-control']).toContain('immutable');
  expect(await sharp(body).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  const [red = 0, green = 0, blue = 0] = await sharp(body)
    .extract({ left: 600, top: 315, width: 1, height: 1 })
    .raw()
    .toBuffer();
  expect([red > 200, green < 60, blue < 60]).toEqual([true, true, true]);
  expect((await site.get(picture['og:image'] ?? '', { 'if-none-match': headers.etag ?? '' })).status).toBe(304);
});

it('the share image of a list shows the first covers of its books', async () => {
  const { 'og:image': path = '' } = await pictureOf('/ranking/hot/1/1');
  expect(path).toMatch(/^\/share\/3-5-8-9\.[0-9a-f]{10}\.jpg$/);
  // One cover is missing, and one is not an image.
  const { status, body } = await site.get(path);
  expect(status).toBe(200);
  expect(await sharp(body).metadata()).toMatchObject({ width: 1200, height: 630 });
});

it('the share image of the brand is used for a list whose books have no covers', async () => {
  const picture = await pictureOf('/novel/4/Mystery/Quarry-3');
  expect(picture['og:image']).toMatch(/^\/_brand\/share\.[0-9a-f]+\.jpg$/);
});

describe('the URL of a share image', () => {
  it.each([
    ['a hash that does not match the covers', '/share/3.0123456789.jpg'],
    ['a book that does not exist', '/share/9999.0123456789.jpg'],
    ['a book without a cover', '/share/4.0123456789.jpg'],
    ['more books than an image shows', '/share/1-2-3-4-5.0123456789.jpg'],
    ['the same book twice', '/share/3-3.0123456789.jpg'],
  ])('returns 404 for %s', async (_why, path) => {
    expect((await site.get(path)).status).toBe(404);
  });

  it('returns 404 if the only cover is missing or not an image', async () => {
    const { 'og:image': lostPicture = '' } = await pictureOf('/novel/8/Mystery/%C3%89b%C3%A8ne-7');
    expect(lostPicture).toMatch(/^\/share\/8\./);
    expect((await site.get(lostPicture)).status).toBe(404);
    const { 'og:image': broken = '' } = await pictureOf('/novel/9/Romance/Orchard-8');
    expect(broken).toMatch(/^\/share\/9\./);
    expect((await site.get(broken)).status).toBe(404);
  });
});

it('the share image of a book that was taken down returns 410, like its page, feed and chapter', async () => {
  const { 'og:image': path = '' } = await pictureOf('/novel/5/Romance/Ember-4');
  expect(path).toMatch(/^\/share\/5\./);
  const chapter = /\/book-reader\/5\/\d+/.exec((await site.get('/novel/5/Romance/Ember-4')).text)?.[0] ?? '';
  await api.write((open) => open.removeBook('book-4'));
  // Uses URLs that were not requested before, because responses are cached for a minute.
  for (const gone of ['/novel/5', path, '/feeds/book/5.rss', chapter])
    expect([gone, (await site.get(gone)).status]).toEqual([gone, 410]);
});
