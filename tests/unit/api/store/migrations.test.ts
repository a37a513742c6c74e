import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#src/api/store/database.ts';
import { CATALOGUE_SCHEMA } from '#src/api/store/schema-catalogue.ts';
import { VISITORS_SCHEMA } from '#src/api/store/schema-visitors.ts';
import { sql } from '#src/api/store/sql.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-migrations-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Describes a schema for comparison. Tables are compared by their columns, because a recreated table has different SQL
 * text.
 */
function shapeOf(file: string): unknown {
  const database = new DatabaseSync(file);
  const objects = database.prepare(`SELECT type, name, tbl_name FROM sqlite_schema ORDER BY type, name`).all();
  const tables = objects.filter(({ type }) => type === 'table').map(({ name }) => String(name));
  const columns = tables.map((name) => [name, database.prepare(`SELECT * FROM pragma_table_info(?)`).all(name)]);
  const version = database.prepare('PRAGMA user_version').get();
  const integrityErrors = database.prepare('PRAGMA integrity_check').all();
  const brokenReferences = database.prepare('PRAGMA foreign_key_check').all();
  database.close();
  return { objects, columns, version, whole: integrityErrors, lost: brokenReferences };
}

const STORES = { 'catalogue.db': CATALOGUE_SCHEMA, 'visitors.db': VISITORS_SCHEMA };

describe.each(Object.entries(STORES))('the database %s', (name, schema) => {
  const fileOf = (version: number) => join(folder, `${version}-${name}`);

  it('has the same schema after a migration from any version as a new database', async () => {
    await (await openDatabase(fileOf(0), schema)).close();
    const fresh = shapeOf(fileOf(0));
    for (let version = 1; version <= schema.length; version += 1) {
      await (await openDatabase(fileOf(version), schema.slice(0, version))).close();
      await (await openDatabase(fileOf(version), schema)).close();
      expect({ version, shape: shapeOf(fileOf(version)) }).toEqual({ version, shape: fresh });
    }
  });

  it('is rejected and left unchanged if it is newer than the code', async () => {
    await (await openDatabase(fileOf(0), [...schema, 'CREATE TABLE of_tomorrow (x)'])).close();
    const before = shapeOf(fileOf(0));
    await expect(() => openDatabase(fileOf(0), schema)).rejects.toThrow(
      `has version ${schema.length + 1}, but this Lectern supports up to ${schema.length}: a newer one wrote it. Use the newer Lectern`,
    );
    expect(shapeOf(fileOf(0))).toEqual(before);
  });

  it('keeps its version if a migration step fails', async () => {
    await (await openDatabase(fileOf(0), schema.slice(0, 1))).close();
    const before = shapeOf(fileOf(0));
    await expect(() => openDatabase(fileOf(0), [...schema, 'CREATE TABLE half (x)', 'no SQL'])).rejects.toThrow(
      'syntax error',
    );
    expect(shapeOf(fileOf(0))).toEqual(before);
  });
});

it('the visitors database keeps accounts and their data when it is migrated from the first version', async () => {
  const file = join(folder, 'visitors.db');
  const before = await openDatabase(file, VISITORS_SCHEMA.slice(0, 1));
  await before.exec(`INSERT INTO users (id, email, name, password, coins, created_at) VALUES (7, 'a@b.org', 'Ann', 'x', 30, '2026');
    INSERT INTO unlocks VALUES (7, 4, 41, '2026');
    INSERT INTO vouchers (user_id, name, coins, expires_at, created_at) VALUES (7, 'Gift', 5, '2027', '2026')`);
  await before.close();
  const after = await openDatabase(file, VISITORS_SCHEMA);
  expect(await after.get(sql`SELECT email, coins FROM users WHERE id = 7`)).toEqual({ email: 'a@b.org', coins: 30 });
  expect(await after.get(sql`SELECT chapter_id FROM unlocks WHERE user_id = 7`)).toEqual({ chapter_id: 41 });
  expect(await after.get(sql`SELECT coins FROM vouchers WHERE user_id = 7`)).toEqual({ coins: 5 });
  await after.close();
});

it('two processes that open an old store at the same time run each migration only once', async () => {
  const file = join(folder, 'visitors.db');
  await (await openDatabase(file, VISITORS_SCHEMA.slice(0, 1))).close();
  const blocker = new DatabaseSync(file);
  blocker.exec('BEGIN IMMEDIATE');
  const code = `const [database, schema] = await Promise.all(['database', 'schema-visitors'].map((name) =>
    import('${resolve('src/api/store')}/' + name + '.ts')));
    process.stdout.write('.');
    await (await database.openDatabase(${JSON.stringify(file)}, schema.VISITORS_SCHEMA)).close();`;
  const children = [1, 2].map(() =>
    spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  const ends = children.map((child) => once(child, 'exit'));
  await Promise.all(children.map((child) => once(child.stdout, 'data')));
  // By now, both processes have read the old version and are waiting for the lock.
  await new Promise((done) => setTimeout(done, 200));
  blocker.exec('COMMIT');
  blocker.close();
  expect((await Promise.all(ends)).map(([exit]) => exit)).toEqual([0, 0]);
});
