import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrandBundle } from '#src/brand/assets.ts';
import type { Brand } from '#src/brand/registry.ts';
import type { Config } from '#src/config/config.ts';
import { localePrefix } from '#src/contract/locales.ts';
import { PRERENDERED_VIEWS } from '#src/features/views.ts';
import { ensureBundle } from '#src/publish/bundle/index.ts';
import { searchFilesOf } from '#src/publish/rebuild/index.ts';
import { type LocalizedSite, openLocalizedSites } from '#src/publish/snapshot/index.ts';
import { isFixed, PAGE_KINDS } from '#src/routes/page-kinds.ts';
import { ROBOTS_PATH, robotsTxt } from '#src/shell/head/robots.ts';
import { ROOT } from '../run-script.ts';
import { type Alias, redirectLines } from '../site/redirects-file.ts';
import { headersFile, MAX_LINE_CHARACTERS } from './headers-file.ts';
import { type StaticSite, writeAt } from './static-folder.ts';

/** File with redirects. Every build contains it, so a folder that contains it was written by an earlier build. */
export const REDIRECTS = '_redirects';

interface HostedSite extends StaticSite {
  readonly config: Config;
  /** The brand as its folder defines it. */
  readonly defined: Pick<Brand, 'imageHosts'>;
  /** The brand's pictures and other files. */
  readonly files: BrandBundle['files'];
}

/** Writes the brand's files, robots.txt, sitemaps and feeds, and the files `_headers` and `_redirects` for hosts. */
export async function writeHostFiles(hosted: HostedSite): Promise<void> {
  const { folder, brand, defined, snapshot, config, files, log } = hosted;
  for (const { url, content } of files) await writeAt(folder, url, content);
  await writeAt(folder, ROBOTS_PATH, robotsTxt(brand));
  const { csp } = await ensureBundle({ root: ROOT, state: config.state, log });
  const headers = headersFile(csp, defined);
  if (headers.split('\n').some((line) => line.length > MAX_LINE_CHARACTERS))
    log.warn('Cloudflare Pages ignores a line of _headers that is too long', { characters: MAX_LINE_CHARACTERS });
  await writeAt(folder, '/_headers', headers);
  const sites = openLocalizedSites(brand, snapshot);
  try {
    for (const localized of sites.all) await removeMissingPages(folder, localized);
    for (const { url, content } of searchFilesOf({ sites: sites.all, views: PRERENDERED_VIEWS }, brand))
      await writeAt(folder, url, await content());
    await writeAt(folder, `/${REDIRECTS}`, `${redirectLines(aliasesOf(sites.all)).join('\n')}\n`);
  } finally {
    sites.close();
  }
}

/** Astro writes pages without parameters even if their view has no path, such as `/login` without accounts. */
async function removeMissingPages(folder: string, { site, source }: LocalizedSite): Promise<void> {
  for (const { kind, paths } of PRERENDERED_VIEWS) {
    if (!isFixed(kind) || [...paths(source, site)].length > 0) continue;
    const path = `${localePrefix(site.locale.code)}${PAGE_KINDS[kind].address}`;
    for (const file of [`${path}.html`, path]) await rm(join(folder, file), { recursive: true, force: true });
  }
}

const aliasesOf = (sites: readonly LocalizedSite[]): Alias[] =>
  sites.flatMap(({ site, source }) =>
    PRERENDERED_VIEWS.flatMap((view) =>
      [...view.paths(source, site)].flatMap(({ aliases, path }) =>
        aliases.map((identity) => ({ identity, path, locale: site.locale.code })),
      ),
    ),
  );
