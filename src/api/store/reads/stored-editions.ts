import { fold } from '#src/lib/fold-letters.ts';
import type { Database, Row } from '../database.ts';
import { raw, sql } from '../sql.ts';

/** A book in a list of editions, whether or not visitors can see it. */
export interface StoredEdition extends Row {
  readonly id: number;
  readonly section: number;
  readonly language: string;
  readonly title: string;
  readonly author: string;
  readonly state: 'published' | 'draft' | 'scheduled';
  /** The work to which the book belongs; null if it belongs to none. */
  readonly work: string | null;
}

type EditionRow = StoredEdition & { title_key: string; original_title: string | null; original_author: string | null };

const COLUMNS = raw(`id, abs(section) AS section, language, title, author_name AS author, state, work, title_key,
  original_title, original_author`);

/** Maximum number of suggested editions. */
const MAX_SUGGESTED = 20;

/**
 * Returns the other editions of a book's work, and books of other languages that seem to be editions of it: their
 * original title and author, or their own if they are no translation, are those of the book.
 */
export async function storedEditions(
  database: Database,
  id: number,
): Promise<{ readonly editions: StoredEdition[]; readonly suggested: StoredEdition[] }> {
  const book = await database.get<EditionRow>(sql`SELECT ${COLUMNS} FROM books WHERE id = ${id}`);
  if (!book) return { editions: [], suggested: [] };
  const editions = await database.all<EditionRow>(
    sql`SELECT ${COLUMNS} FROM books WHERE work = ${book.work} AND id <> ${id} ORDER BY id`,
  );
  const [title, author] = originOf(book);
  const candidates = await database.all<EditionRow>(
    sql`SELECT ${COLUMNS} FROM books WHERE (title_key = ${title} OR original_title IS NOT NULL) AND id <> ${id}
      AND abs(section) <> ${book.section} ORDER BY id`,
  );
  const isSame = (other: EditionRow) => {
    const [otherTitle, otherAuthor] = originOf(other);
    return otherTitle === title && otherAuthor === author && (book.work === null || other.work !== book.work);
  };
  return {
    editions: editions.map(editionOf),
    suggested: candidates.filter(isSame).slice(0, MAX_SUGGESTED).map(editionOf),
  };
}

/** Title and author of the work, which are the same for all its editions. */
const originOf = ({ title, author, original_title, original_author }: EditionRow) =>
  [fold(original_title ?? title), fold(original_author ?? author)] as const;

const editionOf = ({ id, section, language, title, author, state, work }: EditionRow): StoredEdition => ({
  id,
  section,
  language,
  title,
  author,
  state,
  work,
});
