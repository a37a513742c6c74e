/**
 * Decides whether a page is rendered or stays as the previous release has it. No other module knows a reason.
 *
 * A page is rendered for the first of these reasons (`REASONS`) that holds. 1 to 4 hold for the whole site at once
 * (`siteReason`), 2 also for single pages, and 3 for those of single routes where it is known by which code they were rendered.
 *
 *  1. `first`   there is no previous release
 *  2. `full`    the run was told to render it
 *  3. `bundle`  the site's code changed
 *  4. `brand`   the brand's data changed
 *  5. `new`     the previous release has no such page
 *  6. `damaged` its files in the previous release are damaged or lost
 *  7. `model`   the page's model changed
 *
 * A page is skipped where 1 to 6 do not hold and one of these skip conditions does:
 *
 *  1. its version is the recorded one: a hash of what the model is made of, read from the snapshot without the model
 *  2. the hash of its model is the recorded one
 *
 * Each condition costs more than the one before it, so the stages call `decidePage` with as much as they know, and only
 * pages that are still `undecided` reach the next stage. That is what makes a night cost what changed:
 *
 *  - plan.ts calls it for each listing, whose version stands for all its pages, and for each page of the other listings;
 *  - plan-stage.ts calls it with model hashes, until one page is to be rendered and a release is certain;
 *  - page-renderer.ts calls it with the model hash of every page that is left, in the threads that need the model anyway;
 *  - reuse-partial-pages.ts calls it for pages of partial releases.
 *
 * Two comparisons are not about rendering and stay outside. A run whose snapshot, release, code and brand are those of the
 * last plan makes no plan at all (rebuild.ts). A rendered page with the same bytes keeps its file and date (page-store.ts).
 */
export type Decision = Reason | 'keep' | 'undecided';

export const REASONS = ['first', 'full', 'bundle', 'brand', 'new', 'damaged', 'model'] as const;
export type Reason = (typeof REASONS)[number];

/** For reports. */
export const REASON_TEXT: Readonly<Record<Reason, string>> = {
  first: 'there is no previous release',
  full: 'the run was asked to render it',
  bundle: "the site's code changed",
  brand: 'the brand changed',
  new: 'the previous release has no such page',
  damaged: 'its files in the previous release are damaged or lost',
  model: 'what the page shows changed',
};

/** What is known of a page, or of a listing. */
export interface Evidence {
  /** The reason that holds for all pages. */
  readonly siteReason?: Reason | undefined;
  /** Whether the run was told to render this page. */
  readonly isRequested?: boolean | undefined;
  /** Whether its files in the previous release are not as recorded; of a listing: those of some page. */
  readonly isDamaged?: boolean | undefined;
  /** What was recorded when the page was rendered; undefined where it never was. */
  readonly previous: { readonly version: string; readonly inputs: string } | undefined;
  /** Empty or undefined where the view has no versions, or the version is not known yet. */
  readonly version?: string | undefined;
  /** Undefined where the model is not loaded yet. */
  readonly modelHash?: string | undefined;
}

export function decidePage({ siteReason, isRequested, isDamaged, previous, version, modelHash }: Evidence): Decision {
  if (siteReason) return siteReason;
  if (!previous) return 'new';
  if (isRequested) return 'full';
  if (isDamaged) return 'damaged';
  if (version && version === previous.version) return 'keep';
  if (modelHash === undefined) return 'undecided';
  return modelHash === previous.inputs ? 'keep' : 'model';
}

/** What every page depends on besides its model. */
export interface SiteInputs {
  /** Id of the site bundle. */
  readonly bundle: string;
  /** Fingerprint of the brand. */
  readonly brand: string | undefined;
}

/** Reasons 1 to 4, for the whole site. */
export function siteReason(previous: SiteInputs | undefined, now: SiteInputs, full: boolean): Reason | undefined {
  if (!previous) return 'first';
  if (full) return 'full';
  if (previous.bundle !== now.bundle) return 'bundle';
  return previous.brand === now.brand ? undefined : 'brand';
}
