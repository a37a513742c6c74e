import { join } from 'node:path';
import { makeFolder } from '#src/lib/files.ts';
import { isPlainFolder } from '#src/lib/plain-files.ts';
import { makePrivateFolder } from '#src/lib/private-files.ts';
import { type Database, openDatabase } from './database.ts';
import { readInThreads } from './reading-threads.ts';
import { CATALOGUE_SCHEMA } from './schema-catalogue.ts';
import { VISITORS_SCHEMA } from './schema-visitors.ts';

/**
 * The API's store, for readers: two SQLite files in one folder, or two schemas of a PostgreSQL database. To write
 * content, use `createWriter(store)`.
 */
export interface Store {
  readonly folder: string;
  /** Folder of the media: covers in `covers/<name>`, pictures in `pictures/<name>`. */
  readonly media: string;
  /** URL of the PostgreSQL database with everything except the media; undefined if the data is in SQLite files in `folder`. */
  readonly postgres: string | undefined;
  readonly catalogue: Database;
  /**
   * The same content, for slow reads such as searches. It has its own connections, so that they do not block other
   * calls.
   */
  readonly searched: Database;
  /** The visitors' data. Writes are on disk before they return. */
  readonly visitors: Database;
  /**
   * The same data, for counters such as page views. Writes do not wait for the disk, so the latest writes may be lost
   * in a power cut.
   */
  readonly counts: Database;
  close(): Promise<void>;
}

export const CATALOGUE_FILE = 'catalogue.db';
export const VISITORS_FILE = 'visitors.db';

/** Schema version that this code writes, for each database. */
export const STORE_VERSIONS: Readonly<Record<string, number>> = {
  [CATALOGUE_FILE]: CATALOGUE_SCHEMA.length,
  'visitors.db': VISITORS_SCHEMA.length,
};

/**
 * Opens the store in `folder` (such as `var/api`) and creates what is missing. Only its owner may enter the folder.
 * @param postgres URL of the database that contains everything except the pictures; default: files in the folder
 */
export async function openStore(folder: string, postgres?: string): Promise<Store> {
  makePrivateFolder(folder);
  const media = join(folder, 'media');
  for (const kind of ['covers', 'pictures']) {
    isPlainFolder(folder, `media/${kind}`);
    makeFolder(join(media, kind));
  }
  const databases = await (postgres === undefined ? openFiles(folder) : openSchemas(postgres));
  const { catalogue, searched, visitors, counts } = databases;
  return {
    folder,
    media,
    postgres,
    ...databases,
    async close() {
      await searched.close();
      await Promise.all([catalogue.close(), visitors.close(), counts.close()]);
    },
  };
}

type Databases = Pick<Store, 'catalogue' | 'searched' | 'visitors' | 'counts'>;

async function openFiles(folder: string): Promise<Databases> {
  const file = join(folder, VISITORS_FILE);
  const catalogue = await openCatalogue(folder);
  // The visitors' database contains payments, unlocks and passwords, so commits must be durable.
  const visitors = await openDatabase(file, VISITORS_SCHEMA, 'FULL');
  const searched = readInThreads(catalogue, join(folder, CATALOGUE_FILE));
  return { catalogue, searched, visitors, counts: await openDatabase(file, VISITORS_SCHEMA, 'NORMAL') };
}

async function openSchemas(address: string): Promise<Databases> {
  const { openPostgresStore } = await import('./postgres/open.ts');
  const databases = await openPostgresStore(address);
  // PostgreSQL runs queries in its own processes, so searches need no threads here.
  return { ...databases, searched: { ...databases.catalogue, close: async () => {} } };
}

/** Opens the catalogue. Commits need not be durable immediately, because an import can be repeated. */
export const openCatalogue = (folder: string): Promise<Database> =>
  openDatabase(join(folder, CATALOGUE_FILE), CATALOGUE_SCHEMA, 'NORMAL');
