import type { BookDetail } from '#src/contract/entities/book.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import type { ChapterData, PrerenderedBooks } from '#src/shell/page/book-data.ts';

type NovelRow = { json: string; chapters: string; readable: number; of_tag: string | null; of_author: string | null };

/** Reads the details of one section's prerendered books. */
export function createPrerenderedBooks(sql: Sql, section: number): PrerenderedBooks {
  const versionOf = (query: string, book: number) => sql.get<{ version: string }>(query, section, book)?.version;
  return {
    *all() {
      for (const { address, chapter } of sql.each<{ address: string; chapter: number | null }>(ALL, section))
        yield { book: JSON.parse(address), chapterId: chapter };
    },
    novel(book) {
      const row = sql.get<NovelRow>(NOVEL, section, book);
      return (
        row && {
          book: JSON.parse(row.json),
          chapters: JSON.parse(row.chapters),
          ofTag: JSON.parse(row.of_tag ?? '[]'),
          ofAuthor: JSON.parse(row.of_author ?? '[]'),
          readable: row.readable === 1,
        }
      );
    },
    chapter(book) {
      const row = sql.get<{ json: string; text: string }>(CHAPTER, section, book);
      if (!row) return undefined;
      const [whole, parts]: [BookDetail, ChapterData] = [JSON.parse(row.json), JSON.parse(row.text)];
      return { ...parts, book: whole };
    },
    novelVersion: (book) => versionOf(NOVEL_VERSION, book),
    chapterVersion: (book) => versionOf(CHAPTER_VERSION, book),
  };
}

const ALL = 'SELECT address, chapter FROM details WHERE section = ? ORDER BY book';

const RELATED_LISTS = `LEFT JOIN beside t ON t.section = d.section AND t.kind = 'tag' AND t.reference = d.tag
  LEFT JOIN beside a ON a.section = d.section AND a.kind = 'author' AND a.reference = d.author
  WHERE d.section = ? AND d.book = ?`;

const NOVEL = `SELECT d.json, d.chapters, d.readable, t.json AS of_tag, a.json AS of_author FROM details d ${RELATED_LISTS}`;

const NOVEL_VERSION = `SELECT d.version || ' ' || coalesce(t.version, '') || ' ' || coalesce(a.version, '') AS version
  FROM details d ${RELATED_LISTS}`;

const CHAPTER = 'SELECT json, text FROM details WHERE section = ? AND book = ? AND text IS NOT NULL';

const CHAPTER_VERSION =
  'SELECT text_version AS version FROM details WHERE section = ? AND book = ? AND text IS NOT NULL';
