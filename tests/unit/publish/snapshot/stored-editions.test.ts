import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Sql } from '#src/lib/sqlite.ts';
import { EDITIONS, editionsKey } from '#src/publish/snapshot/editions-key.ts';
import { openSnapshot } from '#src/publish/snapshot/schema.ts';
import { storedEditions } from '#src/publish/snapshot/stored-editions.ts';

let folder: string;
let sql: Sql;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-editions-'));
  sql = openSnapshot(join(folder, 'catalogue.db'));
});
afterEach(() => {
  sql.close();
  rmSync(folder, { recursive: true });
});

const ENGLISH = { section: 7, book: 1 };
const SPANISH = { section: 9, book: 2 };
const edition = (chapter_id: number | null) => ({
  id: SPANISH.book,
  section: SPANISH.section,
  title: 'Libro',
  category: { name: 'Romance', sub_name: null },
  chapter_id,
});

function addBook({ section, book }: typeof ENGLISH, ids: readonly number[]): void {
  const chapters = ids.map((id) => ({ id, kind: 'chapter', part: null }));
  const values = [
    section,
    book,
    '',
    '{}',
    ids[0] ?? null,
    1,
    '',
    '',
    '{"status":"updating"}',
    JSON.stringify(chapters),
  ];
  sql.run(
    `INSERT INTO details (section, book, stamp, address, chapter, readable, version, text_version, json, chapters, text)
     VALUES (${values.map(() => '?')}, NULL)`,
    ...values,
  );
}

/** Stores the editions that the upstream has returned for the English book. */
function addEditions(chapter: number | undefined, json: readonly object[]): void {
  const { reference } = editionsKey(ENGLISH.book, chapter);
  sql.run(
    'INSERT INTO beside (section, kind, reference, version, json) VALUES (?, ?, ?, ?, ?)',
    ENGLISH.section,
    EDITIONS,
    reference,
    '',
    JSON.stringify(json),
  );
}

/** The chapters of the Spanish edition that correspond to the chapters 10, 11 and 12 of the English book. */
const corresponding = () => {
  const editions = storedEditions(sql, ENGLISH.section);
  return [10, 11, 12].map((id) => editions.of(ENGLISH.book, id).map(({ chapter_id }) => chapter_id));
};

describe('the editions of a later chapter', () => {
  it('are computed from the chapters of both books', () => {
    addBook(ENGLISH, [10, 11, 12]);
    addBook(SPANISH, [20, 21]);
    addEditions(undefined, [edition(null)]);
    addEditions(10, [edition(20)]);
    expect(corresponding()).toEqual([[20], [21], [null]]);
    expect(storedEditions(sql, ENGLISH.section).of(ENGLISH.book)).toEqual([edition(null)]);
  });

  it('are unknown if the upstream has another rule, as its answer for the first chapter shows', () => {
    addBook(ENGLISH, [10, 11, 12]);
    addBook(SPANISH, [20, 21, 22]);
    addEditions(undefined, [edition(null)]);
    addEditions(10, [edition(21)]);
    expect(corresponding()).toEqual([[21], [], []]);
  });

  it('are unknown if the other book is not prerendered', () => {
    addBook(ENGLISH, [10, 11, 12]);
    addEditions(undefined, [edition(null)]);
    addEditions(10, [edition(20)]);
    expect(corresponding()).toEqual([[20], [], []]);
  });

  it('do not exist if the book belongs to no work', () => {
    addBook(ENGLISH, [10, 11, 12]);
    expect(corresponding()).toEqual([[], [], []]);
  });
});
