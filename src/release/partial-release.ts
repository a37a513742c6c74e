import { closeSync, existsSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { brotliDecompressSync } from 'node:zlib';
import { SUFFIX } from '#src/lib/forms.ts';
import { hash } from '#src/lib/hash.ts';
import type { RecordedPage } from './manifest.ts';

/**
 * Pages that were rendered but are in no release yet: `site/` as in a release, and `part.jsonl`, whose first line is
 * the head and each other one a page that stands in `site/` to its last byte. A line is only ever added, so that the
 * file tells the truth however its process ended; a line that was cut off counts for nothing.
 */
const LOG = 'part.jsonl';

/** One of the parts, from 1, that machines render beside each other. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

export interface PartHead {
  /** What all pages depend on besides their data. */
  readonly ground: string;
  /** Undefined for the pages of a whole run. */
  readonly shard?: Shard | undefined;
}

export interface PartLog {
  add(pages: readonly RecordedPage[]): void;
  /** Says that nothing is missing. */
  complete(): void;
  close(): void;
}

/** Notes in `folder`, which is there, which pages are finished. */
export function openPartLog(folder: string, head: PartHead): PartLog {
  const file = openSync(join(folder, LOG), 'a');
  let isOpen = true;
  const add = (lines: readonly object[]) => {
    if (lines.length > 0) writeSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  };
  add([head]);
  return {
    add,
    complete: () => add([COMPLETE]),
    close() {
      if (isOpen) closeSync(file);
      isOpen = false;
    },
  };
}

const COMPLETE = { complete: true };

export interface Part extends PartHead {
  readonly folder: string;
  readonly isComplete: boolean;
  pages(): Iterable<RecordedPage>;
}

export const partLogOf = (folder: string) => join(folder, LOG);

/** @returns undefined where the folder holds none, or its log has no head */
export function openPart(folder: string): Part | undefined {
  if (!existsSync(partLogOf(folder))) return undefined;
  let head: PartHead | undefined;
  let isComplete = false;
  for (const line of linesOf(partLogOf(folder))) {
    head ??= headOf(line);
    if (head === undefined) return undefined;
    isComplete = line === JSON.stringify(COMPLETE);
  }
  return head && { ...head, folder, isComplete, pages: () => pagesOf(folder) };
}

function headOf(line: string): PartHead | undefined {
  const head = parse(line);
  return head && 'ground' in head ? (head as PartHead) : undefined;
}

function* pagesOf(folder: string): Iterable<RecordedPage> {
  for (const line of Iterator.from(linesOf(partLogOf(folder))).drop(1)) {
    const entry = parse(line);
    if (entry && 'path' in entry) yield entry as RecordedPage;
  }
}

function parse(line: string): object | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const CHUNK_BYTES = 2 ** 16;

function* linesOf(path: string): Iterable<string> {
  const file = openSync(path, 'r');
  const chunk = Buffer.alloc(CHUNK_BYTES);
  const decoder = new StringDecoder();
  let rest = '';
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      const lines = (rest + decoder.write(chunk.subarray(0, read))).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    closeSync(file);
  }
}

/** Whether a page's files are as they were written; a machine that went down may have lost some. */
export function isWhole(folder: string, { file, hash: digest }: RecordedPage): boolean {
  try {
    const path = join(folder, 'site', file);
    const same = (html: Uint8Array) => hash(html, 32) === digest;
    return same(readFileSync(path)) && same(brotliDecompressSync(readFileSync(path + SUFFIX.br)));
  } catch {
    return false;
  }
}
