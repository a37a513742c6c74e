import * as v from 'valibot';
import type { AuthorRecord, KeywordRecord, NameRecord, RecordOf, TagRecord } from '#src/admin/contract/records.ts';
import type { NameKind } from '#src/api/store/index.ts';
import { MEMBERSHIP } from '#src/api/store/membership.ts';
import { raw, sql } from '#src/api/store/sql.ts';
import { parseBody } from '../http/input.ts';
import { staffOf } from '../http/route.ts';
import { fieldError, Section, Title } from '../records/fields.ts';
import {
  containsFolded,
  containsPlain,
  type Filter,
  flag,
  type Listing,
  oneOfNumbers,
  type RowOf,
  readMany,
  readPage,
} from '../records/listing.ts';
import type { Resource } from '../records/resource.ts';
import { mergeOf } from './merge.ts';

const booksOf = (kind: keyof typeof MEMBERSHIP) =>
  `(SELECT count(*) FROM memberships m WHERE m.kind = ${MEMBERSHIP[kind]} AND m.target = n.id)`;

/** @param more columns in addition to the columns of all names */
function listingOf(
  table: string,
  kind: keyof typeof MEMBERSHIP,
  more: string,
  filters: Record<string, Filter>,
): Omit<Listing<NameRecord>, 'toRecord'> {
  return {
    columns: raw(
      `n.id, abs(n.section) AS section, n.section > 0 AS shown, n.name, ${booksOf(kind)} AS books, n.updated_at${more}`,
    ),
    from: raw(`${table} n`),
    id: 'n.id',
    sorts: {
      id: 'n.id',
      name: table === 'authors' ? 'n.name' : 'n.name_key',
      section: 'abs(n.section)',
      books: booksOf(kind),
      updated_at: 'n.updated_at',
    },
    filters: { section: oneOfNumbers('abs(n.section)'), shown: flag('n.section > 0'), ...filters },
  };
}

/** `shown` is 1 for the names of visible books. Names of hidden books are stored in separate rows. */
type Shown = { shown: number };

const AUTHOR_LISTING: Listing<AuthorRecord> = {
  ...listingOf('authors', 'author', ', n.introduction', { q: containsPlain('n.name') }),
  toRecord: ({ shown, ...row }: RowOf<AuthorRecord, Shown>) => ({ ...row, shown: shown === 1 }),
};
const TAG_LISTING: Listing<TagRecord> = {
  ...listingOf('tags', 'tag', ', n.genre_id, (SELECT name FROM genres WHERE id = n.genre_id) AS genre', {
    q: containsFolded('n.name_key'),
    genre_id: oneOfNumbers('n.genre_id'),
  }),
  toRecord: ({ shown, ...row }: RowOf<TagRecord, Shown>) => ({ ...row, shown: shown === 1 }),
};
const KEYWORD_LISTING: Listing<KeywordRecord> = {
  ...listingOf('keywords', 'keyword', ', n.kept', { q: containsFolded('n.name_key') }),
  toRecord: ({ shown, kept, ...row }: RowOf<KeywordRecord, Shown & { kept: number }>) => ({
    ...row,
    shown: shown === 1,
    kept: kept === 1,
  }),
};

const Name = v.strictObject({ name: Title });
const AuthorChanges = v.partial(v.strictObject({ name: Title, introduction: v.pipe(v.string(), v.maxLength(20_000)) }));
const NewKeyword = v.strictObject({ name: Title, section: Section });

/**
 * Operations of authors, tags and keywords. Only the name can be edited: the other fields are derived from the books.
 */
function nameResource<N extends 'authors' | 'tags' | 'keywords'>(
  kind: NameKind,
  name: N,
  listing: Listing<RecordOf<N>>,
): Resource<N> {
  return {
    name,
    label: kind,
    page: (query, { store }) => readPage(store.catalogue, listing, query),
    byIds: (ids, { store }) => readMany(store.catalogue, listing, ids),
    async change(record, request) {
      const body = parseBody(Name, request.body);
      await request.admin.write(staffOf(request), (writer) => writer.rename(kind, record.id, body.name));
    },
    actions: { merge: mergeOf(kind) },
  };
}

export const AUTHORS: Resource<'authors'> = {
  ...nameResource('author', 'authors', AUTHOR_LISTING),
  async change(record, request) {
    const { name, introduction } = parseBody(AuthorChanges, request.body);
    await request.admin.write(staffOf(request), async (writer) => {
      if (name !== undefined) await writer.rename('author', record.id, name);
      if (introduction !== undefined) await writer.editAuthor(record.id, introduction);
    });
  },
};

export const KEYWORDS: Resource<'keywords'> = {
  ...nameResource('keyword', 'keywords', KEYWORD_LISTING),
  async create(request) {
    const { name, section } = parseBody(NewKeyword, request.body);
    const existing = sql`SELECT 1 FROM keywords WHERE section = ${section} AND name = ${name}`;
    if (await request.admin.store.catalogue.get(existing)) throw fieldError('name', 'is already taken');
    return request.admin.write(staffOf(request), (writer) => writer.putKeyword(section, name));
  },
  remove: (record, request) => request.admin.write(staffOf(request), (writer) => writer.remove('keyword', record.id)),
};

export const TAGS = nameResource('tag', 'tags', TAG_LISTING);
