import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '#src/api/store/database.ts';
import { openStore, type Store } from '#src/api/store/open.ts';

/** Values of `PRAGMA synchronous`. */
const [NORMAL, FULL] = [1, 2];

let folder: string;
let store: Store;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-store-'));
  store = openStore(folder);
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

const synchronous = (database: Database) => database.one('PRAGMA synchronous')['synchronous'];

it('has payments and unlocks on disk before they are acknowledged, and waits for no count and no import', () => {
  expect(synchronous(store.visitors)).toBe(FULL);
  expect([synchronous(store.counts), synchronous(store.catalogue)]).toEqual([NORMAL, NORMAL]);
});

it('shows at once what was counted', () => {
  store.counts.run(`INSERT INTO page_views (day, brand, path, views) VALUES ('2026-11-23', 'ash', '/', 3)`);
  expect(store.visitors.one('SELECT views FROM page_views')['views']).toBe(3);
});
