import { readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import {
  openRelease,
  otherReleases,
  type Release,
  readRecompression,
  recompressionVersion,
} from '#src/publish/release/index.ts';

const CHECK_EVERY_MS = 1000;
/** How often to check whether pages were recompressed, in ms. */
const RECOMPRESSION_CHECK_MS = 60_000;
/** Minimum time between two replacements of cached responses while pages are being recompressed, in ms. */
const MIN_RECOMPRESSION_MS = 600_000;
/** Delay, in ms, before a release that is no longer live is closed. Requests in progress may still read it. */
const CLOSE_AFTER_MS = 60_000;

/**
 * The brand's live release, to which the link `current` points. A publish takes effect within a second, without a
 * restart.
 */
export interface LiveRelease {
  /** Returns the previous release if the live one cannot be read. */
  get(): Release | undefined;
  /**
   * A number that changes after all pages were recompressed, and before that at most every ten minutes. Responses cached
   * before belong to an old release then.
   */
  compression(): number;
  /** Falls back to the previous release. Called if the manifest of `release` is damaged. */
  refuse(release: Release, error: unknown): void;
  /** Reopens the release on the next `get`. Responses cached until then count as responses of an old release. */
  reopen(): void;
  close(): void;
}

export function createLiveRelease(brandFolder: string, log: Log, now: () => number = Date.now): LiveRelease {
  const retired = createRetirement();
  let live: Release | undefined;
  let target: string | undefined;
  let refused: string | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let compression = compressionOf(brandFolder);
  let compressionChangedAt = now();
  let compressionCheckedAt = now();

  const checkCompression = () => {
    compressionCheckedAt = now();
    const next = compressionOf(brandFolder);
    const isDue = next.isComplete
      ? !compression.isComplete || next.release !== compression.release
      : now() - compressionChangedAt >= MIN_RECOMPRESSION_MS;
    if (next.version === compression.version || !isDue) return;
    [compression, compressionChangedAt, target] = [next, now(), undefined];
  };
  const check = () => {
    checkedAt = now();
    if (now() - compressionCheckedAt >= RECOMPRESSION_CHECK_MS) checkCompression();
    const next = currentTarget(brandFolder);
    if (next === target || next === undefined) return;
    try {
      const opened = openRelease(join(brandFolder, next));
      retired.add(live);
      [live, target, refused] = [opened, next, undefined];
    } catch (error) {
      if (next !== refused) log.error(unreadable(brandFolder, next, error));
      refused = next;
      live ??= openAnother(brandFolder, next);
    }
  };
  return {
    compression: () => compression.version,
    refuse(release, error) {
      if (release !== live || target === undefined) return;
      log.error(unreadable(brandFolder, target, error));
      retired.add(live);
      live = openAnother(brandFolder, target);
    },
    reopen() {
      [target, checkedAt] = [undefined, Number.NEGATIVE_INFINITY];
    },
    get() {
      if (now() - checkedAt >= CHECK_EVERY_MS) check();
      return live;
    },
    close() {
      retired.close();
      live?.close();
      live = undefined;
    },
  };
}

const compressionOf = (brandFolder: string) => ({
  version: recompressionVersion(brandFolder),
  isComplete: readRecompression(brandFolder)?.isComplete === true,
  release: readRecompression(brandFolder)?.release,
});

const unreadable = (brandFolder: string, target: string, error: unknown) =>
  `release ${join(brandFolder, target)} cannot be opened: ${messageOf(error)}. The previous one is served; create a new one: npm run rebuild -- --brand ${basename(brandFolder)}`;

/** The newest release that can be opened, except the one that the link points to. */
function openAnother(brandFolder: string, target: string): Release | undefined {
  for (const folder of otherReleases(brandFolder, basename(target))) {
    try {
      return openRelease(folder);
    } catch {
      // This release cannot be opened either; try the next one.
    }
  }
  return undefined;
}

/** Closes replaced releases after the requests that read them have ended. */
function createRetirement() {
  const waiting = new Map<Release, NodeJS.Timeout>();
  const end = (release: Release) => {
    clearTimeout(waiting.get(release));
    waiting.delete(release);
    release.close();
  };
  return {
    add(release: Release | undefined) {
      if (release) waiting.set(release, setTimeout(() => end(release), CLOSE_AFTER_MS).unref());
    },
    close: () => [...waiting.keys()].forEach(end),
  };
}

function currentTarget(brandFolder: string): string | undefined {
  try {
    return readlinkSync(join(brandFolder, 'current'));
  } catch {
    return undefined;
  }
}
