import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWriter, openStore, type Store } from '#src/api/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { type Postgres, startPostgres } from '../../../scripts/testing/postgres.ts';
import { newDatabase } from '../../helpers/test-store.ts';
import { type Program, runProgram } from '../scripts/program.ts';
import { book, chapter } from './fixture.ts';

const PASSWORD = 'a phrase nobody guesses';

let folder: string;
let postgres: Postgres;
let store: Store;
let processes: Program[];
let origins: string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-postgres-processes-'));
  postgres = await startPostgres();
  const address = await newDatabase(postgres.url);
  store = await openStore(folder, address);
  const writer = createWriter(store);
  const chapters = Array.from({ length: 60 }, (_, index) => chapter(`Part ${index}`, { price: 10 }));
  await writer.transaction(() => writer.putBook(book('a', { chapters })));
  processes = [0, 1].map(() => runProgram('api', ['--port', '0'], folder, { LECTERN_STORE: address }));
  origins = await Promise.all(processes.map(async (one) => (await one.says(/^http:\S+/))[0]));
});
afterAll(async () => {
  for (const one of processes) await one.stop();
  await store.close();
  await postgres.close();
  rmSync(folder, { recursive: true });
});

async function ask(number: number, call: string, body?: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${origins[number]}/public/v1/${call}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', 'x-app-version': '1', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

async function signUp(email: string, coins: number) {
  const { body, headers } = await ask(0, 'auth.register', { email, password: PASSWORD });
  const { token, user } = body.data.session;
  await store.visitors.run(sql`UPDATE users SET coins = ${coins} WHERE id = ${user.id}`);
  const cookie = (headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
  return { id: user.id as number, bearer: { authorization: `Bearer ${token}` }, cookie };
}

const unlock = (number: number, chapter_id: number, key: string, bearer: Record<string, string>) =>
  ask(number, 'chapter.unlock', { book_id: 1, chapter_id, by: 'coins', key }, bearer);

const owned = (id: number) =>
  store.visitors.one<{ coins: number; unlocks: number }>(
    sql`SELECT coins, (SELECT count(*) FROM unlocks WHERE user_id = users.id) AS unlocks FROM users WHERE id = ${id}`,
  );

describe('two operating system processes that share a PostgreSQL database', () => {
  it("share sessions and read each other's writes", async () => {
    const { bearer, cookie } = await signUp('ann@example.org', 0);
    expect((await ask(1, 'user.profile', undefined, bearer)).body.data.user.email).toBe('ann@example.org');
    expect((await ask(1, 'auth.refresh', {}, { cookie })).status).toBe(200);
  });

  it('share rate limits', async () => {
    await signUp('dee@example.org', 0);
    const codes: number[] = [];
    for (let tries = 0; tries < 12; tries += 1)
      codes.push((await ask(tries % 2, 'auth.login', { email: 'dee@example.org', password: 'wrong guess' })).status);
    expect(codes.filter((status) => status === 429)).toHaveLength(2);
  });

  it('return the same content version, and a new version when a third process writes', async () => {
    const versions = async () =>
      Promise.all(origins.map(async (origin) => (await (await fetch(`${origin}/content-version`)).json()).version));
    const [one, other] = await versions();
    expect(one).toMatch(/^\d+$/);
    expect(other).toBe(one);
    const writer = createWriter(store);
    await writer.transaction(() => writer.putBook(book('b')));
    await expect.poll(async () => (await versions()).filter((version) => version !== one).length).toBe(2);
    expect(new Set(await versions()).size).toBe(1);
  });

  // This must be the last test, because it kills one of the processes.
  it('lose no coins if one of them is killed during fifty unlocks', async () => {
    const { id, bearer } = await signUp('ben@example.org', 200);
    const calls = Array.from({ length: 50 }, (_, index) =>
      unlock(index % 2, index + 1, `wish-${index}-of-ben`, bearer).then(
        ({ status }) => status,
        () => 0,
      ),
    );
    await calls[0];
    processes[1]?.child.kill('SIGKILL');
    const statuses = await Promise.all(calls);
    const paid = statuses.filter((status) => status === 200).length;
    const { coins, unlocks } = await owned(id);
    expect(coins).toBe(200 - 10 * unlocks);
    expect(unlocks).toBeGreaterThanOrEqual(paid);
    for (let index = 0; index < 50; index += 1) await unlock(0, index + 1, `wish-${index}-of-ben`, bearer);
    expect(await owned(id)).toEqual({ coins: 0, unlocks: 20 });
  });
});
