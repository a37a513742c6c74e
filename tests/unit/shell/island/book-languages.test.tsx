// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiClient } from '#src/contract/client/types.ts';
import { FOREIGN, foreignBooks } from '../../../helpers/foreign-books.ts';
import { misplacedTexts } from '../../../helpers/text-languages.ts';
import { bookmark, highlight } from '../../features/notebook/state/marks-fixture.ts';
import { entry } from '../state/entries.ts';
import { memoryPlatform } from '../state/memory-platform.ts';
import { clearStage, click, focus, settle, showIsland, type } from './stage.tsx';

const user = { id: 3, name: 'Ann', email: 'ann@example.com', coins: 5, created_at: '2026-01-01T00:00:00Z' };
const signedIn = { token: 'abcdef0123456789', userInfo: JSON.stringify(user), loginStatus: 'true' };
const references = foreignBooks.map(({ id, title, category, language }) => ({ id, title, category, language }));
const titleOf = (index: number, place = 0) => FOREIGN[index]?.chapters[place] ?? '';
const history = references.map((book, index) => {
  const read = entry(book.id, `2026-03-0${index + 1}T00:00:00Z`, 7);
  const chapter = { id: book.id * 100 + 12, number: 12, title: titleOf(index, 1) };
  return { ...read, book, chapter: { ...read.chapter, title: titleOf(index) }, furthest: { chapter, since: 0 } };
});
const shelf = references.map((book) => ({ book, cover: null, added_at: '2026-04-01T00:00:00Z' }));
const marks = references.flatMap((book, index) => {
  const inBook = { book, chapter: { id: book.id * 100, number: 1, title: titleOf(index) } };
  const text = FOREIGN[index]?.introduction ?? '';
  return [
    highlight(book.id * 10, 1, { ...inBook, text, note: 'Well said!' }),
    bookmark(book.id * 10 + 1, 2, { ...inBook, text }),
  ];
});
const tags = FOREIGN.map(({ tag }, index) => ({ id: index + 1, name: tag, at: 1 }));
const STORED = {
  readlogList: JSON.stringify(history),
  'lectern:shelf': JSON.stringify(shelf),
  'lectern:marks': JSON.stringify(marks),
  'lectern:hidden-tags': JSON.stringify(tags),
};
const answering =
  (data: object): ApiClient =>
  async ({ name, empty }) => ({
    success: 1,
    data: name === 'search.popular' ? empty : data,
    errors: [],
    status: 200,
  });

const goTo = (hash: string) =>
  act(async () => {
    location.hash = hash;
    dispatchEvent(new Event('hashchange'));
  });

beforeEach(() => {
  document.documentElement.lang = 'en-US';
  HTMLElement.prototype.scrollIntoView = vi.fn();
});
afterEach(async () => {
  await clearStage();
  document.documentElement.removeAttribute('lang');
  location.hash = '';
});

describe('islands with books in other languages', () => {
  it.each(['', '#shelf', '#manage'])('mark their texts in the history%s', async (hash) => {
    const island = await showIsland('history', memoryPlatform(STORED));
    await goTo(hash);
    expect(island.root.textContent).toContain(hash === '#manage' ? FOREIGN[0]?.tag : FOREIGN[0]?.title);
    expect(misplacedTexts(document)).toEqual([]);
  });

  it('set the language of the title in the message about a removed book', async () => {
    const island = await showIsland('history', memoryPlatform(STORED));
    await click(island.find('.history li > button'));
    expect(island.find('.undo').textContent).toMatch(/^Removed: \S/);
    expect(misplacedTexts(document)).toEqual([]);
  });

  it('set the language of the title in the dialog that adds a book to lists', async () => {
    const island = await showIsland('history', memoryPlatform(STORED));
    await goTo('#shelf');
    await click(island.find('.history button[aria-label^="Lists for"]'));
    expect(document.querySelector('dialog h2')?.textContent).toMatch(/^Lists for \S/);
    expect(misplacedTexts(document)).toEqual([]);
  });

  it.each(['', ...references.map(({ id }) => `#book=${id}`)])('mark their texts in the notebook%s', async (hash) => {
    location.hash = hash;
    const island = await showIsland('notebook', memoryPlatform(STORED));
    expect(island.root.querySelectorAll(hash === '' ? '.history li' : '.note')).not.toHaveLength(0);
    expect(misplacedTexts(document)).toEqual([]);
  });

  it('mark their texts in the list of unlocked books', async () => {
    const items = foreignBooks.map((book) => ({ book, unlocked_chapters: 1, locked_chapters: 2 }));
    const client = answering({ items, page: 1, page_size: 20, total: items.length });
    const island = await showIsland('lockedBooks', memoryPlatform(signedIn, client));
    await settle();
    expect(island.root.querySelectorAll('.row-book')).toHaveLength(FOREIGN.length);
    expect(misplacedTexts(document)).toEqual([]);
  });

  it('mark their texts in suggestions and fields', async () => {
    const suggestions = references.flatMap((book, index) => [
      { kind: 'book', book },
      { kind: 'author', id: index + 1, name: FOREIGN[index]?.author },
      { kind: 'tag', id: index + 1, name: FOREIGN[index]?.tag },
    ]);
    const island = await showIsland('search', memoryPlatform({}, answering({ items: suggestions })));
    const field = island.find<HTMLInputElement>('input');
    await focus(field);
    await type(field, 'a');
    await settle(400);
    expect(island.root.querySelectorAll('[role=option]')).toHaveLength(suggestions.length);
    expect(field.dir).toBe('auto');
    expect(misplacedTexts(document)).toEqual([]);
  });

  it.each(foreignBooks.map((book) => [book.language, book] as const))(
    'mark their texts on the page of a campaign, in %s',
    async (_language, book) => {
      vi.spyOn(location, 'search', 'get').mockReturnValue(`?book=${book.id}`);
      const island = await showIsland(
        'campaign',
        memoryPlatform({}, answering({ book, books: [book], items: [book] })),
      );
      await settle();
      expect(island.find('h2').textContent).toBe(book.title);
      expect(misplacedTexts(document)).toEqual([]);
      vi.restoreAllMocks();
    },
  );
});
