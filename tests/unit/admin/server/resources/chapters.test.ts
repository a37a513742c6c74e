import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smallBook } from '../../../../helpers/small-api.ts';
import { startAdmin, type TestAdmin } from '../fixture.ts';

let test: TestAdmin;
beforeAll(async () => {
  test = await startAdmin(async (writer) => {
    await writer.putBook(smallBook(1));
    await writer.putBook(smallBook(2));
  });
});
afterAll(() => test.close());

const ask = (method: string, path: string, body?: unknown) =>
  test.ask(method, `/api/chapters${path}`, { as: 'editor', body });

const listOf = async (book: number) => {
  const { body } = await ask('GET', `?sort=place&filter=${encodeURIComponent(JSON.stringify({ book_id: book }))}`);
  return body.data.map(({ title, state }: { title: string; state: string }) => `${title} ${state}`);
};

const lastEntries = async (kind: string, count: number) => {
  const filter = encodeURIComponent(JSON.stringify({ kind }));
  const { body } = await test.ask('GET', `/api/audit-log?order=DESC&perPage=${count}&filter=${filter}`, {
    as: 'editor',
  });
  return body.data;
};

describe('chapters in the admin API', () => {
  it('contain the section of their book, and can be filtered by it', async () => {
    const filtered = async (section: number) =>
      (await ask('GET', `?sort=place&filter=${encodeURIComponent(JSON.stringify({ section }))}`)).body.data;
    expect((await filtered(7)).map((chapter: { section: number }) => chapter.section)).toEqual([7, 7]);
    expect(await filtered(9)).toEqual([]);
  });

  it('are added as drafts, at the requested position or at the end', async () => {
    const added = await ask('POST', '', { book_id: 2, title: 'Three', html: '<p>One two <b>three</b>.</p>' });
    expect([added.status, added.body.data]).toMatchObject([
      201,
      { title: 'Three', state: 'draft', place: 2, words: 3 },
    ]);
    await ask('POST', '', { book_id: 2, title: 'Zero', html: '<p>x</p>', place: 1, state: 'published' });
    expect(await listOf(2)).toEqual(['Zero published', 'One published', 'Three draft']);
    const [entry] = await lastEntries('chapter', 1);
    expect(entry).toMatchObject({ who: 'editor@example.org', act: 'add', name: 'Zero', after: { html: '<p>x</p>' } });
  });

  it('can be changed, moved, published, scheduled and deleted', async () => {
    const { body } = await ask('POST', '', { book_id: 1, title: 'Two', html: '<p>a b</p>' });
    const path = `/${body.data.id}`;
    const changed = await ask('PATCH', path, { title: 'Second', html: '<p>a b c</p>', state: 'published', place: 1 });
    expect(changed.body.data).toMatchObject({
      id: body.data.id,
      title: 'Second',
      words: 3,
      state: 'published',
      place: 1,
    });
    expect(await listOf(1)).toEqual(['Second published', 'One published']);
    const [entry, earlier] = await lastEntries('chapter', 2);
    expect([entry.act, entry.before]).toEqual([
      'change',
      { title: 'Two', html: '<p>a b</p>', state: 'draft', place: 2 },
    ]);
    expect([earlier.act, earlier.record]).toEqual(['add', body.data.id]);
    const publishAt = '2030-01-01T00:00:00Z';
    expect((await ask('PATCH', path, { publish_at: publishAt })).body.data).toMatchObject({
      state: 'scheduled',
      publish_at: publishAt,
    });
    expect((await ask('DELETE', path)).body.data.title).toBe('Second');
    expect(await listOf(1)).toEqual(['One published']);
    expect((await ask('GET', path)).status).toBe(404);
  });

  it('can all be deleted, even the last draft', async () => {
    const book = await test.ask('POST', '/api/books', {
      as: 'editor',
      body: { title: 'Empty', author: 'A', category: 'Romance', language: 'en' },
    });
    const { body } = await ask('POST', '', { book_id: book.body.data.id, title: 'Only', html: '<p>x</p>' });
    await ask('DELETE', `/${body.data.id}`);
    expect(await listOf(book.body.data.id)).toEqual([]);
  });

  it('keep only the text markup of pasted HTML, in the store and in the preview', async () => {
    const pasted = `<h1 onclick="x()" style="color:red">Title</h1><script>alert(1)</script><div>In <font>a</font> div</div>
      <a href="javascript:x()">one</a><a href="https://example.org/">two</a><a href="chapter:3">three</a>
      <img src="https://elsewhere.example/x.png"><img src="/media/pictures/a.webp" onerror="x()"><svg><script>1</script></svg>`;
    const clean = '<h2>Title</h2><p>In a div</p>';
    const { body } = await ask('POST', '', { book_id: 1, title: 'Pasted', html: pasted });
    const stored = body.data.html;
    expect(stored.startsWith(clean)).toBe(true);
    expect(stored).not.toMatch(/script|onclick|style|javascript|onerror|elsewhere|svg/);
    expect(stored).toContain(
      '<a href="https://example.org/" rel="nofollow noopener external">two</a><a href="chapter:3">three</a>',
    );
    expect(stored).toContain('<img src="/media/pictures/a.webp" alt="" />');
    const preview = await test.ask('POST', '/api/preview', { as: 'editor', body: { html: pasted } });
    expect(preview.body.data.html).toContain('<a href="#chapter-3#top">three</a>');
    expect(preview.body.data.html).not.toMatch(/script|onclick|style|javascript|onerror|elsewhere|svg/);
  });

  it.each([
    [{ book_id: 99, title: 'x', html: '' }, 'book_id'],
    [{ book_id: 1, html: '' }, 'title'],
    [{ book_id: 1, title: 'x', html: '', state: 'scheduled' }, 'publish_at'],
    [{ book_id: 1, title: 'x', html: '', words: 3 }, 'words'],
  ])('are rejected for the invalid input %j', async (body, field) => {
    const { status, body: answer } = await ask('POST', '', body);
    expect([status, Object.keys(answer.error.fields)]).toEqual([422, [field]]);
  });
});
