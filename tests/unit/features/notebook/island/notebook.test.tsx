// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Mark } from '#src/contract/entities/marks.ts';
import {
  clearStage,
  click,
  missingTexts,
  press,
  type ShownIsland,
  showIsland,
  type,
} from '../../../shell/island/stage.tsx';
import { memoryPlatform } from '../../../shell/state/memory-platform.ts';
import { bookmark, highlight, MOON } from '../state/marks-fixture.ts';

const MARKS = [
  highlight(1, 1, { text: 'The sea was grey', note: 'As in Zürich' }),
  highlight(2, 1, { text: 'Nobody came', colour: 'blue' }),
  bookmark(3, 2, { text: 'The tide turned' }),
];
const open = (marks: readonly Mark[] = MARKS, hash = '#book=4') => {
  location.hash = hash;
  return showIsland('notebook', memoryPlatform({ 'lectern:marks': JSON.stringify(marks) }));
};
const passages = ({ root }: ShownIsland) =>
  [...root.querySelectorAll('.note-passage')].map(({ textContent }) => textContent?.replace(/^.*?: /, ''));
const elementsNamed = ({ root }: ShownIsland, name: string, place = 0) =>
  [...root.querySelectorAll<HTMLElement>('button, a')].filter(
    (control) => control.getAttribute('aria-label') === name || control.textContent?.startsWith(name),
  )[place] as HTMLElement;
const count = (island: ShownIsland) => island.find('.notebook-count').textContent;

beforeEach(() => {
  HTMLElement.prototype.scrollIntoView = vi.fn();
});
afterEach(async () => {
  await clearStage();
  location.hash = '';
});

describe('the list of notebooks', () => {
  it('shows the books with marks and describes their contents', async () => {
    const island = await open(MARKS, '');
    expect(island.faults).toEqual([]);
    expect(island.find('.history strong').textContent).toBe('Moon');
    expect(island.find('.history-text').textContent).toContain('2 highlights, 1 note, 1 bookmark');
    expect(island.find('.history a').getAttribute('href')).toBe('/notebook#book=4');
    expect(island.find('.notebook-whole a').getAttribute('href')).toBe('/history#manage');
  });

  it('explains an empty list, but only after storage has been read', async () => {
    const island = await open([], '');
    expect(island.html).toContain('aria-busy="true"');
    expect(island.find('.empty h2').textContent).toBe('Your notebook is empty');
  });

  it('is replaced by the notebook of a book while the URL names that book', async () => {
    const island = await open(MARKS, '');
    const goTo = (hash: string) =>
      act(async () => {
        location.hash = hash;
        dispatchEvent(new Event('hashchange'));
      });
    await goTo('#book=4');
    expect(passages(island)).toHaveLength(3);
    await goTo('');
    expect(island.find('.history strong').textContent).toBe('Moon');
  });
});

describe('the notebook of a book', () => {
  it('shows its marks in the order of the book, under chapter titles', async () => {
    const other = highlight(9, 1, { book: { ...MOON, id: 5 } });
    const island = await open([MARKS[2] as Mark, other, MARKS[1] as Mark, MARKS[0] as Mark]);
    expect(passages(island)).toEqual(['The sea was grey', 'Nobody came', 'The tide turned']);
    expect([...island.root.querySelectorAll('h3')].map(({ textContent }) => textContent)).toEqual([
      'Chapter 1',
      'Chapter 2',
    ]);
    expect(island.find('.note-passage').getAttribute('href')).toMatch(/^\/book-reader\/4\/41#at=1\.0\.0123abcd/);
    expect([...missingTexts]).toEqual([]);
  });

  it('can be searched ignoring case and accents, counts the matches and can be reset', async () => {
    const island = await open();
    expect(count(island)).toBe('');
    await type(island.find('#notebook-search'), 'ZURICH');
    expect(passages(island)).toEqual(['The sea was grey']);
    expect(island.find('.note-text mark').textContent).toBe('Zürich');
    expect(count(island)).toBe('1 of 3 entries');
    expect(island.find('.notebook-count').getAttribute('role')).toBe('status');
    await type(island.find('#notebook-search'), 'xyz');
    expect(passages(island)).toEqual([]);
    await click(elementsNamed(island, 'Show everything'));
    expect(passages(island)).toHaveLength(3);
    expect(document.activeElement?.id).toBe('notebook-search');
  });

  it('can be filtered by colour, notes and bookmarks', async () => {
    const island = await open();
    await click(elementsNamed(island, 'Blue'));
    expect(passages(island)).toEqual(['Nobody came']);
    expect(elementsNamed(island, 'Blue').getAttribute('aria-pressed')).toBe('true');
    await click(elementsNamed(island, 'With a note'));
    expect(passages(island)).toEqual(['The sea was grey']);
    await click(elementsNamed(island, 'Bookmarks'));
    expect(passages(island)).toEqual(['The tide turned']);
    expect(elementsNamed(island, 'Rose')).toBeUndefined();
  });

  it('shows everything again after the last mark of a colour is removed', async () => {
    const island = await open();
    await click(elementsNamed(island, 'Blue'));
    await click(elementsNamed(island, 'Delete'));
    expect(passages(island)).toEqual(['The sea was grey', 'The tide turned']);
  });

  it('shows a hundred marks at first, or more if the mark in the URL is further down', async () => {
    const many = Array.from({ length: 130 }, (_, index) => highlight(index + 1));
    const island = await open(many);
    expect(passages(island)).toHaveLength(100);
    await click(elementsNamed(island, 'Load more'));
    expect(passages(island)).toHaveLength(130);
    await clearStage();
    const later = await open(many, `#book=4&mark=${many[119]?.id}`);
    expect(passages(later)).toHaveLength(120);
    expect(document.activeElement?.id).toBe(`mark-${many[119]?.id}`);
  });

  it('folds a long note until the visitor expands it', async () => {
    const island = await open([highlight(1, 1, { note: 'A long note. '.repeat(60) })]);
    expect(island.find('.note-text').dataset['folded']).toBe('');
    await click(elementsNamed(island, 'Show the whole note'));
    expect(island.find('.note-text').dataset['folded']).toBeUndefined();
    expect(elementsNamed(island, 'Show less').getAttribute('aria-expanded')).toBe('true');
  });
});

describe('a mark in the notebook', () => {
  const storedMarks = ({ stores }: ShownIsland) => stores.local.$marks.get();
  const field = (island: ShownIsland) => island.find<HTMLTextAreaElement>('textarea');
  const write = (island: ShownIsland, text: string) =>
    act(async () => {
      const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
      set?.call(field(island), text);
      field(island).dispatchEvent(new Event('input', { bubbles: true }));
    });

  it('can have its note and colour edited in place', async () => {
    const island = await open();
    await click(elementsNamed(island, 'Edit'));
    expect(document.activeElement).toBe(field(island));
    await write(island, ' As in Bern ');
    await click(island.find('input[aria-label=Green]'));
    await click(island.find('.note-form [type=submit]'));
    expect(storedMarks(island)[0]).toMatchObject({ id: 'mark-0001', note: 'As in Bern', colour: 'green' });
    expect(island.root.querySelector('textarea')).toBeNull();
    expect(document.activeElement?.id).toBe('edit-mark-0001');
  });

  it('is unchanged after editing is cancelled', async () => {
    const island = await open();
    await click(elementsNamed(island, 'Edit'));
    await write(island, 'Something else');
    await press(field(island), 'Escape');
    expect(storedMarks(island)).toEqual(MARKS);
    expect(document.activeElement?.id).toBe('edit-mark-0001');
  });

  it('moves focus to the next mark when removed, and gets the focus back with undo', async () => {
    const island = await open();
    await click(elementsNamed(island, 'Delete', 1));
    expect(passages(island)).toEqual(['The sea was grey', 'The tide turned']);
    expect(document.activeElement?.id).toBe('mark-mark-0003');
    expect(island.find('.undo').textContent).toContain('Removed: Nobody came');
    await click(elementsNamed(island, 'Undo'));
    expect(passages(island)).toEqual(['The sea was grey', 'Nobody came', 'The tide turned']);
    expect(document.activeElement?.id).toBe('mark-mark-0002');
  });

  it('moves focus to the message of the empty notebook when the last mark is removed', async () => {
    const island = await open([MARKS[0] as Mark]);
    await click(elementsNamed(island, 'Delete'));
    expect(document.activeElement?.textContent).toBe('This book has no highlights, notes or bookmarks');
    await click(elementsNamed(island, 'Undo'));
    expect(document.activeElement?.id).toBe('mark-mark-0001');
  });

  it('opens in the reader without changing the reading position, and is added to the URL of the notebook', async () => {
    const island = await open();
    const link = island.find('#mark-mark-0002');
    link.addEventListener('click', (event) => event.preventDefault());
    await click(link);
    expect(location.hash).toBe('#book=4&mark=mark-0002');
    expect(JSON.parse(island.platform.tabStorage.get('lectern:look-up') ?? '')).toMatchObject({
      book_id: 4,
      at: 41,
      from: { mark: 'mark-0002' },
    });
  });
});
