import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createWriter, openStore } from '#src/api/index.ts';
import { type Postgres, startPostgres } from '../../../scripts/testing/postgres.ts';
import { lookAtPostgres } from '../../../src/operate/doctor/postgres.ts';
import { newDatabase } from '../../helpers/test-store.ts';
import { book } from '../api/fixture.ts';

let folder: string;
let postgres: Postgres;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-doctor-postgres-'));
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres.close();
  rmSync(folder, { recursive: true });
});

async function clientOf(address: string) {
  const { default: pg } = await import('pg');
  const client = new pg.Client(address);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function storeIn(address: string): Promise<void> {
  const store = await openStore(folder, address);
  const writer = createWriter(store);
  await writer.transaction(() => writer.putBook(book('a')));
  await store.close();
}

it('the doctor accepts a PostgreSQL database with a complete store, and an empty database', async () => {
  const address = await newDatabase(postgres.url);
  expect(await lookAtPostgres(address)).toEqual([
    {
      status: 'fine',
      what: expect.stringMatching(
        /: PostgreSQL \d+, catalogue not created yet, visitors not created yet, \d+ of \d+ connections open\.$/,
      ),
    },
  ]);
  await storeIn(address);
  expect(await lookAtPostgres(address)).toEqual([
    { status: 'fine', what: expect.stringMatching(/catalogue version \d+, visitors version \d+,/) },
  ]);
});

it('the doctor reports a PostgreSQL database that does not respond, without its password', async () => {
  const [answer] = await lookAtPostgres('postgres://me:hush@127.0.0.1:1/x');
  expect(answer).toMatchObject({ status: 'wrong', what: expect.stringContaining('postgres://me@127.0.0.1:1/x') });
  expect(JSON.stringify(answer)).not.toContain('hush');
});

it('the doctor reports a newer schema, edits made outside Lectern and a wrong encoding in PostgreSQL', async () => {
  const address = await newDatabase(postgres.url);
  await storeIn(address);
  const client = await clientOf(address);
  await client.query(`SET search_path = catalogue, lectern; UPDATE books SET hot = hot + 1`);
  expect(await lookAtPostgres(address)).toMatchObject([
    { status: 'wrong', what: expect.stringContaining('changed books 1 "Title a" (update') },
  ]);
  await client.query('UPDATE visitors.schema_version SET version = version + 1');
  expect(await lookAtPostgres(address)).toMatchObject([
    { status: 'wrong', what: expect.stringMatching(/^visitors has version \d+, but this Lectern supports up to/) },
  ]);

  const other = await clientOf(postgres.url);
  await other.query(`CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
  const latin = Object.assign(new URL(postgres.url), { pathname: '/latin' }).href;
  expect(await lookAtPostgres(latin)).toMatchObject([{ status: 'wrong', what: expect.stringContaining('LATIN1') }]);
});

it('the doctor reports records in PostgreSQL whose languages contradict each other', async () => {
  const address = await newDatabase(postgres.url);
  const store = await openStore(folder, address);
  const writer = createWriter(store);
  await writer.transaction(async () => {
    await writer.putBook(book('a', { language: 'es' }));
    await writer.putBanner({ brand: null, section: 9, title: 'Lee', subtitle: '', image: null, book: 'a' });
  });
  await store.close();
  expect(await lookAtPostgres(address)).toMatchObject([
    { status: 'wrong', what: expect.stringContaining('1 "Title a" ("es" belongs in section 9 (Español)') },
    { status: 'wrong', what: expect.stringContaining('banner 1 "Lee" (Español) with book 1 "Title a" (English)') },
  ]);
});

it('the doctor warns when PostgreSQL has few connections left', async () => {
  for (let number = 0; number < 90; number += 1) await clientOf(postgres.url);
  expect(await lookAtPostgres(postgres.url)).toMatchObject([
    {
      status: 'wrong',
      what: expect.stringMatching(/^9\d of 97 connections are open\.$/),
      remedy: expect.stringContaining('max_connections'),
    },
  ]);
});
