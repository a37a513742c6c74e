import { join } from 'node:path';
import {
  isFinishedRelease,
  isSearchDue,
  pageFile,
  type Release,
  readRecompression,
  searchInSteps,
  writeRecompression,
} from '#src/publish/release/index.ts';
import { createDamageNotes } from './damage-notes.ts';
import type { RecompressionOptions } from './types.ts';

const DAY_MS = 24 * 60 * 60_000;
const PROBLEM = 'it is missing, or its content is not what was published';

/**
 * Searches a large release for damage once a day, so that runs need not. Damaged files are noted for the next rebuild,
 * which renders them again and reports their number.
 */
export async function searchInIdleTime(options: RecompressionOptions, release: Release): Promise<void> {
  const { folder, signal, whenIdle, now = () => new Date() } = options;
  const record = readRecompression(folder);
  if (record === undefined || !isSearchDue(record, now())) return;
  const night = Math.floor(now().getTime() / DAY_MS);
  const steps = searchInSteps({ folder: release.folder, noted: [], night });
  let step = steps.next();
  while (!step.done) {
    await whenIdle();
    if (signal.aborted) return;
    step = steps.next();
  }
  // The release was removed while it was searched, so its files are not damaged.
  if (!isFinishedRelease(folder, release.id)) return;
  const { pages, assets } = step.value;
  const files = [
    ...pages.map(({ path }) => ({ path, file: join(release.folder, 'site', pageFile(path)) })),
    ...assets.map((path) => ({ path, file: join(release.folder, 'site', path) })),
  ];
  const noteOnce = createDamageNotes(options);
  for (const file of files) {
    if (signal.aborted) return;
    await noteOnce({ ...file, problem: PROBLEM });
  }
  const current = readRecompression(folder);
  if (current) await writeRecompression(folder, { ...current, searched: now().toISOString() });
}
