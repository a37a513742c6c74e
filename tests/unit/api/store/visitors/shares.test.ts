import { beforeEach, expect, it } from 'vitest';
import type { Database } from '#src/api/store/database.ts';
import { sql } from '#src/api/store/sql.ts';
import { putShare, shareOfToken } from '#src/api/store/visitors/shares.ts';
import { visitorsDatabase } from './visitors-database.ts';

const days = (count: number) => new Date(Date.UTC(2026, 2, 1) + count * 86_400_000);

let database: Database;
beforeEach(async () => {
  database = await visitorsDatabase();
});

it('a shared link keeps its token if the device shares the same target again, and expires 180 days after that', async () => {
  const first = await putShare(database, 'one', 'novel', 7, days(0));
  expect(first.expires_at).toBe(days(180).toISOString());
  const again = await putShare(database, 'one', 'novel', 7, days(100));
  expect(again).toEqual({ token: first.token, expires_at: days(280).toISOString() });
  expect(await shareOfToken(database, first.token, days(279))).toEqual({ kind: 'novel', target_id: 7 });
  expect(await shareOfToken(database, first.token, days(280))).toBeUndefined();
  expect(await shareOfToken(database, 'other', days(1))).toBeUndefined();
});

it('a shared link has a token per device, kind and target, and gets a new token after it expires', async () => {
  const tokens = [];
  for (const [device, kind, target] of [
    ['one', 'novel', 7],
    ['two', 'novel', 7],
    ['one', 'help', 7],
    ['one', 'novel', 8],
  ] as const)
    tokens.push((await putShare(database, device, kind, target, days(0))).token);
  expect(new Set(tokens).size).toBe(4);
  const after = await putShare(database, 'one', 'novel', 7, days(180));
  expect(tokens).not.toContain(after.token);
  expect(await database.all(sql`SELECT token FROM shares`)).toEqual([{ token: after.token }]);
});
