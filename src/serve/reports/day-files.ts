import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { writeAtomic } from '#src/lib/files.ts';
import { isPlainFolder, readPlain } from '#src/lib/plain-files.ts';

/**
 * Name of a file with the counts of one process for one day (UTC): `<part>/<day>.<instance>.json` in a brand's folder.
 */
const FILE = /^(\d{4}-\d\d-\d\d)\.[0-9a-f]+\.json$/;
/** Number of days for which files are kept: three months and two days. */
const KEPT_DAYS = 94;
const DAY_MS = 86_400_000;
const MAX_BYTES = 2 ** 22;

/** Folders with day files. Backups include them (src/operate/backup/write.ts). */
type Part = 'vitals' | 'client-errors';

export const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** @throws NotPlainError if the folder is a link */
function plainFolder(brandFolder: string, part: Part): string {
  isPlainFolder(dirname(brandFolder), `${basename(brandFolder)}/${part}`);
  return join(brandFolder, part);
}

/** Writes what a process has counted so far on a day, and removes files of expired days. */
export async function writeDay(
  brandFolder: string,
  part: Part,
  day: string,
  instance: string,
  counts: object,
): Promise<void> {
  const folder = plainFolder(brandFolder, part);
  await writeAtomic(join(folder, `${day}.${instance}.json`), `${JSON.stringify(counts)}\n`);
  const oldest = dayOf(new Date(Date.parse(day) - KEPT_DAYS * DAY_MS));
  for (const name of await namesIn(folder)) if (dayIn(name) < oldest) await rm(join(folder, name), { force: true });
}

/**
 * Yields the contents of the files of all processes since `from`, oldest first. Yields undefined for a file that cannot
 * be read or is invalid.
 */
export async function* readDays(
  brandFolder: string,
  part: Part,
  from: string,
): AsyncGenerator<[day: string, counts: unknown]> {
  const folder = plainFolder(brandFolder, part);
  for (const name of (await namesIn(folder)).toSorted()) {
    const day = dayIn(name);
    if (day < from) continue;
    yield [day, await read(folder, name)];
  }
}

const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => FILE.test(name));
const dayIn = (name: string) => FILE.exec(name)?.[1] ?? '';

async function read(folder: string, name: string): Promise<unknown> {
  try {
    return JSON.parse((await readPlain(folder, name, MAX_BYTES)).toString());
  } catch {
    return undefined;
  }
}
