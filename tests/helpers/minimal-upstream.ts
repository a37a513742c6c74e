import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { HelpEvent } from '#src/contract/calls/help-event.ts';
import type { Transport } from '#src/contract/client/types.ts';
import type { Book } from '#src/contract/entities/book.ts';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import type { Author, Banner, Genre, Keyword, Tag } from '#src/contract/entities/listing.ts';
import { API_ERRORS, type ApiErrorCode, REQUIRED_CALLS } from '#src/contract/index.ts';
import { minimalChapters } from './minimal-chapters.ts';
import { type ScriptedServer, send, startScriptedServer } from './scripted-server.ts';

interface Recorded {
  books: Book[];
  details: Record<string, { published_at: string; source: string | null }>;
  chapters: Record<string, Chapter[]>;
  authors: Author[];
  genres: Genre[];
  tags: Tag[];
  keywords: Keyword[];
  rankings: { type: string; name: string; items: { id: number; name: string; books: number[] }[] }[];
  shelves: { id: number; name: string; style: string; books: number[] }[];
  banners: Banner[];
  events: (Omit<HelpEvent, 'book'> & { book: number })[];
}

const read = (name: Exclude<keyof Recorded, 'chapters'>): unknown =>
  JSON.parse(readFileSync(new URL(`../fixtures/minimal-upstream/${name}.json`, import.meta.url), 'utf8'));

const books = read('books') as Book[];

/** 30 books of section 7, recorded from an upstream that supports only the twelve required calls. */
export const RECORDED = {
  books,
  details: read('details'),
  chapters: Object.fromEntries(books.map((book) => [book.id, minimalChapters(book)])),
  authors: read('authors'),
  genres: read('genres'),
  tags: read('tags'),
  keywords: read('keywords'),
  rankings: read('rankings'),
  shelves: read('shelves'),
  banners: read('banners'),
  events: read('events'),
} as Recorded;

class RequestError extends Error {
  readonly code: ApiErrorCode;

  constructor(code: ApiErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the parameters have been validated with the call's own schema.
type Params = any;

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new RequestError('NOT_FOUND', 'Not found.');
  return value;
}

const byId = <T extends { id: number }>(items: readonly T[], id: number): T =>
  required(items.find((item) => item.id === id));
const booksOf = (ids: readonly number[]) => ids.map((id) => byId(RECORDED.books, id));

function paged<T>(items: readonly T[], { page, page_size }: { page: number; page_size: number }) {
  return { items: items.slice((page - 1) * page_size, page * page_size), page, page_size, total: items.length };
}

const CURSOR = 'recorded-1';

/**
 * Returns a page of a list with a cursor. The recording never changes, so there are no changes since its only cursor.
 */
function changePage<T>(items: readonly T[], { since, ...params }: Params) {
  if (since === undefined) return { ...paged(items, params), cursor: CURSOR };
  if (since !== CURSOR) throw new RequestError('BAD_REQUEST', 'since: unknown cursor');
  return { ...paged([], params), cursor: CURSOR, removed: [] };
}

function bookDetail({ book_id }: Params) {
  const book = byId(RECORDED.books, book_id);
  const chapters = RECORDED.chapters[book_id] ?? [];
  const last = required(chapters.at(-1));
  const { id, name } = required(RECORDED.keywords[0]);
  return {
    book: {
      ...book,
      ...RECORDED.details[book_id],
      series: { keyword: { id, name }, number: 1 },
      paragraphs: 'spaced',
      work: 'kettle-mender',
      alternative_titles: ['The Kettle'],
      original: { title: 'Kittelflickaren', author: 'O. Venn', language: 'sv' },
      first_chapter_id: chapters[0]?.id ?? null,
      last_chapter: { id: last.id, number: last.number, title: last.title, updated_at: last.updated_at },
    },
  };
}

const TITLE_WORDS = new Set(RECORDED.books.flatMap(({ title }) => title.toLowerCase().match(/\p{L}{5,}/gu) ?? []));

const lacksOneLetter = (typo: string, word: string) =>
  typo.length === word.length - 1 && [...word].some((_letter, at) => word.slice(0, at) + word.slice(at + 1) === typo);

/**
 * Returns the matches. If there are none, searches for a word from a title that has one letter more than the keyword.
 */
function search(params: Params) {
  const matches = find(params);
  const corrected = [...TITLE_WORDS].find((word) => lacksOneLetter(params.keyword.toLowerCase(), word));
  const isEmpty = Object.values(matches).every(({ total }) => total === 0);
  return isEmpty && corrected !== undefined ? { ...find({ ...params, keyword: corrected }), corrected } : matches;
}

function find({ keyword, group, page, page_size, status, length, order }: Params) {
  const word = keyword.toLowerCase();
  const hits = (text: string) => text.toLowerCase().includes(word);
  const of = (name: string) => (group === name ? { page, page_size } : { page: 1, page_size: 10 });
  const nameOf = (items: readonly { id: number; name: string }[], id: number) => byId(items, id).name;
  const texts = (book: Book) => [
    book.title,
    book.author.name,
    book.category.name,
    ...book.tags.map(({ name }) => name),
    ...book.genres.map((id) => nameOf(RECORDED.genres, id)),
    ...book.keywords.map((id) => nameOf(RECORDED.keywords, id)),
  ];
  const books = RECORDED.books
    .filter((book) => texts(book).some(hits))
    .filter(
      (book) => (status === undefined || book.status === status) && (length === undefined || lengthOf(book) === length),
    )
    .sort(ORDERS[order] ?? ((a, b) => Number(hits(b.title)) - Number(hits(a.title)) || b.hot - a.hot || a.id - b.id));
  return {
    books: paged(books, of('books')),
    authors: paged(
      RECORDED.authors.filter(({ name }) => hits(name)),
      of('authors'),
    ),
    tags: paged(
      RECORDED.tags.filter(({ name }) => hits(name)),
      of('tags'),
    ),
    keywords: paged(
      RECORDED.keywords.filter(({ name }) => hits(name)),
      of('keywords'),
    ),
  };
}

const lengthOf = ({ words }: Book) => (words < 50_000 ? 'short' : words < 200_000 ? 'medium' : 'long');

const publishedAt = ({ id }: Book) => RECORDED.details[id]?.published_at ?? '';

const ORDERS: Record<string, (a: Book, b: Book) => number> = {
  hot: (a, b) => b.hot - a.hot || a.id - b.id,
  updated: (a, b) => b.updated_at.localeCompare(a.updated_at) || a.id - b.id,
  rating: (a, b) => (b.rating ?? -1) - (a.rating ?? -1) || b.hot - a.hot || a.id - b.id,
  new: (a, b) => publishedAt(b).localeCompare(publishedAt(a)) || a.id - b.id,
  title: (a, b) => a.title.localeCompare(b.title, 'en') || a.id - b.id,
};

const HANDLERS: Readonly<Record<string, (params: Params) => unknown>> = {
  'author.home': ({ author_id, ...params }) => {
    const author = byId(RECORDED.authors, author_id);
    return {
      author,
      books: paged(RECORDED.books.filter((book) => book.author.id === author_id).sort(ORDERS['hot']), params),
    };
  },
  'banner.index': () => ({ items: RECORDED.banners }),
  'book.chapters': ({ book_id }) => ({ items: required(RECORDED.chapters[book_id]) }),
  'recommend.index3': () => ({
    items: RECORDED.shelves.map(({ books, ...shelf }) => ({ ...shelf, books: booksOf(books) })),
  }),
  'recommend.tag_group_list': () => ({ items: RECORDED.genres }),
  'bookRank.list': () => ({
    items: RECORDED.rankings.map((entry) => ({ ...entry, items: entry.items.map(({ id, name }) => ({ id, name })) })),
  }),
  'bookRank.book_list': ({ type, id, ...params }) => {
    const entry = required(RECORDED.rankings.find((ranking) => ranking.type === type));
    return paged(booksOf(byId(entry.items, id).books), params);
  },
  'book.show': bookDetail,
  'seo.keywords.page': (params) => changePage(RECORDED.keywords, params),
  'seo.book_tags': (params) => changePage(RECORDED.tags, params),
  'search.multi': search,
  'event.inviteActivityHelpPage': ({ active_id }) => {
    const event = byId(RECORDED.events, active_id);
    return { event: { ...event, book: byId(RECORDED.books, event.book) } };
  },
};

export interface MinimalRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: string;
  readonly ifNoneMatch?: string | undefined;
}

export interface MinimalAnswer {
  readonly status: number;
  readonly etag?: string;
  readonly body: string;
}

/** Function that changes the body of a response to the call `name`. */
export type Spoil = (name: string, body: unknown) => unknown;

/** Responds to a request with any prefix. All sections except 7 are empty. */
export function answerMinimal(request: MinimalRequest, spoil: Spoil = (_name, body) => body): MinimalAnswer {
  const name = request.path.split('/v1/')[1] ?? '';
  const call = REQUIRED_CALLS.find((each) => each.name === name && each.method === request.method);
  if (!call) return { status: 404, body: 'Not here.' };
  const answer = (status: number, body: object) => ({
    status,
    body: JSON.stringify(spoil(name, structuredClone(body))),
  });
  try {
    const input = request.method === 'POST' ? { ...request.query, ...JSON.parse(request.body) } : request.query;
    const params = v.safeParse(call.params, input);
    if (!params.success) throw new RequestError('BAD_REQUEST', params.issues[0].message);
    const data = Number(input.section ?? 7) === 7 ? HANDLERS[name]?.(params.output) : call.empty;
    const full = answer(200, { success: 1, data, errors: [] });
    if (request.method === 'POST') return full;
    const etag = `"${createHash('sha256').update(full.body).digest('base64url').slice(0, 16)}"`;
    return request.ifNoneMatch === etag ? { status: 304, etag, body: '' } : { ...full, etag };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const { code, message } = error;
    return answer(API_ERRORS[code], { success: 0, data: call.empty, errors: [{ code, message }], desc: message });
  }
}

/** Starts the upstream as a real server on a free port. */
export function startMinimalUpstream(spoil?: Spoil): Promise<ScriptedServer> {
  return startScriptedServer((response, { method, path, query, body, headers }) => {
    const answer = answerMinimal({ method, path, query, body, ifNoneMatch: headers['if-none-match'] }, spoil);
    if (answer.status === 304) response.writeHead(304, { etag: answer.etag }).end();
    else send(response, answer.status, answer.body, answer.etag ? { etag: answer.etag } : {});
  });
}

/** The same upstream without sockets, for tests that make thousands of requests. */
export function minimalTransport(spoil?: Spoil): Transport {
  return async ({ method, target, body, headers }) => {
    const url = new URL(target, 'http://upstream.test');
    const query = Object.fromEntries(url.searchParams);
    const request = { method, path: url.pathname, query, body: body ?? '', ifNoneMatch: headers['if-none-match'] };
    const answer = answerMinimal(request, spoil);
    return { status: answer.status, etag: answer.etag, contentType: 'application/json', body: answer.body };
  };
}
