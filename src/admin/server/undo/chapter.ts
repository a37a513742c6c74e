import type { Row } from '#src/api/store/database.ts';
import type { NewChapter, Publication } from '#src/api/store/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { toTimestamp } from '#src/api/store/timestamp.ts';
import { AdminError, orNotFound } from '../http/error.ts';
import { staffOf } from '../http/route.ts';
import { checkUnchanged } from './check-unchanged.ts';
import type { Fields, Undo } from './types.ts';

type ChapterRow = Row & { id: number; book_id: number };

/** Undoes a change to a chapter. A deleted chapter is restored with its text and a new id. */
export const undoChapter: Undo = async ({ act, record, before, after }, request) => {
  const { store, now, untrusted } = request.admin;
  const html = before?.['html'];
  const words = typeof html === 'string' ? await untrusted.words(html, staffOf(request)) : undefined;
  const query = sql`SELECT c.*, t.html FROM chapters c JOIN chapter_texts t ON t.chapter_id = c.id WHERE c.id = ${record}`;
  const row = await store.catalogue.get<ChapterRow>(query);
  const book = Number((row ?? before ?? after)?.['book_id']);
  const { key } = orNotFound(
    await store.catalogue.get<{ key: string }>(sql`SELECT key FROM books WHERE id = ${book}`),
    'book',
  );
  const edit = (change: (chapters: readonly NewChapter[]) => readonly NewChapter[]) =>
    request.admin.write(staffOf(request), (writer) => writer.editChapters(key, change, record));
  if (act === 'delete') {
    const empty = { title: '', part: null, kind: 'chapter', html: '', words: 0, price: null } as const;
    const chapter = restored({ ...empty, updatedAt: toTimestamp(now()) }, before ?? {}, words);
    await edit((chapters) => chapters.toSpliced(Number(before?.['place']) - 1, 0, chapter));
    const last = sql`SELECT max(id) AS id FROM chapters WHERE book_id = ${book}`;
    return { record: (await store.catalogue.one<{ id: number }>(last)).id };
  }
  checkUnchanged(after ?? {}, row);
  await edit((chapters) => {
    const remaining = chapters.filter(({ id }) => id !== record);
    if (act === 'add') return remaining;
    const at = chapters.findIndex(({ id }) => id === record);
    const place = Number(before?.['place'] ?? at + 1);
    return remaining.toSpliced(place - 1, 0, restored(chapters[at] as NewChapter, before ?? {}, words));
  });
  return { record };
};

/**
 * @param words number of words, if the text changes
 * @throws AdminError conflict for a field that this version of Lectern does not define
 */
function restored(
  chapter: NewChapter,
  { book_id: _book, place: _place, state, publish_at, ...fields }: Fields,
  words: number = chapter.words,
): NewChapter {
  const undoableFields = ['title', 'part', 'kind', 'price', 'free_from', 'html'];
  const unknown = Object.keys(fields).filter((name) => !undoableFields.includes(name));
  if (unknown.length > 0)
    throw new AdminError('conflict', `Changes to "${unknown.join(', ')}" of a chapter cannot be undone here.`);
  const { free_from, ...plain } = fields;
  const publication = publicationOf(state, publish_at);
  const changed = { ...chapter, ...plain, ...('free_from' in fields && { freeFrom: free_from as string | null }) };
  return { ...changed, words, ...(publication && { publication }) };
}

function publicationOf(state: unknown, from: unknown): Publication | undefined {
  if (typeof from === 'string') return { from };
  return state === 'draft' || state === 'published' ? state : undefined;
}
