import type { BookReference } from '#src/contract/entities/book.ts';
import { MARK_COLOURS, type Mark, type MarkColour, type StoredMark } from '#src/contract/entities/marks.ts';
import { isMark } from '#src/features/reader/marks/state.ts';
import { findText } from '#src/lib/find-text.ts';

/** The filters of a notebook: all marks, highlights of one colour, bookmarks, or marks with a note. */
export const NOTEBOOK_FILTERS = ['all', ...MARK_COLOURS, 'bookmark', 'note'] as const;
export type NotebookFilter = (typeof NOTEBOOK_FILTERS)[number];

/** A book with marks, and the number of its marks of each kind. */
export interface NotebookSummary {
  readonly book: BookReference;
  readonly highlights: number;
  readonly bookmarks: number;
  /** Number of marks with a note. */
  readonly notes: number;
  /** Time of the latest change, RFC 3339. */
  readonly changed_at: string;
}

/** The books with marks, last edited first. */
export function notebooksOf(stored: readonly StoredMark[]): NotebookSummary[] {
  const books = groupBy(stored.filter(isMark), ({ book }) => book.id);
  return [...books.values()].flatMap(summary).sort((a, b) => Date.parse(b.changed_at) - Date.parse(a.changed_at));
}

function summary(marks: readonly Mark[]): NotebookSummary[] {
  const [latest] = [...marks].sort((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at));
  if (!latest) return [];
  const counts = countMarks(marks);
  const { bookmark: bookmarks, note: notes } = counts;
  return [{ book: latest.book, highlights: counts.all - bookmarks, bookmarks, notes, changed_at: latest.updated_at }];
}

/** Number of marks per filter. */
export const countMarks = (marks: readonly Mark[]): Readonly<Record<NotebookFilter, number>> =>
  Object.fromEntries(
    NOTEBOOK_FILTERS.map((filter) => [filter, marks.filter((mark) => passes(mark, filter)).length]),
  ) as Record<NotebookFilter, number>;

function passes(mark: Mark, filter: NotebookFilter): boolean {
  if (filter === 'all') return true;
  if (filter === 'note') return mark.note !== '';
  return filter === 'bookmark' ? mark.kind === 'bookmark' : isOfColour(mark, filter);
}

const isOfColour = (mark: Mark, colour: MarkColour) => mark.kind === 'highlight' && mark.colour === colour;

/**
 * The marks that pass the filter and contain the words in their passage, note or chapter title. Ignores case and
 * accents.
 */
export const findMarks = (marks: readonly Mark[], filter: NotebookFilter, words: string): Mark[] =>
  marks.filter((mark) => passes(mark, filter) && (words.trim() === '' || containsWords(mark, words)));

const containsWords = ({ text, note, chapter }: Mark, words: string): boolean =>
  [text, note, chapter.title].some((part) => findText(part, words, 1).length > 0);

/** The marks of one chapter. */
export interface ChapterMarks {
  readonly id: number;
  readonly title: string;
  readonly marks: readonly Mark[];
}

/** Groups marks by chapter. @param marks in the order of the book */
export const marksByChapter = (marks: readonly Mark[]): ChapterMarks[] =>
  [...groupBy(marks, ({ chapter }) => chapter.id)].map(([id, group]) => ({
    id,
    title: group[0]?.chapter.title ?? '',
    marks: group,
  }));

/** Replaces `Map.groupBy`, which not all supported browsers have. */
function groupBy<K, T>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
