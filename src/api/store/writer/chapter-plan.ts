import type { Database } from '../database.ts';
import type { NewChapter, Publication } from '../records.ts';
import { sql } from '../sql.ts';
import { toTimestamp } from '../timestamp.ts';
import { isShown, normalised, type PublicationRow, publicationOf } from './publication.ts';
import type { Transaction } from './transaction.ts';

export type StoredChapter = PublicationRow & {
  id: number;
  number: number;
  place: number;
  title: string;
  part: string | null;
  kind: NewChapter['kind'];
  words: number;
  price: number | null;
  free_from: string | null;
  updated_at: string;
  html: string;
};

/** A chapter to be stored, and the stored one that it updates. */
export interface PlannedChapter extends Omit<NewChapter, 'id' | 'freeFrom' | 'publication'> {
  /** Id of a deleted chapter that is restored. */
  readonly restoredId: number | undefined;
  readonly old: StoredChapter | undefined;
  /**
   * 1-based place in the input, as used in links of other chapters; undefined if the input does not contain the
   * chapter.
   */
  readonly inputPlace: number | undefined;
  /** 1-based place among all chapters. */
  readonly place: number;
  /** 1-based place among published chapters. For an unpublished chapter, the negated place among all chapters. */
  readonly number: number;
  readonly free_from: string | null;
  readonly publication: Publication;
}

/** Returns all chapters of a book in order. */
export async function storedChapters(database: Database, book: number): Promise<StoredChapter[]> {
  const query = sql`SELECT c.*, t.html FROM chapters c JOIN chapter_texts t ON t.chapter_id = c.id
    WHERE c.book_id = ${book} ORDER BY c.place`;
  return database.all<StoredChapter>(query);
}

/** Converts a stored chapter back to its record. */
export const chapterRecord = (row: StoredChapter): NewChapter => ({
  id: row.id,
  title: row.title,
  part: row.part,
  kind: row.kind,
  html: row.html,
  words: row.words,
  price: row.price,
  freeFrom: row.free_from,
  updatedAt: row.updated_at,
  publication: publicationOf(row),
});

/**
 * Matches new chapters to stored ones, and decides which of them visitors can see. If any chapter has an id, chapters
 * are matched only by id. Otherwise hidden chapters are kept, because the input may come from a file without them.
 */
export async function planChapters(
  transaction: Transaction,
  book: number | undefined,
  chapters: readonly NewChapter[],
): Promise<PlannedChapter[]> {
  const before = book === undefined ? [] : await storedChapters(transaction.database, book);
  const hasIds = chapters.some(({ id }) => id !== undefined);
  const matched = hasIds
    ? chapters.map(({ id }) => before.find((old) => old.id === id))
    : matchedByContent(before, chapters);
  const entries = chapters.map((chapter, index) => ({ chapter, old: matched[index], inputPlace: index + 1 }));
  let publishedCount = 0;
  return (hasIds ? entries : withHidden(before, entries)).map(({ chapter: { id, ...chapter }, ...entry }, index) => {
    const restoredId = id !== undefined && transaction.restoredChapters.has(id) ? id : undefined;
    const publication = normalised(transaction, chapter.publication ?? publicationOf(entry.old));
    const place = index + 1;
    const number = isShown(publication) ? ++publishedCount : -place;
    const free_from = chapter.freeFrom ? toTimestamp(new Date(chapter.freeFrom)) : null;
    return { ...chapter, ...entry, restoredId, place, number, free_from, publication };
  });
}

interface Entry {
  readonly chapter: NewChapter;
  readonly old: StoredChapter | undefined;
  readonly inputPlace: number | undefined;
}

/** Inserts each hidden chapter without a matching new chapter, after the chapter that it followed before. */
function withHidden(before: readonly StoredChapter[], entries: readonly Entry[]): Entry[] {
  const listed = [...entries];
  for (const [index, old] of before.entries()) {
    if (old.state === 'published' || listed.some((entry) => entry.old === old)) continue;
    const earlier = new Set(before.slice(0, index));
    const after = listed.findLastIndex((entry) => entry.old && earlier.has(entry.old));
    listed.splice(after + 1, 0, { chapter: chapterRecord(old), old, inputPlace: undefined });
  }
  return listed;
}

const matchedByContent = (before: readonly StoredChapter[], after: readonly NewChapter[]) =>
  matchChapters(
    before.map((old) => ({ old, title: old.title, place: old.place, isHidden: old.state !== 'published' })),
    after.map(({ title }, index) => ({ title, place: index + 1 })),
  ).map((match) => match?.old);

/** What identifies a chapter. `place` is 1-based. */
export interface ChapterIdentity {
  readonly place: number;
  readonly title: string;
  /**
   * A hidden chapter is matched only by title. In an input without hidden chapters, another chapter has its place.
   */
  readonly isHidden?: boolean;
}

/**
 * Keys by which chapters are matched, in this order: place and title; title, if chapters were inserted before them;
 * place, if they were renamed.
 */
const MATCH_KEYS: readonly ((chapter: ChapterIdentity) => string | undefined)[] = [
  ({ place, title }) => `${place} ${title}`,
  ({ title }) => title,
  ({ place, isHidden }) => (isHidden ? undefined : String(place)),
];

/**
 * Matches each new chapter to the old chapter that it updates and whose id it keeps.
 * @returns the old chapter for every new one; undefined if it has none
 */
export function matchChapters<O extends ChapterIdentity>(
  before: readonly O[],
  after: readonly ChapterIdentity[],
): (O | undefined)[] {
  const free = new Set(before);
  const matched: (O | undefined)[] = after.map(() => undefined);
  for (const key of MATCH_KEYS) {
    const waiting = Map.groupBy(free, key);
    for (const [index, chapter] of after.entries()) matched[index] ??= waiting.get(key(chapter))?.shift();
    for (const old of matched) if (old) free.delete(old);
  }
  return matched;
}
