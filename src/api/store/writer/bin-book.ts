import type { DeletedBook, DeletedRecord, DeletedRow, ListPlace } from '../bin-states.ts';
import { compressJson, decompressJson } from '../compressed-json.ts';
import type { Row } from '../database.ts';
import { numbersAsRows } from '../dialects.ts';
import { insertInto } from '../insert.ts';
import { picturesIn } from '../media-in-html.ts';
import { currentNames } from '../reads/current-names.ts';
import type { NewBook, NewChapter } from '../records.ts';
import type { StoredName } from '../revision-states.ts';
import { raw, sql } from '../sql.ts';
import { authorId } from './authors.ts';
import { type BinRow, binRowOf, dropFromBin, NameTakenError, putChapterInBin, putInBin } from './bin.ts';
import { addBook, removeBook } from './books.ts';
import { BOOK, check } from './check.ts';
import { recordOf, type StoredBook } from './edit-book.ts';
import { nameId } from './names.ts';
import { isShown, normalised, sectionOf } from './publication.ts';
import { rejectTakenDown } from './taken-down-keys.ts';
import type { Transaction } from './transaction.ts';

/** Deletes a book, and stores it in the bin with everything that belongs to it. @returns false if it does not exist */
export async function deleteBook(transaction: Transaction, key: string): Promise<boolean> {
  const { database } = transaction;
  const row = await database.get<StoredBook>(sql`SELECT * FROM books WHERE key = ${key}`);
  if (!row) return false;
  const { chapters, ...record } = await recordOf(database, row);
  const author = await database.one<Row & DeletedBook['author']>(
    sql`SELECT id, name, introduction FROM authors WHERE id = ${row.author_id}`,
  );
  const banners = await rowsOf(transaction, 'banners', row.id);
  const state: DeletedBook = {
    record,
    author,
    genres: await namesOf(transaction, 'genres', row.genres),
    tags: JSON.parse(row.tags),
    keywords: await namesOf(transaction, 'keywords', row.keywords),
    banners,
    helpEvents: await rowsOf(transaction, 'help_events', row.id),
  };
  const images = banners.flatMap(({ values }) => (typeof values['image'] === 'string' ? [values['image']] : []));
  const pictures = chapters.flatMap(({ html }) => picturesIn(html));
  const bin = await putInBin(transaction, {
    kind: 'book',
    record: row.id,
    book: row.id,
    name: row.title,
    section: row.section,
    key,
    places: await placesOf(transaction, row.id),
    media: [...new Set([...(record.cover ? [record.cover.file] : []), ...images, ...pictures])],
    state,
  });
  for (const [index, chapter] of chapters.entries()) await putChapterInBin(transaction, bin, index + 1, chapter);
  return removeBook(transaction, key);
}

const namesOf = ({ database }: Transaction, list: 'genres' | 'keywords', ids: string): Promise<StoredName[]> =>
  database.all<Row & StoredName>(
    sql`SELECT t.id, t.name FROM ${numbersAsRows(JSON.parse(ids))} JOIN ${raw(list)} t ON t.id = j.value ORDER BY j.key`,
  );

async function rowsOf(
  { database }: Transaction,
  table: 'banners' | 'help_events',
  book: number,
): Promise<DeletedRow[]> {
  const rows = await database.all<Row & { id: number }>(
    sql`SELECT * FROM ${raw(table)} WHERE book_id = ${book} ORDER BY id`,
  );
  return rows.map(({ id, ...values }) => ({ id, values: values as DeletedRow['values'] }));
}

async function placesOf({ database }: Transaction, book: number): Promise<ListPlace[]> {
  return database.all<Row & ListPlace>(
    sql`SELECT 'shelf' AS list, shelf_id AS id, position FROM shelf_books WHERE book_id = ${book}
      UNION ALL SELECT 'ranking' AS list, ranking_id AS id, position FROM ranking_books WHERE book_id = ${book}
      ORDER BY 1, 2, 3`,
  );
}

/**
 * Restores a book with its ids, so that readers' shelves, places and unlocked chapters apply to it again.
 * @param newKey identifies the book if its key is taken
 * @throws NameTakenError if another book has the key; LecternError STORE_TAKEN_DOWN
 */
export async function restoreBook(transaction: Transaction, row: BinRow, newKey: string | undefined): Promise<number> {
  const { database } = transaction;
  const state = decompressJson<DeletedBook>(row.state);
  const key = newKey ?? state.record.key;
  await rejectTakenDown(transaction, key);
  await checkKeyIsFree(transaction, key);
  const record = await withNames(transaction, state, {
    ...state.record,
    key,
    chapters: await chaptersOf(transaction, row.id),
  });
  check(BOOK, record, row.name);
  for (const { id } of record.chapters) if (id !== undefined) transaction.restoredChapters.add(id);
  const id = await addBook(transaction, record, row.record);
  for (const banner of state.banners) await restoreBanner(transaction, banner, id);
  for (const event of state.helpEvents)
    await database.run(insertInto('help_events', { id: event.id, ...event.values }));
  for (const place of JSON.parse(row.places) as ListPlace[]) await restorePlace(transaction, place, id);
  await dropFromBin(transaction, row.id);
  return id;
}

async function checkKeyIsFree({ database }: Transaction, key: string): Promise<void> {
  const isTaken = async (candidate: string) =>
    database.get<Row & { title: string }>(sql`SELECT title FROM books WHERE key = ${candidate}`);
  const other = await isTaken(key);
  if (!other) return;
  let number = 2;
  while (await isTaken(`${key}#${number}`)) number += 1;
  throw new NameTakenError(
    `The same book was imported again since, as “${other.title}”. You can restore this one as a separate book.`,
    `${key}#${number}`,
  );
}

async function chaptersOf({ database }: Transaction, bin: number): Promise<NewChapter[]> {
  const rows = await database.all<Row & { state: string }>(
    sql`SELECT state FROM bin_chapters WHERE bin_id = ${bin} ORDER BY place`,
  );
  return rows.map(({ state }) => decompressJson<NewChapter>(state));
}

/** Returns the record with the current spelling of its names. Names that were deleted with the book get their ids back. */
async function withNames(transaction: Transaction, state: DeletedBook, record: NewBook): Promise<NewBook> {
  const { database } = transaction;
  const publication = normalised(transaction, record.publication ?? 'published');
  const section = sectionOf(record.section, publication);
  const [authorName = state.author.name] = await currentNames(database, 'author', [state.author]);
  const hasAuthor = await database.get(sql`SELECT 1 FROM authors WHERE section = ${section} AND name = ${authorName}`);
  if (!hasAuthor)
    await authorId(
      transaction,
      section,
      { name: authorName, introduction: state.author.introduction },
      state.author.id,
    );
  const names = async (kind: 'genre' | 'tag' | 'keyword', list: readonly StoredName[]) => {
    const now = new Map<string, string>();
    for (const stored of list) {
      const [name = stored.name] = await currentNames(database, kind, [stored]);
      await nameId(transaction, `${kind}s`, section, name, stored.id);
      now.set(stored.name, name);
    }
    return now;
  };
  const genres = await names('genre', state.genres);
  const tags = await names('tag', state.tags);
  const keywords = await names('keyword', state.keywords);
  const spelt = (spellings: ReadonlyMap<string, string>, list: readonly string[]) => [
    ...new Set(list.map((name) => spellings.get(name) ?? name)),
  ];
  return {
    ...record,
    publication: isShown(publication) ? 'published' : (record.publication ?? 'published'),
    author: { name: authorName, introduction: '' },
    genres: spelt(genres, record.genres),
    tags: spelt(tags, record.tags),
    keywords: spelt(keywords, record.keywords),
    series: record.series ? { ...record.series, name: keywords.get(record.series.name) ?? record.series.name } : null,
  };
}

/** Restores a banner of the book. If another banner has its title, the deleted one stays in the bin on its own. */
async function restoreBanner(transaction: Transaction, { id, values }: DeletedRow, book: number): Promise<void> {
  const { section, brand, title } = values as { section: number; brand: string; title: string };
  const isTaken = await transaction.database.get(
    sql`SELECT 1 FROM banners WHERE section = ${section} AND brand = ${brand} AND title = ${title}`,
  );
  if (!isTaken) {
    await transaction.database.run(insertInto('banners', { id, ...values }));
    return;
  }
  const state: DeletedRecord = { values };
  const media = typeof values['image'] === 'string' ? [values['image']] : [];
  await putInBin(transaction, { kind: 'banner', record: id, book, name: title, section, brand, media, state });
}

const TABLES = { shelf: 'shelves', ranking: 'rankings' } as const;

async function restorePlace(transaction: Transaction, { list, id, position }: ListPlace, book: number): Promise<void> {
  const { database } = transaction;
  if (await database.get(sql`SELECT 1 FROM ${raw(TABLES[list])} WHERE id = ${id}`))
    return putPlace(transaction, list, id, book, position);
  // The list was deleted after the book. It will contain the book when it is restored.
  const deleted = await binRowOf(transaction, list, id);
  if (!deleted) return;
  const state = decompressJson<DeletedRecord>(deleted.state);
  const changed = { ...state, books: [...(state.books ?? []), { book, position }] };
  await database.run(sql`UPDATE bin SET state = ${compressJson(changed)} WHERE id = ${deleted.id}`);
}

/** Numbers above all positions, to which entries are moved while they make room. */
const ABOVE_ALL = 1_000_000;

/** Inserts a book into a list at a position. If it is taken, the entries from there on move down by one. */
export async function putPlace(
  { database }: Transaction,
  list: 'shelf' | 'ranking',
  id: number,
  book: number,
  position: number,
): Promise<void> {
  const [table, column] = [raw(`${list}_books`), raw(`${list}_id`)];
  if (await database.get(sql`SELECT 1 FROM ${table} WHERE ${column} = ${id} AND book_id = ${book}`)) return;
  if (await database.get(sql`SELECT 1 FROM ${table} WHERE ${column} = ${id} AND position = ${position}`)) {
    await database.run(
      sql`UPDATE ${table} SET position = position + ${raw(ABOVE_ALL + 1)} WHERE ${column} = ${id} AND position >= ${position}`,
    );
    await database.run(
      sql`UPDATE ${table} SET position = position - ${raw(ABOVE_ALL)} WHERE ${column} = ${id} AND position > ${raw(ABOVE_ALL)}`,
    );
  }
  await database.run(insertInto(`${list}_books`, { [`${list}_id`]: id, position, book_id: book }));
}
