import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '#src/admin/contract/roles.ts';
import { createWriter } from '#src/api/index.ts';
import type { NewBook, StoreWriter } from '#src/api/store/records.ts';
import { MAX_REVISIONS, MIN_REVISIONS, REVISION_DAYS, SITTING_MINUTES } from '#src/api/store/revision-states.ts';
import { sql } from '#src/api/store/sql.ts';
import { cleanUp } from '#src/api/store/writer/clean-up.ts';
import { publishDue } from '#src/api/store/writer/due-publications.ts';
import { book, chapter } from '../../../../integration/api/fixture.ts';
import { startAdmin, type TestAdmin } from '../fixture.ts';

const SHIP = book('ship', {
  chapters: [chapter('One', { html: '<p>The ship sails.</p><p>It is night.</p>' }), chapter('Two'), chapter('Three')],
});

let test: TestAdmin;
let now: Date;
beforeEach(async () => {
  test = await startAdmin((writer) => writer.putBook(SHIP));
  setNow('2026-06-01T12:00:00Z');
});
afterEach(() => test.close());

function setNow(time: string | number): void {
  now = new Date(time);
  test.setNow(now);
}
const later = (minutes: number) => setNow(now.getTime() + minutes * 60_000);

const ask = (method: string, path: string, body?: unknown, as: Role = 'editor') =>
  test.ask(method, `/api/${path}`, { as, body });
const versions = async (path: string) => (await ask('GET', `${path}/revisions?perPage=1000`)).body.data;
const version = async (path: string, id: number) => (await ask('GET', `${path}/revisions/${id}`)).body.data;
const record = async (path: string) => (await ask('GET', path)).body.data;
const restore = async (path: string, id: number, seen?: object) =>
  ask('POST', `${path}/revisions/${id}/restore`, { seen: seen ?? (await record(path)) });

/** Writes as the command `import` does. */
const imports = <T>(work: (writer: StoreWriter) => Promise<T>) => {
  const writer = createWriter(test.store, { now: () => now, who: 'ann', command: 'import' });
  return writer.transaction(() => work(writer));
};
const importBook = (more: Partial<NewBook>) =>
  imports((writer) => writer.putBook({ ...SHIP, ...more, fingerprint: JSON.stringify(more) }));

const withTexts = (...texts: string[]) =>
  SHIP.chapters.map((one, at) => ({
    ...one,
    html: texts[at] ?? one.html,
    words: 3,
    updatedAt: '2026-03-01T00:00:00Z',
  }));

describe('the versions of a chapter', () => {
  it('are listed with who saved them, when, how, the changed fields and the changed words', async () => {
    await ask('PATCH', 'chapters/1', { html: '<p>The old ship sails.</p><p>It is day.</p>', title: 'Uno' });
    later(30);
    await importBook({ chapters: withTexts('<p>Nothing.</p>') });
    const [current, second, first] = await versions('chapters/1');
    expect(current).toEqual({
      id: 0,
      saved_at: '2026-06-01T12:30:00Z',
      saved_by: 'ann',
      saved_how: 'import',
      changed: ['title', 'html'],
      words: 1,
      words_added: 1,
      words_removed: 7,
    });
    expect(second).toMatchObject({
      saved_at: '2026-06-01T12:00:00Z',
      saved_by: 'editor@example.org',
      saved_how: 'admin',
      changed: ['title', 'html'],
      words: 7,
      words_added: 2,
      words_removed: 1,
    });
    expect(first).toMatchObject({ saved_at: '2026-02-01T00:00:00Z', saved_by: '', saved_how: '', changed: null });
  });

  it('are returned with all fields', async () => {
    await ask('PATCH', 'chapters/1', { html: '<p>New.</p>', price: 5 });
    const [, first] = await versions('chapters/1');
    expect((await version('chapters/1', first.id)).fields).toEqual({
      title: 'One',
      part: null,
      kind: 'chapter',
      html: '<p>The ship sails.</p><p>It is night.</p>',
      price: null,
      place: 1,
      free_from: null,
      state: 'published',
      publish_at: null,
    });
    expect((await version('chapters/1', 0)).fields).toMatchObject({ html: '<p>New.</p>', price: 5 });
  });

  it('are not stored for chapters that get a new number, or that do not change', async () => {
    await ask('PATCH', 'chapters/3', { place: 1 });
    await importBook({ introduction: 'Other.' });
    for (const id of [1, 2]) expect(await versions(`chapters/${id}`)).toHaveLength(1);
  });

  it('are listed in pages that compare each version with the previous one', async () => {
    for (const text of ['a', 'a b', 'a b c', 'a b c d']) {
      await ask('PATCH', 'chapters/1', { html: `<p>${text}</p>` });
      later(SITTING_MINUTES);
    }
    const page = async (number: number) => (await ask('GET', `chapters/1/revisions?perPage=2&page=${number}`)).body;
    const added = (body: { data: { words_added: number }[] }) => body.data.map(({ words_added }) => words_added);
    const pages = [await page(1), await page(2), await page(3)];
    expect(pages.map(added)).toEqual([[1, 1], [1, 1], [0]]);
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5]);
  });

  it('do not exist for an unknown chapter or version', async () => {
    expect((await ask('GET', 'chapters/99/revisions')).status).toBe(404);
    expect((await ask('GET', 'chapters/1/revisions/99')).status).toBe(404);
    expect((await ask('GET', 'chapters/x/revisions/0')).status).toBe(404);
    await ask('PATCH', 'chapters/1', { title: 'Uno' });
    const [, first] = await versions('chapters/1');
    expect((await ask('GET', `chapters/2/revisions/${first.id}`)).status).toBe(404);
    expect((await ask('GET', `books/1/revisions/${first.id}`)).status).toBe(404);
  });
});

describe('saves of one editor', () => {
  it('become one version within the time of a sitting, and several after it', async () => {
    await ask('PATCH', 'chapters/1', { html: '<p>a</p>' });
    later(SITTING_MINUTES - 1);
    await ask('PATCH', 'chapters/1', { html: '<p>a b</p>' });
    expect(await versions('chapters/1')).toHaveLength(2);
    expect((await versions('chapters/1'))[0].saved_at).toBe('2026-06-01T12:09:00Z');
    // The time counts from the first save, so that a long session is not one version.
    later(1);
    await ask('PATCH', 'chapters/1', { html: '<p>a b c</p>' });
    expect(await versions('chapters/1')).toHaveLength(3);
  });

  it('are not combined with those of another editor, an import, a restored version or an undo', async () => {
    await ask('PATCH', 'chapters/1', { html: '<p>a</p>' });
    await ask('PATCH', 'chapters/1', { html: '<p>a b</p>' }, 'operator');
    await importBook({ chapters: withTexts('<p>b</p>') });
    await importBook({ chapters: withTexts('<p>c</p>') });
    const list = await versions('chapters/1');
    await restore('chapters/1', list[1].id);
    await restore('chapters/1', list[2].id);
    const { body } = await ask('GET', 'audit-log?order=DESC&perPage=1&filter={"kind":"chapter"}');
    expect((await ask('POST', `audit-log/${body.data[0].id}/undo`)).status).toBe(200);
    expect((await versions('chapters/1')).map(({ saved_how }: { saved_how: string }) => saved_how)).toEqual([
      'undo',
      'restore',
      'restore',
      'import',
      'import',
      'admin',
      'admin',
      '',
    ]);
  });
});

describe('restoring a version of a chapter', () => {
  it('can itself be reverted by another restore', async () => {
    const before = await record('chapters/1');
    await ask('PATCH', 'chapters/1', { html: '<p>New.</p>', title: 'Uno', part: 'I', price: 5 });
    const changed = await record('chapters/1');
    const [, first] = await versions('chapters/1');
    const { status, body } = await restore('chapters/1', first.id);
    expect([status, body.data.saved_how, body.data.fields.title]).toEqual([200, 'restore', 'One']);
    const { updated_at: _, words: _words, ...restored } = await record('chapters/1');
    expect(before).toMatchObject(restored);
    const [, second] = await versions('chapters/1');
    await restore('chapters/1', second.id);
    expect(await record('chapters/1')).toMatchObject({ html: changed.html, title: 'Uno', part: 'I', price: 5 });
  });

  it('is refused if the chapter has changed since the editor read it', async () => {
    const seen = await record('chapters/1');
    await ask('PATCH', 'chapters/1', { title: 'Uno' }, 'operator');
    const [, first] = await versions('chapters/1');
    const refused = await restore('chapters/1', first.id, seen);
    expect([refused.status, refused.body.error.code, refused.body.error.current.title]).toEqual([
      409,
      'changed',
      'Uno',
    ]);
    expect((await ask('POST', `chapters/1/revisions/${first.id}/restore`, {})).status).toBe(400);
    expect((await record('chapters/1')).title).toBe('Uno');
  });

  it('sanitises the text like any other save', async () => {
    await importBook({ chapters: withTexts('<p onclick="x()">a</p><script>b</script>') });
    await ask('PATCH', 'chapters/1', { html: '<p>New.</p>' });
    const [, imported] = await versions('chapters/1');
    await restore('chapters/1', imported.id);
    expect((await record('chapters/1')).html).toBe('<p>a</p>');
  });

  it('keeps the publication state', async () => {
    await ask('PATCH', 'chapters/2', { title: 'Dos', state: 'draft' });
    later(SITTING_MINUTES);
    await ask('PATCH', 'chapters/2', { state: 'published', title: 'Deux' });
    const list = await versions('chapters/2');
    await restore('chapters/2', list[1].id);
    expect(await record('chapters/2')).toMatchObject({ title: 'Dos', state: 'published' });
  });
});

describe('the versions of a book', () => {
  const FULL = {
    subCategory: 'Sea',
    series: { name: 'Saga', number: 2 },
    ratingCount: 3,
    work: 'saga',
    alternativeTitles: ['The Other Saga'],
    originalTitle: 'La saga',
    originalAuthor: 'Ada M.',
    originalLanguage: 'es',
    brands: ['local'],
    introduction: 'One two.',
  };

  it('contain one version per transaction, with names instead of ids', async () => {
    await importBook(FULL);
    later(30);
    await ask('PATCH', 'books/1', { introduction: 'One two three.', brands: ['freenovel'], state: 'draft' });
    const [current, second, first] = await versions('books/1');
    expect(current).toMatchObject({
      saved_by: 'editor@example.org',
      changed: ['introduction', 'brands', 'state'],
      words_added: 1,
      words_removed: 0,
    });
    expect(second.saved_how).toBe('import');
    expect(first.changed).toBeNull();
    expect((await version('books/1', second.id)).fields).toMatchObject({
      author: 'Ada Marsh',
      genres: ['Fantasy'],
      tags: ['Dragons'],
      keywords: ['dragon rider'],
      series: { name: 'Saga', number: 2 },
      brands: ['local'],
      state: 'published',
    });
  });

  it('are not stored for changes of its chapters only', async () => {
    await ask('PATCH', 'chapters/1', { html: '<p>New.</p>' });
    expect(await versions('books/1')).toHaveLength(1);
  });

  it('can be restored with every field, except the publication state', async () => {
    await importBook(FULL);
    const before = await record('books/1');
    await imports((writer) =>
      writer.putBook(
        book('ship', {
          title: 'Other',
          author: { name: 'Bo', introduction: '' },
          category: 'Horror',
          genres: ['Ghosts'],
          tags: [],
          keywords: ['fog'],
          status: 'updating',
          language: 'de',
          rating: null,
          hot: 99,
          cover: null,
          source: 'https://example.org',
          brands: null,
        }),
      ),
    );
    await ask('PATCH', 'books/1', { state: 'draft', work: null, alternative_titles: [], original_author: 'Bo' });
    const list = await versions('books/1');
    expect((await restore('books/1', list[2].id)).status).toBe(200);
    const { updated_at: _, author_id: _author, words: _words, chapters: _chapters, ...expected } = before;
    expect(await record('books/1')).toMatchObject({ ...expected, state: 'draft' });
    const series = sql`SELECT series, source FROM books WHERE id = 1`;
    expect(await test.store.catalogue.one(series)).toMatchObject({
      series: expect.stringContaining('"name":"Saga"'),
      source: null,
    });
  });

  it('are restored with the current spelling of names that were renamed or merged since', async () => {
    await importBook({ tags: ['Dragons', 'Sea'], genres: ['Fantasy'] });
    // Another book has the names too, so that they are not deleted.
    await imports((writer) => writer.putBook(book('lamp', { tags: ['Dragons', 'Ocean', 'Sea'] })));
    await ask('PATCH', 'books/1', { tags: [], genres: ['Other'], author: 'Bo' });
    const tags = (await ask('GET', 'tags?perPage=100')).body.data as { id: number; name: string }[];
    const idOf = (name: string) => tags.find((tag) => tag.name === name)?.id ?? 0;
    await imports(async (writer) => {
      await writer.merge('tag', idOf('Sea'), idOf('Ocean'));
      await writer.rename('tag', idOf('Dragons'), 'Wyrms');
    });
    const [, first] = await versions('books/1');
    await restore('books/1', first.id);
    const restored = await record('books/1');
    expect(restored.tags).toEqual(['Wyrms', 'Ocean']);
  });

  it('cannot be restored with a brand that no longer exists', async () => {
    await imports((writer) => writer.editBook('ship', { brands: ['local'] }));
    await imports((writer) => writer.editBook('ship', { brands: ['gone'] }));
    await imports((writer) => writer.editBook('ship', { brands: ['local', 'freenovel'] }));
    const list = await versions('books/1');
    const refused = await restore('books/1', list[1].id);
    expect([refused.status, refused.body.error.message]).toEqual([422, 'brands: names unknown brands: gone']);
  });
});

describe('old revisions', () => {
  const count = async () => (await versions('chapters/1')).length - 1;
  const saveAgain = async (times: number, minutes: number) => {
    for (let at = 0; at < times; at += 1) {
      later(minutes);
      await importBook({ chapters: withTexts(`<p>${now.toISOString()}</p>`) });
    }
  };

  it('are deleted after the retention time, except the latest ones', async () => {
    await saveAgain(MIN_REVISIONS + 5, 1);
    expect(await count()).toBe(MIN_REVISIONS + 5);
    later(REVISION_DAYS * 24 * 60 - 30);
    await saveAgain(1, 0);
    expect(await count()).toBe(MIN_REVISIONS + 6);
    later(60);
    await saveAgain(1, 0);
    expect(await count()).toBe(MIN_REVISIONS);
  });

  it('are deleted by the hourly job if the chapter is no longer edited', async () => {
    await saveAgain(MIN_REVISIONS + 5, 1);
    const retentionMs = REVISION_DAYS * 86_400_000;
    await cleanUp(test.store, new Date(now.getTime() + retentionMs - 3_600_000));
    expect(await count()).toBe(MIN_REVISIONS + 5);
    await cleanUp(test.store, new Date(now.getTime() + retentionMs + 60_000));
    expect(await count()).toBe(MIN_REVISIONS);
  });

  it('are deleted beyond the maximum number', async () => {
    await test.store.catalogue.run(
      sql`INSERT INTO revisions (kind, record, book_id, saved_at, saved_by, saved_how, replaced_at, replaced_by, replaced_how, sitting_from, state, media)
        VALUES ('chapter', 1, 1, '2026-06-01T12:00:00Z', '', '', '2026-06-01T12:00:00Z', '', '', '2026-06-01T12:00:00Z', '', '[]')`,
    );
    for (let size = 1; size < MAX_REVISIONS; size *= 2)
      await test.store.catalogue.run(
        sql`INSERT INTO revisions (kind, record, book_id, saved_at, saved_by, saved_how, replaced_at, replaced_by, replaced_how, sitting_from, state, media)
          SELECT kind, record, book_id, saved_at, saved_by, saved_how, replaced_at, replaced_by, replaced_how, sitting_from, state, media
          FROM revisions LIMIT ${MAX_REVISIONS - size}`,
      );
    await saveAgain(2, 1);
    const rows = sql`SELECT count(*) AS count, max(CASE WHEN state = '' THEN 1 ELSE 0 END) AS old FROM revisions
      WHERE kind = 'chapter' AND record = 1`;
    expect(await test.store.catalogue.one(rows)).toEqual({ count: MAX_REVISIONS, old: 1 });
  });

  it('take less space than the text', async () => {
    const text = Array.from({ length: 2000 }, (_, at) => `word${at % 300} and the sea`).join(' ');
    await importBook({ chapters: withTexts(`<p>${text}</p>`) });
    await importBook({ chapters: withTexts('<p>Short.</p>') });
    const query = sql`SELECT max(length(state)) AS size FROM revisions WHERE kind = 'chapter'`;
    const { size } = await test.store.catalogue.one<{ size: number }>(query);
    expect(size).toBeLessThan(text.length / 2);
  });
});

describe('a scheduled publication', () => {
  it('stores no revision', async () => {
    await ask('PATCH', 'chapters/2', { state: 'scheduled', publish_at: '2026-06-02T00:00:00Z' });
    await publishDue(test.store, new Date('2026-06-03T00:00:00Z'));
    expect((await record('chapters/2')).state).toBe('published');
    expect(await versions('chapters/2')).toHaveLength(2);
  });
});

describe('a takedown', () => {
  it('deletes the revisions of the book and its chapters, and lists their files for deletion', async () => {
    const picture = '<p><img src="/media/pictures/a.webp" alt=""></p>';
    await importBook({ chapters: withTexts(picture) });
    await importBook({ chapters: withTexts('<p>No picture.</p>'), cover: null });
    await imports((writer) => writer.takeDownBook('ship', null));
    const { media } = await test.store.catalogue.one<{ media: string }>(sql`SELECT media FROM takedowns`);
    expect(JSON.parse(media).sort()).toEqual(['covers/ship.svg', 'pictures/a.webp']);
    expect(await test.store.catalogue.all(sql`SELECT id FROM revisions`)).toEqual([]);
  });
});
