// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { searchDownloadedBook } from '#src/features/reader/find/downloaded-book.ts';
import { $chapterList } from '#src/features/reader/state/chapter-list.ts';
import { $downloads } from '#src/shell/state/local-storage.ts';

/** Texts of pages by path; a missing page was not downloaded. */
const pages = new Map<string, string>();
const fetched: string[] = [];
vi.mock('#src/features/reader/loaded-chapters/fetch-chapter.ts', () => ({
  async fetchChapterPage(href: string) {
    fetched.push(href);
    const html = pages.get(href);
    if (html === undefined) return null;
    const page = document.implementation.createHTMLDocument();
    page.body.innerHTML = `<article data-reader-text>${html}</article>`;
    return page;
  },
}));

const search = (from = 1) => searchDownloadedBook(4, 'lighthouse', from, (id) => `/book-reader/4/${id}`);

/** Downloads a book whose chapter ids are 1000 higher than their numbers. */
function download(texts: readonly string[], state = 'kept') {
  const chapters = texts.map((html, index) => {
    pages.set(`/book-reader/4/${1001 + index}`, html);
    return { id: 1001 + index, number: index + 1, title: `Chapter ${index + 1}`, part: 'Part 1' };
  });
  $downloads.set([{ book: { id: 4, title: 'The lamp' }, state }] as never);
  $chapterList.set({ state: 'ready', bookId: 4, chapters: chapters as never });
}

beforeEach(() => {
  pages.clear();
  fetched.length = 0;
  $downloads.set([]);
});

describe('searchDownloadedBook', () => {
  it('returns the matching chapters with the text around the first three matches', async () => {
    download(['<p>The old lighthouse.</p><p>A light<b>house</b>, a Lighthouse, a lighthouse.</p>', '<p>The sea.</p>']);
    const result = await search();
    expect(result?.next).toBeNull();
    expect(result?.items).toMatchObject([
      { chapter: { id: 1001, number: 1, title: 'Chapter 1', part: 'Part 1' }, count: 4 },
    ]);
    expect(result?.items[0]?.snippets.map(({ match }) => match)).toEqual(['lighthouse', 'lighthouse', 'Lighthouse']);
  });

  it('finds a word whose first letter is a picture', async () => {
    download([
      '<p><img src="l.png" alt="" class="text-inline"><span class="text-unseen">L</span>ighthouse keepers.</p>',
    ]);
    const result = await search();
    expect(result?.items[0]?.snippets.map(({ match }) => match)).toEqual(['Lighthouse']);
  });

  it('searches a hundred chapters at a time', async () => {
    download(Array.from({ length: 250 }, (_, index) => (index === 210 ? '<p>The lighthouse.</p>' : '<p>The sea.</p>')));
    expect(await search()).toEqual({ items: [], next: 101 });
    expect(await search(101)).toEqual({ items: [], next: 201 });
    const last = await search(201);
    expect([last?.items.length, last?.next, fetched.length]).toEqual([1, null, 250]);
  });

  it('skips a chapter whose page is missing', async () => {
    download(['<p>The lighthouse.</p>', '<p>The lighthouse.</p>']);
    pages.delete('/book-reader/4/1001');
    expect((await search())?.items.map(({ chapter }) => chapter.number)).toEqual([2]);
  });

  it('returns null for a book that is not fully downloaded', async () => {
    expect(await search()).toBeNull();
    download(['<p>The lighthouse.</p>'], 'paused');
    expect([await search(), fetched]).toEqual([null, []]);
  });
});
