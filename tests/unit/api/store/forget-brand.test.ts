import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { brandTraces, forgetBrand } from '#src/api/store/forget-brand.ts';
import { insertRow } from '#src/api/store/insert.ts';
import { openStore } from '#src/api/store/open.ts';
import { sql } from '#src/api/store/sql.ts';

it('brandTraces counts the data of a brand, and forgetBrand deletes this data but no data of other brands', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-store-'));
  const store = await openStore(folder);
  try {
    for (const brand of ['gone', 'stays']) {
      await store.catalogue.run(
        sql`INSERT INTO shelves (brand, section, name, style) VALUES (${brand}, 1, 'New', 'row')`,
      );
      await store.counts.run(
        sql`INSERT INTO page_views (day, brand, path, views) VALUES ('2026-11-23', ${brand}, '/', 3)`,
      );
      const user = { accounts: brand, email: 'a@b.example', name: 'A', password: '', created_at: '' };
      const id = await insertRow(store.visitors, 'users', user);
      await store.visitors.run(sql`INSERT INTO known_devices (user_id, device, seen_at) VALUES (${id}, 'd', '')`);
    }
    const removedBrand = { id: 'gone', accounts: ['gone'] };
    expect(await brandTraces(store, removedBrand)).toEqual({ shelves: 1, accounts: 1, 'counted pages': 1 });
    await forgetBrand(store, removedBrand);
    expect(await brandTraces(store, removedBrand)).toEqual({});
    expect(await store.visitors.one(sql`SELECT count(*) AS count FROM known_devices`)).toEqual({ count: 1 });
    expect(await brandTraces(store, { id: 'stays', accounts: ['stays'] })).toEqual({
      shelves: 1,
      accounts: 1,
      'counted pages': 1,
    });
    // Accounts that the brand shares with other brands must be kept.
    await forgetBrand(store, { id: 'stays', accounts: [] });
    expect(await brandTraces(store, { id: 'stays', accounts: ['stays'] })).toEqual({ accounts: 1 });
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
});
