import type { BookReference } from '#src/contract/entities/book.ts';
import { MARK_COLOURS, type Mark, type MarkColour, type StoredMark } from '#src/contract/entities/marks.ts';
import { isMark } from '#src/features/reader/marks/state.ts';
import { findText } from '#src/lib/find-text.ts';

/** Which marks of a notebook are shown: of one colour, bookmarks, with a note, or all. */
export const NOTEBOOK_FILTERS = ['all', ...MARK_COLOURS, 'bookmark', 'note'] as const;
export type NotebookFilter = (typeof NOTEBOOK_FILTERS)[number];

/** Counts of what a notebook contains. */
export interface NotebookSummary {
  readonly book: BookReference;
  readonly highlights: number;
  readonly bookmarks: number;
  /** Number of marks with a note. */
  readonly notes: number;
  /** The latest change, RFC 3339. */
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

/** The marks that match a filter and contain the words in passage, note or chapter title, ignoring case and accents. */
export const findMarks = (marks: readonly Mark[], filter: NotebookFilter, words: string): Mark[] =>
  marks.filter((mark) => passes(mark, filter) && (words.trim() === '' || containsWords(mark, words)));

const containsWords = ({ text, note, chapter }: Mark, words: string): boolean =>
  [text, note, chapter.title].some((part) => findText(part, words, 1).length > 0);

/** Consecutive marks of one chapter. */
export interface ChapterMarks {
  readonly id: number;
  readonly title: string;
  readonly marks: readonly Mark[];
}

/** @param marks in the order of the book */
export const marksByChapter = (marks: readonly Mark[]): ChapterMarks[] =>
  [...groupBy(marks, ({ chapter }) => chapter.id)].map(([id, group]) => ({
    id,
    title: group[0]?.chapter.title ?? '',
    marks: group,
  }));

/** `Map.groupBy`, which browsers support only since 2023. */
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
