import { membershipsOf } from '../membership.ts';
import type { NewBook } from '../records.ts';
import { toIndexText } from '../tokenize.ts';
import { countBook } from './authors.ts';
import { COLUMNS, columns, type Names, namesOf, type OldBook, wordsOf } from './book-row.ts';
import { laterDate, putChapters } from './chapters.ts';
import { categoryId, putTerms } from './names.ts';
import { rememberRemoval } from './orphans.ts';
import type { Transaction } from './transaction.ts';

export function putBook(
  transaction: Transaction,
  book: NewBook,
): { id: number; status: 'added' | 'updated' | 'unchanged' } {
  const old = transaction.database.get<OldBook>('SELECT * FROM books WHERE key = ?', book.key);
  if (!old) return { id: addBook(transaction, book), status: 'added' };
  if (old.fingerprint === book.fingerprint) return { id: old.id, status: 'unchanged' };
  updateBook(transaction, old, book);
  return { id: old.id, status: 'updated' };
}

function addBook(transaction: Transaction, book: NewBook): number {
  const names = namesOf(transaction, book);
  const values = columns(transaction, book, names, book.updatedAt);
  const marks = values.map(() => '?').join();
  const { id } = transaction.database.run(`INSERT INTO books (${COLUMNS.join()}) VALUES (${marks})`, ...values);
  countBook(transaction, names.author, 1);
  putMemberships(transaction, id, book, names);
  putSearch(transaction, id, book);
  putChapters(transaction, id, book.chapters);
  return id;
}

function updateBook(transaction: Transaction, old: OldBook, book: NewBook): void {
  const names = namesOf(transaction, book);
  const values = columns(transaction, book, names, laterDate(transaction, old.updated_at, book.updatedAt));
  dropMemberships(transaction, old);
  transaction.database.run(
    `UPDATE books SET ${COLUMNS.map((column) => `${column} = ?`).join()} WHERE id = ?`,
    ...values,
    old.id,
  );
  if (old.section !== book.section) rememberRemoval(transaction, 'book', old.section, old.id);
  if (names.author !== old.author_id) {
    countBook(transaction, names.author, 1);
    countBook(transaction, old.author_id, -1);
  }
  putMemberships(transaction, old.id, book, names);
  transaction.database.run('DELETE FROM book_search WHERE rowid = ?', old.id);
  putSearch(transaction, old.id, book);
  putChapters(transaction, old.id, book.chapters);
}

export function removeBook(transaction: Transaction, key: string): boolean {
  const old = transaction.database.get<OldBook>('SELECT * FROM books WHERE key = ?', key);
  if (!old) return false;
  dropMemberships(transaction, old);
  transaction.database.run('DELETE FROM book_search WHERE rowid = ?', old.id);
  transaction.database.run('DELETE FROM books WHERE id = ?', old.id);
  countBook(transaction, old.author_id, -1);
  rememberRemoval(transaction, 'book', old.section, old.id);
  return true;
}

function putSearch(transaction: Transaction, id: number, book: NewBook): void {
  const subjects = [book.category, book.subCategory ?? '', ...book.genres, ...book.tags, ...book.keywords].join(' ');
  const fields = [book.title, book.author.name, subjects, book.introduction].map(toIndexText);
  const sql = 'INSERT INTO book_search (rowid, title, author, subjects, introduction) VALUES (?, ?, ?, ?, ?)';
  transaction.database.run(sql, id, ...fields);
  putTerms(transaction, book.section, `${book.title} ${book.category} ${book.genres.join(' ')}`);
}

function listedBook(book: NewBook, { author, genres, tags, keywords, categories }: Names) {
  const { section, title, hot, status } = book;
  const listed = { genres, tags: tags.map(({ id }) => id), keywords, categories };
  return { section, title, hot, status, words: wordsOf(book), authorId: author, ...listed };
}

function putMemberships(transaction: Transaction, id: number, book: NewBook, names: Names): void {
  const sql = 'INSERT INTO memberships (kind, target, hot, book_id, status, length) VALUES (?, ?, ?, ?, ?, ?)';
  for (const { kind, target, hot, status, length } of membershipsOf(listedBook(book, names))) {
    transaction.database.run(sql, kind, target, hot, id, status, length);
  }
}

/** Takes out what `putMemberships` put in; the names that lose a book are looked at when the transaction ends. */
function dropMemberships(transaction: Transaction, old: OldBook): void {
  const numbers = (json: string): number[] => JSON.parse(json);
  const [genres, keywords] = [numbers(old.genres), numbers(old.keywords)];
  const tags = (JSON.parse(old.tags) as { id: number }[]).map(({ id }) => id);
  const { section, title, hot, status, words, author_id, category, sub_category } = old;
  const parts = sub_category === null ? [''] : ['', sub_category];
  const categories = parts.map((sub) => categoryId(transaction, section, category, sub));
  const rows = membershipsOf({
    section,
    title,
    hot,
    status,
    words,
    authorId: author_id,
    genres,
    tags,
    keywords,
    categories,
  });
  const sql = 'DELETE FROM memberships WHERE kind = ? AND target = ? AND hot = ? AND book_id = ?';
  for (const { kind, target } of rows) transaction.database.run(sql, kind, target, hot, old.id);
  const { orphanCandidates } = transaction;
  for (const id of genres) orphanCandidates.genres.add(id);
  for (const id of tags) orphanCandidates.tags.add(id);
  for (const id of keywords) orphanCandidates.keywords.add(id);
}
