import { describe, expect, it } from 'vitest';
import { insertInto } from '#src/api/store/insert.ts';
import { raw, sql } from '#src/api/store/sql.ts';
import { EXPORTED_TABLES, exportOf, NOT_EXPORTED } from '#src/api/store/visitors/export.ts';
import { newUser, visitorsDatabase } from './visitors-database.ts';

const AT = '2026-03-01T00:00:00Z';

describe("a visitor's data export", () => {
  it('covers every table of visitors, except those with a reason', async () => {
    const database = await visitorsDatabase();
    const tables = await database.all<{ name: string }>(
      sql`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
    );
    const names = tables.map(({ name }) => name).sort();
    expect([...EXPORTED_TABLES, ...Object.keys(NOT_EXPORTED)].sort()).toEqual(names);
    await database.close();
  });

  it('covers every table that refers to an account, except secrets', async () => {
    const database = await visitorsDatabase();
    for (const [table, reason] of Object.entries(NOT_EXPORTED)) {
      const columns = await database.all<{ name: string }>(sql`SELECT name FROM pragma_table_info(${table})`);
      const ofAccount = columns.some(({ name }) => name === 'user_id' || name === 'session_id');
      expect(ofAccount, table).toBe(/^hashes of secrets/.test(reason));
    }
    await database.close();
  });

  it('contains every column except those with secrets', async () => {
    const database = await visitorsDatabase();
    const user = await newUser(database, 'ann@example.org');
    const other = await newUser(database, 'bob@example.org');
    const rows = {
      library: { kind: 'shelf', id: '4', at: 5, value: '{"added_at":"2026-03-01T00:00:00Z"}', seq: 1 },
      unlocks: { book_id: 1, chapter_id: 2, unlocked_at: AT },
      payments: { key: 'k', book_id: 1, chapter_id: 2, coins: 3, voucher_id: null, paid_at: AT },
      recharges: { coins: 9, amount: '4.99 EUR', state: 'paid', created_at: AT },
      vouchers: { name: 'Welcome', coins: 5, used_on: '{"id":1}', expires_at: AT, created_at: AT },
      sessions: { browser: 'Firefox', system: null, created_at: AT, seen_at: AT, expires_at: AT, renewed_at: AT },
      known_devices: { device: 'hash of a device', seen_at: AT },
      identities: { issuer: 'https://id.example', subject: 'ann' },
      staff: { role: 'editor', granted_by: 'bob', granted_at: AT, secret: 'of a factor' },
    };
    for (const id of [user, other])
      for (const [table, row] of Object.entries(rows)) {
        const unique = table === 'identities' ? { subject: `subject ${id}` } : {};
        await database.run(insertInto(table, { ...row, ...unique, user_id: id }));
      }
    const exported = await exportOf(database, user);
    expect(exported).toMatchObject({
      account: { id: user, email: 'ann@example.org', name: 'Ada' },
      library: [{ kind: 'shelf', id: '4', at: 5, value: { added_at: AT } }],
      vouchers: [{ used_on: { id: 1 } }],
      identities: [{ subject: `subject ${user}` }],
      staff: [{ role: 'editor', granted_at: AT }],
      reports: [],
    });
    for (const table of Object.keys(rows)) expect(exported[table], table).toHaveLength(1);
    expect(JSON.stringify(exported)).not.toMatch(/hashed|hash of|of a factor|bob/);
    await database.close();
  });

  it('reads each table through an index', async () => {
    const database = await visitorsDatabase();
    for (const table of EXPORTED_TABLES) {
      const column = table === 'users' ? 'id' : 'user_id';
      const plan = await database.all<{ detail: string }>(
        sql`EXPLAIN QUERY PLAN SELECT * FROM ${raw(table)} WHERE ${raw(column)} = 1`,
      );
      expect(plan.map(({ detail }) => detail).join(), table).toMatch(/^SEARCH/);
    }
    await database.close();
  });
});
