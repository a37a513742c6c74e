import { existsSync, lstatSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { removeSalts } from '#src/api/index.ts';
import { copyPlainTree } from '#src/lib/copy-plain.ts';
import { ConfigError, isMissing } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import { isPlainFile, isPlainFolder, plainStat, plainTree } from '#src/lib/plain-files.ts';
import { makePrivateFolder } from '#src/lib/private-files.ts';
import { flushFile, flushToDisk } from '#src/publish/release/fsync.ts';
import { liveId } from '#src/publish/release/index.ts';
import { checksumLine, digestOf, filesBelow } from './checksums.ts';
import { copyDatabase } from './copy-database.ts';
import { isLeftOutOfRelease } from './layout.ts';
import { listBackups } from './read.ts';
import {
  API_DATABASES,
  type BackupInfo,
  CHECKSUMS_FILE,
  COUNTS_PARTS,
  type CountsPart,
  FORMAT,
  INFO_FILE,
  type Part,
} from './types.ts';

export interface BackupRequest {
  readonly state: string;
  /** The brands' folder. */
  readonly brandsFolder: string;
  /** Ids of the brands whose data is backed up. */
  readonly brands: readonly string[];
  /** Folder for all backups. Each backup gets its own folder in it. */
  readonly to: string;
  /** Whether to include live releases, which a rebuild could recreate. */
  readonly releases: boolean;
  /** Number of backups to keep; undefined for all. */
  readonly keep: number | undefined;
  readonly now: Date;
  /** Version of Lectern. */
  readonly version: string;
}

export interface Backup extends BackupInfo {
  readonly folder: string;
  /** Names of older backups that were removed. */
  readonly removed: readonly string[];
}

/**
 * Copies the state of a running site to `<to>/<time>`. The backup is written under a temporary name and renamed at the
 * end, so it is either complete or missing.
 * @throws ConfigError if there is nothing to back up, or the backup would be lost together with the state
 */
export async function writeBackup(request: BackupRequest): Promise<Backup> {
  const { to, now, keep } = request;
  refuseInside(request);
  makePrivateFolder(to);
  removeLeftovers(to, now);
  const name = now.toISOString().replaceAll(/[-:.]/g, '');
  const aside = join(to, `.next-${name}-${process.pid}`);
  await mkdir(aside, { mode: 0o700 });
  try {
    const info = await fill(aside, request);
    await flushToDisk(aside);
    await rename(aside, join(to, name));
    await flushFile(to);
    const removed = keep === undefined ? [] : await removeOld(to, keep);
    return { ...info, folder: join(to, name), removed };
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    throw error;
  }
}

function refuseInside({ state, to }: BackupRequest): void {
  if (!existsSync(state))
    throw new ConfigError(
      `${state} does not exist, so there is nothing to back up. Set LECTERN_STATE to the state folder.`,
    );
  const path = relative(realpathSync(state), existsSync(to) ? realpathSync(to) : resolve(to));
  if (path.startsWith('..') || path.startsWith('/')) return;
  throw new ConfigError(`${to} is in the state ${state}, and would be lost together with it. Give a folder elsewhere.`);
}

const DAY_MS = 86_400_000;

/** Removes the folders of backups that were interrupted more than a day ago. A newer one may still be in progress. */
function removeLeftovers(to: string, now: Date): void {
  for (const name of readdirSync(to).filter((entry) => entry.startsWith('.next-')))
    if (now.getTime() - lstatSync(join(to, name)).mtimeMs > DAY_MS)
      rmSync(join(to, name), { recursive: true, force: true });
}

async function removeOld(to: string, keep: number): Promise<string[]> {
  const old = listBackups(to).slice(keep);
  for (const folder of old) await rm(folder, { recursive: true, force: true });
  return old.map((folder) => basename(folder));
}

async function fill(folder: string, request: BackupRequest): Promise<BackupInfo> {
  requirePlainSources(request);
  const made = new Date().toISOString();
  const parts: Part[] = [];
  if (await copyApi(request.state, folder)) parts.push('api');
  if (await copyNights(request.state, folder)) parts.push('nights.db');
  if (copyBrands(request.brandsFolder, folder)) parts.push('brands');
  for (const part of COUNTS_PARTS) if (copyCounts(request, folder, part)) parts.push(part);
  if (request.releases && (await copyReleases(request, folder))) parts.push('releases');
  const ownSite = join(request.state, 'brands') === request.brandsFolder;
  return await seal(folder, { made, parts, version: request.version, ownSite });
}

const MEDIA = 'api/media';

/**
 * Checks everything that will be copied. The state folder and the brands' folder may themselves be links.
 * @throws NotPlainError for a link, a FIFO, a socket or a device below them
 */
function requirePlainSources({ state, brandsFolder, brands }: BackupRequest): void {
  for (const name of ['nights.db', ...API_DATABASES.map((database) => `api/${database}`)]) isPlainFile(state, name);
  const counts = brands.flatMap((brand) => COUNTS_PARTS.map((part) => `${brand}/${part}`));
  for (const folder of [MEDIA, ...counts]) if (isPlainFolder(state, folder)) for (const _ of plainTree(state, folder));
  if (existsSync(brandsFolder)) for (const _ of plainTree(brandsFolder));
}

/** Copies images after the databases that refer to them, so that none are missing. Extra images do no harm. */
async function copyApi(state: string, folder: string): Promise<boolean> {
  const databases = API_DATABASES.filter((name) => isPlainFile(state, `api/${name}`));
  const hasMedia = isPlainFolder(state, MEDIA);
  // If the store is in PostgreSQL, this folder contains only the API's images.
  if (databases.length === 0 && !hasMedia) return false;
  const to = join(folder, 'api');
  await mkdir(to);
  for (const name of databases) await copyDatabase(join(state, 'api', name), join(to, name));
  if (databases.includes('visitors.db')) removeSalts(join(to, 'visitors.db'));
  if (hasMedia) copyPlainTree(join(state, MEDIA), join(folder, MEDIA));
  return true;
}

async function copyNights(state: string, folder: string): Promise<boolean> {
  if (!isPlainFile(state, 'nights.db')) return false;
  await copyDatabase(join(state, 'nights.db'), join(folder, 'nights.db'));
  return true;
}

function copyBrands(brandsFolder: string, folder: string): boolean {
  if (!existsSync(brandsFolder)) return false;
  copyPlainTree(brandsFolder, join(folder, 'brands'));
  return true;
}

function copyCounts({ state, brands }: BackupRequest, folder: string, part: CountsPart): boolean {
  const counted = brands.filter((brand) => isPlainFolder(state, `${brand}/${part}`));
  for (const brand of counted) copyPlainTree(join(state, brand, part), join(folder, part, brand));
  return counted.length > 0;
}

async function copyReleases({ state, brands }: BackupRequest, folder: string): Promise<boolean> {
  let copied = 0;
  for (const brand of brands) if (await copyLive(state, brand, join(folder, 'releases', brand))) copied += 1;
  return copied > 0;
}

const TRIES = 3;

/**
 * Copies the live release. A release is never edited, but a rebuild that publishes in the meantime may remove it. In
 * that case, copies the new one.
 */
async function copyLive(state: string, brand: string, to: string): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    const id = liveId(join(state, brand));
    const path = `${brand}/releases/${id}`;
    const before = id === undefined ? undefined : plainStat(state, path);
    if (id === undefined || before === undefined) return false;
    const from = join(state, path);
    const failure = failureOf(() =>
      copyPlainTree(from, join(to, id), (entry) => isLeftOutOfRelease(from, entry, entry.path)),
    );
    const isStill = plainStat(state, path)?.ino === before.ino;
    if (isStill && failure === undefined) return true;
    await rm(to, { recursive: true, force: true });
    if (failure !== undefined && !isMissing(failure)) throw failure;
    if (isStill || attempt === TRIES) throw failure ?? new Error(`${from} was removed while it was copied.`);
  }
}

function failureOf(work: () => void): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}

interface Sealed {
  readonly made: string;
  readonly parts: readonly Part[];
  readonly version: string;
  readonly ownSite: boolean;
}

/** @throws ConfigError if there is nothing to back up */
async function seal(folder: string, { made, parts, version, ownSite }: Sealed): Promise<BackupInfo> {
  if (parts.length === 0) throw new ConfigError('There is nothing to back up: no API, no nights, no brands.');
  const files = filesBelow(folder);
  let sums = '';
  for (const { path } of files) sums += checksumLine(await digestOf(folder, path), path);
  await writeFile(join(folder, CHECKSUMS_FILE), sums);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const checksums = hash(await readFile(join(folder, CHECKSUMS_FILE)));
  const counts = { files: files.length, bytes, checksums };
  const info = { format: FORMAT, made, lectern: version, parts, ...(ownSite && { ownSite }), ...counts };
  await writeFile(join(folder, INFO_FILE), `${JSON.stringify(info, undefined, 2)}\n`);
  return info;
}
