/**
 * Decides whether a page is rendered or stays as in the previous release. All reasons are defined in this module.
 *
 * A page is rendered for the first of these reasons (`REASONS`) that applies. 1 to 4 apply to the whole site
 * (`siteReason`). 2 can also apply to single pages, and 3 to the pages of single routes if the release recorded their
 * code.
 *
 *  1. `first`   there is no previous release
 *  2. `full`    the run requested it
 *  3. `bundle`  the site's code changed
 *  4. `brand`   the brand's own data changed
 *  5. `new`     the previous release has no such page
 *  6. `damaged` its files in the previous release are damaged or missing
 *  7. `model`   the page's model changed
 *
 * If 1 to 6 do not apply, a page is skipped under one of these conditions:
 *
 *  1. its version equals the recorded one: a hash of the model's input, read from the snapshot. Not compared if the
 *     installation's other brands changed, because versions do not cover them
 *  2. the hash of its model equals the recorded one
 *
 * The second condition costs more to check than the first. Each stage therefore calls `decidePage` with the facts it
 * has, and only pages that are still `undecided` reach the next stage. This is why the cost of a rebuild is
 * proportional to the changes:
 *
 *  - plan.ts calls it for each listing, whose version covers all its pages, and for each page of the other listings;
 *  - plan-stage.ts calls it with model hashes, until one page must be rendered and a release is certain;
 *  - page-renderer.ts calls it with the model hash of every remaining page, in the threads that need the model anyway;
 *  - reuse-partial-pages.ts calls it for pages of partial releases.
 *
 * Two comparisons are made elsewhere, because they are not about rendering. A run with the snapshot, release, code and
 * brand of the last plan makes no plan at all (rebuild.ts). A rendered page with the same bytes keeps its file and date
 * (page-store.ts).
 */
export type Decision = Reason | 'keep' | 'undecided';

export const REASONS = ['first', 'full', 'bundle', 'brand', 'new', 'damaged', 'model'] as const;
export type Reason = (typeof REASONS)[number];

/** The reasons as phrases for reports. */
export const REASON_TEXT: Readonly<Record<Reason, string>> = {
  first: 'there is no previous release',
  full: 'the run was asked to render it',
  bundle: "the site's code changed",
  brand: 'the brand changed',
  new: 'the previous release has no such page',
  damaged: 'its files in the previous release are damaged or lost',
  model: "the page's content changed",
};

/** The facts about a page or listing that the decision is based on. */
export interface Evidence {
  /** The reason that applies to all pages, if any. */
  readonly siteReason?: Reason | undefined;
  /** Whether the run requested this page. */
  readonly isRequested?: boolean | undefined;
  /**
   * Whether the page's files in the previous release differ from the manifest; for a listing, whether the files of any
   * of its pages do.
   */
  readonly isDamaged?: boolean | undefined;
  /** What was recorded when the page or listing was last rendered; undefined if it never was. */
  readonly previous: { readonly version: string; readonly inputs: string } | undefined;
  /**
   * Version of the page or listing; empty or undefined if the view has no versions, or if the version has not been
   * computed yet.
   */
  readonly version?: string | undefined;
  /** Hash of the page's model; undefined if the model has not been loaded. */
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

/** Inputs shared by all pages, besides their models. */
export interface SiteInputs {
  /** Id of the site bundle. */
  readonly bundle: string;
  /** Fingerprint of the brand. */
  readonly brand: string | undefined;
}

/** Returns the first of reasons 1 to 4 that applies to the whole site, or undefined. */
export function siteReason(previous: SiteInputs | undefined, now: SiteInputs, full: boolean): Reason | undefined {
  if (!previous) return 'first';
  if (full) return 'full';
  if (previous.bundle !== now.bundle) return 'bundle';
  return previous.brand === now.brand ? undefined : 'brand';
}
