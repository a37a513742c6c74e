import { stableJson } from '#src/lib/stable-json.ts';
import { beginningsOf, MAX_BEGINNINGS } from '../beginnings.ts';
import { assignments, insertInto, insertRow } from '../insert.ts';
import { CHAPTER_NUMBER } from '../records.ts';
import { raw, sql } from '../sql.ts';
import { deleteChaptersExcept, MAX_PREVIOUS } from './bin-chapters.ts';
import type { PlannedChapter, StoredChapter } from './chapter-plan.ts';
import { movedIds } from './moved-chapters.ts';
import { publicationOf, publishAtOf } from './publication.ts';
import { reviseChapter } from './revisions.ts';
import type { Transaction } from './transaction.ts';

/** Offset that is added to numbers while chapters are moved, so that the numbers remain unique. */
const MOVE_OFFSET = 1_000_000_000;

/** Replaces the chapters of a book with the planned ones. Those that update a stored chapter keep its id. */
export async function putChapters(
  transaction: Transaction,
  book: number,
  chapters: readonly PlannedChapter[],
): Promise<void> {
  const { database } = transaction;
  const keptIds = chapters.flatMap(({ old }) => (old ? [old.id] : []));
  await deleteChaptersExcept(transaction, book, keptIds);
  const previous = previousOfMoved(transaction, chapters);
  const isMoved = chapters.some(({ old, number }) => old && old.number !== number);
  if (isMoved)
    await database.run(sql`UPDATE chapters SET number = number - ${raw(MOVE_OFFSET)} WHERE book_id = ${book}`);
  // All chapters get ids before their texts are written, because links in the texts contain ids.
  const stored = await Array.fromAsync(chapters, async (chapter) => ({
    chapter,
    id: chapter.old?.id ?? (await addChapter(transaction, book, chapter)),
  }));
  const ids = new Map(stored.map(({ chapter, id }) => [chapter.inputPlace, id]));
  for (const { chapter: written, id } of stored) {
    const chapter = { ...written, html: withChapterIds(written.html, ids) };
    if (!chapter.old) await addText(transaction, id, chapter.html);
    else if (isMoved || differs(chapter.old, chapter)) {
      if (previous.has(id) || isRevised(chapter.old, chapter))
        await reviseChapter(transaction, book, chapter.old, previous.get(id));
      await updateChapter(transaction, chapter.old, chapter);
    }
  }
  await putBeginnings(transaction, book, chapters);
}

/** Returns, for each chapter that moves, the ids of the chapters that are before it now. */
function previousOfMoved(
  { movedChapters }: Transaction,
  chapters: readonly PlannedChapter[],
): ReadonlyMap<number, readonly number[]> {
  const after = chapters.flatMap(({ old }) => old ?? []);
  const before = after.toSorted((a, b) => a.place - b.place).map(({ id }) => id);
  const moved = movedIds(
    before,
    after.map(({ id }) => id),
    movedChapters,
  );
  return new Map(
    before.flatMap((id, at) => (moved.has(id) ? [[id, before.slice(Math.max(0, at - MAX_PREVIOUS), at)]] : [])),
  );
}

async function putBeginnings(
  { database }: Transaction,
  book: number,
  chapters: readonly PlannedChapter[],
): Promise<void> {
  const first = chapters.toSorted((a, b) => a.place - b.place).slice(0, MAX_BEGINNINGS);
  const now = beginningsOf(first.map(({ html }) => html));
  const query = sql`SELECT hash FROM book_beginnings WHERE book_id = ${book}`;
  const before = (await database.all<{ hash: string }>(query)).map(({ hash }) => hash);
  for (const hash of before.filter((hash) => !now.includes(hash)))
    await database.run(sql`DELETE FROM book_beginnings WHERE hash = ${hash} AND book_id = ${book}`);
  for (const hash of now.filter((hash) => !before.includes(hash)))
    await database.run(insertInto('book_beginnings', { hash, book_id: book }));
}

const NUMBERED_LINK = new RegExp(` href="${CHAPTER_NUMBER}(\\d+)((?:#[^"]*)?)"`, 'g');

/** Replaces chapter numbers in links with ids. Removes the `href` of links to missing chapters. */
function withChapterIds(html: string, ids: ReadonlyMap<number | undefined, number>): string {
  return html.replaceAll(NUMBERED_LINK, (_link, number: string, anchor: string) => {
    const id = ids.get(Number(number));
    return id === undefined ? '' : ` href="chapter:${id}${anchor}"`;
  });
}

/** Adds a chapter. @returns its id */
async function addChapter({ database }: Transaction, book: number, chapter: PlannedChapter): Promise<number> {
  const { restoredId, number, place, title, part, kind, words, price, free_from, updatedAt, publication } = chapter;
  const columns = { number, place, title, part, kind, words, price, free_from };
  const dates = { updated_at: updatedAt, publish_at: publishAtOf(publication) };
  const id = restoredId === undefined ? {} : { id: restoredId };
  return insertRow(database, 'chapters', { ...id, book_id: book, ...columns, ...dates });
}

async function addText({ database }: Transaction, id: number, html: string): Promise<void> {
  await database.run(insertInto('chapter_texts', { chapter_id: id, html }));
}

const differs = (old: StoredChapter, chapter: PlannedChapter) =>
  old.place !== chapter.place || old.publish_at !== publishAtOf(chapter.publication) || isVisiblyChanged(old, chapter);

/** Whether a chapter changes, other than in its position. */
function isRevised(old: StoredChapter, chapter: PlannedChapter): boolean {
  const fields = (c: StoredChapter | PlannedChapter) =>
    JSON.stringify([c.title, c.part, c.kind, c.words, c.price, c.free_from, c.html]);
  const publication = publicationOf(old);
  return fields(old) !== fields(chapter) || stableJson(publication) !== stableJson(chapter.publication);
}

/** Whether a chapter changes in a way that visitors can see. */
function isVisiblyChanged(old: StoredChapter, chapter: PlannedChapter): boolean {
  const visibleFields = (c: StoredChapter | PlannedChapter) =>
    JSON.stringify([c.number, c.title, c.part, c.kind, c.words, c.price, c.free_from, c.html]);
  return visibleFields(old) !== visibleFields(chapter);
}

async function updateChapter(transaction: Transaction, old: StoredChapter, chapter: PlannedChapter): Promise<void> {
  const { number, place, title, part, kind, words, price, free_from, publication } = chapter;
  const date = isVisiblyChanged(old, chapter)
    ? laterDate(transaction, old.updated_at, chapter.updatedAt)
    : old.updated_at;
  const shown = { number, place, title, part, kind, words, price, free_from };
  const row = { ...shown, updated_at: date, publish_at: publishAtOf(publication) };
  await transaction.database.run(sql`UPDATE chapters SET ${assignments(row)} WHERE id = ${old.id}`);
  await transaction.database.run(
    sql`UPDATE chapter_texts SET html = ${chapter.html} WHERE chapter_id = ${old.id} AND html <> ${chapter.html}`,
  );
}

/** Returns the date of a changed row: `date`, or the current time if `date` is not later than `before`. */
export function laterDate(transaction: Transaction, before: string, date: string): string {
  return Date.parse(date) > Date.parse(before) ? date : transaction.now();
}
