import { NAME_KIND, nameRow } from '../name-kind.ts';
import { indexName } from './names.ts';
import type { Session } from './session.ts';

/** @returns the author's id; an introduction that is not empty replaces the one known. */
export function authorId(session: Session, section: number, author: { name: string; introduction: string }): number {
  type AuthorRow = { id: number; introduction: string };
  const known = session.database.get<AuthorRow>(
    'SELECT id, introduction FROM authors WHERE section = ? AND name = ?',
    section,
    author.name,
  );
  if (!known) return addAuthor(session, section, author);
  if (author.introduction !== '' && author.introduction !== known.introduction) {
    session.database.run(
      'UPDATE authors SET introduction = ?, updated_at = ? WHERE id = ?',
      author.introduction,
      session.now(),
      known.id,
    );
  }
  return known.id;
}

function addAuthor(session: Session, section: number, author: { name: string; introduction: string }): number {
  const sql = 'INSERT INTO authors (section, name, introduction, updated_at) VALUES (?, ?, ?, ?)';
  const { id } = session.database.run(sql, section, author.name, author.introduction, session.now());
  indexName(session, 'author', section, id, author.name);
  return id;
}

/** Counts a book to (1) or off (-1) its author; an author without books goes. */
export function countBook(session: Session, author: number, step: 1 | -1): void {
  session.database.run(
    'UPDATE authors SET books = books + ?, updated_at = ? WHERE id = ?',
    step,
    session.now(),
    author,
  );
  if (step === 1) return;
  const { changes } = session.database.run('DELETE FROM authors WHERE id = ? AND books = 0', author);
  if (changes > 0) session.database.run('DELETE FROM name_search WHERE rowid = ?', nameRow(NAME_KIND.author, author));
}
