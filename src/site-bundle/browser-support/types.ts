/** A use of a feature that at least one of the minimum browsers lacks. */
export interface UnsupportedUse {
  /** As MDN's data names it, such as `javascript.builtins.Promise.withResolvers`. */
  readonly feature: string;
  readonly lackedBy: readonly string[];
  readonly line: number;
  readonly column: number;
  /** Of the rule, for a feature of selectors. */
  readonly selector?: string;
  /** Selectors of the same list that the browser drops with it, although it knows them. */
  readonly drops?: readonly string[];
}
