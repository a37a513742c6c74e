import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApi, createWriter, openStore, type Store, transferStore } from '#src/api/index.ts';
import type { Row } from '#src/api/store/database.ts';
import { raw, sql } from '#src/api/store/sql.ts';
import { tablesOfStore } from '#src/api/store/transfer/tables.ts';
import { silentLog } from '#src/lib/log.ts';
import { type Postgres, startPostgres } from '../../../scripts/testing/postgres.ts';
import { newDatabase } from '../../helpers/test-store.ts';
import { runProgram } from '../scripts/program.ts';
import { book, chapter } from './fixture.ts';

const PASSWORD = 'correct horse';

let root: string;
let postgres: Postgres;
/** The folder of the store that the tests copy. */
let files: string;
let cursor: string;

const inFiles = (folder: string) => ({ folder, postgres: undefined });
const inPostgres = (address: string) => ({ folder: join(root, 'unused'), postgres: address });

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'lectern-store-copy-'));
  postgres = await startPostgres();
  files = join(root, 'state/api');
  const store = await openStore(files);
  await fillContent(store);
  await withApi(store, fillVisitors);
  await store.close();
});
afterAll(async () => {
  await postgres.close();
  rmSync(root, { recursive: true });
});

async function fillContent(store: Store): Promise<void> {
  const writer = createWriter(store);
  await writer.transaction(async () => {
    const chapters = [chapter('One'), chapter('Two', { price: 5, freeFrom: '2126-01-01T00:00:00Z' })];
    await writer.putBook(
      book('a', { title: 'The Dragon Keeper', chapters, rating: 4, series: { name: 'Keepers', number: 1 } }),
    );
    await writer.putBook(
      book('b', { title: '三体：第一部', tags: ['科幻'], keywords: [], genres: ['科幻'], rating: 4.37 }),
    );
    await writer.putBook(book('c', { title: 'Ưu đàm hoa', author: { name: 'Zoë Ångström', introduction: 'Été' } }));
    await writer.putBook(book('d', { publication: 'draft' }));
    await writer.putBook(book('e', { publication: { from: '2126-01-01T00:00:00Z' }, brands: ['freenovel'] }));
    await writer.putBook(book('gone'));
    await writer.putBook(book('down'));
    await writer.putGenre({ section: 7, name: 'Fantasy', introduction: 'Of dragons.', tags: ['Dragons'] });
    await writer.putShelf({ brand: null, section: 7, name: 'New', style: 'row', books: ['a', 'c'] });
    await writer.putRanking({
      brand: 'local',
      section: 7,
      type: 'hot',
      typeName: 'Hot',
      name: 'All',
      books: ['b', 'a'],
    });
    await writer.putBanner({ brand: null, section: 7, title: 'Read', subtitle: '', image: null, book: 'a' });
    await writer.putWholeBrands(['local']);
  });
  cursor = `${(await store.catalogue.one(sql`SELECT value FROM meta WHERE key = 'store'`))['value']}.3`;
  await writer.transaction(async () => {
    await writer.rename('author', 1, 'Ada Marshall');
    await writer.removeBook('gone');
    await writer.takeDownBook('down', 'Order 7');
  });
}

type Ask = (call: string, body?: object, token?: string) => Promise<{ status: number; body: Answer }>;
// biome-ignore lint/suspicious/noExplicitAny: tests read the data of many calls; the server checks it against the contract.
type Answer = any;

async function withApi<T>(store: Store, work: (ask: Ask, store: Store) => Promise<T>): Promise<T> {
  const prefixes = [{ prefix: '/public', brand: 'local' }];
  const api = createApi({ store, prefixes, media: store.media, log: silentLog, checkResponses: true });
  const origin = await api.listen(0);
  try {
    return await work(async (call, body, token) => {
      const response = await fetch(`${origin}/public/v1/${call}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          'content-type': 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    }, store);
  } finally {
    await api.close();
  }
}

const ANN = { email: 'ann@example.org', password: PASSWORD };
const hiddenTag = { kind: 'hidden', id: '4', value: { name: 'Tag 4' }, at: Date.parse('2026-06-01T11:59:00Z') };

async function fillVisitors(ask: Ask, store: Store): Promise<void> {
  const { body } = await ask('auth.register', { ...ANN, name: 'Ann' });
  const { token, user } = body.data.session;
  await store.visitors.run(sql`UPDATE users SET coins = 12 WHERE id = ${user.id}`);
  await ask('chapter.unlock', { book_id: 1, chapter_id: 2, by: 'coins', key: 'wish-1-of-ann' }, token);
  await ask('library.sync', { items: [hiddenTag] }, token);
  const ben = await ask('auth.register', { email: 'ben@example.org', password: PASSWORD });
  await ask('user.delete', { password: PASSWORD }, ben.body.data.session.token);
}

const CALLS = [
  'book.list',
  'book.show?book_id=1',
  'book.show?book_id=7',
  'book.chapters?book_id=1',
  'chapter.show?book_id=1&chapter_id=1',
  'search.suggest?keyword=dra',
  'search.suggest?keyword=ada',
  'bookRank.list',
  'banner.index',
  'recommend.index3',
  'author.home?author_id=1',
  'genre.books?genre_id=1',
  'seo.book_tags',
  'category.list',
  'letter.books?letter=T',
];
const WORDS = ['dragon', 'dragn', '三体', 'uu dam', 'angstrom', 'fantasy', 'keepers', 'marshall'];

/**
 * The responses of an API with this store: of public calls, and of calls for a visitor who signs in with the original
 * password.
 */
const answersOf = (store: Store) =>
  withApi(store, async (ask) => {
    const responses: Record<string, unknown> = {};
    for (const call of [...CALLS, `book.list?since=${cursor}`]) responses[call] = await ask(call);
    for (const keyword of WORDS) responses[keyword] = await ask('search.multi', { keyword });
    const { status, body } = await ask('auth.login', ANN);
    const token: string = body.data.session.token;
    const { coins, id } = (await ask('user.profile', undefined, token)).body.data.user;
    const own = await ask('chapter.show?book_id=1&chapter_id=2', undefined, token);
    const items = (await ask('library.sync', { items: [] }, token)).body.data;
    return { ...responses, status, coins, id, own, items };
  });

async function answersIn(place: { folder: string; postgres: string | undefined }) {
  const store = await openStore(place.folder, place.postgres);
  try {
    return await answersOf(store);
  } finally {
    await store.close();
  }
}

async function rowsOf(folder: string): Promise<Record<string, Row[]>> {
  const store = await openStore(folder);
  try {
    const pairs = await Array.fromAsync(tablesOfStore(), async ({ database, name, key }) => {
      const rows = await store[database].all(sql`SELECT * FROM ${raw(name)} ORDER BY ${raw(key.join())}`);
      return [name, rows] as const;
    });
    const counted = await store.catalogue.all(sql`SELECT * FROM sqlite_sequence WHERE seq > 0 ORDER BY name`);
    return Object.fromEntries([...pairs, ['last ids', counted]]);
  } finally {
    await store.close();
  }
}

const isEmpty = async (address: string) => {
  const store = await openStore(join(root, 'unused'), address);
  const tables = tablesOfStore().filter(({ name }) => name !== 'meta');
  const rows = await Array.fromAsync(tables, ({ database, name }) =>
    store[database].get(sql`SELECT 1 FROM ${raw(name)}`),
  );
  await store.close();
  return rows.every((row) => row === undefined);
};

describe('a copy of a store between SQLite and PostgreSQL', () => {
  it('keeps every row, every id and every API response in both directions', async () => {
    const address = await newDatabase(postgres.url);
    const back = join(root, 'back');
    const before = await rowsOf(files);
    const copied = await transferStore({ from: inFiles(files), to: inPostgres(address) });
    const again = await transferStore({ from: inPostgres(address), to: inFiles(back) });
    expect(again.tables).toEqual(copied.tables);
    for (const name of ['audit_log', 'term_variants', 'removals', 'takedowns', 'former_names', 'unlocks', 'library'])
      expect(copied.tables.find(({ table }) => table === name)?.rows, name).toBeGreaterThan(0);
    expect(await rowsOf(back)).toEqual(before);

    const answers = await answersIn(inFiles(files));
    expect(answers).toMatchObject({ status: 200, coins: 7, items: { items: [hiddenTag] } });
    expect(JSON.stringify((answers as Record<string, unknown>)['dragn'])).toContain('The Dragon Keeper');
    expect(await answersIn(inPostgres(address))).toEqual(answers);
    expect(await answersIn(inFiles(back))).toEqual(answers);
  });

  it('gives new rows ids that follow those of the source, and reports no foreign edits', async () => {
    const address = await newDatabase(postgres.url);
    await transferStore({ from: inFiles(files), to: inPostgres(address) });
    const store = await openStore(join(root, 'unused'), address);
    const writer = createWriter(store);
    expect(await writer.transaction(() => writer.putBook(book('next')))).toMatchObject({ id: 8 });
    expect(await store.catalogue.all(sql`SELECT * FROM foreign_edits`)).toEqual([]);
    const { body } = await withApi(store, (ask) =>
      ask('auth.register', { email: 'cid@example.org', password: PASSWORD }),
    );
    expect(body.data.session.user.id).toBe(3);
    await store.close();
  });

  it('contains the state of the source when the copy began, even if the source changes meanwhile', async () => {
    const address = await newDatabase(postgres.url);
    const live = join(root, 'live');
    await transferStore({ from: inFiles(files), to: inFiles(live) });
    const store = await openStore(live);
    const writer = createWriter(store);
    const copy = await transferStore({
      from: inFiles(live),
      to: inPostgres(address),
      async onTable({ table }) {
        if (table === 'genres') await writer.transaction(() => writer.putBook(book('later')));
      },
    });
    await store.close();
    expect(copy.tables.find(({ table }) => table === 'books')?.rows).toBe(5);
    const copied = await openStore(join(root, 'unused'), address);
    expect(await copied.catalogue.get(sql`SELECT id FROM books WHERE key = 'later'`)).toBeUndefined();
    await copied.close();
  });

  it.each(['files', 'PostgreSQL'])(
    'fails if the target in %s contains rows, and leaves the target unchanged',
    async (kind) => {
      const place = kind === 'files' ? inFiles(join(root, 'full')) : inPostgres(await newDatabase(postgres.url));
      const store = await openStore(place.folder, place.postgres);
      const writer = createWriter(store);
      await writer.transaction(() => writer.putBook(book('mine')));
      const copy = transferStore({ from: inFiles(files), to: place });
      await expect(copy).rejects.toMatchObject({ code: 'STORE_NOT_EMPTY', exitCode: 2 });
      expect(await store.catalogue.all(sql`SELECT key FROM books`)).toEqual([{ key: 'mine' }]);
      expect(await writer.transaction(() => writer.putBook(book('more')))).toMatchObject({ id: 2 });
      await store.close();
    },
  );

  it('is rolled back if a trigger in the target changes the data', async () => {
    const address = await newDatabase(postgres.url);
    const store = await openStore(join(root, 'unused'), address);
    await store.visitors.exec(`CREATE FUNCTION shout() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN NEW.name := upper(NEW.name); RETURN NEW; END $$;
      CREATE TRIGGER shout BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION shout()`);
    await store.close();
    const copy = transferStore({ from: inFiles(files), to: inPostgres(address) });
    await expect(copy).rejects.toMatchObject({ code: 'STORE_DIFFERS', message: expect.stringContaining('users') });
    expect(await isEmpty(address)).toBe(true);
  });

  it('leaves the target empty if its process is killed, and can be repeated', async () => {
    const address = await newDatabase(postgres.url);
    const target = join(root, 'killed');
    for (const to of [inPostgres(address), inFiles(target)]) {
      const copying = fork(join(import.meta.dirname, '../../helpers/store-copy-process.ts'), [
        JSON.stringify({ from: inFiles(files), to }),
      ]);
      const ended = once(copying, 'exit');
      expect(await Promise.race([once(copying, 'message'), ended])).toEqual(['in the middle', undefined]);
      copying.kill('SIGKILL');
      await ended;
    }
    expect(await isEmpty(address)).toBe(true);
    await transferStore({ from: inFiles(files), to: inPostgres(address) });
    await transferStore({ from: inPostgres(address), to: inFiles(target) });
    expect(await rowsOf(target)).toEqual(await rowsOf(files));
  });
});

describe('npm run store', () => {
  const copy = async (args: readonly string[], environment: NodeJS.ProcessEnv = {}) => {
    const program = runProgram('store', args, join(root, 'state'), environment);
    return { code: await program.ended(), out: program.out(), err: program.err() };
  };

  it('prints what it copied, without the database password', async () => {
    const address = await newDatabase(postgres.url);
    const secret = Object.assign(new URL(address), { password: 'hush' }).href;
    const { code, out, err } = await copy(['copy', '--from', 'sqlite', '--to', 'LECTERN_STORE', '--json'], {
      LECTERN_STORE: secret,
    });
    expect([code, err]).toEqual([0, '']);
    expect(out).not.toContain('hush');
    const report = JSON.parse(out);
    expect(report).toMatchObject({ from: files, asOf: expect.stringMatching(/Z$/), media: join(files, 'media') });
    expect(report.tables).toContainEqual(expect.objectContaining({ database: 'catalogue', table: 'books', rows: 5 }));
    const again = await copy(['copy', '--from', 'sqlite', '--to', address]);
    expect([again.code, again.out]).toEqual([2, '']);
    expect(again.err).toContain('The target is not empty: its table');
  });

  it.each([
    [['move'], 2, 'Use: npm run store -- copy'],
    [['copy', '--from', 'sqlite'], 2, 'Use: npm run store -- copy'],
    [['copy', '--from', 'sqlite', '--to', 'sqlite'], 2, 'the same store'],
    [['copy', '--from', 'sqlite', '--to', 'LECTERN_STORE'], 2, 'LECTERN_STORE, which is not set'],
    [['copy', '--from', 'sqlite', '--to', 'mysql://db/x'], 2, '--to is not the address'],
    [['copy', '--from', 'sqlite', '--to', 'postgres://me:hush@127.0.0.1:1/x'], 1, 'postgres://me@127.0.0.1:1/x'],
  ])('rejects %j with exit code %i', async (args, code, message) => {
    const refused = await copy(args);
    expect([refused.code, refused.out]).toEqual([code, '']);
    expect(refused.err).toContain(message);
    expect(refused.err).not.toMatch(/hush|\n\s+at /);
  });
});
