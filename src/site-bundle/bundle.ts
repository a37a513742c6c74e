import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { glob, lstat, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { PublicBrand } from '#src/brand/public-brand.ts';
import { copyPlainTree } from '#src/lib/copy-plain.ts';
import { LecternError } from '#src/lib/errors.ts';
import { makeFolder } from '#src/lib/files.ts';
import { hash } from '#src/lib/hash.ts';
import { ENCODING_SUFFIX, MIN_COMPRESSED_BYTES } from '#src/lib/http.ts';
import type { Log } from '#src/lib/log.ts';
import { isPlainFolder } from '#src/lib/plain-files.ts';
import { storageErrorIn } from '#src/lib/storage-error.ts';
import { readBuiltPages } from './built-pages.ts';
import { readBundle, writeBundleRecord } from './bundle-record.ts';
import { type PageKey, pageKeys } from './page-keys.ts';
import { loadSite } from './site-app.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** The built site: one for all brands, built once for each version of the code. */
export interface Bundle {
  /** Hash of everything the build reads. */
  readonly id: string;
  /** Value of Content-Security-Policy, the same for every page. */
  readonly csp: string;
  readonly folder: string;
  /** Of each route, in the order in which routes are asked: what its pages depend on besides their data. */
  readonly pageKeys: readonly PageKey[];
  /** Browser files to publish; their compressed variants are beside them. */
  readonly assets: readonly { readonly url: string; readonly file: string }[];
}

export interface BundleOptions {
  /** Folder of the project. */
  readonly root: string;
  /** Folder of all state; bundles stand in `<state>/bundle/<id>`. */
  readonly state: string;
  readonly log: Log;
  /** English in the pseudo-locale (docs/use/languages.md). */
  readonly pseudo?: boolean;
}

/** Globs of everything the bundle is built from. The API, the server and the rebuild are not in it. */
export const SOURCES = [
  'astro.config.mjs',
  'astro-i18next.config.ts',
  'package-lock.json',
  'public/**/*',
  'src/*.{ts,astro}',
  'src/{api-client,brand,browser,components,contract,i18n,islands,layouts,lib,pages,routes,seo,site-bundle,snapshot,stores,styles,view-models}/**/*',
];

/**
 * Finds the bundle of this version of the code, or builds it in a folder of its own and renames that. One with a damaged
 * file is built anew: releases share its browser files.
 */
export async function ensureBundle(options: BundleOptions): Promise<Bundle> {
  const id = await bundleId(options);
  const folder = join(options.state, 'bundle', id);
  let found = await readBundle(folder);
  if (found?.damaged !== undefined) options.log.warn('the site bundle is damaged', { id, file: found.damaged });
  if (found === undefined || found.damaged !== undefined) {
    await build(options, id, folder);
    found = await readBundle(folder);
  }
  if (found === undefined || found.damaged !== undefined)
    throw new BundleError(`The built site in ${folder} is damaged. Remove that folder and run this again.`);
  return { id, csp: found.csp, pageKeys: found.pageKeys, folder, assets: await listAssets(folder) };
}

/** The id that a bundle of this code has, without building it. */
export const bundleId = async ({ root, pseudo }: Pick<BundleOptions, 'root' | 'pseudo'>): Promise<string> =>
  (await sourceHash(root)) + (pseudo ? '-pseudo' : '');

/** The site could not be built. */
class BundleError extends LecternError {
  constructor(message: string) {
    super('BUNDLE', message);
  }
}

async function sourceHash(root: string): Promise<string> {
  const files = await Array.fromAsync(glob(SOURCES, { cwd: root, withFileTypes: true }));
  const paths = files
    .filter((entry) => entry.isFile())
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
  await compressFiles(join(aside, 'client'));
  const csp = await policyOf(aside);
  await writeBundleRecord(aside, { id, csp, pageKeys: pageKeys(await readBuiltPages(root, aside, pseudo)) });
}

/**
 * Takes the bundle that came along with the code, as in a container, where nothing can be built (docs/operate/containers.md).
 * @returns whether there is one of this version, undamaged
 */
async function copyPrebuilt({ root }: BundleOptions, id: string, aside: string): Promise<boolean> {
  const prebuilt = join(root, 'prebuilt/bundle', id);
  if (!isPlainFolder(root, `prebuilt/bundle/${id}`)) return false;
  const found = await readBundle(prebuilt);
  if (found === undefined || found.damaged !== undefined) return false;
  copyPlainTree(prebuilt, aside);
  return true;
}

const damagedOf = (aside: string) => `${aside}-damaged`;

/** Another process may have built the same meanwhile. */
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

/** Bundles that are retained: a server that still runs an older one may load modules of it late. */
const RETAINED_BUNDLES = 4;

/** A build takes minutes at most, so that an older unfinished folder is of one that was interrupted. */
const ABANDONED_MS = 60 * 60_000;

async function prune(folder: string): Promise<void> {
  // Another process may be pruning too: a folder that is gone counts as oldest.
  const timeOf = async (name: string) => (await lstat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0;
  const names = await readdir(folder);
  const dated = await Promise.all(names.map(async (name) => ({ name, time: await timeOf(name) })));
  const unfinished = dated.filter(({ name }) => name.startsWith('.'));
  const built = dated.filter((entry) => !unfinished.includes(entry)).sort((a, b) => b.time - a.time);
  const old = [...built.slice(RETAINED_BUNDLES), ...unfinished.filter(({ time }) => time < Date.now() - ABANDONED_MS)];
  await Promise.all(old.map(({ name }) => rm(join(folder, name), { recursive: true, force: true })));
}

/** Any constant key gives reproducible bundles. It protects server islands, which the site has none of. */
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
  const command = [join(root, 'src/site-bundle/build-pages.ts'), root, 'silent'];
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

const ANY_BRAND: PublicBrand = {
  id: 'any',
  appName: 'Any',
  tagline: '',
  apiPrefix: '/public',
  supportEmail: '',
  origin: 'https://any.invalid',
  apps: { ios: null, android: null, scheme: 'any' },
  defaultMode: 'system',
  listing: 'rows',
  banner: 'plain',
  radius: 0,
  locales: ['en'],
  themeHex: { day: '#ffffff', night: '#000000' },
  fonts: [],
  logo: '',
  logoWidth: 0,
  icon: '',
  bookSourceImg: '',
  headerBg: '',
  notFoundImg: '',
  emptyImg: '',
  css: '',
  manifest: '',
  touchIcon: '',
  sharePicture: '',
  analytics: [],
  consent: false,
};

/** Reads the policy from a response of the site: it is the same for every page. */
async function policyOf(folder: string): Promise<string> {
  const site = await loadSite({ folder });
  const response = await site.render(new Request(`${ANY_BRAND.origin}/login`), { brand: ANY_BRAND });
  const policy = response.headers.get('content-security-policy');
  if (policy) return policy;
  throw new BundleError('The built site sends no Content-Security-Policy. Check security.csp in astro.config.mjs.');
}

async function listAssets(folder: string): Promise<{ url: string; file: string }[]> {
  const client = join(folder, 'client');
  const entries = await Array.fromAsync(glob('**/*', { cwd: client, withFileTypes: true }));
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const suffixes: readonly string[] = Object.values(ENCODING_SUFFIX);
  const originals = files.filter((file) => !suffixes.includes(extname(file)));
  return originals.sort().map((file) => ({ url: file.slice(client.length), file }));
}

/**
 * Writes the compressed variants beside a bundle's browser files, at the highest quality: they are few, made once for
 * each version of the code, and every visitor waits for them (Brotli 11 is 6 to 9 % smaller than 5).
 */
async function compressFiles(folder: string): Promise<void> {
  const files = await Array.fromAsync(glob('**/*.{js,css,svg,xml,txt}', { cwd: folder }));
  await Promise.all(files.map((file) => compressFile(join(folder, file))));
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < MIN_COMPRESSED_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(file + ENCODING_SUFFIX.br, await compressBrotli(content, { params }));
  await writeFile(file + ENCODING_SUFFIX.gzip, await compressGzip(content, { level: 9 }));
}
