import { authorsOf, titlesOf } from '../book-search.ts';
import { assignments, insertInto, insertRow } from '../insert.ts';
import { type ListedBook, membershipsOf } from '../membership.ts';
import type { NewBook, Publication } from '../records.ts';
import { sql } from '../sql.ts';
import { toIndexText } from '../tokenize.ts';
import { countBook } from './authors.ts';
import { columns, editionOf, type Names, namesOf, type OldBook, type PlacedBook, wordsOf } from './book-row.ts';
import { type BrandList, brandSet, brandsThatLose, inOrderOfOffer, parseBrands } from './brands.ts';
import { planChapters } from './chapter-plan.ts';
import { laterDate, putChapters } from './chapters.ts';
import { moveNames } from './moved-names.ts';
import { categoryId, putTerms } from './names.ts';
import { recordRemoval } from './orphans.ts';
import { NO_BRAND, normalised, publicationOf, publishAtOf, sectionOf } from './publication.ts';
import { reviseBook } from './revisions.ts';
import { rejectTakenDown } from './taken-down-keys.ts';
import type { Transaction } from './transaction.ts';

export async function putBook(
  transaction: Transaction,
  book: NewBook,
): Promise<{ id: number; status: 'added' | 'updated' | 'unchanged' }> {
  const old = await storedBook(transaction, book.key);
  if (!old) await rejectTakenDown(transaction, book.key);
  if (!old) return { id: await addBook(transaction, book), status: 'added' };
  const isMoved = await putBrands(transaction, old, book.brands);
  if (old.fingerprint === book.fingerprint && isSamePublication(transaction, old, book.publication))
    return { id: old.id, status: isMoved ? 'updated' : 'unchanged' };
  await updateBook(transaction, old, book);
  return { id: old.id, status: 'updated' };
}

const storedBook = ({ database }: Transaction, key: string): Promise<OldBook | undefined> =>
  database.get<OldBook>(sql`SELECT * FROM books WHERE key = ${key}`);

/** Whether the book already has this publication, or no publication is given. */
export function isSamePublication(
  transaction: Transaction,
  old: OldBook,
  publication: Publication | undefined,
): boolean {
  const before = publicationOf(old);
  const now = normalised(transaction, publication ?? before);
  return sectionOf(1, now) === sectionOf(1, before) && publishAtOf(now) === publishAtOf(before);
}

async function placedBook(transaction: Transaction, old: OldBook | undefined, record: NewBook): Promise<PlacedBook> {
  const { publication, ...book } = record;
  const now = normalised(transaction, publication ?? publicationOf(old));
  const chapters = await planChapters(transaction, old?.id, book.chapters);
  const edition = old && editionOf(old);
  return { ...edition, ...book, chapters, section: sectionOf(book.section, now), publishAt: publishAtOf(now) };
}

/** @param restoredId id of a deleted book that is restored */
export async function addBook(transaction: Transaction, record: NewBook, restoredId?: number): Promise<number> {
  const book = await placedBook(transaction, undefined, record);
  const names = await namesOf(transaction, book);
  const row = columns(transaction, book, names, book.updatedAt);
  const withId = restoredId === undefined ? row : { id: restoredId, ...row };
  const id = await insertRow(transaction.database, 'books', withId);
  await countBook(transaction, names.author, 1);
  const brands = await setBrands(transaction, { id, section: book.section }, book.brands ?? null);
  await putMemberships(transaction, { id, brands }, book, names);
  await putSearch(transaction, id, book);
  await putChapters(transaction, id, book.chapters);
  return id;
}

/** Sets the brands that offer a book. @returns the number of the brand set */
async function setBrands(
  transaction: Transaction,
  { id, section }: Pick<OldBook, 'id' | 'section'>,
  brands: BrandList,
): Promise<number> {
  const set = section < 0 ? NO_BRAND : await brandSet(transaction, brands);
  const row = { brands: set, offered_by: brands && JSON.stringify(brands) };
  await transaction.database.run(sql`UPDATE books SET ${assignments(row)} WHERE id = ${id}`);
  return set;
}

/**
 * Assigns a book to these brands. The book keeps its date, because its content does not change. The change feed lists
 * it as changed, and as removed for brands that lose it.
 * @param brands undefined keeps the current brands
 */
export async function putBrands(
  transaction: Transaction,
  old: OldBook,
  brands: BrandList | undefined,
): Promise<boolean> {
  if (brands === undefined) return false;
  const before = parseBrands(old.offered_by);
  const now = inOrderOfOffer(before, brands);
  if (JSON.stringify(now) === JSON.stringify(before)) return false;
  await reviseBook(transaction, old.id, old.updated_at);
  old.brands = await setBrands(transaction, old, now);
  old.offered_by = now && JSON.stringify(now);
  await transaction.database.run(sql`UPDATE books SET seq = ${transaction.nextSeq()} WHERE id = ${old.id}`);
  for (const { kind, target } of membershipsOf(await oldListedBook(transaction, old)))
    await transaction.database.run(
      sql`UPDATE memberships SET brands = ${old.brands}
        WHERE kind = ${kind} AND target = ${target} AND hot = ${old.hot} AND book_id = ${old.id}`,
    );
  for (const brand of brandsThatLose(before, now)) await recordRemoval(transaction, 'book', old.section, old.id, brand);
  return true;
}

export async function updateBook(transaction: Transaction, old: OldBook, record: NewBook): Promise<void> {
  await reviseBook(transaction, old.id, old.updated_at);
  const book = await placedBook(transaction, old, record);
  if (old.section !== book.section) await moveNames(transaction, old, book.section);
  const names = await namesOf(transaction, book);
  const row = columns(transaction, book, names, laterDate(transaction, old.updated_at, book.updatedAt));
  await dropMemberships(transaction, old);
  await transaction.database.run(sql`UPDATE books SET ${assignments(row)} WHERE id = ${old.id}`);
  if (old.section !== book.section) {
    if (old.section > 0) await recordRemoval(transaction, 'book', old.section, old.id);
    old.brands = await setBrands(transaction, { id: old.id, section: book.section }, parseBrands(old.offered_by));
  }
  if (names.author !== old.author_id) {
    await countBook(transaction, names.author, 1);
    await countBook(transaction, old.author_id, -1);
  }
  await putMemberships(transaction, old, book, names);
  await transaction.database.run(sql`DELETE FROM book_search WHERE rowid = ${old.id}`);
  await putSearch(transaction, old.id, book);
  await putChapters(transaction, old.id, book.chapters);
}

/** Deletes a book permanently. */
export async function removeBook(transaction: Transaction, key: string): Promise<boolean> {
  const old = await storedBook(transaction, key);
  if (!old) return false;
  await dropMemberships(transaction, old);
  await transaction.database.run(sql`DELETE FROM book_search WHERE rowid = ${old.id}`);
  await transaction.database.run(sql`DELETE FROM books WHERE id = ${old.id}`);
  await countBook(transaction, old.author_id, -1);
  if (old.section > 0) await recordRemoval(transaction, 'book', old.section, old.id);
  return true;
}

/** Returns the columns of a book in the search index, without its id. */
export function searchFields(book: Omit<NewBook, 'chapters'>) {
  const subjects = [book.category, book.subCategory ?? '', ...book.genres, ...book.tags, ...book.keywords].join(' ');
  return {
    title: toIndexText(titlesOf(book.title, book.alternativeTitles, book.originalTitle)),
    author: toIndexText(authorsOf(book.author.name, book.originalAuthor)),
    subjects: toIndexText(subjects),
    introduction: toIndexText(book.introduction),
  };
}

async function putSearch(transaction: Transaction, id: number, book: PlacedBook): Promise<void> {
  await transaction.database.run(insertInto('book_search', { rowid: id, ...searchFields(book) }));
  await putTerms(
    transaction,
    book.section,
    `${titlesOf(book.title, book.alternativeTitles, book.originalTitle)} ${book.category} ${book.genres.join(' ')}`,
  );
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
  for (const { kind, target, hot, status, length } of membershipsOf(listedBook(book, names))) {
    const row = { kind, target, hot, book_id: id, status, length, brands };
    await transaction.database.run(insertInto('memberships', row));
  }
}

/** Removes a book from its lists. Names that lose a book are checked when the transaction ends. */
async function dropMemberships(transaction: Transaction, old: OldBook): Promise<void> {
  const listed = await oldListedBook(transaction, old);
  for (const { kind, target } of membershipsOf(listed))
    await transaction.database.run(
      sql`DELETE FROM memberships
        WHERE kind = ${kind} AND target = ${target} AND hot = ${old.hot} AND book_id = ${old.id}`,
    );
  const { orphanCandidates } = transaction;
  for (const id of listed.genres) orphanCandidates.genres.add(id);
  for (const id of listed.tags) orphanCandidates.tags.add(id);
  for (const id of listed.keywords) orphanCandidates.keywords.add(id);
}

/** Returns what `membershipsOf` received when the book was stored. */
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
