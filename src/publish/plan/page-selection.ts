import type { PublicBrand } from '#src/brand/public-brand.ts';
import { ConfigError } from '#src/lib/errors.ts';
import { globMatcher } from '#src/lib/glob.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import type { Release } from '#src/publish/release/index.ts';
import { parsePath } from '#src/routes/parse.ts';
import type { PlanContext, PlannedPage } from './plan.ts';
import { decidePage, REASON_TEXT, type Reason } from './render-decision.ts';

/** The pages selected by `--pages`. All others stay as in the live release. */
export interface PageSelection {
  /** @param path canonical, percent-encoded */
  selects(path: string): boolean;
  /** @throws ConfigError naming the patterns that have not selected any page so far */
  check(): void;
}

/**
 * @param patterns globs for decoded paths (lib/glob.ts)
 * @param others paths to select as well, because the pages are damaged in the live release or selected pages link to
 * them
 */
export function selectPages(patterns: readonly string[], others: ReadonlySet<string> = new Set()): PageSelection {
  const globs = patterns.map((pattern) => ({ pattern, matches: globMatcher(pattern), isUsed: false }));
  return {
    selects(path) {
      const decoded = decodeURIComponent(path);
      let isSelected = false;
      // Tries every glob. If it stopped at the first match, a later pattern could be reported as unused.
      for (const glob of globs) {
        if (!glob.matches(decoded)) continue;
        glob.isUsed = true;
        isSelected = true;
      }
      return isSelected || others.has(path);
    },
    check() {
      const unused = globs.filter(({ isUsed }) => !isUsed).map(({ pattern }) => `--pages ${pattern}`);
      if (unused.length > 0)
        throw new ConfigError(
          `${unused.join(', ')} ${unused.length === 1 ? 'selects' : 'select'} no page of the live or the next release. Patterns match complete decoded paths, such as "/genres/12/**".`,
        );
    },
  };
}

/**
 * @throws ConfigError if the run has a reason to render every page, because then the selected pages cannot be published
 * alone
 */
export function requireSameSite(siteReason: Reason | undefined): void {
  if (siteReason === undefined || siteReason === 'full') return;
  throw new ConfigError(
    `Single pages cannot be published, because ${REASON_TEXT[siteReason]}: all pages must be rendered. Run without --pages first.`,
  );
}

/** Like `planPages`, but renders or adds only selected pages. */
export function* planSelectedPages(
  { sites, views, previousPage }: Pick<PlanContext, 'sites' | 'views' | 'previousPage'>,
  { selects }: PageSelection,
): Iterable<PlannedPage> {
  for (const [siteIndex, { site, source }] of sites.entries()) {
    for (const [viewIndex, view] of views.entries()) {
      for (const ref of view.paths(source, site)) {
        const previous = previousPage(ref.path);
        const address = { siteIndex, viewIndex, ref, renderOrder: 0 };
        yield { ...address, ...decideSelected(previous, selects(ref.path)) };
      }
    }
  }
}

function decideSelected(
  previous: ReturnType<PlanContext['previousPage']>,
  isRequested: boolean,
): Pick<PlannedPage, 'reason' | 'version'> {
  if (!isRequested) return { reason: previous ? undefined : 'excluded', version: previous?.version ?? '' };
  const decision = decidePage({ previous, isRequested });
  return { reason: decision === 'keep' ? undefined : decision, version: '' };
}

/**
 * Changes a plan (the table `planned`; see plan-database.ts) so that unselected pages stay exactly as in the previous
 * release, whose manifest is attached as `previous`. Selected pages get their new aliases. Aliases of excluded pages
 * are deleted.
 */
export function keepUnselectedPages(
  sql: Sql,
  previous: Release,
  { selects }: PageSelection,
  locales: PublicBrand['locales'],
): void {
  sql.exec('BEGIN');
  sql.run(`DELETE FROM planned WHERE reason = 'excluded'`);
  for (const { path, version } of previous.pages()) {
    if (!selects(path)) sql.run(KEEP, path, version, parsePath(path, locales)?.kind ?? 'other');
  }
  sql.exec('COMMIT');
  sql.exec(ALIASES);
  sql.exec(LISTINGS);
}

const KEEP = `INSERT OR IGNORE INTO planned (path, version, site, view, kind) VALUES (?, ?, -1, -1, ?)`;

const ALIASES = `
BEGIN;
CREATE TABLE wanted AS SELECT identity, path FROM aliases;
DELETE FROM aliases;
INSERT INTO aliases SELECT w.identity, w.path FROM wanted w JOIN planned p ON p.path = w.path
  WHERE p.reason IS NOT NULL;
INSERT OR IGNORE INTO aliases SELECT q.identity, q.path FROM previous.aliases q JOIN planned p ON p.path = q.path;
INSERT OR IGNORE INTO aliases SELECT w.identity, w.path FROM wanted w JOIN planned p ON p.path = w.path;
DROP TABLE wanted;
COMMIT;
`;

/** If some pages of a listing are rendered or removed, the pages of the listing no longer share a version. */
const LISTINGS = `INSERT INTO listings SELECT path, version, '', 0, 0 FROM previous.listings
  WHERE path NOT IN (SELECT ref ->> 'listing' FROM planned WHERE reason IS NOT NULL AND ref ->> 'listing' IS NOT NULL)
  AND path NOT IN (SELECT listing FROM previous_pages WHERE path NOT IN (SELECT path FROM planned));`;
