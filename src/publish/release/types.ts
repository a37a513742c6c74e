import type { PublicBrand } from '#src/brand/public-brand.ts';
import type { Loss } from '#src/publish/snapshot/losses.ts';

/**
 * A release on disk, the only thing that rebuild and server share:
 *
 *     var/<brand>/current -> releases/<id>
 *     var/<brand>/releases/<id>/
 *       release.json     ReleaseInfo
 *       manifest.db      SQLite: pages(path, file, hash, bytes, modified, …), listings(path, version),
 *                        aliases(identity, path), meta
 *       site/            a plain folder that any static host can serve: /genres/12/Romance is in
 *                        site/genres/12/Romance.html and `/` in site/index.html; /_astro/*, /_brand/*, /robots.txt,
 *                        sitemaps and feeds keep their paths. Each file has a `.br` variant next to it; browser files
 *                        and the brand's files also have a `.gz` variant
 *       site-<bundle id> a link to site/, see bundle-folder.ts
 */
export interface ReleaseInfo {
  readonly id: string;
  readonly brand: string;
  /** The release that was live when this one was created; null if there was none. Older releases lack the field. */
  readonly previous?: string | null;
  /** RFC 3339, UTC. */
  readonly created: string;
  readonly bundle: ReleaseBundle;
  readonly pages: number;
  readonly bytes: number;
  /** Why the release was published despite the publish guard's findings. */
  readonly accepted?: Acceptance;
  /** Items left out because they broke the contract; absent if there were none. */
  readonly losses?: readonly Loss[];
  /**
   * What pages get instead of the values from the brand's folder, such as its name and the addresses of its pictures.
   * The server renders pages on request with the same values. Absent if the brand has no settings.
   */
  readonly settings?: Partial<PublicBrand>;
}

/** The site bundle that a release was built with. */
export interface ReleaseBundle {
  readonly id: string;
  readonly csp: string;
  /** Key of each route's code (src/publish/bundle/page-keys.ts); older releases lack the field. */
  readonly code?: Readonly<Record<string, string>>;
}

/** Findings that an operator has accepted. */
export interface Acceptance {
  /** The reason in the operator's words. */
  readonly reason: string;
  /** The accepted findings, one sentence each. */
  readonly findings: readonly string[];
}

export interface ManifestPage {
  /** Canonical path, percent-encoded. */
  readonly path: string;
  /** Path of the file below `site/`. */
  readonly file: string;
  /** SHA-256 of the bytes, 32 hex digits; used as the strong ETag. */
  readonly hash: string;
  readonly bytes: number;
  /** Time when the content last changed, RFC 3339. */
  readonly modified: string;
}

/** Paths of the prerendered error pages, which have files like other pages. */
export const ERROR_PAGES = { notFound: '/404', badRequest: '/400', serverError: '/500' } as const;
