import { readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { openRelease, otherReleases, type Release } from '#src/release/index.ts';

const CHECK_EVERY_MS = 1000;
/** How long requests in progress may still read a release that is no longer live. */
const CLOSE_AFTER_MS = 60_000;

/** The release of a brand that `current` points to. A publish takes effect within a second, without a restart. */
export interface LiveRelease {
  /** The release before, where the live one cannot be read. */
  get(): Release | undefined;
  /** Goes back to the release before, because the manifest of this one turned out to be damaged. */
  refuse(release: Release, error: unknown): void;
  /** Opens it anew with the next `get`: answers that were made before belong to a release that is not live any more. */
  reopen(): void;
  close(): void;
}

export function createLiveRelease(brandFolder: string, log: Log, now: () => number = Date.now): LiveRelease {
  const retired = createRetirement();
  let live: Release | undefined;
  let target: string | undefined;
  let refused: string | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;

  const check = () => {
    checkedAt = now();
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

const unreadable = (brandFolder: string, target: string, error: unknown) =>
  `release ${join(brandFolder, target)} cannot be opened: ${messageOf(error)}. The one before is shown; make a new one: npm run rebuild -- --brand ${basename(brandFolder)}`;

/** The newest release that can be opened, besides the one of this link. */
function openAnother(brandFolder: string, target: string): Release | undefined {
  for (const folder of otherReleases(brandFolder, basename(target))) {
    try {
      return openRelease(folder);
    } catch {
      // Nor this one.
    }
  }
  return undefined;
}

/** Closes replaced releases when the requests that read them are over. */
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
