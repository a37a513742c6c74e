import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSql } from '#src/lib/sqlite.ts';
import { syncSnapshot } from '#src/publish/snapshot/index.ts';
import { openLastGood } from '#src/publish/snapshot/last-good.ts';
import { bookNumbered, pageOf, tableUpstream, tagNumbered } from '../../../helpers/table-upstream.ts';

let folder: string;
const file = () => join(folder, 'catalogue.db');

/** A snapshot with book 1 in the list of all books, and book 2 only in a ranking. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-last-good-'));
  const upstream = tableUpstream({
    'book.list': (params) => pageOf([bookNumbered(1)], params),
    'bookRank.list': () => ({ items: [{ type: 'hot', name: 'Hot', items: [{ id: 4, name: 'Week' }] }] }),
    'bookRank.book_list': (params) => pageOf([bookNumbered(1), bookNumbered(2)], params),
    'seo.book_tags': (params) => pageOf([tagNumbered(1, 'slow')], params),
  });
  await syncSnapshot({ file: file(), locales: ['en'], upstream: 'one', connect: () => upstream });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Reads the source recorded in the snapshot. */
function source(): string {
  const sql = openSql(file(), { readOnly: true });
  const row = sql.get<{ value: string }>(`SELECT value FROM meta WHERE key = 'upstream'`);
  sql.close();
  return row?.value ?? '';
}

describe('the last valid version of an entry', () => {
  it('is looked up in the same section, in the list of all books or among the names of the same kind', () => {
    const lastGood = openLastGood(file(), source());
    expect(lastGood.book(7, 1)?.title).toBe('Book 1');
    expect(lastGood.name(7, 'tag', 1)?.name).toBe('slow');
    expect([lastGood.book(8, 1), lastGood.book(7, 3), lastGood.name(7, 'keyword', 1)]).toEqual(
      Array(3).fill(undefined),
    );
    lastGood.close();
  });

  it('does not exist for a book that occurs only in a ranking', () => {
    const lastGood = openLastGood(file(), source());
    expect(lastGood.book(7, 2)).toBeUndefined();
    lastGood.close();
  });

  it('does not exist if the snapshot belongs to a different upstream', () => {
    const lastGood = openLastGood(file(), 'another');
    expect([lastGood.book(7, 1), lastGood.name(7, 'tag', 1)]).toEqual([undefined, undefined]);
    lastGood.close();
  });
});
