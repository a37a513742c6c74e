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
  readonly visitors: Database;
  close(): void;
}

const CATALOGUE_FILE = 'catalogue.db';

/** Opens the store in `folder` (such as `var/api`), which its owner alone may enter, making what is missing. */
export function openStore(folder: string): Store {
  makePrivateFolder(folder);
  const media = join(folder, 'media');
  for (const kind of ['covers', 'pictures']) makeFolder(join(media, kind));
  const catalogue = openCatalogue(folder);
  const visitors = openDatabase(join(folder, 'visitors.db'), VISITORS_SCHEMA);
  return {
    folder,
    media,
    catalogue,
    visitors,
    close() {
      catalogue.close();
      visitors.close();
    },
  };
}

/** A connection of its own to the content: a writer's, so that readers see nothing before it is committed. */
export function openCatalogue(folder: string): Database {
  return openDatabase(join(folder, CATALOGUE_FILE), CATALOGUE_SCHEMA);
}
