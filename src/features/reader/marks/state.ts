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
import { syncSoon } from '#src/features/library/state/sync.ts';
import { $marks } from '#src/shell/state/local-storage.ts';
import { platform } from '#src/shell/state/platform.ts';

/** Maximum number of stored marks, and of stored removals. */
export const MARKS_LIMIT = 1000;

type NewMark<M extends Mark> = Omit<M, 'id' | 'kind' | 'note' | 'created_at' | 'updated_at'>;

export const isMark = (stored: StoredMark): stored is Mark => stored.kind !== 'removed';

/** The marks of a book in the order of its text. */
export const marksOfBook = (stored: readonly StoredMark[], bookId: number): Mark[] =>
  stored.filter((mark): mark is Mark => isMark(mark) && mark.book.id === bookId).sort(inTextOrder);

function inTextOrder(first: Mark, second: Mark): number {
  return first.chapter.number - second.chapter.number || compareLocators(first.start, second.start);
}

export const compareLocators = (first: Locator, second: Locator): number =>
  first.block - second.block || first.offset - second.offset;

/** Adds a bookmark. @returns the bookmark; undefined if the limit is reached */
export function addBookmark(bookmark: NewMark<Bookmark>): Bookmark | undefined {
  return add<Bookmark>({ ...bookmark, kind: 'bookmark', note: '', ...newMarkFields() });
}

/** Highlights a passage. If exactly this passage is already highlighted, only its colour changes. */
export function addHighlight(highlight: NewMark<Highlight>): Highlight | undefined {
  const existing = marksOfBook($marks.get(), highlight.book.id).find((mark) => isSamePassage(mark, highlight));
  if (existing?.kind === 'highlight') return changeMark(existing.id, { colour: highlight.colour }) as Highlight;
  return add<Highlight>({ ...highlight, kind: 'highlight', note: '', ...newMarkFields() });
}

function isSamePassage(mark: Mark, { chapter, start, end }: NewMark<Highlight>): boolean {
  if (mark.kind !== 'highlight' || mark.chapter.id !== chapter.id) return false;
  return compareLocators(mark.start, start) === 0 && compareLocators(mark.end, end) === 0;
}

/** Removes the bookmark of this paragraph or, if there is none, adds it. */
export function toggleBookmark(bookmark: NewMark<Bookmark>): Bookmark | undefined {
  const existing = bookmarkAt($marks.get(), bookmark.chapter.id, bookmark.start.block);
  if (!existing) return addBookmark(bookmark);
  removeMark(existing.id);
  return undefined;
}

export const markWithId = (stored: readonly StoredMark[], id: string | null): Mark | undefined =>
  stored.filter(isMark).find((mark) => mark.id === id);

export const bookmarkAt = (stored: readonly StoredMark[], chapterId: number, block: number): Mark | undefined =>
  stored
    .filter(isMark)
    .find(({ kind, chapter, start }) => kind === 'bookmark' && chapter.id === chapterId && start.block === block);

export function changeMark(id: string, change: { note?: string; colour?: MarkColour }): Mark | undefined {
  const mark = markOf(id);
  if (!mark) return undefined;
  const changed = { ...mark, ...change, updated_at: newTimestamp(mark) } as Mark;
  put(changed);
  return changed;
}

/** Removes a mark. @returns the removed mark, so that the removal can be undone */
export function removeMark(id: string): Mark | undefined {
  const mark = markOf(id);
  if (mark) put({ kind: 'removed', id, updated_at: newTimestamp(mark) });
  return mark;
}

/**
 * Restores a removed mark. Sets the time of its last change, so that the restored mark replaces the removal on other
 * devices.
 */
export function restoreMark(mark: Mark): void {
  put({ ...mark, updated_at: newTimestamp($marks.get().find(({ id }) => id === mark.id) ?? mark) });
}

/** The most recently used colour. */
export function latestColour(stored: readonly StoredMark[]): MarkColour {
  const latest = stored.find((mark): mark is Highlight => mark.kind === 'highlight');
  return latest?.colour ?? MARK_COLOURS[0];
}

/** Deletes the oldest removals beyond the limit. Never deletes a mark. */
function dropOldRemovals(stored: readonly StoredMark[]): StoredMark[] {
  let removals = 0;
  return stored.filter((mark) => isMark(mark) || ++removals <= MARKS_LIMIT);
}

/** Truncates a text for lists, but never within a character. */
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
  $marks.set(dropOldRemovals([mark, ...$marks.get().filter(({ id }) => id !== mark.id)]));
  syncSoon();
}

const markOf = (id: string): Mark | undefined => markWithId($marks.get(), id);

function newMarkFields() {
  const now = timestamp(platform().now());
  return { id: platform().randomUuid(), created_at: now, updated_at: now };
}

/** The time of a change, which is later than the previous change even if the device's clock was set back. */
const newTimestamp = ({ updated_at }: StoredMark) => timestamp(Math.max(platform().now(), Date.parse(updated_at) + 1));

const timestamp = (time: number) => new Date(time).toISOString();

/** Ids of marks whose text is no longer in their chapter. Only known for chapters in the page. */
export const $lostMarks = atom<ReadonlySet<string>>(new Set());

/** Id of the mark being edited. */
export const $editedMark = atom<string | null>(null);
