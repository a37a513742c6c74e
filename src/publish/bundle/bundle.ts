import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { glob, lstat, readdir, readFile, rename, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { copyPlainTree } from '#src/lib/copy-plain.ts';
import { LecternError } from '#src/lib/errors.ts';
import { type FileLock, lockFile } from '#src/lib/file-lock.ts';
import { makeFolder } from '#src/lib/files.ts';
import { hash } from '#src/lib/hash.ts';
import { ENCODING_SUFFIX } from '#src/lib/http.ts';
import type { Log } from '#src/lib/log.ts';
import { isPlainFolder } from '#src/lib/plain-files.ts';
import { storageErrorIn } from '#src/lib/storage-error.ts';
import { readBuiltPages } from './built-pages.ts';
import { readBundle, writeBundleRecord } from './bundle-record.ts';
import { type PageKey, pageKeys } from './page-keys.ts';
import { loadSite } from './site-app.ts';

/** The built site: one bundle for all brands, built once per version of the code. */
export interface Bundle {
  /** Hash of everything the build reads. */
  readonly id: string;
  /** Value of the Content-Security-Policy header, the same for every page. */
  readonly csp: string;
  readonly folder: string;
  /** One entry per route, in matching order: a hash of what its pages depend on besides their data. */
  readonly pageKeys: readonly PageKey[];
  /** Browser files to publish, with their compressed variants next to them. */
  readonly assets: readonly { readonly url: string; readonly file: string }[];
}

export interface BundleOptions {
  /** The project folder. */
  readonly root: string;
  /** The state folder. Bundles are in `<state>/bundle/<id>`. */
  readonly state: string;
  readonly log: Log;
  /** Builds English as the pseudo-locale (docs/use/languages.md). */
  readonly pseudo?: boolean;
}

/** Globs for everything that the bundle is built from. The API, the server and the rebuild are not part of it. */
export const SOURCES = [
  'astro.config.mjs',
  'astro-i18next.config.ts',
  'package-lock.json',
  'public/**/*',
  'src/*.{ts,astro}',
  'src/{brand,config,contract,features,i18n,lib,pages,publish/{bundle,snapshot},routes,shell}/**/*',
];

/**
 * Returns the bundle for this version of the code. If it is missing, builds it in a temporary folder and then renames
 * the folder. Rebuilds a bundle with a damaged file, because releases share its browser files.
 */
export async function ensureBundle(options: BundleOptions): Promise<Bundle> {
  const id = await bundleId(options);
  const folder = join(options.state, 'bundle', id);
  let record = await readBundle(folder);
  if (record?.damaged !== undefined) options.log.warn('the site bundle is damaged', { id, file: record.damaged });
  if (record === undefined || record.damaged !== undefined) record = await buildOnce(options, id, folder);
  if (record === undefined || record.damaged !== undefined)
    throw new BundleError(`The built site in ${folder} is damaged. Delete that folder and run this again.`);
  return { id, csp: record.csp, pageKeys: record.pageKeys, folder, assets: await listAssets(folder) };
}

/** Builds the bundle, or waits for another process that is already building it. */
async function buildOnce(options: BundleOptions, id: string, folder: string): ReturnType<typeof readBundle> {
  const lock = await lockBuild(join(options.state, 'bundle'), id);
  try {
    const record = await readBundle(folder);
    if (record !== undefined && record.damaged === undefined) return record;
    await build(options, id, folder);
    return await readBundle(folder);
  } finally {
    lock.close();
  }
}

async function lockBuild(folder: string, id: string): Promise<FileLock> {
  makeFolder(folder);
  for (;;) {
    const lock = lockFile(join(folder, `.lock-${id}`), 'exclusive');
    if (lock) return lock;
    await wait(LOCK_POLL_MS);
  }
}

const LOCK_POLL_MS = 100;

/** The bundle id for this code, without building the bundle. */
export const bundleId = async ({ root, pseudo }: Pick<BundleOptions, 'root' | 'pseudo'>): Promise<string> =>
  (await sourceHash(root)) + (pseudo ? '-pseudo' : '');

/** Thrown when the site cannot be built. */
class BundleError extends LecternError {
  constructor(message: string) {
    super('BUNDLE', message);
  }
}

async function sourceHash(root: string): Promise<string> {
  const files = await Array.fromAsync(glob(SOURCES, { cwd: root, withFileTypes: true }));
  const paths = files
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.md'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const parts = await Promise.all(
    paths.map(async (path) => `${path.slice(root.length)}\0${hash(await readFile(path))}`),
  );
  return hash(parts.join('\n'), 16);
}

async function build(options: BundleOptions, id: string, folder: string): Promise<void> {
  const { state, log } = options;
  const aside = join(state, 'bundle', `.next-${id}-${randomBytes(4).toString('hex')}`);
  makeFolder(aside);
  try {
    if (!(await copyPrebuilt(options, id, aside))) {
      log.info('building the site bundle', { id });
      await runAstroInto(aside, options, id);
    }
    await putInPlace(aside, folder);
  } finally {
    for (const name of [aside, damagedOf(aside)]) await rm(name, { recursive: true, force: true });
  }
  await prune(join(state, 'bundle'));
}

async function runAstroInto(aside: string, { root, pseudo = false }: BundleOptions, id: string): Promise<void> {
  await runAstro(root, { LECTERN_OUT: aside, LECTERN_PSEUDO: String(pseudo) });
  const { policy: csp } = await loadSite({ folder: aside });
  await writeBundleRecord(aside, { id, csp, pageKeys: pageKeys(await readBuiltPages(root, aside, pseudo)) });
}

/**
 * Copies the bundle shipped with the code, for example in a container that cannot build (docs/operate/containers.md).
 * @returns whether an undamaged bundle of this version was copied
 */
async function copyPrebuilt({ root }: BundleOptions, id: string, aside: string): Promise<boolean> {
  const prebuilt = join(root, 'prebuilt/bundle', id);
  if (!isPlainFolder(root, `prebuilt/bundle/${id}`)) return false;
  const record = await readBundle(prebuilt);
  if (record === undefined || record.damaged !== undefined) return false;
  copyPlainTree(prebuilt, aside);
  return true;
}

const damagedOf = (aside: string) => `${aside}-damaged`;

/** Renames the finished folder. Another process may have built the same bundle in the meantime. */
async function putInPlace(aside: string, folder: string): Promise<void> {
  const isTaken = (error: NodeJS.ErrnoException) => error.code === 'ENOTEMPTY' || error.code === 'EEXIST';
  try {
    await rename(aside, folder);
  } catch (error) {
    if (!isTaken(error as NodeJS.ErrnoException)) throw error;
    if ((await readBundle(folder))?.damaged === undefined) return;
    await rename(folder, damagedOf(aside));
    await rename(aside, folder);
  }
}

/** Number of bundles to keep: a server that still runs an older one may load some of its modules late. */
const RETAINED_BUNDLES = 4;

/** A build takes a few minutes, so an unfinished folder older than this was left by an interrupted build. */
const ABANDONED_MS = 60 * 60_000;

async function prune(folder: string): Promise<void> {
  // Another process may be pruning too. A folder that has disappeared counts as the oldest.
  const timeOf = async (name: string) => (await lstat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0;
  const names = await readdir(folder);
  const dated = await Promise.all(names.map(async (name) => ({ name, time: await timeOf(name) })));
  const unfinished = dated.filter(({ name }) => name.startsWith('.'));
  const built = dated.filter((entry) => !unfinished.includes(entry)).sort((a, b) => b.time - a.time);
  const old = [...built.slice(RETAINED_BUNDLES), ...unfinished.filter(({ time }) => time < Date.now() - ABANDONED_MS)];
  await Promise.all(old.map(({ name }) => rm(join(folder, name), { recursive: true, force: true })));
}

/** A constant key makes bundles reproducible. The key only protects server islands, which the site does not use. */
const ASTRO_KEY = Buffer.alloc(32, 'lectern').toString('base64');

function runAstro(root: string, variables: NodeJS.ProcessEnv): Promise<void> {
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    NODE_ENV: 'production',
    ASTRO_TELEMETRY_DISABLED: '1',
    ASTRO_KEY,
    LECTERN_PROFILE: 'engine',
    ...variables,
  };
  const command = [join(root, 'src/publish/bundle/build-pages.ts'), root, 'silent'];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      const text = Buffer.concat(output).toString().trim();
      if (code === 0) resolve();
      else reject(storageErrorIn(text) ?? new BundleError(`The site could not be built:\n${text}`));
    });
  });
}

async function listAssets(folder: string): Promise<{ url: string; file: string }[]> {
  const client = join(folder, 'client');
  const entries = await Array.fromAsync(glob('**/*', { cwd: client, withFileTypes: true }));
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const suffixes: readonly string[] = Object.values(ENCODING_SUFFIX);
  const originals = files.filter((file) => !suffixes.includes(extname(file)));
  return originals.sort().map((file) => ({ url: file.slice(client.length), file }));
}
