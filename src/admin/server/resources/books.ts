import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Answer } from '#src/admin/contract/answers.ts';
import { type BookRecord, BookStatus } from '#src/admin/contract/records.ts';
import { type BookChanges, storedBook, storedEditions } from '#src/api/index.ts';
import { storedListHas } from '#src/api/store/dialects.ts';
import { MEMBERSHIP } from '#src/api/store/membership.ts';
import { isMisplaced } from '#src/api/store/reads/misplaced.ts';
import { storedNames, tagNames } from '#src/api/store/reads/stored-names.ts';
import { raw, sql } from '#src/api/store/sql.ts';
import { toTimestamp } from '#src/api/store/timestamp.ts';
import { MAX_ALTERNATIVE_TITLES } from '#src/contract/entities/book.ts';
import { Count } from '#src/contract/entities/scalars.ts';
import { type BookPlace, placeOf, placeProblem } from '#src/contract/locales.ts';
import { type Cover, drawnCover, uploadedCover } from '../content/covers.ts';
import { orNotFound } from '../http/error.ts';
import { parseBody } from '../http/input.ts';
import { type AdminAnswer, type AdminRequest, staffOf } from '../http/route.ts';
import { checkBrands } from '../records/check-brands.ts';
import { fieldError, Section } from '../records/fields.ts';
import {
  containsFolded,
  flag,
  type Listing,
  number,
  oneOf,
  oneOfNumbers,
  type RowOf,
  readMany,
  readPage,
  text,
} from '../records/listing.ts';
import { PUBLICATION_FIELDS, publicationOf } from '../records/publication.ts';
import type { Resource } from '../records/resource.ts';

const COLUMNS = sql`b.id, b.key, abs(b.section) AS section, b.state, b.publish_at, b.title, b.author_name AS author, b.author_id, b.category, b.sub_category, b.status,
  b.introduction, b.words, b.chapters, b.rating, b.rating_count, b.hot, b.language, b.cover, b.offered_by AS brands, b.work, b.alternative_titles, b.original_title, b.original_author, b.original_language,
  b.published_at, b.updated_at, b.tags, ${storedNames('genres')}, ${storedNames('keywords')}`;

type BookRow = RowOf<
  Omit<BookRecord, 'rankings' | 'shelves' | 'banners' | 'editions' | 'suggested_editions'>,
  {
    genres: string;
    tags: string;
    keywords: string;
    cover: string | null;
    brands: string | null;
    alternative_titles: string;
  }
>;

const listOf = (kind: keyof typeof MEMBERSHIP) =>
  number(
    (id) => sql`EXISTS (SELECT 1 FROM memberships m
      WHERE m.kind = ${MEMBERSHIP[kind]} AND m.target = ${id} AND m.hot = b.hot AND m.book_id = b.id)`,
  );

/** Matches books that a brand offers, including unpublished ones. */
const offeredBy = text(
  (brand) => sql`(b.offered_by IS NULL OR ${storedListHas('b.offered_by', brand)}
    OR EXISTS (SELECT 1 FROM whole_brands WHERE brand = ${brand}))`,
);

const BOOK_LISTING: Listing<BookRecord> = {
  columns: COLUMNS,
  from: raw('books b'),
  id: 'b.id',
  sorts: {
    id: 'b.id',
    title: 'b.title_key',
    author: 'b.author_name',
    category: 'b.category',
    status: 'b.status',
    language: 'b.language',
    section: 'abs(b.section)',
    words: 'b.words',
    chapters: 'b.chapters',
    rating: 'b.rating',
    hot: 'b.hot',
    state: 'b.state',
    publish_at: 'b.publish_at',
    published_at: 'b.published_at',
    updated_at: 'b.updated_at',
  },
  filters: {
    q: containsFolded('b.title_key', 'lower(b.author_name)'),
    section: oneOfNumbers('abs(b.section)'),
    misplaced: flag(isMisplaced('b')),
    state: oneOf('b.state'),
    status: oneOf('b.status'),
    language: oneOf('b.language'),
    category: oneOf('b.category'),
    brand: offeredBy,
    author_id: oneOfNumbers('b.author_id'),
    work: oneOf('b.work'),
    genre: listOf('genre'),
    tag: listOf('tag'),
    keyword: listOf('keyword'),
    has_cover: flag('b.cover IS NOT NULL'),
  },
  toRecord({ genres, tags, keywords, cover, brands, alternative_titles: titles, ...fields }: BookRow) {
    return {
      ...fields,
      genres: JSON.parse(genres),
      tags: tagNames(tags),
      keywords: JSON.parse(keywords),
      alternative_titles: JSON.parse(titles),
      cover: cover === null ? null : JSON.parse(cover),
      brands: brands === null ? null : JSON.parse(brands),
    };
  },
};

const Title = v.pipe(v.string(), v.trim(), v.nonEmpty('is required'), v.maxLength(300));
const Names = v.array(Title);
const Language = v.pipe(v.string(), v.regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/, 'must be a language such as en-US'));

const FIELDS = {
  title: Title,
  author: Title,
  introduction: v.pipe(v.string(), v.maxLength(20_000)),
  category: Title,
  sub_category: v.nullable(Title),
  status: BookStatus,
  genres: Names,
  tags: Names,
  keywords: Names,
  language: Language,
  work: v.nullable(v.pipe(Title, v.maxLength(200))),
  alternative_titles: v.pipe(Names, v.maxLength(MAX_ALTERNATIVE_TITLES)),
  original_title: v.nullable(Title),
  original_author: v.nullable(Title),
  original_language: v.nullable(Language),
  section: Section,
  rating: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(5))),
  hot: Count,
  brands: v.nullable(
    v.pipe(v.array(v.string()), v.minLength(1, 'must name at least one brand, or be null for every brand')),
  ),
};

const Changes = v.partial(v.strictObject({ ...FIELDS, ...PUBLICATION_FIELDS }));

const NewBook = v.strictObject({
  ...FIELDS,
  ...v.partial(v.object(PUBLICATION_FIELDS)).entries,
  introduction: v.optional(FIELDS.introduction, ''),
  sub_category: v.optional(FIELDS.sub_category, null),
  status: v.optional(FIELDS.status, 'updating'),
  genres: v.optional(Names, []),
  tags: v.optional(Names, []),
  keywords: v.optional(Names, []),
  rating: v.optional(FIELDS.rating, null),
  hot: v.optional(FIELDS.hot, 0),
  brands: v.optional(FIELDS.brands, null),
  work: v.optional(FIELDS.work, null),
  alternative_titles: v.optional(FIELDS.alternative_titles, []),
  original_title: v.optional(FIELDS.original_title, null),
  original_author: v.optional(FIELDS.original_author, null),
  original_language: v.optional(FIELDS.original_language, null),
  language: v.optional(FIELDS.language),
  section: v.optional(Section),
});

/** The fields of a book in the store whose names differ from those in the API. */
const STORED_NAMES = {
  sub_category: 'subCategory',
  alternative_titles: 'alternativeTitles',
  original_title: 'originalTitle',
  original_author: 'originalAuthor',
  original_language: 'originalLanguage',
} as const;
type StoredNames = typeof STORED_NAMES;
type Stored<T> = { [name in keyof T as name extends keyof StoredNames ? StoredNames[name] : name]: T[name] };

/** Renames the fields of a book to those of the store. */
const columnsOf = <T extends object>(fields: T): Stored<T> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      Object.hasOwn(STORED_NAMES, name) ? STORED_NAMES[name as keyof StoredNames] : name,
      value,
    ]),
  ) as Stored<T>;

/** A section, a language, or both. */
type ChosenPlace = { readonly [name in keyof BookPlace]?: BookPlace[name] | undefined };

/**
 * Returns the section and language of a book; nothing if neither is chosen.
 * @throws AdminError invalid if both are chosen and contradict each other
 */
function chosenPlace(chosen: ChosenPlace, current?: BookPlace): BookPlace | undefined {
  if (chosen.section === undefined && chosen.language === undefined) return undefined;
  const place = placeOf(chosen, current);
  const problem = placeProblem(place);
  if (problem === undefined) return place;
  throw fieldError('language', `${problem}. Change one of them, or send only one.`);
}

export const BOOKS: Resource<'books'> = {
  name: 'books',
  label: 'book',
  page: (query, { store }) => readPage(store.catalogue, BOOK_LISTING, query),
  byIds: (ids, { store }) => readMany(store.catalogue, BOOK_LISTING, ids),
  async full(id, { store }) {
    const [record] = await readMany(store.catalogue, BOOK_LISTING, [id]);
    const stored = record && (await storedBook(store.catalogue, Number(id)));
    if (!record || !stored) return undefined;
    const { rankings, shelves, banners } = stored;
    const { editions, suggested } = await storedEditions(store.catalogue, Number(id));
    return { ...record, rankings, shelves, banners, editions, suggested_editions: suggested };
  },
  async create(request) {
    const book = parseBody(NewBook, request.body);
    await checkBrands(request, book.brands);
    const place = chosenPlace(book);
    if (!place) throw fieldError('section', 'is required: choose the language');
    const { author, state, publish_at, ...sent } = book;
    const fields = columnsOf(sent);
    const [key, now] = [`admin:${randomUUID()}`, toTimestamp(request.admin.now())];
    const record = {
      ...fields,
      ...place,
      key,
      // Imported books have the hash of their file here.
      fingerprint: key,
      author: { name: author, introduction: '' },
      // A new book has no chapters yet, so it is not published.
      publication: publicationOf({ state, publish_at }) ?? 'draft',
      cover: null,
      source: null,
      publishedAt: now,
      updatedAt: now,
      chapters: [],
    };
    return request.admin.write(staffOf(request), async (writer) => (await writer.putBook(record)).id);
  },
  change: changeBook,
  remove: (record, request) => request.admin.write(staffOf(request), (writer) => writer.removeBook(record.key)),
  actions: {
    cover: async (record, request) => withCover(record, request, await uploadedCover(request)),
    'cover/generate': async (record, request) => withCover(record, request, await drawnCover(record, request)),
  },
};

/** Changes the fields in the body. @param more changes to fields that only the server sets */
export async function changeBook(record: BookRecord, request: AdminRequest, more: BookChanges = {}): Promise<void> {
  const { state, publish_at, ...fields } = parseBody(Changes, request.body);
  await checkBrands(request, fields.brands);
  const changes = { ...columnsOf(fields), ...chosenPlace(fields, record), ...more } as BookChanges;
  const publication = publicationOf({ state, publish_at }, record);
  await request.admin.write(staffOf(request), async (writer) => {
    await writer.editBook(record.key, changes);
    if (publication) await writer.publishBook(record.key, publication);
  });
}

async function withCover(record: BookRecord, request: AdminRequest, cover: Cover): Promise<AdminAnswer> {
  await request.admin.write(staffOf(request), (writer) => writer.editBook(record.key, { cover }));
  const [changed] = await readMany(request.admin.store.catalogue, BOOK_LISTING, [String(record.id)]);
  return { body: { data: orNotFound(changed, 'book') } satisfies Answer<BookRecord> };
}
