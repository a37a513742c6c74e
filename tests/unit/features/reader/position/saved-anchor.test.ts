// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import type { HistoryEntry, Locator } from '#src/contract/entities/visitor.ts';
import { anchorAt } from '#src/features/reader/position/anchor.ts';
import { blocksOf } from '#src/features/reader/position/blocks.ts';
import {
  anchorInHistoryEntry,
  anchorOfPlace,
  savedAnchor,
  saveInHistoryEntry,
} from '#src/features/reader/position/saved-anchor.ts';
import { textHash } from '#src/lib/text-hash.ts';
import { $readlogList } from '#src/shell/state/local-storage.ts';
import { chapterHtml, showChapters } from '../island/chapters.ts';

const TEXT = '<p>Rain fell all day.</p><p>Nobody came to the door.</p><p>Then somebody did.</p>';
const BOOK = 4;

afterEach(() => {
  $readlogList.set([]);
  history.replaceState(null, '', '/');
});

function show(...ids: number[]): HTMLElement[] {
  history.replaceState(null, '');
  return showChapters(...ids.map((id) => chapterHtml(id, TEXT)));
}

const second = (offset = 7) => ({ block: 1, offset, hash: textHash('Nobody came to the door.') });

function readTo(chapter: number, place: Locator): void {
  $readlogList.set([
    {
      book: { id: BOOK, title: 'Four', category: { name: 'Sea', sub_name: null } },
      cover: null,
      chapter: { id: chapter, number: 1, title: 'One', place },
      read_at: '2026-01-01T00:00:00Z',
    } as unknown as HistoryEntry,
  ]);
}

const textsOf = (anchor: ReturnType<typeof savedAnchor>) =>
  anchor && { text: anchor.block.textContent, offset: anchor.offset, top: anchor.top };

describe('the position stored in a history entry of the tab', () => {
  it('is the current line with its height in the window, and is restored', () => {
    const [part, other] = show(41, 42);
    const article = part?.querySelector('article') as HTMLElement;
    const block = blocksOf(article)[1] as Element;
    history.replaceState({ other: 'kept' }, '');
    saveInHistoryEntry(anchorAt(article, block, 7, 123.6));
    expect(history.state).toEqual({ other: 'kept', place: { ...second(), top: 124, chapter: 41 } });
    expect(textsOf(savedAnchor(part as HTMLElement, BOOK))).toEqual({
      text: 'Nobody came to the door.',
      offset: 7,
      top: 124,
    });
    // The entry is ignored for another chapter.
    expect(savedAnchor(other as HTMLElement, BOOK)).toBeNull();
  });

  it('takes precedence over the reading history, even in a chapter opened through a fragment', () => {
    const [part] = show(41);
    readTo(41, { ...second(), block: 2, hash: textHash('Then somebody did.') });
    const entry = { place: { ...second(), top: 90, chapter: 41 } };
    history.replaceState(entry, '', '#note');
    expect(textsOf(savedAnchor(part as HTMLElement, BOOK))).toMatchObject({ offset: 7, top: 90 });
  });

  it('is searched for in all loaded chapters, even if none of them contains it', () => {
    const parts = show(41, 42);
    expect(anchorInHistoryEntry(parts)).toBeNull();
    history.replaceState({ place: { ...second(), top: 90, chapter: 42 } }, '');
    const anchor = anchorInHistoryEntry(parts);
    if (anchor === null || anchor === 'elsewhere') throw new Error('There is no place.');
    expect([anchor.article.dataset['chapter'], anchor.top, anchor.block.textContent]).toEqual([
      '42',
      90,
      'Nobody came to the door.',
    ]);
    history.replaceState({ place: { ...second(), top: 90, chapter: 43 } }, '');
    expect(anchorInHistoryEntry(parts)).toBe('elsewhere');
  });

  it('is not stored for text outside a chapter', () => {
    show(41);
    const loose = document.createElement('article');
    loose.innerHTML = TEXT;
    saveInHistoryEntry(anchorAt(loose, loose.children[1] as Element, 0));
    expect(history.state).toEqual({});
  });
});

describe('the position at which a chapter opens', () => {
  it('is the position last read in the chapter, at the standard height for opened chapters', () => {
    const [part] = show(41);
    readTo(41, second(3));
    const anchor = textsOf(savedAnchor(part as HTMLElement, BOOK));
    expect(anchor).toMatchObject({ text: 'Nobody came to the door.', offset: 3 });
    expect(anchor?.top).toBe(anchorAt(document.body, document.body, 0).top);
  });

  it('is the start of a chapter that is unread, was left at its start, or is opened through a fragment', () => {
    const [part] = show(41);
    expect(savedAnchor(part as HTMLElement, BOOK)).toBeNull();
    readTo(42, second());
    expect(savedAnchor(part as HTMLElement, BOOK)).toBeNull();
    readTo(41, { block: 0, offset: 0, hash: textHash('Rain fell all day.') });
    expect(savedAnchor(part as HTMLElement, BOOK)).toBeNull();
    readTo(41, second());
    history.replaceState(null, '', '#note');
    expect(savedAnchor(part as HTMLElement, BOOK)).toBeNull();
  });

  it('is within the first paragraph if reading ended there', () => {
    const [part] = show(41);
    readTo(41, { block: 0, offset: 5, hash: textHash('Rain fell all day.') });
    expect(textsOf(savedAnchor(part as HTMLElement, BOOK))).toMatchObject({ text: 'Rain fell all day.', offset: 5 });
  });

  it('is undefined in a part of the page without text', () => {
    document.body.innerHTML = '<section data-reader-part></section>';
    expect(anchorOfPlace(document.querySelector('section') as HTMLElement, { place: second() })).toBeNull();
  });
});
