import type { Row } from '../database.ts';
import { CHAPTER_NUMBER, type NewChapter } from '../records.ts';
import { toTimestamp } from '../timestamp.ts';
import type { Transaction } from './transaction.ts';

type OldChapter = Row & {
  id: number;
  number: number;
  title: string;
  part: string | null;
  kind: string;
  words: number;
  price: number | null;
  free_from: string | null;
  updated_at: string;
  html: string;
};
type Numbered = NewChapter & { readonly number: number; readonly free_from: string | null };

/** Makes the book's chapters the given ones; those that stay keep their ids. */
export function putChapters(transaction: Transaction, book: number, chapters: readonly NewChapter[]): void {
  const after = chapters.map(numbered);
  const before = oldChapters(transaction, book);
  const matched = matchChapters(before, after);
  const kept = new Set(matched);
  for (const old of before) if (!kept.has(old)) transaction.database.run('DELETE FROM chapters WHERE id = ?', old.id);
  const moved = after.some(
    (chapter, index) => matched[index] !== undefined && matched[index]?.number !== chapter.number,
  );
  if (moved) transaction.database.run('UPDATE chapters SET number = -number WHERE book_id = ?', book);
  // Every chapter has its id before any text is written, for links lead to ids.
  const ids = after.map((chapter, index) => matched[index]?.id ?? addChapter(transaction, book, chapter));
  for (const [index, written] of after.entries()) {
    const old = matched[index];
    const chapter = { ...written, html: withChapterIds(written.html, ids) };
    if (!old) addText(transaction, ids[index] ?? 0, chapter.html);
    else if (moved || changed(old, chapter)) updateChapter(transaction, old, chapter);
  }
}

const NUMBERED_LINK = new RegExp(` href="${CHAPTER_NUMBER}(\\d+)((?:#[^"]*)?)"`, 'g');

/** The columns that a record does not have as they are stored. */
const numbered = (chapter: NewChapter, index: number): Numbered => ({
  ...chapter,
  number: index + 1,
  free_from: chapter.freeFrom ? toTimestamp(new Date(chapter.freeFrom)) : null,
});

/** A link to a chapter that is not there keeps its text alone. */
function withChapterIds(html: string, ids: readonly number[]): string {
  return html.replaceAll(NUMBERED_LINK, (_link, number: string, anchor: string) => {
    const id = ids[Number(number) - 1];
    return id === undefined ? '' : ` href="chapter:${id}${anchor}"`;
  });
}

function oldChapters({ database }: Transaction, book: number): OldChapter[] {
  const sql =
    'SELECT c.*, t.html FROM chapters c JOIN chapter_texts t ON t.chapter_id = c.id WHERE c.book_id = ? ORDER BY c.number';
  return database.all<OldChapter>(sql, book);
}

/** @returns its id */
function addChapter({ database }: Transaction, book: number, chapter: Numbered): number {
  const { number, title, part, kind, words, price, free_from, updatedAt } = chapter;
  const sql =
    'INSERT INTO chapters (book_id, number, title, part, kind, words, price, free_from, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)';
  return database.run(sql, book, number, title, part, kind, words, price, free_from, updatedAt).id;
}

function addText({ database }: Transaction, id: number, html: string): void {
  database.run('INSERT INTO chapter_texts (chapter_id, html) VALUES (?, ?)', id, html);
}

function changed(old: OldChapter, chapter: Numbered): boolean {
  const shown = (c: OldChapter | Numbered) =>
    JSON.stringify([c.number, c.title, c.part, c.kind, c.words, c.price, c.free_from, c.html]);
  return shown(old) !== shown(chapter);
}

function updateChapter(transaction: Transaction, old: OldChapter, chapter: Numbered): void {
  const { number, title, part, kind, words, price, free_from } = chapter;
  const date = changed(old, chapter) ? laterDate(transaction, old.updated_at, chapter.updatedAt) : old.updated_at;
  const sql =
    'UPDATE chapters SET number = ?, title = ?, part = ?, kind = ?, words = ?, price = ?, free_from = ?, updated_at = ? WHERE id = ?';
  transaction.database.run(sql, number, title, part, kind, words, price, free_from, date, old.id);
  transaction.database.run(
    'UPDATE chapter_texts SET html = ? WHERE chapter_id = ? AND html <> ?',
    chapter.html,
    old.id,
    chapter.html,
  );
}

/** The given date of a changed row, or the present where it would not tell that anything changed. */
export function laterDate(transaction: Transaction, before: string, given: string): string {
  return Date.parse(given) > Date.parse(before) ? given : transaction.now();
}

/** A chapter as far as its identity goes; `number` is its 1-based place. */
export interface ChapterIdentity {
  readonly number: number;
  readonly title: string;
}

/** Same place and title; then same title in reading order (something came in before it); then same place (renamed). */
const KEYS: readonly ((chapter: ChapterIdentity) => string)[] = [
  ({ number, title }) => `${number} ${title}`,
  ({ title }) => title,
  ({ number }) => String(number),
];

/**
 * Tells which old chapter each new one continues, so that it keeps its id.
 * @returns for every new chapter its old one, or undefined where it is new
 */
export function matchChapters<O extends ChapterIdentity>(
  before: readonly O[],
  after: readonly ChapterIdentity[],
): (O | undefined)[] {
  const free = new Set(before);
  const matched: (O | undefined)[] = after.map(() => undefined);
  for (const key of KEYS) {
    const waiting = Map.groupBy(free, key);
    for (const [index, chapter] of after.entries()) {
      matched[index] ??= waiting.get(key(chapter))?.shift();
    }
    for (const old of matched) if (old) free.delete(old);
  }
  return matched;
}
