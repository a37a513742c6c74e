import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'data');

/** Reads a file of the data folder, such as `english/tags.txt`. */
export const readData = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

export interface Block {
  /** The text after the mark. */
  readonly head: string;
  /** The non-empty lines below the head. */
  readonly lines: readonly string[];
}

/** Splits a text at lines that start with `mark` and a space. */
export function blocksOf(text: string, mark: string): Block[] {
  const blocks: { head: string; lines: string[] }[] = [];
  for (const line of text.split('\n').map((raw) => raw.trim())) {
    if (line.startsWith(`${mark} `)) blocks.push({ head: line.slice(mark.length + 1), lines: [] });
    else if (line !== '') blocks.at(-1)?.lines.push(line);
  }
  return blocks;
}

export const listOf = (text: string, separator = ';') => text.split(separator).map((part) => part.trim());

/** Splits a line `name: value`. */
export function pairOf(line: string): readonly [string, string] {
  const at = line.indexOf(':');
  if (at === -1) throw new RangeError(`Not "name: value": ${line}`);
  return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
}

/** Parses lines of `name: value` into a map. */
export const tableOf = (lines: readonly string[]): ReadonlyMap<string, string> => new Map(lines.map(pairOf));

/** Returns the value of a name. @throws RangeError if the table does not contain the name */
export function entryOf<T>(table: ReadonlyMap<string, T>, name: string): T {
  const value = table.get(name);
  if (value === undefined) throw new RangeError(`No "${name}" in the data.`);
  return value;
}
