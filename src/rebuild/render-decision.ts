/** Why a page is rendered, numbered from 1; where none of these holds it is kept. */
export const REASONS = ['first', 'full', 'bundle', 'brand', 'new', 'model'] as const;
export type Reason = (typeof REASONS)[number];

export const REASON_TEXT: Readonly<Record<Reason, string>> = {
  first: 'there is no previous release',
  full: 'the run was asked to render it',
  bundle: "the site's code is another",
  brand: 'the brand looks otherwise',
  new: 'the previous release has no such page',
  model: 'what the page shows changed',
};

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
