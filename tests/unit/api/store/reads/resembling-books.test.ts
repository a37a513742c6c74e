import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginningsOf } from '#src/api/store/beginnings.ts';
import { resemblingBooks, type SoughtBook } from '#src/api/store/reads/resembling-books.ts';
import { sql } from '#src/api/store/sql.ts';
import { book, chapter, type OpenApi, openApi } from '../../../../integration/api/fixture.ts';

const RAIN =
  'The rain had fallen on the harbour for nine days, and nobody on the quay spoke of anything else until the ferry came in without its lights.';
const SNOW =
  'Snow lay on the roofs when the miller opened his window and saw that the wheel had stopped turning some time before the dawn.';
const HELLO =
  'Welcome back, dear readers, and thank you for every comment under the last chapter. Please enjoy the new one and tell your friends about it.';
const by = (name: string) => ({ author: { name, introduction: '' }, cover: null });
const texts = (...all: string[]) => all.map((text, at) => chapter(`Chapter ${at + 1}`, { html: `<p>${text}</p>` }));

let api: OpenApi;
beforeAll(async () => {
  api = await openApi(async (writer) => {
    await writer.putBook(book('text:raft', { title: 'The Raft', ...by('Mara Lind'), chapters: texts(RAIN) }));
    await writer.putBook(
      book('epub:mill', {
        title: 'The Mill: A Story',
        ...by('Tom Reed'),
        section: 9,
        publication: 'draft',
        chapters: texts(HELLO, SNOW),
      }),
    );
    await writer.putBook(book('text:sword-2', { title: 'The Sword, Volume II', ...by('Ann Poe') }));
    await writer.putBook(book('text:poems', { title: 'Poems', ...by('Ann Poe') }));
    await writer.putBook(book('text:moon', { title: '三体：第一部', ...by('刘慈欣') }));
    for (const key of ['a', 'b', 'c'])
      await writer.putBook(book(key, { title: `Greeting ${key}`, ...by(`Writer ${key}`), chapters: texts(HELLO) }));
  });
});
afterAll(() => api.close());

async function resembling(sought: Partial<SoughtBook>): Promise<[string, string][]> {
  const book = { key: 'text:other', title: 'Unlike', author: 'Nobody Else', beginnings: [], ...sought };
  return (await resemblingBooks(api.store.catalogue, book)).map((one) => [one.key, one.by]);
}

describe('resemblingBooks', () => {
  it('does not return a book that only shares a word', async () => {
    expect(await resembling({ title: 'The Raft of Stones' })).toEqual([]);
    expect(await resembling({ title: 'The' })).toEqual([]);
  });

  it('finds the book with the same key, its other editions, and a book from another file format with the same identifier', async () => {
    expect(await resembling({ key: 'text:raft' })).toEqual([['text:raft', 'key']]);
    expect(await resembling({ key: 'epub:raft' })).toEqual([['text:raft', 'key']]);
    await api.write((writer) => writer.putBook(book('text:raft#edition-2', { title: 'Other', ...by('Else') })));
    expect(await resembling({ key: 'text:raft' })).toEqual([
      ['text:raft', 'key'],
      ['text:raft#edition-2', 'key'],
    ]);
    await api.write((writer) => writer.removeBook('text:raft#edition-2'));
  });

  it.each([
    ['the same title and author', 'The Raft', 'Mara Lind'],
    ['different case and punctuation', 'THE RAFT!', 'mara lind'],
    ['the last name first', 'The Raft', 'Lind, Mara'],
    ['a missing article', 'Raft', 'Mara Lind'],
    ['an added subtitle', 'The Raft: A Novel', 'Mara Lind'],
    ['no author', 'The Raft', 'Unknown'],
  ])('finds a book with %s', async (_, title, author) => {
    expect(await resembling({ title, author })).toEqual([['text:raft', 'title']]);
  });

  it('finds unpublished books, books of other sections, and titles with a typo', async () => {
    expect(await resembling({ title: 'The Mill', author: 'Tom Reed' })).toEqual([['epub:mill', 'title']]);
    expect(await resembling({ title: 'The Swrod, Volume II', author: 'Ann Poe' })).toEqual([['text:sword-2', 'title']]);
    expect(await resembling({ title: '三体：第一部', author: '刘慈欣' })).toEqual([['text:moon', 'title']]);
  });

  it.each([
    ['another author', 'Poems', 'Kit Marsh'],
    ['another volume', 'The Sword, Volume III', 'Ann Poe'],
    ['another volume in figures', 'The Sword, Volume 2', 'Ann Poe'],
    ['another subtitle', 'The Mill: The End', 'Tom Reed'],
    ['another short title', 'Poets', 'Ann Poe'],
    ['another part number in Chinese', '三体：第二部', '刘慈欣'],
  ])('returns no book with %s', async (_, title, author) => {
    expect(await resembling({ title, author })).toEqual([]);
  });

  it('finds a book by its first lines, even with different markup or in another early chapter', async () => {
    const html = [
      '<p>Preface.</p>',
      `<blockquote><p><em>The rain</em> had, fallen${RAIN.slice(20)}<a class="text-note-ref" href="#b-1">[1]</a></p></blockquote>`,
    ];
    expect(await resembling({ beginnings: beginningsOf(html) })).toEqual([['text:raft', 'text']]);
    expect(await resembling({ beginnings: beginningsOf([`<p>${SNOW}</p>`]) })).toEqual([['epub:mill', 'text']]);
  });

  it('ignores first lines that many books share', async () => {
    expect(await resembling({ beginnings: beginningsOf([`<p>${HELLO}</p>`]) })).toEqual([]);
  });

  it('compares with the current text of edited chapters, and not with deleted books', async () => {
    const beginnings = beginningsOf([`<p>${RAIN} Then the lights came.</p>`]);
    await api.write((writer) =>
      writer.editChapters('text:raft', ([first]) => (first ? [{ ...first, html: `<p>${SNOW}</p>` }] : [])),
    );
    expect(await resembling({ beginnings })).toEqual([]);
    await api.write((writer) =>
      writer.editChapters('text:raft', ([first]) => (first ? [{ ...first, html: `<p>${RAIN}</p>` }] : [])),
    );
    expect(await resembling({ beginnings })).toEqual([['text:raft', 'text']]);
    await api.write((writer) => writer.removeBook('text:raft'));
    expect(await resembling({ beginnings })).toEqual([]);
    expect(
      await api.store.catalogue.all(
        sql`SELECT 1 AS one FROM book_beginnings s WHERE NOT EXISTS (SELECT 1 FROM books b WHERE b.id = s.book_id)`,
      ),
    ).toEqual([]);
  });
});

describe('beginningsOf', () => {
  it('omits placeholder text, chapters with too little text, and duplicates', () => {
    expect(beginningsOf([`<p>${'lamp '.repeat(100)}</p>`, '<p>Short.</p>', '<p><img src="x" alt=""></p>'])).toEqual([]);
    expect(beginningsOf([`<p>${RAIN}</p>`, `<p>${RAIN}</p>`])).toHaveLength(1);
  });

  it.each([
    '<aside class="text-note" id="b-1"><p>A <em>quay</em> is a landing place.</p><p>More.</p></aside>',
    '<p id="b-1"><a href="#b-2" class="text-note-back">[1]</a> A quay is a landing place.</p>',
    '<dl><dt><a href="#b-2" class="text-note-back">1</a></dt><dd class="text-note" id="b-1">A landing place.</dd></dl>',
    '<ol><li class="text-note" id="b-1">A landing place:<ul><li>Of stone.</li></ul></li></ol>',
  ])('ignores notes between the lines, and references to them: %s', (note) => {
    const [start, end] = [RAIN.slice(0, 60), RAIN.slice(60)];
    const reference = '<sup><a id="b-2" href="#b-1" class="text-note-ref"><sup>[1]</sup></a></sup>';
    const html = `<p>${start}${reference}</p>${note}<p>${end}</p>`;
    expect(beginningsOf([html])).toEqual(beginningsOf([`<p>${start}</p><p>${end}</p>`]));
    expect(beginningsOf([`<p>${start}</p>${note}`])).toEqual(beginningsOf([`<p>${start}</p>`]));
  });

  it('ignores markup and punctuation in Chinese text', () => {
    const text =
      '连绵的雨在港口下了整整九天，码头上的人谁也不再谈论别的事情，直到渡船在黑暗中没有点灯就悄悄靠了岸，带来了远方的消息和一个陌生人。';
    expect(beginningsOf([`<p>${text}</p>`])).toEqual(
      beginningsOf([`<p><strong>${text.replaceAll('，', ' ')}</strong></p>`]),
    );
    expect(beginningsOf([`<p>${text}</p>`])).toHaveLength(1);
  });
});
