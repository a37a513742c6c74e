import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWriter, openStore, type Store } from '#src/api/index.ts';
import { closeDays } from '#src/api/statistics/close-days.ts';
import type { Row } from '#src/api/store/database.ts';
import { sql } from '#src/api/store/sql.ts';
import { type Postgres, startPostgres } from '../../../scripts/testing/postgres.ts';
import { newDatabase } from '../../helpers/test-store.ts';
import { book } from './fixture.ts';

const PROGRAM = resolve('tests/helpers/statistics-process.ts');
let postgres: Postgres;
const folders: string[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

interface Killed {
  /** Number of views that the process had counted at the latest, and stored at the earliest, when it was killed. */
  readonly counted: number;
  readonly stored: number;
}

/** Waits until the process has counted 100 views, kills it, and returns the last line that it printed. */
async function killAfter100(child: ChildProcess): Promise<Killed> {
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    if (/^1\d\d /m.test(text)) child.kill('SIGKILL');
  });
  await once(child, 'close');
  const [counted = 0, stored = 0] = (
    text
      .split('\n')
      .filter((line) => /^\d+ \d+$/.test(line))
      .at(-1) ?? ''
  )
    .split(' ')
    .map(Number);
  return { counted, stored };
}

describe.each([
  ['SQLite', async (): Promise<string | undefined> => undefined],
  ['PostgreSQL', (): Promise<string | undefined> => newDatabase(postgres.url)],
] as const)('statistics in %s', (_name, newStore) => {
  it('count each view once if three processes that count at the same time are killed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-statistics-'));
    folders.push(folder);
    const address = await newStore();
    const store: Store = await openStore(folder, address);
    try {
      const writer = createWriter(store);
      await writer.transaction(() => writer.putBook(book('one')));
      const killed = await Promise.all(
        [0, 10_000, 20_000].map((first) =>
          killAfter100(
            spawn(process.execPath, [PROGRAM, folder, address ?? '', String(first)], {
              stdio: ['ignore', 'pipe', 'inherit'],
            }),
          ),
        ),
      );
      const total = (name: keyof Killed) => killed.reduce((sum, process) => sum + process[name], 0);
      await closeDays(store.counts, new Date('2026-03-02T12:00:00Z'));
      const { views, devices } = await store.counts.one<Row & { views: number; devices: number }>(
        sql`SELECT views, devices FROM statistics_chapters`,
      );
      expect(views).toBeGreaterThanOrEqual(total('stored'));
      expect(views).toBeLessThanOrEqual(total('counted') + killed.length);
      // Each view is from another device, so a view that was stored twice would show here.
      expect(devices).toBe(views);
    } finally {
      await store.close();
    }
  });
});
