import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomic } from '#src/lib/files.ts';
import { hash } from '#src/lib/hash.ts';
import { ENCODING_SUFFIX } from '#src/lib/http.ts';
import { mapConcurrently } from '#src/lib/iterables.ts';
import { isPlainFolder, readPlainSync } from '#src/lib/plain-files.ts';
import {
  assetFile,
  flushToDisk,
  isFinishedRelease,
  isPageIntact,
  linkBundleFolder,
  liveId,
  MAX_ASSET_BYTES,
  openLive,
  openRelease,
  PAGE_SUFFIXES,
  pageFile,
  prune,
  type RecordedPage,
  type Release,
  readDamageNote,
  releasesFolder,
  removeDamageNote,
  switchLive,
  takenDownFile,
} from '#src/publish/release/index.ts';
import { BODIES_AT_ONCE, damagedError, fetchObject, fetchPage } from './body.ts';
import { createLinker, type Linker } from './linker.ts';
import { type ObjectStore, StoreError } from './object-store.ts';
import { pullManifest } from './stored-manifest.ts';
import { type Keys, keysOf, type Pointer, readStoredRelease, type StoredRelease } from './stored-release.ts';

interface PullOptions {
  readonly store: ObjectStore;
  readonly brand: string;
  /** The brand's folder, `var/<brand>`. The caller holds its lock. */
  readonly folder: string;
  readonly pointer: Pointer;
  /** Whether to download only the manifest and browser files. */
  readonly withoutPages?: boolean | undefined;
  /** Time limit for the download, in ms; the default depends on the number of pages. */
  readonly limitMs?: number | undefined;
}

/** Default time limit for a download, in ms: enough for a slow connection. A slower store counts as unavailable. */
const PULL_MS = { atLeast: 1_800_000, forPage: 40 };

/** The result of a download. `--json` prints this shape. */
export interface PullReport {
  readonly brand: string;
  readonly release: string;
  readonly status: 'live' | 'unchanged';
  readonly number: number;
  /** Number of downloaded pages. All other pages were already on this machine. */
  readonly pages: number;
  readonly files: number;
  /** Bytes of all downloads except the manifest. */
  readonly bytes: number;
}

/**
 * Makes the release that a pointer names live on this machine, like a local publish. Pages with the same bytes in the
 * live release are linked; all others are downloaded. After a failure, the next attempt resumes the download.
 */
export async function pullRelease({
  store,
  brand,
  folder,
  pointer,
  withoutPages,
  limitMs,
}: PullOptions): Promise<PullReport> {
  const { release: id, number, takenDown } = pointer;
  const report = { brand, release: id, number, pages: 0, files: 0, bytes: 0 };
  const isHere = isFinishedRelease(folder, id);
  const downloaded = isHere ? report : await download(store, keysOf(brand), folder, { id, withoutPages, limitMs });
  if (takenDown.books.length > 0 || existsSync(takenDownFile(folder)))
    await writeAtomic(takenDownFile(folder), `${JSON.stringify(takenDown, null, 2)}\n`);
  if (liveId(folder) === id) return { ...report, status: 'unchanged' };
  await switchLive(folder, id);
  if (!isHere) removeDamageNote(folder);
  prune(folder);
  return { ...report, ...downloaded, status: 'live' };
}

const IN_PROGRESS = '.pull-';

type Got = Pick<PullReport, 'pages' | 'files' | 'bytes'>;

export interface PagePull {
  readonly store: ObjectStore;
  readonly keys: Keys;
  /** Folder of the unfinished release or partial release that is being downloaded. */
  readonly folder: string;
  readonly linker: Linker;
  /** Aborts when the download takes too long. */
  readonly signal?: AbortSignal;
  /** Totals of the download so far. */
  readonly got: { pages: number; files: number; bytes: number };
}

interface Wanted {
  readonly id: string;
  readonly withoutPages: boolean | undefined;
  readonly limitMs: number | undefined;
}

async function download(store: ObjectStore, keys: Keys, folder: string, request: Wanted): Promise<Got> {
  const stored = await readStoredRelease(store, keys, request.id);
  const { limitMs = PULL_MS.atLeast + stored.info.pages * PULL_MS.forPage } = request;
  const late = new AbortController();
  const seconds = Math.round(limitMs / 1000);
  const reason = new StoreError(
    `The release ${request.id} was not downloaded from ${store.address} within ${seconds} seconds. The next attempt resumes the download.`,
  );
  const timer = setTimeout(() => late.abort(reason), limitMs);
  try {
    const ended = new Promise<never>((_, reject) => {
      late.signal.addEventListener('abort', () => reject(reason));
    });
    return await Promise.race([downloadStored(store, keys, folder, request, stored, late.signal), ended]);
  } finally {
    clearTimeout(timer);
  }
}

async function downloadStored(
  store: ObjectStore,
  keys: Keys,
  folder: string,
  { id, withoutPages, limitMs }: Wanted,
  stored: StoredRelease,
  signal: AbortSignal,
): Promise<Got> {
  const releases = releasesFolder(folder);
  const target = join(releases, `${IN_PROGRESS}${id}`);
  isPlainFolder(releases, `${IN_PROGRESS}${id}`);
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(releases))
    if (name.startsWith(IN_PROGRESS) && join(releases, name) !== target)
      rmSync(join(releases, name), { recursive: true, force: true });
  const live = openLiveOrNone(folder);
  const got = { pages: 0, files: 0, bytes: 0 };
  const pull: PagePull = { store, keys, folder: target, linker: createLinker(target), got, signal };
  try {
    await pullManifest(pull, stored, target, { local: live?.folder, limitMs });
    signal.throwIfAborted();
    writeFileSync(join(target, 'release.json'), `${JSON.stringify(stored.info, null, 2)}\n`);
    if (!withoutPages) await pullPages(pull, target, live, new Set(readDamageNote(folder)));
    await pullFiles(pull, stored, live);
  } finally {
    live?.close();
  }
  linkBundleFolder(target, stored.info.bundle.id);
  await flushToDisk(target);
  signal.throwIfAborted();
  renameSync(target, join(releases, id));
  return got;
}

/** Returns undefined if the live release cannot be read. Nothing is linked from it then. */
function openLiveOrNone(folder: string): Release | undefined {
  try {
    return openLive(folder);
  } catch {
    return undefined;
  }
}

async function pullPages(pull: PagePull, target: string, live: Release | undefined, damaged: ReadonlySet<string>) {
  const release = openRelease(target);
  const take = (page: RecordedPage) => pullPage(pull, page, damaged.has(page.path) ? undefined : live);
  try {
    for await (const _ of mapConcurrently(release.pages(), BODIES_AT_ONCE, take));
  } finally {
    release.close();
  }
}

/** Links a page's files from the live release, keeps those of an earlier attempt, or downloads them. */
export async function pullPage(pull: PagePull, page: RecordedPage, live: Release | undefined): Promise<void> {
  const { store, keys, folder, linker, signal, got } = pull;
  signal?.throwIfAborted();
  // The file name is derived from the path, not read from the store: a bucket must not determine where files are
  // written.
  const file = pageFile(page.path);
  const before = live?.page(page.path);
  if (live && before?.hash === page.hash && linkAll(linker, live.folder, `site/${file}`)) return;
  if (isPageIntact(folder, { ...page, file })) return;
  const { html, body } = await fetchPage(store, keys.page(page.hash), page);
  linker.write(`site/${file}`, html);
  linker.write(`site/${file}${ENCODING_SUFFIX.br}`, body);
  got.pages += 1;
  got.bytes += body.length;
}

function linkAll(linker: Linker, from: string, path: string): boolean {
  return PAGE_SUFFIXES.every((suffix) => linker.link(from, path + suffix));
}

async function pullFiles(
  { store, keys, folder, linker, signal, got }: PagePull,
  stored: StoredRelease,
  live: Release | undefined,
) {
  const take = async ([file, digest]: readonly [string, string]) => {
    signal?.throwIfAborted();
    const path = `site/${file}`;
    const isSame = (release: string) => hashOf(release, path) === digest;
    if (isSame(folder)) return;
    if (live !== undefined && isSame(live.folder) && linker.link(live.folder, path)) return;
    const key = keys.file(digest);
    const { body } = await fetchObject(store, key, MAX_ASSET_BYTES);
    if (hash(body, 32) !== digest) throw damagedError(store, key);
    linker.write(path, body);
    got.files += 1;
    got.bytes += body.length;
  };
  const files = stored.assets.flatMap(({ url, variants }) =>
    Object.entries(variants).map(([suffix, digest]) => [assetFile(url) + suffix, digest] as const),
  );
  for await (const _ of mapConcurrently(files, BODIES_AT_ONCE, take));
}

function hashOf(folder: string, file: string): string | undefined {
  try {
    return hash(readPlainSync(folder, file, MAX_ASSET_BYTES), 32);
  } catch {
    return undefined;
  }
}
