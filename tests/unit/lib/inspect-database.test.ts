import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inspectDatabase } from '#src/lib/inspect-database.ts';
import { openSql } from '#src/lib/sqlite.ts';

let folder: string;
const file = () => join(folder, 'a.db');
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-inspect-'));
  const sql = openSql(file());
  sql.exec('CREATE TABLE a (text TEXT); CREATE INDEX by_text ON a (text); PRAGMA user_version = 7');
  for (let row = 0; row < 500; row += 1) sql.run('INSERT INTO a VALUES (?)', `row ${row} ${'x'.repeat(100)}`);
  sql.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('inspectDatabase returns the schema version and no problem for an intact database', () => {
  expect(inspectDatabase(file())).toEqual({ version: 7, problem: undefined });
});

it('inspectDatabase returns the problem that SQLite finds in a truncated database', () => {
  truncateSync(file(), 4096 * 4);
  expect(inspectDatabase(file()).problem).toMatch(/malformed|invalid page|row|page/i);
});

it.each([
  ['is not a database', () => writeFileSync(file(), 'x'.repeat(5000)), /not a database/],
  ['is missing', () => rmSync(file()), /unable to open/],
])('inspectDatabase returns a problem for a file that %s', (_what, damage, problem) => {
  damage();
  expect(inspectDatabase(file())).toEqual({ version: 0, problem: expect.stringMatching(problem) });
});

it('inspectDatabase lists rows that violate a constraint', () => {
  const sql = new DatabaseSync(file(), { defensive: false });
  sql.exec(`CREATE TABLE b (one TEXT, two TEXT); INSERT INTO b VALUES (NULL, NULL); PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = 'CREATE TABLE b (one TEXT NOT NULL, two TEXT NOT NULL)' WHERE name = 'b'`);
  sql.close();
  expect(inspectDatabase(file())).toEqual({ version: 7, problem: 'NULL value in b.one; NULL value in b.two' });
});
