import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { glob, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { PublicBrand } from '#src/brand/public.ts';
import { LecternError } from '#src/lib/errors.ts';
import { SUFFIX } from '#src/lib/forms.ts';
import { hash } from '#src/lib/hash.ts';
import type { Log } from '#src/lib/log.ts';
import { loadSite } from './site-app.ts';
import { compressFiles } from './compress-files.ts';

/** The built site: one for all brands, made once per version of the code. */
export interface Bundle {
  /** Hash of everything the build reads. */
  readonly id: string;
  /** Value of Content-Security-Policy for every page of it. */
  readonly csp: string;
  readonly folder: string;
  /** Browser files to publish; their compressed forms stand beside them. */
  readonly assets: readonly { readonly url: string; readonly file: string }[];
}

export interface BundleOptions {
  /** Folder of the project. */
  readonly root: string;
  /** Folder of all state; bundles stand in `<state>/bundle/<id>`. */
  readonly state: string;
  readonly log: Log;
  /** English in the pseudo-locale (docs/languages.md). */
  readonly pseudo?: boolean;
}

/** What the pages are made of. The API, the front and the rebuild are not in the bundle. */
export const SOURCES = [
  'astro.config.mjs',
  'astro-i18next.config.ts',
  'package-lock.json',
  'public/**/*',
  'src/*.{ts,astro}',
  'src/{api-client,brand,browser,components,contract,i18n,islands,layouts,lib,pages,routes,seo,site-bundle,snapshot,stores,styles,view-models}/**/*',
];

/** Finds the bundle of this version of the code, or builds it aside and renames it into place. */
export async function ensureBundle(options: BundleOptions): Promise<Bundle> {
  const id = (await sourceHash(options.root)) + (options.pseudo ? '-pseudo' : '');
  const folder = join(options.state, 'bundle', id);
  const ready = await stat(join(folder, 'bundle.json')).then(
    () => true,
    () => false,
  );
  if (!ready) await build(options, id, folder);
  const { csp }: { csp: string } = JSON.parse(await readFile(join(folder, 'bundle.json'), 'utf8'));
  return { id, csp, folder, assets: await listAssets(folder) };
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

async function build({ root, state, log, pseudo = false }: BundleOptions, id: string, folder: string): Promise<void> {
  const aside = join(state, 'bundle', `.next-${id}-${randomBytes(4).toString('hex')}`);
  await mkdir(aside, { recursive: true });
  try {
    log.info('building the site bundle', { id });
    await runAstro(root, { LECTERN_OUT: aside, LECTERN_PSEUDO: String(pseudo) });
    await compressFiles(join(aside, 'client'));
    await writeFile(join(aside, 'bundle.json'), JSON.stringify({ id, csp: await policyOf(aside) }));
    await rename(aside, folder).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  await prune(join(state, 'bundle'));
}

/** Bundles kept: a front that still runs an older one loads parts of it late. */
const KEPT_BUNDLES = 4;

/** A build takes minutes at most: what was begun before that was ended half-way. */
const ABANDONED_MS = 60 * 60_000;

async function prune(folder: string): Promise<void> {
  // Another process may be pruning too: what is gone already is as good as old.
  const timeOf = async (name: string) => (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0;
  const names = await readdir(folder);
  const dated = await Promise.all(names.map(async (name) => ({ name, time: await timeOf(name) })));
  const begun = dated.filter(({ name }) => name.startsWith('.'));
  const built = dated.filter((entry) => !begun.includes(entry)).sort((a, b) => b.time - a.time);
  const old = [...built.slice(KEPT_BUNDLES), ...begun.filter(({ time }) => time < Date.now() - ABANDONED_MS)];
  await Promise.all(old.map(({ name }) => rm(join(folder, name), { recursive: true, force: true })));
}

/** Any constant key gives reproducible bundles; the site has no server islands that it would protect. */
const ASTRO_KEY = Buffer.alloc(32, 'lectern').toString('base64');

function runAstro(root: string, given: NodeJS.ProcessEnv): Promise<void> {
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    NODE_ENV: 'production',
    ASTRO_TELEMETRY_DISABLED: '1',
    ASTRO_KEY,
    LECTERN_PROFILE: 'engine',
    ...given,
  };
  const command = [join(root, 'node_modules/astro/bin/astro.mjs'), 'build', '--silent'];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else
        reject(new LecternError('BUNDLE', `The site could not be built:\n${Buffer.concat(output).toString().trim()}`));
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
  icon: '',
  bookSourceImg: '',
  headerBg: '',
  notFoundImg: '',
  emptyImg: '',
  css: '',
  manifest: '',
  touchIcon: '',
  analytics: [],
  consent: false,
};

/** The policy is the same for every page, so any answer of the site tells it. */
async function policyOf(folder: string): Promise<string> {
  const site = await loadSite({ folder });
  const response = await site.render(new Request(`${ANY_BRAND.origin}/login`), { brand: ANY_BRAND });
  const policy = response.headers.get('content-security-policy');
  if (policy) return policy;
  throw new LecternError(
    'BUNDLE',
    'The built site sends no Content-Security-Policy. Check security.csp in astro.config.mjs.',
  );
}

async function listAssets(folder: string): Promise<{ url: string; file: string }[]> {
  const client = join(folder, 'client');
  const entries = await Array.fromAsync(glob('**/*', { cwd: client, withFileTypes: true }));
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const forms: readonly string[] = Object.values(SUFFIX);
  const whole = files.filter((file) => !forms.includes(extname(file)));
  return whole.sort().map((file) => ({ url: file.slice(client.length), file }));
}
