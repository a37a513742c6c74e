import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { openRelease, type Release } from '#src/release/index.ts';

const LOOK_EVERY_MS = 1000;
/** How long requests under way may still read a release that is no longer live. */
const CLOSE_AFTER_MS = 60_000;

/** The release of a brand that `current` points to; a publish is seen within a second, without a restart. */
export interface LiveRelease {
  get(): Release | undefined;
  close(): void;
}

export function createLiveRelease(brandFolder: string, log: Log, now: () => number = Date.now): LiveRelease {
  let live: Release | undefined;
  let target: string | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;

  const look = () => {
    lookedAt = now();
    const next = currentTarget(brandFolder);
    if (next === target || next === undefined) return;
    try {
      const opened = openRelease(join(brandFolder, next));
      retire(live);
      [live, target] = [opened, next];
    } catch (error) {
      log.error(`release ${next} cannot be opened: ${messageOf(error)}`);
    }
  };
  return {
    get() {
      if (now() - lookedAt >= LOOK_EVERY_MS) look();
      return live;
    },
    close: () => live?.close(),
  };
}

function retire(release: Release | undefined): void {
  if (release) setTimeout(() => release.close(), CLOSE_AFTER_MS).unref();
}

function currentTarget(brandFolder: string): string | undefined {
  try {
    return readlinkSync(join(brandFolder, 'current'));
  } catch {
    return undefined;
  }
}
