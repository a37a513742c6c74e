import { cp, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Brand, brandById, readBrands } from '#src/brand/registry.ts';
import { type Config, getConfig } from '#src/config/config.ts';
import { ConfigError, LecternError } from '#src/lib/errors.ts';
import { createLog } from '#src/lib/log.ts';
import { openSql } from '#src/lib/sqlite.ts';
import { bundleSettledBrand } from '#src/publish/snapshot/index.ts';
import { runToEnd } from '../../../scripts/bootstrap/process.mjs';
import { withUpstream } from '../api/running-upstream.ts';
import { warnOfStyles } from '../rebuild/rebuild.ts';
import { ROOT } from '../run-script.ts';
import { syncBrandSnapshot } from '../snapshot-sync.ts';
import { writeBookFiles } from './book-files.ts';
import { REDIRECTS, writeHostFiles } from './host-files.ts';
import { writePictures } from './pictures.ts';
import { writeSearchIndex } from './search-index.ts';

export interface BuildArguments {
  readonly brand: string | undefined;
  /** The output folder, which the complete build replaces; default: `dist/<id>`. */
  readonly out: string | undefined;
  /** Whether to build only the prerendered pages, as in a release. */
  readonly prerendered?: boolean | undefined;
}

/**
 * Builds a complete site of one brand with `astro build`, for any static host (docs/operate/static-hosts.md).
 * @returns the output folder
 */
export async function buildStatic({ brand: id, out: target, prerendered = false }: BuildArguments): Promise<string> {
  if (id === undefined) throw new ConfigError('--brand ID is missing. Give the id of a brand.');
  const config = getConfig(process.env);
  const brand = brandById(await readBrands(config), id);
  const out = resolve(target ?? join(ROOT, 'dist', id));
  await assertReplaceable(out);
  const log = createLog();
  await warnOfStyles([brand], log);
  // The snapshot of a complete site has the chapter lists of all books, so it is not the one that releases use.
  const state = prerendered ? config.state : join(config.state, '.static');
  const snapshot = join(state, id, 'catalogue.db');

  const aside = join(config.state, '.build', `${id}-${process.pid}`);
  const folder = join(aside, 'client');
  const upstream = await withUpstream(config, log);
  try {
    const synced = prerendered ? brand : { ...brand, prerender: { books: 'all' as const } };
    await syncBrandSnapshot({ brand: synced, upstream: upstream.origin, snapshot, log });
    if (!prerendered) leaveOutCapabilities(snapshot);
    const branding = await bundleSettledBrand(brand, snapshot, join(ROOT, 'node_modules'));
    await linkPackages(join(config.state, '.build'));
    await runAstro(config, { brand: id, state, out: aside, upstream: prerendered ? undefined : upstream.origin });
    const site = { brand: branding.brand, folder, snapshot, upstream: upstream.origin, log };
    await writeHostFiles({ ...site, defined: brand, config, files: branding.files });
    if (!prerendered) {
      await writePictures(site);
      await writeBookFiles(site);
      await writeSearchIndex(site);
    }
    await rm(out, { recursive: true, force: true });
    await move(folder, out);
    return out;
  } finally {
    await upstream.close();
    await rm(aside, { recursive: true, force: true });
  }
}

/** Records that visitors cannot sign in, apply, report or filter, because a static site has no server. */
function leaveOutCapabilities(snapshot: string): void {
  const sql = openSql(snapshot);
  try {
    sql.exec(`UPDATE meta SET value = 'no' WHERE key IN ('accounts', 'translators', 'reports');
      UPDATE meta SET value = '' WHERE key = 'filtered';`);
  } finally {
    sql.close();
  }
}

/**
 * Links the project's packages into the build's folder. The build's folder may be outside the project, where Node would
 * not find them.
 */
async function linkPackages(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const link = join(folder, 'node_modules');
  await rm(link, { force: true });
  await symlink(join(ROOT, 'node_modules'), link).catch((error: NodeJS.ErrnoException) => {
    // Another build may have created the link meanwhile.
    if (error.code !== 'EEXIST') throw error;
  });
}

/**
 * Checks that the output folder may be replaced.
 * @throws ConfigError if it contains files that no earlier build has written
 */
async function assertReplaceable(out: string): Promise<void> {
  const names = await readdir(out).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code !== 'ENOENT')
      throw new ConfigError(`--out ${out} is not a folder: ${error.message}.`, { cause: error });
    return [];
  });
  if (names.length === 0 || names.includes(REDIRECTS)) return;
  throw new ConfigError(`--out ${out} has files that are not from an earlier build. Empty it, or use another folder.`);
}

async function move(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EXDEV') throw error;
    await cp(from, to, { recursive: true });
  });
}

interface AstroRun {
  readonly brand: Brand['id'];
  readonly state: string;
  readonly out: string;
  /** Origin of the upstream for a complete site; undefined to build only the prerendered pages. */
  readonly upstream: string | undefined;
}

async function runAstro(config: Config, { brand, state, out, upstream }: AstroRun): Promise<void> {
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    ASTRO_TELEMETRY_DISABLED: '1',
    LECTERN_PROFILE: 'static',
    LECTERN_BRAND: brand,
    LECTERN_OUT: out,
    LECTERN_STATE: state,
    LECTERN_BRANDS: config.brands,
    ...(upstream === undefined ? {} : { LECTERN_STATIC_UPSTREAM: upstream }),
  };
  const program = join(ROOT, 'src/publish/bundle/build-pages.ts');
  const code = await runToEnd(process.execPath, [program, ROOT], env, ['ignore', 2, 2]);
  if (code !== 0) throw new LecternError('BUILD', 'Astro could not build the pages; see its messages above.');
}
