import type { Row } from '#src/api/store/database.ts';
import type { NewChapter, Publication } from '#src/api/store/index.ts';
import { toTimestamp } from '#src/api/store/timestamp.ts';
import { AdminError, found } from '../http/error.ts';
import { staffOf } from '../http/route.ts';
import { checkAsLeft } from './as-left.ts';
import type { Fields, Undo } from './types.ts';

type ChapterRow = Row & { id: number; book_id: number };

/** A removed chapter comes back with its text, under another id. */
export const undoChapter: Undo = async ({ act, record, before, after }, request) => {
  const { store, now, untrusted } = request.admin;
  const html = before?.['html'];
  const words = typeof html === 'string' ? await untrusted.words(html, staffOf(request)) : undefined;
  const sql = 'SELECT c.*, t.html FROM chapters c JOIN chapter_texts t ON t.chapter_id = c.id WHERE c.id = ?';
  const row = await store.catalogue.get<ChapterRow>(sql, record);
  const book = Number((row ?? before ?? after)?.['book_id']);
  const { key } = found(await store.catalogue.get<{ key: string }>('SELECT key FROM books WHERE id = ?', book), 'book');
  const edit = (change: (chapters: readonly NewChapter[]) => readonly NewChapter[]) =>
    request.admin.write(staffOf(request), (writer) => writer.editChapters(key, change));
  if (act === 'delete') {
    const empty = { title: '', part: null, kind: 'chapter', html: '', words: 0, price: null } as const;
    const chapter = restored({ ...empty, updatedAt: toTimestamp(now()) }, before ?? {}, words);
    await edit((chapters) => chapters.toSpliced(Number(before?.['place']) - 1, 0, chapter));
    const last = 'SELECT max(id) AS id FROM chapters WHERE book_id = ?';
    return { record: (await store.catalogue.one<{ id: number }>(last, book)).id };
  }
  checkAsLeft(after ?? {}, row);
  await edit((chapters) => {
    const others = chapters.filter(({ id }) => id !== record);
    if (act === 'add') return others;
    const at = chapters.findIndex(({ id }) => id === record);
    const place = Number(before?.['place'] ?? at + 1);
    return others.toSpliced(place - 1, 0, restored(chapters[at] as NewChapter, before ?? {}, words));
  });
  return { record };
};

/**
 * @param words of the text, if it changes
 * @throws AdminError conflict for a field unknown to this version
 */
function restored(
  chapter: NewChapter,
  { book_id: _book, place: _place, state, publish_at, ...fields }: Fields,
  words: number = chapter.words,
): NewChapter {
  const known = ['title', 'part', 'kind', 'price', 'free_from', 'html'];
  const unknown = Object.keys(fields).filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new AdminError('conflict', `"${unknown.join(', ')}" of a chapter is not undone by this.`);
  const { free_from, ...plain } = fields;
  const publication = publicationOf(state, publish_at);
  const changed = { ...chapter, ...plain, ...('free_from' in fields && { freeFrom: free_from as string | null }) };
  return { ...changed, words, ...(publication && { publication }) };
}

function publicationOf(state: unknown, from: unknown): Publication | undefined {
  if (typeof from === 'string') return { from };
  return state === 'draft' || state === 'published' ? state : undefined;
}
