import { describe, expect, it } from 'vitest';
import { makeWxr, type PostSpec } from './make-wxr.ts';
import { messagesOf, readBooks, titlesOf } from './read-books.ts';

const TEXT = 'The rain had fallen on the harbour for nine days.\n\nNobody on the quay spoke of anything else.';
const page = (id: number, title: string, more: Partial<PostSpec> = {}): PostSpec => ({
  id,
  title,
  type: 'page',
  content: TEXT,
  link: `https://old.example/${title.toLowerCase().replaceAll(/\W+/g, '-')}/`,
  ...more,
});
const read = (posts: readonly PostSpec[]) => readBooks({ 'export.xml': makeWxr(posts) });

describe('pages of a WordPress site', () => {
  it('become a book per parent page, in the order of their menu, and other pages are reported', async () => {
    const { books } = await read([
      page(1, 'The Raft', { content: 'Two on a raft.' }),
      page(3, 'Chapter 2', { parent: 1, order: 2 }),
      page(2, 'Chapter 1', { parent: 1, order: 1 }),
      page(9, 'Prologue', { parent: 1, order: 0 }),
      page(4, 'About me'),
      page(5, 'Contact', { parent: 4 }),
      page(6, 'Privacy', { parent: 4 }),
    ]);
    expect(books.map(({ book }) => book.title)).toEqual(['The Raft']);
    expect(books.map(titlesOf)).toEqual([['Prologue', 'Chapter 1', 'Chapter 2']]);
    expect(books[0]?.book).toMatchObject({ authors: ['Mara Lind'], description: 'Two on a raft.' });
    expect(books[0]?.addresses?.book[0]).toBe('https://old.example/the-raft/');
    expect(books[0]?.addresses?.chapters[1]?.[0]).toBe('https://old.example/chapter-1/');
    expect(books.map(messagesOf).join('\n')).toContain('3 pages were left out');
  });

  it('are ordered by number if their menu has no order', async () => {
    const { books } = await read([
      page(1, 'The Raft'),
      ...[10, 2, 1].map((number) => page(20 - number, `Chapter ${number}`, { parent: 1 })),
    ]);
    expect(books.map(titlesOf)).toEqual([['Chapter 1', 'Chapter 2', 'Chapter 10']]);
  });

  it('become parts if they contain the chapters of a volume', async () => {
    const { books } = await read([
      page(1, 'The Raft'),
      page(2, 'Volume 2', { parent: 1, order: 2, content: '' }),
      page(3, 'Volume 1', { parent: 1, order: 1, content: '' }),
      page(4, 'Chapter 1', { parent: 3 }),
      page(5, 'Chapter 2', { parent: 2, content: `${TEXT} More.` }),
    ]);
    expect(books[0]?.book.chapters.map(({ title, part }) => [title, part])).toEqual([
      ['Chapter 1', 'Volume 1'],
      ['Chapter 2', 'Volume 2'],
    ]);
  });

  it('become the book of the page that links to them, in the order of its links', async () => {
    const contents =
      'Two on a raft.\n\n<a href="https://old.example/fog/">Chapter 1: Fog</a>\n<a href="/rain/">Chapter 2: Rain</a>\n<a href="https://old.example/?page_id=7">Chapter 3</a>';
    const { books } = await read([
      page(1, 'The Raft', { content: contents }),
      page(7, 'Sun'),
      page(5, 'Rain'),
      page(6, 'Fog'),
      page(8, 'About me', { content: '<a href="/the-raft/">The Raft</a>' }),
    ]);
    expect(books.map((one) => [one.book.title, one.book.description, ...titlesOf(one)])).toEqual([
      ['The Raft', 'Two on a raft.', 'Fog', 'Rain', 'Sun'],
    ]);
  });

  it('list the posts of a book that have no category', async () => {
    const post = (id: number, title: string): PostSpec => page(id, title, { type: 'post' });
    const { books } = await read([
      page(1, 'The Raft', { content: '<a href="/rain-2/">Chapter 2</a> <a href="/rain-1/">Chapter 1</a>' }),
      page(2, 'The Mill', { content: '<a href="/mill-1/">Chapter 1</a> <a href="/mill-2/">Chapter 2</a>' }),
      post(3, 'Rain 1'),
      post(4, 'Rain 2'),
      post(5, 'Mill 1'),
      post(6, 'Mill 2'),
    ]);
    expect(books.map((one) => [one.book.title, ...titlesOf(one)])).toEqual([
      ['The Raft', 'Rain 2', 'Rain 1'],
      ['The Mill', 'Mill 1', 'Mill 2'],
    ]);
  });
});

describe('pages that list the same chapters', () => {
  const link = (title: string) => `<a href="/${title.toLowerCase().replaceAll(/\W+/g, '-')}/">${title}</a>`;
  const list = (...titles: string[]) => ({ content: titles.map(link).join(' ') });
  const chapters = (first: number, last: number, id = 100) =>
    Array.from({ length: last - first + 1 }, (_, index) =>
      page(id + index, `Chapter ${first + index}`, {
        content: `${TEXT} ${id} ${index} ${link(`Chapter ${first + index - 1}`)} ${link(`Chapter ${first + index + 1}`)}`,
      }),
    );
  const names = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => `Chapter ${from + index}`);
  const booksOf = async (posts: readonly PostSpec[]) =>
    (await read(posts)).books.map((one) => [one.book.title, ...titlesOf(one)]);

  it('are one book with the longest list, and its general title is replaced by that of the site', async () => {
    for (const title of ['Table of Contents', 'Chapters', 'Chapter List'])
      expect(
        await booksOf([
          page(1, 'Home', { content: `Start: ${link('Chapter 1')}. Latest: ${link('Chapter 5')}` }),
          page(2, 'News', list('Chapter 2', 'Chapter 3', 'News')),
          page(3, title, list(...names(1, 5))),
          ...chapters(1, 5),
        ]),
        title,
      ).toEqual([["Mara's Stories", ...names(1, 5)]]);
    expect(await booksOf([page(1, 'Home', list(...names(1, 5))), ...chapters(1, 5)])).toEqual([
      ["Mara's Stories", ...names(1, 5)],
    ]);
  });

  it('are no books if they are chapters with links to the previous and next one', async () => {
    expect(await booksOf([page(1, 'The Raft', list(...names(1, 4))), ...chapters(1, 9)])).toEqual([
      ['The Raft', ...names(1, 4)],
    ]);
  });

  it('do not contain the chapters of the volumes that they link to', async () => {
    const volumes = [
      page(2, 'Book 1', list(...names(1, 4))),
      page(3, 'Book 2', list(...names(5, 7))),
      ...chapters(1, 7),
    ];
    const expected = [
      ['Book 1', ...names(1, 4)],
      ['Book 2', ...names(5, 7)],
    ];
    expect(await booksOf([page(1, 'The Raft', list('Book 1', 'Book 2')), ...volumes])).toEqual(expected);
    expect(
      await booksOf([page(1, 'Home', list('Book 1', 'Book 2', 'Chapter 1', 'Chapter 6', 'Chapter 7')), ...volumes]),
    ).toEqual(expected);
  });

  it('take no chapters from several longer lists', async () => {
    expect(
      await booksOf([
        page(1, 'Home', list('Chapter 1', 'Chapter 2', 'Chapter 8', 'Chapter 9')),
        page(2, 'The Raft', list(...names(1, 5))),
        page(3, 'The Mill', list(...names(7, 9))),
        ...chapters(1, 9),
      ]),
    ).toEqual([
      ['The Raft', ...names(1, 5)],
      ['The Mill', ...names(7, 9)],
    ]);
  });

  it('leave the chapters to the page above them, which does not contain the list', async () => {
    const below = (parent: number, id: number, count: number) =>
      names(1, count).map((title, index) => page(id + index, title, { parent, content: `${TEXT} ${id} ${index}` }));
    expect(
      await booksOf([
        page(1, 'Home', list(...names(1, 3))),
        page(2, 'The Raft'),
        page(3, 'Contents', { parent: 2, ...list(...names(1, 3)) }),
        ...below(2, 100, 3),
      ]),
    ).toEqual([['The Raft', ...names(1, 3)]]);
    expect(
      await booksOf([
        page(1, 'Novels'),
        page(2, 'The Raft', { parent: 1 }),
        page(3, 'The Mill', { parent: 1 }),
        ...below(2, 100, 3),
        ...below(3, 200, 2),
      ]),
    ).toEqual([
      ['The Raft', ...names(1, 3)],
      ['The Mill', ...names(1, 2)],
    ]);
  });
});

describe('chapters of Madara without a volume', () => {
  const novel: PostSpec = { id: 1, title: 'Lamp', type: 'wp-manga', content: 'About.' };
  const text = (chapter: number): PostSpec => ({
    id: 100 + chapter,
    type: 'chapter_text_content',
    title: `${chapter}-chapter`,
    content: `<p>Text of ${chapter}.</p>`,
    parent: chapter,
  });
  const read = (rows: readonly (readonly [id: number, name: string, volume: number])[]) =>
    readBooks({
      'export.xml': makeWxr([novel, ...rows.map(([id]) => text(id))]),
      'tables.json': JSON.stringify([
        ...rows.map(([id, chapter_name, volume]) => ({
          chapter_id: String(id),
          post_id: '1',
          volume_id: String(volume),
          chapter_name,
          chapter_slug: `c${id}`,
        })),
        { volume_id: '1', volume_name: 'Volume 1' },
        { volume_id: '2', volume_name: 'Volume 2' },
      ]),
    });

  it('are placed among the others by their number', async () => {
    const { books } = await read([
      [55, 'Chapter 5', 0],
      [53, 'Chapter 3', 2],
      [52, 'Chapter 2.5', 0],
      [51, 'Chapter 2', 1],
      [50, 'Chapter 1', 0],
    ]);
    expect(books[0]?.book.chapters.map(({ title, part }) => `${title} ${part ?? '-'}`)).toEqual([
      'Chapter 1 -',
      'Chapter 2 Volume 1',
      'Chapter 2.5 -',
      'Chapter 3 Volume 2',
      'Chapter 5 -',
    ]);
  });

  it('follow the volumes if they are newer and each volume begins with chapter 1', async () => {
    const { books } = await read([
      [54, 'Chapter 1', 0],
      [51, 'Chapter 1', 1],
      [53, 'Chapter 1', 2],
    ]);
    expect(books[0]?.book.chapters.map(({ part }) => part)).toEqual(['Volume 1', 'Volume 2', undefined]);
  });
});
