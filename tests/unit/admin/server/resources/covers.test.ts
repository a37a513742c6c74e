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

const upload = (body: Buffer, type = 'image/png') =>
  test.ask('POST', '/api/books/1/cover', { as: 'editor', body, headers: { 'content-type': type } });

it('an uploaded cover is stored, and served only to signed-in staff', async () => {
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#a03020' } })
    .png()
    .toBuffer();
  const { status, body } = await upload(picture);
  expect([status, body.data.cover]).toMatchObject([
    200,
    { url: expect.stringMatching(/^\/media\/covers\/\w+\.webp$/), tone: 0 },
  ]);
  const path = `${body.data.cover.url}?w=160`;
  const shown = await test.ask('GET', path, { as: 'editor' });
  expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/webp']);
  expect((await test.ask('GET', path)).status).toBe(401);
});

it('a cover can be generated, and looks different each time', async () => {
  const draw = async () =>
    (await test.ask('POST', '/api/books/1/cover/generate', { as: 'editor', body: { tone: 20 } })).body.data.cover;
  const [first, second] = [await draw(), await draw()];
  expect(first.url).not.toBe(second.url);
  expect((await test.ask('GET', second.url, { as: 'editor' })).status).toBe(200);
});

it.each([
  ['a file that is not an image', Buffer.from('<script>'), 'image/png', 422],
  ['JSON', Buffer.from('{}'), 'application/json', 415],
])("the admin rejects %s as a cover, and keeps the book's current cover", async (_what, body, type, expected) => {
  const before = (await test.ask('GET', '/api/books/1', { as: 'editor' })).body.data.cover;
  expect((await upload(body, type)).status).toBe(expected);
  expect((await test.ask('GET', '/api/books/1', { as: 'editor' })).body.data.cover).toEqual(before);
});
