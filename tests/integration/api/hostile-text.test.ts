import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HANDLERS } from '#src/api/calls/index.ts';
import { ODD, UNSTORABLE } from '../../helpers/hostile-text.ts';
import { SchemaValues } from '../../helpers/schema-values.ts';
import { examples } from '../../slow-tests.ts';
import { book, chapter, type OpenApi, openApi } from './fixture.ts';
import { from, signUp, type Visitor } from './visitor.ts';

let api: OpenApi;
let visitor: Visitor;

beforeAll(async () => {
  api = await openApi();
  const event = { section: 7, book: 'a', inviter: 'Mo', needed: 5, helped: 1, expiresAt: '2027-01-01T00:00:00Z' };
  await api.write(async (writer) => {
    await writer.putBook(book('a', { chapters: [chapter('One'), chapter('Two', { price: 10 })] }));
    await writer.putHelpEvent(event);
  });
  visitor = await signUp(api);
});
afterAll(() => api.close());

const CALLS = [...HANDLERS.values()].map(({ call }) => call);
let address = 0;

/** Makes a call and returns its status. Each call has a different IP address, because limits apply per address. */
async function statusOf(call: (typeof CALLS)[number], params: object): Promise<number> {
  address += 1;
  const headers = {
    ...from(`10.9.${(address >> 8) & 255}.${address & 255}`),
    authorization: `Bearer ${visitor.token}`,
    'device-uuid': 'test-device-0001',
    'x-app-version': '1.0.0',
  };
  const answer =
    call.method === 'GET'
      ? await api.get(call.name, params as Record<string, string>, headers)
      : await api.post(call.name, params, headers);
  if (call.name === 'auth.logout' || call.name === 'user.end_session') visitor = await signUp(api);
  return answer.status;
}

describe.each(CALLS.map((call) => [call.name, call] as const))('the call %s', (_name, call) => {
  const { texts } = (() => {
    const values = new SchemaValues();
    values.of(call.params);
    return values;
  })();
  const places = Array.from({ length: texts }, (_, at) => at);

  it('rejects unstorable text in every parameter', async () => {
    for (const at of places)
      for (const text of UNSTORABLE) {
        // The query of a URL is UTF-8, which cannot contain unpaired surrogates.
        if (call.method === 'GET' && !text.includes('\0')) continue;
        const params = new SchemaValues(at, text).of(call.params) as object;
        expect([await statusOf(call, params), at, text]).toEqual([400, at, text]);
      }
  });

  it('rejects unstorable text in unknown fields', async () => {
    const params = new SchemaValues().of(call.params) as object;
    expect(await statusOf(call, { ...params, other: 'a\0' })).toBe(400);
    expect(await statusOf(call, { ...params, 'a\0': 'other' })).toBe(400);
    expect(await statusOf(call, { ...params, lang: 'en\0' })).toBe(400);
    if (call.method === 'POST') expect(await statusOf(call, { ...params, other: [{ deep: ['\ud800'] }] })).toBe(400);
  });

  it('never responds with a server error if a parameter contains unusual text', async () => {
    for (const at of places)
      for (const text of ODD) {
        const params = new SchemaValues(at, text).of(call.params) as object;
        const status = await statusOf(call, params);
        // Errors below 500 that do not concern the text, such as a missing provider or push service, are fine.
        expect(status, `${text.slice(0, 40)} at ${at}: ${status}`).toBeLessThan(500);
      }
  });
});

describe('the API with unusual text', () => {
  it('never responds with a server error to random text in all parameters of random calls', async () => {
    const piece = fc.constantFrom(
      ...ODD.filter((text) => text.length < 100),
      ...UNSTORABLE,
      ' ',
      'a',
      '\ud83d',
      '"',
      '{}',
    );
    const text = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...CALLS), fc.nat(9), text, async (call, at, hostile) => {
        const params = new SchemaValues(at, hostile).of(call.params) as object;
        expect(await statusOf(call, params), call.name).toBeLessThan(500);
      }),
      { numRuns: examples(400) },
    );
  });

  it('responds with the name of a rejected parameter and the reason', async () => {
    const { status, body } = await api.post('search.multi', { keyword: 'a\0b' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: 0, data: { books: { items: [] } } });
    expect(body.errors).toEqual([
      {
        code: 'BAD_REQUEST',
        message: 'keyword: contains a NUL character or an unpaired surrogate, which is not allowed',
      },
    ]);
  });

  it.each(['//', '///', '/%', '/%00', '/public', '/public/v1', '/public/v1/', '/public/v1/%00', '/public/v1/%zz'])(
    'responds to GET %s with a 4xx error',
    async (path) => {
      const { status } = await api.get(path);
      expect([400, 404]).toContain(status);
    },
  );

  it.each([
    'covers/%00',
    'covers/a%00.svg',
    'covers/%ED%A0%80',
    'covers/%2e%2e%2f',
    `covers/${'a'.repeat(290)}`,
    '%00/a',
  ])('responds to the media path %s with 400 or 404', async (path) => {
    const { status } = await api.get(`/public/media/${path}`);
    expect([400, 404]).toContain(status);
  });
});
