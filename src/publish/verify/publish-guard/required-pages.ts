import type { PublicBrand } from '#src/brand/public-brand.ts';
import { kindsWhere, type RequiredKind } from '#src/routes/page-kinds.ts';
import { createPaths } from '#src/routes/paths.ts';
import { ROBOTS_PATH, SITEMAP_INDEX } from '#src/shell/head/robots.ts';
import type { Finding } from './finding.ts';
import { LIMITS } from './limits.ts';
import { percent } from './numbers.ts';

/** Paths of the files that every release has. */
export const REQUIRED_FILES = [ROBOTS_PATH, SITEMAP_INDEX] as const;

/** Kinds with a single page that every release has in each language. */
const REQUIRED_KINDS = kindsWhere(({ release }) => release === 'required') as RequiredKind[];

/** Paths of the pages that every release has in each language. */
export const requiredPaths = (locales: PublicBrand['locales']): string[] =>
  locales.map(createPaths).flatMap((paths) => REQUIRED_KINDS.map((kind) => paths[kind]()));

/** A required page or file, with its size. */
export interface RequiredPage {
  readonly path: string;
  /** Size in the new release; undefined if it does not have the page or file. */
  readonly bytes: number | undefined;
  /** Size in the live release; undefined if it does not have the page or file. */
  readonly liveBytes: number | undefined;
}

export function requiredPageFinding({ path, bytes, liveBytes }: RequiredPage): Finding[] {
  if (bytes === undefined) return [{ rule: 'missing-page', what: `${path} is missing` }];
  if (liveBytes === undefined || bytes >= liveBytes * LIMITS.singlePage) return [];
  return [{ rule: 'page-size', what: `${path} has ${percent(bytes, liveBytes)} of the live page's size` }];
}
