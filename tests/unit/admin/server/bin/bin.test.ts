import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '#src/admin/contract/roles.ts';
import { createCleanUpTimer } from '#src/api/clean-up-timer.ts';
import { createWriter } from '#src/api/index.ts';
import { BIN_DAYS } from '#src/api/store/bin-states.ts';
import type { StoreWriter } from '#src/api/store/records.ts';
import { raw, sql } from '#src/api/store/sql.ts';
import { cleanUp } from '#src/api/store/writer/clean-up.ts';
import { silentLog } from '#src/lib/log.ts';
import { book, chapter } from '../../../../integration/api/fixture.ts';
import { startAdmin, type TestAdmin } from '../fixture.ts';

const shared = { brand: null, section: 7 };
const SHIP = book('ship', {
  author: { name: 'Ada Marsh', introduction: 'Writes.' },
  series: { name: 'Saga', number: 2 },
  brands: ['local'],
  chapters: [
    chapter('One', { html: '<p><a href="chapter-number:2">on</a> <img src="/media/pictures/a.webp" alt=""></p>' }),
    chapter('Two', { price: 5, freeFrom: '2027-01-01T00:00:00Z' }),
    chapter('Three', { publication: 'draft' }),
    chapter('Four'),
  ],
});

let test: TestAdmin;
let now: Date;
beforeEach(async () => {
  test = await startAdmin(async (writer) => {
    for (const key of ['lamp', 'ship', 'moor'])
      await writer.putBook(
        key === 'ship' ? SHIP : book(key, { tags: ['Fog'], author: { name: 'Bo', introduction: '' } }),
      );
    const books = ['lamp', 'ship', 'moor'];
    await writer.putShelf({ ...shared, name: 'New', style: 'row', books });
    await writer.putRanking({ ...shared, type: 'hot', typeName: 'Hot', name: 'Weekly', books });
    await writer.putBanner({ ...shared, title: 'Read', subtitle: 'now', image: 'covers/b.webp', book: 'ship' });
    const expiresAt = '2027-01-01T00:00:00Z';
    await writer.putHelpEvent({ section: 7, book: 'ship', inviter: 'Ann', needed: 3, helped: 1, expiresAt });
    await writer.putGenre({ section: 7, name: 'Horror', introduction: 'Dark.', tags: ['Fog', 'Ghosts'] });
    await writer.putKeyword(7, 'by hand');
  });
  now = new Date('2026-06-01T12:00:00Z');
});
afterEach(() => test.close());

const ask = (method: string, path: string, body?: unknown, as: Role = 'owner') =>
  test.ask(method, `/api/${path}`, { as, body });
const bin = async (filter: object = {}) =>
  (await ask('GET', `bin?order=DESC&filter=${encodeURIComponent(JSON.stringify(filter))}`)).body.data;
const restoreLast = async (name?: string) => {
  const [last] = await bin();
  return ask('POST', `bin/${last.id}/restore`, name === undefined ? {} : { name });
};
const write = <T>(work: (writer: StoreWriter) => Promise<T>) => {
  const writer = createWriter(test.store, { now: () => now, who: 'ann', command: 'content' });
  return writer.transaction(() => work(writer));
};

const TABLES = [
  'authors',
  'genres',
  'tags',
  'genre_tags',
  'keywords',
  'books',
  'memberships',
  'chapters',
  'chapter_texts',
  'rankings',
  'ranking_books',
  'shelves',
  'shelf_books',
  'banners',
  'help_events',
  'book_beginnings',
];

/** All rows of the content, without the numbers of the change sequence and the dates of names. */
async function content() {
  const tables = TABLES.map(async (table) => {
    const rows = await test.store.catalogue.all(sql`SELECT * FROM ${raw(table)}`);
    const kept = rows.map(({ seq: _seq, updated_at, ...row }) =>
      JSON.stringify({ ...row, ...(['books', 'chapters', 'banners'].includes(table) && { updated_at }) }),
    );
    return [table, kept.sort()] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
}

describe('a deleted book', () => {
  it('is restored with its ids, chapters, names, lists in order, banners and help events', async () => {
    const before = await content();
    await ask('DELETE', 'books/2');
    expect((await ask('GET', 'books/2')).status).toBe(404);
    expect(await test.store.catalogue.all(sql`SELECT id FROM authors WHERE name = 'Ada Marsh'`)).toEqual([]);
    expect(await bin()).toEqual([
      {
        id: expect.any(Number),
        kind: 'book',
        record: 2,
        name: 'Title ship',
        section: 7,
        brand: null,
        book: null,
        chapters: 4,
        deleted_at: '2026-06-01T12:00:00Z',
        deleted_by: 'owner@example.org',
        deleted_how: 'admin',
        expires_at: '2026-07-01T12:00:00Z',
      },
    ]);
    const { status, body } = await restoreLast();
    expect([status, body.data]).toEqual([200, { kind: 'book', record: 2 }]);
    expect(await content()).toEqual(before);
    expect(await bin()).toEqual([]);
  });

  it('appears in the change feed as removed, then as changed', async () => {
    const seqOf = async () =>
      (await test.store.catalogue.one<{ seq: number }>(sql`SELECT seq FROM books WHERE id = 2`)).seq;
    const before = await seqOf();
    await write((writer) => writer.removeBook('ship'));
    const removal = sql`SELECT seq FROM removals WHERE kind = 'book' AND id = 2`;
    const { seq } = await test.store.catalogue.one<{ seq: number }>(removal);
    expect(seq).toBeGreaterThan(before);
    await restoreLast();
    expect(await seqOf()).toBeGreaterThan(seq);
  });

  it('keeps its versions', async () => {
    await ask('PATCH', 'chapters/4', { html: '<p>Other.</p>' });
    const before = (await ask('GET', 'chapters/4/revisions')).body.total;
    await write((writer) => writer.removeBook('ship'));
    await restoreLast();
    expect((await ask('GET', 'chapters/4/revisions')).body.total).toBe(before);
  });

  it('can be restored beside a book that was imported again with its key', async () => {
    await write((writer) => writer.removeBook('ship'));
    await write((writer) => writer.putBook(SHIP));
    const refused = await restoreLast();
    expect([refused.status, refused.body.error]).toEqual([
      409,
      {
        code: 'conflict',
        message:
          'The same book was imported again since, as “Title ship”. You can restore this one as a separate book.',
        suggestion: 'ship#2',
      },
    ]);
    expect((await restoreLast('ship#2')).body.data).toEqual({ kind: 'book', record: 2 });
    const keys = await test.store.catalogue.all(sql`SELECT id, key FROM books WHERE key LIKE 'ship%' ORDER BY id`);
    expect(keys).toEqual([
      { id: 2, key: 'ship#2' },
      { id: 4, key: 'ship' },
    ]);
    // The banner's title is free, so the banner is restored with its book.
    expect((await ask('GET', 'banners/1')).body.data.book_id).toBe(2);
  });

  it('leaves a banner in the bin if another banner has its title', async () => {
    await write((writer) => writer.removeBook('ship'));
    await write((writer) => writer.putBanner({ ...shared, title: 'Read', subtitle: '', image: null, book: 'lamp' }));
    await restoreLast();
    expect(await bin()).toMatchObject([{ kind: 'banner', record: 1, name: 'Read', book: 'Title ship' }]);
    expect((await restoreLast('Read (2)')).status).toBe(200);
    expect((await ask('GET', 'banners/1')).body.data).toMatchObject({ title: 'Read (2)', subtitle: 'now', book_id: 2 });
  });

  it('gets the current spelling of names that were renamed since', async () => {
    await write((writer) => writer.editBook('lamp', { tags: ['Dragons'] }));
    await write((writer) => writer.removeBook('ship'));
    const [{ id }] = (await ask('GET', 'tags?filter={"q":"dragons"}')).body.data;
    await write((writer) => writer.rename('tag', id, 'Wyrms'));
    await restoreLast();
    expect((await ask('GET', 'books/2')).body.data.tags).toEqual(['Wyrms']);
  });

  it('moves the later entries of a list down if its position is taken', async () => {
    await write((writer) => writer.removeBook('ship'));
    await ask('PATCH', 'shelves/1', { books: [3, 1] });
    await restoreLast();
    expect((await ask('GET', 'shelves/1')).body.data.books).toEqual([3, 2, 1]);
  });

  it('gets its place in a list that was deleted after it, whichever is restored first', async () => {
    for (const first of ['book', 'shelf']) {
      await write((writer) => writer.removeBook('ship'));
      await write((writer) => writer.remove('shelf', 1));
      const [one] = await bin({ kind: first });
      await ask('POST', `bin/${one.id}/restore`, {});
      expect((await restoreLast()).status).toBe(200);
      expect((await ask('GET', 'shelves/1')).body.data.books).toEqual([1, 2, 3]);
    }
  });

  it('is restored by undoing the deletion in the audit log', async () => {
    const before = await content();
    await ask('DELETE', 'books/2');
    const [entry] = (await ask('GET', 'audit-log?order=DESC&perPage=1&filter={"kind":"book"}')).body.data;
    expect(entry).toMatchObject({ act: 'delete', undoable: true });
    expect((await ask('POST', `audit-log/${entry.id}/undo`)).body.data.record).toBe(2);
    expect(await content()).toEqual(before);
    const [added] = (await ask('GET', 'audit-log?order=DESC&perPage=1&filter={"kind":"book"}')).body.data;
    expect(added).toMatchObject({ act: 'add', record: 2 });
    await ask('POST', `audit-log/${added.id}/undo`);
    expect(await bin()).toMatchObject([{ kind: 'book', record: 2 }]);
  });

  it('cannot be restored after its key was taken down', async () => {
    await write((writer) => writer.removeBook('ship'));
    await write((writer) => writer.putBook(SHIP));
    await write((writer) => writer.removeBook('ship'));
    expect(await bin()).toHaveLength(2);
    await write((writer) => writer.takeDownBook('ship', 'Order 7'));
    expect(await bin()).toEqual([]);
  });
});

describe('a takedown', () => {
  const rows = async () => [
    await test.store.catalogue.all(sql`SELECT id FROM bin`),
    await test.store.catalogue.all(sql`SELECT bin_id FROM bin_chapters`),
    await test.store.catalogue.all(sql`SELECT id FROM revisions`),
  ];

  it('erases a deleted book and lists its files for deletion', async () => {
    await ask('PATCH', 'chapters/4', { html: '<p><img src="/media/pictures/c.webp" alt=""></p>' });
    await ask('PATCH', 'chapters/4', { html: '<p>None.</p>' });
    await write((writer) => writer.removeBook('ship'));
    expect(await write((writer) => writer.takeDownBook('ship', null))).toBe(true);
    expect(await rows()).toEqual([[], [], []]);
    const { media, book_id } = await test.store.catalogue.one<{ media: string; book_id: number }>(
      sql`SELECT media, book_id FROM takedowns`,
    );
    expect([book_id, JSON.parse(media).sort()]).toEqual([2, ['covers/b.webp', 'covers/ship.svg', 'pictures/a.webp']]);
  });

  it('erases the deleted chapters of a book', async () => {
    const { id } = (await ask('GET', 'chapters?filter={"book_id":2,"q":"one"}')).body.data[0];
    await ask('DELETE', `chapters/${id}`);
    await write((writer) => writer.takeDownBook('ship', null));
    expect(await rows()).toEqual([[], [], []]);
    const { media } = await test.store.catalogue.one<{ media: string }>(sql`SELECT media FROM takedowns`);
    expect(JSON.parse(media)).toContain('pictures/a.webp');
  });
});

describe('a deleted chapter', () => {
  const chapters = async () =>
    (await ask('GET', 'chapters?sort=place&filter={"book_id":2}')).body.data as { id: number; title: string }[];
  const titles = async () => (await chapters()).map(({ title }) => title);
  const remove = async (title: string) => {
    const { id } = (await chapters()).find((one) => one.title === title) ?? { id: 0 };
    await ask('DELETE', `chapters/${id}`);
  };
  const restore = async (name: string) =>
    ask('POST', `bin/${(await bin({ q: name.toLowerCase() }))[0].id}/restore`, {});

  it('is restored with its id, text and fields', async () => {
    const before = await content();
    await remove('Two');
    expect(await bin()).toMatchObject([{ kind: 'chapter', name: 'Two', book: 'Title ship', chapters: null }]);
    await restoreLast();
    const after = await content();
    expect(after['chapter_texts']).toEqual(before['chapter_texts']);
    expect(await titles()).toEqual(['One', 'Two', 'Three', 'Four']);
    expect((await chapters()).map(({ id }) => id)).toEqual([3, 4, 5, 6]);
  });

  it.each([
    [
      ['Two', 'Three'],
      ['Two', 'Three'],
    ],
    [
      ['Two', 'Three'],
      ['Three', 'Two'],
    ],
    [
      ['Three', 'Two'],
      ['Two', 'Three'],
    ],
    [
      ['One', 'Two', 'Four'],
      ['Four', 'One', 'Two'],
    ],
    [
      ['One', 'Two', 'Three', 'Four'],
      ['Three', 'Four', 'Two', 'One'],
    ],
  ])('is restored in its place after deleting %j and restoring %j', async (deleted, restored) => {
    for (const title of deleted) await remove(title);
    for (const title of restored) expect((await restore(title)).status).toBe(200);
    expect(await titles()).toEqual(['One', 'Two', 'Three', 'Four']);
  });

  it('can be restored after an import has dropped it', async () => {
    await write((writer) => writer.putBook({ ...SHIP, fingerprint: 'x', chapters: SHIP.chapters.slice(0, 2) }));
    expect(await titles()).toEqual(['One', 'Two', 'Three']);
    expect(await bin()).toMatchObject([{ name: 'Four', deleted_by: 'ann', deleted_how: 'content' }]);
    await restoreLast();
    expect(await titles()).toEqual(['One', 'Two', 'Three', 'Four']);
  });

  it('cannot be restored before its book', async () => {
    await remove('Two');
    await write((writer) => writer.removeBook('ship'));
    const [{ id }] = await bin({ kind: 'chapter' });
    const refused = await ask('POST', `bin/${id}/restore`, {});
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      'It belongs to the book “Title ship”, which is also deleted. Restore the book first.',
    ]);
    await restoreLast();
    expect((await ask('POST', `bin/${id}/restore`, {})).status).toBe(200);
    expect(await titles()).toEqual(['One', 'Two', 'Three', 'Four']);
  });
});

describe('a deleted list or name', () => {
  it.each([
    ['shelves', 1],
    ['rankings', 1],
    ['banners', 1],
    ['help-events', 1],
    ['genres', 2],
    ['keywords', 3],
  ])('is restored with its id and fields if it is one of %s', async (resource, id) => {
    const before = (await ask('GET', `${resource}/${id}`)).body.data;
    const all = await content();
    expect((await ask('DELETE', `${resource}/${id}`)).status).toBe(200);
    expect((await ask('GET', `${resource}/${id}`)).status).toBe(404);
    expect((await restoreLast()).body.data.record).toBe(id);
    // The date of a restored name is that of the restoration.
    const date = ['genres', 'keywords'].includes(resource) && { updated_at: expect.any(String) };
    expect((await ask('GET', `${resource}/${id}`)).body.data).toEqual({ ...before, ...date });
    expect(await content()).toEqual(all);
    const query = 'audit-log?order=DESC&perPage=2';
    expect((await ask('GET', query)).body.data.map(({ act }: { act: string }) => act)).toEqual(['add', 'delete']);
  });

  it('needs another name if its name is taken', async () => {
    await ask('DELETE', 'shelves/1');
    await ask('POST', 'shelves', { section: 7, name: 'New', style: 'row' });
    const refused = await restoreLast();
    expect([refused.status, refused.body.error.suggestion]).toEqual([409, 'New (2)']);
    expect(refused.body.error.message).toBe('Another shelf is named “New”. Choose another name, such as “New (2)”.');
    expect((await restoreLast('')).status).toBe(422);
    expect((await restoreLast('Older')).status).toBe(200);
    expect((await ask('GET', 'shelves/1')).body.data).toMatchObject({ name: 'Older', books: [1, 2, 3] });
  });
});

describe('the recently deleted records', () => {
  it('can be searched and filtered by kind', async () => {
    await ask('DELETE', 'shelves/1');
    await ask('DELETE', 'books/2');
    const names = async (filter: object) => (await bin(filter)).map(({ name }: { name: string }) => name);
    expect(await names({})).toEqual(['Title ship', 'New']);
    expect(await names({ q: 'ship' })).toEqual(['Title ship']);
    expect(await names({ kind: ['shelf', 'genre'] })).toEqual(['New']);
  });

  it('can be restored only by those who may create the record, and purged only by owners', async () => {
    await ask('DELETE', 'help-events/1');
    const [{ id }] = await bin();
    const refused = await ask('POST', `bin/${id}/restore`, {}, 'editor');
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      'Restoring this requires the right help-events.create.',
    ]);
    expect((await ask('DELETE', `bin/${id}`, undefined, 'operator')).status).toBe(403);
    expect((await ask('DELETE', `bin/${id}`)).status).toBe(200);
    expect((await ask('POST', `bin/${id}/restore`, {})).status).toBe(404);
    const [entry] = (await ask('GET', 'audit-log?order=DESC&perPage=1')).body.data;
    expect(entry).toMatchObject({ kind: 'bin', act: 'delete', name: 'Ann', undoable: false });
  });

  it('are deleted permanently with everything that belongs to them', async () => {
    const { id } = (await ask('GET', 'chapters?filter={"book_id":2,"q":"one"}')).body.data[0];
    await ask('PATCH', `chapters/${id}`, { html: '<p>Other.</p>' });
    await ask('DELETE', `chapters/${id}`);
    await ask('DELETE', 'books/2');
    const [{ id: entry }] = await bin({ kind: 'book' });
    await ask('DELETE', `bin/${entry}`);
    expect(await bin()).toEqual([]);
    expect(await test.store.catalogue.all(sql`SELECT bin_id FROM bin_chapters`)).toEqual([]);
    expect(await test.store.catalogue.all(sql`SELECT id FROM revisions`)).toEqual([]);
  });

  it('are deleted after 30 days by the hourly job and by any later write', async () => {
    await ask('DELETE', 'shelves/1');
    const at = (days: number) => new Date(Date.parse('2026-06-01T12:00:00Z') + days * 86_400_000);
    await cleanUp(test.store, at(BIN_DAYS - 1 / 24));
    expect(await bin()).toHaveLength(1);
    await cleanUp(test.store, at(BIN_DAYS));
    expect(await bin()).toEqual([]);
    const [entry] = (await ask('GET', 'audit-log?order=DESC&perPage=1')).body.data;
    expect(entry).toMatchObject({ kind: 'bin', act: 'delete', who: 'clock' });
    await ask('DELETE', 'rankings/1');
    now = at(BIN_DAYS + 1);
    await write((writer) => writer.editBook('lamp', { hot: 99 }));
    expect(await bin()).toEqual([]);
  });

  it('are deleted by a timer of the API', async () => {
    await ask('DELETE', 'shelves/1');
    const timer = createCleanUpTimer(test.store, silentLog, () => new Date('2026-08-01T00:00:00Z'), 10);
    timer.start();
    await expect.poll(() => bin(), { timeout: 20_000 }).toEqual([]);
    await timer.close();
  });
});
