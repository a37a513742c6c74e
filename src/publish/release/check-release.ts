import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { messageOf } from '#src/lib/errors.ts';
import { openFinishedSql } from '#src/lib/sqlite.ts';
import { findingsOfAsset, findingsOfPage, type ReleaseFinding } from './file-findings.ts';
import { openRelease, type Release } from './release.ts';
import { strayFiles } from './stray-files.ts';

export interface ReleaseCheck {
  readonly release: string;
  /** Numbers of pages and browser files compared with the manifest. */
  readonly pages: number;
  readonly assets: number;
  /** Number of pages whose content was read. For all other pages, only existence and size were compared. */
  readonly read: number;
  /** Number of problems found. */
  readonly found: number;
  /** The first thousand problems. */
  readonly findings: readonly ReleaseFinding[];
}

export interface CheckOptions {
  /** Number of pages to read, evenly spread; default: all. */
  readonly sample?: number | undefined;
  /** Returns a number in [0, 1) that determines where a sample begins, so that several runs read different pages. */
  readonly random?: () => number;
}

const MAX_FINDINGS = 1000;

/**
 * Compares the files of a release with its manifest. Finds missing files, wrong sizes or content, and unlisted files.
 * @param folder `releases/<id>`
 */
export function checkRelease(folder: string, options: CheckOptions = {}): ReleaseCheck {
  const findings: ReleaseFinding[] = [];
  const counts: Counts = { pages: 0, assets: 0, read: 0 };
  let count = 0;
  for (const finding of findingsOf(folder, options, counts)) {
    count += 1;
    if (count <= MAX_FINDINGS) findings.push(finding);
  }
  return { release: basename(folder), ...counts, found: count, findings };
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
    // A SyntaxError comes from parsing release.json, any other error from SQLite.
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
  const what = `counts ${info.pages} pages with ${info.bytes} bytes, the manifest ${counts.pages} with ${bytes}`;
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
    yield {
      problem: 'extra',
      file: join('site', file),
      what: 'does not belong to the release, but a web server would send it',
    };
}
