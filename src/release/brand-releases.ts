import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '#src/lib/errors.ts';
import { liveId, switchTo } from './live-release.ts';
import { asideOf, isAside, spareOf } from './recycled-tree.ts';
import { openPart } from './partial-release.ts';
import { setAside } from './parts.ts';
import type { ReleaseInfo } from './types.ts';

export interface ListedRelease {
  readonly release: string;
  readonly live: boolean;
  readonly created: string;
  readonly pages: number;
  readonly bytes: number;
}

/** Releases kept beside each other. */
const KEPT = 3;

const releasesOf = (brandFolder: string) => join(brandFolder, 'releases');

/** The finished releases of `var/<brand>`, newest first. */
export function listReleases(brandFolder: string): ListedRelease[] {
  const live = liveId(brandFolder);
  return finished(brandFolder).map((id) => {
    const info = infoOf(brandFolder, id);
    const { created = '', pages = 0, bytes = 0 } = info ?? {};
    return { release: id, live: id === live, created, pages, bytes };
  });
}

function finished(brandFolder: string): string[] {
  const folder = releasesOf(brandFolder);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'));
  return names
    .filter((name) => existsSync(join(folder, name, 'release.json')))
    .sort()
    .reverse();
}

/** Ids are moments, so that they sort by age; a clock that goes back does not change that. */
export function nextId(brandFolder: string, now: Date): string {
  const [newest] = finished(brandFolder);
  const after = newest ? timeOf(newest) + 1 : 0;
  return new Date(Math.max(now.getTime(), after)).toISOString().replaceAll(/[-:.]/g, '');
}

function timeOf(id: string): number {
  const [, ...parts] = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(\d{3})Z$/.exec(id) ?? [];
  const [year, month, day, hour, minute, second, ms] = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`) || 0;
}

/**
 * Makes the release before the live one live again.
 * @throws ConfigError where there is none
 * @returns its id
 */
export async function rollback(brandFolder: string): Promise<string> {
  const live = liveId(brandFolder) ?? '';
  const all = finished(brandFolder);
  const before = previousOf(brandFolder, live);
  const target = all.find((id) => id === before) ?? all.find((id) => id < live);
  if (!target) throw new ConfigError('There is no release before the live one to go back to.');
  await switchTo(brandFolder, target);
  return target;
}

/** The release that the live one replaced: after a rollback, not the newest one before it. */
const previousOf = (brandFolder: string, live: string) => infoOf(brandFolder, live)?.previous ?? undefined;

function infoOf(brandFolder: string, id: string): ReleaseInfo | undefined {
  const file = join(releasesOf(brandFolder), id, 'release.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/**
 * Removes all but the newest three, the live one and the one before it; the tree of one waits for its next use.
 * @returns what went
 */
export function prune(brandFolder: string): string[] {
  const live = liveId(brandFolder) ?? '';
  const wanted = [live, previousOf(brandFolder, live)];
  const gone = finished(brandFolder)
    .slice(KEPT)
    .filter((id) => !wanted.includes(id));
  const releases = releasesOf(brandFolder);
  for (const id of gone) {
    const to = existsSync(spareOf(releases)) ? asideOf(releases, id) : spareOf(releases);
    renameSync(join(releases, id), to);
  }
  for (const name of readdirSync(releases).filter(isAside))
    rmSync(join(releases, name), { recursive: true, force: true });
  return gone;
}

/**
 * Removes what runs that were ended left behind; finished pages stay as a part to take over. Only the holder of the
 * brand's lock may.
 */
export function clearLeftovers(brandFolder: string): void {
  for (const folder of [brandFolder, releasesOf(brandFolder)]) {
    const names = existsSync(folder) ? readdirSync(folder) : [];
    for (const name of names.filter((one) => /^\.(next|old|current)-/.test(one))) {
      if (openPart(join(folder, name))) setAside(folder, name);
      else rmSync(join(folder, name), { recursive: true, force: true });
    }
  }
}
