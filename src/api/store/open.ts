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
  close(): void;
}

export const CATALOGUE_FILE = 'catalogue.db';
export const VISITORS_FILE = 'visitors.db';

/** The version of each database that this code writes. */
export const STORE_VERSIONS: Readonly<Record<string, number>> = {
  [CATALOGUE_FILE]: CATALOGUE_SCHEMA.length,
  'visitors.db': VISITORS_SCHEMA.length,
};

/** Opens the store in `folder` (such as `var/api`), which its owner alone may enter, making what is missing. */
export function openStore(folder: string): Store {
  makePrivateFolder(folder);
  const media = join(folder, 'media');
  for (const kind of ['covers', 'pictures']) makeFolder(join(media, kind));
  const catalogue = openCatalogue(folder);
  const file = join(folder, VISITORS_FILE);
  // Payments, unlocks and passwords.
  const visitors = openDatabase(file, VISITORS_SCHEMA, 'FULL');
  const counts = openDatabase(file, VISITORS_SCHEMA, 'NORMAL');
  return {
    folder,
    media,
    catalogue,
    visitors,
    counts,
    close() {
      catalogue.close();
      visitors.close();
      counts.close();
    },
  };
}

/** A connection of its own to the content: a writer's, so that readers see nothing before it is committed. An import can be run again. */
export function openCatalogue(folder: string): Database {
  return openDatabase(join(folder, CATALOGUE_FILE), CATALOGUE_SCHEMA, 'NORMAL');
}
