import type { BookChoice } from '#src/brand/schema.ts';
import type { BookDetail } from '#src/contract/entities/book.ts';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import { bookChapters, bookEditions, bookShow, bookSimilar, chapterShow } from '#src/contract/index.ts';
import { MAX_REFERENCES, type RelatedList, relatedListsOf } from '#src/features/book/views/related-books.ts';
import { loadChapterData } from '#src/features/reader/view.ts';
import { hash } from '#src/lib/hash.ts';
import { batches, mapConcurrently } from '#src/lib/iterables.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { type ChapterData, firstReadable } from '#src/shell/page/book-data.ts';
import { loadEditions } from '#src/shell/page/editions.ts';
import type { Upstream } from '#src/shell/page/source.ts';
import { isOfOneBook } from './dropped-items.ts';
import { editionsKey } from './editions-key.ts';
import { NOT_FOUND_CODES, type UpstreamClient, type UpstreamReader } from './upstream-reader.ts';

/** Number of books pulled concurrently. The reader limits the total number of calls. */
const CONCURRENT_BOOKS = 4;
const BATCH_SIZE = 256;

/**
 * Pulls the details of the prerendered books: the hottest `books` of the section, or all. A book is pulled again when
 * its list entry has changed. The related lists on the pages of books are pulled in every run. A book is skipped, so
 * that its pages are rendered on request, if the upstream no longer has the book or its chapter list, or if the
 * response for the book, its chapter list or its first chapter breaks the contract.
 */
export async function pullBookDetails(
  sql: Sql,
  reader: UpstreamReader,
  client: Pick<UpstreamClient, 'probe'>,
  { books, livingLists }: { readonly books: BookChoice; readonly livingLists: boolean },
): Promise<void> {
  const { section } = reader.locale;
  const related = relatedListsOf(livingLists);
  if (books !== 'none') await client.probe([chapterShow, bookEditions, ...related.map(({ call }) => call)]);
  const readable = !reader.lacks(chapterShow);
  choose(sql, section, books, readable);
  const upstream = upstreamFrom(reader);
  const pulled = mapConcurrently(stale(sql, section), CONCURRENT_BOOKS, async ({ book, stamp }) => ({
    book,
    stamp,
    whole: await fetchBookDetails(book, upstream),
  }));
  for await (const { book, stamp, whole } of pulled) {
    if (whole) put(sql, section, stamp, { ...whole, readable });
    else sql.run('DELETE FROM details WHERE section = ? AND book = ?', section, book);
  }
  await pullLists(sql, section, upstream, related);
}

/**
 * Wraps the reader as an `Upstream` for the view models. If the upstream has no data for a call, the result is empty
 * with status 404.
 */
const upstreamFrom = (reader: UpstreamReader): Upstream => ({
  lacks: reader.lacks,
  async call(call, params) {
    const data =
      isOfOneBook(call) || call.name === bookSimilar.name
        ? await reader.readOfBook(call, params)
        : await reader.readUnless(NOT_FOUND_CODES, call, params);
    if (data === undefined) return { success: 0, data: call.empty, errors: [], status: 404 };
    return { success: 1, data, errors: [], status: 200 };
  },
});

const CHOSEN_TABLE = `
CREATE TEMP TABLE IF NOT EXISTS chosen (book INTEGER PRIMARY KEY, stamp TEXT NOT NULL);
DELETE FROM chosen;
`;

const CHOOSE = `INSERT INTO chosen SELECT id, version || ? FROM books WHERE section = ? ORDER BY hot DESC, id LIMIT ?`;

/**
 * Fills the table `chosen` with the prerendered books, and deletes the details of all other books. The column `stamp`
 * has the value that a book's details have if they are up to date.
 */
function choose(sql: Sql, section: number, books: BookChoice, readable: boolean): void {
  const limits = { none: 0, all: -1 };
  sql.exec(CHOSEN_TABLE);
  sql.run(CHOOSE, readable ? '' : ' without texts', section, typeof books === 'number' ? books : limits[books]);
  sql.run('DELETE FROM details WHERE section = ? AND book NOT IN (SELECT book FROM chosen)', section);
}

type StaleRow = { book: number; stamp: string };

const STALE = `SELECT c.book, c.stamp FROM chosen c LEFT JOIN details d ON d.section = ? AND d.book = c.book
  WHERE c.book > ? AND d.stamp IS NOT c.stamp ORDER BY c.book LIMIT ${BATCH_SIZE}`;

/** Yields the chosen books whose details are missing or out of date. */
function* stale(sql: Sql, section: number): Iterable<StaleRow> {
  let after = 0;
  for (;;) {
    const rows = sql.all<StaleRow>(STALE, section, after);
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.book;
  }
}

interface BookDetails {
  readonly book: BookDetail;
  readonly chapters: readonly Chapter[];
  /** The chapter at which reading begins; undefined if there is none. */
  readonly first: ChapterData | undefined;
}

async function fetchBookDetails(id: number, upstream: Upstream): Promise<BookDetails | undefined> {
  const { book } = (await upstream.call(bookShow, { book_id: id })).data;
  if (!book) return undefined;
  const listed = await upstream.call(bookChapters, { book_id: id });
  if (!listed.success) return undefined;
  const chapters = listed.data.items;
  const firstId = firstReadable(book, chapters);
  return { book, chapters, first: firstId === undefined ? undefined : await firstChapter(book, firstId, upstream) };
}

async function firstChapter(book: BookDetail, id: number, upstream: Upstream): Promise<ChapterData | undefined> {
  const result = await upstream.call(chapterShow, { book_id: book.id, chapter_id: id });
  const parts = await loadChapterData(book, id, result, upstream);
  return 'status' in parts ? undefined : parts;
}

const COLUMNS = ['stamp', 'address', 'chapter', 'readable', 'version', 'text_version', 'json', 'chapters', 'text'];

/** The statement skips unchanged rows, because every write deletes the plan key (schema.ts). */
const PUT = `INSERT INTO details (section, book, ${COLUMNS}) VALUES (?, ?, ${COLUMNS.map(() => '?')})
  ON CONFLICT DO UPDATE SET ${COLUMNS.map((column) => `${column} = excluded.${column}`)}
  WHERE stamp <> excluded.stamp OR version <> excluded.version OR text_version <> excluded.text_version`;

function put(sql: Sql, section: number, stamp: string, whole: BookDetails & { readonly readable: boolean }): void {
  const { book, chapters, first, readable } = whole;
  const { id, title, category } = book;
  const [json, list, text] = [book, chapters, first ?? null].map((part) => JSON.stringify(part));
  // A chapter that becomes free at a set time changes even though its book does not, so books with such chapters are
  // pulled in every run.
  const isTimed = chapters.some((chapter) => chapter.locked && chapter.free_from !== null);
  sql.run(
    PUT,
    section,
    id,
    isTimed ? '' : stamp,
    JSON.stringify({ id, title, category }),
    first?.chapter.id ?? null,
    readable ? 1 : 0,
    hash(`${json}${list}${readable}`, 16),
    hash(`${json}${text}`, 16),
    json ?? '',
    list ?? '',
    first ? (text ?? null) : null,
  );
}

const PUT_LIST = `INSERT INTO beside (section, kind, reference, version, json) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET version = excluded.version, json = excluded.json WHERE version <> excluded.version`;

/** Pulls each list once, even if the pages of several books show it, and deletes those that no book shows. */
async function pullLists(
  sql: Sql,
  section: number,
  upstream: Upstream,
  related: readonly RelatedList[],
): Promise<void> {
  const lists = listsOfBooks(sql, section, related);
  for (const { kind, reference } of sql.all<{ kind: string; reference: string }>(STORED_LISTS, section))
    if (!lists.has(`${kind} ${reference}`)) sql.run(DELETE_LIST, section, kind, reference);
  const pulled = mapConcurrently(requestsOf([...lists.values()]), CONCURRENT_BOOKS, async (request) => ({
    lists: request.lists,
    results: await request.load(upstream),
  }));
  for await (const { lists: ofRequest, results } of pulled)
    for (const [place, { kind, reference }] of ofRequest.entries()) {
      const json = JSON.stringify(results[place] ?? []);
      sql.run(PUT_LIST, section, kind, reference, hash(json, 16), json);
    }
}

/** One or several lists that one call returns. */
interface Request {
  readonly lists: readonly List[];
  load(upstream: Upstream): Promise<readonly unknown[]>;
}

function requestsOf(lists: readonly List[]): Request[] {
  const groups = Map.groupBy(lists, ({ many }) => many);
  return [...groups].flatMap(([many, ofGroup]): Request[] => {
    if (!many) return ofGroup.map((list) => ({ lists: [list], load: async (upstream) => [await list.load(upstream)] }));
    return [...batches(ofGroup, MAX_REFERENCES)].map((batch) => ({
      lists: batch,
      load: (upstream) =>
        many(
          batch.map(({ reference }) => JSON.parse(reference)),
          upstream,
        ),
    }));
  });
}

const STORED_LISTS = 'SELECT kind, reference FROM beside WHERE section = ?';
const DELETE_LIST = 'DELETE FROM beside WHERE section = ? AND kind = ? AND reference = ?';

/** A list on the pages of books: related books, or the other editions of a book. */
interface List {
  readonly kind: string;
  readonly reference: string;
  load(upstream: Upstream): Promise<readonly unknown[]>;
  /** Loads several lists of this kind with one call. */
  readonly many?: RelatedList['loadMany'];
}

type DetailRow = { json: string; chapter: number | null };

/** Returns the lists that the pages of the stored books show, each once, by kind and reference. */
function listsOfBooks(sql: Sql, section: number, related: readonly RelatedList[]): ReadonlyMap<string, List> {
  const lists = new Map<string, List>();
  const add = (list: List) => void lists.set(`${list.kind} ${list.reference}`, list);
  for (const { json, chapter } of sql.each<DetailRow>('SELECT json, chapter FROM details WHERE section = ?', section)) {
    const book: BookDetail = JSON.parse(json);
    for (const { name: kind, reference: referenceOf, load, loadMany: many } of related) {
      const value = referenceOf(book);
      if (value !== undefined)
        add({
          kind,
          reference: JSON.stringify(value),
          load: (upstream) => load(value, upstream),
          ...(many && { many }),
        });
    }
    if (book.work == null) continue;
    const { id, work } = book;
    for (const of of chapter === null ? [undefined] : [undefined, chapter])
      add({ ...editionsKey(id, of), load: (upstream) => loadEditions({ id, work }, of, upstream) });
  }
  return lists;
}
