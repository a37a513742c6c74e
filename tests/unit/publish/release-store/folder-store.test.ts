import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFile } from '#src/lib/file-lock.ts';
import { openFolderStore } from '#src/publish/release-store/folder-store.ts';
import { type ObjectStore, openStore } from '#src/publish/release-store/index.ts';

let folder: string;
let store: ObjectStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-objects-'));
  store = openFolderStore(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = (object: { body: Uint8Array } | undefined) => object && new TextDecoder().decode(object.body);

describe('a store in a folder', () => {
  it('returns the last version of an object, and undefined for unknown keys', async () => {
    await store.put('a/b', bytes('one'));
    await store.put('a/b', bytes('two'));
    expect(textOf(await store.get('a/b'))).toBe('two');
    expect(await store.get('a/c')).toBeUndefined();
    expect(await store.getUnless('a/c', 'etag')).toBeUndefined();
  });

  it('can be opened by its URL', async () => {
    const opened = await openStore(pathToFileURL(folder).href);
    await opened.put('a', bytes('one'));
    expect([opened.address, textOf(await store.get('a'))]).toEqual([folder, 'one']);
  });

  it('cannot be opened if the folder is missing', async () => {
    rmSync(folder, { recursive: true });
    await expect(store.get('a')).rejects.toMatchObject({ code: 'STORE', message: expect.stringContaining(folder) });
  });

  it('throws if the folder cannot be read, instead of reporting a missing object', async () => {
    mkdirSync(join(folder, 'a'));
    await expect(store.get('a')).rejects.toMatchObject({ code: 'STORE' });
  });

  it('does not return an object again if the caller already has its current version', async () => {
    await store.put('a', bytes('one'));
    const object = await store.get('a');
    expect(await store.getUnless('a', object?.etag)).toBe('unchanged');
    await store.put('a', bytes('two'));
    expect(textOf((await store.getUnless('a', object?.etag)) as { body: Uint8Array })).toBe('two');
    expect(textOf((await store.getUnless('a', undefined)) as { body: Uint8Array })).toBe('two');
  });

  it('performs a conditional write only if the condition is met', async () => {
    await store.put('a/if', bytes('one'), { etag: undefined });
    const before = await store.get('a/if');
    await expect(store.put('a/if', bytes('two'), { etag: undefined })).rejects.toMatchObject({ code: 'CHANGED' });
    await store.put('a/if', bytes('two'), { etag: before?.etag });
    await expect(store.put('a/if', bytes('three'), { etag: before?.etag })).rejects.toMatchObject({ code: 'CHANGED' });
    expect(textOf(await store.get('a/if'))).toBe('two');
  });

  it('rejects a conditional write while another process is writing', async () => {
    const other = lockFile(join(folder, 'a.lock'), 'exclusive');
    await expect(store.put('a', bytes('one'), { etag: undefined })).rejects.toMatchObject({ code: 'CHANGED' });
    other?.close();
    await store.put('a', bytes('one'), { etag: undefined });
    expect(textOf(await store.get('a'))).toBe('one');
  });

  it('lists the objects with a prefix, sorted by key, except unfinished objects', async () => {
    await store.put('many/1', bytes('x'));
    await store.put('many/deep/2', bytes('x'), { etag: undefined });
    await store.put('other/1', bytes('x'));
    writeFileSync(join(folder, 'many/3.abc.part'), '');
    const listed = await Array.fromAsync(store.list('many/'));
    expect(listed.map(({ key }) => key).sort()).toEqual(['many/1', 'many/deep/2']);
    expect(listed.every(({ written }) => Math.abs(Date.now() - written.getTime()) < 3_600_000)).toBe(true);
    expect(await Array.fromAsync(store.list('none/'))).toEqual([]);
  });

  it('removes objects, and ignores missing objects', async () => {
    await store.put('a', bytes('x'));
    await store.put('b', bytes('x'));
    await store.remove(['a', 'none/c']);
    expect(readdirSync(folder)).toEqual(['b']);
  });
});

it.each(['releases', 'https://example.com/x', 's3://', 'file://host/x', 's3://bucket/x?region=1'])(
  'a release store URL such as %s is refused with a message that shows valid URLs',
  async (address) => {
    await expect(openStore(address)).rejects.toThrow(`LECTERN_RELEASES is "${address}". Give a bucket such as s3://`);
  },
);
