import { existsSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ConfigError, isMissing, LecternError } from '#src/lib/errors.ts';
import type { Loss } from '#src/lib/losses.ts';
import { readPlainSync } from '#src/lib/plain-files.ts';
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
  /** Why it went live although the publish guard objected. */
  readonly accepted?: Acceptance;
  /** What the night left out of it. */
  readonly losses?: readonly Loss[];
}

/** How many of the newest releases `prune` retains. */
const RETAINED = 3;

const releasesOf = (brandFolder: string) => join(brandFolder, 'releases');

/** The finished releases of `var/<brand>`, newest first. */
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
 * The finished releases of `var/<brand>` but the given one that may be shown, those made before it first, the newest first.
 */
export function otherReleases(brandFolder: string, id: string): string[] {
  const { since } = readTakenDown(brandFolder);
  const others = finished(brandFolder).filter((other) => other !== id && other >= since);
  return [...others.filter((other) => other < id), ...others.filter((other) => other > id)].map((other) =>
    join(releasesOf(brandFolder), other),
  );
}

/** The id of a new release: its moment, so that ids sort by age. It is later than the newest id even when the clock went back. */
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
  /** Id of the release to go to; default the one that the live one replaced. */
  readonly to?: string | undefined;
  /** How many of its pages are read before; default all. */
  readonly sample?: number | undefined;
}

/**
 * Makes another release live, after a look at all of its files.
 * @returns its id
 * @throws ConfigError where there is no such release, DamagedReleaseError where it is not whole
 */
export async function rollback(brandFolder: string, { to, sample }: RollbackOptions = {}): Promise<string> {
  const target = to === undefined ? releaseBefore(brandFolder) : requireRelease(brandFolder, to);
  requireNoTakenDown(brandFolder, target);
  const check = checkRelease(join(releasesOf(brandFolder), target), { sample });
  if (check.found > 0) throw new DamagedReleaseError(check, basename(brandFolder));
  await switchLive(brandFolder, target);
  return target;
}

/** A release that was made before a book was taken down would show it again. */
function requireNoTakenDown(brandFolder: string, id: string): void {
  if (id >= readTakenDown(brandFolder).since) return;
  throw new ConfigError(
    `The release ${id} was made before a book was taken down and would show it again, so it does not go live any more. Publish anew: npm run rebuild -- --brand ${basename(brandFolder)}`,
  );
}

function releaseBefore(brandFolder: string): string {
  const live = liveId(brandFolder) ?? '';
  const all = finished(brandFolder);
  const before = previousOf(brandFolder, live);
  const target = all.find((id) => id === before) ?? all.find((id) => id < live);
  if (!target) throw new ConfigError('There is no release before the live one to go back to.');
  return target;
}

function requireRelease(brandFolder: string, id: string): string {
  const all = finished(brandFolder);
  if (!all.includes(id))
    throw new ConfigError(
      `There is no release ${id}: only the newest three are kept, the live one and the one before it. There are: ${all.join(', ') || 'none'}.`,
    );
  if (id === liveId(brandFolder)) throw new ConfigError(`The release ${id} is live already.`);
  return id;
}

/** A release is not as its manifest says, so it cannot go live. */
class DamagedReleaseError extends LecternError {
  constructor({ release, found, findings }: ReleaseCheck, brand: string) {
    const [first] = findings;
    const more = found > 1 ? `, and ${found - 1} more` : '';
    super(
      'DAMAGED',
      `The release ${release} is damaged and does not go live: ${first?.file} ${first?.what}${more}. All of it: npm run releases -- --brand ${brand} verify ${release}. Name another release: npm run releases -- --brand ${brand} rollback ID.`,
    );
  }
}

/** The release that the given one replaced; after a rollback this is not the newest one before it. */
const previousOf = (brandFolder: string, id: string) => infoOf(brandFolder, id)?.previous ?? undefined;

/** @returns undefined also where the file is damaged: one release's fault keeps nobody from the others */
function infoOf(brandFolder: string, id: string): ReleaseInfo | undefined {
  try {
    return JSON.parse(readPlainSync(join(releasesOf(brandFolder), id), 'release.json').toString());
  } catch (error) {
    if (error instanceof SyntaxError || isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * Removes all releases but the newest three, the live one and the one that it replaced. The tree of one is recycled.
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

/** Removes every release but the given one, and what could be continued from one. Only the holder of the brand's lock may call it. */
export function removeOtherReleases(brandFolder: string, id: string): string[] {
  const releases = releasesFolder(brandFolder);
  const removed = finished(brandFolder).filter((other) => other !== id);
  for (const other of removed) renameSync(join(releases, other), trashFolder(releases, other));
  removePartialReleases(findPartialReleases(brandFolder));
  for (const name of namesInReleases(brandFolder).filter(
    (one) => isTrash(one) || join(releases, one) === recycledFolder(releases),
  ))
    rmSync(join(releases, name), { recursive: true, force: true });
  return removed;
}

/**
 * Removes what interrupted runs left behind, except for finished pages, which become a partial release. Only the holder
 * of the brand's lock may call it.
 */
export function removeLeftovers(brandFolder: string): void {
  const releases = releasesFolder(brandFolder);
  const folders = [
    { folder: brandFolder, names: existsSync(brandFolder) ? readdirSync(brandFolder) : [] },
    { folder: releases, names: namesInReleases(brandFolder) },
  ];
  for (const { folder, names } of folders) {
    for (const name of names.filter((one) => /^\.(next|old|current)-/.test(one))) {
      // If it is a link, only the link is removed.
      const isFolder = lstatSync(join(folder, name)).isDirectory();
      if (isFolder && openPartialRelease(join(folder, name))) keepAsPartialRelease(folder, name);
      else rmSync(join(folder, name), { recursive: true, force: true });
    }
  }
}
