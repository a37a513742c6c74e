import { describe, expect, test, vi } from 'vitest';
import { ApiError, call } from '#src/admin-ui/providers/http.ts';

function answer(status: number, body: string) {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response(body, { status }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

const sent = (fetched: ReturnType<typeof answer>) => {
  const [url, init] = fetched.mock.calls[0] ?? [];
  return { url, ...init };
};

describe('a call of the admin API', () => {
  test('reads JSON below /api/', async () => {
    const fetched = answer(200, '{"data":[1]}');
    expect(await call('books?page=1')).toEqual({ data: [1] });
    expect(sent(fetched)).toMatchObject({ url: '/api/books?page=1', method: 'GET' });
  });

  test('sends a body as JSON, and a picture as it is', async () => {
    const json = answer(201, '{}');
    await call('books', { method: 'POST', body: { title: 'A' } });
    expect(sent(json)).toMatchObject({ body: '{"title":"A"}', headers: { 'content-type': 'application/json' } });

    const picture = new Blob(['x'], { type: 'image/png' });
    const raw = answer(200, '{}');
    await call('books/1/cover', { method: 'POST', body: picture });
    expect(sent(raw)).toMatchObject({ body: picture, headers: { 'content-type': 'image/png' } });
  });

  test('throws what the API says of an error, with its fields where react-admin looks for them', async () => {
    answer(422, '{"error":{"code":"invalid","message":"No","fields":{"title":"has to be given"}}}');
    const error = await call('books').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 422,
      code: 'invalid',
      message: 'No',
      body: { errors: { title: 'has to be given' } },
    });
  });

  test('says so where an answer is no JSON', async () => {
    answer(502, '<html>');
    await expect(call('books')).rejects.toMatchObject({ status: 502, code: 'not_json' });
  });

  test('says so where nobody answers', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(call('books')).rejects.toMatchObject({ status: 0, code: 'unreachable' });
  });

  test('passes on that it was given up', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new DOMException('', 'AbortError')));
    await expect(call('books')).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('takes an empty answer as an empty object', async () => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
    expect(await call('session', { method: 'DELETE' })).toEqual({});
  });
});
