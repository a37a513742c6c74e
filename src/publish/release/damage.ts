import { join } from 'node:path';
import { ENCODING_SUFFIX } from '#src/lib/http.ts';
import { isPlainFile, plainStat } from '#src/lib/plain-files.ts';
import { openFinishedSql, type Sql } from '#src/lib/sqlite.ts';
import { isAssetIntact } from './asset-files.ts';
import type { PageRow } from './manifest.ts';
import { withOwnFile } from './page-records.ts';
import { isPageIntact } from './page-store.ts';
import type { Asset } from './release.ts';

/**
 * Pages and browser files of a release whose files are missing or differ from the record. Plain data, so that a thread
 * can post it.
 */
export interface Damage {
  readonly pages: readonly DamagedPage[];
  /** URLs of browser files. */
  readonly assets: readonly string[];
}

/** `listing` is the path of the listing's first page; empty for a page that is not in a listing. */
type DamagedPage = Pick<PageRow, 'path' | 'listing'>;

export const NO_DAMAGE: Damage = { pages: [], assets: [] };

export interface DamageSearch {
  /** Folder of the release. Its manifest must have the current schema. */
  readonly folder: string;
  /** Paths of pages and browser files that the server found damaged. */
  readonly noted: readonly string[];
  /** Number of days since 1970. It determines which pages are checked. */
  readonly night: number;
  /** Number of pages whose content is read per night; default: 2,000. */
  readonly readPages?: number;
  /** Whether to check only browser files and noted paths, because another process searches the pages. */
  readonly isNotedOnly?: boolean;
}

/** Maximum number of pages whose file size is compared per night (7 µs each). */
const LOOKED_UP = 50_000;
/**
 * Number of pages whose content is compared per night (140 µs each), or more if a round would otherwise take longer
 * than MAX_NIGHTS.
 */
const READ = 2000;
/**
 * Maximum number of nights until every page has been read. It is a prime, so that all pages are read even if the
 * rebuild only runs every second or third night.
 */
const MAX_NIGHTS = 31;

/**
 * Searches for damaged files. Checks all browser files, all noted paths, and the sizes of up to 50,000 pages. Reads the
 * content of up to 2,000 pages, or of more pages if that is needed to read every page within 31 nights.
 */
export function findDamage(search: DamageSearch): Damage {
  const steps = searchInSteps(search);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** Number of files that are checked in a step. Reading them takes about 10 ms. */
const STEP_FILES = 64;

/** Like `findDamage`, but in short steps, between which the caller may pause or give up. */
export function* searchInSteps(search: DamageSearch): Generator<void, Damage> {
  const { folder, noted, night, readPages = READ, isNotedOnly = false } = search;
  const sql = openFinishedSql(join(folder, 'manifest.db'));
  try {
    const { total = 0 } = sql.get<{ total: number }>('SELECT count(*) AS total FROM pages') ?? {};
    const wrong = new Map<string, DamagedPage>();
    let checked = 0;
    const check = function* (rows: Iterable<PageRow>, isSound: (row: PageRow) => boolean): Generator<void> {
      for (const row of Iterator.from(rows).map(withOwnFile)) {
        if (!isSound(row)) wrong.set(row.path, { path: row.path, listing: row.listing });
        checked += 1;
        if (checked % STEP_FILES === 0) yield;
      }
    };
    const isIntact = (row: PageRow) => isPageIntact(folder, row);
    if (!isNotedOnly) {
      yield* check(pagesOfNight(sql, night, Math.ceil(total / LOOKED_UP)), (row) => hasItsSize(folder, row));
      yield* check(pagesOfNight(sql, night, Math.min(MAX_NIGHTS, Math.ceil(total / readPages))), isIntact);
    }
    for (const path of noted) yield* check(sql.all<PageRow>('SELECT * FROM pages WHERE path = ?', path), isIntact);
    const assets: string[] = [];
    for (const asset of sql.all<Pick<Asset, 'url' | 'hash'>>('SELECT url, hash FROM assets')) {
      if (!isAssetIntact(folder, asset)) assets.push(asset.url);
      yield;
    }
    return { pages: [...wrong.values()], assets };
  } finally {
    sql.close();
  }
}

/** Yields this night's share of the pages, selected by their hashes, which are evenly distributed. */
function pagesOfNight(sql: Sql, night: number, nights: number): Iterable<PageRow> {
  const share = nights === 0 ? 0 : night % nights;
  const border = (index: number) => Math.floor((index * HASH_STARTS) / Math.max(1, nights));
  return sql.each<PageRow>(IN_SHARE, hashStart(border(share)), hashStart(border(share + 1)));
}

const HASH_STARTS = 0x10000;
/**
 * Formats the start of a share of the hashes as four hex digits. For the end of the last share, returns `g`, which
 * sorts after every hex digit; `10000` would not.
 */
const hashStart = (start: number) => (start >= HASH_STARTS ? 'g' : start.toString(16).padStart(4, '0'));
const IN_SHARE = 'SELECT * FROM pages WHERE hash >= ? AND hash < ?';

/** Whether the page's HTML file and its compressed variant exist, and the HTML file has the recorded size. */
function hasItsSize(folder: string, { file, bytes }: PageRow): boolean {
  const path = `site/${file}`;
  const size = (name: string) => (isPlainFile(folder, name) ? (plainStat(folder, name)?.size ?? 0) : 0);
  try {
    return size(path) === bytes && size(path + ENCODING_SUFFIX.br) > 0;
  } catch {
    return false;
  }
}
