import { statSync } from 'node:fs';
import { runLimited } from '#src/lib/limited-process.ts';
import type { ReleaseInfo } from './types.ts';

export interface CleanOrder {
  /** A manifest that another machine wrote. */
  readonly source: string;
  /** Created anew. */
  readonly target: string;
  /** What the release says of itself; its manifest has to have as many pages and bytes. */
  readonly info: Pick<ReleaseInfo, 'pages' | 'bytes'>;
}

/** Time to copy a manifest of a million pages on a slow machine: 400 MiB. */
const CLEAN_MS = { atLeast: 60_000, forMiB: 1500 };

/**
 * Writes a manifest of our own with the rows of one that another machine wrote. Each row is checked, and the files of pages
 * are derived from their paths. It reads in a process with limits of time and memory.
 * @throws LimitedProcessError where the schema is not that of this version, or a row is not as it has to be
 */
export async function cleanManifest(order: CleanOrder, limitMs = limitFor(order.source)): Promise<void> {
  const program = new URL('./clean-manifest.process.ts', import.meta.url);
  await runLimited<CleanOrder, null>({ program, input: order, limitMs, what: 'Reading the manifest' });
}

const limitFor = (file: string) => CLEAN_MS.atLeast + (statSync(file).size / 2 ** 20) * CLEAN_MS.forMiB;
