import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { lockFile } from '#src/lib/file-lock.ts';
import { storageErrorOf } from '#src/lib/storage-error.ts';
import { RECOMPRESSION_LOCK, tryHoldFolder } from '#src/publish/rebuild/lock.ts';
import {
  hasPageFiles,
  isFinishedRelease,
  liveId,
  openLive,
  pagesInRequestOrder,
  type Release,
  readRecompression,
  releaseFolders,
  releasesFolder,
  writeRecompression,
} from '#src/publish/release/index.ts';
import { createDamageNotes } from './damage-notes.ts';
import { searchInIdleTime } from './idle-search.ts';
import { improvePage, type PageOutcome } from './improve-page.ts';
import { type Replacement, replacePages } from './replace-pages.ts';
import type { RecompressionEnd, RecompressionOptions } from './types.ts';

/** Folder of recompressed pages that are not in a release yet. Dots exclude it from the releases. */
const TEMPORARY = '.recompress';
/** Number of pages that are replaced at a time, and how long the first of them waits at most. */
const BATCH_PAGES = 32;
const BATCH_MS = 2000;
const RECORD_MS = 15_000;
/** How often to check whether a run has ended, in ms. */
const RUN_CHECK_MS = 1000;

/**
 * Recompresses the pages of a brand's live release as well as possible, those that visitors request first before all
 * others. Neither HTML nor manifest change. Files that a run or a rollback reads are only replaced while none is in
 * progress, in batches of some ms. When another release becomes live, the pass continues with that.
 */
export async function recompressBrand(options: RecompressionOptions): Promise<RecompressionEnd> {
  const { folder } = options;
  if (liveId(folder) === undefined) return 'none';
  const lock = lockFile(join(folder, RECOMPRESSION_LOCK), 'exclusive');
  if (!lock) return 'busy';
  const temporary = join(releasesFolder(folder), TEMPORARY);
  try {
    for (;;) {
      rmSync(temporary, { recursive: true, force: true });
      mkdirSync(temporary);
      const end = await recompressLive(options, temporary);
      if (end !== 'other release') return end;
    }
  } catch (error) {
    throw storageErrorOf(error) ?? error;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
    lock.close();
  }
}

type PassEnd = RecompressionEnd | 'other release';

async function recompressLive(options: RecompressionOptions, temporary: string): Promise<PassEnd> {
  const release = openLive(options.folder);
  if (!release) return 'none';
  try {
    if (release.isOutdated || !hasPageFiles(release.folder)) return 'none';
    const end = await createPass(options, release, temporary).run();
    if (end === 'complete') await searchInIdleTime(options, release);
    return options.signal.aborted ? 'stopped' : end;
  } finally {
    release.close();
  }
}

function createPass(options: RecompressionOptions, release: Release, temporary: string) {
  const { folder, signal, whenIdle, first = [], now = () => new Date() } = options;
  const { id, info } = release;
  const before = readRecompression(folder);
  // Nights link unchanged pages, so only the changed pages of a release that followed a complete one are left.
  const isChangedOnly = before?.isComplete === true && before.release === info.previous && before.release !== id;
  const isSame = before?.release === id;
  const searched = before?.searched === undefined ? {} : { searched: before.searched };
  const counts = { savedBytes: isSame ? before.savedBytes : 0, damaged: 0, seen: 0 };
  const noteOnce = createDamageNotes(options);
  const batch: Replacement[] = [];
  let batchSince = 0;
  let recorded = Date.now();
  let number = 0;

  const record = async (isComplete: boolean): Promise<void> => {
    recorded = Date.now();
    // Does not create the folder of a brand that was removed meanwhile.
    if (liveId(folder) !== id) return;
    const { savedBytes, damaged, seen } = counts;
    const best = Math.max(0, Math.min(info.pages, isComplete ? info.pages : seen) - damaged);
    const updated = now().toISOString();
    await writeRecompression(folder, {
      release: id,
      pages: info.pages,
      best,
      savedBytes,
      damaged,
      isComplete,
      updated,
      ...searched,
    });
  };

  /** @returns false if the signal aborted, or another release is live now */
  const flush = async (): Promise<boolean> => {
    for (;;) {
      if (signal.aborted) return false;
      const held = tryHoldFolder(folder);
      if (held) {
        using _held = held;
        if (liveId(folder) !== id) return false;
        replacePages([...releaseFolders(folder).filter((other) => other !== release.folder), release.folder], batch);
        batch.length = 0;
        return true;
      }
      await wait(RUN_CHECK_MS, signal);
    }
  };

  const take = async (path: string, outcome: PageOutcome): Promise<boolean> => {
    if (outcome.kind === 'damaged') {
      const { file, problem } = outcome;
      counts.damaged += 1;
      await noteOnce({ path, file, problem });
    }
    if (outcome.kind === 'better') {
      if (batch.length === 0) batchSince = Date.now();
      batch.push(outcome.replacement);
      counts.savedBytes += outcome.savedBytes;
    }
    counts.seen += 1;
    const isFull = batch.length >= BATCH_PAGES || (batch.length > 0 && Date.now() - batchSince >= BATCH_MS);
    if (isFull && !(await flush())) return false;
    if (Date.now() - recorded >= RECORD_MS) await record(false);
    return true;
  };

  return {
    async run(): Promise<PassEnd> {
      if (isSame && before.isComplete) return 'complete';
      const stopped = () => (signal.aborted ? 'stopped' : 'other release');
      if (isChangedOnly) counts.seen = info.pages - countChanged(release);
      const firstPaths = new Set(first);
      for (const page of pagesInRequestOrder(release, { first, isChangedOnly })) {
        await whenIdle();
        if (signal.aborted || liveId(folder) !== id) return stopped();
        number += 1;
        const outcome = await improvePage(release.folder, page, join(temporary, `${number}.br`));
        // The release was removed while it was read, so the page is not damaged.
        if (outcome.kind === 'damaged' && !isFinishedRelease(folder, id)) return 'none';
        if (firstPaths.delete(page.path)) counts.seen -= 1;
        if (!(await take(page.path, outcome))) return stopped();
      }
      if (!(await flush())) return stopped();
      await record(true);
      return 'complete';
    },
  };
}

const countChanged = (release: Release) => Iterator.from(release.changedPaths(1)).reduce((sum) => sum + 1, 0);

function wait(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    resolve();
  };
  const timer = setTimeout(end, ms);
  signal.addEventListener('abort', end);
  return promise;
}
