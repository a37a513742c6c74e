import type { Loss } from '#src/lib/losses.ts';

/**
 * A release on disk, the only thing that rebuild and server share:
 *
 *     var/<brand>/current -> releases/<id>
 *     var/<brand>/releases/<id>/
 *       release.json     ReleaseInfo
 *       manifest.db      SQLite: pages(path, file, hash, bytes, modified, …), listings(path, version), aliases(identity, path), meta
 *       site/            a plain folder that any static host can serve: /genres/12/Romance -> site/genres/12/Romance.html,
 *                        `/` -> site/index.html, /_astro/*, /_brand/*, /robots.txt, sitemaps and feeds as they are; `<file>.br` beside, and `.gz` beside
 *                        browser files and files of the brand
 *       site-<bundle id> a link to site/, see bundle-folder.ts
 */
export interface ReleaseInfo {
  readonly id: string;
  readonly brand: string;
  /** The release that was live when this one was made, null where none was; older releases lack the field. */
  readonly previous?: string | null;
  /** RFC 3339, UTC. */
  readonly created: string;
  readonly bundle: ReleaseBundle;
  readonly pages: number;
  readonly bytes: number;
  /** Why it went live although the publish guard objected. */
  readonly accepted?: Acceptance;
  /** What broke the contract in the night that made it, and was left out; absent where nothing was. */
  readonly losses?: readonly Loss[];
}

/** The site bundle that a release was made by. */
export interface ReleaseBundle {
  readonly id: string;
  readonly csp: string;
  /** Key of the code of each route (src/site-bundle/page-keys.ts); older releases lack the field. */
  readonly code?: Readonly<Record<string, string>>;
}

/** What an operator has accepted of a release. */
export interface Acceptance {
  /** In the operator's words. */
  readonly reason: string;
  /** What it allowed, one sentence each. */
  readonly findings: readonly string[];
}

export interface ManifestPage {
  /** Canonical path, percent-encoded. */
  readonly path: string;
  /** File below `site/`. */
  readonly file: string;
  /** SHA-256 of the bytes, 32 hex digits: the strong ETag. */
  readonly hash: string;
  readonly bytes: number;
  /** When the content last changed, RFC 3339. */
  readonly modified: string;
}

/** Paths of the prerendered error pages, which are files too. */
export const ERROR_PAGES = { notFound: '/404', badRequest: '/400', serverError: '/500' } as const;
