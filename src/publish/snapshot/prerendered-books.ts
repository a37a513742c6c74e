import type { BookDetail } from '#src/contract/entities/book.ts';
import { relatedListsOf } from '#src/features/book/views/related-books.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import type { ChapterData, PrerenderedBooks } from '#src/shell/page/book-data.ts';
import { editionsRow, type ListRow, storedEditions } from './stored-editions.ts';

type NovelRow = { json: string; chapters: string; readable: number };

/** Reads the details of one section's prerendered books. */
export function createPrerenderedBooks(sql: Sql, section: number): PrerenderedBooks {
  const hasLivingLists = sql.get(LIVING, section) !== undefined;
  /** Reads the lists of related books that the page of a book shows. */
  const relatedOf = (book: BookDetail) =>
    relatedListsOf(hasLivingLists).map(({ name, reference }) => {
      const row = sql.get<ListRow>(LIST, section, name, JSON.stringify(reference(book)) ?? '');
      return { name, version: row?.version ?? '', json: row?.json ?? '[]' };
    });
  const editionsOf = (book: number, chapter: number | undefined) => editionsRow(sql, section, book, chapter);
  return {
    *all() {
      for (const { address, chapter } of sql.each<{ address: string; chapter: number | null }>(ALL, section))
        yield { book: JSON.parse(address), chapterId: chapter };
    },
    novel(book) {
      const row = sql.get<NovelRow>(NOVEL, section, book);
      if (!row) return undefined;
      const detail: BookDetail = JSON.parse(row.json);
      return {
        book: detail,
        chapters: JSON.parse(row.chapters),
        related: Object.fromEntries(relatedOf(detail).map(({ name, json }) => [name, JSON.parse(json)])),
        editions: JSON.parse(editionsOf(book, undefined).json),
        readable: row.readable === 1,
      };
    },
    chapter(book) {
      const row = sql.get<{ json: string; text: string }>(CHAPTER, section, book);
      if (!row) return undefined;
      const [whole, parts]: [BookDetail, ChapterData] = [JSON.parse(row.json), JSON.parse(row.text)];
      return { ...parts, book: whole, editions: JSON.parse(editionsOf(book, parts.chapter.id).json) };
    },
    novelVersion(book) {
      const row = sql.get<{ version: string; json: string }>(NOVEL_VERSION, section, book);
      if (!row) return undefined;
      const related = relatedOf(JSON.parse(row.json)).map(({ version }) => version);
      return [row.version, ...related, editionsOf(book, undefined).version].join(' ');
    },
    chapterVersion(book) {
      const row = sql.get<{ version: string; chapter: number }>(CHAPTER_VERSION, section, book);
      return row && `${row.version} ${editionsOf(book, row.chapter).version}`;
    },
    editions: () => storedEditions(sql, section),
  };
}

const ALL = 'SELECT address, chapter FROM details WHERE section = ? ORDER BY book';

const NOVEL = 'SELECT json, chapters, readable FROM details WHERE section = ? AND book = ?';

const NOVEL_VERSION = 'SELECT version, json FROM details WHERE section = ? AND book = ?';

const LIVING = `SELECT 1 FROM menus WHERE section = ? AND kind = 'living'`;

const LIST = 'SELECT version, json FROM beside WHERE section = ? AND kind = ? AND reference = ?';

const CHAPTER = 'SELECT json, text FROM details WHERE section = ? AND book = ? AND text IS NOT NULL';

const CHAPTER_VERSION =
  'SELECT text_version AS version, chapter FROM details WHERE section = ? AND book = ? AND text IS NOT NULL';
