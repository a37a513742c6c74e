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

it('an intact database has its schema version and no problem', () => {
  expect(inspectDatabase(file())).toEqual({ version: 7, problem: undefined });
});

it('a truncated database is reported with the problem that SQLite finds', () => {
  truncateSync(file(), 4096 * 4);
  expect(inspectDatabase(file()).problem).toMatch(/malformed|invalid page|row|page/i);
});

it.each([
  ['is not a database', () => writeFileSync(file(), 'x'.repeat(5000)), /not a database/],
  ['is missing', () => rmSync(file()), /unable to open/],
])('a file that %s is reported as a problem', (_what, damage, problem) => {
  damage();
  expect(inspectDatabase(file())).toEqual({ version: 0, problem: expect.stringMatching(problem) });
});

it('a database whose rows violate a constraint is reported with these rows', () => {
  const sql = new DatabaseSync(file(), { defensive: false });
  sql.exec(`CREATE TABLE b (one TEXT, two TEXT); INSERT INTO b VALUES (NULL, NULL); PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = 'CREATE TABLE b (one TEXT NOT NULL, two TEXT NOT NULL)' WHERE name = 'b'`);
  sql.close();
  expect(inspectDatabase(file())).toEqual({ version: 7, problem: 'NULL value in b.one; NULL value in b.two' });
});
