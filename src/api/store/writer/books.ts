import type { NewBook } from '../records.ts';
import { indexText } from '../words.ts';
import { countBook } from './authors.ts';
import { COLUMNS, columns, namesOf, type OldBook } from './book-row.ts';
import { laterDate, putChapters } from './chapters.ts';
import { dropMemberships, putMemberships } from './memberships.ts';
import type { Session } from './session.ts';
import { rememberRemoval } from './sweep.ts';
import { putTerms } from './terms.ts';

export function putBook(session: Session, book: NewBook): { id: number; status: 'added' | 'updated' | 'unchanged' } {
  const old = session.database.get<OldBook>('SELECT * FROM books WHERE key = ?', book.key);
  if (!old) return { id: addBook(session, book), status: 'added' };
  if (old.fingerprint === book.fingerprint) return { id: old.id, status: 'unchanged' };
  updateBook(session, old, book);
  return { id: old.id, status: 'updated' };
}

function addBook(session: Session, book: NewBook): number {
  const names = namesOf(session, book);
  const values = columns(session, book, names, book.updatedAt);
  const marks = values.map(() => '?').join();
  const { id } = session.database.run(`INSERT INTO books (${COLUMNS.join()}) VALUES (${marks})`, ...values);
  countBook(session, names.author, 1);
  putMemberships(session, id, book, names);
  putSearch(session, id, book);
  putChapters(session, id, book.chapters);
  return id;
}

function updateBook(session: Session, old: OldBook, book: NewBook): void {
  const names = namesOf(session, book);
  const values = columns(session, book, names, laterDate(session, old.updated_at, book.updatedAt));
  dropMemberships(session, old);
  session.database.run(
    `UPDATE books SET ${COLUMNS.map((column) => `${column} = ?`).join()} WHERE id = ?`,
    ...values,
    old.id,
  );
  if (old.section !== book.section) rememberRemoval(session, 'book', old.section, old.id);
  if (names.author !== old.author_id) {
    countBook(session, names.author, 1);
    countBook(session, old.author_id, -1);
  }
  putMemberships(session, old.id, book, names);
  session.database.run('DELETE FROM book_search WHERE rowid = ?', old.id);
  putSearch(session, old.id, book);
  putChapters(session, old.id, book.chapters);
}

export function removeBook(session: Session, key: string): boolean {
  const old = session.database.get<OldBook>('SELECT * FROM books WHERE key = ?', key);
  if (!old) return false;
  dropMemberships(session, old);
  session.database.run('DELETE FROM book_search WHERE rowid = ?', old.id);
  session.database.run('DELETE FROM books WHERE id = ?', old.id);
  countBook(session, old.author_id, -1);
  rememberRemoval(session, 'book', old.section, old.id);
  return true;
}

function putSearch(session: Session, id: number, book: NewBook): void {
  const subjects = [book.category, book.subCategory ?? '', ...book.genres, ...book.tags, ...book.keywords].join(' ');
  const fields = [book.title, book.author.name, subjects, book.introduction].map(indexText);
  const sql = 'INSERT INTO book_search (rowid, title, author, subjects, introduction) VALUES (?, ?, ?, ?, ?)';
  session.database.run(sql, id, ...fields);
  putTerms(session, book.section, `${book.title} ${book.category} ${book.genres.join(' ')}`);
}
