import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrandBundle } from '#src/brand/assets.ts';
import { SPECULATION_RULES, SPECULATION_RULES_FILE } from '#src/brand/speculation-rules.ts';
import type { Config } from '#src/config/config.ts';
import { localePrefix } from '#src/contract/locales.ts';
import { PRERENDERED_VIEWS } from '#src/features/views.ts';
import { mediaType } from '#src/lib/media-types.ts';
import { ensureBundle } from '#src/publish/bundle/index.ts';
import { searchFilesOf } from '#src/publish/rebuild/index.ts';
import { type LocalizedSite, openLocalizedSites } from '#src/publish/snapshot/index.ts';
import { isFixed, PAGE_KINDS } from '#src/routes/page-kinds.ts';
import { ROBOTS_PATH, robotsTxt } from '#src/shell/head/robots.ts';
import { ROOT } from '../run-script.ts';
import { type Alias, redirectLines } from '../site/redirects-file.ts';
import { type StaticSite, writeAt } from './static-folder.ts';

/** File with redirects. Every build contains it, so a folder that contains it was written by an earlier build. */
export const REDIRECTS = '_redirects';

interface HostedSite extends StaticSite {
  readonly config: Config;
  /** The brand's pictures and other files. */
  readonly files: BrandBundle['files'];
}

/** Writes the brand's files, robots.txt, sitemaps and feeds, and the files `_headers` and `_redirects` for hosts. */
export async function writeHostFiles({ folder, brand, snapshot, config, files, log }: HostedSite): Promise<void> {
  for (const { url, content } of files) await writeAt(folder, url, content);
  await writeAt(folder, ROBOTS_PATH, robotsTxt(brand));
  const { csp } = await ensureBundle({ root: ROOT, state: config.state, log });
  await writeAt(folder, '/_headers', headersFile(csp));
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

const aliasesOf = (sites: readonly LocalizedSite[]): Alias[] =>
  sites.flatMap(({ site, source }) =>
    PRERENDERED_VIEWS.flatMap((view) =>
      [...view.paths(source, site)].flatMap(({ aliases, path }) =>
        aliases.map((identity) => ({ identity, path, locale: site.locale.code })),
      ),
    ),
  );
