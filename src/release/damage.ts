import { join } from 'node:path';
import { ENCODING_SUFFIX } from '#src/lib/http.ts';
import { isPlainFile, plainStat } from '#src/lib/plain-files.ts';
import { openFinishedSql, type Sql } from '#src/lib/sqlite.ts';
import { isAssetIntact } from './asset-files.ts';
import type { PageRow } from './manifest.ts';
import { withOwnFile } from './page-records.ts';
import { isPageIntact } from './page-store.ts';
import type { Asset } from './release.ts';

/** Pages and browser files of a release whose files are lost or not as recorded. Plain data, for a thread to post. */
export interface Damage {
  readonly pages: readonly DamagedPage[];
  /** URLs. */
  readonly assets: readonly string[];
}

/** `listing` is the path of the first page of its listing; empty for a page of no listing. */
type DamagedPage = Pick<PageRow, 'path' | 'listing'>;

export const NO_DAMAGE: Damage = { pages: [], assets: [] };

export interface DamageSearch {
  /** Of the release. Its manifest has to have the present schema. */
  readonly folder: string;
  /** Paths of pages and browser files that were found damaged before. */
  readonly noted: readonly string[];
  /** Number of the night: which share of the pages is read. */
  readonly night: number;
  /** Pages whose content is read in a night; default 2,000. */
  readonly readPages?: number;
}

/** Pages whose files are looked up in a night, to compare sizes: 7 µs each. */
const LOOKED_UP = 50_000;
/** Pages whose files are read in a night, to compare hashes: 140 µs each. */
const READ = 2000;
/** A prime, so that a rebuild every second or third night reads all pages, too. */
const MOST_NIGHTS = 31;

/**
 * Looks for damaged files: all browser files, what was noted, the sizes of up to 50,000 pages, and the content of up to
 * 2,000, or as many more as it takes to have read every page within 31 nights.
 */
export function findDamage({ folder, noted, night, readPages = READ }: DamageSearch): Damage {
  const sql = openFinishedSql(join(folder, 'manifest.db'));
  try {
    const { total = 0 } = sql.get<{ total: number }>('SELECT count(*) AS total FROM pages') ?? {};
    const wrong = new Map<string, DamagedPage>();
    const check = (rows: Iterable<PageRow>, isSound: (row: PageRow) => boolean) => {
      for (const row of Iterator.from(rows).map(withOwnFile))
        if (!isSound(row)) wrong.set(row.path, { path: row.path, listing: row.listing });
    };
    const isIntact = (row: PageRow) => isPageIntact(folder, row);
    check(pagesOfNight(sql, night, Math.ceil(total / LOOKED_UP)), (row) => hasItsSize(folder, row));
    check(pagesOfNight(sql, night, Math.min(MOST_NIGHTS, Math.ceil(total / readPages))), isIntact);
    for (const path of noted) check(sql.all<PageRow>('SELECT * FROM pages WHERE path = ?', path), isIntact);
    const assets = sql.all<Pick<Asset, 'url' | 'hash'>>('SELECT url, hash FROM assets');
    return {
      pages: [...wrong.values()],
      assets: assets.filter((asset) => !isAssetIntact(folder, asset)).map(({ url }) => url),
    };
  } finally {
    sql.close();
  }
}

/** The share of the pages that falls to this night of so many, by their hashes, which are evenly spread. */
function pagesOfNight(sql: Sql, night: number, nights: number): Iterable<PageRow> {
  const share = nights === 0 ? 0 : night % nights;
  const border = (index: number) => Math.floor((index * HASH_STARTS) / Math.max(1, nights));
  return sql.each<PageRow>(IN_SHARE, hashStart(border(share)), hashStart(border(share + 1)));
}

const HASH_STARTS = 0x10000;
/** The end of the last share, `10000`, has five digits: `g` comes after every digit. */
const hashStart = (start: number) => (start >= HASH_STARTS ? 'g' : start.toString(16).padStart(4, '0'));
const IN_SHARE = 'SELECT * FROM pages WHERE hash >= ? AND hash < ?';

/** Whether the page has both files, the HTML with as many bytes as recorded. */
function hasItsSize(folder: string, { file, bytes }: PageRow): boolean {
  const path = `site/${file}`;
  const size = (name: string) => (isPlainFile(folder, name) ? (plainStat(folder, name)?.size ?? 0) : 0);
  try {
    return size(path) === bytes && size(path + ENCODING_SUFFIX.br) > 0;
  } catch {
    return false;
  }
}
