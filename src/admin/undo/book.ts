import type { Database } from '#src/api/store/database.ts';
import type { BookChanges, NewBook } from '#src/api/store/index.ts';
import { AdminError, found } from '../http/error.ts';
import { staffOf } from '../http/route.ts';
import { publicationOf } from '../records/publication.ts';
import { checkAsLeft } from './as-left.ts';
import type { Fields, Undo } from './types.ts';

/** Columns that follow from others, or from chapters, which have entries of their own. */
const FOLLOWING = ['fingerprint', 'words', 'chapters', 'chapter_list', 'published_at', 'updated_at', 'author_id'];

/** A removed book is not brought back: the log keeps no texts. */
export const undoBook: Undo = async ({ act, record, before, after }, request) => {
  const { catalogue } = request.admin.store;
  if (act === 'delete')
    throw new AdminError('conflict', 'A removed book is imported again: the audit log does not keep its text.');
  const row = await catalogue.get<{ key: string } & Record<string, string | number | null>>(
    'SELECT * FROM books WHERE id = ?',
    record,
  );
  const { key } = found(row, 'book');
  if (act === 'add') {
    await request.admin.write(staffOf(request), (writer) => writer.removeBook(key));
    return { record };
  }
  const own = (fields: Fields | null) =>
    Object.fromEntries(Object.entries(fields ?? {}).filter(([name]) => !FOLLOWING.includes(name)));
  const [was, left] = [own(before), own(after)];
  if (Object.keys(was).length === 0)
    throw new AdminError('conflict', 'This entry tells of chapters. Undo the entries of these.');
  const now = shownRow(row ?? {});
  // Of these the entry has those that differ alone.
  const compared = Object.entries(left).filter(([name]) => !LISTS.includes(name));
  checkAsLeft(Object.fromEntries(compared), now);
  const changes = await changesOf(was, { catalogue, now, left });
  const publication = publicationOf({
    state: was['state'] as 'draft' | undefined,
    publish_at: was['publish_at'] as string | undefined,
  });
  await request.admin.write(staffOf(request), async (writer) => {
    await writer.editBook(key, changes);
    if (publication) await writer.publishBook(key, publication);
  });
  return { record };
};

const JSON_COLUMNS = ['genres', 'tags', 'keywords', 'cover', 'series', 'offered_by'];

const shownRow = (row: Fields): Fields =>
  Object.fromEntries(
    Object.entries({ ...row, section: Math.abs(Number(row['section'])) }).map(([name, value]) => [
      name,
      JSON_COLUMNS.includes(name) && typeof value === 'string' ? JSON.parse(value) : value,
    ]),
  );

interface Undoing {
  readonly catalogue: Database;
  /** The book as it is. */
  readonly now: Fields;
  /** What the entry made of it. */
  readonly left: Fields;
}

/** @throws AdminError conflict for a field that is not edited by hand */
async function changesOf(was: Fields, undoing: Undoing): Promise<BookChanges> {
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(was)) {
    const change = CHANGES[name];
    if (!change) throw new AdminError('conflict', `"${name}" of a book is not undone by this: it came with an import.`);
    Object.assign(changes, await change(value, undoing));
  }
  return changes as BookChanges;
}

type Change = (value: unknown, undoing: Undoing) => Fields | Promise<Fields>;

const same =
  (name: string): Change =>
  (value) => ({ [name]: value });

const CHANGES: Readonly<Record<string, Change>> = {
  title: same('title'),
  introduction: same('introduction'),
  category: same('category'),
  sub_category: same('subCategory'),
  status: same('status'),
  language: same('language'),
  rating: same('rating'),
  hot: same('hot'),
  author_name: same('author'),
  offered_by: same('brands'),
  genres: async (value, undoing) => ({ genres: await namesOf('genres', value, undoing) }),
  keywords: async (value, undoing) => ({ keywords: await namesOf('keywords', value, undoing) }),
  tags: async (value, undoing) => ({ tags: await namesOf('tags', value, undoing) }),
  cover: (value) => ({ cover: coverOf(value) }),
  // Set by publishBook.
  state: () => ({}),
  publish_at: () => ({}),
};

const LISTS = ['genres', 'tags', 'keywords'];

type Names = readonly { readonly id: number; readonly name: string }[];

/** The names of a list without those that the entry added, and with those that it took away. */
async function namesOf(
  list: 'genres' | 'tags' | 'keywords',
  was: unknown,
  { now, left, catalogue }: Undoing,
): Promise<string[]> {
  const added = new Set(((left[list] ?? []) as Names).map(({ id }) => id));
  const sql = `SELECT id, name FROM ${list} WHERE id = ?`;
  const entries = now[list] as readonly (number | { id: number })[];
  const rows = await Array.fromAsync(entries, (entry) =>
    catalogue.get<{ id: number; name: string }>(sql, typeof entry === 'number' ? entry : entry.id),
  );
  const known = rows.filter((row) => row !== undefined);
  return [...known.filter(({ id }) => !added.has(id)), ...(was as Names)].map(({ name }) => name);
}

function coverOf(value: unknown): NewBook['cover'] {
  if (value === null) return null;
  const { url, widths, tone } = value as { url: string; widths: number[]; tone: number };
  return { file: url.slice('/media/'.length), widths, tone };
}
