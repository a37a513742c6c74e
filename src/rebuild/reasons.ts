/**
 * Why a page is rendered; where none of these holds it is kept:
 *
 * 1. `first`: there is no previous release
 * 2. `full`: the run was asked to render everything
 * 3. `bundle`: the site's code is another
 * 4. `brand`: the brand looks otherwise
 * 5. `new`: the previous release has no such page
 * 6. `model`: what the page shows changed
 */
export const REASONS = ['first', 'full', 'bundle', 'brand', 'new', 'model'] as const;
export type Reason = (typeof REASONS)[number];

/** What every page depends on besides its model. */
export interface Ground {
  readonly bundle: string;
  readonly brand: string | undefined;
}

/** Reasons 1 to 4, which hold for all pages at once. */
export function commonReason(previous: Ground | undefined, now: Ground, full: boolean): Reason | undefined {
  if (!previous) return 'first';
  if (full) return 'full';
  if (previous.bundle !== now.bundle) return 'bundle';
  return previous.brand === now.brand ? undefined : 'brand';
}

/** Reasons 5 and 6. `inputs` are the hashes of the page's model. */
export function pageReason(previous: { readonly inputs: string } | undefined, inputs: string): Reason | undefined {
  if (!previous) return 'new';
  return previous.inputs === inputs ? undefined : 'model';
}
