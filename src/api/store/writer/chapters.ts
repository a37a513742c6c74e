import { CHAPTER_NUMBER } from '../records.ts';
import type { PlannedChapter, StoredChapter } from './chapter-plan.ts';
import { momentOf } from './publication.ts';
import type { Transaction } from './transaction.ts';

/** Numbers that are being moved are out of the way below this one. */
const MOVED = 1_000_000_000;

/** Makes the book's chapters the planned ones; those that stay keep their ids. */
export async function putChapters(
  transaction: Transaction,
  book: number,
  chapters: readonly PlannedChapter[],
): Promise<void> {
  const { database } = transaction;
  const kept = JSON.stringify(chapters.flatMap(({ old }) => (old ? [old.id] : [])));
  await database.run(
    'DELETE FROM chapters WHERE book_id = ? AND id NOT IN (SELECT value FROM json_each(?))',
    book,
    kept,
  );
  const isMoved = chapters.some(({ old, number }) => old && old.number !== number);
  if (isMoved) await database.run(`UPDATE chapters SET number = number - ${MOVED} WHERE book_id = ?`, book);
  // Every chapter has its id before any text is written, for links lead to ids.
  const stored = await Array.fromAsync(chapters, async (chapter) => ({
    chapter,
    id: chapter.old?.id ?? (await addChapter(transaction, book, chapter)),
  }));
  const ids = new Map(stored.map(({ chapter, id }) => [chapter.given, id]));
  for (const { chapter: written, id } of stored) {
    const chapter = { ...written, html: withChapterIds(written.html, ids) };
    if (!chapter.old) await addText(transaction, id, chapter.html);
    else if (isMoved || differs(chapter.old, chapter)) await updateChapter(transaction, chapter.old, chapter);
  }
}

const NUMBERED_LINK = new RegExp(` href="${CHAPTER_NUMBER}(\\d+)((?:#[^"]*)?)"`, 'g');

/** A link to a chapter that is not there keeps its text alone. */
function withChapterIds(html: string, ids: ReadonlyMap<number | undefined, number>): string {
  return html.replaceAll(NUMBERED_LINK, (_link, number: string, anchor: string) => {
    const id = ids.get(Number(number));
    return id === undefined ? '' : ` href="chapter:${id}${anchor}"`;
  });
}

/** @returns its id */
async function addChapter({ database }: Transaction, book: number, chapter: PlannedChapter): Promise<number> {
  const { number, place, title, part, kind, words, price, free_from, updatedAt, publication } = chapter;
  const sql = `INSERT INTO chapters (book_id, number, place, title, part, kind, words, price, free_from, updated_at, publish_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
  const values = [title, part, kind, words, price, free_from, updatedAt, momentOf(publication)];
  return (await database.run(sql, book, number, place, ...values)).id;
}

async function addText({ database }: Transaction, id: number, html: string): Promise<void> {
  await database.run('INSERT INTO chapter_texts (chapter_id, html) VALUES (?, ?)', id, html);
}

const differs = (old: StoredChapter, chapter: PlannedChapter) =>
  old.place !== chapter.place || old.publish_at !== momentOf(chapter.publication) || changed(old, chapter);

/** Whether a visitor could tell. */
function changed(old: StoredChapter, chapter: PlannedChapter): boolean {
  const shown = (c: StoredChapter | PlannedChapter) =>
    JSON.stringify([c.number, c.title, c.part, c.kind, c.words, c.price, c.free_from, c.html]);
  return shown(old) !== shown(chapter);
}

async function updateChapter(transaction: Transaction, old: StoredChapter, chapter: PlannedChapter): Promise<void> {
  const { number, place, title, part, kind, words, price, free_from, publication } = chapter;
  const date = changed(old, chapter) ? laterDate(transaction, old.updated_at, chapter.updatedAt) : old.updated_at;
  const sql = `UPDATE chapters SET number = ?, place = ?, title = ?, part = ?, kind = ?, words = ?, price = ?, free_from = ?,
    updated_at = ?, publish_at = ? WHERE id = ?`;
  const values = [title, part, kind, words, price, free_from, date, momentOf(publication)];
  await transaction.database.run(sql, number, place, ...values, old.id);
  await transaction.database.run(
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
