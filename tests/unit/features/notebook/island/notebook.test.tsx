// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Mark } from '#src/contract/entities/marks.ts';
import { clearStage, click, missingTexts, press, type Shown, showIsland, type } from '../../../shell/island/stage.tsx';
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
const passages = ({ root }: Shown) =>
  [...root.querySelectorAll('.note-passage')].map(({ textContent }) => textContent?.replace(/^.*?: /, ''));
const named = ({ root }: Shown, name: string, place = 0) =>
  [...root.querySelectorAll<HTMLElement>('button, a')].filter(
    (control) => control.getAttribute('aria-label') === name || control.textContent?.startsWith(name),
  )[place] as HTMLElement;
const count = (shown: Shown) => shown.find('.notebook-count').textContent;

beforeEach(() => {
  HTMLElement.prototype.scrollIntoView = vi.fn();
});
afterEach(async () => {
  await clearStage();
  location.hash = '';
});

describe('the list of notebooks', () => {
  it('shows the books with marks and describes their contents', async () => {
    const shown = await open(MARKS, '');
    expect(shown.faults).toEqual([]);
    expect(shown.find('.history strong').textContent).toBe('Moon');
    expect(shown.find('.history-text').textContent).toContain('2 highlights, 1 note, 1 bookmark');
    expect(shown.find('.history a').getAttribute('href')).toBe('/notebook#book=4');
    expect(shown.find('.notebook-whole a').getAttribute('href')).toBe('/history#manage');
  });

  it('explains an empty list, but only once storage has been read', async () => {
    const shown = await open([], '');
    expect(shown.html).toContain('aria-busy="true"');
    expect(shown.find('.empty h2').textContent).toBe('Your notebook is empty');
  });

  it('follows the URL to a book and back', async () => {
    const shown = await open(MARKS, '');
    const goTo = (hash: string) =>
      act(async () => {
        location.hash = hash;
        dispatchEvent(new Event('hashchange'));
      });
    await goTo('#book=4');
    expect(passages(shown)).toHaveLength(3);
    await goTo('');
    expect(shown.find('.history strong').textContent).toBe('Moon');
  });
});

describe('the notebook of a book', () => {
  it('shows its marks in the order of the book, under chapter titles', async () => {
    const other = highlight(9, 1, { book: { ...MOON, id: 5 } });
    const shown = await open([MARKS[2] as Mark, other, MARKS[1] as Mark, MARKS[0] as Mark]);
    expect(passages(shown)).toEqual(['The sea was grey', 'Nobody came', 'The tide turned']);
    expect([...shown.root.querySelectorAll('h3')].map(({ textContent }) => textContent)).toEqual([
      'Chapter 1',
      'Chapter 2',
    ]);
    expect(shown.find('.note-passage').getAttribute('href')).toMatch(/^\/book-reader\/4\/41#at=1\.0\.0123abcd/);
    expect([...missingTexts]).toEqual([]);
  });

  it('can be searched ignoring case and accents, counts the matches and can be reset', async () => {
    const shown = await open();
    expect(count(shown)).toBe('');
    await type(shown.find('#notebook-search'), 'ZURICH');
    expect(passages(shown)).toEqual(['The sea was grey']);
    expect(shown.find('.note-text mark').textContent).toBe('Zürich');
    expect(count(shown)).toBe('1 of 3 marks');
    expect(shown.find('.notebook-count').getAttribute('role')).toBe('status');
    await type(shown.find('#notebook-search'), 'xyz');
    expect(passages(shown)).toEqual([]);
    await click(named(shown, 'Show everything'));
    expect(passages(shown)).toHaveLength(3);
    expect(document.activeElement?.id).toBe('notebook-search');
  });

  it('can be filtered by colour, notes and bookmarks', async () => {
    const shown = await open();
    await click(named(shown, 'Blue'));
    expect(passages(shown)).toEqual(['Nobody came']);
    expect(named(shown, 'Blue').getAttribute('aria-pressed')).toBe('true');
    await click(named(shown, 'With a note'));
    expect(passages(shown)).toEqual(['The sea was grey']);
    await click(named(shown, 'Bookmarks'));
    expect(passages(shown)).toEqual(['The tide turned']);
    expect(named(shown, 'Rose')).toBeUndefined();
  });

  it('shows everything again after the last mark of a colour is removed', async () => {
    const shown = await open();
    await click(named(shown, 'Blue'));
    await click(named(shown, 'Delete'));
    expect(passages(shown)).toEqual(['The sea was grey', 'The tide turned']);
  });

  it('shows a hundred marks at first, or as many as needed for the mark in the URL', async () => {
    const many = Array.from({ length: 130 }, (_none, index) => highlight(index + 1));
    const shown = await open(many);
    expect(passages(shown)).toHaveLength(100);
    await click(named(shown, 'Load more'));
    expect(passages(shown)).toHaveLength(130);
    await clearStage();
    const later = await open(many, `#book=4&mark=${many[119]?.id}`);
    expect(passages(later)).toHaveLength(120);
    expect(document.activeElement?.id).toBe(`mark-${many[119]?.id}`);
  });

  it('folds a long note until the visitor expands it', async () => {
    const shown = await open([highlight(1, 1, { note: 'A long note. '.repeat(60) })]);
    expect(shown.find('.note-text').dataset['folded']).toBe('');
    await click(named(shown, 'Show the whole note'));
    expect(shown.find('.note-text').dataset['folded']).toBeUndefined();
    expect(named(shown, 'Show less').getAttribute('aria-expanded')).toBe('true');
  });
});

describe('a mark in the notebook', () => {
  const kept = ({ stores }: Shown) => stores.local.$marks.get();
  const field = (shown: Shown) => shown.find<HTMLTextAreaElement>('textarea');
  const write = (shown: Shown, text: string) =>
    act(async () => {
      const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
      set?.call(field(shown), text);
      field(shown).dispatchEvent(new Event('input', { bubbles: true }));
    });

  it('can have its note and colour edited in place', async () => {
    const shown = await open();
    await click(named(shown, 'Edit'));
    expect(document.activeElement).toBe(field(shown));
    await write(shown, ' As in Bern ');
    await click(shown.find('input[aria-label=Green]'));
    await click(shown.find('.note-form [type=submit]'));
    expect(kept(shown)[0]).toMatchObject({ id: 'mark-0001', note: 'As in Bern', colour: 'green' });
    expect(shown.root.querySelector('textarea')).toBeNull();
    expect(document.activeElement?.id).toBe('edit-mark-0001');
  });

  it('is unchanged after editing is cancelled', async () => {
    const shown = await open();
    await click(named(shown, 'Edit'));
    await write(shown, 'Something else');
    await press(field(shown), 'Escape');
    expect(kept(shown)).toEqual(MARKS);
    expect(document.activeElement?.id).toBe('edit-mark-0001');
  });

  it('moves focus to the next mark when removed, and gets the focus back with undo', async () => {
    const shown = await open();
    await click(named(shown, 'Delete', 1));
    expect(passages(shown)).toEqual(['The sea was grey', 'The tide turned']);
    expect(document.activeElement?.id).toBe('mark-mark-0003');
    expect(shown.find('.undo').textContent).toContain('Removed: Nobody came');
    await click(named(shown, 'Undo'));
    expect(passages(shown)).toEqual(['The sea was grey', 'Nobody came', 'The tide turned']);
    expect(document.activeElement?.id).toBe('mark-mark-0002');
  });

  it('moves focus to the message of the empty notebook if it was the last mark', async () => {
    const shown = await open([MARKS[0] as Mark]);
    await click(named(shown, 'Delete'));
    expect(document.activeElement?.textContent).toBe('Nothing is marked in this book');
    await click(named(shown, 'Undo'));
    expect(document.activeElement?.id).toBe('mark-mark-0001');
  });

  it('opens as a look-up that keeps the reading position, and going back returns to it', async () => {
    const shown = await open();
    const link = shown.find('#mark-mark-0002');
    link.addEventListener('click', (event) => event.preventDefault());
    await click(link);
    expect(location.hash).toBe('#book=4&mark=mark-0002');
    expect(JSON.parse(shown.platform.tabStorage.get('lectern:look-up') ?? '')).toMatchObject({
      book_id: 4,
      at: 41,
      from: { mark: 'mark-0002' },
    });
  });
});
