import { statSync } from 'node:fs';
import { runLimited } from '#src/lib/limited-process.ts';
import type { ReleaseInfo } from './types.ts';

export interface CleanOrder {
  /** Path of a manifest that another machine has written. */
  readonly source: string;
  /** Path of the new manifest. */
  readonly target: string;
  /** The totals in release.json. The manifest must have the same number of pages and bytes. */
  readonly info: Pick<ReleaseInfo, 'pages' | 'bytes'>;
}

/** Time limit, in ms: enough to copy the manifest of a site with a million pages (400 MiB) on a slow machine. */
const CLEAN_MS = { atLeast: 60_000, forMiB: 1500 };

/**
 * Writes a new manifest with the rows of one that another machine has written. Each row is checked, and the files of
 * pages are derived from their paths. The source is read in a process with limits on time and memory.
 * @throws LecternError if the manifest does not have the schema of this version, or a row is invalid
 */
export async function cleanManifest(order: CleanOrder, limitMs = limitFor(order.source)): Promise<void> {
  const program = new URL('./clean-manifest.process.ts', import.meta.url);
  const advice = 'Publish the release again.';
  await runLimited<CleanOrder, null>({ program, input: order, limitMs, what: 'The manifest', advice });
}

const limitFor = (file: string) => CLEAN_MS.atLeast + (statSync(file).size / 2 ** 20) * CLEAN_MS.forMiB;
