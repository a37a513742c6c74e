import { atom } from 'nanostores';
import {
  type Bookmark,
  type Highlight,
  MARK_COLOURS,
  type Mark,
  type MarkColour,
  QUOTE_LENGTH,
  type StoredMark,
} from '#src/contract/entities/marks.ts';
import type { Locator } from '#src/contract/entities/visitor.ts';
import { $marks } from './local-storage.ts';
import { platform } from './platform.ts';
import { syncSoon } from './sync.ts';

/** Marks a visitor can have, and removals that are remembered, each. */
export const MARKS_LIMIT = 1000;

type NewMark<M extends Mark> = Omit<M, 'id' | 'kind' | 'note' | 'created_at' | 'updated_at'>;

export const isMark = (kept: StoredMark): kept is Mark => kept.kind !== 'removed';

/** The marks of a book in the order of its text. */
export const marksOfBook = (kept: readonly StoredMark[], bookId: number): Mark[] =>
  kept.filter((mark): mark is Mark => isMark(mark) && mark.book.id === bookId).sort(inTextOrder);

function inTextOrder(one: Mark, other: Mark): number {
  return one.chapter.number - other.chapter.number || compareLocators(one.start, other.start);
}

export const compareLocators = (one: Locator, other: Locator): number =>
  one.block - other.block || one.offset - other.offset;

/** @returns the mark, or undefined where there is no room for another */
export function addBookmark(bookmark: NewMark<Bookmark>): Bookmark | undefined {
  return add<Bookmark>({ ...bookmark, kind: 'bookmark', note: '', ...newMarkFields() });
}

/** Marks a passage; one that is marked from and to just the same places gets the new colour instead. */
export function addHighlight(highlight: NewMark<Highlight>): Highlight | undefined {
  const known = marksOfBook($marks.get(), highlight.book.id).find((mark) => isSamePassage(mark, highlight));
  if (known?.kind === 'highlight') return changeMark(known.id, { colour: highlight.colour }) as Highlight;
  return add<Highlight>({ ...highlight, kind: 'highlight', note: '', ...newMarkFields() });
}

function isSamePassage(mark: Mark, { chapter, start, end }: NewMark<Highlight>): boolean {
  if (mark.kind !== 'highlight' || mark.chapter.id !== chapter.id) return false;
  return compareLocators(mark.start, start) === 0 && compareLocators(mark.end, end) === 0;
}

/** Takes away the bookmark of this very paragraph, or sets one. */
export function toggleBookmark(bookmark: NewMark<Bookmark>): Bookmark | undefined {
  const known = bookmarkAt($marks.get(), bookmark.chapter.id, bookmark.start.block);
  if (!known) return addBookmark(bookmark);
  removeMark(known.id);
  return undefined;
}

export const markWithId = (kept: readonly StoredMark[], id: string | null): Mark | undefined =>
  kept.filter(isMark).find((mark) => mark.id === id);

export const bookmarkAt = (kept: readonly StoredMark[], chapterId: number, block: number): Mark | undefined =>
  kept
    .filter(isMark)
    .find(({ kind, chapter, start }) => kind === 'bookmark' && chapter.id === chapterId && start.block === block);

export function changeMark(id: string, change: { note?: string; colour?: MarkColour }): Mark | undefined {
  const known = markOf(id);
  if (!known) return undefined;
  const changed = { ...known, ...change, updated_at: later(known) } as Mark;
  put(changed);
  return changed;
}

/** @returns the mark that was taken away, for an undo */
export function removeMark(id: string): Mark | undefined {
  const known = markOf(id);
  if (known) put({ kind: 'removed', id, updated_at: later(known) });
  return known;
}

/** Puts a mark back that was taken away; for other devices that is its latest change. */
export function returnMark(mark: Mark): void {
  put({ ...mark, updated_at: later($marks.get().find(({ id }) => id === mark.id) ?? mark) });
}

/** The colour used last. */
export function latestColour(kept: readonly StoredMark[]): MarkColour {
  const latest = kept.find((mark): mark is Highlight => mark.kind === 'highlight');
  return latest?.colour ?? MARK_COLOURS[0];
}

/** No mark is ever dropped to make room; the oldest removals are. */
function bounded(kept: readonly StoredMark[]): StoredMark[] {
  let removals = 0;
  return kept.filter((mark) => isMark(mark) || ++removals <= MARKS_LIMIT);
}

/** A quote that fits its place in the list, never cut inside a character. */
export const quoteOf = (text: string): string =>
  text
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .slice(0, QUOTE_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '');

function add<M extends Mark>(mark: M): M | undefined {
  if ($marks.get().filter(isMark).length >= MARKS_LIMIT) return undefined;
  put(mark);
  return mark;
}

function put(mark: StoredMark): void {
  $marks.set(bounded([mark, ...$marks.get().filter(({ id }) => id !== mark.id)]));
  syncSoon();
}

const markOf = (id: string): Mark | undefined => markWithId($marks.get(), id);

function newMarkFields() {
  const now = timestamp(platform().now());
  return { id: platform().randomUuid(), created_at: now, updated_at: now };
}

/** After what is known, even where the clock was set back meanwhile. */
const later = ({ updated_at }: StoredMark) => timestamp(Math.max(platform().now(), Date.parse(updated_at) + 1));

const timestamp = (time: number) => new Date(time).toISOString();

/** Ids of the marks whose text is no longer in the chapter, as far as their chapters are in the page. */
export const $lostMarks = atom<ReadonlySet<string>>(new Set());

/** Id of the mark whose note and colour are being changed. */
export const $editedMark = atom<string | null>(null);
