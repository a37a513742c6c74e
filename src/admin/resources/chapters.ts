import * as v from 'valibot';
import type { NewChapter } from '#src/api/store/index.ts';
import { toTimestamp } from '#src/api/store/timestamp.ts';
import { ChapterHtml } from '#src/contract/entities/chapter.ts';
import { Count, Id, Timestamp } from '#src/contract/entities/scalars.ts';
import type { StoredText } from '../content/untrusted.ts';
import { AdminError, found } from '../http/error.ts';
import { checked } from '../http/input.ts';
import { type AdminRequest, staffOf } from '../http/route.ts';
import {
  type AdminRecord,
  holdsPlain,
  type Listing,
  oneOf,
  oneOfNumbers,
  readMany,
  readPage,
} from '../records/listing.ts';
import { PUBLICATION_FIELDS, publicationOf } from '../records/publication.ts';
import type { Resource } from '../records/resource.ts';

const LISTING: Listing = {
  columns: `c.id, c.book_id, b.title AS book, b.key AS book_key, c.place, c.title, c.part, c.kind, c.words, c.price, c.free_from, c.state,
    c.publish_at, c.updated_at`,
  from: 'chapters c JOIN books b ON b.id = c.book_id',
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
    kind: oneOf('c.kind'),
    state: oneOf('c.state'),
    q: holdsPlain('c.title'),
  },
  toRecord: ({ id, ...row }) => ({ id: Number(id), ...row }),
};

const Title = v.pipe(v.string(), v.trim(), v.nonEmpty('is required'), v.maxLength(300));

const FIELDS = {
  title: Title,
  part: v.nullable(Title),
  kind: v.picklist(['chapter', 'section']),
  html: ChapterHtml,
  price: v.nullable(Count),
  free_from: v.nullable(Timestamp),
  /** From 1 on; the others make room. */
  place: Id,
};

const Changes = v.partial(v.strictObject({ ...FIELDS, ...PUBLICATION_FIELDS }));

const NewOne = v.strictObject({
  ...v.partial(v.object({ ...FIELDS, ...PUBLICATION_FIELDS })).entries,
  title: Title,
  html: ChapterHtml,
  book_id: Id,
});

export const CHAPTERS: Resource = {
  name: 'chapters',
  one: 'chapter',
  page: (query, { store }) => readPage(store.catalogue, LISTING, query),
  many: (ids, { store }) => readMany(store.catalogue, LISTING, ids),
  async whole(id, { store }) {
    const [record] = await readMany(store.catalogue, LISTING, [id]);
    const sql = 'SELECT html FROM chapter_texts WHERE chapter_id = ?';
    return record && { ...record, html: (await store.catalogue.get<{ html: string }>(sql, Number(id)))?.html ?? '' };
  },
  create: add,
  async change(record, request) {
    const given = checked(Changes, request.body);
    const text = await textOf(given.html, request);
    const change = (chapter: NewChapter) => changedChapter(chapter, given, record, text);
    await edit(request, String(record['book_key']), (chapters) => {
      const at = chapters.findIndex(({ id }) => id === record.id);
      const chapter = found(chapters[at], 'chapter');
      return withPlace(chapters.toSpliced(at, 1), change(chapter), given.place ?? at + 1);
    });
  },
  async remove(record, request) {
    await edit(request, String(record['book_key']), (chapters) => chapters.filter(({ id }) => id !== record.id));
  },
};

async function add(request: AdminRequest): Promise<number> {
  const { book_id, place, ...given } = checked(NewOne, request.body);
  const { store, now } = request.admin;
  const book = await store.catalogue.get<{ key: string }>('SELECT key FROM books WHERE id = ?', book_id);
  if (!book) {
    const message = 'must be the id of a book';
    throw new AdminError('invalid', `book_id: ${message}`, { fields: { book_id: message } });
  }
  const empty = { title: '', part: null, kind: 'chapter', html: '', words: 0, price: null } as const;
  const text = await textOf(given.html, request);
  const chapter = changedChapter({ ...empty, updatedAt: toTimestamp(now()), publication: 'draft' }, given, {}, text);
  await edit(request, book.key, (chapters) => withPlace(chapters, chapter, place ?? chapters.length + 1));
  const last = 'SELECT max(id) AS id FROM chapters WHERE book_id = ?';
  return (await store.catalogue.one<{ id: number }>(last, book_id)).id;
}

const edit = (request: AdminRequest, key: string, change: (chapters: readonly NewChapter[]) => readonly NewChapter[]) =>
  request.admin.write(staffOf(request), (writer) => writer.editChapters(key, change));

const withPlace = (others: readonly NewChapter[], chapter: NewChapter, place: number) =>
  others.toSpliced(place - 1, 0, chapter);

const textOf = async (html: string | undefined, request: AdminRequest): Promise<StoredText | undefined> =>
  html === undefined ? undefined : request.admin.untrusted.stored(html, staffOf(request));

/** @param text undefined if unchanged */
function changedChapter(
  chapter: NewChapter,
  given: v.InferOutput<typeof Changes>,
  record: Partial<AdminRecord>,
  text: StoredText | undefined,
): NewChapter {
  const { html: _html, free_from, state, publish_at, place: _place, ...fields } = given;
  const publication = publicationOf({ state, publish_at }, record);
  const known = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return {
    ...chapter,
    ...known,
    ...text,
    ...(free_from !== undefined && { freeFrom: free_from }),
    ...(publication && { publication }),
  };
}
