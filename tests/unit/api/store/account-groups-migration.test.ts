import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openDatabase } from '#src/api/store/database.ts';
import { VISITORS_SCHEMA } from '#src/api/store/schema-visitors.ts';
import { raw, sql } from '#src/api/store/sql.ts';
import { credentialsOf, removeUser, userOfIdentity } from '#src/api/store/visitors/accounts.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-groups-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('accounts in an older store keep all their data when it is migrated, and belong to no group', async () => {
  const file = join(folder, 'visitors.db');
  const step = VISITORS_SCHEMA.findIndex((sql) => sql.includes('CREATE TABLE users_of_groups'));
  const before = await openDatabase(file, VISITORS_SCHEMA.slice(0, step));
  await before.exec(`
    INSERT INTO users (id, email, name, password, coins, created_at, proven)
      VALUES (7, 'a@b.org', 'Ann', 'x', 50, '2026', 1);
    INSERT INTO vouchers (user_id, name, coins, expires_at, created_at) VALUES (7, 'Welcome', 100, '2027', '2026');
    INSERT INTO identities VALUES ('https://id.example', 'ann', 7);`);
  await before.close();

  const after = await openDatabase(file, VISITORS_SCHEMA);
  const counted = async (table: string) =>
    (await after.one<{ rows: number }>(sql`SELECT count(*) AS rows FROM ${raw(table)}`)).rows;
  try {
    expect(await after.get(sql`SELECT id, accounts, coins, proven FROM users`)).toEqual({
      id: 7,
      accounts: '',
      coins: 50,
      proven: 1,
    });
    expect((await credentialsOf(after, 'any-brand', 'a@b.org'))?.id).toBe(7);
    expect(await userOfIdentity(after, 'any-brand', { issuer: 'https://id.example', subject: 'ann' })).toBe(7);
    expect(await counted('vouchers')).toBe(1);
    expect(await after.all(sql`PRAGMA foreign_key_check`)).toEqual([]);
    await removeUser(after, 7);
    expect([await counted('vouchers'), await counted('identities')]).toEqual([0, 0]);
  } finally {
    await after.close();
  }
});
