import type { BookChoice } from '#src/brand/schema.ts';
import type { BookDetail, Reference } from '#src/contract/entities/book.ts';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import { bookChapters, bookShow, chapterShow, tagBooks } from '#src/contract/index.ts';
import { hash } from '#src/lib/hash.ts';
import { inOrder } from '#src/lib/in-order.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { booksOfAuthor, booksOfTag, type ChapterParts } from '#src/view-models/book-parts.ts';
import { firstReadable } from '#src/view-models/chapters.ts';
import { chapterParts } from '#src/view-models/reader.ts';
import type { Upstream } from '#src/view-models/source.ts';
import { ABSENT, type Pull, type UpstreamCaller } from './pull.ts';

/** Books under way at a time; the calls of all together are bounded by the pull. */
const BOOKS_AT_A_TIME = 4;
const READ_AT_ONCE = 256;

/**
 * Pulls the books whose own pages a release has: the hottest `books` of the section, or all. A book is asked for anew
 * where its entry in the lists is another than last time, the lists beside it every time. One that the upstream no
 * longer has, or has without its list of chapters, is left out: its pages are then rendered on request.
 */
export async function pullBooks(
  sql: Sql,
  pull: Pull,
  caller: Pick<UpstreamCaller, 'probe'>,
  books: BookChoice,
): Promise<void> {
  const { section } = pull.locale;
  if (books !== 'none') await caller.probe([chapterShow, tagBooks]);
  const readable = !pull.lacks(chapterShow);
  choose(sql, section, books, readable);
  const upstream = upstreamOver(pull);
  const pulled = inOrder(stale(sql, section), BOOKS_AT_A_TIME, async ({ book, stamp }) => ({
    book,
    stamp,
    whole: await wholeBook(book, upstream),
  }));
  for await (const { book, stamp, whole } of pulled) {
    if (whole) put(sql, section, stamp, { ...whole, readable });
    else sql.run('DELETE FROM details WHERE section = ? AND book = ?', section, book);
  }
  await pullBeside(sql, section, 'tag', (tag) => booksOfTag(tag, upstream));
  await pullBeside(sql, section, 'author', (author) => booksOfAuthor(author, upstream));
}

/** The pull as views ask an upstream: what is not there is an answer too. */
const upstreamOver = (pull: Pull): Upstream => ({
  lacks: pull.lacks,
  async call(call, params) {
    const data = await pull.unless(ABSENT, call, params);
    if (data === undefined) return { success: 0, data: call.empty, errors: [], status: 404 };
    return { success: 1, data, errors: [], status: 200 };
  },
});

const CHOSEN = `
CREATE TEMP TABLE IF NOT EXISTS chosen (book INTEGER PRIMARY KEY, stamp TEXT NOT NULL);
DELETE FROM chosen;
`;

const CHOOSE = `INSERT INTO chosen SELECT id, version || ? FROM books WHERE section = ? ORDER BY hot DESC, id LIMIT ?`;

/** Notes the books with the stamps they should have, and forgets all others. */
function choose(sql: Sql, section: number, books: BookChoice, readable: boolean): void {
  const most = { none: 0, all: -1 };
  sql.exec(CHOSEN);
  sql.run(CHOOSE, readable ? '' : ' without texts', section, typeof books === 'number' ? books : most[books]);
  sql.run('DELETE FROM details WHERE section = ? AND book NOT IN (SELECT book FROM chosen)', section);
}

type StaleRow = { book: number; stamp: string };

const STALE = `SELECT c.book, c.stamp FROM chosen c LEFT JOIN details d ON d.section = ? AND d.book = c.book
  WHERE c.book > ? AND d.stamp IS NOT c.stamp ORDER BY c.book LIMIT ${READ_AT_ONCE}`;

/** Chosen books that are not known as they now are. */
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

interface WholeBook {
  readonly book: BookDetail;
  readonly chapters: readonly Chapter[];
  /** Where reading begins; undefined where there is no such chapter. */
  readonly first: ChapterParts | undefined;
}

async function wholeBook(id: number, upstream: Upstream): Promise<WholeBook | undefined> {
  const { book } = (await upstream.call(bookShow, { book_id: id })).data;
  if (!book) return undefined;
  const listed = await upstream.call(bookChapters, { book_id: id });
  if (!listed.success) return undefined;
  const chapters = listed.data.items;
  const firstId = firstReadable(book, chapters);
  return { book, chapters, first: firstId === undefined ? undefined : await firstChapter(book, firstId, upstream) };
}

async function firstChapter(book: BookDetail, id: number, upstream: Upstream): Promise<ChapterParts | undefined> {
  const told = await upstream.call(chapterShow, { book_id: book.id, chapter_id: id });
  const parts = await chapterParts(book, id, told, upstream);
  return 'status' in parts ? undefined : parts;
}

const COLUMNS = [
  'stamp',
  'address',
  'chapter',
  'readable',
  'tag',
  'author',
  'version',
  'text_version',
  'json',
  'chapters',
  'text',
];

/** What is as it was is not written, so that nobody takes it for changed. */
const PUT = `INSERT INTO details (section, book, ${COLUMNS}) VALUES (?, ?, ${COLUMNS.map(() => '?')})
  ON CONFLICT DO UPDATE SET ${COLUMNS.map((column) => `${column} = excluded.${column}`)}
  WHERE stamp <> excluded.stamp OR version <> excluded.version OR text_version <> excluded.text_version`;

function put(sql: Sql, section: number, stamp: string, whole: WholeBook & { readonly readable: boolean }): void {
  const { book, chapters, first, readable } = whole;
  const { id, title, category, author, tags } = book;
  const [json, list, text] = [book, chapters, first ?? null].map((part) => JSON.stringify(part));
  // A chapter that will be free at its time changes without a change of its book.
  const isTimed = chapters.some((chapter) => chapter.locked && chapter.free_from !== null);
  sql.run(
    PUT,
    section,
    id,
    isTimed ? '' : stamp,
    JSON.stringify({ id, title, category }),
    first?.chapter.id ?? null,
    readable ? 1 : 0,
    tags[0] ? JSON.stringify(tags[0]) : null,
    JSON.stringify(author),
    hash(`${json}${list}${readable}`, 16),
    hash(`${json}${text}`, 16),
    json ?? '',
    list ?? '',
    first ? (text ?? null) : null,
  );
}

const PUT_BESIDE = `INSERT INTO beside (section, kind, reference, version, json) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET version = excluded.version, json = excluded.json WHERE version <> excluded.version`;

/** Pulls the lists that stand beside the books, each once, however many books it stands beside. */
async function pullBeside(
  sql: Sql,
  section: number,
  kind: 'tag' | 'author',
  ask: (of: Reference) => Promise<readonly object[]>,
): Promise<void> {
  const wanted = `SELECT DISTINCT ${kind} AS reference FROM details WHERE section = ? AND ${kind} IS NOT NULL`;
  sql.run(`DELETE FROM beside WHERE section = ? AND kind = ? AND reference NOT IN (${wanted})`, section, kind, section);
  const references = sql.all<{ reference: string }>(wanted, section).map(({ reference }) => reference);
  const lists = inOrder(references, BOOKS_AT_A_TIME, async (reference) => ({
    reference,
    json: JSON.stringify(await ask(JSON.parse(reference))),
  }));
  for await (const { reference, json } of lists) sql.run(PUT_BESIDE, section, kind, reference, hash(json, 16), json);
}
