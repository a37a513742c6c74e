import { join } from 'node:path';
import { makeFolder } from '#src/lib/files.ts';
import { makePrivateFolder } from '#src/lib/private-files.ts';
import { type Database, openDatabase } from './database.ts';
import { CATALOGUE_SCHEMA } from './schema-catalogue.ts';
import { VISITORS_SCHEMA } from './schema-visitors.ts';

/** The API's store: two SQLite files in one folder, for readers. Writers of content take `createWriter(store)`. */
export interface Store {
  readonly folder: string;
  /** Covers and pictures: `covers/<name>` and `pictures/<name>` below it. */
  readonly media: string;
  readonly catalogue: Database;
  /** What is written through it is on disk before the write returns. */
  readonly visitors: Database;
  /** The same file for counts alone, such as page views: a power cut may take the last ones, and none waits for the disk. */
  readonly counts: Database;
  close(): Promise<void>;
}

export const CATALOGUE_FILE = 'catalogue.db';
export const VISITORS_FILE = 'visitors.db';

/** The version of each database that this code writes. */
export const STORE_VERSIONS: Readonly<Record<string, number>> = {
  [CATALOGUE_FILE]: CATALOGUE_SCHEMA.length,
  'visitors.db': VISITORS_SCHEMA.length,
};

/** Opens the store in `folder` (such as `var/api`), which its owner alone may enter, making what is missing. */
export async function openStore(folder: string): Promise<Store> {
  makePrivateFolder(folder);
  const media = join(folder, 'media');
  for (const kind of ['covers', 'pictures']) makeFolder(join(media, kind));
  const catalogue = await openCatalogue(folder);
  const file = join(folder, VISITORS_FILE);
  // Payments, unlocks and passwords.
  const visitors = await openDatabase(file, VISITORS_SCHEMA, 'FULL');
  const counts = await openDatabase(file, VISITORS_SCHEMA, 'NORMAL');
  return {
    folder,
    media,
    catalogue,
    visitors,
    counts,
    async close() {
      await Promise.all([catalogue.close(), visitors.close(), counts.close()]);
    },
  };
}

/** The content alone. An import can be run again. */
export const openCatalogue = (folder: string): Promise<Database> =>
  openDatabase(join(folder, CATALOGUE_FILE), CATALOGUE_SCHEMA, 'NORMAL');
