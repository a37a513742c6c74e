import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { smallBook } from '../../../../helpers/small-api.ts';
import { startAdmin, type TestAdmin } from '../fixture.ts';

let test: TestAdmin;
beforeAll(async () => {
  test = await startAdmin(async (writer) => {
    await writer.putBook(smallBook(1));
  });
});
afterAll(() => test.close());

const pngOf = (width: number) =>
  sharp({ create: { width, height: 40, channels: 3, background: '#a03020' } })
    .png()
    .toBuffer();

const upload = (body: unknown, type = 'image/png') =>
  test.ask('POST', '/api/pictures', { as: 'editor', body, headers: { 'content-type': type } });

it('an uploaded picture can be put into a chapter, and is then listed with the pictures of its book', async () => {
  const { status, body } = await upload(await pngOf(500));
  expect(status).toBe(200);
  const { src, srcset, width, height, alt } = body.data;
  expect(src).toMatch(/^\/media\/pictures\/\w{16}\.webp$/);
  expect([srcset, width, height, alt]).toEqual([`${src}?w=320 320w, ${src}?w=480 480w, ${src} 500w`, '500', '40', '']);
  expect((await test.ask('GET', src, { as: 'editor' })).headers['content-type']).toBe('image/webp');

  const list = () => test.ask('GET', '/api/books/1/pictures', { as: 'editor' });
  expect((await list()).body.data).toEqual([]);
  const image = `<img src="${src}" srcset="${srcset}" width="500" height="40" alt="A &quot;red&quot; line" />`;
  const changed = await test.ask('PATCH', '/api/chapters/1', {
    as: 'editor',
    body: { html: `<p>${image}</p><p>${image}</p>` },
  });
  expect([changed.status, changed.body.data.html]).toEqual([200, `<p>${image}</p><p>${image}</p>`]);
  expect((await list()).body.data).toEqual([{ src, srcset, width, height, alt: 'A "red" line' }]);
});

it.each([
  ['a file that is not an image', Buffer.from('<script>'), 'image/png', 422],
  ['JSON', {}, 'application/json', 415],
])('the admin rejects %s as a picture of a chapter', async (_what, body, type, expected) => {
  expect((await upload(body, type)).status).toBe(expected);
});

it('pictures require an editor, a book and, to upload, a request of the admin page', async () => {
  expect((await test.ask('POST', '/api/pictures', { body: await pngOf(10) })).status).toBe(401);
  expect((await test.ask('GET', '/api/books/1/pictures')).status).toBe(401);
  expect((await test.ask('GET', '/api/books/99/pictures', { as: 'editor' })).status).toBe(404);
  const foreign = { 'content-type': 'image/png', origin: 'https://evil.example' };
  expect(
    (await test.ask('POST', '/api/pictures', { as: 'editor', body: await pngOf(10), headers: foreign })).status,
  ).toBe(403);
});
