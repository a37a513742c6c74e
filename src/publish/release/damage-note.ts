import { readFileSync, rmSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';

/** File that lists, for the next rebuild, the files that the server found damaged: one line of JSON per file. */
const NOTE = 'damaged.jsonl';
/** Maximum number of lines that the rebuild reads. A failing disk may damage every file. */
const MAX_LINES = 10_000;

interface DamagedFile {
  /** Path of the page or browser file. */
  readonly path: string;
  readonly file: string;
  /** Description of the problem. */
  readonly problem: string;
}

/** @param brandFolder `var/<brand>` */
export const noteDamage = (brandFolder: string, damaged: DamagedFile): Promise<void> =>
  appendFile(join(brandFolder, NOTE), `${JSON.stringify(damaged)}\n`);

/** @returns the paths in the note */
export function readDamageNote(brandFolder: string): string[] {
  try {
    const lines = readFileSync(join(brandFolder, NOTE), 'utf8').split('\n', MAX_LINES);
    return [...new Set(lines.flatMap(pathOf))];
  } catch {
    return [];
  }
}

/** Returns the path in a line, or nothing for a truncated line. */
function pathOf(line: string): string[] {
  try {
    const { path }: Partial<DamagedFile> = JSON.parse(line);
    return typeof path === 'string' ? [path] : [];
  } catch {
    return [];
  }
}

/** Deletes the note. Call it after a release without the damage is live. */
export const removeDamageNote = (brandFolder: string): void => rmSync(join(brandFolder, NOTE), { force: true });
