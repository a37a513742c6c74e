import { describe, expect, test, vi } from 'vitest';
import { ApiError, call } from '#src/admin/ui/providers/http.ts';

function stubFetch(status: number, body: string) {
  const fetchMock = vi.fn(async (_url: string, _init: RequestInit) => new Response(body, { status }));
  vi.stubGlobal('fetch', fetchMock);
  return fetchMock;
}

const sentBy = (fetchMock: ReturnType<typeof stubFetch>) => {
  const [url, init] = fetchMock.mock.calls[0] ?? [];
  return { url, ...init };
};

describe('call, which requests the admin API', () => {
  test('requests JSON under /api/', async () => {
    const fetchMock = stubFetch(200, '{"data":[1]}');
    expect(await call('books?page=1')).toEqual({ data: [1] });
    expect(sentBy(fetchMock)).toMatchObject({ url: '/api/books?page=1', method: 'GET' });
  });

  test('sends a body as JSON, and a Blob unchanged', async () => {
    const json = stubFetch(201, '{}');
    await call('books', { method: 'POST', body: { title: 'A' } });
    expect(sentBy(json)).toMatchObject({ body: '{"title":"A"}', headers: { 'content-type': 'application/json' } });

    const picture = new Blob(['x'], { type: 'image/png' });
    const raw = stubFetch(200, '{}');
    await call('books/1/cover', { method: 'POST', body: picture });
    expect(sentBy(raw)).toMatchObject({ body: picture, headers: { 'content-type': 'image/png' } });
  });

  test("throws the API's error, with field messages in the format of react-admin", async () => {
    stubFetch(422, '{"error":{"code":"invalid","message":"No","fields":{"title":"is required"}}}');
    const error = await call('books').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 422,
      code: 'invalid',
      message: 'No',
      body: { errors: { title: 'is required' } },
    });
  });

  test('throws `not_json` for a response that is not JSON', async () => {
    stubFetch(502, '<html>');
    await expect(call('books')).rejects.toMatchObject({ status: 502, code: 'not_json' });
  });

  test('throws `unreachable` if the request fails', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(call('books')).rejects.toMatchObject({ status: 0, code: 'unreachable' });
  });

  test('rethrows an AbortError', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new DOMException('', 'AbortError')));
    await expect(call('books')).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('returns an empty object for an empty response', async () => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
    expect(await call('session', { method: 'DELETE' })).toEqual({});
  });
});
