import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { makePrivateDatabase, makePrivateFolder } from '#src/lib/private-files.ts';
import { withPath } from '#src/lib/storage-error.ts';
import { CATALOGUE_FILE } from './open.ts';

/** Copies the current content of a store to another folder, but not pictures and visitors' data. */
export async function copyStore(from: string, to: string): Promise<void> {
  makePrivateFolder(to);
  const file = join(to, CATALOGUE_FILE);
  makePrivateDatabase(file);
  const source = withPath(from, () => new DatabaseSync(join(from, CATALOGUE_FILE)));
  try {
    await backup(source, file);
  } finally {
    source.close();
  }
}
