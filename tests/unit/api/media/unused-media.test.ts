import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWriter, openStore, removeUnusedMedia, type Store } from '#src/api/index.ts';
import type { NewBook } from '#src/api/store/records.ts';
import { book, chapter, NOW } from '../../../integration/api/fixture.ts';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-unused-'));
  store = await openStore(folder);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const put = (one: NewBook) => {
  const writer = createWriter(store, { now: () => NOW });
  return writer.transaction(() => writer.putBook(one));
};
const withPicture = (name: string) => chapter(name, { html: `<p><img src="/media/pictures/${name}" alt=""></p>` });

describe('removeUnusedMedia', () => {
  it('keeps an image that only the last of many chapters shows', async () => {
    const others = Array.from({ length: 450 }, (_, index) => withPicture(`other-${index}.webp`));
    await put(book('a', { chapters: [...others, withPicture('last.webp')] }));
    mkdirSync(join(store.media, 'pictures'), { recursive: true });
    const names = ['pictures/last.webp', 'pictures/unused.webp'];
    for (const name of names) writeFileSync(join(store.media, name), name);
    expect(await removeUnusedMedia(store, names)).toEqual(['pictures/unused.webp']);
    expect(names.map((name) => existsSync(join(store.media, name)))).toEqual([true, false]);
  });
});
