import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ImportBatch, ReviewedBook, StoreRequest } from '#src/admin/contract/imports.ts';
import type { Role } from '#src/admin/contract/roles.ts';
import { createAdmin } from '#src/admin/server/index.ts';
import type { ImportReport } from '#src/api/import/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { silentLog } from '#src/lib/log.ts';
import { makeWxr } from '../../../api/collection/make-wxr.ts';
import { PNG } from '../../../api/epub/make-epub.ts';
import { NO_JOBS, startAdmin, type TestAdmin } from '../fixture.ts';

const PATIENCE = { timeout: 300_000 };
/** Maximum number of polls, so that a failing test ends. */
const MAX_POLLS = 20_000;
const OPENING =
  'The rain had fallen on the harbour for nine days, and nobody on the quay spoke of anything else until the ferry came in without its lights.';
const raft = (title = 'The Raft') =>
  `${title}\nby Mara Lind\n\nChapter 1\n\n${OPENING}\n\nA lamp went out.\n\nChapter 2\n\nThen the river rose again, higher than the marks.\n`;

const zip = (files: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));

const posts = (type: string) => [
  { id: 1, type: 'fcn_story', title: type, meta: { fictioneer_story_status: 'Ongoing', _thumbnail_id: '4' } },
  { id: 2, type: 'fcn_chapter', title: 'Chapter 1', content: OPENING, meta: { fictioneer_chapter_story: '1' } },
  { id: 3, type: 'fcn_chapter', title: 'Chapter 2', content: OPENING, meta: { fictioneer_chapter_story: '1' } },
  { id: 4, type: 'attachment', status: 'inherit', attachment: 'https://old.example/uploads/raft.png' },
];

let test: TestAdmin;
beforeEach(async () => {
  test = await startAdmin();
});
afterEach(() => test.close());

type Files = Readonly<Record<string, string | Uint8Array>>;

async function create(files: Files, { as = 'editor', more = {} }: { as?: Role; more?: object | undefined } = {}) {
  const list = Object.entries(files).map(([path, content]) => ({ path, size: Buffer.from(content).length }));
  return test.ask('POST', '/api/imports', { as, body: { name: 'Upload', files: list, ...more } });
}

const send = (id: string, file: number, content: string | Uint8Array, as: Role = 'editor') =>
  test.ask('PUT', `/api/imports/${id}/files/${file}`, {
    as,
    body: Buffer.from(content),
    headers: { 'content-type': 'application/octet-stream' },
  });

async function upload(files: Files, more?: object): Promise<string> {
  const { status, body } = await create(files, { more });
  expect(status).toBe(201);
  for (const [index, content] of Object.values(files).entries())
    expect((await send(body.id, index, content)).status).toBe(204);
  return body.id;
}

const get = async (path: string) => (await test.ask('GET', `/api/imports/${path}`, { as: 'editor' })).body;

interface ReviewedBatch extends ImportBatch {
  readonly books: readonly ReviewedBook[];
}

/** Polls until the batch is neither being read nor stored. Returns it with the previews of its books. */
async function settled(id: string): Promise<ReviewedBatch> {
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    const { state } = await get(`${id}/progress`);
    if (state !== 'reading' && state !== 'storing') {
      const batch: ImportBatch = await get(id);
      const books = await Promise.all(batch.books.map(({ index }) => get(`${id}/books/${index}`)));
      return { ...batch, books };
    }
    await wait(50);
  }
  throw new Error('The import did not end.');
}

async function read(id: string, body: object = {}): Promise<ReviewedBatch> {
  const answer = await test.ask('POST', `/api/imports/${id}/read`, { as: 'editor', body });
  expect([answer.status, answer.body]).toEqual([202, {}]);
  return settled(id);
}

const imported = async (files: Files, more?: object) => read(await upload(files, more));

const store = (id: string, book: number, body: Partial<StoreRequest> = {}) =>
  test.ask('POST', `/api/imports/${id}/books/${book}/store`, { as: 'editor', body: { corrections: {}, ...body } });

async function storeAndWait(id: string, book: number, body?: Partial<StoreRequest>): Promise<ReviewedBatch> {
  const answer = await store(id, book, body);
  expect([answer.status, answer.body]).toEqual([202, {}]);
  return settled(id);
}

const listed = async () =>
  (await test.ask('GET', '/api/books?sort=id&order=ASC', { as: 'editor' })).body.data.map(
    ({ id, title, author, chapters, state }: Record<string, unknown>) => ({ id, title, author, chapters, state }),
  );

const staged = () => join(test.store.folder, 'imports');
const stagedNames = () => (existsSync(staged()) ? readdirSync(staged(), { recursive: true }).map(String) : []);

describe('an import in the admin', PATIENCE, () => {
  it('is listed as failed if no book of the upload can be read', async () => {
    const { id, books } = await imported({ 'broken.epub': 'not a ZIP' });
    expect(books).toMatchObject([{ state: 'refused', refusedReason: expect.stringContaining('not an EPUB') }]);
    expect((await get(`${id}/progress`)).state).toBe('failed');
    const { body } = await test.ask('GET', '/api/imports', { as: 'editor' });
    expect(body.imports).toMatchObject([{ id, state: 'failed', error: null }]);
    expect((await test.ask('POST', `/api/imports/${id}/read`, { as: 'editor', body: {} })).status).toBe(202);
    expect((await settled(id)).state).toBe('failed');
  });

  it('no longer shows the text of a stored book that was taken down, while other books of the upload wait', async () => {
    const { id } = await imported(
      { 'raft.txt': raft(), 'lamp.txt': raft('The Lamp').replaceAll('rain', 'snow') },
      { as: 'books' },
    );
    const { books } = await storeAndWait(id, 0);
    const book = books[0]?.bookId;
    const texts = [`${id}/books/0`, `${id}/books/0/beginnings?chapters=0`, `${id}/books/0/chapters/0`];
    const statuses = async () =>
      Promise.all(texts.map(async (path) => (await test.ask('GET', `/api/imports/${path}`, { as: 'editor' })).status));
    expect(await statuses()).toEqual([200, 200, 200]);
    await test.ask('POST', '/api/takedowns', { as: 'operator', body: { book_id: book, reason: null } });
    expect(await statuses()).toEqual([404, 404, 404]);
    expect((await get(`${id}/books/1`)).preview).not.toBeNull();
  });

  it('sends its progress, the list of its books, previews and first words separately', async () => {
    const { id } = await imported({ 'raft.txt': raft() });
    const progress = await get(`${id}/progress`);
    expect(progress).toMatchObject({ id, state: 'ready', files: 1, books: 1, storedBooks: 0 });
    const batch = await get(id);
    expect(batch.books).toEqual([
      expect.objectContaining({
        index: 0,
        state: 'ready',
        summary: expect.objectContaining({ title: 'The Raft', authors: ['Mara Lind'], chapters: 2, resembles: [] }),
      }),
    ]);
    expect(JSON.stringify(batch)).not.toContain('Chapter 1');
    const { preview } = await get(`${id}/books/0`);
    expect(preview).toMatchObject({ fingerprint: batch.books[0].summary.fingerprint, chapters: [{ index: 0 }, {}] });
    expect(JSON.stringify(preview)).not.toContain('The rain had fallen');
    expect(await get(`${id}/books/0/beginnings?chapters=1,0`)).toEqual({
      beginnings: ['Then the river rose again, higher than the marks.', expect.stringMatching(/^The rain had/)],
    });
  });

  it('shows the pictures of a page that were uploaded in the same folder', async () => {
    const { books } = await imported({
      'Rain.html': `<h1>Rain</h1><p>${OPENING}</p><p><img src="Rain_files/1.png" alt="A map"></p>`,
      'Rain_files/1.png': PNG,
    });
    expect(books).toMatchObject([{ state: 'ready', preview: { totals: { pictures: 1 }, leftOut: [] } }]);
  });

  it('rejects requests for the first words of unknown or too many chapters', async () => {
    const { id } = await imported({ 'raft.txt': raft() });
    const statuses = [];
    for (const query of ['?chapters=2', '?chapters=x', '', `?chapters=${Array(101).fill(0)}`])
      statuses.push((await test.ask('GET', `/api/imports/${id}/books/0/beginnings${query}`, { as: 'editor' })).status);
    expect(statuses).toEqual([404, 422, 422, 422]);
    expect((await test.ask('GET', `/api/imports/${id}/books/7`, { as: 'editor' })).status).toBe(404);
  });

  it('sends small responses for a book of 5,000 chapters', async () => {
    const chapters = Array.from({ length: 5000 }, (_, at) => `Chapter ${at + 1}: Of the raft\n\n${OPENING} Day ${at}.`);
    const { id } = await imported({ 'raft.txt': `The Raft\nby Mara Lind\n\n${chapters.join('\n\n')}` });
    const sizes = [];
    for (const path of [
      '/progress',
      '',
      '/books/0',
      `/books/0/beginnings?chapters=${Array.from({ length: 100 }).keys().toArray()}`,
    ]) {
      sizes.push(JSON.stringify(await get(`${id}${path}`)).length);
    }
    const [progress = 0, batch = 0, book = 0, beginnings = 0] = sizes;
    expect(progress).toBeLessThan(500);
    expect(batch).toBeLessThan(1500);
    expect(book / 5000).toBeLessThan(150);
    expect(beginnings).toBeLessThan(15_000);
  });

  it('shows what a file contains, stores the book with an audit log entry, and deletes the file', async () => {
    const batch = await imported({ 'raft.txt': raft() });
    const { id, books, state } = batch;
    expect(state).toBe('ready');
    expect(books).toMatchObject([
      {
        state: 'ready',
        preview: {
          format: 'text',
          title: 'The Raft',
          authors: ['Mara Lind'],
          language: { code: 'en' },
          encoding: { name: 'utf-8', confidence: 'certain' },
          totals: { chapters: 2, sections: 0, notes: 0, pictures: 0 },
          chapters: [
            { index: 0, title: 'Chapter 1', blocks: 2 },
            { index: 1, title: 'Chapter 2', blocks: 1 },
          ],
          resembles: [],
        },
      },
    ]);
    expect((await test.ask('GET', `/api/imports/${id}/books/0/chapters/0`, { as: 'editor' })).body).toEqual({
      blocks: [
        { text: `${OPENING.slice(0, 120)}…`, words: 27 },
        { text: 'A lamp went out.', words: 4 },
      ],
    });
    const stored = await storeAndWait(id, 0);
    expect(stored).toMatchObject({
      state: 'stored',
      books: [{ state: 'stored', bookId: 1, report: { status: 'added', title: 'The Raft', chapters: 2 } }],
    });
    expect(await listed()).toMatchObject([{ id: 1, title: 'The Raft', author: 'Mara Lind', chapters: 2 }]);
    const log = await test.ask('GET', '/api/audit-log', { as: 'editor' });
    expect(log.body.data[0]).toMatchObject({ who: 'editor@example.org', command: 'admin', act: 'add', kind: 'book' });
    // The files are deleted after the batch has been saved.
    await vi.waitFor(() => expect(stagedNames().filter((name) => /files/.test(name))).toEqual([]), PATIENCE);
    expect((await test.ask('GET', '/api/imports', { as: 'editor' })).body.imports).toMatchObject([
      { id, state: 'stored', books: 1, storedBooks: 1 },
    ]);
  });

  it('lets staff correct a wrong encoding', async () => {
    const russian =
      'Глава 1\n\nОн долго смотрел на реку, и никто не говорил ему ни слова.\n\nГлава 2\n\nПотом пошёл снег.\n';
    const bytes = Buffer.from([...russian].map((letter) => cp1251(letter)));
    const batch = await imported({ 'reka.txt': bytes });
    const wrong = await read(batch.id, { corrections: { encoding: 'windows-1252' } });
    expect((await get(`${batch.id}/books/0/beginnings?chapters=0`)).beginnings[0]).not.toContain('реку');
    expect(wrong.books[0]?.settings).toEqual({ encoding: 'windows-1252' });
    expect(wrong.books[0]?.preview?.encoding?.candidates.find(({ name }) => name === 'windows-1251')?.sample).toBe(
      'Глава 1',
    );
    const right = await read(batch.id, { corrections: { encoding: 'windows-1251' }, book: 0 });
    expect(right.books[0]?.preview).toMatchObject({
      encoding: { name: 'windows-1251', confidence: 'certain' },
    });
    const { beginnings } = await get(`${batch.id}/books/0/beginnings?chapters=0,1`);
    expect(beginnings).toEqual([expect.stringMatching(/^Он долго/), 'Потом пошёл снег.']);
    const refused = await read(batch.id, { corrections: { encoding: 'martian' } });
    expect(refused.books).toMatchObject([
      { state: 'refused', preview: null, refusedReason: expect.stringMatching(/not a known encoding/) },
    ]);
    expect((await store(batch.id, 0)).status).toBe(409);
    await read(batch.id, { corrections: { encoding: 'windows-1251' } });
    expect((await storeAndWait(batch.id, 0)).state).toBe('stored');
  });

  it('does not store a book with an unanswered question', async () => {
    const unclear = Buffer.from('\xe1\xe2, \xe3', 'latin1');
    const { id, books } = await imported({ 'cafe.txt': unclear });
    expect(books[0]?.preview).toMatchObject({ encoding: { confidence: 'uncertain' }, doubts: [{ isQuestion: true }] });
    const answer = await store(id, 0);
    expect([answer.status, answer.body.error.message]).toEqual([422, expect.stringMatching(/encoding is probably/)]);
    const stored = await storeAndWait(id, 0, { corrections: { encoding: 'windows-1251' } });
    expect(stored.state).toBe('stored');
  });

  it('lets staff correct a wrong chapter pattern, and change the chapter plan', async () => {
    const text = 'The Raft\nby Mara Lind\n\n>> Rain\n\nIt rained.\n\nA lot.\n\n>> Snow\n\nIt snowed.\n';
    const { id } = await imported({ 'raft.txt': text });
    const wrong = await read(id, { corrections: { chapterPattern: '((' } });
    expect(wrong.books[0]).toMatchObject({ state: 'refused', refusedReason: expect.stringMatching(/pattern/i) });
    const right = await read(id, { corrections: { chapterPattern: '>> (.*)' } });
    expect(right.books[0]?.preview?.chapters.map(({ title }) => title)).toEqual(['Rain', 'Snow']);
    const chapters = [
      {
        title: 'Snow and more',
        part: 'Winter',
        kind: 'chapter' as const,
        pieces: [
          { chapter: 1, from: 0, to: 1 },
          { chapter: 0, from: 1, to: 2 },
        ],
      },
      { title: 'Rain', part: null, kind: 'chapter' as const, pieces: [{ chapter: 0, from: 0, to: 1 }] },
    ];
    const twice = await store(id, 0, { corrections: { chapters: [chapters[0], chapters[0]] as never } });
    expect([twice.status, twice.body.error.fields]).toEqual([422, { chapters: expect.stringMatching(/twice/) }]);
    const other = await store(id, 0, { corrections: { chapters, chapterPattern: 'x' } });
    expect([other.status, other.body.error.message]).toEqual([422, expect.stringMatching(/Read the file again/)]);
    await storeAndWait(id, 0, { corrections: { title: 'Weather', author: 'M. Lind', chapters }, status: 'draft' });
    expect(await listed()).toMatchObject([{ title: 'Weather', author: 'M. Lind', chapters: 2, state: 'draft' }]);
    const { body } = await test.ask('GET', '/api/chapters?filter={"book_id":1}&sort=place&order=ASC', { as: 'editor' });
    expect(body.data.map(({ title, part }: Record<string, unknown>) => [title, part])).toEqual([
      ['Snow and more', 'Winter'],
      ['Rain', null],
    ]);
  });

  it('requires a decision for a book that resembles a stored book', async () => {
    const first = await imported({ 'raft.txt': raft() });
    await storeAndWait(first.id, 0);
    const again = await imported({ 'raft.txt': raft() });
    expect(again.books[0]?.preview?.resembles).toMatchObject([{ bookId: 1, by: 'key' }]);
    const conflict = await store(again.id, 0);
    expect([conflict.status, conflict.body.error.message]).toEqual([
      409,
      expect.stringMatching(/resembles book 1 "The Raft"/),
    ]);
    expect((await store(again.id, 0, { resolution: { as: 'newVersion', bookId: 99 } })).status).toBe(422);
    await storeAndWait(again.id, 0, { resolution: { as: 'otherEdition', bookId: 1 } });
    expect((await listed()).map(({ id, title }: Record<string, unknown>) => [id, title])).toEqual([
      [1, 'The Raft'],
      [2, 'The Raft'],
    ]);
    const renamed = await imported({ 'other.md': `# Another Name\n\n## One\n\n${OPENING}\n\n## Two\n\nMore.\n` });
    expect(renamed.books[0]?.preview?.resembles.map(({ bookId, by }) => [bookId, by])).toEqual([
      [1, 'text'],
      [2, 'text'],
    ]);
    await storeAndWait(renamed.id, 0, { resolution: { as: 'newVersion', bookId: 1 } });
    expect((await listed()).map(({ id, title }: Record<string, unknown>) => [id, title])).toEqual([
      [1, 'Another Name'],
      [2, 'The Raft'],
    ]);
  });

  it('detects a resembling book that was stored after the preview', async () => {
    const [one, two] = [await imported({ 'a.txt': raft() }), await imported({ 'b.txt': raft('The  Raft') })];
    expect(two.books[0]?.preview?.resembles).toEqual([]);
    await storeAndWait(one.id, 0);
    expect((await store(two.id, 0)).status).toBe(409);
    expect((await settled(two.id)).books[0]?.preview?.resembles).toMatchObject([{ bookId: 1 }]);
  });

  it('reads a ZIP with several books, even if one of them cannot be read', async () => {
    const archive = zip({
      'raft.txt': raft(),
      'mill.md': `# The Mill\n\n## One\n\nThe wheel turned slowly.\n`,
      'broken.epub': 'no archive',
    });
    const { id, books } = await imported({ 'all.zip': archive });
    expect(books.map(({ name, state }) => [name, state]).toSorted()).toEqual([
      ['broken.epub', 'refused'],
      ['mill.md', 'ready'],
      ['raft.txt', 'ready'],
    ]);
    const mill = books.find(({ name }) => name === 'mill.md')?.index ?? -1;
    const again = await read(id, { book: mill, corrections: { title: 'The Old Mill' } });
    expect(again.books.map(({ preview }) => preview?.title).toSorted()).toEqual([
      'The Old Mill',
      'The Raft',
      undefined,
    ]);
    await storeAndWait(id, mill);
    const stored = await storeAndWait(id, books.find(({ name }) => name === 'raft.txt')?.index ?? -1);
    expect(stored.state).toBe('stored');
    expect((await listed()).map(({ title }: Record<string, unknown>) => title).toSorted()).toEqual([
      'The Old Mill',
      'The Raft',
    ]);
  });

  it('adds redirects from the old URLs of an exported site, even for merged chapters', async () => {
    await test.close();
    const reports: ImportReport[] = [];
    const withRedirects = async (report: ImportReport) => {
      reports.push(report);
      return { ...report, redirects: 3, warnings: ['One address was taken.'] };
    };
    test = await startAdmin(undefined, { withRedirects });
    const { id, books } = await imported({ 'export.xml': makeWxr(posts('The Raft')) });
    const chapters = books[0]?.preview?.chapters ?? [];
    const pieces = chapters.map(({ index, blocks }) => ({ chapter: index, from: 0, to: blocks }));
    const plan = [{ title: 'All', part: null, kind: 'chapter' as const, pieces }];
    const stored = await storeAndWait(id, 0, { corrections: { chapters: plan } });
    expect(stored.books[0]?.report).toMatchObject({ chapters: 1, warnings: ['One address was taken.'] });
    const [first, ...others] = reports.map(({ oldAddresses }) => oldAddresses?.chapters);
    expect([first?.length, others]).toEqual([1, []]);
    expect(first?.[0]).toEqual(expect.arrayContaining(['https://old.example/2/', 'https://old.example/3/']));
  });

  it('reads a folder of numbered files as one book', async () => {
    const { books } = await imported({
      'Raft/01 - Rain.txt': 'It rained on the river.',
      'Raft/02 - Snow.txt': 'It snowed on the river.',
      'Raft/notes.pdf': 'not a chapter',
    });
    expect(books).toMatchObject([{ preview: { format: 'collection', title: 'Raft', chapters: [{}, {}] } }]);
  });

  it('rejects oversized uploads both before and during the transfer', async () => {
    const large = await test.ask('POST', '/api/imports', {
      as: 'editor',
      body: { name: 'Large', files: [{ path: 'large.txt', size: 9 * 1024 * 1024 }] },
    });
    expect([large.status, large.body.error.code]).toEqual([413, 'too_large']);
    const many = Array.from({ length: 6 }, (_, at) => ({ path: `${at}.epub`, size: 99 * 1024 * 1024 }));
    expect((await test.ask('POST', '/api/imports', { as: 'editor', body: { name: 'Many', files: many } })).status).toBe(
      413,
    );
    const { body } = await create({ 'raft.txt': raft() });
    expect((await send(body.id, 0, `${raft()} and more`)).status).toBe(422);
    expect((await send(body.id, 0, 'less')).status).toBe(422);
    expect((await test.ask('POST', `/api/imports/${body.id}/read`, { as: 'editor', body: {} })).status).toBe(409);
    expect(stagedNames().filter((name) => /files\/./.test(name))).toEqual([]);
  });

  it('stops receiving a file that is longer than announced', async () => {
    const { body } = await create({ 'raft.txt': raft() });
    const answer = await test.ask('PUT', `/api/imports/${body.id}/files/0`, {
      as: 'editor',
      body: Buffer.alloc(1024 * 1024, 0x61),
      headers: { 'content-type': 'text/plain', 'content-length': undefined, 'transfer-encoding': 'chunked' },
    });
    expect(answer.status).toBe(422);
    expect(stagedNames().filter((name) => /files\/./.test(name))).toEqual([]);
  });

  it('is visible only to the staff member who uploaded it, and to owners', async () => {
    const id = await upload({ 'raft.txt': raft() });
    const paths = (method: string) =>
      ({
        GET: [`/api/imports/${id}`, `/api/imports/${id}/books/0/chapters/0`],
        POST: [`/api/imports/${id}/read`, `/api/imports/${id}/books/0/store`],
        DELETE: [`/api/imports/${id}`],
      })[method] as string[];
    for (const method of ['GET', 'POST', 'DELETE'])
      for (const path of paths(method)) {
        const body = method === 'POST' ? { body: path.endsWith('store') ? { corrections: {} } : {} } : {};
        expect([path, (await test.ask(method, path, { as: 'operator', ...body })).status]).toEqual([path, 404]);
      }
    expect((await send(id, 0, raft(), 'operator')).status).toBe(404);
    expect((await test.ask('GET', '/api/imports', { as: 'operator' })).body).toEqual({ imports: [] });
    expect((await test.ask('GET', `/api/imports/${id}`, { as: 'owner' })).status).toBe(200);
    expect((await test.ask('GET', '/api/imports', { as: 'owner' })).body.imports).toMatchObject([
      { id, by: 'editor@example.org' },
    ]);
  });

  it('never uses file paths sent by a browser as paths on the server', async () => {
    for (const path of [
      '../../escaped.txt',
      '/etc/passwd.txt',
      'a/../../b.txt',
      'a\\b.txt',
      'a//b.txt',
      'nul\u0001.txt',
    ]) {
      const answer = await create({ [path]: 'text' });
      expect([path, answer.status]).toEqual([path, 422]);
    }
    const hostile = { 'a b%2f..%2f.txt': raft(), 'con.txt': raft('Con'), "'; drop table books; --.txt": raft('Drop') };
    const { body } = await create(hostile);
    for (const [index, content] of Object.values(hostile).entries()) await send(body.id, index, content);
    expect((await read(body.id)).books.map(({ state }) => state)).toEqual(['ready', 'ready', 'ready']);
    const names = stagedNames().map((name) => name.split('/').at(-1));
    expect(names.filter((name) => /drop|con|escaped/i.test(name ?? ''))).toEqual([]);
    for (const id of ['..', '%2e%2e', '..%2fapi', 'x'.repeat(300)])
      expect((await test.ask('DELETE', `/api/imports/${id}`, { as: 'owner' })).status).not.toBe(204);
    expect(existsSync(join(test.store.folder, 'imports'))).toBe(true);
    const { books } = await imported({ 'slip.zip': zip({ '../../../escaped.txt': raft(), 'ok.txt': raft('Ok') }) });
    expect(books.every(({ state }) => state === 'ready' || state === 'refused')).toBe(true);
    expect(existsSync(join(test.folder, 'escaped.txt'))).toBe(false);
  });

  it('rejects files of unknown types, repeated paths, and invalid requests', async () => {
    expect((await create({ 'a.exe': 'MZ' })).body.error.message).toMatch(/"a.exe" cannot be imported/);
    const twice = [
      { path: 'a.txt', size: 1 },
      { path: 'a.txt', size: 1 },
    ];
    expect((await test.ask('POST', '/api/imports', { as: 'editor', body: { name: 'A', files: twice } })).status).toBe(
      422,
    );
    const { id } = await imported({ 'raft.txt': raft() });
    expect((await send(id, 0, raft())).status).toBe(409);
    expect((await store(id, 7)).status).toBe(404);
    expect((await store(id, 0, { brands: ['nowhere'] })).status).toBe(422);
    expect((await store(id, 0, { section: 4711 })).status).toBe(422);
    const contradiction = await store(id, 0, { section: 25, corrections: { language: 'en' } });
    expect([contradiction.status, contradiction.body.error.fields.section]).toEqual([
      422,
      expect.stringContaining('"en" belongs in section 7 (English), but section 25 is Français'),
    ]);
    expect(await listed()).toEqual([]);
    expect((await test.ask('GET', `/api/imports/${id}/books/0/chapters/99`, { as: 'editor' })).status).toBe(404);
  });

  it('can be discarded, and is deleted after a day', async () => {
    const [one, two] = [await upload({ 'a.txt': raft() }), await upload({ 'b.txt': raft() })];
    expect((await test.ask('DELETE', `/api/imports/${one}`, { as: 'editor' })).status).toBe(204);
    expect(readdirSync(staged())).toEqual([two]);
    test.setNow(new Date('2026-06-02T12:00:01Z'));
    expect((await test.ask('GET', `/api/imports/${two}`, { as: 'editor' })).status).toBe(404);
    await create({ 'c.txt': raft() });
    expect(readdirSync(staged())).not.toContain(two);
  });

  it('keeps uploaded files across a restart of the admin', async () => {
    const files = { 'a.txt': raft(), 'b.txt': raft('Other') };
    const { body: partial } = await create(files);
    await send(partial.id, 0, raft());
    const complete = await upload(files);
    await withRestartedAdmin(async () => {
      expect(await get(partial.id)).toMatchObject({ state: 'uploading', files: 2 });
      const early = await test.ask('POST', `/api/imports/${partial.id}/read`, { as: 'editor', body: {} });
      expect(early.status).toBe(409);
      expect((await read(complete)).books).toMatchObject([{ state: 'ready' }, { state: 'ready' }]);
    });
  });

  it('can be continued after a restart, and stores no book twice', async () => {
    const { id } = await imported({ 'raft.txt': raft() });
    await storeAndWait((await imported({ 'raft.txt': raft() })).id, 0);
    // The state after a process was killed between the transaction and saving the batch.
    const record = join(staged(), id, 'batch.json');
    const batch = JSON.parse(readFileSync(record, 'utf8'));
    const { key } = await test.store.catalogue.one<{ key: string }>(sql`SELECT key FROM books`);
    batch.books[0] = { ...batch.books[0], state: 'storing', storeKey: key };
    writeFileSync(record, JSON.stringify(batch));
    mkdirSync(join(staged(), 'not-a-batch'), { recursive: true });
    await withRestartedAdmin(async () => {
      expect((await settled(id)).books[0]).toMatchObject({
        state: 'failed',
        refusedReason: expect.stringMatching(/restarted/),
      });
      await storeAndWait(id, 0, { resolution: { as: 'differentBook' } });
      expect((await settled(id)).books[0]).toMatchObject({ state: 'stored', report: { status: 'unchanged' } });
      expect(await listed()).toHaveLength(1);
    });
  });
});

/** Runs `work` with another admin that opens the same store and staged files. */
async function withRestartedAdmin(work: () => Promise<void>): Promise<void> {
  const first = test;
  const again = createAdmin({
    store: first.store,
    state: first.folder,
    log: silentLog,
    brands: async () => [],
    jobs: NO_JOBS,
    now: () => new Date('2026-06-01T12:00:00Z'),
  });
  test = { ...first, admin: again, ask: askOf(again, first) };
  try {
    await work();
  } finally {
    await again.close();
    test = first;
  }
}

/** Sends requests to another admin with the sessions of the first. */
function askOf(admin: TestAdmin['admin'], first: TestAdmin): TestAdmin['ask'] {
  return async (method, path, { as = 'editor', body } = {}) => {
    const headers = {
      host: 'localhost:4400',
      origin: 'http://localhost:4400',
      cookie: `lectern_admin=${await first.sessionOf(as)}`,
      'content-type': 'application/json',
    };
    const response = await admin.app.inject({
      method: method as 'GET',
      url: path,
      headers: method === 'GET' ? ({ ...headers, 'content-type': undefined } as never) : headers,
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.body === '' ? '' : JSON.parse(response.body),
    };
  };
}

/** The byte of a letter in Windows-1251. */
function cp1251(letter: string): number {
  const code = letter.codePointAt(0) ?? 0;
  if (code < 0x80) return code;
  if (letter === 'ё') return 0xb8;
  return code - 0x410 + 0xc0;
}
