import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPullCheckpoint, type PullCheckpoint } from '#src/publish/snapshot/pull-checkpoint.ts';

let folder: string;
let file: string;
let checkpoint: PullCheckpoint;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-checkpoint-'));
  file = join(folder, 'catalogue.db.pull');
  checkpoint = openPullCheckpoint(file, 'one');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const page = (number: number, items: readonly unknown[], cursor?: string) => ({
  items,
  page: number,
  page_size: 200,
  cursor,
});
const pagesOf = (list: string) => [...checkpoint.pages<number>(list)];

function reopen(source = 'one'): void {
  checkpoint.close();
  checkpoint = openPullCheckpoint(file, source);
}

describe('the saved pages of an interrupted pull', () => {
  it('are stored with the cursor of the first page and the number of the last page', () => {
    checkpoint.savePage('books', page(1, [1, 2], 'c1'));
    checkpoint.savePage('books', page(2, [3], 'c2'));
    checkpoint.savePage('tags', page(1, [9], 'c3'));
    reopen();
    expect(checkpoint.interrupted('books')).toEqual({ cursor: 'c1', pageSize: 200, lastPage: 2 });
    expect([pagesOf('books'), pagesOf('tags'), pagesOf('genres')]).toEqual([[[1, 2], [3]], [[9]], []]);
    expect(checkpoint.interrupted('genres')).toBeUndefined();
    checkpoint.close();
  });

  it('are returned in reading order, including pages that were read again', () => {
    for (const [number, item] of [
      [1, 1],
      [2, 2],
      [3, 3],
      [2, 22],
    ] as const)
      checkpoint.savePage('books', page(number, [item], 'c1'));
    expect(pagesOf('books')).toEqual([[1], [2], [3], [22]]);
    expect(checkpoint.interrupted('books')?.lastPage).toBe(3);
    checkpoint.close();
  });

  it('are deleted when the first page is saved again', () => {
    checkpoint.savePage('books', page(1, [1], 'c1'));
    checkpoint.savePage('books', page(2, [2], 'c1'));
    checkpoint.savePage('tags', page(1, [9], 'c3'));
    checkpoint.savePage('books', page(1, [5], 'c9'));
    expect([pagesOf('books'), checkpoint.interrupted('books')]).toEqual([
      [[5]],
      { cursor: 'c9', pageSize: 200, lastPage: 1 },
    ]);
    expect(pagesOf('tags')).toEqual([[9]]);
    checkpoint.close();
  });

  it('are not stored for a list without a cursor', () => {
    checkpoint.savePage('books', page(1, [1], 'c1'));
    checkpoint.savePage('books', page(1, [1]));
    checkpoint.savePage('books', page(2, [2]));
    expect([pagesOf('books'), checkpoint.interrupted('books')]).toEqual([[], undefined]);
    checkpoint.close();
  });

  it('are deleted if they come from a different upstream', () => {
    checkpoint.savePage('books', page(1, [1], 'c1'));
    reopen('two');
    expect([pagesOf('books'), checkpoint.interrupted('books')]).toEqual([[], undefined]);
    checkpoint.savePage('books', page(1, [2], 'c2'));
    reopen('two');
    expect(pagesOf('books')).toEqual([[2]]);
    reopen('one');
    expect(pagesOf('books')).toEqual([]);
    checkpoint.close();
  });
});

describe('the file with the saved pages of a pull', () => {
  it('is deleted when the pull ends', () => {
    checkpoint.savePage('books', page(1, [1], 'c1'));
    expect(existsSync(file)).toBe(true);
    checkpoint.remove();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is replaced if it is not a database', () => {
    checkpoint.remove();
    for (const suffix of ['', '-wal', '-shm']) writeFileSync(file + suffix, 'no database at all, '.repeat(500));
    checkpoint = openPullCheckpoint(file, 'one');
    checkpoint.savePage('books', page(1, [1], 'c1'));
    reopen();
    expect(pagesOf('books')).toEqual([[1]]);
    checkpoint.remove();
    expect(readdirSync(folder)).toEqual([]);
  });
});
