import type { Database } from '#src/api/store/database.ts';
import type { BookChanges, NewBook } from '#src/api/store/index.ts';
import { raw, sql } from '#src/api/store/sql.ts';
import { AdminError, orNotFound } from '../http/error.ts';
import { staffOf } from '../http/route.ts';
import { publicationOf } from '../records/publication.ts';
import { checkUnchanged } from './check-unchanged.ts';
import type { Fields, Undo } from './types.ts';

/** Columns that the writer derives from other columns or from chapters. Chapters have separate audit log entries. */
const DERIVED_COLUMNS = ['fingerprint', 'words', 'chapters', 'chapter_list', 'published_at', 'updated_at', 'author_id'];

/** Undoes a change to a book. A deletion is undone by the bin, because the audit log does not contain texts. */
export const undoBook: Undo = async ({ act, record, before, after }, request) => {
  const { catalogue } = request.admin.store;
  if (act === 'delete')
    throw new AdminError('conflict', 'This book was deleted permanently, so it cannot be restored. Import it again.');
  const row = await catalogue.get<{ key: string } & Record<string, string | number | null>>(
    sql`SELECT * FROM books WHERE id = ${record}`,
  );
  const { key } = orNotFound(row, 'book');
  if (act === 'add') {
    await request.admin.write(staffOf(request), (writer) => writer.removeBook(key));
    return { record };
  }
  const editable = (fields: Fields | null) =>
    Object.fromEntries(Object.entries(fields ?? {}).filter(([name]) => !DERIVED_COLUMNS.includes(name)));
  const [previous, result] = [editable(before), editable(after)];
  if (Object.keys(previous).length === 0)
    throw new AdminError('conflict', 'This entry only records changes to chapters. Undo the entries of the chapters.');
  const current = parsedRow(row ?? {});
  // The audit log stores only the added and removed names of lists, so they cannot be compared.
  const compared = Object.entries(result).filter(([name]) => !LISTS.includes(name));
  checkUnchanged(Object.fromEntries(compared), current);
  const changes = await changesOf(previous, { catalogue, current, result });
  const publication = publicationOf({
    state: previous['state'] as 'draft' | undefined,
    publish_at: previous['publish_at'] as string | undefined,
  });
  await request.admin.write(staffOf(request), async (writer) => {
    await writer.editBook(key, changes);
    if (publication) await writer.publishBook(key, publication);
  });
  return { record };
};

const JSON_COLUMNS = ['genres', 'tags', 'keywords', 'cover', 'series', 'offered_by', 'alternative_titles'];

const parsedRow = (row: Fields): Fields =>
  Object.fromEntries(
    Object.entries({ ...row, section: Math.abs(Number(row['section'])) }).map(([name, value]) => [
      name,
      JSON_COLUMNS.includes(name) && typeof value === 'string' ? JSON.parse(value) : value,
    ]),
  );

interface Undoing {
  readonly catalogue: Database;
  /** The book's current fields. */
  readonly current: Fields;
  /** The fields after the change that is undone. */
  readonly result: Fields;
}

/** @throws AdminError conflict for a field that only imports set */
async function changesOf(previous: Fields, undoing: Undoing): Promise<BookChanges> {
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(previous)) {
    const change = CHANGES[name];
    if (!change)
      throw new AdminError('conflict', `Changes to "${name}" of a book cannot be undone here: only imports set it.`);
    Object.assign(changes, await change(value, undoing));
  }
  return changes as BookChanges;
}

type Change = (value: unknown, undoing: Undoing) => Fields | Promise<Fields>;

const copyTo =
  (name: string): Change =>
  (value) => ({ [name]: value });

const CHANGES: Readonly<Record<string, Change>> = {
  title: copyTo('title'),
  introduction: copyTo('introduction'),
  category: copyTo('category'),
  sub_category: copyTo('subCategory'),
  status: copyTo('status'),
  language: copyTo('language'),
  section: copyTo('section'),
  rating: copyTo('rating'),
  hot: copyTo('hot'),
  author_name: copyTo('author'),
  offered_by: copyTo('brands'),
  rating_count: copyTo('ratingCount'),
  source: copyTo('source'),
  work: copyTo('work'),
  alternative_titles: copyTo('alternativeTitles'),
  original_title: copyTo('originalTitle'),
  original_author: copyTo('originalAuthor'),
  original_language: copyTo('originalLanguage'),
  series: (value) => ({ series: seriesOf(value) }),
  genres: async (value, undoing) => ({ genres: await namesOf('genres', value, undoing) }),
  keywords: async (value, undoing) => ({ keywords: await namesOf('keywords', value, undoing) }),
  tags: async (value, undoing) => ({ tags: await namesOf('tags', value, undoing) }),
  cover: (value) => ({ cover: coverOf(value) }),
  // `publishBook` sets the publication state.
  state: () => ({}),
  publish_at: () => ({}),
};

const LISTS = ['genres', 'tags', 'keywords'];

type Names = readonly { readonly id: number; readonly name: string }[];

/** The current names of a list, without the names that the change added and including the names that it removed. */
async function namesOf(
  list: 'genres' | 'tags' | 'keywords',
  previous: unknown,
  { current, result, catalogue }: Undoing,
): Promise<string[]> {
  const added = new Set(((result[list] ?? []) as Names).map(({ id }) => id));
  const entries = current[list] as readonly (number | { id: number })[];
  const rows = await Array.fromAsync(entries, (entry) =>
    catalogue.get<{ id: number; name: string }>(
      sql`SELECT id, name FROM ${raw(list)} WHERE id = ${typeof entry === 'number' ? entry : entry.id}`,
    ),
  );
  const existing = rows.filter((row) => row !== undefined);
  return [...existing.filter(({ id }) => !added.has(id)), ...(previous as Names)].map(({ name }) => name);
}

function seriesOf(value: unknown): NewBook['series'] {
  if (value === null) return null;
  const { keyword, number } = value as { keyword: { name: string }; number: number | null };
  return { name: keyword.name, number };
}

function coverOf(value: unknown): NewBook['cover'] {
  if (value === null) return null;
  const { url, widths, tone } = value as { url: string; widths: number[]; tone: number };
  return { file: url.slice('/media/'.length), widths, tone };
}
