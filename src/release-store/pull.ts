import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomic } from '#src/lib/files.ts';
import { hash } from '#src/lib/hash.ts';
import { ENCODING_SUFFIX } from '#src/lib/http.ts';
import { mapConcurrently } from '#src/lib/iterables.ts';
import {
  assetFile,
  flushToDisk,
  isPageIntact,
  linkBundleFolder,
  liveId,
  openLive,
  openRelease,
  PAGE_SUFFIXES,
  pageFile,
  prune,
  type RecordedPage,
  type Release,
  readDamageNote,
  removeDamageNote,
  switchLive,
  takenDownFile,
} from '#src/release/index.ts';
import { BODIES_AT_ONCE, damagedError, fetchObject, fetchPage } from './body.ts';
import { createLinker, type Linker } from './linker.ts';
import { pullBlocks } from './manifest-blocks.ts';
import type { ObjectStore } from './object-store.ts';
import { type Keys, keysOf, type Pointer, readStoredRelease, type StoredRelease } from './stored-release.ts';

interface PullOptions {
  readonly store: ObjectStore;
  readonly brand: string;
  /** `var/<brand>`; the caller holds its lock. */
  readonly folder: string;
  readonly pointer: Pointer;
  /** Manifest and browser files alone. */
  readonly withoutPages?: boolean | undefined;
}

/** What a download did. `--json` prints this shape. */
export interface PullReport {
  readonly brand: string;
  readonly release: string;
  readonly status: 'live' | 'unchanged';
  readonly number: number;
  /** Pages that were downloaded; the others were here. */
  readonly pages: number;
  readonly files: number;
  /** Of all that was downloaded, but for the manifest. */
  readonly bytes: number;
}

/**
 * Makes the release of a pointer the live one of this machine, as a publish here would. Pages that the live release has with the
 * same bytes are linked, all others downloaded. Where it fails, the next try goes on with what was downloaded.
 */
export async function pullRelease({ store, brand, folder, pointer, withoutPages }: PullOptions): Promise<PullReport> {
  const { release: id, number, takenDown } = pointer;
  const report = { brand, release: id, number, pages: 0, files: 0, bytes: 0 };
  const isHere = existsSync(join(folder, 'releases', id, 'release.json'));
  const got = isHere ? report : await download(store, keysOf(brand), folder, { id, withoutPages });
  if (takenDown.books.length > 0 || existsSync(takenDownFile(folder)))
    await writeAtomic(takenDownFile(folder), `${JSON.stringify(takenDown, null, 2)}\n`);
  if (liveId(folder) === id) return { ...report, status: 'unchanged' };
  await switchLive(folder, id);
  if (!isHere) removeDamageNote(folder);
  prune(folder);
  return { ...report, ...got, status: 'live' };
}

const IN_PROGRESS = '.pull-';

type Got = Pick<PullReport, 'pages' | 'files' | 'bytes'>;

export interface PagePull {
  readonly store: ObjectStore;
  readonly keys: Keys;
  /** Of the release, or partial release, in the making. */
  readonly folder: string;
  readonly linker: Linker;
  /** What was downloaded so far. */
  readonly got: { pages: number; files: number; bytes: number };
}

interface Wanted {
  readonly id: string;
  readonly withoutPages: boolean | undefined;
}

async function download(store: ObjectStore, keys: Keys, folder: string, { id, withoutPages }: Wanted): Promise<Got> {
  const stored = await readStoredRelease(store, keys, id);
  const releases = join(folder, 'releases');
  const target = join(releases, `${IN_PROGRESS}${id}`);
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(releases))
    if (name.startsWith(IN_PROGRESS) && join(releases, name) !== target)
      rmSync(join(releases, name), { recursive: true, force: true });
  const live = openLiveOrNone(folder);
  const got = { pages: 0, files: 0, bytes: 0 };
  const pull: PagePull = { store, keys, folder: target, linker: createLinker(), got };
  try {
    await pullBlocks(pull, stored.manifest, join(target, 'manifest.db'), live && join(live.folder, 'manifest.db'));
    writeFileSync(join(target, 'release.json'), `${JSON.stringify(stored.info, null, 2)}\n`);
    if (!withoutPages) await pullPages(pull, target, live, new Set(readDamageNote(folder)));
    await pullFiles(pull, stored, live);
  } finally {
    live?.close();
  }
  linkBundleFolder(target, stored.info.bundle.id);
  await flushToDisk(target);
  renameSync(target, join(releases, id));
  return got;
}

/** A damaged release has nothing to link. */
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

/** Links a page from the live release, leaves one that is there already, or downloads it. */
export async function pullPage(pull: PagePull, page: RecordedPage, live: Release | undefined): Promise<void> {
  const { store, keys, folder, linker, got } = pull;
  const site = join(folder, 'site');
  // Computed and not read: what a bucket says does not decide where files are written.
  const file = pageFile(page.path);
  const before = live?.page(page.path);
  if (live && before?.hash === page.hash && linkAll(linker, join(live.folder, 'site', file), join(site, file))) return;
  if (isPageIntact(folder, { ...page, file })) return;
  const { html, body } = await fetchPage(store, keys.page(page.hash), page);
  linker.write(join(site, file), html);
  linker.write(join(site, file + ENCODING_SUFFIX.br), body);
  got.pages += 1;
  got.bytes += body.length;
}

function linkAll(linker: Linker, from: string, to: string): boolean {
  return PAGE_SUFFIXES.every((suffix) => linker.link(from + suffix, to + suffix));
}

async function pullFiles(
  { store, keys, folder, linker, got }: PagePull,
  stored: StoredRelease,
  live: Release | undefined,
) {
  const take = async ([file, digest]: readonly [string, string]) => {
    const target = join(folder, 'site', file);
    const isSame = (from: string) => hashOf(from) === digest;
    if (isSame(target)) return;
    const from = live && join(live.folder, 'site', file);
    if (from !== undefined && isSame(from) && linker.link(from, target)) return;
    const key = keys.file(digest);
    const { body } = await fetchObject(store, key);
    if (hash(body, 32) !== digest) throw damagedError(store, key);
    linker.write(target, body);
    got.files += 1;
    got.bytes += body.length;
  };
  const files = stored.assets.flatMap(({ url, variants }) =>
    Object.entries(variants).map(([suffix, digest]) => [assetFile(url) + suffix, digest] as const),
  );
  for await (const _ of mapConcurrently(files, BODIES_AT_ONCE, take));
}

function hashOf(file: string): string | undefined {
  try {
    return hash(readFileSync(file), 32);
  } catch {
    return undefined;
  }
}
