import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { messageOf } from '#src/lib/errors.ts';
import { openFinishedSql } from '#src/lib/sqlite.ts';
import { findingsOfAsset, findingsOfPage, type ReleaseFinding } from './file-findings.ts';
import { openRelease, type Release } from './release.ts';
import { strayFiles } from './stray-files.ts';

export interface ReleaseCheck {
  readonly release: string;
  /** Pages and browser files that were compared. */
  readonly pages: number;
  readonly assets: number;
  /** Pages whose content was read, too; of the others existence and size were compared. */
  readonly read: number;
  /** How much is wrong. */
  readonly found: number;
  /** The first thousand. */
  readonly findings: readonly ReleaseFinding[];
}

export interface CheckOptions {
  /** How many pages are read, evenly spread; default all. */
  readonly sample?: number | undefined;
  /** From 0 to below 1: with which page a sample begins, so that several runs read different ones. */
  readonly random?: () => number;
}

const MOST_FINDINGS = 1000;

/**
 * Compares the files of a release with its manifest: lost ones, those of another size or content, and those that it does
 * not have. @param folder `releases/<id>`
 */
export function checkRelease(folder: string, options: CheckOptions = {}): ReleaseCheck {
  const findings: ReleaseFinding[] = [];
  const counts: Counts = { pages: 0, assets: 0, read: 0 };
  let found = 0;
  for (const finding of findingsOf(folder, options, counts)) {
    found += 1;
    if (found <= MOST_FINDINGS) findings.push(finding);
  }
  return { release: basename(folder), ...counts, found, findings };
}

interface Counts {
  pages: number;
  assets: number;
  read: number;
}

function* findingsOf(folder: string, options: CheckOptions, counts: Counts): Iterable<ReleaseFinding> {
  const missing = ['release.json', 'manifest.db'].find((file) => !existsSync(join(folder, file)));
  if (missing !== undefined) {
    yield { problem: 'manifest', file: missing, what: 'is missing' };
    return;
  }
  let release: Release | undefined;
  try {
    requireSoundDatabase(join(folder, 'manifest.db'));
    release = openRelease(folder);
    yield* pageFindings(release, options, counts);
    yield* assetFindings(release, counts);
    yield* extraFindings(release);
  } catch (error) {
    // Of release.json no more is read than its JSON; SQLite notices some damage only where it reads.
    const file = error instanceof SyntaxError ? 'release.json' : 'manifest.db';
    yield { problem: 'manifest', file, what: `cannot be read: ${messageOf(error)}` };
  } finally {
    release?.close();
  }
}

function requireSoundDatabase(file: string): void {
  const sql = openFinishedSql(file);
  try {
    const { quick_check: answer } = sql.get<{ quick_check: string }>('PRAGMA quick_check') ?? {};
    if (answer !== 'ok') throw new Error(answer);
  } finally {
    sql.close();
  }
}

function* pageFindings(release: Release, options: CheckOptions, counts: Counts): Iterable<ReleaseFinding> {
  const { info, folder } = release;
  const { sample = info.pages, random = Math.random } = options;
  const step = Math.max(1, Math.ceil(info.pages / Math.max(1, sample)));
  const first = Math.floor(random() * step);
  let bytes = 0;
  for (const page of release.pages()) {
    const isRead = sample > 0 && counts.pages % step === first;
    counts.pages += 1;
    if (isRead) counts.read += 1;
    bytes += page.bytes;
    yield* findingsOfPage(folder, page, isRead);
  }
  if (counts.pages === info.pages && bytes === info.bytes) return;
  const what = `counts ${info.pages} pages of ${info.bytes} bytes, the manifest ${counts.pages} of ${bytes}`;
  yield { problem: 'totals', file: 'release.json', what };
}

function* assetFindings(release: Release, counts: Counts): Iterable<ReleaseFinding> {
  for (const asset of release.assets()) {
    counts.assets += 1;
    yield* findingsOfAsset(release.folder, asset);
  }
}

function* extraFindings(release: Release): Iterable<ReleaseFinding> {
  for (const file of strayFiles(release))
    yield { problem: 'extra', file: join('site', file), what: 'is no file of the release, but a web server sends it' };
}
