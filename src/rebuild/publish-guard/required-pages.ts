import type { PublicBrand } from '#src/brand/public-brand.ts';
import { createPaths } from '#src/routes/paths.ts';
import { ROBOTS_PATH, SITEMAP_INDEX } from '#src/seo/robots.ts';
import type { Finding } from './finding.ts';
import { LIMITS } from './limits.ts';
import { percent } from './numbers.ts';

/** Files that every release has. */
export const REQUIRED_FILES = [ROBOTS_PATH, SITEMAP_INDEX] as const;

/** Paths of the pages that every release has in each language. */
export const requiredPaths = (locales: PublicBrand['locales']): string[] =>
  locales.flatMap((locale) => {
    const paths = createPaths(locale);
    const entries = [paths.home(), paths.genres(), paths.tags(), paths.hotnovels(), paths.keywords()];
    return [...entries, paths.notFound(), paths.badRequest(), paths.serverError(), paths.offline()];
  });

/** A required page or file, and its bytes. */
export interface RequiredPage {
  readonly path: string;
  /** Undefined where the release lacks it. */
  readonly bytes: number | undefined;
  /** Undefined where nothing is live there. */
  readonly liveBytes: number | undefined;
}

export function requiredPageFinding({ path, bytes, liveBytes }: RequiredPage): Finding[] {
  if (bytes === undefined) return [{ rule: 'missing-page', what: `${path} is missing` }];
  if (liveBytes === undefined || bytes >= liveBytes * LIMITS.singlePage) return [];
  return [{ rule: 'page-size', what: `${path} has ${percent(bytes, liveBytes)} of the bytes of the live one` }];
}
