import { Readable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { createSmallPosts, endPost } from '#src/serve/reports/small-posts.ts';
import { handleInMemory } from '../../../helpers/handled.ts';
import { testBrand } from '../../../helpers/published-brand.ts';
import { parsedRequest } from '../parsed-request.ts';

const ash = testBrand('ash').brand;
const oak = testBrand('oak').brand;

function site(limits = { bytes: 10, ofBrand: 100, ofAddress: 100 }) {
  const posts = createSmallPosts(limits);
  return (clientAddress = '10.0.0.1', { brand = ash, body = 'a' } = {}) =>
    handleInMemory(
      async (message, response) => {
        const read = await posts.read(brand, parsedRequest('/', { clientAddress }), message, response);
        if (read !== undefined) response.setHeader('x-read', encodeURIComponent(read)).end();
      },
      '/',
      { method: 'POST', body, headers: { connection: 'keep-alive' } },
    );
}

describe('a small POST request', () => {
  it('is read as text', async () => {
    const { status, headers } = await site()('10.0.0.1', { body: 'Ünï' });
    expect([status, decodeURIComponent(String(headers['x-read']))]).toEqual([200, 'Ünï']);
  });

  it('is accepted at exactly the size limit; one byte more returns 413 and closes the connection', async () => {
    const send = site();
    expect((await send('10.0.0.1', { body: 'x'.repeat(10) })).status).toBe(200);
    const { status, headers } = await send('10.0.0.1', { body: 'x'.repeat(11) });
    expect([status, headers.connection, headers['x-read']]).toEqual([413, 'close', undefined]);
  });

  it('is refused once its network has reached the limit per minute for the brand', async () => {
    const send = site({ bytes: 10, ofBrand: 100, ofAddress: 2 });
    const statuses = [];
    for (const address of ['10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.2', '2001:db8::1', '2001:db8::2', '2001:db8::3'])
      statuses.push((await send(address)).status);
    expect(statuses).toEqual([200, 200, 429, 200, 200, 200, 429]);
    expect((await send('10.0.0.1', { brand: oak })).status).toBe(200);
  });

  it('is refused once its brand has reached the limit per minute, even from a new address', async () => {
    const send = site({ bytes: 10, ofBrand: 2, ofAddress: 100 });
    const statuses = [];
    for (const address of ['10.0.0.1', '10.0.0.2', '10.0.0.3']) statuses.push((await send(address)).status);
    expect(statuses).toEqual([200, 200, 429]);
    const { status, headers } = await send('10.0.0.4');
    expect([status, headers.connection]).toEqual([429, 'close']);
    expect((await send('10.0.0.4', { brand: oak })).status).toBe(200);
  });

  it('is dropped if its sender disconnects', async () => {
    const posts = createSmallPosts({ bytes: 10, ofBrand: 1, ofAddress: 1 });
    const response = { destroy: vi.fn() };
    const message = Readable.from(
      (async function* () {
        yield Buffer.from('a');
        throw new Error('aborted');
      })(),
    );
    const read = await posts.read(ash, parsedRequest('/'), message as never, response as never);
    expect([read, response.destroy.mock.calls.length]).toEqual([undefined, 1]);
  });
});

describe('the response to a small POST request', () => {
  it('is not cached, and keeps the connection open', async () => {
    const lasting = { headers: { connection: 'keep-alive' } };
    const { status, headers } = await handleInMemory((_message, response) => endPost(response, 204), '/', lasting);
    expect([status, headers['cache-control'], headers['x-content-type-options'], headers.connection]).toEqual([
      204,
      'no-store',
      'nosniff',
      'keep-alive',
    ]);
  });
});
