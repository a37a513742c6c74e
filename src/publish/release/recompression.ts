import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomic } from '#src/lib/files.ts';
import { isPlainFile } from '#src/lib/plain-files.ts';
import { liveId } from './live-release.ts';

/**
 * How far the pages of a brand's live release are recompressed. Only a summary: which pages are left follows from their
 * files (`isBestCompressed`), so deleting the record merely makes the next pass look at every page.
 */
export interface Recompression {
  /** Id of the release. */
  readonly release: string;
  /** Number of pages of the release. */
  readonly pages: number;
  /** Number of pages with the best compression. */
  readonly best: number;
  /** Bytes by which the compressed pages became smaller. */
  readonly savedBytes: number;
  /** Number of damaged pages that were found. */
  readonly damaged: number;
  /** Whether the pass has reached the last page. */
  readonly isComplete: boolean;
  /** ISO 8601, UTC. */
  readonly updated: string;
  /** When the live release was last searched for damage in idle time, ISO 8601, UTC. */
  readonly searched?: string;
}

const RECORD = 'recompression.json';

/** @param brandFolder `var/<brand>` */
const recompressionFile = (brandFolder: string) => join(brandFolder, RECORD);

/** @returns undefined if there is no record, or it cannot be read */
export function readRecompression(brandFolder: string): Recompression | undefined {
  try {
    const record: Partial<Recompression> = JSON.parse(readFileSync(recompressionFile(brandFolder), 'utf8'));
    const counts = [record.pages, record.best, record.savedBytes, record.damaged];
    const isWhole = typeof record.release === 'string' && typeof record.isComplete === 'boolean';
    return isWhole && counts.every(Number.isSafeInteger) && !Number.isNaN(Date.parse(record.updated ?? ''))
      ? (record as Recompression)
      : undefined;
  } catch {
    return undefined;
  }
}

export const writeRecompression = (brandFolder: string, record: Recompression): Promise<void> =>
  writeAtomic(recompressionFile(brandFolder), `${JSON.stringify(record)}\n`);

/** Whether every page of the live release has the best compression, according to the record. */
export function isRecompressed(brandFolder: string): boolean {
  const record = readRecompression(brandFolder);
  return record?.isComplete === true && record.release === liveId(brandFolder);
}

/**
 * Maximum number of pages of a release that a run searches for damage itself. The search of a larger release would delay
 * the run, so it takes place in idle time.
 */
const MAX_SEARCHED_BY_RUN = 50_000;
const HOUR_MS = 3_600_000;
/** Age of the last search after which the next one is due: so that there is one a day. */
const SEARCH_DUE_HOURS = 20;
/** Age of the last search after which runs search again, because the process for idle time does not work. */
const SEARCH_OVERDUE_HOURS = 72;

/** Infinity if there is no moment, or if the clock was wrong, so that the moment is in the future. */
const hoursSince = (moment: string | undefined, now: Date) => {
  const hours = moment === undefined ? Number.POSITIVE_INFINITY : (now.getTime() - Date.parse(moment)) / HOUR_MS;
  return hours < 0 ? Number.POSITIVE_INFINITY : hours;
};

type LargeRelease = Pick<Recompression, 'pages' | 'searched'>;

/** Whether a release is to be searched for damage in idle time now. */
export const isSearchDue = ({ pages, searched }: LargeRelease, now: Date): boolean =>
  pages > MAX_SEARCHED_BY_RUN && !(hoursSince(searched, now) < SEARCH_DUE_HOURS);

/** Whether a run leaves the search for damage to the process that searches in idle time. */
export const isSearchedInIdleTime = (brandFolder: string, pages: number, now: Date): boolean =>
  pages > MAX_SEARCHED_BY_RUN && hoursSince(readRecompression(brandFolder)?.searched, now) < SEARCH_OVERDUE_HOURS;

/** Whether nothing is left to do for the live release in idle time. */
export function isIdleWorkDone(brandFolder: string, now = new Date()): boolean {
  const record = readRecompression(brandFolder);
  return record !== undefined && isRecompressed(brandFolder) && !isSearchDue(record, now);
}

/**
 * Whether the pages of a release are on this machine. A machine that only renders has just the manifest and browser files.
 */
export const hasPageFiles = (releaseFolder: string): boolean => isPlainFile(releaseFolder, 'site/index.html');

/** A number that changes after compressed pages of the live release were replaced; 0 if none ever were. */
export const recompressionVersion = (brandFolder: string): number =>
  statSync(recompressionFile(brandFolder), { throwIfNoEntry: false })?.mtimeMs ?? 0;
