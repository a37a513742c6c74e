import { membershipsOf } from '../membership.ts';
import type { NewBook } from '../records.ts';
import { indexText } from '../words.ts';
import { countBook } from './authors.ts';
import { COLUMNS, columns, type Names, namesOf, type OldBook, wordsOf } from './book-row.ts';
import { laterDate, putChapters } from './chapters.ts';
import { categoryId, putTerms } from './names.ts';
import { rememberRemoval } from './orphans.ts';
import type { Session } from './session.ts';

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

function placement(book: NewBook, { author, genres, tags, keywords, categories }: Names) {
  const { section, title, hot, status } = book;
  const listed = { genres, tags: tags.map(({ id }) => id), keywords, categories };
  return { section, title, hot, status, words: wordsOf(book), authorId: author, ...listed };
}

function putMemberships(session: Session, id: number, book: NewBook, names: Names): void {
  const sql = 'INSERT INTO memberships (kind, target, hot, book_id, status, length) VALUES (?, ?, ?, ?, ?, ?)';
  for (const { kind, target, hot, status, length } of membershipsOf(placement(book, names))) {
    session.database.run(sql, kind, target, hot, id, status, length);
  }
}

/** Takes out what `putMemberships` put in; the names that lose a book are judged when the round ends. */
function dropMemberships(session: Session, old: OldBook): void {
  const numbers = (json: string): number[] => JSON.parse(json);
  const [genres, keywords] = [numbers(old.genres), numbers(old.keywords)];
  const tags = (JSON.parse(old.tags) as { id: number }[]).map(({ id }) => id);
  const { section, title, hot, status, words, author_id, category, sub_category } = old;
  const parts = sub_category === null ? [''] : ['', sub_category];
  const categories = parts.map((sub) => categoryId(session, section, category, sub));
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
  for (const { kind, target } of rows) session.database.run(sql, kind, target, hot, old.id);
  const { orphanCandidates } = session;
  for (const id of genres) orphanCandidates.genres.add(id);
  for (const id of tags) orphanCandidates.tags.add(id);
  for (const id of keywords) orphanCandidates.keywords.add(id);
}
