// Serves the twelve required calls, book.list and chapter.show over SQLite.
// node server.mjs [DATABASE]: without a database, it serves the novels of novels.sql.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';

const read = (file) => readFileSync(new URL(file, import.meta.url), 'utf8');
const db = new DatabaseSync(process.argv[2] ?? ':memory:', { allowUnknownNamedParameters: true });
if (!process.argv[2]) db.exec(read('novels.sql'));
db.exec(read('mapping.sql'));
const fold = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
db.function('has', (text, word) => Number(fold(text).includes(word)));

const LANGUAGES = { 7: 'en', 9: 'es' }; // by section: docs/use/contract.md lists the sections
const ORDERS = {
  relevance: 'has(title, :word) DESC, views DESC, id',
  hot: 'views DESC, id',
  new: 'published DESC, id',
  updated: 'updated DESC, id',
  rating: 'rating DESC NULLS LAST, views DESC, id',
  title: 'title, id',
};
const LENGTHS = { short: 'words < 50000', medium: 'words BETWEEN 50000 AND 199999', long: 'words >= 200000' };
const STATUSES = { updating: "status = 'updating'", finished: "status = 'finished'" };
// The database has no tables of rankings and shelves, so each is a query.
const RANKINGS = [
  { id: 1, name: 'Most read', order: ORDERS.hot },
  { id: 2, name: 'Best rated', order: ORDERS.rating },
];
const SHELVES = [
  { id: 1, name: 'New chapters', style: 'row', where: STATUSES.updating, order: ORDERS.updated },
  { id: 2, name: 'Complete novels', style: 'row', where: STATUSES.finished, order: ORDERS.hot },
];

const failure = (status, code, message) => Object.assign(new Error(message), { status, code });
const badRequest = (message) => failure(400, 'BAD_REQUEST', message);
function known(value) {
  if (value === undefined) throw failure(404, 'NOT_FOUND', 'Not found.');
  return value;
}
function number(params, name, fallback, max = Number.MAX_SAFE_INTEGER) {
  params[name] = Number(params[name] ?? fallback);
  if (Number.isInteger(params[name]) && params[name] >= 1 && params[name] <= max) return params[name];
  throw badRequest(`${name} must be a whole number from 1 to ${max}.`);
}
function choice(options, name, fallback) {
  if (name === undefined) return fallback;
  if (Object.hasOwn(options, name)) return options[name];
  throw badRequest(`${name} is none of ${Object.keys(options).join(', ')}.`);
}

const select = (sql, params) => db.prepare(sql).all(params);
const objects = (sql, params) => select(`SELECT json ${sql}`, params).map(({ json }) => JSON.parse(json));
function one(view, name, params, where = 'lang = :lang') {
  number(params, name);
  return known(objects(`FROM ${view} WHERE ${where} AND id = :${name}`, params)[0]);
}
function paged(params, view, where = 'TRUE', order = 'name, id') {
  const [page, page_size] = [number(params, 'page', 1, 1_000_000), number(params, 'page_size', 20, 200)];
  const from = `FROM ${view} WHERE lang = :lang AND ${where}`;
  const items = objects(`${from} ORDER BY ${order} LIMIT :page_size OFFSET (:page - 1) * :page_size`, params);
  return { items, page, page_size, total: select(`SELECT count(*) AS count ${from}`, params)[0].count };
}

function search({ keyword, group = 'books', status, length, order, ...rest }) {
  const word = fold(String(keyword ?? '').trim());
  if (word === '' || word.length > 200) throw badRequest('keyword must have 1 to 200 characters.');
  const filters = `${choice(STATUSES, status, 'TRUE')} AND ${choice(LENGTHS, length, 'TRUE')}`;
  const groups = {
    books: ['book', `has(search_text, :word) AND ${filters}`, choice(ORDERS, order, ORDERS.relevance)],
    authors: ['author', 'has(name, :word)'],
    tags: ['tag', 'has(name, :word)'],
    keywords: ['keyword', 'has(name, :word)'],
  };
  choice(groups, group);
  const params = (name) => ({ ...rest, word, ...(name === group ? {} : { page: 1, page_size: 20 }) });
  return Object.fromEntries(Object.entries(groups).map(([name, query]) => [name, paged(params(name), ...query)]));
}

const CALLS = {
  'GET author.home': (params) => ({
    author: one('author', 'author_id', params),
    books: paged(params, 'book', 'writer_id = :author_id', ORDERS.hot),
  }),
  'GET banner.index': () => ({ items: [] }),
  'GET book.chapters': (params) => {
    one('book', 'book_id', params);
    return { items: objects('FROM chapter WHERE novel_id = :book_id ORDER BY number', params) };
  },
  'GET book.list': (params) => paged(params, 'book', 'TRUE', 'id'),
  'GET book.show': (params) => ({ book: one('book_detail', 'book_id', params) }),
  'GET bookRank.list': () => ({ items: [{ type: 'readers', name: 'Readers', items: RANKINGS }] }),
  'GET bookRank.book_list': (params) => {
    const id = number(params, 'id');
    const { order } = known(RANKINGS.find((ranking) => params.type === 'readers' && ranking.id === id));
    return paged(params, 'book', 'TRUE', order);
  },
  'GET chapter.show': (params) => {
    one('book', 'book_id', params);
    return { chapter: one('chapter_text', 'chapter_id', params, 'novel_id = :book_id') };
  },
  'GET event.inviteActivityHelpPage': (params) => ({ event: one('event', 'active_id', params) }),
  'GET recommend.index3': (params) => {
    const books = ({ where, order }) => paged({ ...params }, 'book', where, order).items;
    return { items: SHELVES.map((shelf) => ({ ...shelf, books: books(shelf) })) };
  },
  'GET recommend.tag_group_list': (params) => ({
    items: objects('FROM genre WHERE lang = :lang ORDER BY name', params),
  }),
  'GET seo.book_tags': (params) => paged(params, 'tag'),
  'GET seo.keywords.page': (params) => paged(params, 'keyword'),
  'POST search.multi': search,
};

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('The body is not JSON.');
  }
}
async function answer(request) {
  const { pathname, searchParams } = new URL(request.url, 'http://upstream');
  const call = CALLS[`${request.method} ${pathname.split('/v1/')[1]}`];
  if (!call) throw failure(404, 'CALL_ABSENT', 'This upstream lacks the call.');
  const chunks = await Array.fromAsync(request);
  const params = { ...Object.fromEntries(searchParams), ...parsed(Buffer.concat(chunks).toString() || '{}') };
  return call({ ...params, lang: LANGUAGES[params.section ?? 7] ?? '' });
}

const server = createServer(async (request, response) => {
  const send = (status, body) => {
    const text = JSON.stringify(body);
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
    const [code, content] = request.headers['if-none-match'] === etag ? [304, ''] : [status, text];
    response.writeHead(code, { 'content-type': 'application/json', etag }).end(content);
  };
  try {
    send(200, { success: 1, data: await answer(request), errors: [] });
  } catch (error) {
    if (!error.status) console.error(error);
    const { status, code, message } = error.status ? error : failure(500, 'INTERNAL', 'An error occurred.');
    send(status, { success: 0, data: null, errors: [{ code, message }], desc: message });
  }
});
server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/public`);
});
