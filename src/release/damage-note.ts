import { readFileSync, rmSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the server found damaged, for the next rebuild: a line of JSON for each file. */
const NOTE = 'damaged.jsonl';
/** A disk that fails may damage every file; the rebuild looks at so many. */
const MOST_LINES = 10_000;

interface DamagedFile {
  /** Of the page or browser file. */
  readonly path: string;
  readonly file: string;
  /** What is wrong. */
  readonly problem: string;
}

/** @param brandFolder `var/<brand>` */
export const noteDamage = (brandFolder: string, damaged: DamagedFile): Promise<void> =>
  appendFile(join(brandFolder, NOTE), `${JSON.stringify(damaged)}\n`);

/** @returns the paths that were noted */
export function readDamageNote(brandFolder: string): string[] {
  try {
    const lines = readFileSync(join(brandFolder, NOTE), 'utf8').split('\n', MOST_LINES);
    return [...new Set(lines.flatMap(pathOf))];
  } catch {
    return [];
  }
}

/** None for a line that was cut off. */
function pathOf(line: string): string[] {
  try {
    const { path }: Partial<DamagedFile> = JSON.parse(line);
    return typeof path === 'string' ? [path] : [];
  } catch {
    return [];
  }
}

/** To be called once a release without the damage is live. */
export const removeDamageNote = (brandFolder: string): void => rmSync(join(brandFolder, NOTE), { force: true });
