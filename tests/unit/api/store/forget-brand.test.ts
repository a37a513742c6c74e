import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { brandTraces, forgetBrand } from '#src/api/store/forget-brand.ts';
import { openStore } from '#src/api/store/open.ts';

it('counts and removes what a brand has, with all below it, and nothing of others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-store-'));
  const store = await openStore(folder);
  try {
    for (const brand of ['gone', 'stays']) {
      await store.catalogue.run(`INSERT INTO shelves (brand, section, name, style) VALUES (?, 1, 'New', 'row')`, brand);
      await store.counts.run(
        `INSERT INTO page_views (day, brand, path, views) VALUES ('2026-11-23', ?, '/', 3)`,
        brand,
      );
      const { id } = await store.visitors.run(
        `INSERT INTO users (accounts, email, name, password, created_at) VALUES (?, 'a@b.example', 'A', '', '')`,
        brand,
      );
      await store.visitors.run(`INSERT INTO known_devices (user_id, device, seen_at) VALUES (?, 'd', '')`, id);
    }
    const gone = { id: 'gone', accounts: ['gone'] };
    expect(await brandTraces(store, gone)).toEqual({ shelves: 1, accounts: 1, 'counted pages': 1 });
    await forgetBrand(store, gone);
    expect(await brandTraces(store, gone)).toEqual({});
    expect(await store.visitors.one('SELECT count(*) AS count FROM known_devices')).toEqual({ count: 1 });
    expect(await brandTraces(store, { id: 'stays', accounts: ['stays'] })).toEqual({
      shelves: 1,
      accounts: 1,
      'counted pages': 1,
    });
    // Accounts that other brands share are not the brand's to remove.
    await forgetBrand(store, { id: 'stays', accounts: [] });
    expect(await brandTraces(store, { id: 'stays', accounts: ['stays'] })).toEqual({ accounts: 1 });
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
});
