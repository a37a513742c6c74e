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

export function putBook(
  transaction: Transaction,
  book: NewBook,
): { id: number; status: 'added' | 'updated' | 'unchanged' } {
  const old = storedBook(transaction, book.key);
  if (!old) refuseTakenDown(transaction, book.key);
  if (!old) return { id: addBook(transaction, book), status: 'added' };
  const isMoved = putBrands(transaction, old, book.brands);
  if (old.fingerprint === book.fingerprint && isSamePublication(transaction, old, book.publication))
    return { id: old.id, status: isMoved ? 'updated' : 'unchanged' };
  updateBook(transaction, old, book);
  return { id: old.id, status: 'updated' };
}

const storedBook = ({ database }: Transaction, key: string): OldBook | undefined =>
  database.get<OldBook>('SELECT * FROM books WHERE key = ?', key);

/** Whether the book has this publication already; one that is left out is what it has. */
export function isSamePublication(transaction: Transaction, old: OldBook, given: Publication | undefined): boolean {
  const before = publicationOf(old);
  const now = settled(transaction, given ?? before);
  return sectionOf(1, now) === sectionOf(1, before) && momentOf(now) === momentOf(before);
}

function placed(transaction: Transaction, old: OldBook | undefined, record: NewBook): PlacedBook {
  const { publication, ...book } = record;
  const now = settled(transaction, publication ?? publicationOf(old));
  const chapters = planChapters(transaction, old?.id, book.chapters);
  return { ...book, chapters, section: sectionOf(book.section, now), publishAt: momentOf(now) };
}

function addBook(transaction: Transaction, record: NewBook): number {
  const book = placed(transaction, undefined, record);
  const names = namesOf(transaction, book);
  const values = columns(transaction, book, names, book.updatedAt);
  const marks = values.map(() => '?').join();
  const { id } = transaction.database.run(`INSERT INTO books (${COLUMNS.join()}) VALUES (${marks})`, ...values);
  countBook(transaction, names.author, 1);
  const brands = setBrands(transaction, { id, section: book.section }, book.brands ?? null);
  putMemberships(transaction, { id, brands }, book, names);
  putSearch(transaction, id, book);
  putChapters(transaction, id, book.chapters);
  return id;
}

/** @returns the number of the set */
function setBrands(
  transaction: Transaction,
  { id, section }: Pick<OldBook, 'id' | 'section'>,
  brands: BrandList,
): number {
  const set = section < 0 ? NO_BRAND : brandSet(transaction, brands);
  const sql = 'UPDATE books SET brands = ?, offered_by = ? WHERE id = ?';
  transaction.database.run(sql, set, brands && JSON.stringify(brands), id);
  return set;
}

/**
 * Offers the book by these brands. It has not changed by that, so it keeps its date: brands are told of it as they are of
 * a changed one, and those that lose it of a removal.
 * @param given undefined to leave it with the brands it has
 */
export function putBrands(transaction: Transaction, old: OldBook, given: BrandList | undefined): boolean {
  if (given === undefined) return false;
  const before = parseBrands(old.offered_by);
  const now = inOrderOfOffer(before, given);
  if (JSON.stringify(now) === JSON.stringify(before)) return false;
  old.brands = setBrands(transaction, old, now);
  old.offered_by = now && JSON.stringify(now);
  transaction.database.run('UPDATE books SET seq = ? WHERE id = ?', transaction.nextSeq(), old.id);
  const sql = 'UPDATE memberships SET brands = ? WHERE kind = ? AND target = ? AND hot = ? AND book_id = ?';
  for (const { kind, target } of membershipsOf(oldListedBook(transaction, old)))
    transaction.database.run(sql, old.brands, kind, target, old.hot, old.id);
  for (const brand of brandsThatLose(before, now)) rememberRemoval(transaction, 'book', old.section, old.id, brand);
  return true;
}

export function updateBook(transaction: Transaction, old: OldBook, record: NewBook): void {
  const book = placed(transaction, old, record);
  if (old.section !== book.section) moveNames(transaction, old, book.section);
  const names = namesOf(transaction, book);
  const values = columns(transaction, book, names, laterDate(transaction, old.updated_at, book.updatedAt));
  dropMemberships(transaction, old);
  transaction.database.run(
    `UPDATE books SET ${COLUMNS.map((column) => `${column} = ?`).join()} WHERE id = ?`,
    ...values,
    old.id,
  );
  if (old.section !== book.section) {
    if (old.section > 0) rememberRemoval(transaction, 'book', old.section, old.id);
    old.brands = setBrands(transaction, { id: old.id, section: book.section }, parseBrands(old.offered_by));
  }
  if (names.author !== old.author_id) {
    countBook(transaction, names.author, 1);
    countBook(transaction, old.author_id, -1);
  }
  putMemberships(transaction, old, book, names);
  transaction.database.run('DELETE FROM book_search WHERE rowid = ?', old.id);
  putSearch(transaction, old.id, book);
  putChapters(transaction, old.id, book.chapters);
}

export function removeBook(transaction: Transaction, key: string): boolean {
  const old = storedBook(transaction, key);
  if (!old) return false;
  dropMemberships(transaction, old);
  transaction.database.run('DELETE FROM book_search WHERE rowid = ?', old.id);
  transaction.database.run('DELETE FROM books WHERE id = ?', old.id);
  countBook(transaction, old.author_id, -1);
  if (old.section > 0) rememberRemoval(transaction, 'book', old.section, old.id);
  return true;
}

function putSearch(transaction: Transaction, id: number, book: PlacedBook): void {
  const subjects = [book.category, book.subCategory ?? '', ...book.genres, ...book.tags, ...book.keywords].join(' ');
  const fields = [book.title, book.author.name, subjects, book.introduction].map(toIndexText);
  const sql = 'INSERT INTO book_search (rowid, title, author, subjects, introduction) VALUES (?, ?, ?, ?, ?)';
  transaction.database.run(sql, id, ...fields);
  putTerms(transaction, book.section, `${book.title} ${book.category} ${book.genres.join(' ')}`);
}

function listedBook(book: PlacedBook, { author, genres, tags, keywords, categories }: Names) {
  const { section, title, hot, status } = book;
  const listed = { genres, tags: tags.map(({ id }) => id), keywords, categories };
  return { section, title, hot, status, words: wordsOf(book), authorId: author, ...listed };
}

function putMemberships(
  transaction: Transaction,
  { id, brands }: Pick<OldBook, 'id' | 'brands'>,
  book: PlacedBook,
  names: Names,
): void {
  const sql =
    'INSERT INTO memberships (kind, target, hot, book_id, status, length, brands) VALUES (?, ?, ?, ?, ?, ?, ?)';
  for (const { kind, target, hot, status, length } of membershipsOf(listedBook(book, names))) {
    transaction.database.run(sql, kind, target, hot, id, status, length, brands);
  }
}

/** Takes out what `putMemberships` put in; the names that lose a book are looked at when the transaction ends. */
function dropMemberships(transaction: Transaction, old: OldBook): void {
  const listed = oldListedBook(transaction, old);
  const sql = 'DELETE FROM memberships WHERE kind = ? AND target = ? AND hot = ? AND book_id = ?';
  for (const { kind, target } of membershipsOf(listed)) transaction.database.run(sql, kind, target, old.hot, old.id);
  const { orphanCandidates } = transaction;
  for (const id of listed.genres) orphanCandidates.genres.add(id);
  for (const id of listed.tags) orphanCandidates.tags.add(id);
  for (const id of listed.keywords) orphanCandidates.keywords.add(id);
}

/** What `membershipsOf` was given when the book was put. */
function oldListedBook(transaction: Transaction, old: OldBook): ListedBook {
  const { section, title, hot, status, words, author_id: authorId, category, sub_category } = old;
  const parts = sub_category === null ? [''] : ['', sub_category];
  const categories = parts.map((sub) => categoryId(transaction, section, category, sub));
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
