import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#src/api/store/database.ts';
import { sql } from '#src/api/store/sql.ts';
import { addUser, claimAccount, credentialsOf, userById } from '#src/api/store/visitors/accounts.ts';
import { visitorsDatabase } from './visitors-database.ts';

let database: Database;
beforeEach(async () => {
  database = await visitorsDatabase();
});

const add = (accounts: string, email = 'ada@example.com', password = accounts) =>
  addUser(database, { accounts, email, name: 'Ada', password, createdAt: '2026-03-01T00:00:00Z' });
const passwordOf = async (accounts: string, email = 'ada@example.com') =>
  (await credentialsOf(database, accounts, email))?.password;

describe('a stored account', () => {
  it('is unique per email address and group of brands', async () => {
    expect([await add('one'), await add('one'), await add('two')]).toEqual([1, undefined, 2]);
    expect([await passwordOf('one'), await passwordOf('two'), await passwordOf('three')]).toEqual([
      'one',
      'two',
      undefined,
    ]);
    expect(await passwordOf('one', 'bo@example.com')).toBeUndefined();
  });

  it('is found in every group if it has none, but an account in the group takes precedence', async () => {
    expect(await add('')).toBe(1);
    expect(await add('one')).toBeUndefined();
    await database.run(
      sql`INSERT INTO users (accounts, email, name, password, created_at) VALUES ('one', 'ada@example.com', 'A', 'own', '')`,
    );
    expect([await passwordOf('one'), await passwordOf('two')]).toEqual(['own', '']);
  });

  it('joins the first group that claims it if it has none, unless the group has an account with the same address', async () => {
    await add('', 'bo@example.com', 'bo');
    await claimAccount(database, 'one', 1);
    await claimAccount(database, 'two', 1);
    expect([await passwordOf('one', 'bo@example.com'), await passwordOf('two', 'bo@example.com')]).toEqual([
      'bo',
      undefined,
    ]);
    await add('', 'cy@example.com', 'old');
    await database.run(
      sql`INSERT INTO users (accounts, email, name, password, created_at) VALUES ('one', 'cy@example.com', 'C', 'own', '')`,
    );
    await claimAccount(database, 'one', 2);
    expect([await passwordOf('one', 'cy@example.com'), await passwordOf('two', 'cy@example.com')]).toEqual([
      'own',
      'old',
    ]);
  });

  it('cannot be signed in to while it is locked', async () => {
    await add('one');
    await database.run(sql`UPDATE users SET locked_at = '2026-03-02T00:00:00Z'`);
    expect(await passwordOf('one')).toBeUndefined();
    expect(await userById(database, 1)).toMatchObject({ email: 'ada@example.com', coins: expect.any(Number) });
  });
});
