import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomic } from '#src/lib/files.ts';
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

/** A number that changes after compressed pages of the live release were replaced; 0 if none ever were. */
export const recompressionVersion = (brandFolder: string): number =>
  statSync(recompressionFile(brandFolder), { throwIfNoEntry: false })?.mtimeMs ?? 0;
