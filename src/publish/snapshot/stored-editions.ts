import { correspondingChapters, type Outline } from '#src/contract/chapter/corresponding-chapter.ts';
import type { Edition } from '#src/contract/entities/book.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import type { StoredEditions } from '#src/shell/page/book-data.ts';
import { EDITIONS, editionsKey } from './editions-key.ts';

export type ListRow = { version: string; json: string };
const NO_EDITIONS: ListRow = { version: '', json: '[]' };

/** Reads the editions that the page of a book or of its first chapter shows. */
export function editionsRow(sql: Sql, section: number, book: number, chapter: number | undefined): ListRow {
  const { kind, reference } = editionsKey(book, chapter);
  return sql.get<ListRow>(LIST, section, kind, reference) ?? NO_EDITIONS;
}

/** Reads the editions of the prerendered books of a section. */
export function storedEditions(sql: Sql, section: number): StoredEditions {
  // Most books have no editions, so a lookup for each book would take longer than reading these references.
  const rows = sql.all<{ reference: string }>(EDITION_REFERENCES, section, EDITIONS);
  const references = new Set(rows.map(({ reference }) => reference));
  const read = (book: number, chapter?: number): readonly Edition[] =>
    references.has(editionsKey(book, chapter).reference)
      ? JSON.parse(editionsRow(sql, section, book, chapter).json)
      : [];
  let current: { readonly book: number; readonly matches: readonly MatchedEdition[] } | undefined;
  return {
    of(book, chapter) {
      const editions = read(book, chapter);
      if (editions.length > 0 || chapter === undefined || read(book).length === 0) return editions;
      // The chapters of a book are read one after the other.
      if (current?.book !== book) current = { book, matches: matchedEditions(sql, section, book, read) };
      return current.matches.map(({ edition, chapters }) => ({
        ...edition,
        chapter_id: chapters.get(chapter) ?? null,
      }));
    },
  };
}

interface MatchedEdition {
  readonly edition: Edition;
  readonly chapters: ReadonlyMap<number, number>;
}

/**
 * Returns the prerendered editions of a book with the chapters that correspond to each of its chapters. The upstream
 * names them only for the chapter where reading begins. An edition is left out if the upstream names another chapter
 * there than the rule that applies here, because the upstream then has another rule.
 */
function matchedEditions(
  sql: Sql,
  section: number,
  book: number,
  read: (book: number, chapter: number) => readonly Edition[],
): MatchedEdition[] {
  const own = outlineOf(sql, section, book);
  const first = own?.first;
  if (!own || first == null) return [];
  return read(book, first).flatMap((edition) => {
    const other = outlineOf(sql, edition.section, edition.id);
    if (!other) return [];
    const chapters = correspondingChapters(own, other);
    return (chapters.get(first) ?? null) === edition.chapter_id ? [{ edition, chapters }] : [];
  });
}

type OutlineRow = { status: Outline['status']; chapters: string; first: number | null };

function outlineOf(sql: Sql, section: number, book: number): (Outline & Pick<OutlineRow, 'first'>) | undefined {
  const row = sql.get<OutlineRow>(OUTLINE, section, book);
  return row && { ...row, chapters: JSON.parse(row.chapters) };
}

const EDITION_REFERENCES = 'SELECT reference FROM beside WHERE section = ? AND kind = ?';

const LIST = 'SELECT version, json FROM beside WHERE section = ? AND kind = ? AND reference = ?';

const OUTLINE = `SELECT json ->> 'status' AS status, chapters, chapter AS first FROM details WHERE section = ? AND book = ?`;
