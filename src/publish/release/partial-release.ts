import { closeSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { isPlainFile, openPlainSync } from '#src/lib/plain-files.ts';
import type { RecordedPage } from './manifest.ts';
import { checkedPage, isCount } from './page-records.ts';
import { foldersInReleases } from './release-folders.ts';

/**
 * Pages that a shard or an interrupted run has rendered, and that are in no release yet:
 *
 *     var/<brand>/releases/.part-<name>/   site/ as in a release, and part.jsonl
 *
 * The first line of `part.jsonl` is the header; every other line is a page whose files are complete. Lines are only
 * appended, so the log is valid even if its process was killed. A truncated line is ignored.
 */
export interface PartialRelease extends PartialReleaseHeader {
  readonly folder: string;
  readonly isComplete: boolean;
  pages(): Iterable<RecordedPage>;
}

export interface PartialReleaseHeader {
  /**
   * Hash of everything that pages depend on besides their data: code and brand. Pages with a different key are not
   * reused.
   */
  readonly buildKey: string;
  /** The shard that was rendered; undefined if the pages are from a whole run. */
  readonly shard?: Shard | undefined;
}

/** A part of the pages that is rendered separately, such as part 2 of 3. `index` starts at 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

const LOG = 'part.jsonl';

export const partialReleaseLogFile = (folder: string) => join(folder, LOG);

/** The header as stored. The build key has the name `ground`, as in logs of older versions. */
type HeaderLine = { readonly ground: string; readonly shard?: Shard | undefined };

const COMPLETE = { complete: true };

/** Records which pages of a partial release are finished. */
export interface PartialReleaseLog {
  add(pages: readonly RecordedPage[]): void;
  /** Records that all pages are finished. */
  complete(): void;
  close(): void;
}

/** @param folder must exist */
export function openPartialReleaseLog(folder: string, { buildKey, shard }: PartialReleaseHeader): PartialReleaseLog {
  const file = openSync(partialReleaseLogFile(folder), 'a');
  let isOpen = true;
  const add = (lines: readonly object[]) => {
    if (lines.length > 0) writeSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  };
  add([{ ground: buildKey, shard } satisfies HeaderLine]);
  return {
    add,
    complete: () => add([COMPLETE]),
    close() {
      if (isOpen) closeSync(file);
      isOpen = false;
    },
  };
}

/** @returns undefined if the folder has no log, or the log has no header */
export function openPartialRelease(folder: string): PartialRelease | undefined {
  if (!isPlainFile(folder, LOG)) return undefined;
  let header: PartialReleaseHeader | undefined;
  let isComplete = false;
  for (const line of linesOf(folder)) {
    header ??= parseHeader(line);
    if (header === undefined) return undefined;
    isComplete = line === JSON.stringify(COMPLETE);
  }
  return header && { ...header, folder, isComplete, pages: () => readPages(folder) };
}

function parseHeader(line: string): PartialReleaseHeader | undefined {
  const header = parse(line);
  if (!header || !('ground' in header)) return undefined;
  const { ground, shard } = header as Partial<HeaderLine>;
  // Key and shard become parts of folder names, so they must be valid.
  if (typeof ground !== 'string' || !BUILD_KEY.test(ground) || !isShard(shard)) return undefined;
  return { buildKey: ground, shard };
}

const BUILD_KEY = /^[\dA-Za-z-]{1,64}$/;

const isShard = (shard: Partial<Shard> | undefined) =>
  shard === undefined || (isCount(shard?.index) && isCount(shard.of));

/** Skips invalid pages, such as pages from an older version without facts. */
function* readPages(folder: string): Iterable<RecordedPage> {
  for (const line of Iterator.from(linesOf(folder)).drop(1)) {
    const page = checkedPage({ ...parse(line) });
    if (page) yield page;
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

function* linesOf(folder: string): Iterable<string> {
  const file = openPlainSync(folder, LOG);
  const chunk = Buffer.alloc(CHUNK_BYTES);
  const decoder = new StringDecoder();
  let unfinishedLine = '';
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      const lines = (unfinishedLine + decoder.write(chunk.subarray(0, read))).split('\n');
      unfinishedLine = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    closeSync(file);
  }
}

const releasesOf = (brandFolder: string) => join(brandFolder, 'releases');

/** Returns all partial releases of a brand, complete or not. */
export const findPartialReleases = (brandFolder: string): PartialRelease[] => openAll(brandFolder, /^\.(next|part)-/);

function openAll(brandFolder: string, pattern: RegExp): PartialRelease[] {
  const releases = releasesOf(brandFolder);
  const names = foldersInReleases(brandFolder).filter((name) => pattern.test(name));
  return names.sort().flatMap((name) => openPartialRelease(join(releases, name)) ?? []);
}

/**
 * Returns the partial releases of one shard. Opens only folders with matching names, because there may be a thousand
 * folders.
 */
export const findShardReleases = (brandFolder: string, { index, of }: Shard): PartialRelease[] =>
  openAll(brandFolder, new RegExp(`^\\.(next|part)-.*-${index}-of-${of}(-|$)`)).filter(
    ({ shard }) => shard?.index === index && shard.of === of,
  );

/** Folder of a finished shard until the shard is merged. */
export const shardFolder = (brandFolder: string, buildKey: string, { index, of }: Shard) =>
  join(releasesOf(brandFolder), `.part-${buildKey}-${index}-of-${of}`);

/** Prefix of the names of folders into which a shard is rendered. */
export const shardFolderPrefix = ({ index, of }: Shard) => `.next-part-${index}-of-${of}-`;

/** Replaces earlier results for a shard with the finished result in `folder`. */
export function replaceShard(folder: string, target: string, before: readonly PartialRelease[]): void {
  removePartialReleases(before);
  renameSync(folder, target);
}

/** Renames the folder of an interrupted run, so that it no longer counts as unfinished. */
export function keepAsPartialRelease(releases: string, name: string): void {
  const target = join(releases, name.replace(/^\.next/, '.part-left'));
  rmSync(target, { recursive: true, force: true });
  renameSync(join(releases, name), target);
}

export function removePartialReleases(partials: readonly Pick<PartialRelease, 'folder'>[]): void {
  for (const { folder } of partials) rmSync(folder, { recursive: true, force: true });
}
