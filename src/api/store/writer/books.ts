import { type ListedBook, membershipsOf } from '../membership.ts';
import type { NewBook, Publication } from '../records.ts';
import { toIndexText } from '../tokenize.ts';
import { countBook } from './authors.ts';
import { COLUMNS, columns, type Names, namesOf, type OldBook, type PlacedBook, wordsOf } from './book-row.ts';
import { type BrandList, brandSet, brandsThatLose, inOrderOfOffer, parseBrands } from './brands.ts';
import { planChapters } from './chapter-plan.ts';
import { laterDate, putChapters } from './chapters.ts';
import { moveNames } from './moved-names.ts';
import { categoryId, putTerms } from './names.ts';
import { rememberRemoval } from './orphans.ts';
import { momentOf, NO_BRAND, publicationOf, sectionOf, settled } from './publication.ts';
import { refuseTakenDown } from './taken-down-keys.ts';
import type { Transaction } from './transaction.ts';

export async function putBook(
  transaction: Transaction,
  book: NewBook,
): Promise<{ id: number; status: 'added' | 'updated' | 'unchanged' }> {
  const old = await storedBook(transaction, book.key);
  if (!old) await refuseTakenDown(transaction, book.key);
  if (!old) return { id: await addBook(transaction, book), status: 'added' };
  const isMoved = await putBrands(transaction, old, book.brands);
  if (old.fingerprint === book.fingerprint && isSamePublication(transaction, old, book.publication))
    return { id: old.id, status: isMoved ? 'updated' : 'unchanged' };
  await updateBook(transaction, old, book);
  return { id: old.id, status: 'updated' };
}

const storedBook = ({ database }: Transaction, key: string): Promise<OldBook | undefined> =>
  database.get<OldBook>('SELECT * FROM books WHERE key = ?', key);

/** Whether the book has this publication already; one that is left out is what it has. */
export function isSamePublication(transaction: Transaction, old: OldBook, given: Publication | undefined): boolean {
  const before = publicationOf(old);
  const now = settled(transaction, given ?? before);
  return sectionOf(1, now) === sectionOf(1, before) && momentOf(now) === momentOf(before);
}

async function placed(transaction: Transaction, old: OldBook | undefined, record: NewBook): Promise<PlacedBook> {
  const { publication, ...book } = record;
  const now = settled(transaction, publication ?? publicationOf(old));
  const chapters = await planChapters(transaction, old?.id, book.chapters);
  return { ...book, chapters, section: sectionOf(book.section, now), publishAt: momentOf(now) };
}

export async function addBook(transaction: Transaction, record: NewBook): Promise<number> {
  const book = await placed(transaction, undefined, record);
  const names = await namesOf(transaction, book);
  const values = columns(transaction, book, names, book.updatedAt);
  const marks = values.map(() => '?').join();
  const { id } = await transaction.database.run(`INSERT INTO books (${COLUMNS.join()}) VALUES (${marks})`, ...values);
  await countBook(transaction, names.author, 1);
  const brands = await setBrands(transaction, { id, section: book.section }, book.brands ?? null);
  await putMemberships(transaction, { id, brands }, book, names);
  await putSearch(transaction, id, book);
  await putChapters(transaction, id, book.chapters);
  return id;
}

/** @returns the number of the set */
async function setBrands(
  transaction: Transaction,
  { id, section }: Pick<OldBook, 'id' | 'section'>,
  brands: BrandList,
): Promise<number> {
  const set = section < 0 ? NO_BRAND : await brandSet(transaction, brands);
  const sql = 'UPDATE books SET brands = ?, offered_by = ? WHERE id = ?';
  await transaction.database.run(sql, set, brands && JSON.stringify(brands), id);
  return set;
}

/**
 * Offers the book by these brands. It has not changed by that, so it keeps its date: brands are told of it as they are of
 * a changed one, and those that lose it of a removal.
 * @param given undefined to leave it with the brands it has
 */
export async function putBrands(
  transaction: Transaction,
  old: OldBook,
  given: BrandList | undefined,
): Promise<boolean> {
  if (given === undefined) return false;
  const before = parseBrands(old.offered_by);
  const now = inOrderOfOffer(before, given);
  if (JSON.stringify(now) === JSON.stringify(before)) return false;
  old.brands = await setBrands(transaction, old, now);
  old.offered_by = now && JSON.stringify(now);
  await transaction.database.run('UPDATE books SET seq = ? WHERE id = ?', transaction.nextSeq(), old.id);
  const sql = 'UPDATE memberships SET brands = ? WHERE kind = ? AND target = ? AND hot = ? AND book_id = ?';
  for (const { kind, target } of membershipsOf(await oldListedBook(transaction, old)))
    await transaction.database.run(sql, old.brands, kind, target, old.hot, old.id);
  for (const brand of brandsThatLose(before, now))
    await rememberRemoval(transaction, 'book', old.section, old.id, brand);
  return true;
}

export async function updateBook(transaction: Transaction, old: OldBook, record: NewBook): Promise<void> {
  const book = await placed(transaction, old, record);
  if (old.section !== book.section) await moveNames(transaction, old, book.section);
  const names = await namesOf(transaction, book);
  const values = columns(transaction, book, names, laterDate(transaction, old.updated_at, book.updatedAt));
  await dropMemberships(transaction, old);
  await transaction.database.run(
    `UPDATE books SET ${COLUMNS.map((column) => `${column} = ?`).join()} WHERE id = ?`,
    ...values,
    old.id,
  );
  if (old.section !== book.section) {
    if (old.section > 0) await rememberRemoval(transaction, 'book', old.section, old.id);
    old.brands = await setBrands(transaction, { id: old.id, section: book.section }, parseBrands(old.offered_by));
  }
  if (names.author !== old.author_id) {
    await countBook(transaction, names.author, 1);
    await countBook(transaction, old.author_id, -1);
  }
  await putMemberships(transaction, old, book, names);
  await transaction.database.run('DELETE FROM book_search WHERE rowid = ?', old.id);
  await putSearch(transaction, old.id, book);
  await putChapters(transaction, old.id, book.chapters);
}

export async function removeBook(transaction: Transaction, key: string): Promise<boolean> {
  const old = await storedBook(transaction, key);
  if (!old) return false;
  await dropMemberships(transaction, old);
  await transaction.database.run('DELETE FROM book_search WHERE rowid = ?', old.id);
  await transaction.database.run('DELETE FROM books WHERE id = ?', old.id);
  await countBook(transaction, old.author_id, -1);
  if (old.section > 0) await rememberRemoval(transaction, 'book', old.section, old.id);
  return true;
}

/** What the search index has of a book: title, author, subjects, introduction. */
export function searchFields(book: Omit<NewBook, 'chapters'>): string[] {
  const subjects = [book.category, book.subCategory ?? '', ...book.genres, ...book.tags, ...book.keywords].join(' ');
  return [book.title, book.author.name, subjects, book.introduction].map(toIndexText);
}

async function putSearch(transaction: Transaction, id: number, book: PlacedBook): Promise<void> {
  const fields = searchFields(book);
  const sql = 'INSERT INTO book_search (rowid, title, author, subjects, introduction) VALUES (?, ?, ?, ?, ?)';
  await transaction.database.run(sql, id, ...fields);
  await putTerms(transaction, book.section, `${book.title} ${book.category} ${book.genres.join(' ')}`);
}

function listedBook(book: PlacedBook, { author, genres, tags, keywords, categories }: Names) {
  const { section, title, hot, status } = book;
  const listed = { genres, tags: tags.map(({ id }) => id), keywords, categories };
  return { section, title, hot, status, words: wordsOf(book), authorId: author, ...listed };
}

async function putMemberships(
  transaction: Transaction,
  { id, brands }: Pick<OldBook, 'id' | 'brands'>,
  book: PlacedBook,
  names: Names,
): Promise<void> {
  const sql =
    'INSERT INTO memberships (kind, target, hot, book_id, status, length, brands) VALUES (?, ?, ?, ?, ?, ?, ?)';
  for (const { kind, target, hot, status, length } of membershipsOf(listedBook(book, names))) {
    await transaction.database.run(sql, kind, target, hot, id, status, length, brands);
  }
}

/** Takes out what `putMemberships` put in; the names that lose a book are looked at when the transaction ends. */
async function dropMemberships(transaction: Transaction, old: OldBook): Promise<void> {
  const listed = await oldListedBook(transaction, old);
  const sql = 'DELETE FROM memberships WHERE kind = ? AND target = ? AND hot = ? AND book_id = ?';
  for (const { kind, target } of membershipsOf(listed))
    await transaction.database.run(sql, kind, target, old.hot, old.id);
  const { orphanCandidates } = transaction;
  for (const id of listed.genres) orphanCandidates.genres.add(id);
  for (const id of listed.tags) orphanCandidates.tags.add(id);
  for (const id of listed.keywords) orphanCandidates.keywords.add(id);
}

/** What `membershipsOf` was given when the book was put. */
async function oldListedBook(transaction: Transaction, old: OldBook): Promise<ListedBook> {
  const { section, title, hot, status, words, author_id: authorId, category, sub_category } = old;
  const parts = sub_category === null ? [''] : ['', sub_category];
  const categories = await Array.fromAsync(parts, (sub) => categoryId(transaction, section, category, sub));
  const tags = (JSON.parse(old.tags) as { id: number }[]).map(({ id }) => id);
  const [genres, keywords]: number[][] = [JSON.parse(old.genres), JSON.parse(old.keywords)];
  return {
    section,
    title,
    hot,
    status,
    words,
    authorId,
    genres: genres ?? [],
    tags,
    keywords: keywords ?? [],
    categories,
  };
}
