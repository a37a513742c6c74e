import * as v from 'valibot';
import type { Row } from '#src/api/store/database.ts';
import type { EditorialKind, EditorialRecords, StoreWriter } from '#src/api/store/index.ts';
import { Timestamp } from '#src/contract/entities/scalars.ts';
import { checked } from '../http/input.ts';
import { type AdminRequest, staffOf } from '../http/route.ts';
import { Count, fieldError, Id, Names, Section, Title } from '../records/fields.ts';
import {
  type AdminRecord,
  flag,
  holdsPlain,
  type Listing,
  number,
  oneOf,
  oneOfNumbers,
  readMany,
  readPage,
} from '../records/listing.ts';
import type { Resource } from '../records/resource.ts';
import { mergeOf } from './merge.ts';

/** Books of a list in their order, as JSON. */
const booksOf = (list: 'shelf' | 'ranking') =>
  `(SELECT json_group_array(book_id ORDER BY position) FROM ${list}_books WHERE ${list}_id = l.id) AS books`;

const withBooks = ({ id, books, ...row }: Row): AdminRecord => ({
  id: Number(id),
  ...row,
  books: JSON.parse(String(books)),
});
const plain = ({ id, ...row }: Row): AdminRecord => ({ id: Number(id), ...row });

const common = { q: holdsPlain('l.name'), section: oneOfNumbers('l.section'), brand: oneOf(`nullif(l.brand, '')`) };
const sorts = { id: 'l.id', name: 'l.name', section: 'l.section', brand: 'l.brand' };

const Brand = v.nullable(v.string());
const Books = v.array(Id);

/** What the resource and the undoing of its changes know of a kind of record. */
export interface Editorial<K extends EditorialKind> {
  readonly kind: K;
  readonly name: string;
  readonly one: string;
  readonly listing: Listing;
  readonly fields: v.ObjectEntries;
  /** Fields that need not be given for a new one. */
  readonly defaults: Readonly<Record<string, unknown>>;
  /** The record for the writer. @throws AdminError invalid */
  toStored(fields: Readonly<Record<string, unknown>>, keyOf: KeyOf): Promise<EditorialRecords[K]>;
}

type KeyOf = (field: string, id: unknown) => Promise<string>;

const keysOf = (books: readonly number[], keyOf: KeyOf) => Array.fromAsync(books, (id) => keyOf('books', id));

const SHELVES: Editorial<'shelf'> = {
  kind: 'shelf',
  name: 'shelves',
  one: 'shelf',
  listing: {
    columns: `l.id, l.section, nullif(l.brand, '') AS brand, l.name, l.style, ${booksOf('shelf')}`,
    from: 'shelves l',
    id: 'l.id',
    sorts: { ...sorts, style: 'l.style' },
    filters: {
      ...common,
      style: oneOf('l.style'),
      book_id: number('EXISTS (SELECT 1 FROM shelf_books WHERE shelf_id = l.id AND book_id = ?)'),
    },
    toRecord: withBooks,
  },
  fields: {
    section: Section,
    brand: Brand,
    name: Title,
    style: v.picklist(['row', 'ranked', 'pair', 'feature']),
    books: Books,
  },
  defaults: { section: 7, brand: null, style: 'row', books: [] },
  toStored: async (fields, keyOf) => ({ ...fields, books: await keysOf(fields['books'] as number[], keyOf) }) as never,
};

const RANKINGS: Editorial<'ranking'> = {
  kind: 'ranking',
  name: 'rankings',
  one: 'ranking',
  listing: {
    columns: `l.id, l.section, nullif(l.brand, '') AS brand, l.type, l.type_name, l.name, ${booksOf('ranking')}`,
    from: 'rankings l',
    id: 'l.id',
    sorts: { ...sorts, type: 'l.type' },
    filters: {
      ...common,
      type: oneOf('l.type'),
      book_id: number('EXISTS (SELECT 1 FROM ranking_books WHERE ranking_id = l.id AND book_id = ?)'),
    },
    toRecord: withBooks,
  },
  fields: {
    section: Section,
    brand: Brand,
    type: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,60}$/, 'must be lower-case letters, digits and hyphens')),
    type_name: Title,
    name: Title,
    books: Books,
  },
  defaults: { section: 7, brand: null, books: [] },
  toStored: async ({ type_name, ...fields }, keyOf) =>
    ({ ...fields, typeName: type_name, books: await keysOf(fields['books'] as number[], keyOf) }) as never,
};

const BANNERS: Editorial<'banner'> = {
  kind: 'banner',
  name: 'banners',
  one: 'banner',
  listing: {
    columns: `l.id, l.section, nullif(l.brand, '') AS brand, l.title, l.subtitle, l.image, l.book_id,
      (SELECT title FROM books WHERE id = l.book_id) AS book, l.updated_at`,
    from: 'banners l',
    id: 'l.id',
    sorts: { id: 'l.id', title: 'l.title', section: 'l.section', brand: 'l.brand', updated_at: 'l.updated_at' },
    filters: {
      section: common.section,
      brand: common.brand,
      q: holdsPlain('l.title', 'l.subtitle'),
      book_id: oneOfNumbers('l.book_id'),
    },
    toRecord: plain,
  },
  fields: {
    section: Section,
    brand: Brand,
    title: Title,
    subtitle: v.pipe(v.string(), v.maxLength(300)),
    image: v.nullable(v.string()),
    book_id: Id,
  },
  defaults: { section: 7, brand: null, subtitle: '', image: null },
  toStored: async ({ book_id, ...fields }, keyOf) => ({ ...fields, book: await keyOf('book_id', book_id) }) as never,
};

const HELP_EVENTS: Editorial<'helpEvent'> = {
  kind: 'helpEvent',
  name: 'help-events',
  one: 'help event',
  listing: {
    columns: `l.id, l.section, l.book_id, (SELECT title FROM books WHERE id = l.book_id) AS book, l.inviter, l.needed, l.helped,
      l.expires_at`,
    from: 'help_events l',
    id: 'l.id',
    sorts: { id: 'l.id', inviter: 'l.inviter', needed: 'l.needed', helped: 'l.helped', expires_at: 'l.expires_at' },
    filters: { section: common.section, q: holdsPlain('l.inviter'), book_id: oneOfNumbers('l.book_id') },
    toRecord: plain,
  },
  fields: { section: Section, book_id: Id, inviter: Title, needed: Count, helped: Count, expires_at: Timestamp },
  defaults: { section: 7, helped: 0 },
  toStored: async ({ book_id, expires_at, ...fields }, keyOf) =>
    ({ ...fields, book: await keyOf('book_id', book_id), expiresAt: expires_at }) as never,
};

const GENRES: Editorial<'genre'> = {
  kind: 'genre',
  name: 'genres',
  one: 'genre',
  listing: {
    columns: `l.id, abs(l.section) AS section, l.section > 0 AS shown, l.name, l.introduction, l.updated_at,
      (SELECT json_group_array(t.name ORDER BY g.position) FROM genre_tags g JOIN tags t ON t.id = g.tag_id
        WHERE g.genre_id = l.id) AS tags,
      (SELECT count(*) FROM memberships m WHERE m.kind = 1 AND m.target = l.id) AS books`,
    from: 'genres l',
    id: 'l.id',
    sorts: { id: 'l.id', name: 'l.name', section: 'abs(l.section)', updated_at: 'l.updated_at' },
    filters: { q: common.q, section: oneOfNumbers('abs(l.section)'), shown: flag('l.section > 0') },
    toRecord: ({ id, tags, shown, ...row }) => ({
      id: Number(id),
      shown: shown === 1,
      ...row,
      tags: JSON.parse(String(tags)),
    }),
  },
  fields: { section: Section, name: Title, introduction: v.pipe(v.string(), v.maxLength(20_000)), tags: Names },
  defaults: { section: 7, introduction: '', tags: [] },
  toStored: async (fields) => fields as never,
};

function editorialResource<K extends EditorialKind>(definition: Editorial<K>): Resource {
  const { kind, name, one, listing, fields, defaults } = definition;
  const whole = v.strictObject(fields);
  const given = v.partial(v.strictObject(kind === 'genre' ? sectionStays(fields) : fields));
  const stored = (request: AdminRequest, values: Readonly<Record<string, unknown>>) =>
    storedRecord(definition, values, request);
  return {
    name,
    one,
    page: (query, { store }) => readPage(store.catalogue, listing, query),
    many: (ids, { store }) => readMany(store.catalogue, listing, ids),
    async create(request) {
      const values = checked(whole, withDefaults(request.body, defaults));
      await checkBrand(request, values);
      const record = await stored(request, values);
      await checkFree(request, listing, fields, values);
      return request.admin.write(staffOf(request), (writer) => putRecord(writer, kind, record));
    },
    async change(record, request) {
      const known = Object.fromEntries(Object.keys(fields).map((field) => [field, record[field]]));
      const values = { ...known, ...checked(given, request.body) };
      await checkBrand(request, values);
      const changed = await stored(request, values);
      await request.admin.write(staffOf(request), async (writer) => {
        if (kind === 'genre' && values['name'] !== record['name'])
          await writer.rename('genre', Number(record.id), String(values['name']));
        await writer.edit(kind, Number(record.id), changed);
      });
    },
    remove: (record, request) =>
      request.admin.write(staffOf(request), (writer) => writer.remove(kind, Number(record.id))),
  };
}

/** The record for the writer. @throws AdminError invalid where it names a book that is not there */
export const storedRecord = <K extends EditorialKind>(
  { toStored }: Editorial<K>,
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

/** Its section says which addresses it has, so it stays. */
const sectionStays = (fields: v.ObjectEntries) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'section'));

const withDefaults = (body: unknown, defaults: object) =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...defaults, ...body } : body;

/** @throws AdminError invalid */
async function bookKey({ admin }: AdminRequest, field: string, id: number): Promise<string> {
  const row = await admin.store.catalogue.get<{ key: string }>('SELECT key FROM books WHERE id = ?', id);
  if (row) return row.key;
  throw fieldError(field, `has to name books: there is no ${id}`);
}

/** @throws AdminError invalid for an id that no brand has */
async function checkBrand({ admin }: AdminRequest, { brand }: Readonly<Record<string, unknown>>): Promise<void> {
  if (typeof brand !== 'string') return;
  if ((await admin.brands()).some(({ id }) => id === brand)) return;
  throw fieldError('brand', `must be the id of a brand, or null for all brands without their own`);
}

/** Putting one that is there would replace it. @throws AdminError conflict */
async function checkFree(
  request: AdminRequest,
  listing: Listing,
  fields: object,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const names = ['section', 'brand', 'type', 'name', 'title', 'book_id', 'inviter'].filter((name) => name in fields);
  const column = (name: string) => (name === 'brand' ? `nullif(l.brand, '')` : `l.${name}`);
  // Of a banner its title is the name, of a help event book and inviter.
  const key = names.filter((name) => !('title' in fields && name === 'book_id'));
  const sql = `SELECT 1 FROM ${listing.from} WHERE ${key.map((name) => `${column(name)} IS NOT DISTINCT FROM ?`).join(' AND ')}`;
  const found = await request.admin.store.catalogue.get(
    sql,
    ...key.map((name) => values[name] as string | number | null),
  );
  if (found) throw fieldError(key.at(-1) ?? 'name', 'is taken: there is one of this name already');
}

/** By the name that the audit log has for them. */
export const EDITORIAL_KINDS: Readonly<Record<string, Editorial<EditorialKind>>> = {
  shelf: SHELVES,
  ranking: RANKINGS,
  banner: BANNERS,
  'help event': HELP_EVENTS,
  genre: GENRES,
};

export const EDITORIAL: readonly Resource[] = [
  { ...editorialResource(GENRES), actions: { merge: mergeOf('genre') } },
  editorialResource(SHELVES),
  editorialResource(RANKINGS),
  editorialResource(BANNERS),
  editorialResource(HELP_EVENTS),
];
