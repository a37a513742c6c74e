import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as v from 'valibot';
import { writeAtomic } from '#src/lib/files.ts';
import { isPlainFolder, readPlain } from '#src/lib/plain-files.ts';
import { addAll, METRICS, type Vitals } from '#src/lib/vitals.ts';

/**
 * Field data on disk: `vitals/<day>.<instance>.json` in a brand's folder, a file for each day (UTC) and each process that
 * counted on it, so that no two processes write the same file.
 */
const FILE = /^(\d{4}-\d\d-\d\d)\.[0-9a-f]+\.json$/;
/** Two days more than three months. */
const KEPT_DAYS = 94;
const DAY_MS = 86_400_000;

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
const Stored = v.record(v.string(), v.record(v.picklist(METRICS), v.record(v.pipe(v.string(), v.digits()), Count)));

const folderOf = (brandFolder: string) => join(brandFolder, 'vitals');
/** @throws NotPlainError if the folder is a link */
function plainFolderOf(brandFolder: string): string {
  isPlainFolder(dirname(brandFolder), `${basename(brandFolder)}/vitals`);
  return folderOf(brandFolder);
}
const MAX_BYTES = 2 ** 22;
export const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** Keeps what a process has counted on a day so far, and removes the days that are too old. */
export async function writeVitals(brandFolder: string, day: string, instance: string, vitals: Vitals): Promise<void> {
  const folder = plainFolderOf(brandFolder);
  await writeAtomic(join(folder, `${day}.${instance}.json`), `${JSON.stringify(vitals)}\n`);
  const oldest = dayOf(new Date(Date.parse(day) - KEPT_DAYS * DAY_MS));
  for (const name of await namesIn(folder)) if (dayIn(name) < oldest) await rm(join(folder, name), { force: true });
}

/** What was counted on each day since `from`, of all processes together. Files that are damaged are left out. */
export async function readVitals(brandFolder: string, from: string): Promise<Map<string, Vitals>> {
  const days = new Map<string, Vitals>();
  for (const name of (await namesIn(plainFolderOf(brandFolder))).toSorted()) {
    const day = dayIn(name);
    if (day < from) continue;
    const sum = days.get(day) ?? {};
    days.set(day, sum);
    addAll(sum, await read(join(folderOf(brandFolder), name)));
  }
  return days;
}

const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => FILE.test(name));
const dayIn = (name: string) => FILE.exec(name)?.[1] ?? '';

async function read(file: string): Promise<Vitals> {
  try {
    return v.parse(Stored, JSON.parse((await readPlain(dirname(file), basename(file), MAX_BYTES)).toString()));
  } catch {
    return {};
  }
}
