import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCatalogue } from '#src/api/store/open.ts';
import { sql } from '#src/api/store/sql.ts';
import { holdTransaction, isPostgres } from '../../../helpers/test-store.ts';
import { book, chapter, ids, NOW, type OpenApi, openApi } from '../../../integration/api/fixture.ts';
import { withoutLaterMigrations } from '../../../integration/api/older-store.ts';
import { signUp } from '../../../integration/api/visitor.ts';

let api: OpenApi;
const text = `<p>${'word '.repeat(400)}finally.</p>`;
const FREE_FROM = '2026-06-01T12:05:00Z';
const later = () => api.setNow(new Date(FREE_FROM));
const timedChapter = (title: string, freeFrom: string | null = FREE_FROM) =>
  chapter(title, { price: 5, html: text, freeFrom });
const alpha = (...more: ReturnType<typeof timedChapter>[]) =>
  book('a', { chapters: [chapter('One'), timedChapter('Two'), ...more] });

beforeEach(async () => {
  api = await openApi(async (writer) => {
    await writer.putBook(alpha(timedChapter('Three', null)));
    await writer.putBook(book('b'));
  });
});
afterEach(() => api.close());

const show = (headers = {}) => api.get('chapter.show', { book_id: 1, chapter_id: 2 }, headers);
const list = async (params = {}) => (await api.get('book.list', params)).body.data;

describe('a chapter that becomes free at a set time', () => {
  it('is locked until that time, which the response contains', async () => {
    api.setNow(new Date(Date.parse(FREE_FROM) - 1));
    const { chapter: shown } = (await show()).body.data;
    expect(shown).toMatchObject({ locked: true, price: 5, free_from: FREE_FROM });
    expect(shown.html).not.toContain('finally');
  });

  it('is complete and free for all visitors after that time, with a different ETag', async () => {
    const before = (await show()).headers.get('etag') ?? '';
    later();
    const after = await show({ 'if-none-match': before });
    expect([after.status, after.body.data.chapter]).toMatchObject([
      200,
      { locked: false, price: null, free_from: null, html: text },
    ]);
    const { items } = (await api.get('book.chapters', { book_id: 1 })).body.data;
    expect(items.map(({ locked }: { locked: boolean }) => locked)).toEqual([false, false, true]);
    const found = (await api.get('chapter.find', { book_id: 1, keyword: 'finally' })).body.data.items;
    expect(found.map((item: { chapter: { id: number } }) => item.chapter.id)).toEqual([2]);
    expect((await api.get('book.show', { book_id: 1 })).body.data.book.first_chapter_id).toBe(1);
  });

  it('costs nothing after that time, even for visitors who unlocked another chapter', async () => {
    const visitor = await signUp(api);
    await api.store.visitors.run(sql`INSERT INTO unlocks VALUES (${visitor.id}, 1, 2, ${NOW.toISOString()})`);
    const bought = async () => (await visitor.get('user.locked_books')).body.data.items[0];
    expect(await bought()).toMatchObject({ unlocked_chapters: 1, locked_chapters: 1 });
    later();
    // The chapter that has become free does not count as a second unlocked chapter.
    expect(await bought()).toMatchObject({ unlocked_chapters: 1, locked_chapters: 1 });
    const purchase = { book_id: 1, chapter_id: 2, by: 'coins', key: 'wish-free-0' };
    expect((await (await signUp(api)).post('chapter.unlock', purchase)).body.data).toMatchObject({
      coins: 0,
      chapter: { locked: false, html: text },
    });
  });

  it('marks its book as changed once, at that time, which becomes the date of the chapter', async () => {
    const { cursor } = await list();
    expect((await list({ since: cursor })).items).toEqual([]);
    later();
    const changes = await list({ since: cursor });
    expect(changes.items).toMatchObject([{ id: 1, updated_at: FREE_FROM }]);
    expect((await list({ since: changes.cursor })).items).toEqual([]);
    expect(ids((await list()).items)).toEqual([1, 2]);
    const dates = (await api.get('chapter.dates', { ids: '1,2' })).body.data.items;
    const days = (chapters: { updated_at: string }[]) => chapters.map(({ updated_at }) => updated_at.slice(0, 10));
    expect(dates.map((bookDates: { chapters: [] }) => days(bookDates.chapters))).toEqual([
      ['2026-02-01', '2026-06-01', '2026-02-01'],
      ['2026-02-01', '2026-02-01'],
    ]);
  });

  it('appears in the change feed after a running import has ended, and list requests do not wait for the import', async () => {
    const { cursor } = await list();
    later();
    const writing = await holdTransaction(api.store.catalogue);
    const started = performance.now();
    expect((await list({ since: cursor })).items).toEqual([]);
    // A request that waited for the lock of the import would take ten seconds.
    expect(performance.now() - started).toBeLessThan(5000);
    expect((await show()).body.data.chapter.locked).toBe(false);
    await writing.end();
    expect(ids((await list({ since: cursor })).items)).toEqual([1]);
  });

  it('marks its book as changed if an edit changes that time, but not if an edit keeps it', async () => {
    const { cursor } = await list();
    await api.write((writer) => writer.putBook({ ...alpha(timedChapter('Three', null)), fingerprint: 'read again' }));
    const [same] = (await api.get('book.chapters', { book_id: 1 })).body.data.items.slice(1);
    expect(same).toMatchObject({ free_from: FREE_FROM, updated_at: '2026-02-01T00:00:00Z' });
    await api.write((writer) => writer.putBook(alpha(timedChapter('Three', '2026-07-01T12:00:00.5Z'))));
    expect(ids((await list({ since: cursor })).items)).toEqual([1]);
    const [, , three] = (await api.get('book.chapters', { book_id: 1 })).body.data.items;
    expect(three).toMatchObject({ free_from: '2026-07-01T12:00:00Z', updated_at: '2026-06-01T12:00:00Z' });
  });
});

it.runIf(!isPostgres)(
  'chapters in a store of an older Lectern version have no time at which they become free',
  async () => {
    const { catalogue } = api.store;
    await withoutLaterMigrations(catalogue);
    await catalogue.exec(`DROP TABLE revisions; DROP TABLE bin_chapters; DROP TABLE bin; DROP TABLE audit_log; DROP TABLE takedowns; DROP TABLE former_names; DROP INDEX books_by_brands; DROP INDEX books_by_publish_at; DROP INDEX chapters_by_publish_at;
    ALTER TABLE books DROP COLUMN state; ALTER TABLE books DROP COLUMN publish_at; ALTER TABLE chapters DROP COLUMN state;
    ALTER TABLE chapters DROP COLUMN publish_at; ALTER TABLE chapters DROP COLUMN place; DROP TABLE brand_sets; DROP TABLE whole_brands; ALTER TABLE books DROP COLUMN offered_by;
    ALTER TABLE books DROP COLUMN brands; ALTER TABLE memberships DROP COLUMN brands;
    ALTER TABLE removals DROP COLUMN brand; DROP INDEX chapters_by_free_from; ALTER TABLE chapters DROP COLUMN free_from;
    DELETE FROM meta WHERE key = 'freed'; PRAGMA user_version = 3`);
    await (await openCatalogue(api.store.folder)).close();
    expect((await show()).body.data.chapter).toMatchObject({ locked: true, price: 5, free_from: null });
    expect(ids((await list()).items)).toEqual([1, 2]);
  },
);
