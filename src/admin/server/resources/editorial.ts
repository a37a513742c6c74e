import * as v from 'valibot';
import {
  type BannerRecord,
  type GenreRecord,
  type HelpEventRecord,
  type RankingRecord,
  type RecordOf,
  type ShelfRecord,
  ShelfStyle,
} from '#src/admin/contract/records.ts';
import { isOneOfNumbers, jsonList } from '#src/api/store/dialects.ts';
import type { EditorialKind, EditorialRecords, StoreWriter } from '#src/api/store/index.ts';
import { joined, raw, sql } from '#src/api/store/sql.ts';
import { Timestamp } from '#src/contract/entities/scalars.ts';
import { localeOfSection } from '#src/contract/locales.ts';
import { parseBody } from '../http/input.ts';
import { type AdminRequest, staffOf } from '../http/route.ts';
import { Count, fieldError, Id, Names, Section, Title } from '../records/fields.ts';
import {
  containsPlain,
  flag,
  type Listing,
  number,
  oneOf,
  oneOfNumbers,
  type RowOf,
  readMany,
  readPage,
} from '../records/listing.ts';
import type { Resource } from '../records/resource.ts';
import { mergeOf } from './merge.ts';

/** SQL for the ids of a list's books in display order, as JSON. */
const booksOf = (list: 'shelf' | 'ranking') =>
  sql`(SELECT ${jsonList('book_id', 'position')} FROM ${raw(list)}_books WHERE ${raw(list)}_id = l.id) AS books`;

const common = { q: containsPlain('l.name'), section: oneOfNumbers('l.section'), brand: oneOf(`nullif(l.brand, '')`) };
const sorts = { id: 'l.id', name: 'l.name', section: 'l.section', brand: 'l.brand' };

const Brand = v.nullable(v.string());
const Books = v.array(Id);

type EditorialName = 'genres' | 'shelves' | 'rankings' | 'banners' | 'help-events';

/** Describes a kind of record, for its resource and for undo. */
export interface Editorial<K extends EditorialKind, N extends EditorialName = EditorialName> {
  readonly kind: K;
  readonly name: N;
  readonly label: string;
  readonly listing: Listing<RecordOf<N>>;
  readonly fields: v.ObjectEntries;
  /** Values of fields that a new record may omit. */
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Converts fields to the record that the writer stores. @throws AdminError invalid */
  toStored(fields: Readonly<Record<string, unknown>>, keyOf: KeyOf): Promise<EditorialRecords[K]>;
}

type KeyOf = (field: string, id: unknown) => Promise<string>;

const keysOf = (books: readonly number[], keyOf: KeyOf) => Array.fromAsync(books, (id) => keyOf('books', id));

const SHELVES: Editorial<'shelf', 'shelves'> = {
  kind: 'shelf',
  name: 'shelves',
  label: 'shelf',
  listing: {
    columns: sql`l.id, l.section, nullif(l.brand, '') AS brand, l.name, l.style, ${booksOf('shelf')}`,
    from: raw('shelves l'),
    id: 'l.id',
    sorts: { ...sorts, style: 'l.style' },
    filters: {
      ...common,
      style: oneOf('l.style'),
      book_id: number((id) => sql`EXISTS (SELECT 1 FROM shelf_books WHERE shelf_id = l.id AND book_id = ${id})`),
    },
    toRecord: ({ books, ...row }: RowOf<ShelfRecord, { books: string }>) => ({ ...row, books: JSON.parse(books) }),
  },
  fields: {
    section: Section,
    brand: Brand,
    name: Title,
    style: ShelfStyle,
    books: Books,
  },
  defaults: { brand: null, style: 'row', books: [] },
  toStored: async (fields, keyOf) => ({ ...fields, books: await keysOf(fields['books'] as number[], keyOf) }) as never,
};

const RANKINGS: Editorial<'ranking', 'rankings'> = {
  kind: 'ranking',
  name: 'rankings',
  label: 'ranking',
  listing: {
    columns: sql`l.id, l.section, nullif(l.brand, '') AS brand, l.type, l.type_name, l.name, ${booksOf('ranking')}`,
    from: raw('rankings l'),
    id: 'l.id',
    sorts: { ...sorts, type: 'l.type' },
    filters: {
      ...common,
      type: oneOf('l.type'),
      book_id: number((id) => sql`EXISTS (SELECT 1 FROM ranking_books WHERE ranking_id = l.id AND book_id = ${id})`),
    },
    toRecord: ({ books, ...row }: RowOf<RankingRecord, { books: string }>) => ({ ...row, books: JSON.parse(books) }),
  },
  fields: {
    section: Section,
    brand: Brand,
    type: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,60}$/, 'must be lower-case letters, digits and hyphens')),
    type_name: Title,
    name: Title,
    books: Books,
  },
  defaults: { brand: null, books: [] },
  toStored: async ({ type_name, ...fields }, keyOf) =>
    ({ ...fields, typeName: type_name, books: await keysOf(fields['books'] as number[], keyOf) }) as never,
};

const BANNERS: Editorial<'banner', 'banners'> = {
  kind: 'banner',
  name: 'banners',
  label: 'banner',
  listing: {
    columns: sql`l.id, l.section, nullif(l.brand, '') AS brand, l.title, l.subtitle, l.image, l.book_id,
      (SELECT title FROM books WHERE id = l.book_id) AS book, l.updated_at`,
    from: raw('banners l'),
    id: 'l.id',
    sorts: { id: 'l.id', title: 'l.title', section: 'l.section', brand: 'l.brand', updated_at: 'l.updated_at' },
    filters: {
      section: common.section,
      brand: common.brand,
      q: containsPlain('l.title', 'l.subtitle'),
      book_id: oneOfNumbers('l.book_id'),
    },
    toRecord: (row: BannerRecord) => row,
  },
  fields: {
    section: Section,
    brand: Brand,
    title: Title,
    subtitle: v.pipe(v.string(), v.maxLength(300)),
    image: v.nullable(v.string()),
    book_id: Id,
  },
  defaults: { brand: null, subtitle: '', image: null },
  toStored: async ({ book_id, ...fields }, keyOf) => ({ ...fields, book: await keyOf('book_id', book_id) }) as never,
};

const HELP_EVENTS: Editorial<'helpEvent', 'help-events'> = {
  kind: 'helpEvent',
  name: 'help-events',
  label: 'help event',
  listing: {
    columns: sql`l.id, l.section, l.book_id, (SELECT title FROM books WHERE id = l.book_id) AS book, l.inviter, l.needed, l.helped,
      l.expires_at`,
    from: raw('help_events l'),
    id: 'l.id',
    sorts: {
      id: 'l.id',
      section: 'l.section',
      inviter: 'l.inviter',
      needed: 'l.needed',
      helped: 'l.helped',
      expires_at: 'l.expires_at',
    },
    filters: { section: common.section, q: containsPlain('l.inviter'), book_id: oneOfNumbers('l.book_id') },
    toRecord: (row: HelpEventRecord) => row,
  },
  fields: { section: Section, book_id: Id, inviter: Title, needed: Count, helped: Count, expires_at: Timestamp },
  defaults: { helped: 0 },
  toStored: async ({ book_id, expires_at, ...fields }, keyOf) =>
    ({ ...fields, book: await keyOf('book_id', book_id), expiresAt: expires_at }) as never,
};

const GENRES: Editorial<'genre', 'genres'> = {
  kind: 'genre',
  name: 'genres',
  label: 'genre',
  listing: {
    columns: sql`l.id, abs(l.section) AS section, l.section > 0 AS shown, l.name, l.introduction, l.updated_at,
      (SELECT ${jsonList('t.name', 'g.position')} FROM genre_tags g JOIN tags t ON t.id = g.tag_id
        WHERE g.genre_id = l.id) AS tags,
      (SELECT count(*) FROM memberships m WHERE m.kind = 1 AND m.target = l.id) AS books`,
    from: raw('genres l'),
    id: 'l.id',
    sorts: { id: 'l.id', name: 'l.name', section: 'abs(l.section)', updated_at: 'l.updated_at' },
    filters: { q: common.q, section: oneOfNumbers('abs(l.section)'), shown: flag('l.section > 0') },
    toRecord: ({ tags, shown, ...row }: RowOf<GenreRecord, { tags: string; shown: number }>) => ({
      ...row,
      shown: shown === 1,
      tags: JSON.parse(tags),
    }),
  },
  fields: { section: Section, name: Title, introduction: v.pipe(v.string(), v.maxLength(20_000)), tags: Names },
  defaults: { introduction: '', tags: [] },
  toStored: async (fields) => fields as never,
};

function editorialResource<K extends EditorialKind, N extends EditorialName>(definition: Editorial<K, N>): Resource<N> {
  const { kind, name, label, listing, fields, defaults } = definition;
  const NewRecord = v.strictObject(fields);
  const Changes = v.partial(v.strictObject(kind === 'genre' ? withoutSection(fields) : fields));
  const stored = (request: AdminRequest, values: Readonly<Record<string, unknown>>) =>
    storedRecord(definition, values, request);
  return {
    name,
    label,
    page: (query, { store }) => readPage(store.catalogue, listing, query),
    byIds: (ids, { store }) => readMany(store.catalogue, listing, ids),
    async create(request) {
      const values = parseBody(NewRecord, withDefaults(request.body, defaults));
      await checkBrand(request, values);
      const record = await stored(request, values);
      await checkLanguage(request, values);
      await checkNameIsFree(request, listing, fields, values);
      return request.admin.write(staffOf(request), (writer) => putRecord(writer, kind, record));
    },
    async change(record, request) {
      const current = fieldsOf(record, definition);
      const values = { ...current, ...parseBody(Changes, request.body) };
      await checkBrand(request, values);
      const changed = await stored(request, values);
      await checkLanguage(request, values, current);
      await request.admin.write(staffOf(request), async (writer) => {
        if (kind === 'genre' && values['name'] !== current['name'])
          await writer.rename('genre', record.id, String(values['name']));
        await writer.edit(kind, record.id, changed);
      });
    },
    remove: (record, request) => request.admin.write(staffOf(request), (writer) => writer.remove(kind, record.id)),
  };
}

/** The editable fields of a record. */
export const fieldsOf = (
  record: Readonly<Record<string, unknown>>,
  { fields }: Pick<Editorial<EditorialKind>, 'fields'>,
): Readonly<Record<string, unknown>> => Object.fromEntries(Object.keys(fields).map((name) => [name, record[name]]));

/**
 * Converts fields to the record that the writer stores.
 * @throws AdminError invalid if a field refers to an unknown book
 */
export const storedRecord = <K extends EditorialKind>(
  { toStored }: Pick<Editorial<K>, 'toStored'>,
  values: Readonly<Record<string, unknown>>,
  request: AdminRequest,
): Promise<EditorialRecords[K]> => toStored(values, (field, id) => bookKey(request, field, Number(id)));

/** @returns the id of the record */
export async function putRecord<K extends EditorialKind>(
  writer: StoreWriter,
  kind: K,
  record: EditorialRecords[K],
): Promise<number> {
  const puts: { readonly [each in EditorialKind]: (record: EditorialRecords[each]) => Promise<number> } = {
    genre: writer.putGenre,
    ranking: writer.putRanking,
    shelf: writer.putShelf,
    banner: writer.putBanner,
    helpEvent: writer.putHelpEvent,
    keyword: ({ section, name }) => writer.putKeyword(section, name),
  };
  return puts[kind](record);
}

/** A genre's section determines its addresses, so it cannot be changed. */
const withoutSection = (fields: v.ObjectEntries) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'section'));

const withDefaults = (body: unknown, defaults: object) =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...defaults, ...body } : body;

/** @throws AdminError invalid */
async function bookKey({ admin }: AdminRequest, field: string, id: number): Promise<string> {
  const row = await admin.store.catalogue.get<{ key: string }>(sql`SELECT key FROM books WHERE id = ${id}`);
  if (row) return row.key;
  throw fieldError(field, `names an unknown book: ${id}`);
}

/**
 * Checks that a record refers only to books of its language. Books that it already contains are checked only if its
 * language changes, so that a record with wrong books can be mended step by step.
 * @throws AdminError invalid naming the first wrong book
 */
async function checkLanguage(
  { admin }: AdminRequest,
  values: Readonly<Record<string, unknown>>,
  current?: Readonly<Record<string, unknown>>,
): Promise<void> {
  const booksIn = (record: Readonly<Record<string, unknown>>) => [record['books'] ?? record['book_id'] ?? []].flat();
  const section = Number(values['section']);
  const checked = booksIn(current && current['section'] === section ? current : {});
  const added = booksIn(values).filter((id) => !checked.includes(id));
  const book = await admin.store.catalogue.get<{ id: number; title: string; section: number }>(
    sql`SELECT id, title, abs(section) AS section FROM books
      WHERE abs(section) <> ${section} AND ${isOneOfNumbers(raw('id'), added.map(Number))} ORDER BY id LIMIT 1`,
  );
  if (!book) return;
  const name = (of: number) => localeOfSection(of)?.name ?? `in section ${of}`;
  const message = `"${book.title}" (${book.id}) is ${name(book.section)}, not ${name(section)}: choose its language, or another book`;
  throw fieldError('books' in values ? 'books' : 'book_id', message);
}

/** @throws AdminError invalid for an unknown brand */
async function checkBrand({ admin }: AdminRequest, { brand }: Readonly<Record<string, unknown>>): Promise<void> {
  if (typeof brand !== 'string') return;
  if ((await admin.brands()).some(({ id }) => id === brand)) return;
  throw fieldError('brand', 'must be the id of a brand, or null for all brands without records of their own');
}

/** Prevents a new record from replacing a stored record with the same key. @throws AdminError invalid */
async function checkNameIsFree(
  request: AdminRequest,
  { from }: Pick<Listing<never>, 'from'>,
  fields: object,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const names = ['section', 'brand', 'type', 'name', 'title', 'book_id', 'inviter'].filter((name) => name in fields);
  const column = (name: string) => (name === 'brand' ? `nullif(l.brand, '')` : `l.${name}`);
  // Banners are identified by their title, help events by book and inviter.
  const key = names.filter((name) => !('title' in fields && name === 'book_id'));
  const isSame = key.map(
    (name) => sql`${raw(column(name))} IS NOT DISTINCT FROM ${values[name] as string | number | null}`,
  );
  const query = sql`SELECT 1 FROM ${from} WHERE ${joined(isSame, ' AND ')}`;
  if (await request.admin.store.catalogue.get(query)) throw fieldError(key.at(-1) ?? 'name', 'is already taken');
}

/** Keys are the `kind` of audit log entries. */
export const EDITORIAL_KINDS: Readonly<Record<string, Editorial<EditorialKind>>> = {
  shelf: SHELVES,
  ranking: RANKINGS,
  banner: BANNERS,
  'help event': HELP_EVENTS,
  genre: GENRES,
};

export const EDITORIAL: { readonly [N in EditorialName]: Resource<N> } = {
  genres: { ...editorialResource(GENRES), actions: { merge: mergeOf('genre') } },
  shelves: editorialResource(SHELVES),
  rankings: editorialResource(RANKINGS),
  banners: editorialResource(BANNERS),
  'help-events': editorialResource(HELP_EVENTS),
};
