import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { type BookChanges, storedBook } from '#src/api/index.ts';
import type { Row } from '#src/api/store/database.ts';
import { MEMBERSHIP } from '#src/api/store/membership.ts';
import { toTimestamp } from '#src/api/store/timestamp.ts';
import { Count } from '#src/contract/entities/scalars.ts';
import { type Cover, drawnCover, uploadedCover } from '../content/covers.ts';
import { AdminError } from '../http/error.ts';
import { checked } from '../http/input.ts';
import { type AdminAnswer, type AdminRequest, staffOf } from '../http/route.ts';
import {
  type AdminRecord,
  flag,
  holds,
  type Listing,
  named,
  number,
  oneOf,
  oneOfNumbers,
  readMany,
  readPage,
} from '../records/listing.ts';
import { PUBLICATION_FIELDS, publicationOf } from '../records/publication.ts';
import type { Resource } from '../records/resource.ts';

const COLUMNS = `b.id, b.key, abs(b.section) AS section, b.state, b.publish_at, b.title, b.author_name AS author, b.author_id, b.category, b.sub_category, b.status,
  b.introduction, b.words, b.chapters, b.rating, b.rating_count, b.hot, b.language, b.cover, b.offered_by AS brands,
  b.published_at, b.updated_at,
  (SELECT json_group_array(g.name) FROM json_each(b.genres) j JOIN genres g ON g.id = j.value) AS genres,
  (SELECT json_group_array(value ->> 'name') FROM json_each(b.tags)) AS tags,
  (SELECT json_group_array(k.name) FROM json_each(b.keywords) j JOIN keywords k ON k.id = j.value) AS keywords`;

type BookRow = Row & { id: number; genres: string; tags: string; keywords: string; cover: string | null };

const listOf = (kind: keyof typeof MEMBERSHIP) =>
  number(
    `EXISTS (SELECT 1 FROM memberships m WHERE m.kind = ${MEMBERSHIP[kind]} AND m.target = ? AND m.hot = b.hot AND m.book_id = b.id)`,
  );

/** What a brand offers, or would if it were published. */
const offeredBy = named(`(b.offered_by IS NULL OR EXISTS (SELECT 1 FROM json_each(b.offered_by) WHERE value = ?)
  OR EXISTS (SELECT 1 FROM whole_brands WHERE brand = ?))`);

const BOOK_LISTING: Listing = {
  columns: COLUMNS,
  from: 'books b',
  id: 'b.id',
  sorts: {
    id: 'b.id',
    title: 'b.title_key',
    author: 'b.author_name',
    category: 'b.category',
    status: 'b.status',
    language: 'b.language',
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
    q: holds('b.title_key', 'lower(b.author_name)'),
    section: oneOfNumbers('abs(b.section)'),
    state: oneOf('b.state'),
    status: oneOf('b.status'),
    language: oneOf('b.language'),
    category: oneOf('b.category'),
    brand: offeredBy,
    author_id: oneOfNumbers('b.author_id'),
    genre: listOf('genre'),
    tag: listOf('tag'),
    keyword: listOf('keyword'),
    has_cover: flag('b.cover IS NOT NULL'),
  },
  toRecord(row) {
    const { genres, tags, keywords, cover, brands, ...fields } = row as BookRow;
    return {
      ...fields,
      genres: JSON.parse(genres),
      tags: JSON.parse(tags),
      keywords: JSON.parse(keywords),
      cover: cover === null ? null : JSON.parse(cover),
      brands: typeof brands === 'string' ? JSON.parse(brands) : null,
    };
  },
};

const Title = v.pipe(v.string(), v.trim(), v.nonEmpty('is required'), v.maxLength(300));
const Names = v.array(Title);

const FIELDS = {
  title: Title,
  author: Title,
  introduction: v.pipe(v.string(), v.maxLength(20_000)),
  category: Title,
  sub_category: v.nullable(Title),
  status: v.picklist(['finished', 'updating']),
  genres: Names,
  tags: Names,
  keywords: Names,
  language: v.pipe(v.string(), v.regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/, 'must be a language such as en-US')),
  rating: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(5))),
  hot: Count,
  brands: v.nullable(v.pipe(v.array(v.string()), v.minLength(1, 'has to name a brand, or be null for every brand'))),
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
  section: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)), 7),
});

export const BOOKS: Resource = {
  name: 'books',
  one: 'book',
  page: (query, { store }) => readPage(store.catalogue, BOOK_LISTING, query),
  many: (ids, { store }) => readMany(store.catalogue, BOOK_LISTING, ids),
  async whole(id, { store }) {
    const [record] = await readMany(store.catalogue, BOOK_LISTING, [id]);
    const stored = record && (await storedBook(store.catalogue, Number(id)));
    return record && { ...record, rankings: stored?.rankings, shelves: stored?.shelves, banners: stored?.banners };
  },
  async create(request) {
    const book = checked(NewBook, request.body);
    await checkBrands(request, book.brands);
    const { author, sub_category: subCategory, state, publish_at, ...fields } = book;
    const [key, now] = [`admin:${randomUUID()}`, toTimestamp(request.admin.now())];
    const record = {
      ...fields,
      key,
      // What is imported has the hash of its file here.
      fingerprint: key,
      author: { name: author, introduction: '' },
      subCategory,
      // A book without a text is not for visitors yet.
      publication: publicationOf({ state, publish_at }) ?? 'draft',
      cover: null,
      source: null,
      publishedAt: now,
      updatedAt: now,
      chapters: [],
    };
    return request.admin.write(staffOf(request), async (writer) => (await writer.putBook(record)).id);
  },
  async change(record, request) {
    const { sub_category: subCategory, state, publish_at, ...fields } = checked(Changes, request.body);
    await checkBrands(request, fields.brands);
    const changes = { ...fields, ...(subCategory !== undefined && { subCategory }) } as BookChanges;
    const publication = publicationOf({ state, publish_at }, record);
    await request.admin.write(staffOf(request), async (writer) => {
      const key = String(record['key']);
      await writer.editBook(key, changes);
      if (publication) await writer.publishBook(key, publication);
    });
  },
  remove: (record, request) =>
    request.admin.write(staffOf(request), (writer) => writer.removeBook(String(record['key']))),
  actions: {
    cover: async (record, request) => withCover(record, request, await uploadedCover(request)),
    'cover/generate': async (record, request) => withCover(record, request, await drawnCover(record, request)),
  },
};

async function withCover(record: AdminRecord, request: AdminRequest, cover: Cover): Promise<AdminAnswer> {
  await request.admin.write(staffOf(request), (writer) => writer.editBook(String(record['key']), { cover }));
  const [changed] = await readMany(request.admin.store.catalogue, BOOK_LISTING, [String(record.id)]);
  return { body: { data: changed } };
}

/** @throws AdminError invalid for an id that no brand has */
async function checkBrands({ admin }: AdminRequest, ids: readonly string[] | null | undefined): Promise<void> {
  if (!ids) return;
  const known = (await admin.brands()).map(({ id }) => id);
  const unknown = ids.filter((id) => !known.includes(id));
  if (unknown.length === 0) return;
  const message = `has to name brands: there is no ${unknown.join(', ')}`;
  throw new AdminError('invalid', `brands: ${message}`, { fields: { brands: message } });
}
