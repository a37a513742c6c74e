import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Api,
  createApi,
  createWriter,
  openSharedLimits,
  openStore,
  type SharedLimits,
  type Store,
} from '#src/api/index.ts';
import { matches } from '#src/api/store/dialects.ts';
import { openPostgres } from '#src/api/store/postgres/database.ts';
import { FIRST_CATALOGUE_VERSION, POSTGRES_CATALOGUE } from '#src/api/store/postgres/schema-catalogue.ts';
import { FIRST_VISITORS_VERSION, POSTGRES_VISITORS } from '#src/api/store/postgres/schema-visitors.ts';
import { searchBooks } from '#src/api/store/reads/index.ts';
import { allWords, queryWords, type SearchField } from '#src/api/store/reads/search-terms.ts';
import { CATALOGUE_SCHEMA } from '#src/api/store/schema-catalogue.ts';
import { VISITORS_SCHEMA } from '#src/api/store/schema-visitors.ts';
import { sql } from '#src/api/store/sql.ts';
import { silentLog } from '#src/lib/log.ts';
import { type Postgres, startPostgres } from '../../../scripts/testing/postgres.ts';
import { FORMER_COMPATIBILITY } from '../../helpers/former-compatibility.ts';
import { CATALOGUE_ROWS, REPAIRED, readRepaired, VISITORS_ROWS } from '../../helpers/older-timestamps.ts';
import { newDatabase } from '../../helpers/test-store.ts';
import { book, chapter } from './fixture.ts';

interface Process {
  readonly store: Store;
  readonly api: Api;
  readonly limits: SharedLimits;
  readonly origin: string;
}

let postgres: Postgres;
let address: string;
let folder: string;
let processes: Process[];

/** Simulates another API process, with its own store, limits and server that use the same database. */
async function start(): Promise<Process> {
  const store = await openStore(folder, address);
  const limits = await openSharedLimits(address);
  const api = createApi({
    store,
    prefixes: [{ prefix: '/public', brand: 'local' }],
    media: store.media,
    log: silentLog,
    createLimiter: limits.createLimiter,
  });
  return { store, api, limits, origin: await api.listen(0) };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-postgres-api-'));
  postgres = await startPostgres();
  address = await newDatabase(postgres.url);
  processes = [await start(), await start()];
  const writer = createWriter(at(0).store);
  const chapters = Array.from({ length: 60 }, (_, index) => chapter(`Part ${index}`, { price: 10 }));
  await writer.transaction(() => writer.putBook(book('a', { title: 'The Dragon Keeper', chapters })));
});
afterAll(async () => {
  for (const { api, limits, store } of processes) {
    await api.close();
    await limits.close();
    await store.close();
  }
  await postgres.close();
  rmSync(folder, { recursive: true });
});

function at(number: number): Process {
  const one = processes[number];
  if (!one) throw new Error('no such process');
  return one;
}

async function ask(number: number, call: string, body?: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${at(number).origin}/public/v1/${call}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', 'x-app-version': '1', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const PASSWORD = 'a phrase nobody guesses';

async function signUp(email: string) {
  const { body, headers } = await ask(0, 'auth.register', { email, password: PASSWORD, name: 'Ann' });
  const { token, user } = body.data.session;
  const cookie = (headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
  return { id: user.id as number, bearer: { authorization: `Bearer ${token}` }, cookie };
}

describe('two API processes that share a PostgreSQL database', () => {
  it('share sessions: one process renews a session that the other started', async () => {
    const { bearer, cookie } = await signUp('ann@example.org');
    expect((await ask(1, 'user.profile', undefined, bearer)).body.data.user.email).toBe('ann@example.org');
    const renewed = await ask(1, 'auth.refresh', {}, { cookie });
    expect(renewed.status).toBe(200);
    const next = { authorization: `Bearer ${renewed.body.data.session.token}` };
    expect((await ask(0, 'user.profile', undefined, next)).body.data.user.email).toBe('ann@example.org');
  });

  it('spend no coin twice if a visitor sends fifty unlocks at once', async () => {
    const { id, bearer } = await signUp('ben@example.org');
    await at(0).store.visitors.run(sql`UPDATE users SET coins = 200 WHERE id = ${id}`);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        ask(
          index % 2,
          'chapter.unlock',
          { book_id: 1, chapter_id: index + 1, by: 'coins', key: `wish-${index}-of-ben` },
          bearer,
        ),
      ),
    );
    const paid = answers.filter(({ status }) => status === 200);
    expect(paid).toHaveLength(20);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.errors[0].code))).toEqual(
      new Set(['NOT_ENOUGH_COINS']),
    );
    const { coins, unlocks } = await at(1).store.visitors.one<{ coins: number; unlocks: number }>(
      sql`SELECT coins, (SELECT count(*) FROM unlocks WHERE user_id = users.id) AS unlocks FROM users WHERE id = ${id}`,
    );
    expect([coins, unlocks]).toEqual([0, 20]);
  });

  it('charge a visitor only once for a chapter, even if both receive concurrent requests', async () => {
    const { id, bearer } = await signUp('cid@example.org');
    await at(0).store.visitors.run(sql`UPDATE users SET coins = 200 WHERE id = ${id}`);
    const purchase = { book_id: 1, chapter_id: 3, by: 'coins', key: 'one-wish-of-cid' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => ask(index % 2, 'chapter.unlock', purchase, bearer)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await ask(1, 'user.profile', undefined, bearer)).body.data.user.coins).toBe(190);
  });

  it('share rate limits', async () => {
    await signUp('dee@example.org');
    const wrong = { email: 'dee@example.org', password: 'wrong guess' };
    const codes: number[] = [];
    for (let tries = 0; tries < 12; tries += 1) codes.push((await ask(tries % 2, 'auth.login', wrong)).status);
    expect(codes.filter((status) => status === 429)).toHaveLength(2);
  });

  it('run a job only once if both start it at the same time', async () => {
    const started = Promise.withResolvers<void>();
    const ending = Promise.withResolvers<void>();
    const done: number[] = [];
    const first = at(0).store.visitors.runExclusively('notifications', async () => {
      started.resolve();
      await ending.promise;
      done.push(0);
    });
    await started.promise;
    await at(1).store.visitors.runExclusively('notifications', async () => void done.push(1));
    ending.resolve();
    await first;
    await at(1).store.visitors.runExclusively('notifications', async () => void done.push(2));
    expect(done).toEqual([0, 2]);
  });

  it("read each other's writes, including updated list counts", async () => {
    const total = async () => (await ask(1, 'book.list')).body.data.total;
    const before = await total();
    const writer = createWriter(at(0).store);
    await writer.transaction(() => writer.putBook(book('b', { title: 'Quiet Rivers' })));
    expect(await total()).toBe(before + 1);
    expect((await ask(1, 'search.multi?keyword=quiet+rivrs')).body.data).toBeDefined();
  });

  it('write content one after another, without gaps in the change sequence', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => {
        const writer = createWriter(at(index % 2).store);
        return writer.transaction(() => writer.putBook(book(`c${index}`, { title: `Chorus ${index}` })));
      }),
    );
    const rows = await at(0).store.catalogue.all<{ seq: number }>(sql`SELECT seq FROM books WHERE key LIKE 'c%'`);
    expect(new Set(rows.map(({ seq }) => seq)).size).toBe(8);
  });
});

it('the API responds with 503 while PostgreSQL restarts, and recovers afterwards', async () => {
  const restarted = postgres.restart();
  const seen = new Set<number>();
  let isOver = false;
  void restarted.then(() => {
    isOver = true;
  });
  while (!isOver) seen.add((await ask(0, 'book.show?book_id=1')).status);
  await restarted;
  expect([...seen].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  await expect.poll(async () => (await ask(0, 'book.show?book_id=1')).status).toBe(200);
  expect((await ask(1, 'book.show?book_id=1')).status).toBe(200);
});

/** The search function of schema version 11, which used the letter of a field as the weight of its words. */
const FORMER_WORDS = `CREATE OR REPLACE FUNCTION lectern.words(list text, field text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT AS $$
    SELECT coalesce(string_agg(word || ':' || n || field, ' '), '')::tsvector
    FROM unnest(string_to_array(list, ' ')) WITH ORDINALITY AS l (word, n)
  $$; COMMENT ON SCHEMA lectern IS 'former'`;

describe('the schema in PostgreSQL', () => {
  it('has the same tables, columns and version as in SQLite', async () => {
    expect(FIRST_CATALOGUE_VERSION + POSTGRES_CATALOGUE.length - 1).toBe(CATALOGUE_SCHEMA.length);
    expect(FIRST_VISITORS_VERSION + POSTGRES_VISITORS.length - 1).toBe(VISITORS_SCHEMA.length);
    const files = await openStore(join(folder, 'files'));
    for (const name of ['catalogue', 'visitors'] as const) {
      const sqliteRows = await files[name].all<{ it: string }>(
        sql`SELECT m.name || '.' || c.name AS it FROM sqlite_schema m, pragma_table_xinfo(m.name) c
          WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name NOT LIKE '%_search%'`,
      );
      const postgresRows = await at(0).store[name].all<{ it: string }>(
        sql`SELECT table_name || '.' || column_name AS it FROM information_schema.columns WHERE table_schema = ${name}
          AND table_name NOT IN ('schema_version', 'limits') AND table_name NOT LIKE '%_search%'`,
      );
      expect(postgresRows.map(({ it: column }) => column).sort()).toEqual(
        sqliteRows.map(({ it: column }) => column).sort(),
      );
    }
    await files.close();
  });

  it('can be migrated from an earlier version, after which search by field finds the same books', async () => {
    const former = await newDatabase(postgres.url);
    const options = {
      address: former,
      name: 'catalogue',
      first: FIRST_CATALOGUE_VERSION,
      transactions: 'one',
    } as const;
    const before = await openPostgres({ ...options, schema: POSTGRES_CATALOGUE.slice(0, 1) });
    await before.exec(FORMER_WORDS);
    await before.run(sql`INSERT INTO book_search (rowid, title, author, subjects, introduction)
      VALUES (1, 'the dragon', 'ann', 'fantasy', 'of rivers'), (2, 'the rivers', 'bob', 'dragon', 'of ann')`);
    await before.close();
    const now = await openPostgres({ ...options, schema: POSTGRES_CATALOGUE });
    const search = async (text: string, field?: SearchField) => {
      const isMatch = matches('book_search', allWords(queryWords(text)), field);
      const rows = await now.all<{ rowid: number }>(sql`SELECT rowid FROM book_search WHERE ${isMatch} ORDER BY rowid`);
      return rows.map(({ rowid }) => rowid);
    };
    const rows = [
      await search('drag', 'title'),
      await search('ann', 'author'),
      await search('dragon', 'subjects'),
      await search('rivers'),
      await search('the dragon', 'title'),
    ];
    expect(rows).toEqual([[1], [1], [2], [1, 2], [1]]);
    await now.close();
  });

  it('loses the operators and functions of earlier versions when it is migrated, and search still works', async () => {
    const former = await newDatabase(postgres.url);
    const before = await openStore(folder, former);
    const writer = createWriter(before);
    await writer.transaction(() => writer.putBook(book('a', { title: 'The Dragon Keeper' })));
    await before.catalogue.exec(FORMER_COMPATIBILITY);
    await before.close();
    const store = await openStore(folder, former);
    const defined =
      await store.catalogue.all(sql`SELECT proname AS name FROM pg_proc WHERE pronamespace = 'lectern'::regnamespace
      UNION ALL SELECT oprname FROM pg_operator WHERE oprnamespace = 'lectern'::regnamespace`);
    expect(defined).toEqual([{ name: 'words' }]);
    const query = { keyword: 'dragon', section: 7, brand: 'local', page: 1, page_size: 10 };
    expect(await searchBooks(store.searched, { ...query, order: 'relevance' })).toMatchObject({ total: 1 });
    await store.close();
  });

  it('is migrated to UTC timestamps, with the same result as in SQLite', async () => {
    const former = await newDatabase(postgres.url);
    const databases = [
      ['catalogue', FIRST_CATALOGUE_VERSION, POSTGRES_CATALOGUE, 'one', CATALOGUE_ROWS],
      ['visitors', FIRST_VISITORS_VERSION, POSTGRES_VISITORS, 'serializable', VISITORS_ROWS],
    ] as const;
    for (const [name, first, schema, transactions, rows] of databases) {
      const options = { address: former, name, first, transactions };
      const step = schema.findIndex((one) => typeof one === 'function');
      const before = await openPostgres({ ...options, schema: schema.slice(0, step) });
      await before.exec(rows);
      await before.close();
      const now = await openPostgres({ ...options, schema });
      expect(await readRepaired(now, `${name}.db`)).toEqual(REPAIRED[`${name}.db`]);
      await now.close();
    }
  });

  it('is rejected if it was written by a newer Lectern', async () => {
    const newer = await newDatabase(postgres.url);
    const store = await openStore(folder, newer);
    await store.visitors.run(sql`UPDATE schema_version SET version = version + 1`);
    await store.close();
    await expect(openStore(folder, newer)).rejects.toThrow(expect.objectContaining({ code: 'STORE_NEWER' }));
  });

  it('records edits that were made outside Lectern', async () => {
    const { catalogue } = at(0).store;
    await catalogue.run(sql`UPDATE books SET hot = hot + 1 WHERE key = 'a'`);
    const [edit] = await catalogue.all(sql`SELECT place, record, act FROM foreign_edits`);
    expect(edit).toEqual({ place: 'books', record: 1, act: 'update' });
  });
});
