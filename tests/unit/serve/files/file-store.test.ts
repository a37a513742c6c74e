import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { recompressBrand } from '#src/publish/recompress/index.ts';
import { openLive } from '#src/publish/release/index.ts';
import { createFileStore } from '#src/serve/files/file-store.ts';
import { html, publish } from '../../../helpers/published-brand.ts';

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'lectern-files-'));
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

it('a file store sends a recompressed page from memory only after the compression has changed', async () => {
  const words = Array.from({ length: 2000 }, (_, index) => `${(index * 7919) % 613} lanterns`).join(' ');
  await publish(state, 'ash', { pages: { '/': html(words) } });
  const folder = join(state, 'ash');
  const release = openLive(folder);
  const page = release?.page('/');
  if (!release || !page) throw new Error('The release has no home page.');
  const files = createFileStore(1e6);
  const read = async (compression: number) => {
    const { bytes, etag } = files.page(release, page, () => {}, compression);
    return { body: Buffer.from((await bytes('br')) ?? ''), etag };
  };
  const before = await read(0);
  await recompressBrand({ folder, signal: new AbortController().signal, whenIdle: async () => {} });
  expect(await read(0)).toEqual(before);
  const after = await read(1);
  expect(after.body).toEqual(readFileSync(join(folder, 'current/site/index.html.br')));
  expect(after.body.length).toBeLessThan(before.body.length);
  expect(after.etag).toBe(before.etag);
  release.close();
});
