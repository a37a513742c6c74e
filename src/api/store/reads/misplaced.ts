import { LOCALES, subtagsOf } from '#src/contract/locales.ts';
import type { Database, Row } from '../database.ts';
import { raw, sql } from '../sql.ts';

/**
 * Returns an SQL condition for books whose language belongs in another section (see `placeProblem`).
 * @param books name of the table `books` in the query
 */
export const isMisplaced = (books: string): string => {
  const conditions = Object.values(LOCALES).map((locale) => {
    const isOfLanguage = subtagsOf(locale).map((subtag) => `lower(${books}.language) || '-' LIKE '${subtag}-%'`);
    return `(abs(${books}.section) <> ${locale.section} AND (${isOfLanguage.join(' OR ')}))`;
  });
  return `(${conditions.join(' OR ')})`;
};

/** A book whose language belongs in another section. */
type MisplacedBook = Row & { id: number; title: string; section: number; language: string };

/** A record that refers to a book of another section. */
type MisplacedReference = Row & {
  kind: 'banner' | 'help event' | 'ranking' | 'shelf';
  id: number;
  name: string;
  section: number;
  book_id: number;
  book: string;
  book_section: number;
};

/** Records whose languages contradict each other: the first of them, and how many there are. */
export interface Misplaced {
  readonly books: readonly MisplacedBook[];
  readonly bookCount: number;
  readonly references: readonly MisplacedReference[];
  readonly referenceCount: number;
}

export const NOTHING_MISPLACED: Misplaced = { books: [], bookCount: 0, references: [], referenceCount: 0 };

const MAX_RECORDS = 5;

/** SQL for every record that refers to books, once for each book. */
const REFERENCES = raw(`SELECT 'banner' AS kind, id, title AS name, section, book_id FROM banners
  UNION ALL SELECT 'help event', id, inviter, section, book_id FROM help_events
  UNION ALL SELECT 'ranking', r.id, r.name, r.section, p.book_id FROM rankings r
    JOIN ranking_books p ON p.ranking_id = r.id
  UNION ALL SELECT 'shelf', s.id, s.name, s.section, p.book_id FROM shelves s JOIN shelf_books p ON p.shelf_id = s.id`);

type Count = Row & { count: number };

export async function misplacedRecords(database: Pick<Database, 'all'>): Promise<Misplaced> {
  const books = sql`FROM books b WHERE ${raw(isMisplaced('b'))}`;
  const references = sql`FROM (${REFERENCES}) x JOIN books b ON b.id = x.book_id WHERE abs(b.section) <> x.section`;
  const [bookTotal] = await database.all<Count>(sql`SELECT count(*) AS count ${books}`);
  const [referenceTotal] = await database.all<Count>(sql`SELECT count(*) AS count ${references}`);
  return {
    books: await database.all<MisplacedBook>(
      sql`SELECT b.id, b.title, abs(b.section) AS section, b.language ${books} ORDER BY b.id LIMIT ${MAX_RECORDS}`,
    ),
    bookCount: Number(bookTotal?.count ?? 0),
    references: await database.all<MisplacedReference>(
      sql`SELECT x.kind, x.id, x.name, x.section, b.id AS book_id, b.title AS book, abs(b.section) AS book_section
        ${references} ORDER BY x.kind, x.id, b.id LIMIT ${MAX_RECORDS}`,
    ),
    referenceCount: Number(referenceTotal?.count ?? 0),
  };
}
