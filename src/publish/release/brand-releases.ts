import { existsSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ConfigError, isMissing, LecternError } from '#src/lib/errors.ts';
import { readPlainSync } from '#src/lib/plain-files.ts';
import type { Loss } from '#src/publish/snapshot/losses.ts';
import { checkRelease, type ReleaseCheck } from './check-release.ts';
import { liveId, switchLive } from './live-release.ts';
import {
  findPartialReleases,
  keepAsPartialRelease,
  openPartialRelease,
  removePartialReleases,
} from './partial-release.ts';
import { isTrash, recycledFolder, trashFolder } from './recycled-tree.ts';
import { foldersInReleases, isFinishedRelease, namesInReleases, releasesFolder } from './release-folders.ts';
import { readTakenDown } from './taken-down.ts';
import type { Acceptance, ReleaseInfo } from './types.ts';

export interface ListedRelease {
  readonly release: string;
  readonly live: boolean;
  readonly created: string;
  readonly pages: number;
  readonly bytes: number;
  /** Why the release was published despite the publish guard's findings. */
  readonly accepted?: Acceptance;
  /** Items that the rebuild left out because they broke the contract. */
  readonly losses?: readonly Loss[];
}

/** Number of newest releases that `prune` keeps. */
const RETAINED = 3;

const releasesOf = (brandFolder: string) => join(brandFolder, 'releases');

/** Lists the finished releases of `var/<brand>`, newest first. */
export function listReleases(brandFolder: string): ListedRelease[] {
  const live = liveId(brandFolder);
  return finished(brandFolder).map((id) => {
    const info = infoOf(brandFolder, id);
    const { created = '', pages = 0, bytes = 0, accepted, losses } = info ?? {};
    const notes = { ...(accepted ? { accepted } : {}), ...(losses ? { losses } : {}) };
    return { release: id, live: id === live, created, pages, bytes, ...notes };
  });
}

function finished(brandFolder: string): string[] {
  return foldersInReleases(brandFolder)
    .filter((name) => isFinishedRelease(brandFolder, name))
    .sort()
    .reverse();
}

/**
 * Folders of the finished releases of `var/<brand>` that may be shown, except `id`: first those before it, then those
 * after it, newest first.
 */
export function otherReleases(brandFolder: string, id: string): string[] {
  const { since } = readTakenDown(brandFolder);
  const others = finished(brandFolder).filter((other) => other !== id && other >= since);
  return [...others.filter((other) => other < id), ...others.filter((other) => other > id)].map((other) =>
    join(releasesOf(brandFolder), other),
  );
}

/** Folders with pages that a release may get by hard links: all finished releases, and the recycled tree. */
export function releaseFolders(brandFolder: string): string[] {
  const releases = releasesFolder(brandFolder);
  return [...finished(brandFolder).map((id) => join(releases, id)), recycledFolder(releases)];
}

/**
 * Returns the id of a new release: its creation time, so that ids sort by age. The id is later than the newest existing
 * one, even if the clock was set back.
 */
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

export interface RollbackOptions {
  /** Id of the release to roll back to; default: the one that the live release replaced. */
  readonly to?: string | undefined;
  /** Number of pages whose content is checked before the switch; default: all. */
  readonly sample?: number | undefined;
}

/**
 * Makes another release live after checking its files.
 * @returns the id of that release
 * @throws ConfigError if the release does not exist, DamagedReleaseError if it is damaged
 */
export async function rollback(brandFolder: string, { to, sample }: RollbackOptions = {}): Promise<string> {
  const target = to === undefined ? releaseBefore(brandFolder) : requireRelease(brandFolder, to);
  requireNoTakenDown(brandFolder, target);
  const check = checkRelease(join(releasesOf(brandFolder), target), { sample });
  if (check.found > 0) throw new DamagedReleaseError(check, basename(brandFolder));
  await switchLive(brandFolder, target);
  return target;
}

/** Rejects a release from before a takedown, because it would show the removed book again. */
function requireNoTakenDown(brandFolder: string, id: string): void {
  if (id >= readTakenDown(brandFolder).since) return;
  throw new ConfigError(
    `The release ${id} was made before a book was taken down and would show it again, so it cannot go live. Publish again: npm run rebuild -- --brand ${basename(brandFolder)}`,
  );
}

function releaseBefore(brandFolder: string): string {
  const live = liveId(brandFolder) ?? '';
  const all = finished(brandFolder);
  const before = previousOf(brandFolder, live);
  const target = all.find((id) => id === before) ?? all.find((id) => id < live);
  if (!target) throw new ConfigError('There is no earlier release to roll back to.');
  return target;
}

function requireRelease(brandFolder: string, id: string): string {
  const all = finished(brandFolder);
  if (!all.includes(id))
    throw new ConfigError(
      `There is no release ${id}: only the newest three, the live one and its predecessor are kept. Existing releases: ${all.join(', ') || 'none'}.`,
    );
  if (id === liveId(brandFolder)) throw new ConfigError(`The release ${id} is already live.`);
  return id;
}

/** Thrown if a release differs from its manifest and so cannot go live. */
class DamagedReleaseError extends LecternError {
  constructor({ release, found, findings }: ReleaseCheck, brand: string) {
    const [first] = findings;
    const more = found > 1 ? `, and ${found - 1} more` : '';
    super(
      'DAMAGED',
      `The release ${release} is damaged and cannot go live: ${first?.file} ${first?.what}${more}. List all problems: npm run releases -- --brand ${brand} verify ${release}. Choose another release: npm run releases -- --brand ${brand} rollback ID.`,
    );
  }
}

/** Id of the release that `id` replaced. After a rollback this is not the next older one. */
const previousOf = (brandFolder: string, id: string) => infoOf(brandFolder, id)?.previous ?? undefined;

/** @returns undefined if release.json is missing or damaged, so that one damaged release does not affect the others */
function infoOf(brandFolder: string, id: string): ReleaseInfo | undefined {
  try {
    return JSON.parse(readPlainSync(join(releasesOf(brandFolder), id), 'release.json').toString());
  } catch (error) {
    if (error instanceof SyntaxError || isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * Removes all releases except the newest three, the live one and the one it replaced. Keeps the files of one removed
 * release for recycling.
 * @returns ids of the removed releases
 */
export function prune(brandFolder: string): string[] {
  const live = liveId(brandFolder) ?? '';
  const retained = [live, previousOf(brandFolder, live)];
  const removed = finished(brandFolder)
    .slice(RETAINED)
    .filter((id) => !retained.includes(id));
  const releases = releasesFolder(brandFolder);
  for (const id of removed) {
    const to = existsSync(recycledFolder(releases)) ? trashFolder(releases, id) : recycledFolder(releases);
    renameSync(join(releases, id), to);
  }
  for (const name of namesInReleases(brandFolder).filter(isTrash))
    rmSync(join(releases, name), { recursive: true, force: true });
  return removed;
}

/** Removes every release except the given one, and all partial releases. The caller must hold the brand's lock. */
export function removeOtherReleases(brandFolder: string, id: string): string[] {
  const releases = releasesFolder(brandFolder);
  const removed = finished(brandFolder).filter((other) => other !== id);
  for (const other of removed) renameSync(join(releases, other), trashFolder(releases, other));
  removePartialReleases(findPartialReleases(brandFolder));
  for (const name of namesInReleases(brandFolder).filter(
    (name) => isTrash(name) || join(releases, name) === recycledFolder(releases),
  ))
    rmSync(join(releases, name), { recursive: true, force: true });
  return removed;
}

/**
 * Removes what interrupted runs left behind, except finished pages, which become a partial release. The caller must
 * hold the brand's lock.
 */
export function removeLeftovers(brandFolder: string): void {
  const releases = releasesFolder(brandFolder);
  const folders = [
    { folder: brandFolder, names: existsSync(brandFolder) ? readdirSync(brandFolder) : [] },
    { folder: releases, names: namesInReleases(brandFolder) },
  ];
  for (const { folder, names } of folders) {
    for (const name of names.filter((entry) => /^\.(next|old|current)-/.test(entry))) {
      // If the entry is a link, only the link is removed.
      const isFolder = lstatSync(join(folder, name)).isDirectory();
      if (isFolder && openPartialRelease(join(folder, name))) keepAsPartialRelease(folder, name);
      else rmSync(join(folder, name), { recursive: true, force: true });
    }
  }
}
