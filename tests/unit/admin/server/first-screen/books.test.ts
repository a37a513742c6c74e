import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FoundBook } from '#src/admin/contract/first-screen.ts';
import { PASSWORD, startScreen, type TestScreen } from './fixture.ts';

const BOOK: FoundBook = {
  file: '',
  title: 'Quiet Water',
  author: 'Jon Vale',
  language: 'en',
  locale: 'en',
  chapters: 2,
  sections: 0,
  words: 900,
  decision: null,
  notes: [],
};

let test: TestScreen;
let paths: string[];
beforeEach(async () => {
  paths = [];
  test = startScreen({
    read: async (path, _as, onBook) => {
      paths.push(path);
      onBook();
      return { books: [{ ...BOOK, file: join(path, 'a.txt') }], refused: [] };
    },
  });
  await test.open();
});
afterEach(() => test.close());

const announce = (files: Record<string, number>) =>
  test.ask('POST', '/api/setup/books', {
    body: { files: Object.entries(files).map(([path, size]) => ({ path, size })) },
  });
const send = (index: number, text: string) => test.ask('PUT', `/api/setup/books/${index}`, { body: Buffer.from(text) });
const booksState = async () => (await test.ask('GET', '/api/setup')).body.books;
const filesIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    : [];

describe('books uploaded to the first screen', () => {
  it('keep their names and folders, are private, and are read as one folder', async () => {
    expect((await announce({ 'a.txt': 5, 'series/b.txt': 3 })).body).toEqual({ first: 0 });
    expect((await announce({ 'c.epub': 1 })).body).toEqual({ first: 2 });
    for (const [index, text] of [
      [1, 'two'],
      [0, 'first'],
      [2, 'x'],
    ] as const)
      expect((await send(index, text)).status).toBe(204);
    const books = join(test.folder, 'books');
    expect(readFileSync(join(books, 'series/b.txt'), 'utf8')).toBe('two');
    expect(statSync(test.folder).mode & 0o077).toBe(0);
    expect((await test.ask('POST', '/api/setup/books/read')).status).toBe(202);
    await expect.poll(booksState).toMatchObject({
      state: 'read',
      files: 3,
      bytes: 9,
      folder: null,
      readSoFar: 1,
      found: { books: [{ title: 'Quiet Water', file: 'a.txt' }] },
    });
    expect(paths).toEqual([books]);
    expect(test.saved().books).toBe(books);
  });

  it.each([
    '../escape.txt',
    '/absolute.txt',
    'a/../../b.txt',
    'a\\..\\b.txt',
    'a//b.txt',
    './a.txt',
    'nul\u0000.txt',
    `${'x'.repeat(300)}.txt`,
  ])('are refused with the path %j', async (path) => {
    expect((await announce({ [path]: 1 })).status).toBeGreaterThanOrEqual(400);
    expect(filesIn(test.folder)).toEqual([]);
    expect(await booksState()).toMatchObject({ state: 'none', files: 0 });
  });

  it.each([
    ['a picture alone', { 'cover.png': 1 }],
    ['a program', { 'setup.exe': 1 }],
    ['a huge file', { 'a.epub': 3e9 }],
  ])('are refused if they are %s', async (_what, files) => {
    expect((await announce(files)).status).toBeGreaterThanOrEqual(400);
  });

  it('are refused if a path was added already, or is both a file and a folder', async () => {
    await announce({ 'a.txt': 1, 'b/c.txt': 1 });
    await send(0, 'a');
    for (const path of ['a.txt', 'b', 'a.txt/d.txt']) {
      const files = { [path]: 1, 'other.txt': 1 };
      expect((await announce(files)).status).toBe(409);
    }
    expect((await booksState()).files).toBe(2);
  });

  it.each([
    ['longer', 'too long'],
    ['shorter', 'x'],
  ])('are discarded if they are %s than announced', async (_what, text) => {
    await announce({ 'a.txt': 3 });
    expect((await send(0, text)).status).toBe(422);
    expect(filesIn(test.folder)).toEqual([]);
    expect((await test.ask('POST', '/api/setup/books/read')).status).toBe(409);
  });

  const read = () => test.ask('POST', '/api/setup/books/read');

  it('can be added again if they did not arrive, together with those that did', async () => {
    await announce({ 'a.txt': 1, 'b.txt': 2, 'c.txt': 3 });
    await send(0, 'a');
    expect((await send(1, 'too long')).status).toBe(422);
    expect((await read()).body.error.message).toMatch(/not uploaded completely/);
    expect((await announce({ 'b.txt': 2, 'a.txt': 1, 'c.txt': 4 })).body).toEqual({ first: 3 });
    expect(await booksState()).toMatchObject({ files: 3, bytes: 7 });
    expect((await send(1, 'bb')).status).toBe(404);
    for (const [index, text] of ['bb', 'a', 'cccc'].entries()) expect((await send(3 + index, text)).status).toBe(204);
    expect((await read()).status).toBe(202);
    expect(
      filesIn(test.folder)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['a.txt', 'b.txt', 'c.txt']);
  });

  it('are not replaced by another file of the same name', async () => {
    await announce({ 'a.txt': 1, 'b.txt': 2 });
    await send(0, 'a');
    expect((await announce({ 'a.txt': 9, 'b.txt': 2 })).status).toBe(409);
    expect((await announce({ 'a.txt': 1 })).status).toBe(409);
  });

  it('must be read again after more were added', async () => {
    await announce({ 'a.txt': 1 });
    await send(0, 'a');
    await read();
    await expect.poll(booksState).toMatchObject({ state: 'read' });
    await announce({ 'b.txt': 1 });
    expect(await booksState()).toMatchObject({ state: 'sending', found: null });
  });

  it('are neither deleted nor left out by a creation before they have arrived and were read', async () => {
    const create = async () => {
      const { status, body } = await test.ask('POST', '/api/setup/create', { body: { password: PASSWORD } });
      return [status, body.error?.message];
    };
    await test.ask('PUT', '/api/setup/answers', { body: { email: 'ann@example.com' } });
    await announce({ 'a.txt': 1 });
    expect(await create()).toEqual([409, expect.stringContaining('not uploaded completely')]);
    await send(0, 'a');
    expect(await create()).toEqual([409, expect.stringContaining('not been read')]);
    expect(filesIn(test.folder)).toHaveLength(1);
    await read();
    await expect.poll(booksState).toMatchObject({ state: 'read' });
    expect((await create())[0]).toBe(202);
  });

  it('can be removed', async () => {
    await announce({ 'a.txt': 3 });
    await send(0, 'abc');
    expect((await test.ask('DELETE', '/api/setup/books')).status).toBe(204);
    expect(await booksState()).toMatchObject({ state: 'none', files: 0, found: null });
    expect(test.saved().books).toBe('');
    expect((await send(0, 'abc')).status).toBe(404);
    expect(filesIn(test.folder)).toEqual([]);
  });
});
