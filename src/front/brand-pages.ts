import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { BrandBundle } from '#src/brand/assets.ts';
import type { Brand } from '#src/brand/registry.ts';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { type Match, normalisePath, parsePath } from '#src/paths/parse.ts';
import { ROUTES } from '#src/paths.ts';
import type { Release } from '#src/release/index.ts';
import { ERROR_PAGES } from '#src/release/types.ts';
import { type Ask, answer, plainPage, redirect } from './answer.ts';
import { type FileStore, isAssetPath, isImmutable } from './files.ts';
import { createLiveRelease } from './live-release.ts';
import type { RenderedPages } from './rendered.ts';
import { resolve } from './resolve.ts';

const PAGE_CACHE = 'public, max-age=0, must-revalidate';
const ASSET_CACHE = 'public, max-age=3600';
const IMMUTABLE_CACHE = 'public, max-age=31536000, immutable';

export interface BrandPagesConfig {
  readonly brand: Brand;
  readonly bundle: BrandBundle;
  /** Folder of all state. */
  readonly state: string;
  /** Folder of the site bundle's browser files. */
  readonly clientFolder: string;
  readonly files: FileStore;
  readonly rendered: RenderedPages;
  readonly log: Log;
}

/** One brand's pages and files. */
export interface BrandPages {
  readonly brand: Brand;
  isReady(): boolean;
  answer(ask: Ask, response: ServerResponse): Promise<void>;
  close(): void;
}

export function createBrandPages(config: BrandPagesConfig): BrandPages {
  const { brand, bundle, files, rendered, log } = config;
  const live = createLiveRelease(join(config.state, brand.id), log);
  const ownFiles = new Map(bundle.files.map((file) => [file.url, file.content]));

  const asset = async (ask: Ask, response: ServerResponse, release: Release): Promise<boolean> => {
    const folders = [join(release.folder, 'site'), config.clientFolder];
    const body = await files.asset(ask.path, folders, ownFiles);
    if (body)
      await answer(ask, response, body, {
        status: 200,
        cacheControl: isImmutable(ask.path) ? IMMUTABLE_CACHE : ASSET_CACHE,
      });
    return body !== undefined;
  };

  /** The release's own page for an error; a plain one where even that is missing. */
  const errorPage = async (ask: Ask, response: ServerResponse, release: Release, status: number) => {
    const path = status === 400 ? ERROR_PAGES.badRequest : status < 500 ? ERROR_PAGES.notFound : ERROR_PAGES.fault;
    const page = release.page(localised(path, ask.path, release)) ?? release.page(path);
    if (!page) return plainPage(ask, response, status, 'This page cannot be shown', 'Please try again in a moment.');
    const headers = { 'Content-Security-Policy': release.info.bundle.csp, 'X-Robots-Tag': 'noindex' };
    await answer(ask, response, files.page(release, page), { status, cacheControl: 'no-store', headers });
  };

  const released = async (ask: Ask, response: ServerResponse, release: Release, match: Match) => {
    const found = resolve(ask.path, match, { has: (path) => release.page(path) !== undefined, alias: release.alias });
    if (found.status === 308) return redirect(ask, response, 308, found.to + ask.search);
    const page = found.status === 200 ? release.page(ask.path) : undefined;
    if (!page) return errorPage(ask, response, release, 404);
    if (match.kind === 'badRequest') return errorPage(ask, response, release, 400);
    const headers = { 'Content-Security-Policy': release.info.bundle.csp };
    await answer(ask, response, files.page(release, page), { status: 200, cacheControl: PAGE_CACHE, headers });
  };

  const requested = async (ask: Ask, response: ServerResponse, release: Release, match: Match) => {
    const result = await rendered.get(bundle.brand, ask.path + queryOf(ask, match)).catch((error: unknown) => {
      log.error(`rendering ${ask.path} failed: ${error instanceof Error ? error.stack : messageOf(error)}`);
      return { kind: 'error', status: 500 } as const;
    });
    if (result.kind === 'redirect') return redirect(ask, response, result.status, result.to);
    if (result.kind === 'error') return errorPage(ask, response, release, result.status);
    const headers = { 'Content-Security-Policy': result.csp ?? release.info.bundle.csp };
    await answer(ask, response, result.body, { status: 200, cacheControl: PAGE_CACHE, headers });
  };

  return {
    brand,
    isReady: () => live.get() !== undefined,
    close: live.close,
    async answer(ask, response) {
      const release = live.get();
      if (!release)
        return plainPage(
          ask,
          response,
          503,
          'Not open yet',
          'This site is being prepared. Please come back in a few minutes.',
        );
      if (isAssetPath(ask.path) && (await asset(ask, response, release))) return;
      const spelled = normalisePath(ask.path);
      if (spelled === undefined) return errorPage(ask, response, release, 400);
      if (spelled !== ask.path) return redirect(ask, response, 308, spelled + ask.search);
      const match = parsePath(ask.path, brand.locales);
      if (!match) return errorPage(ask, response, release, 404);
      return ROUTES[match.kind] === 'release'
        ? released(ask, response, release, match)
        : requested(ask, response, release, match);
    },
  };
}

/** Only search reads its query; elsewhere it would split the page cache. */
const queryOf = (ask: Ask, match: Match) =>
  match.kind === 'search' || match.kind === 'searchMore' ? ask.search.slice(0, 500) : '';

/** The error page in the language of the address. */
function localised(errorPath: string, path: string, release: Release): string {
  const first = path.split('/')[1] ?? '';
  const candidate = `/${first}${errorPath}`;
  return /^[a-z]{2}$/.test(first) && release.page(candidate) ? candidate : errorPath;
}
