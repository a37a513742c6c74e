import * as v from 'valibot';
import { ChapterKind, type ChapterRecord } from '#src/admin/contract/records.ts';
import type { NewChapter } from '#src/api/store/index.ts';
import { raw, sql } from '#src/api/store/sql.ts';
import { toTimestamp } from '#src/api/store/timestamp.ts';
import { ChapterHtml } from '#src/contract/entities/chapter.ts';
import { Count, Id, Timestamp } from '#src/contract/entities/scalars.ts';
import type { StoredText } from '../content/untrusted.ts';
import { AdminError, orNotFound } from '../http/error.ts';
import { parseBody } from '../http/input.ts';
import { type AdminRequest, staffOf } from '../http/route.ts';
import { containsPlain, type Listing, oneOf, oneOfNumbers, readMany, readPage } from '../records/listing.ts';
import { PUBLICATION_FIELDS, publicationOf } from '../records/publication.ts';
import type { Resource } from '../records/resource.ts';

const LISTING: Listing<ChapterRecord> = {
  columns:
    raw(`c.id, c.book_id, abs(b.section) AS section, b.title AS book, b.key AS book_key, c.place, c.title, c.part, c.kind, c.words, c.price, c.free_from, c.state,
    c.publish_at, c.updated_at`),
  from: raw('chapters c JOIN books b ON b.id = c.book_id'),
  id: 'c.id',
  sorts: {
    id: 'c.id',
    place: 'c.place',
    title: 'c.title',
    words: 'c.words',
    state: 'c.state',
    publish_at: 'c.publish_at',
    updated_at: 'c.updated_at',
  },
  filters: {
    book_id: oneOfNumbers('c.book_id'),
    section: oneOfNumbers('abs(b.section)'),
    kind: oneOf('c.kind'),
    state: oneOf('c.state'),
    q: containsPlain('c.title'),
  },
  toRecord: (row: Omit<ChapterRecord, 'html'>) => row,
};

const Title = v.pipe(v.string(), v.trim(), v.nonEmpty('is required'), v.maxLength(300));

const FIELDS = {
  title: Title,
  part: v.nullable(Title),
  kind: ChapterKind,
  html: ChapterHtml,
  price: v.nullable(Count),
  free_from: v.nullable(Timestamp),
  /** Position in the book, from 1. The chapters from this position on move down by one. */
  place: Id,
};

const Changes = v.partial(v.strictObject({ ...FIELDS, ...PUBLICATION_FIELDS }));

const NewChapterBody = v.strictObject({
  ...v.partial(v.object({ ...FIELDS, ...PUBLICATION_FIELDS })).entries,
  title: Title,
  html: ChapterHtml,
  book_id: Id,
});

export const CHAPTERS: Resource<'chapters'> = {
  name: 'chapters',
  label: 'chapter',
  page: (query, { store }) => readPage(store.catalogue, LISTING, query),
  byIds: (ids, { store }) => readMany(store.catalogue, LISTING, ids),
  async full(id, { store }) {
    const [record] = await readMany(store.catalogue, LISTING, [id]);
    const query = sql`SELECT html FROM chapter_texts WHERE chapter_id = ${Number(id)}`;
    return record && { ...record, html: (await store.catalogue.get<{ html: string }>(query))?.html ?? '' };
  },
  create: add,
  change: changeChapter,
  async remove(record, request) {
    await edit(request, record.book_key, (chapters) => chapters.filter(({ id }) => id !== record.id));
  },
};

/** Changes the fields in the body. */
export async function changeChapter(record: ChapterRecord, request: AdminRequest): Promise<void> {
  const changes = parseBody(Changes, request.body);
  const text = await textOf(changes.html, request);
  const change = (chapter: NewChapter) => changedChapter(chapter, changes, record, text);
  const moved = changes.place === undefined ? undefined : record.id;
  const applied = (chapters: readonly NewChapter[]) => {
    const index = chapters.findIndex(({ id }) => id === record.id);
    const chapter = orNotFound(chapters[index], 'chapter');
    return withPlace(chapters.toSpliced(index, 1), change(chapter), changes.place ?? index + 1);
  };
  await edit(request, record.book_key, applied, moved);
}

async function add(request: AdminRequest): Promise<number> {
  const { book_id, place, ...fields } = parseBody(NewChapterBody, request.body);
  const { store, now } = request.admin;
  const book = await store.catalogue.get<{ key: string }>(sql`SELECT key FROM books WHERE id = ${book_id}`);
  if (!book) {
    const message = 'must be the id of a book';
    throw new AdminError('invalid', `book_id: ${message}`, { fields: { book_id: message } });
  }
  const empty = { title: '', part: null, kind: 'chapter', html: '', words: 0, price: null } as const;
  const text = await textOf(fields.html, request);
  const chapter = changedChapter({ ...empty, updatedAt: toTimestamp(now()), publication: 'draft' }, fields, {}, text);
  await edit(request, book.key, (chapters) => withPlace(chapters, chapter, place ?? chapters.length + 1));
  const last = sql`SELECT max(id) AS id FROM chapters WHERE book_id = ${book_id}`;
  return (await store.catalogue.one<{ id: number }>(last)).id;
}

const edit = (
  request: AdminRequest,
  key: string,
  change: (chapters: readonly NewChapter[]) => readonly NewChapter[],
  moved?: number,
) => request.admin.write(staffOf(request), (writer) => writer.editChapters(key, change, moved));

const withPlace = (chapters: readonly NewChapter[], chapter: NewChapter, place: number) =>
  chapters.toSpliced(place - 1, 0, chapter);

const textOf = async (html: string | undefined, request: AdminRequest): Promise<StoredText | undefined> =>
  html === undefined ? undefined : request.admin.untrusted.stored(html, staffOf(request));

/** @param text undefined if unchanged */
function changedChapter(
  chapter: NewChapter,
  changes: v.InferOutput<typeof Changes>,
  record: Partial<ChapterRecord>,
  text: StoredText | undefined,
): NewChapter {
  const { html: _html, free_from, state, publish_at, place: _place, ...fields } = changes;
  const publication = publicationOf({ state, publish_at }, record);
  const setFields = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return {
    ...chapter,
    ...setFields,
    ...text,
    ...(free_from !== undefined && { freeFrom: free_from }),
    ...(publication && { publication }),
  };
}
