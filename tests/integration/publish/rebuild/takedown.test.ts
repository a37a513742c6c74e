import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog, openStore, type Store } from '#src/api/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { getConfig } from '#src/config/config.ts';
import { PRERENDERED_VIEWS } from '#src/features/views.ts';
import { silentLog } from '#src/lib/log.ts';
import { createRebuild } from '#src/publish/rebuild/index.ts';
import { listReleases, readTakenDown, rollback } from '#src/publish/release/index.ts';
import { takeDown } from '../../../../src/commands/content/takedown.ts';
import { plainBundle, plainRenderers } from '../../../helpers/plain-renderer.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../../helpers/small-api.ts';
import { type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';

let api: SmallApi;
let site: SmallRebuild;
let store: Store;

const TITLE = 'Atlas 6';
const picture = (name: string) => `<p><img src="/media/pictures/${name}.webp" alt=""></p>`;
const [one] = smallBook(6).chapters;
const withPictures = (names: string[]) => (one ? [{ ...one, html: names.map(picture).join('') }] : []);
const BOOK = smallBook(6, {
  cover: { file: 'covers/six.svg', widths: [], tone: 3 },
  chapters: withPictures(['own', 'shared']),
});

beforeAll(async () => {
  api = await startSmallApi(60);
  for (const name of ['covers/six.svg', 'pictures/own.webp', 'pictures/shared.webp'])
    writeFileSync(join(api.media, name), name);
  await api.write(async (writer) => {
    await writer.putBook(BOOK);
    await writer.putBook(smallBook(7, { chapters: withPictures(['shared']) }));
  });
  site = await smallRebuild(api.origin);
  symlinkSync(api.folder, join(site.state, 'api'));
  store = await openStore(api.folder);
  await site.run({ mode: 'night' }, { upstreamId: 'embedded' });
  await api.write((writer) => writer.editBook('book-9', { title: 'Another night' }));
  await site.run({ mode: 'night' }, { upstreamId: 'embedded' });
});
afterAll(async () => {
  await store.close();
  await site.close();
  await api.close();
});

const take = async (reason: string | null) => {
  const config = { ...getConfig({}), state: site.state };
  const rebuild = createRebuild({
    state: site.state,
    modules: join(import.meta.dirname, '../../../../node_modules'),
    upstream: api.origin,
    upstreamId: 'embedded',
    brands: [site.brand],
    views: PRERENDERED_VIEWS,
    log: silentLog,
    bundle: async () => plainBundle(),
    renderers: async () => plainRenderers(),
  });
  try {
    const options = { config, store, brands: [site.brand], rebuild, log: silentLog };
    return await takeDown(options, { id: 7, key: 'book-6' }, reason);
  } finally {
    await rebuild.close();
  }
};

/**
 * Returns the files that contain the text, in all releases and in the remains of removed releases. Decompresses
 * compressed files.
 */
function filesContaining(text: string): string[] {
  const releases = join(site.folder, 'releases');
  const files = readdirSync(releases, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(releases, name)).isFile(),
  );
  return files.filter((name) => {
    const bytes = readFileSync(join(releases, name));
    return (name.endsWith('.br') ? brotliDecompressSync(bytes) : bytes).includes(text);
  });
}

const status = async (call: string, query = '') =>
  (await fetch(`${api.origin}/freenovel_api/v1/${call}?section=7&book_id=7${query}`)).status;

describe('a takedown', () => {
  it('removes a book from the API, the live site, all stored releases and the media, and cannot be rolled back', async () => {
    const before = listReleases(site.folder);
    expect(before).toHaveLength(2);
    expect(filesContaining(TITLE).length).toBeGreaterThan(10);
    const chapter = (await store.catalogue.one<{ id: number }>(sql`SELECT id FROM chapters WHERE book_id = 7`)).id;

    const done = await take('Order 7 of the court of Ashford');
    expect(done.status).toBe(451);
    expect(readTakenDown(site.folder).books).toMatchObject([{ book: 7, reason: 'Order 7 of the court of Ashford' }]);
    const [brand] = done.published;
    expect(brand).toMatchObject({ brand: 'freenovel', status: 'published', exitCode: 0 });
    expect(brand?.changed).toContain('/hotnovels/A/1');
    expect(done.releases).toEqual(before.map(({ release }) => `freenovel/${release}`));
    expect(done.media.toSorted()).toEqual(['covers/six.svg', 'pictures/own.webp']);
    const files = ['covers/six.svg', 'pictures/own.webp', 'pictures/shared.webp'];
    expect(files.map((name) => existsSync(join(api.media, name)))).toEqual([false, false, true]);

    expect(filesContaining(TITLE)).toEqual([]);
    expect(filesContaining('Atlas 16').length).toBeGreaterThan(10);
    const [live, ...olderReleases] = listReleases(site.folder);
    expect([live?.live, olderReleases]).toEqual([true, []]);
    expect(readTakenDown(site.folder)).toMatchObject({ books: [{ book: 7, status: 451 }], since: live?.release });
    await expect(rollback(site.folder)).rejects.toThrow('no earlier release to roll back to');

    const chapterQuery = `&chapter_id=${chapter}`;
    const answers = [
      await status('book.show'),
      await status('book.chapters'),
      await status('chapter.show', chapterQuery),
    ];
    expect([...answers, await status('chapter.find', '&keyword=x')]).toEqual([451, 451, 451, 451]);
    const shown = await fetch(`${api.origin}/freenovel_api/v1/book.show?section=7&book_id=7`);
    expect(await shown.json()).toMatchObject({
      errors: [{ code: 'UNAVAILABLE_FOR_LEGAL_REASONS', message: 'Order 7 of the court of Ashford' }],
    });
  });

  it('is recorded in the audit log, prevents importing the book again, and can be repeated', async () => {
    const [deletion, takedown] = (await auditLog(store.catalogue, 7, 2)).toReversed();
    expect(deletion).toMatchObject({ act: 'delete', kind: 'book', record: 7, command: 'content' });
    expect(takedown).toMatchObject({ act: 'add', kind: 'takedown', record: 7, name: TITLE });
    expect(takedown?.after).toMatchObject({ key: 'book-6', reason: 'Order 7 of the court of Ashford' });
    await expect(() => api.write((writer) => writer.putBook(BOOK))).rejects.toThrow(
      /"Atlas 6" was taken down on .* content -- allow 7/,
    );
    const again = await take(null);
    expect(again).toMatchObject({ status: 451, releases: [], published: [{ status: 'unchanged', changed: [] }] });
    await api.write(async (writer) => expect(await writer.allowBook('book-6')).toBe(true));
    expect(await api.write((writer) => writer.putBook(BOOK))).toMatchObject({ status: 'added' });
    expect(await status('book.show')).toBe(410);
  });

  it('prevents rolling back to a release that still contains the book', async () => {
    const [live] = listReleases(site.folder);
    expect((await site.run({ mode: 'night', full: true }, { upstreamId: 'embedded' })).status).toBe('published');
    const later = new Date(Date.now() + 60_000).toISOString();
    const { addTakenDown, otherReleases } = await import('#src/publish/release/index.ts');
    await addTakenDown(site.folder, { book: 9, status: 410, at: later });
    await expect(rollback(site.folder)).rejects.toThrow('was made before a book was taken down');
    const [now] = listReleases(site.folder);
    expect(otherReleases(site.folder, now?.release ?? '')).toEqual([]);
    expect(now?.release).not.toBe(live?.release);
  });
});
