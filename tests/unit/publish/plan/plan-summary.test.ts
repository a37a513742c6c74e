import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Sql } from '#src/lib/sqlite.ts';
import { namePages, plannedKinds, summarize, summaryText } from '#src/publish/plan/plan-summary.ts';
import { plan, plannedTable, recordPage } from './planned-table.ts';

let sql: Sql;
beforeEach(() => {
  sql = plannedTable();
});
afterEach(() => sql.close());

/**
 * Adds one new, two changed and one kept page, a kept listing of three pages, and two removed pages, one of them
 * unknown.
 */
function fill(): void {
  plan(sql, '/hotnovels/B/1', { reason: 'new' });
  plan(sql, '/hotnovels/C/1', { reason: 'model' });
  plan(sql, '/hotnovels/A/1', { reason: 'model' });
  plan(sql, '/genres', { kind: 'genres' });
  sql.run(`INSERT INTO listings VALUES ('/tags/3/Slow', 'v', 'tag', 3, 1), ('/tags/4/Sad', 'v', 'tag', 9, 0)`);
  for (const path of ['/hotnovels/A/1', '/hotnovels/C/1', '/genres', '/hotnovels/Z/1', '/former/kind'])
    recordPage(sql, path);
  for (const path of ['/tags/3/Slow', '/tags/3/Slow/2', '/tags/3/Slow/3']) recordPage(sql, path, '/tags/3/Slow');
  recordPage(sql, '/tags/4/Sad', '/tags/4/Sad');
}

describe('the summary of a rebuild plan', () => {
  it('counts pages by outcome and by reason', () => {
    fill();
    expect(summarize(sql, true, ['en'])).toEqual({
      byKind: {
        genres: { added: 0, changed: 0, removed: 0, kept: 1 },
        letter: { added: 1, changed: 2, removed: 1, kept: 0 },
        tag: { added: 0, changed: 0, removed: 1, kept: 3 },
        other: { added: 0, changed: 0, removed: 1, kept: 0 },
      },
      byReason: { model: 2, new: 1 },
    });
  });

  it('counts every page of a first release as added', () => {
    fill();
    expect(summarize(sql, false, ['en']).byKind).toEqual({
      genres: { added: 1, changed: 0, removed: 0, kept: 0 },
      letter: { added: 3, changed: 0, removed: 0, kept: 0 },
    });
  });

  it('adds up the rendered pages per section', () => {
    fill();
    expect(plannedKinds(summarize(sql, true, ['en']))).toEqual({
      genres: { rendered: 0, kept: 1, removed: 0 },
      letter: { rendered: 3, kept: 0, removed: 1 },
      tag: { rendered: 0, kept: 3, removed: 1 },
      other: { rendered: 0, kept: 0, removed: 1 },
    });
  });

  it('lists added, changed and removed pages, sorted by path', () => {
    fill();
    expect(namePages(sql, true)).toEqual({
      added: ['/hotnovels/B/1'],
      changed: ['/hotnovels/A/1', '/hotnovels/C/1'],
      removed: ['/former/kind', '/hotnovels/Z/1', '/tags/4/Sad'],
    });
    expect(namePages(sql, false)).toEqual({
      added: ['/hotnovels/A/1', '/hotnovels/B/1', '/hotnovels/C/1'],
      changed: [],
      removed: [],
    });
  });
});

it('summaryText aligns sections, counts and reasons', () => {
  const text = summaryText({
    byKind: {
      letter: { added: 2, changed: 110, removed: 0, kept: 4000 },
      genre: { added: 0, changed: 1, removed: 3, kept: 12 },
    },
    byReason: { model: 111, new: 2 },
  });
  expect(text).toBe(`  kind of page  added  changed  removed  kept
  genre             0        1        3    12
  letter            2      110        0  4000
  all               2      111        3  4012
  why     2  5. the previous release has no such page
        111  7. the page's content changed`);
});

it('summaryText lists only the sections if no page is rendered', () => {
  expect(
    summaryText({ byKind: { letter: { added: 0, changed: 0, removed: 0, kept: 4 } }, byReason: {} }),
  ).toBe(`  kind of page  added  changed  removed  kept
  letter            0        0        0     4
  all               0        0        0     4`);
});
