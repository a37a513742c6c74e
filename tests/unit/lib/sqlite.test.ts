import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openFinishedSql, openSql } from '#src/lib/sqlite.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern sqlite?#%-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function filled(): string {
  const file = join(folder, 'a b.db');
  const sql = openSql(file);
  sql.exec('CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT)');
  for (const name of ['one', 'two', 'three']) sql.run('INSERT INTO items (name) VALUES (?)', name);
  sql.close();
  return file;
}

it('openFinishedSql reads a database without locks, whatever its path, even while another connection has locked it', () => {
  const file = filled();
  const locking = openSql(file);
  locking.exec('BEGIN EXCLUSIVE');
  const finished = openFinishedSql(file);
  expect(finished.get<{ name: string }>('SELECT name FROM items WHERE id = ?', 2)?.name).toBe('two');
  expect(() => finished.run('DELETE FROM items')).toThrow(/readonly/);
  finished.close();
  locking.close();
});

it('a SQLite connection yields rows one by one, and returns the number of changed rows', () => {
  const sql = openSql(filled());
  const names = Array.from(sql.each<{ name: string }>('SELECT name FROM items ORDER BY id'), (row) => row.name);
  expect(names).toEqual(['one', 'two', 'three']);
  expect(sql.run(`UPDATE items SET name = 'x' WHERE id > ?`, 1)).toBe(2);
  expect(sql.get('SELECT 1 FROM items WHERE id = ?', 9)).toBeUndefined();
  sql.close();
});

it('a SQLite connection reports whether a transaction is open', () => {
  const sql = openSql(filled());
  expect(sql.isInTransaction).toBe(false);
  sql.exec('BEGIN');
  expect(sql.isInTransaction).toBe(true);
  sql.exec('ROLLBACK');
  expect(sql.isInTransaction).toBe(false);
  sql.close();
});

it('opening a read-only database does not create a missing file', () => {
  const file = join(folder, 'none.db');
  expect(() => openFinishedSql(file)).toThrow('unable to open');
  expect(existsSync(file)).toBe(false);
});
