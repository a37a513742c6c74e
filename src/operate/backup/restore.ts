import { existsSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openStore } from '#src/api/index.ts';
import { copyPlainFile, copyPlainTree } from '#src/lib/copy-plain.ts';
import { ConfigError } from '#src/lib/errors.ts';
import { makeFolder } from '#src/lib/files.ts';
import { isPlainFile, isPlainFolder, plainStat } from '#src/lib/plain-files.ts';
import { makePrivateFolder } from '#src/lib/private-files.ts';
import { acquireLock } from '#src/publish/rebuild/lock.ts';
import { flushFile, flushToDisk } from '#src/publish/release/fsync.ts';
import { liveId, switchLive } from '#src/publish/release/index.ts';
import { isLeftOut } from './layout.ts';
import { verifyBackup } from './read.ts';
import { rebuildReleases } from './restored-release.ts';
import { API_DATABASES, type BackupInfo, COUNTS_PARTS } from './types.ts';

export interface RestoreRequest {
  /** The backup to restore. */
  readonly from: string;
  readonly state: string;
  readonly brandsFolder: string;
  /** Folder for the brands of a site that `npm run setup` created; default: `brandsFolder`. */
  readonly ownBrandsFolder?: string | undefined;
  /** Whether existing data is moved aside. If false, existing data is an error. */
  readonly replace: boolean;
  readonly now: Date;
}

export interface Restored extends BackupInfo {
  /** Restored brands. */
  readonly brands: readonly string[];
  /** Brands in the backup that already exist and were not changed. */
  readonly keptBrands: readonly string[];
  /** Folder that the existing data was moved to. */
  readonly aside: string | undefined;
}

/** An item to restore. It is moved from the staging folder to its final place. */
interface Piece {
  readonly from: string;
  readonly to: string;
}

/**
 * Restores a backup. Everything is verified, copied to a staging folder next to its final place and opened there. Only
 * then is it renamed, so a damaged or newer backup changes nothing.
 * @throws ConfigError if something would be overwritten, or the API is still running
 */
export async function restoreBackup(request: RestoreRequest): Promise<Restored> {
  const { from, state, replace, now } = request;
  const info = await verifyBackup(from);
  const stamp = now.toISOString().replaceAll(/[-:.]/g, '');
  refuseRunning(state);
  const stage = join(state, `.restore-${stamp}`);
  const aside = join(state, `.replaced-${stamp}`);
  const pieces = piecesOf(from, request, stage);
  refuseLinkedPlaces(state, pieces);
  if (!replace) refuseExisting(state, pieces, from);
  makeFolder(state);
  makePrivateFolder(stage);
  try {
    copyPlainTree(from, stage, (entry) => isLeftOut(from, entry));
    await rebuildReleases(stage);
    // Migrates the store to this version's schema, and rejects a newer one.
    if (existsSync(join(stage, 'api'))) await (await openStore(join(stage, 'api'))).close();
    await flushToDisk(stage);
    const moved = await putInPlace(request, stage, pieces, aside);
    const { ownBrandsFolder = request.brandsFolder } = request;
    const brands = restoreBrands(stage, info.ownSite ? ownBrandsFolder : request.brandsFolder);
    await flushFile(state);
    return { ...info, ...brands, aside: moved ? aside : undefined };
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder).sort() : []);

/** Everything to restore except the brands, which have their own folder, and the links to live releases. */
function piecesOf(backup: string, { state }: RestoreRequest, stage: string): Piece[] {
  const single = ['api', 'nights.db'].filter((name) => existsSync(join(backup, name)));
  const counts = COUNTS_PARTS.flatMap((part) => namesIn(join(backup, part)).map((brand) => ({ part, brand })));
  const releases = namesIn(join(backup, 'releases')).flatMap((brand) =>
    namesIn(join(backup, 'releases', brand)).map((id) => ({ brand, id })),
  );
  return [
    ...single.map((name) => ({ from: join(stage, name), to: join(state, name) })),
    ...counts.map(({ part, brand }) => ({ from: join(stage, part, brand), to: join(state, brand, part) })),
    ...releases.map(({ brand, id }) => ({
      from: join(stage, 'releases', brand, id),
      to: join(state, brand, 'releases', id),
    })),
  ];
}

function refuseExisting(state: string, pieces: readonly Piece[], from: string): void {
  const there = pieces.map(({ to }) => to).filter(isThere);
  const live = namesIn(join(from, 'releases')).filter((brand) => liveId(join(state, brand)) !== undefined);
  const names = [...new Set([...there, ...live.map((brand) => join(state, brand, 'current'))])];
  if (names.length === 0) return;
  throw new ConfigError(
    `These already exist: ${names.join(', ')}. Add --replace to move it aside, or restore into an empty LECTERN_STATE.`,
  );
}

/** Whether anything exists at the path, including a dangling link. */
const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/**
 * Rejects links in the state folder where files would be written. The state folder itself may be a link.
 * @throws NotPlainError
 */
function refuseLinkedPlaces(state: string, pieces: readonly Piece[]): void {
  for (const { to } of pieces) {
    const folder = relative(state, dirname(to));
    if (folder !== '') isPlainFolder(state, folder);
  }
}

function refuseRunning(state: string): void {
  const file = openDatabaseOf(state);
  if (file !== undefined)
    throw new ConfigError(`A process has ${file} open. Stop the API, the site and imports before restoring.`);
}

/**
 * Returns a database of the embedded API that another process has open; undefined if there is none. In WAL mode, every
 * open connection holds a lock on the file, which prevents an exclusive lock.
 */
export function openDatabaseOf(state: string): string | undefined {
  return API_DATABASES.filter((name) => isPlainFile(state, `api/${name}`))
    .map((name) => join(state, 'api', name))
    .find(isOpenElsewhere);
}

const [BUSY, LOCKED] = [5, 6];

/** A damaged file counts as closed, because it may be the reason for the restore. */
function isOpenElsewhere(file: string): boolean {
  const connection = new DatabaseSync(file);
  try {
    connection.exec('PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
    return false;
  } catch (error) {
    return error instanceof Error && 'errcode' in error && (error.errcode === BUSY || error.errcode === LOCKED);
  } finally {
    connection.close();
  }
}

/** @returns whether anything existed before */
async function putInPlace(
  request: RestoreRequest,
  stage: string,
  pieces: readonly Piece[],
  aside: string,
): Promise<boolean> {
  const { state } = request;
  const released = namesIn(join(stage, 'releases'));
  const live = released.map((brand) => ({ brand, id: namesIn(join(stage, 'releases', brand))[0] ?? '' }));
  // Releases the locks already acquired if a run has locked one of the remaining brands.
  using locks = new DisposableStack();
  for (const brand of released) locks.adopt(acquireLock(join(state, brand), brand), (lock) => lock.release());
  const moved = pieces.filter((piece) => put(piece, state, aside)).length;
  for (const { brand, id } of live) await switchLive(join(state, brand), id);
  return moved > 0;
}

/** @returns whether something was moved aside */
function put({ from, to }: Piece, state: string, aside: string): boolean {
  const isReplaced = isThere(to);
  if (isReplaced) {
    const target = join(aside, to.slice(state.length + 1));
    makePrivateFolder(aside);
    makeFolder(dirname(target));
    renameSync(to, target);
    // Journal files of a database that was not closed belong to the old database.
    for (const suffix of ['-wal', '-shm']) if (isThere(to + suffix)) renameSync(to + suffix, target + suffix);
  }
  makeFolder(dirname(to));
  renameSync(from, to);
  return isReplaced;
}

/** Leaves existing brands unchanged, because they may be newer and be under the operator's own version control. */
function restoreBrands(
  stage: string,
  brandsFolder: string,
): { readonly brands: string[]; readonly keptBrands: string[] } {
  const names = namesIn(join(stage, 'brands'));
  const keptBrands = names.filter((name) => isThere(join(brandsFolder, name)));
  const brands = names.filter((name) => !keptBrands.includes(name));
  makeFolder(brandsFolder);
  for (const name of brands) {
    const next = join(brandsFolder, `.next-${name}`);
    rmSync(next, { recursive: true, force: true });
    const stat = plainStat(join(stage, 'brands'), name);
    if (stat?.isFile()) copyPlainFile(join(stage, 'brands'), { path: name, stat }, next);
    else copyPlainTree(join(stage, 'brands', name), next);
    renameSync(next, join(brandsFolder, name));
  }
  return { brands, keptBrands };
}
