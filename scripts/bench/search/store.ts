import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '#src/api/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { startPostgres } from '../../testing/postgres.ts';
import { copyToPostgres } from './copy.ts';
import { fillStore } from './fill.ts';

/** A store with the catalogue. It is kept between runs. */
export interface BenchStore {
  /** The API's state folder. */
  readonly state: string;
  /** URL of the store's PostgreSQL database; undefined if the store is in SQLite files. */
  readonly postgres: string | undefined;
  readonly mebibytes: number;
  /** Time that filling the store took, possibly in an earlier run. */
  readonly seconds: number;
  close(): Promise<void>;
}

/**
 * A store in SQLite files with a catalogue of `books` books. It is created unless an earlier run left a complete one.
 */
export async function sqliteStore(books: number): Promise<BenchStore> {
  const state = stateOf(books);
  await mkdir(state, { recursive: true });
  const seconds = await filledOnce(join(state, 'filled-in-seconds'), async () => {
    const store = await openStore(join(state, 'api'));
    await fillStore(store, books, (done) => process.stderr.write(`${done} of ${books} books\n`));
    await store.close();
  });
  const mebibytes = await sizeOf(join(state, 'api'));
  return { state, postgres: undefined, mebibytes, seconds, close: async () => {} };
}

/** PostgreSQL settings for a machine with 4 GiB of memory. */
const SETTINGS = ['shared_buffers=1GB', 'effective_cache_size=3GB', 'maintenance_work_mem=512MB', 'max_wal_size=4GB'];

/** A store in PostgreSQL with the same catalogue, copied from the store in SQLite files. */
export async function postgresStore(books: number): Promise<BenchStore> {
  const files = await sqliteStore(books);
  const folder = join(files.state, 'postgres');
  const server = await startPostgres({ kept: folder, settings: SETTINGS });
  try {
    const store = await openStore(join(files.state, 'api-postgres'), server.url);
    const seconds = await filledOnce(join(files.state, 'copied-in-seconds'), () =>
      copyToPostgres(join(files.state, 'api', 'catalogue.db'), store, books),
    );
    const { size } = await store.catalogue.one<{ size: number }>(
      sql`SELECT pg_database_size(current_database()) AS size`,
    );
    await store.close();
    const { state } = files;
    return { state, postgres: server.url, mebibytes: size / 2 ** 20, seconds, close: server.close };
  } catch (error) {
    await server.close();
    throw error;
  }
}

const stateOf = (books: number) => join(tmpdir(), 'lectern-bench-search', `${books}`);

/**
 * Calls `fill` unless an earlier run has filled the store.
 * @returns how long filling took, in seconds
 */
async function filledOnce(note: string, fill: () => Promise<void>): Promise<number> {
  if (!existsSync(note)) {
    const started = performance.now();
    await fill();
    await writeFile(note, `${(performance.now() - started) / 1000}`);
  }
  return Number(await readFile(note, 'utf8'));
}

async function sizeOf(folder: string): Promise<number> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('catalogue.db'));
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20;
}
