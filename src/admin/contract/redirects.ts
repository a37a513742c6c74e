/** A redirect from an address of a former site to a page. */
export interface ListedRedirect {
  /** The old address as Lectern compares it: in lower case, without host. */
  readonly from: string;
  readonly to: string;
}

/** The outcome of adding redirects, or of checking them. */
export interface RedirectReport {
  /** Redirects that were added, or that would be added. */
  readonly added: number;
  /** Number of redirects that exist already. */
  readonly existing: number;
  readonly refused: readonly (ListedRedirect & {
    /** Number of the row, from 1. */
    readonly row: number;
    readonly reason: string;
  })[];
  /** Redirects that can be added, but whose book or chapter visitors cannot see. */
  readonly warnings: readonly (ListedRedirect & { readonly reason: string })[];
}
