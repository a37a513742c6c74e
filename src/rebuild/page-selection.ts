import { ConfigError } from '#src/lib/errors.ts';
import { globMatcher } from '#src/lib/glob.ts';
import type { PlanContext, PlannedPage } from './plan.ts';
import { REASON_TEXT, type Reason } from './render-decision.ts';

/** The pages that a correction is about; all others stay as the live release has them. */
export interface Selection {
  /** @param path canonical, percent-encoded */
  selects(path: string): boolean;
  /** @throws ConfigError naming the first pattern that has selected no page so far */
  check(): void;
}

/** @param patterns as lib/glob.ts reads them, of decoded paths */
export function selectionOf(patterns: readonly string[]): Selection {
  const all = patterns.map((pattern) => ({ pattern, matches: globMatcher(pattern), used: false }));
  return {
    selects(path) {
      const decoded = decodeURIComponent(path);
      let selected = false;
      // Each is asked, so that none counts as unused because of another.
      for (const one of all) {
        if (!one.matches(decoded)) continue;
        one.used = true;
        selected = true;
      }
      return selected;
    },
    check() {
      const unused = all.find(({ used }) => !used);
      if (unused)
        throw new ConfigError(
          `--pages ${unused.pattern} selects no page, neither of the live release nor of the next one. Patterns are of whole decoded paths, such as "/genres/12/**".`,
        );
    },
  };
}

/** @throws ConfigError where all pages are to be rendered anyway, so that no few of them can be corrected */
export function refuseCommon(common: Reason | undefined): void {
  if (common === undefined || common === 'full') return;
  throw new ConfigError(
    `Single pages cannot be published, because ${REASON_TEXT[common]}: all are to be rendered. Run without --pages first.`,
  );
}

/** As `planPages`, but only selected pages are rendered, or come in; those that are left out have the reason `left`. */
export function* selectedPages(
  { editions, views, previous }: Pick<PlanContext, 'editions' | 'views' | 'previous'>,
  { selects }: Selection,
): Iterable<PlannedPage> {
  for (const [edition, { site, source }] of editions.entries()) {
    for (const [view, maker] of views.entries()) {
      for (const ref of maker.paths(source, site)) {
        const known = previous(ref.path);
        const address = { edition, view, ref };
        if (selects(ref.path)) yield { ...address, reason: known ? 'full' : 'new', version: '', nearness: 0 };
        else yield { ...address, reason: known ? undefined : 'left', version: known?.version ?? '', nearness: 0 };
      }
    }
  }
}
