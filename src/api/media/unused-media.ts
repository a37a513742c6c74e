import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { contains, storedField, storedListHas } from '#src/api/store/dialects.ts';
import { sql } from '#src/api/store/sql.ts';
import { isPlainFile, readPlainSync } from '#src/lib/plain-files.ts';
import type { Database } from '../store/database.ts';
import type { Store } from '../store/open.ts';
import { resizedFiles } from './resize.ts';

/**
 * Removes the files in the media folder that no book, chapter, banner, revision or recently deleted record uses, and their resized versions.
 * @returns their names
 */
export async function removeUnusedMedia({ catalogue, media }: Store, names: readonly string[]): Promise<string[]> {
  const unused: string[] = [];
  for (const name of names) if (!(await isUsed(catalogue, name))) unused.push(name);
  const removed = await withoutPictures(catalogue, unused);
  for (const name of removed) {
    const resized = resizedFiles('.resized', contentOf(media, name));
    for (const file of [...resized, name]) if (isPlainFile(media, file)) rmSync(join(media, file), { force: true });
  }
  return removed;
}

function contentOf(media: string, name: string): Uint8Array | undefined {
  try {
    return readPlainSync(media, name);
  } catch {
    // An earlier run removed it.
    return undefined;
  }
}

const isUsed = async (database: Database, name: string): Promise<boolean> =>
  (await database.get(
    sql`SELECT 1 WHERE EXISTS (SELECT 1 FROM books WHERE ${storedField('cover', 'url')} = ${`/media/${name}`})
      OR EXISTS (SELECT 1 FROM banners WHERE image = ${name})
      OR EXISTS (SELECT 1 FROM revisions WHERE ${storedListHas('media', name)})
      OR EXISTS (SELECT 1 FROM bin WHERE ${storedListHas('media', name)})`,
  )) !== undefined;

/** Number of texts per query. */
const BATCH = 200;

/** Returns the names of pictures that no text contains. Reads all texts only once. */
async function withoutPictures(database: Database, names: readonly string[]): Promise<string[]> {
  const left = new Set(names);
  const isAny = names.some((name) => name.startsWith('pictures/'));
  for (let after: number | undefined = isAny ? 0 : undefined; after !== undefined && left.size > 0; ) {
    const query = sql`SELECT chapter_id AS id, html FROM chapter_texts
      WHERE chapter_id > ${after} AND ${contains(sql`html`, '/media/pictures/')} ORDER BY chapter_id LIMIT ${BATCH}`;
    const texts: { id: number; html: string }[] = await database.all<{ id: number; html: string }>(query);
    for (const name of left) if (texts.some(({ html }) => html.includes(`/media/${name}`))) left.delete(name);
    after = texts.length === BATCH ? texts.at(-1)?.id : undefined;
  }
  return [...left];
}
