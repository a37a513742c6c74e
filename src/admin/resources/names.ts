import * as v from 'valibot';
import type { NameKind } from '#src/api/store/index.ts';
import { MEMBERSHIP } from '#src/api/store/membership.ts';
import { checked } from '../http/input.ts';
import { staffOf } from '../http/route.ts';
import { fieldError, Section, Title } from '../records/fields.ts';
import {
  type Filter,
  flag,
  holds,
  holdsPlain,
  type Listing,
  oneOfNumbers,
  readMany,
  readPage,
} from '../records/listing.ts';
import type { Resource } from '../records/resource.ts';
import { mergeOf } from './merge.ts';

const booksOf = (kind: keyof typeof MEMBERSHIP) =>
  `(SELECT count(*) FROM memberships m WHERE m.kind = ${MEMBERSHIP[kind]} AND m.target = n.id)`;

function listingOf(
  table: string,
  kind: keyof typeof MEMBERSHIP,
  more: string,
  filters: Record<string, Filter>,
): Listing {
  return {
    columns: `n.id, abs(n.section) AS section, n.section > 0 AS shown, n.name, ${booksOf(kind)} AS books, n.updated_at${more}`,
    from: `${table} n`,
    id: 'n.id',
    sorts: {
      id: 'n.id',
      name: table === 'authors' ? 'n.name' : 'n.name_key',
      section: 'abs(n.section)',
      books: booksOf(kind),
      updated_at: 'n.updated_at',
    },
    filters: { section: oneOfNumbers('abs(n.section)'), shown: flag('n.section > 0'), ...filters },
    // Those of books that visitors do not see are rows of their own.
    toRecord: ({ id, shown, ...row }) => ({ id: Number(id), shown: shown === 1, ...row }),
  };
}

const AUTHOR_LISTING = listingOf('authors', 'author', ', n.introduction', { q: holdsPlain('n.name') });
const TAG_LISTING = listingOf('tags', 'tag', ', n.genre_id, (SELECT name FROM genres WHERE id = n.genre_id) AS genre', {
  q: holds('n.name_key'),
  genre_id: oneOfNumbers('n.genre_id'),
});
const KEYWORD_LISTING = listingOf('keywords', 'keyword', ', n.kept', { q: holds('n.name_key') });

const Name = v.strictObject({ name: Title });
const AuthorChanges = v.partial(v.strictObject({ name: Title, introduction: v.pipe(v.string(), v.maxLength(20_000)) }));
const NewKeyword = v.strictObject({ name: Title, section: v.optional(Section, 7) });

/** What all of them can do; the name is the only thing of theirs that is not a book's. */
function nameResource(kind: NameKind, name: string, listing: Listing): Resource {
  return {
    name,
    one: kind,
    page: (query, { store }) => readPage(store.catalogue, listing, query),
    many: (ids, { store }) => readMany(store.catalogue, listing, ids),
    async change(record, request) {
      const given = checked(Name, request.body);
      await request.admin.write(staffOf(request), (writer) => writer.rename(kind, Number(record.id), given.name));
    },
    actions: { merge: mergeOf(kind) },
  };
}

const AUTHORS: Resource = {
  ...nameResource('author', 'authors', AUTHOR_LISTING),
  async change(record, request) {
    const { name, introduction } = checked(AuthorChanges, request.body);
    await request.admin.write(staffOf(request), async (writer) => {
      if (name !== undefined) await writer.rename('author', Number(record.id), name);
      if (introduction !== undefined) await writer.editAuthor(Number(record.id), introduction);
    });
  },
};

const KEYWORDS: Resource = {
  ...nameResource('keyword', 'keywords', KEYWORD_LISTING),
  async create(request) {
    const { name, section } = checked(NewKeyword, request.body);
    const known = 'SELECT 1 FROM keywords WHERE section = ? AND name = ?';
    if (await request.admin.store.catalogue.get(known, section, name))
      throw fieldError('name', 'is taken: there is a keyword of this name already');
    return request.admin.write(staffOf(request), (writer) => writer.putKeyword(section, name));
  },
  remove: (record, request) =>
    request.admin.write(staffOf(request), (writer) => writer.remove('keyword', Number(record.id))),
};

export const NAMES: readonly Resource[] = [AUTHORS, nameResource('tag', 'tags', TAG_LISTING), KEYWORDS];
