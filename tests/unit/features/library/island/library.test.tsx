// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ApiClient } from '#src/contract/client/types.ts';
import { sorted } from '#src/features/library/island/shelf-lists.ts';
import { relativeTime } from '#src/lib/format-time.ts';
import { memoryAccount } from '../../../../helpers/memory-account.ts';
import { clearStage, click, type ShownIsland, settle, showIsland, type } from '../../../shell/island/stage.tsx';
import { entry } from '../../../shell/state/entries.ts';
import { memoryPlatform } from '../../../shell/state/memory-platform.ts';

const user = { id: 3, name: 'Ann', email: 'ann@example.com', coins: 5, created_at: '2026-01-01T00:00:00Z' };
const SIGNED_IN = { token: 'abcdef0123456789', userInfo: JSON.stringify(user), loginStatus: 'true' };
const NOON = Date.parse('2026-05-01T12:00:00Z');
const book = (id: number, title = `Book ${id}`) => ({ ...entry(id, '').book, title });
const shelfItem = (id: number, title?: string) => ({
  book: book(id, title),
  cover: null,
  added_at: `2026-03-0${id}T00:00:00Z`,
});
const button = ({ root }: ShownIsland, text: string) =>
  [...root.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith(text)) as HTMLButtonElement;
const titles = ({ root }: ShownIsland) =>
  [...root.querySelectorAll('.history strong')].map(({ textContent }) => textContent);
const goTo = (hash: string) =>
  act(async () => {
    location.hash = hash;
    dispatchEvent(new Event('hashchange'));
  });

afterEach(async () => {
  await clearStage();
  location.hash = '';
});

describe('relativeTime', () => {
  it.each([
    [0, 'now'],
    [-5000, 'now'],
    [59_000, 'now'],
    [61_000, '1 minute ago'],
    [7_300_000, '2 hours ago'],
    [90_000_000, 'yesterday'],
    [800_000_000, 'last week'],
    [70_000_000_000, '2 years ago'],
  ])('formats %i ms ago as %s', (ms, words) => expect(relativeTime(NOON - ms, NOON, 'en-US')).toBe(words));
});

describe('sorting the books on the shelf', () => {
  const books = [shelfItem(3, 'Ünder'), shelfItem(2, 'Book 10'), shelfItem(1, 'book 9')];
  it.each([
    ['latest', [3, 2, 1]],
    ['title', [1, 2, 3]],
    ['read', [1, 3, 2]],
  ] as const)('sorts by %s', (sorting, ids) => {
    const read = [entry(1, '2026-01-02T00:00:00Z'), entry(3, '2026-01-01T00:00:00Z')];
    expect(sorted(books, sorting, 'en', read).map((one) => one.book.id)).toEqual(ids);
  });
});

describe('the sync status', () => {
  const failing: ApiClient = async (call) => ({ success: 0, data: call.empty, errors: [], status: 503 });
  const open = async (client: ApiClient, isOnline = true) => {
    const platform = memoryPlatform(SIGNED_IN, client);
    if (!isOnline) platform.setOnline(false);
    const island = await showIsland('history', platform);
    await settle();
    return island;
  };
  const words = (island: ShownIsland) => island.find('.sync-line').textContent;

  it('shows the time of the last sync in a live region', async () => {
    const island = await open(memoryAccount(() => NOON).client());
    expect(island.find('.sync-line [role=status]').textContent).toBe('Synced');
    expect(island.find('.sync-line time').getAttribute('datetime')).toBe('2026-05-01T12:00:00.000Z');
  });

  it('says that it is waiting for a connection', async () => {
    expect(words(await open(failing, false))).toContain('Waiting for a connection');
  });

  it('offers to retry after a failure', async () => {
    let client: ApiClient = failing;
    const island = await open((...call) => client(...call));
    expect(words(island)).toContain('Sync failed');
    client = memoryAccount(() => NOON).client();
    await click(button(island, 'Try again'));
    await settle();
    expect(words(island)).toContain('Synced');
  });

  it('is empty for signed-out visitors', async () => {
    const { root } = await showIsland('history');
    expect(root.querySelector('.sync-line')).toBeNull();
  });
});

describe('the notebook link', () => {
  const mark = (id: string, bookId: number, kind = 'bookmark') => ({
    id,
    kind,
    at: NOON,
    book: book(bookId),
    chapter: { id: 41, number: 1, title: 'One' },
    start: { block: 0, offset: 0, hash: '0123abcd' },
    text: 'Nobody comes here',
    note: '',
    created_at: '2026-04-01T12:00:00.000Z',
    updated_at: '2026-04-01T12:00:00.000Z',
  });
  const saved = {
    readlogList: JSON.stringify([entry(1, '2026-03-01T00:00:00Z'), entry(2, '2026-03-02T00:00:00Z')]),
    'lectern:shelf': JSON.stringify([shelfItem(2), shelfItem(1)]),
    'lectern:marks': JSON.stringify([mark('mark-00001', 2), mark('mark-00002', 2), mark('mark-00003', 3)]),
  };

  it.each(['', '#shelf'])('is shown with the number of marks if there are marks: /history%s', async (hash) => {
    location.hash = hash;
    const { root } = await showIsland('history', memoryPlatform(saved));
    await settle();
    expect(root.querySelectorAll('.history li')).toHaveLength(2);
    const links = [...root.querySelectorAll('.history-more a')];
    expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
      ['/notebook#book=2', `Notebook (2): ${hash === '' ? entry(2, '').book.title : 'Book 2'}`],
    ]);
  });
});

describe('the shelf', () => {
  const saved = {
    'lectern:shelf': JSON.stringify([shelfItem(3), shelfItem(2), shelfItem(1)]),
    'lectern:listed': JSON.stringify([{ list: 'later', book_id: 2, at: 1 }]),
    'lectern:briefs': JSON.stringify({ at: NOON, items: [1, 2, 3].map((id) => ({ id, chapters: 12 })) }),
    'lectern:seen': JSON.stringify([{ book_id: 2, chapters: 11, at: 1 }]),
  };
  const open = async () => {
    location.hash = '#shelf';
    return showIsland('history', memoryPlatform(saved));
  };

  it('shows the number of new chapters as text', async () => {
    const { root } = await open();
    expect([...root.querySelectorAll('.news-badge')].map(({ textContent }) => textContent)).toEqual(['1 new chapter']);
  });

  it('shows the selected list, and explains an empty list', async () => {
    const island = await open();
    await click(button(island, 'Read later'));
    expect(titles(island)).toEqual(['Book 2']);
    await click(button(island, 'Finished'));
    expect(island.root.textContent).toContain('There are no books in this list yet.');
  });

  it('shows a hundred books at first and more on request', async () => {
    const many = Array.from({ length: 120 }, (_, id) => ({ ...shelfItem(1), book: book(id + 1) }));
    location.hash = '#shelf';
    const island = await showIsland('history', memoryPlatform({ 'lectern:shelf': JSON.stringify(many) }));
    expect(titles(island)).toHaveLength(100);
    await click(button(island, 'Load more'));
    expect(titles(island)).toHaveLength(120);
  });

  it('creates a list and shows it', async () => {
    const island = await open();
    await click(button(island, 'New list'));
    await type(island.find<HTMLInputElement>('.list-form input'), 'Sea');
    await act(async () => island.find<HTMLFormElement>('.list-form').requestSubmit());
    expect(island.stores.local.$lists.get()).toMatchObject([{ name: 'Sea' }]);
    expect(button(island, 'Sea').getAttribute('aria-pressed')).toBe('true');
  });

  it('removes a book and restores it with undo', async () => {
    const island = await open();
    await click(island.find('[aria-label="Remove Book 2"]'));
    expect(titles(island)).toEqual(['Book 3', 'Book 1']);
    await click(button(island, 'Undo'));
    expect(titles(island)).toEqual(['Book 3', 'Book 2', 'Book 1']);
  });
});

describe('the library settings', () => {
  const saved = { 'lectern:hidden-tags': '[{"id":7,"name":"Wolves","at":1}]' };

  it('show a hidden tag again, and hide it again with undo', async () => {
    const island = await showIsland('history', memoryPlatform(saved));
    await goTo('#manage');
    await click(island.find('[aria-label="Show again: Wolves"]'));
    expect(island.root.textContent).toContain('No tags are hidden.');
    await click(button(island, 'Undo'));
    expect(island.stores.local.$hiddenTags.get()).toMatchObject([{ id: 7 }]);
  });

  it('show the result of an import', async () => {
    const island = await showIsland('history', memoryPlatform(saved));
    await goTo('#manage');
    const field = island.find<HTMLInputElement>('input[type=file]');
    Object.defineProperty(field, 'files', { value: [new File(['{"a":'], 'x.json')] });
    Object.defineProperty(field, 'value', { set: vi.fn() });
    await act(async () => void field.dispatchEvent(new Event('change', { bubbles: true })));
    await settle();
    expect(island.find('.transfer-state').textContent).toBe(
      'This file is not an exported library. Nothing was changed.',
    );
  });
});

describe('HideTags', () => {
  it('hides a tag and shows it again', async () => {
    const island = await showIsland('hideTags');
    await click(button(island, 'Wolves'));
    expect(island.stores.local.$hiddenTags.get()).toMatchObject([{ id: 7, name: 'Wolves' }]);
    expect(button(island, 'Wolves').getAttribute('aria-pressed')).toBe('true');
    await click(button(island, 'Wolves'));
    expect(island.stores.local.$hiddenTags.get()).toEqual([]);
  });
});
