import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#src/api/store/database.ts';
import { REPAIRS } from '#src/api/store/repair-timestamps.ts';
import { CATALOGUE_SCHEMA } from '#src/api/store/schema-catalogue.ts';
import { VISITORS_SCHEMA } from '#src/api/store/schema-visitors.ts';
import { CATALOGUE_ROWS, REPAIRED, readRepaired, VISITORS_ROWS } from '../../../helpers/older-timestamps.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-times-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ['2026-03-01T04:05:06+10:00', '2026-02-28T18:05:06Z'],
  ['2026-03-01T04:05:06-10', '2026-03-01T14:05:06Z'],
  ['2026-03-01 04:05:06+0530', '2026-02-28T22:35:06Z'],
  ['2026-03-01T04:05:06.789Z', '2026-03-01T04:05:06Z'],
  ['2026-02-30T00:00:00Z', '2026-03-02T00:00:00Z'],
  ['9999-12-31T23:59:59-23:59', '9999-12-31T23:59:59Z'],
  ['+010000-01-01T23:58:59Z', '9999-12-31T23:59:59Z'],
  ['0000-01-01T00:00:00+23:59', '0000-01-01T00:00:00Z'],
  ['soon', '9999-12-31T23:59:59Z'],
])('%s in an older store becomes %s', (older, now) => {
  expect(REPAIRS.seconds(older)).toBe(now);
  expect(REPAIRS.seconds(now)).toBe(now);
});

describe('timestamps in an older store', () => {
  it('are converted to UTC with the same precision in each column, and the affected books appear in the change feed', async () => {
    const files = [
      ['catalogue.db', CATALOGUE_SCHEMA, CATALOGUE_ROWS],
      ['visitors.db', VISITORS_SCHEMA, VISITORS_ROWS],
    ] as const;
    for (const [name, schema, rows] of files) {
      const file = join(folder, name);
      const step = schema.findIndex((sql) => sql.includes('repair-timestamps.ts'));
      const before = await openDatabase(file, schema.slice(0, step));
      await before.exec(rows);
      await before.close();
      const after = await openDatabase(file, schema);
      expect(await readRepaired(after, name)).toEqual(REPAIRED[name]);
      await after.close();
    }
  });
});
