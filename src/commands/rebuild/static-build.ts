import { cp, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type BrandBundle, bundleBrand } from '#src/brand/assets.ts';
import { type Brand, brandById, readBrands } from '#src/brand/registry.ts';
import { SPECULATION_RULES, SPECULATION_RULES_FILE } from '#src/brand/speculation-rules.ts';
import { type Config, getConfig } from '#src/config/config.ts';
import { PRERENDERED_VIEWS } from '#src/features/views.ts';
import { ConfigError, LecternError } from '#src/lib/errors.ts';
import { createLog, type Log } from '#src/lib/log.ts';
import { mediaType } from '#src/lib/media-types.ts';
import { ensureBundle } from '#src/publish/bundle/index.ts';
import { searchFilesOf } from '#src/publish/rebuild/index.ts';
import { openLocalizedSites } from '#src/publish/snapshot/index.ts';
import { ROBOTS_PATH, robotsTxt } from '#src/shell/head/robots.ts';
import { runToEnd } from '../../../scripts/bootstrap/process.mjs';
import { withUpstream } from '../api/running-upstream.ts';
import { ROOT } from '../run-script.ts';
import { type Alias, redirectLines } from '../site/redirects-file.ts';
import { composeRebuild, warnOfStyles } from './rebuild.ts';

export interface BuildArguments {
  readonly brand: string | undefined;
  /** The output folder, which the complete build replaces; default: `dist/<id>`. */
  readonly out: string | undefined;
}

/**
 * Builds one brand's prerendered pages with a plain `astro build`, for any static host.
 * @returns the output folder
 */
export async function buildStatic({ brand: id, out: target }: BuildArguments): Promise<string> {
  if (id === undefined) throw new ConfigError('--brand ID is missing. Give the id of a brand.');
  const config = getConfig(process.env);
  const brand = brandById(await readBrands(config), id);
  const out = resolve(target ?? join(ROOT, 'dist', id));
  await assertReplaceable(out);
  const log = createLog();
  await warnOfStyles([brand], log);
  await syncSnapshot(config, brand, log);
  const branding = await bundleBrand(brand, join(ROOT, 'node_modules'));

  const aside = join(config.state, '.build', `${id}-${process.pid}`);
  try {
    await linkPackages(join(config.state, '.build'));
    await runAstro(config, id, aside);
    await complete(join(aside, 'client'), { config, branding, log });
    await rm(out, { recursive: true, force: true });
    await move(join(aside, 'client'), out);
    return out;
  } finally {
    await rm(aside, { recursive: true, force: true });
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

interface Build {
  readonly config: Config;
  readonly branding: BrandBundle;
  readonly log: Log;
}

/** Updates the brand's snapshot with a dry run of the rebuild, which publishes nothing. */
async function syncSnapshot(config: Config, brand: Brand, log: Log): Promise<void> {
  const upstream = await withUpstream(config, log);
  const rebuild = composeRebuild(config, [brand], upstream.origin, log);
  try {
    await rebuild.run(brand, { mode: 'dry-run', of: { mode: 'night' } });
  } finally {
    await rebuild.close();
    await upstream.close();
  }
}

async function runAstro(config: Config, id: string, outDir: string): Promise<void> {
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    ASTRO_TELEMETRY_DISABLED: '1',
    LECTERN_PROFILE: 'static',
    LECTERN_BRAND: id,
    LECTERN_OUT: outDir,
    LECTERN_STATE: config.state,
    LECTERN_BRANDS: config.brands,
  };
  const program = join(ROOT, 'src/publish/bundle/build-pages.ts');
  const code = await runToEnd(process.execPath, [program, ROOT], env, ['ignore', 2, 2]);
  if (code !== 0) throw new LecternError('BUILD', 'Astro could not build the pages; see its messages above.');
}

/** Adds the brand's files, the `_headers` file, and redirects from other spellings of URLs. */
async function complete(folder: string, build: Build): Promise<void> {
  for (const { url, content } of build.branding.files) {
    await mkdir(dirname(join(folder, url)), { recursive: true });
    await writeFile(join(folder, url), content);
  }
  await writeFile(join(folder, ROBOTS_PATH), robotsTxt(build.branding.brand));
  await writeSearchFiles(folder, build);
  const { csp } = await ensureBundle({ root: ROOT, state: build.config.state, log: build.log });
  await writeFile(join(folder, '_headers'), headersFile(csp));
  await writeFile(join(folder, REDIRECTS), `${redirectLines(aliasesOf(build)).join('\n')}\n`);
}

async function writeSearchFiles(folder: string, { config, branding: { brand } }: Build): Promise<void> {
  const sites = openLocalizedSites(brand, join(config.state, brand.id, 'catalogue.db'));
  try {
    for (const { url, content } of searchFilesOf({ sites: sites.all, views: PRERENDERED_VIEWS }, brand)) {
      await mkdir(dirname(join(folder, url)), { recursive: true });
      await writeFile(join(folder, url), await content());
    }
  } finally {
    sites.close();
  }
}

/** File with redirects. Every build contains it, so a folder that contains it was written by an earlier build. */
const REDIRECTS = '_redirects';

const headersFile = (csp: string) => `/*
  Content-Security-Policy: ${csp}
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin
  Speculation-Rules: ${SPECULATION_RULES}
/_astro/*
  Cache-Control: public, max-age=31536000, immutable
/_brand/*
  Cache-Control: public, max-age=31536000, immutable
${SPECULATION_RULES_FILE.url}
  Content-Type: ${mediaType(SPECULATION_RULES_FILE.url)}
`;

function aliasesOf({ config, branding: { brand } }: Build): Alias[] {
  const sites = openLocalizedSites(brand, join(config.state, brand.id, 'catalogue.db'));
  try {
    return sites.all.flatMap(({ site, source }) =>
      PRERENDERED_VIEWS.flatMap((view) =>
        [...view.paths(source, site)].flatMap(({ aliases, path }) =>
          aliases.map((identity) => ({ identity, path, locale: site.locale.code })),
        ),
      ),
    );
  } finally {
    sites.close();
  }
}
