import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mapConcurrently } from '#src/lib/iterables.ts';
import { openS3Store } from '#src/publish/release-store/s3-store.ts';
import { type ObjectServer, startObjectServer } from '../../../helpers/object-server.ts';

let server: ObjectServer;
let plain: ObjectServer;
beforeAll(async () => {
  server = await startObjectServer();
  plain = await startObjectServer({ conditionalWrites: false });
});
afterAll(async () => {
  await server.close();
  await plain.close();
});

/** With more writes in parallel, some would time out waiting for a connection on a busy machine. */
const WRITES_AT_ONCE = 32;

const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = (object: { body: Uint8Array } | undefined) => object && new TextDecoder().decode(object.body);

describe('a release store in a bucket', () => {
  const open = () => openS3Store(server.bucket, 'some/where/', server.settings);

  it('returns stored objects, and nothing for unknown keys', async () => {
    const store = open();
    await store.put('a/b', bytes('one'));
    await store.put('a/b', bytes('two'));
    expect(textOf(await store.get('a/b'))).toBe('two');
    expect(await store.get('a/c')).toBeUndefined();
    store.close();
  });

  it('does not send an object again if the caller has its current version', async () => {
    const store = open();
    await store.put('a/etag', bytes('one'));
    const object = await store.get('a/etag');
    expect(await store.getUnless('a/etag', object?.etag)).toBe('unchanged');
    await store.put('a/etag', bytes('two'));
    const changed = await store.getUnless('a/etag', object?.etag);
    expect(changed === 'unchanged' ? changed : textOf(changed)).toBe('two');
    store.close();
  });

  it('supports conditional writes', async () => {
    const store = open();
    await store.put('a/if', bytes('one'), { etag: undefined });
    const before = await store.get('a/if');
    await expect(store.put('a/if', bytes('two'), { etag: undefined })).rejects.toMatchObject({ code: 'CHANGED' });
    await store.put('a/if', bytes('two'), { etag: before?.etag });
    await expect(store.put('a/if', bytes('three'), { etag: before?.etag })).rejects.toMatchObject({ code: 'CHANGED' });
    expect(textOf(await store.get('a/if'))).toBe('two');
    store.close();
  });

  it('lists and removes more objects than fit in one request', async () => {
    const store = open();
    const keys = Array.from({ length: 1005 }, (_, number) => `many/${number}`);
    await Array.fromAsync(mapConcurrently(keys, WRITES_AT_ONCE, (key) => store.put(key, bytes('x'))));
    await store.put('other/1', bytes('x'));
    const listed = await Array.fromAsync(store.list('many/'));
    expect(listed.map(({ key }) => key).sort()).toEqual(keys.toSorted());
    expect(listed.every(({ written }) => Math.abs(Date.now() - written.getTime()) < 3_600_000)).toBe(true);
    await store.remove([...keys, 'many/unknown']);
    expect(await Array.fromAsync(store.list('many/'))).toEqual([]);
    expect(textOf(await store.get('other/1'))).toBe('x');
    store.close();
  });
});

describe('a release store in an unreliable bucket', () => {
  it('can be read and written even if every tenth request fails', async () => {
    const store = openS3Store(server.bucket, 'failing/', server.settings);
    server.fail(10);
    const keys = Array.from({ length: 60 }, (_, number) => `${number}`);
    await Promise.all(keys.map((key) => store.put(key, bytes(key))));
    const objects = await Promise.all(keys.map((key) => store.get(key)));
    server.fail(0);
    expect(objects.map(textOf)).toEqual(keys);
    store.close();
  });

  it('throws an error that names the failed request if the bucket cannot be reached', async () => {
    const store = openS3Store(server.bucket, '', { ...server.settings, maxAttempts: 1 });
    server.fail(1);
    await expect(store.get('a/b')).rejects.toThrow('s3://releases/ failed to read a/b');
    await expect(store.put('a/b', bytes('x'))).rejects.toMatchObject({ code: 'STORE' });
    await expect(Array.fromAsync(store.list('a/'))).rejects.toMatchObject({ code: 'STORE' });
    await expect(store.remove(['a/b'])).rejects.toMatchObject({ code: 'STORE' });
    server.fail(0);
    store.close();
  });

  it("rejects an object above the caller's size limit", async () => {
    const store = openS3Store(server.bucket, 'large/', { ...server.settings, maxAttempts: 1 });
    await store.put('a', bytes('x'.repeat(1000)));
    await expect(store.get('a', 999)).rejects.toThrow('the object has more than 999 bytes');
    expect(textOf(await store.get('a', 1000))).toHaveLength(1000);
    store.close();
  });

  it.each([
    ['never responds', () => {}],
    [
      'sends a byte now and then',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': 1_000_000 });
        const timer = setInterval(() => response.write('x'), 20);
        response.on('close', () => clearInterval(timer));
      },
    ],
    [
      'sends endless bytes',
      (response: ServerResponse) => {
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        };
        response.writeHead(200).on('drain', more);
        more();
      },
    ],
  ])('times out if the server %s', { timeout: 120_000 }, async (_, answer) => {
    const slow = createServer((_request, response) => answer(response)).listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const endpoint = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
    const store = openS3Store('releases', '', { ...server.settings, endpoint, maxAttempts: 1 }, 500);
    await expect(store.get('a', 10 * 2 ** 20)).rejects.toMatchObject({ code: 'STORE' });
    store.close();
    slow.closeAllConnections();
    slow.close();
  });

  it('writes unconditionally if the bucket does not support conditional writes', async () => {
    const store = openS3Store(plain.bucket, '', plain.settings);
    await store.put('a', bytes('one'), { etag: undefined });
    await store.put('a', bytes('two'), { etag: undefined });
    expect(textOf(await store.get('a'))).toBe('two');
    store.close();
  });
});
