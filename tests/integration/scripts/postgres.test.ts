import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ensurePostgres, startPostgres } from '../../../scripts/testing/postgres.ts';

test('the PostgreSQL server that tests start has the required extensions, keeps committed data, and is removed afterwards', async () => {
  const psql = join(await ensurePostgres(), 'psql');
  const postgres = await startPostgres();
  onTestFinished(postgres.close);
  const run = (sql: string) => execFileSync(psql, [postgres.url, '-Atqc', sql], { encoding: 'utf8', stdio: 'pipe' });
  run(`CREATE EXTENSION unaccent; CREATE EXTENSION pg_trgm; CREATE TABLE kept AS SELECT unaccent('é') AS letter`);
  await postgres.restart();
  expect(run('SELECT letter FROM kept')).toBe('e\n');
  await postgres.close();
  expect(() => run('SELECT 1')).toThrow('refused');
});
