import { membershipsOf } from '../membership.ts';
import type { NewBook } from '../records.ts';
import { type Names, type OldBook, wordsOf } from './book-row.ts';
import { categoryId } from './names.ts';
import type { Session } from './session.ts';

function placement(book: NewBook, { author, genres, tags, keywords, categories }: Names) {
  const { section, title, hot, status } = book;
  const listed = { genres, tags: tags.map(({ id }) => id), keywords, categories };
  return { section, title, hot, status, words: wordsOf(book), authorId: author, ...listed };
}

export function putMemberships(session: Session, id: number, book: NewBook, names: Names): void {
  const sql = 'INSERT INTO memberships (kind, target, hot, book_id, status, length) VALUES (?, ?, ?, ?, ?, ?)';
  for (const { kind, target, hot, status, length } of membershipsOf(placement(book, names))) {
    session.database.run(sql, kind, target, hot, id, status, length);
  }
}

/** Takes out what `putMemberships` put in; the names that lose a book are judged when the round ends. */
export function dropMemberships(session: Session, old: OldBook): void {
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
  const { leftBehind } = session;
  for (const id of genres) leftBehind.genres.add(id);
  for (const id of tags) leftBehind.tags.add(id);
  for (const id of keywords) leftBehind.keywords.add(id);
}
